// The first page: continue a started puzzle, open one, have a new one made, or take a sample.

import { picture } from "../../board/scene.js";
import { sketch, whenSeen } from "../../board/thumbnail.js";
import { call } from "../../server/api.js";
import { History } from "../../storage/history.js";
import { openElsewhere } from "../../storage/locks.js";
import { Session, forget, headline, solvedPuzzles, started, tidyUp } from "../../storage/sessions.js";
import { showRules } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { keptCard } from "../../ui/kept-card.js";
import { codeOf } from "../../ui/link.js";
import { opener } from "../../ui/puzzle-box.js";
import { clock, solvedHow, when } from "../../ui/times.js";
import { anotherButton } from "../play/another.js";
import { begin } from "../play/begin.js";

/** @import {Family} from "../../protocol.d.ts" */
/** @import {Summary, Wish} from "../../storage/sessions.js" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */

/** How many started puzzles are shown at first. */
const FEW = 6;
/** Which sizes of new puzzles are offered, as far as a family allows them, and which one is proposed. */
const SIZES = [5, 6, 7, 8, 10, 12, 15];
const USUAL = 7;
/** What was wanted last, for each family. */
const WISHES = "gw:wishes";

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
  const solved = solvedPuzzles();
  const element = h("div", { class: "view start" },
    h("section", { class: "welcome" },
      h("h1", null, "Logic puzzles to play, draw and take apart"),
      h("p", { class: "lead" }, "Play a new one, pick a sample, or bring your own."),
      open.form),
    list,
    h("section", { class: "families", "aria-label": "Puzzles" }, ...families.map((family) => familyCard(family, solved, app, signal)), moreCard()));
  return { element, title: "", close: () => ends.abort() };
}

/**
 * @param {Family} family
 * @param {Set<string>} solved
 * @param {Shell} app
 * @param {AbortSignal} signal
 */
function familyCard(family, solved, app, signal) {
  const samples = h("ul", { class: "samples" }, ...family.samples.map(({ title, puzzle, grade }, index) => {
    const thumb = h("span", { class: "thumb" });
    whenSeen(thumb, () => sketch(thumb, puzzle));
    const name = title || `Sample ${index + 1}`;
    return h("li", null,
      h("button", {
        type: "button", class: "sample",
        onclick: () => begin({ puzzle, title, name: family.name }, app),
      }, thumb, h("span", { class: "caption" }, name,
        h("span", { class: "aside" }, [grade, `${puzzle.rows}\u00a0×\u00a0${puzzle.cols}`].filter(Boolean).join(" · "))),
      solved.has(JSON.stringify(puzzle)) && h("span", { class: "solved-mark" }, icon("check"), "Solved")),
      h("button", {
        type: "button", class: "quiet round", "aria-label": `Analyse ${name}`, title: "Analyse",
        onclick: async () => app.goTo(`#/analyse/${await codeOf(puzzle)}`),
      }, icon("chart")));
  }));
  return h("article", { class: "family" },
    h("div", { class: "family-picture" }, family.picture ? picture(family.picture, `A solved example of ${family.name}`) : null),
    h("div", { class: "family-words" },
      h("h2", null, family.name),
      h("p", null, firstSentences(family.rules)),
      h("button", { type: "button", class: "link", "aria-label": `Rules and how to play: ${family.name}`, onclick: () => showRules(family, family.rules, family.name) }, "Rules and how to play")),
    family.methods.length > 0 && freshForm(family, app, signal),
    samples);
}

/** What else there is. */
function moreCard() {
  const line = (/** @type {string} */ href, /** @type {string} */ sign, /** @type {string} */ name, /** @type {string} */ words) =>
    h("li", null, h("a", { href }, icon(sign), h("span", null, h("b", null, name), h("span", { class: "aside" }, words))));
  return h("article", { class: "family more-card" },
    h("h2", null, "More than playing"),
    h("ul", null,
      line("#/analyse", "chart", "Analyse", "Any puzzle, solved step by step, with the reason for each."),
      line("#/draw", "draw", "Draw", "Place clues of your own, and see at once how many solutions there are."),
      line("#/generate", "dice", "Generate", "As many as you like, of a size, a grade, even for one rule."),
      line("#/library", "keep", "Library", "Keep them, with ratings, tags and how you played.")));
}

