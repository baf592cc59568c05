// The first page: continue a started puzzle, open one, or take a sample.

import { Refused, Unreachable, call } from "./api.js";
import { ask, show, showRules } from "./dialogs.js";
import { clock, h, icon } from "./dom.js";
import { History } from "./history.js";
import { picture } from "./scene.js";
import { Session, forget, headline, holds, openElsewhere, started, tidyUp } from "./store.js";

/** @import {Family, Opened, Puzzle} from "./protocol.d.ts" */
/** @import {Summary} from "./store.js" */
/** @import {Place} from "./play.js" */

/** The server reads no more at once. */
const LARGEST_FILE = 900_000;
/** How many started puzzles are shown at first. */
const FEW = 6;

/**
 * @param {Place} place
 * @returns {Promise<{ element: HTMLElement, title: string, close: () => void }>}
 */
export async function startPage(place) {
  const ends = new AbortController();
  const { signal } = ends;
  const open = opener((opened) => begin(opened, place));
  const list = h("section", { class: "started", "aria-labelledby": "started-title" });
  const refresh = () => listStarted(list, place);
  addEventListener("storage", refresh, { signal });
  refresh();
  tidyUp();

  document.addEventListener("paste", (event) => {
    if (/** @type {HTMLElement} */ (event.target).matches?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) open.text(text);
  }, { signal });
  dropZone(open, signal);

  const families = await place.families();
  const element = h("div", { class: "start" },
    h("section", { class: "welcome" },
      h("h1", null, "Gridwright"),
      h("p", { class: "lead" }, "Logic puzzles to play, draw and take apart. Pick one, or bring your own."),
      open.form),
    list,
    h("section", { class: "families", "aria-label": "Puzzles" }, ...families.map((family) => familyCard(family, place))));
  return { element, title: "", close: () => ends.abort() };
}

/**
 * @param {Family} family
 * @param {Place} place
 */
function familyCard(family, place) {
  const samples = h("ul", { class: "samples" }, ...family.samples.map(({ title, puzzle }, index) => {
    const thumb = h("span", { class: "thumb" });
    whenSeen(thumb, () => sketch(thumb, puzzle));
    return h("li", null, h("button", {
      type: "button", class: "sample",
      onclick: () => begin({ puzzle, title, name: family.name }, place),
    }, thumb, h("span", { class: "caption" }, title || `Sample ${index + 1}`)));
  }));
  return h("article", { class: "family" },
    h("div", { class: "family-picture" }, family.picture ? picture(family.picture, `A solved example of ${family.name}`) : null),
    h("div", { class: "family-words" },
      h("h2", null, family.name),
      h("p", null, firstSentences(family.rules)),
      h("button", { type: "button", class: "link", "aria-label": `Rules and how to play: ${family.name}`, onclick: () => showRules(family, family.rules, family.name) }, "Rules and how to play")),
    samples);
}

/** Enough to know what kind of puzzle it is. @param {string} rules */
function firstSentences(rules) {
  const sentences = rules.match(/[^.]+\.\s*/g) ?? [rules];
  let text = "";
  for (const sentence of sentences) {
    if (text && (text + sentence).length > 150) break;
    text += sentence;
  }
  return text.trim();
}

/**
 * Nothing is fetched that nobody scrolls to.
 * @param {HTMLElement} element
 * @param {() => void} run
 */
export function whenSeen(element, run) {
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    run();
  }, { rootMargin: "100px" });
  watcher.observe(element);
}

/**
 * Draw a puzzle into an element, when the server gets to it.
 * @param {HTMLElement} element
 * @param {Puzzle} puzzle
 * @param {number[]} [board]
 * @param {boolean} [met] grey out the clues that are met
 */
export async function sketch(element, puzzle, board, met = true) {
  try {
    const { scene } = await call("show", { puzzle, ...(board && { board }), look: { met } });
    element.replaceChildren(picture(scene));
  } catch {
    // A name without a picture will do.
  }
}

/** The last unfinished attempt at a puzzle that no tab has open. @param {Puzzle} puzzle */
async function begun(puzzle) {
  const open = await openElsewhere();
  return started().find(({ id, complete }) => !complete && !open.has(id) && holds(id, puzzle));
}

/**
 * @param {Omit<Opened, "title"> & { title?: string | null, library?: number }} opened its title may be missing
 * @param {Place} place
 */
export async function begin(opened, place) {
  const before = await begun(opened.puzzle);
  if (before) {
    const goOn = await ask("You have already started this puzzle", `Continue after ${clock(before.elapsed)}, or start again? Your first attempt is kept either way.`, "Continue", "Start again");
    if (goOn === null) return;
    if (goOn) {
      place.goTo(`#/play/${before.id}`);
      return;
    }
  }
  place.goTo(`#/play/${Session.begin(opened).id}`);
}

/**
 * @param {HTMLElement} list
 * @param {Place} place
 * @param {boolean} [all]
 */
