// The first page: continue a started puzzle, open one, or take a sample.

import { picture } from "../../board/scene.js";
import { sketch, whenSeen } from "../../board/thumbnail.js";
import { call } from "../../server/api.js";
import { History } from "../../storage/history.js";
import { openElsewhere } from "../../storage/locks.js";
import { Session, forget, headline, started, tidyUp } from "../../storage/sessions.js";
import { showRules } from "../../ui/dialogs.js";
import { h } from "../../ui/dom.js";
import { keptCard } from "../../ui/kept-card.js";
import { opener } from "../../ui/puzzle-box.js";
import { clock, when } from "../../ui/times.js";
import { begin } from "../play/begin.js";

/** @import {Family} from "../../protocol.d.ts" */
/** @import {Summary} from "../../storage/sessions.js" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */

/** How many started puzzles are shown at first. */
const FEW = 6;

/**
 * @param {Shell} app
 * @returns {Promise<Page>}
 */
export async function startPage(app) {
  const ends = new AbortController();
  const { signal } = ends;
  const open = opener((opened) => begin(opened, app));
  const list = h("section", { class: "started", "aria-labelledby": "started-title" });
  const refresh = () => listStarted(list, app);
  addEventListener("storage", refresh, { signal });
  refresh();
  tidyUp();

  document.addEventListener("paste", (event) => {
    if (/** @type {HTMLElement} */ (event.target).matches?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text) open.text(text);
  }, { signal });
  dropZone(open, signal);

  const families = await app.families();
  const element = h("div", { class: "view start" },
    h("section", { class: "welcome" },
      h("h1", null, "Gridwright"),
      h("p", { class: "lead" }, "Logic puzzles to play, draw and take apart. Pick one, or bring your own."),
      open.form),
    list,
    h("section", { class: "families", "aria-label": "Puzzles" }, ...families.map((family) => familyCard(family, app))));
  return { element, title: "", close: () => ends.abort() };
}

/**
 * @param {Family} family
 * @param {Shell} app
 */
function familyCard(family, app) {
  const samples = h("ul", { class: "samples" }, ...family.samples.map(({ title, puzzle }, index) => {
    const thumb = h("span", { class: "thumb" });
    whenSeen(thumb, () => sketch(thumb, puzzle));
    return h("li", null, h("button", {
      type: "button", class: "sample",
      onclick: () => begin({ puzzle, title, name: family.name }, app),
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
 * @param {HTMLElement} list
 * @param {Shell} app
 * @param {boolean} [all]
 */
async function listStarted(list, app, all = false) {
  const summaries = started();
  const open = await openElsewhere();
  list.hidden = summaries.length === 0;
  list.replaceChildren(
    h("h2", { id: "started-title" }, "Continue"),
    h("ul", { class: "kept-cards" }, ...summaries.slice(0, all ? undefined : FEW).map((summary) => card(summary, open.has(summary.id)))),
    summaries.length > FEW && !all
      ? h("button", { type: "button", class: "link", onclick: () => listStarted(list, app, true) }, `Show all ${summaries.length}`)
      : "");

  /** @param {Summary} summary @param {boolean} elsewhere */
  function card({ id, name, title: given, elapsed, complete, updated }, elsewhere) {
    const title = headline({ title: given, name });
    const time = clock(elapsed);
    return keptCard({
      href: `#/play/${id}`,
      title,
      facts: [title === name ? given : name, complete ? `solved in ${time}` : time],
      when: elsewhere ? "open in another tab" : when(updated),
      sketch: (thumb) => sketchSession(thumb, id),
      warning: ["Delete this puzzle?", `“${title}” and all your moves will be gone for good.`],
      remove: () => {
        forget(id);
        listStarted(list, app, all);
      },
    });
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