/**
 * A new puzzle, of a size and a grade.
 * @param {Family} family
 * @param {Shell} app
 * @param {AbortSignal} signal
 */
function freshForm(family, app, signal) {
  const { name, sides: [least, most], grades } = family;
  const before = wishes()[family.id];
  const sizes = SIZES.filter((side) => side >= least && side <= most);
  if (sizes.length === 0) sizes.push(least);
  const usual = sizes.includes(before?.rows ?? 0) ? before.rows : sizes.reduce((best, side) => (Math.abs(side - USUAL) < Math.abs(best - USUAL) ? side : best));
  const size = h("select", { "aria-label": `Size of a new ${name}` }, ...sizes.map((side) => h("option", { value: String(side), selected: side === usual }, `${side} × ${side}`)));
  const grade = h("select", { "aria-label": `Difficulty of a new ${name}` }, h("option", { value: "" }, "any difficulty"),
    ...grades.map((each) => h("option", { value: each, selected: each === before?.difficulty }, each)));
  const wish = () => {
    /** @type {Wish} */
    const chosen = { rows: Number(size.value), cols: Number(size.value), difficulty: grade.value || null };
    try {
      localStorage.setItem(WISHES, JSON.stringify({ ...wishes(), [family.id]: chosen }));
    } catch {
      // Then the next visit begins as usual.
    }
    return chosen;
  };
  return h("div", { class: "fresh", role: "group", "aria-label": `A new ${name}` }, size, grade,
    anotherButton({ label: "Play", name: `Play a new ${name}`, look: "primary", sign: "go", family, wish, signal, app }));
}

/** @returns {Record<string, Wish>} */
function wishes() {
  try {
    return JSON.parse(localStorage.getItem(WISHES) ?? "{}");
  } catch {
    return {};
  }
}

/** Enough to know what kind of puzzle it is. @param {string} rules */
function firstSentences(rules) {
  const sentences = rules.match(/[^.]+\.\s*/g) ?? [rules];
  let text = "";
  for (const sentence of sentences) {
    if (text.length > 60 && (text + sentence).length > 150) break;
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
  const cards = (/** @type {Summary[]} */ some) => h("ul", { class: "kept-cards" }, ...some.map((summary) => card(summary, open.has(summary.id))));
  const unfinished = summaries.filter(({ complete }) => !complete);
  const solved = summaries.filter(({ complete }) => complete);
  const unfolded = list.querySelector("details")?.open ?? false;
  list.hidden = summaries.length === 0;
  list.replaceChildren(
    unfinished.length > 0 ? h("h2", { id: "started-title" }, "Continue") : h("h2", { id: "started-title", class: "unseen" }, "Your puzzles"),
    unfinished.length > 0 ? cards(unfinished.slice(0, all ? undefined : FEW)) : "",
    unfinished.length > FEW && !all
      ? h("button", { type: "button", class: "link", onclick: () => listStarted(list, app, true) }, `Show all ${unfinished.length}`)
      : "",
    solved.length > 0 ? h("details", { class: "solved-ones", open: unfolded }, h("summary", null, solved.length === 1 ? "One solved" : `${solved.length} solved`), cards(solved)) : "");

  /** @param {Summary} summary @param {boolean} elsewhere */
  function card(summary, elsewhere) {
    const { id, name, title: given, elapsed, complete, updated } = summary;
    const title = headline({ title: given, name });
    return keptCard({
      href: `#/play/${id}`,
      title,
      facts: [title === name ? given : name, complete ? `solved ${solvedHow(summary)}` : clock(elapsed)],
      when: elsewhere ? "open in another tab" : when(updated),
      sketch: (thumb) => sketchSession(thumb, id),
      analyse: () => app.goTo(`#/analyse/${id}`),
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