async function listStarted(list, place, all = false) {
  const summaries = started();
  const open = await openElsewhere();
  list.hidden = summaries.length === 0;
  list.replaceChildren(
    h("h2", { id: "started-title" }, "Continue"),
    h("ul", { class: "cards" }, ...summaries.slice(0, all ? undefined : FEW).map((summary) => card(summary, open.has(summary.id)))),
    summaries.length > FEW && !all
      ? h("button", { type: "button", class: "link", onclick: () => listStarted(list, place, true) }, `Show all ${summaries.length}`)
      : "");

  /** @param {Summary} summary @param {boolean} elsewhere */
  function card(summary, elsewhere) {
    const title = headline(summary);
    const kind = title === summary.name ? summary.title : summary.name;
    const time = clock(summary.elapsed);
    const thumb = h("span", { class: "thumb" });
    whenSeen(thumb, () => sketchSession(thumb, summary.id));
    return h("li", { class: "card" },
      h("a", { href: `#/play/${summary.id}` }, thumb,
        h("span", { class: "caption" },
          h("b", null, title),
          h("span", null, [kind, summary.complete ? `solved in ${time}` : time].filter(Boolean).join(" · ")),
          h("span", null, elsewhere ? "open in another tab" : when(summary.updated)))),
      h("button", {
        type: "button", class: "quiet round", "aria-label": `Delete ${title}`,
        onclick: async () => {
          if (await ask("Delete this puzzle?", `“${title}” and all your moves will be gone for good.`, "Delete")) {
            forget(summary.id);
            listStarted(list, place, all);
          }
        },
      }, icon("trash")));
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} id
 */
async function sketchSession(element, id) {
  const session = Session.find(id);
  if (!session) return;
  const entries = session.entries();
  try {
    const blank = session.board ?? (await call("show", { puzzle: session.puzzle })).board;
    const past = new History(blank);
    for (const entry of entries) past.replay(entry);
    await sketch(element, session.puzzle, past.board);
  } catch {
    // A name without a picture will do.
  }
}

/** @param {number} time */
export function when(time) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((time - Date.now()) / 60_000);
  if (minutes > -60) return words.format(minutes, "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}

/**
 * A box to paste a puzzle into.
 * @param {(opened: Opened) => void | Promise<void>} take
 * @param {string} [label] of its button
 */
export function opener(take, label = "Open") {
  const complaint = h("p", { class: "complaint", role: "alert" });
  /** @type {HTMLTextAreaElement} */
  const input = h("textarea", {
    rows: "1", name: "text", spellcheck: "false", autocomplete: "off",
    placeholder: "Paste a link, a game ID or text",
    "aria-label": "A link, a game ID or the text of a puzzle",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        text(input.value);
      }
    },
  });
  /** @type {HTMLInputElement} */
  const chooser = h("input", {
    type: "file", hidden: true, multiple: true,
    onchange: () => {
      files([...chooser.files ?? []]);
      chooser.value = "";
    },
  });
  const form = h("form", {
    class: "open",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      text(input.value);
    },
  },
    h("div", { class: "open-row" }, input,
      h("button", { type: "submit", class: "primary" }, label),
      h("button", { type: "button", onclick: () => chooser.click() }, icon("file"), "File"), chooser),
    complaint);

  /** @param {string} what */
  async function text(what) {
    complaint.textContent = "";
    if (!what.trim()) {
      input.focus();
      return;
    }
    try {
      const { puzzles, errors } = await call("open", { text: what });
      if (errors.length > 0) complaint.textContent = errors.slice(0, 3).map(inWords).join(" ");
      if (puzzles.length === 1) await take(puzzles[0]);
      else if (puzzles.length > 1) choose(puzzles, take);
    } catch (error) {
      if (error instanceof Refused) complaint.textContent = error.message;
      else if (error instanceof Unreachable) complaint.textContent = "The server cannot be reached; try again in a moment.";
      else throw error;
    }
  }

  /** @param {File[]} list */
  async function files(list) {
    if (list.reduce((sum, { size }) => sum + size, 0) > LARGEST_FILE) {
      complaint.textContent = "This is too large.";
      return;
    }
    const contents = await Promise.all(list.map((file) => file.text()));
    if (contents.length > 0) await text(contents.join("\n"));
  }

  return { form, text, files };
}

/** @param {{ message: string, line?: number | null, column?: number | null }} error */
export function inWords({ message, line, column }) {
  return line ? `Line ${line}, column ${column ?? 1}: ${message}` : message;
}

/**
 * @param {Opened[]} puzzles
 * @param {(opened: Opened) => void} take
 */
function choose(puzzles, take) {
  const dialog = show(`${puzzles.length} puzzles`, [
    h("ul", { class: "choices" }, ...puzzles.map((opened, index) => h("li", null,
      h("button", {
        type: "button", class: "entry",
        onclick: () => {
          dialog.close();
          take(opened);
        },
      }, h("b", null, opened.title || `Puzzle ${index + 1}`), h("span", null, opened.name))))),
  ]);
}

/**
 * @param {{ text: (what: string) => void, files: (list: File[]) => void }} open
 * @param {AbortSignal} signal
 */
function dropZone(open, signal) {
  const { classList } = document.body;
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    classList.add("dropping");
  }, { signal });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) classList.remove("dropping");
  }, { signal });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    classList.remove("dropping");
    const { files, items } = event.dataTransfer ?? {};
    if (files && files.length > 0) open.files([...files]);
    else if (items) open.text(event.dataTransfer?.getData("text/plain") ?? "");
  }, { signal });
}

/**
 * Open the puzzle in the address. Whoever comes a second time continues where they left off.
 * @param {string} text
 * @param {Place} place
 * @returns {Promise<string>} the session
 */
export async function openText(text, place) {
  const { puzzles, errors } = await call("open", { text });
  if (puzzles.length === 0) throw new Refused(errors[0] ? inWords(errors[0]) : "There is no puzzle in this link.");
  const before = await begun(puzzles[0].puzzle);
  if (before) place.notify("You have already started this puzzle: here is your board.");
  return before?.id ?? Session.begin(puzzles[0]).id;
}
