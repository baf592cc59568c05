// The library: everything in the server's library file or in this browser, to be looked through, sorted,
// played, changed.

import { carriesEngine } from "../../engine/engine.js";
import { Refused, Unreachable, isLibraryLocked, leftInBrowser, library, libraryPlace } from "../../server/api.js";
import { sendAll } from "../../storage/play-records.js";
import { isForGood } from "../../storage/rows.js";
import { keepsNothing } from "../../storage/store.js";
import { complain } from "../../ui/complain.js";
import { ask } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { codeOf } from "../../ui/link.js";
import { SCALES } from "../../ui/scores.js";
import { Details } from "./library-details.js";
import { showExport, showImport, showTags } from "./library-dialogs.js";
import { moveAll } from "./moving.js";
import { VirtualList } from "./virtual-list.js";
import { begin } from "../play/begin.js";

/** @import {Entry, Play, Row} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */
/** @import {Place} from "../../server/api.js" */

/** What is looked for, as long as the page is open. */
const wish = { text: "", family: "", size: "", grade: "", state: "", tag: "", sort: "id", reverse: true, scroll: 0 };

/** @type {Record<string, (a: Row, b: Row) => number>} */
const ORDERS = {
  id: (a, b) => a.id - b.id,
  size: (a, b) => a.rows * a.cols - b.rows * b.cols || a.rows - b.rows,
  score: (a, b) => (a.score ?? 1e9) - (b.score ?? 1e9),
  title: (a, b) => (a.title || a.name).localeCompare(b.title || b.name),
};
const ORDER_NAMES = [["id", "By number"], ["size", "By size"], ["score", "By difficulty"], ["title", "By title"]];
const STATES = [["new", "Not played"], ["started", "Started"], ["solved", "Solved"]];

/** @param {Shell} app */
export async function libraryPage(app) {
  const place = await libraryPlace();
  if (place === null) return { element: isLibraryLocked() ? lockedLibrary() : withoutLibrary(), title: "Library", close: () => {} };
  // What was just played is on its way; without it the list would be out of date at once.
  await sendAll(app.notify);
  const page = new LibraryPage(place, app);
  await page.load();
  return { element: page.element, title: "Library", close: () => page.close() };
}

function withoutLibrary() {
  return h("div", { class: "view library-none" },
    h("section", { class: "view-head" },
      h("h1", null, "Library"),
      h("p", { class: "lead" }, `A library keeps puzzles with their ratings, their tags and how they were played. ${carriesEngine
        ? "This browser does not let the page keep one: it may be a private window, or storage is switched off."
        : "This server was started without one."}`)),
    h("section", { class: "instructions" },
      h("p", null, carriesEngine ? "Use an ordinary window, or start the program on your machine like this:" : "Stop the server and start it like this:"),
      h("pre", null, h("code", null, "gridwright serve --library my.library")),
      h("p", { class: "aside" }, !carriesEngine ? "The file is created if it does not exist. Puzzles you have started stay in this browser either way."
        : keepsNothing() ? "You can play, draw and generate all the same, but nothing of it is there any more when the page is left." : "All else works as usual.")));
}

function lockedLibrary() {
  return h("div", { class: "view library-none" },
    h("section", { class: "view-head" },
      h("h1", null, "Library"),
      h("p", { class: "lead" }, "This server has a library, but this browser may not use it yet.")),
    h("section", { class: "instructions" },
      h("p", null, "Open the address that was printed when the server was started. It looks like this:"),
      h("pre", null, h("code", null, `${location.origin}/#/token/…`)),
      h("p", { class: "aside" }, "Once is enough: this browser remembers it. Other users of this machine do not see the address, so the library is yours alone.")));
}

