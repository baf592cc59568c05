// Drawing puzzles: the page on which a new board is chosen, and what opens a drawing.

import { picture } from "../../board/scene.js";
import { sketch } from "../../board/thumbnail.js";
import { Refused, call } from "../../server/api.js";
import { Draft, drafts, forgetDraft } from "../../storage/drafts.js";
import { holdOrCopy, unlessFailing } from "../../storage/locks.js";
import { complainIn, unreadable } from "../../ui/complain.js";
import { h, icon } from "../../ui/dom.js";
import { keptCard } from "../../ui/kept-card.js";
import { codeOf } from "../../ui/link.js";
import { opener } from "../../ui/puzzle-box.js";
import { when } from "../../ui/times.js";
import { DraftSession, sightOf } from "./draft-session.js";
import { DrawPage } from "./draw-page.js";

/** @import {Family} from "../../protocol.d.ts" */
/** @import {Kept} from "../../storage/drafts.js" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** How large a board is proposed, if the family allows it. */
const USUAL = 6;
const LAST = "gw:board";

/**
 * Where a new drawing begins.
 * @param {Shell} app
 */
export async function drawStart(app) {
  const families = await app.families();
  const ends = new AbortController();
  const list = h("section", { class: "started", "aria-labelledby": "drawings-title" });
  const refresh = () => listDrafts(list, app);
  addEventListener("storage", refresh, { signal: ends.signal });
  refresh();
  const open = opener(({ puzzle, name }) => app.goTo(`#/draft/${Draft.begin({ puzzle, name }).id}`), "Edit");
  const element = h("div", { class: "view draw-start" },
    h("section", { class: "view-head" },
      h("h1", null, "Draw"),
      h("p", { class: "lead" }, "Place the clues, and see at once whether there is exactly one solution.")),
    newBoard(families, app),
    list,
    h("section", { class: "bring", "aria-labelledby": "bring-title" },
      h("h2", { id: "bring-title" }, "Edit a puzzle of your own"), open.form));
  return { element, title: "Draw", close: () => ends.abort() };
}

/**
 * @param {Family[]} families
 * @param {Shell} app
 */
function newBoard(families, app) {
  const before = last();
  const first = families.find(({ id }) => id === before.family) ?? families[0];
  const rows = h("input", { type: "number", name: "rows", required: true, value: String(before.rows ?? USUAL), inputmode: "numeric" });
  const cols = h("input", { type: "number", name: "cols", required: true, value: String(before.cols ?? USUAL), inputmode: "numeric" });
  const complaint = h("p", { class: "complaint", role: "alert" });
  let chosen = first;
  const limit = () => {
    const [least, most] = chosen.sides;
    for (const box of [rows, cols]) {
      box.min = String(least);
      box.max = String(most);
      if (box.value) box.value = String(Math.min(most, Math.max(least, Number(box.value))));
    }
  };
  limit();
  return h("form", {
    class: "new-board",
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      complaint.textContent = "";
      const size = { family: chosen.id, rows: Number(rows.value), cols: Number(cols.value) };
      try {
        const { puzzle } = await call("blank", size);
        try {
          localStorage.setItem(LAST, JSON.stringify(size));
        } catch {
          // Then the next board begins as usual.
        }
        app.goTo(`#/draft/${Draft.begin({ puzzle, name: chosen.name, blank: true }).id}`);
      } catch (error) {
        complainIn(error, complaint);
      }
    },
  },
    h("fieldset", { class: "tiles" }, h("legend", null, "A new board"),
      ...families.map((family) => h("label", { class: "tile" },
        h("input", {
          type: "radio", name: "family", value: family.id, checked: family === first,
          onchange: () => {
            chosen = family;
            limit();
          },
        }),
        h("span", { class: "tile-in" }, h("span", { class: "thumb" }, picture(family.picture)), h("span", null, family.name))))),
    h("div", { class: "size-row" },
      h("label", { class: "field" }, h("span", null, "Rows"), rows),
      h("label", { class: "field" }, h("span", null, "Columns"), cols),
      h("button", { type: "submit", class: "primary" }, icon("draw"), "Start drawing")),
    complaint);
}

/** @returns {{ family?: string, rows?: number, cols?: number }} */
function last() {
  try {
    return JSON.parse(localStorage.getItem(LAST) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {HTMLElement} list @param {Shell} app */
function listDrafts(list, app) {
  const kept = drafts();
  list.hidden = kept.length === 0;
  list.replaceChildren(
    h("h2", { id: "drawings-title" }, "Your drawings"),
    h("ul", { class: "kept-cards" }, ...kept.map((each) => card(each))));

  /** @param {Kept} draft */
  function card({ id, name, words, updated, steps, at }) {
    const { rows, cols } = steps[at];
    const title = words.title || name;
    return keptCard({
      href: `#/draft/${id}`,
      title,
      facts: [title === name ? null : name, rows && cols ? `${rows} × ${cols}` : null],
      when: when(updated),
      sketch: (thumb) => sketch(thumb, steps[at], undefined, false),
      analyse: async () => app.goTo(`#/analyse/${await codeOf(steps[at])}`),
      warning: ["Delete this drawing?", `“${title}” will be gone for good.`],
      remove: () => {
        forgetDraft(id);
        listDrafts(list, app);
      },
    });
  }
}

/**
 * @param {string} id
 * @param {Shell} app
 */
export async function draftPage(id, app) {
  const found = Draft.find(id);
  if (!found) return null;
  const { held: draft, release } = await holdOrCopy(found, (copy) => {
    history.replaceState(null, "", `#/draft/${copy.id}`);
    app.notify("This drawing is open in another tab, so you are working on a copy here.");
  });
  const { puzzle, kept } = draft;
  return unlessFailing(release, async () => {
    const [sight, families] = await Promise.all([sightOf(puzzle), app.families()]);
    return new DrawPage(new DraftSession(draft, sight), families.find(({ name }) => name === kept.name), app, release);
  });
}

/**
 * A drawing that begins with the puzzle in the address. Whoever comes a second time without
 * having changed anything finds the same drawing.
 * @param {string} text
 * @returns {Promise<string>} the drawing
 */
export async function openDraft(text) {
  const { puzzles: [opened], errors } = await call("open", { text });
  if (!opened) throw new Refused(errors[0] ? unreadable(errors[0], text) : "There is no puzzle in this link.");
  const same = drafts().find(({ steps, at }) => JSON.stringify(steps[at]) === JSON.stringify(opened.puzzle));
  return same?.id ?? Draft.begin(opened).id;
}