class LibraryPage {
  #ends = new AbortController();
  /** @type {Row[]} */
  #all = [];
  /** @type {Record<string, HTMLSelectElement>} */
  #selects = {
    family: this.#select("family", "Family"), size: this.#select("size", "Size"), grade: this.#select("grade", "Difficulty"),
    state: this.#select("state", "Played"), tag: this.#select("tag", "Tag"),
  };
  text = h("input", {
    type: "search", placeholder: "Title or tag", "aria-label": "Search in titles and tags", value: wish.text,
    oninput: () => {
      wish.text = this.text.value;
      this.#filter();
    },
  });
  clear = h("button", { type: "button", class: "link", hidden: true, onclick: () => this.#clear() }, "All puzzles");
  count = h("p", { class: "count", role: "status" });
  empty = h("div", { class: "empty", hidden: true });
  report = h("a", { class: "button short", href: "#/report/", "aria-label": "Statistics and grades" }, icon("chart"), h("span", null, "Statistics and grades"));
  chosenCount = h("b");
  chosenBar = h("div", { class: "chosen-bar", hidden: true, role: "group", "aria-label": "Selected puzzles" },
    this.chosenCount,
    h("button", { type: "button", onclick: () => this.#tag(this.#chosen()) }, icon("tag"), "Tag"),
    h("button", { type: "button", onclick: () => this.#export(this.#chosen()) }, icon("download"), "Export"),
    h("button", { type: "button", onclick: () => this.#remove(this.#chosen()) }, icon("trash"), "Delete"),
    h("button", { type: "button", onclick: () => this.list.selectAll() }, "Select all"),
    h("button", { type: "button", class: "quiet", onclick: () => this.list.selectNone() }, "Select none"));

  /** What is to be said about where the puzzles are. */
  where = h("p", { class: "lead file" });
  /** Puzzles that are kept elsewhere. */
  left = h("div", { class: "bar left-behind", hidden: true });

  /** @param {Place} place @param {Shell} app */
  constructor(place, app) {
    this.app = app;
    this.list = new VirtualList({
      get: async (ids) => {
        try {
          return (await library("get", { ids })).entries;
        } catch (error) {
          if (error instanceof Refused || error instanceof Unreachable) return [];
          throw error;
        }
      },
      current: (row) => this.details.show(row),
      selected: () => this.#countSelected(),
      play: (row) => this.#play(row.id),
      analyse: (row) => this.#analyse(row.id),
      remove: () => this.#remove(this.#chosen()),
    }, this.#ends.signal);
    this.details = new Details({
      entry: (id) => this.list.entry(id),
      close: () => this.list.closeCurrent(),
      play: (entry) => this.#begin(entry),
      draw: async ({ puzzle }) => app.goTo(`#/draw/${await codeOf(puzzle)}`),
      analyse: ({ id }) => this.#analyse(id),
      say: (entry, said) => this.#say(entry, said),
      tag: ({ id }) => this.#tag([id]),
      export: ({ id }) => this.#export([id]),
      remove: ({ id }) => this.#remove([id]),
    });
    this.element = this.#build();
    this.#tellWhere(place);
  }

  close() {
    wish.scroll = scrollY;
    this.#ends.abort();
  }

  /** @param {"family" | "size" | "grade" | "state" | "tag"} what @param {string} label */
  #select(what, label) {
    return h("select", {
      "aria-label": label,
      onchange: (/** @type {Event} */ event) => {
        wish[what] = /** @type {HTMLSelectElement} */ (event.target).value;
        this.#filter();
      },
    });
  }

  #clear() {
    Object.assign(wish, { text: "", family: "", size: "", grade: "", state: "", tag: "" });
    this.text.value = "";
    this.#filter();
  }

  /** @param {Place} place */
  async #tellWhere({ name, inBrowser }) {
    this.where.textContent = name;
    if (inBrowser) {
      const unsure = (await isForGood()) === false ? " The browser may clear them when it runs out of room, and a private window forgets them when it is closed." : "";
      this.where.append(h("span", { class: "aside" }, `On this device only: export a copy now and then.${unsure}`));
    } else {
      await this.#tellLeft();
    }
  }

  /** Whoever used this page before it had a file has puzzles in the browser. */
  async #tellLeft() {
    const count = await leftInBrowser().catch(() => 0);
    this.left.hidden = count === 0;
    if (count === 0) return;
    const what = count === 1 ? "One puzzle is" : `${count.toLocaleString("en")} puzzles are`;
    /** @type {HTMLButtonElement} */
    const button = h("button", {
      type: "button", class: "primary",
      onclick: async () => {
        button.disabled = true;
        try {
          this.app.notify(await moveAll((part) => { button.textContent = `Moving … ${part} %`; }));
        } catch (error) {
          complain(error, this.app);
        }
        await Promise.all([this.#reload(), this.#tellLeft()]);
      },
    }, "Move into this library");
    this.left.replaceChildren(h("b", null, `${what} kept in this browser, not here.`), button);
  }

  #build() {
    const sort = h("select", {
      "aria-label": "Order",
      onchange: () => {
        wish.sort = sort.value;
        this.#filter();
      },
    }, ...ORDER_NAMES.map(([value, label]) => h("option", { value, selected: wish.sort === value }, label)));
    const reverse = h("button", {
      type: "button", class: "round-corner", "aria-label": "Reverse the order", title: "Reverse the order", "aria-pressed": String(wish.reverse),
      onclick: () => {
        wish.reverse = !wish.reverse;
        reverse.setAttribute("aria-pressed", String(wish.reverse));
        this.#filter();
      },
    }, icon("sort"));
    const element = h("div", { class: "library" },
      h("section", { class: "view-head" },
        h("h1", null, "Library"),
        this.where,
        h("div", { class: "head-deeds" },
          this.report,
          h("button", { type: "button", class: "primary", onclick: () => this.#import() }, icon("import"), "Import"))),
      this.left,
      h("div", { class: "filters", role: "search", "aria-label": "Puzzles" }, this.text,
        h("div", { class: "selects" }, ...Object.values(this.#selects))),
      h("div", { class: "counts" }, this.count, this.clear, h("div", { class: "sorting" }, sort, reverse)),
      h("div", { class: "library-columns" },
        h("div", { class: "library-list-box" }, this.empty, this.list.element),
        this.details.element),
      this.chosenBar);
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (this.list.selected.size > 0) this.list.selectNone();
      else this.list.closeCurrent();
    });
    return element;
  }

  async load() {
    this.#all = (await library("list", {})).entries;
    this.#filter();
    // Whoever comes back is where they left off.
    const { scroll } = wish;
    wish.scroll = 0;
    if (scroll > 0) requestAnimationFrame(() => scrollTo(0, scroll));
  }

  /** After something was changed. */
  async #reload() {
    try {
      await this.load();
    } catch (error) {
      complain(error, this.app);
    }
  }

  #filter() {
    const words = wish.text.toLowerCase().split(/\s+/).filter(Boolean);
    /** Does it fit, leaving one of the wishes out? @param {Row} row @param {string} [but] */
    const fits = (row, but) =>
      (but === "family" || !wish.family || row.family === wish.family)
      && (but === "size" || !wish.size || sizeOf(row) === wish.size)
      && (but === "grade" || !wish.grade || (row.grade ?? "-") === wish.grade)
      && (but === "state" || !wish.state || row.state === wish.state)
      && (but === "tag" || !wish.tag || row.tags.includes(wish.tag))
      && words.every((word) => [row.title ?? "", String(row.id), ...row.tags].some((text) => text.toLowerCase().includes(word)));

    const names = new Map(this.#all.map(({ family, name }) => [family, name]));
    /** @param {"family" | "size" | "grade" | "state" | "tag"} what @param {string} any @param {(row: Row) => string[]} of @param {(value: string) => string} [label] @param {(a: string, b: string) => number} [order] */
    const options = (what, any, of, label = (value) => value, order = (a, b) => a.localeCompare(b)) => {
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (const row of this.#all) if (fits(row, what)) for (const value of of(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
      if (wish[what] && !counts.has(wish[what])) counts.set(wish[what], 0);
      const values = [...counts.keys()].sort(order);
      const select = this.#selects[what];
      select.replaceChildren(h("option", { value: "" }, any),
        ...values.map((value) => h("option", { value, selected: wish[what] === value }, `${label(value)} (${counts.get(value)})`)));
      select.classList.toggle("used", wish[what] !== "");
    };
    const inOrder = (/** @type {string[]} */ list) => (/** @type {string} */ a, /** @type {string} */ b) => list.indexOf(a) - list.indexOf(b);
    options("family", "All families", ({ family }) => [family], (id) => names.get(id) ?? id);
    options("size", "All sizes", (row) => [sizeOf(row)], undefined, bySize);
    options("grade", "All grades", ({ grade }) => [grade ?? "-"], (grade) => (grade === "-" ? "not rated" : grade), inOrder([...SCALES[0].grades, "-"]));
    options("state", "Played or not", ({ state }) => [state], (state) => STATES.find(([value]) => value === state)?.[1] ?? state, inOrder(STATES.map(([value]) => value)));
    options("tag", "All tags", ({ tags }) => tags);

    const order = ORDERS[wish.sort] ?? ORDERS.id;
    const rows = this.#all.filter((row) => fits(row)).sort((a, b) => (wish.reverse ? -1 : 1) * (order(a, b) || a.id - b.id));
    this.list.show(rows);
    const all = this.#all.length;
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    this.count.textContent = rows.length === all ? (all === 1 ? "One puzzle" : `${number(all)} puzzles`) : `${number(rows.length)} of ${number(all)} puzzles`;
    this.clear.hidden = rows.length === all;
    this.empty.hidden = rows.length > 0;
    this.report.hidden = rows.length === 0;
    this.report.href = `#/report/${reportFilter()}`;
    this.empty.replaceChildren(all === 0
      ? h("p", null, "There is nothing here yet. Import puzzles, or save some that you ", h("a", { href: "#/draw" }, "draw"), " or ", h("a", { href: "#/generate" }, "generate"), ".")
      : h("p", null, "No puzzles match."));
    this.#countSelected();
  }

  #countSelected() {
    const { size } = this.list.selected;
    this.chosenBar.hidden = size === 0;
    this.chosenCount.textContent = `${size.toLocaleString("en")} selected`;
  }

  /** The selection, or what is looked at. */
  #chosen() {
    const { selected, current } = this.list;
    return selected.size > 0 ? [...selected] : current ? [current.id] : [];
  }

  /** @param {number} id */
  async #play(id) {
    try {
      const entry = await this.list.entry(id);
      if (entry) this.#begin(entry);
    } catch (error) {
      complain(error, this.app);
    }
  }

  /** @param {number} id */
  async #analyse(id) {
    try {
      const entry = await this.list.entry(id);
      if (entry) this.app.goTo(`#/analyse/${await codeOf(entry.puzzle)}`);
    } catch (error) {
      complain(error, this.app);
    }
  }

  /** @param {Entry} entry */
  #begin({ id, puzzle, name, title }) {
    begin({ puzzle, name, title, library: id }, this.app);
  }

  async #import() {
    const count = await showImport(this.#tags());
    if (count === null) return;
    Object.assign(wish, { sort: "id", reverse: true });
    this.app.notify(count);
    this.list.forget();
    await this.#reload();
  }

  /** Every tag there is. */
  #tags() {
    return [...new Set(this.#all.flatMap(({ tags }) => tags))].sort();
  }

  /** @param {Entry} entry @param {Play} said */
  async #say({ id }, said) {
    try {
      await library("play", { id, play: said });
      this.app.notify("Saved to the library. Thank you!");
      this.list.forget([id]);
      await this.#reload();
      this.details.show(this.list.current);
    } catch (error) {
      complain(error, this.app);
    }
  }

  /** @param {number[]} ids */
  async #tag(ids) {
    if (ids.length === 0) return;
    const chosen = new Set(ids);
    if (!(await showTags(this.#all.filter(({ id }) => chosen.has(id)), this.#tags()))) return;
    this.list.forget(ids);
    await this.#reload();
    this.details.show(this.list.current);
  }

  /** @param {number[]} ids */
  async #export(ids) {
    if (ids.length === 0) return;
    /** One of each family: what they can be written in. @type {Map<string, number>} */
    const kinds = new Map();
    const chosen = new Set(ids);
    for (const { id, family } of this.#all) if (chosen.has(id) && !kinds.has(family)) kinds.set(family, id);
    try {
      await showExport(ids, (await library("get", { ids: [...kinds.values()] })).entries.map(({ puzzle }) => puzzle));
    } catch (error) {
      complain(error, this.app);
    }
  }

  /** @param {number[]} ids */
  async #remove(ids) {
    if (ids.length === 0) return;
    const what = ids.length === 1 ? "this puzzle" : `${ids.length.toLocaleString("en")} puzzles`;
    if (!(await ask(`Delete ${what}?`, "Ratings, tags and play records are deleted too. This cannot be undone.", "Delete"))) return;
    try {
      await library("remove", { ids });
      this.list.selectNone();
      await this.#reload();
    } catch (error) {
      complain(error, this.app);
    }
  }
}

/** What is looked for, as the address of its statistics has it. */
function reportFilter() {
  const { family, size, grade, state, tag, text } = wish;
  const [rows = "", cols = ""] = size.split(" × ");
  const parts = Object.entries({ family, rows, cols, grade: grade === "-" ? "" : grade, state, tags: tag, text: text.trim() });
  return new URLSearchParams(parts.filter(([, value]) => value !== "")).toString();
}

/** @param {Row} row */
function sizeOf({ rows, cols }) {
  return `${rows} × ${cols}`;
}

/** @param {string} a @param {string} b */
function bySize(a, b) {
  const [rows, cols] = a.split(" × ").map(Number);
  const [down, across] = b.split(" × ").map(Number);
  return rows * cols - down * across || rows - down;
}
