// One puzzle of the library, with all that is known about it.

import { picture } from "../../board/scene.js";
import { h, icon } from "../../ui/dom.js";
import { gradeTable, opinionFields, opinionWords } from "../../ui/scores.js";
import { clock } from "../../ui/times.js";

/** @import {Entry, Play, Row} from "../../protocol.d.ts" */

/**
 * @typedef {object} Deeds
 * @property {(id: number) => Promise<Entry | undefined>} entry
 * @property {() => void} close
 * @property {(entry: Entry) => void} play
 * @property {(entry: Entry) => void} draw
 * @property {(entry: Entry) => void} analyse
 * @property {(entry: Entry, said: Play) => Promise<void>} say
 * @property {(entry: Entry) => void} tag
 * @property {(entry: Entry) => void} export
 * @property {(entry: Entry) => void} remove
 */

export class Details {
  /** Counts what is to be shown, so that a slow answer does not overtake the next. */
  #turn = 0;

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.element = h("aside", { class: "details", hidden: true, "aria-label": "The puzzle" });
  }

  /** @param {Row | null} row */
  async show(row) {
    const mine = (this.#turn += 1);
    if (!row) {
      this.element.hidden = true;
      return;
    }
    const entry = await this.deeds.entry(row.id);
    if (mine !== this.#turn || !entry) return;
    this.element.hidden = false;
    this.element.replaceChildren(...this.#content({ ...entry, ...row }));
    this.element.scrollTop = 0;
  }

  /** @param {Entry} entry */
  #content(entry) {
    const { id, name, title, rows, cols, rating, tags, plays, scene, origin } = entry;
    const words = [title ? name : null, `${rows} × ${cols}`, author(entry)].filter(Boolean).join(" · ");
    const { deeds } = this;
    return [
      h("header", null, h("h2", null, title || name),
        h("button", { type: "button", class: "quiet round", "aria-label": "Close", onclick: () => deeds.close() }, icon("close"))),
      h("p", { class: "aside" }, words),
      h("div", { class: "details-picture" }, picture(scene, `The puzzle, number ${id}`)),
      h("div", { class: "details-deeds" },
        h("button", { type: "button", class: "primary", onclick: () => deeds.play(entry) }, icon("go"), "Play"),
        h("button", { type: "button", onclick: () => deeds.draw(entry), title: "Edit a copy of it" }, icon("draw"), "Edit"),
        h("button", { type: "button", onclick: () => deeds.analyse(entry) }, icon("chart"), "Analyse")),
      rating ? gradeTable(rating) : h("p", { class: "aside" }, "Not rated."),
      h("p", { class: "tags" }, ...tags.map((tag) => h("span", { class: "tag-chip" }, tag)),
        h("button", { type: "button", class: "link", onclick: () => deeds.tag(entry) }, tags.length > 0 ? "Edit tags" : "Add a tag")),
      plays.length > 0 && h("section", null, h("h3", null, "Played"), h("ol", { class: "plays" }, ...plays.map(played))),
      this.#opinion(entry),
      h("p", { class: "aside" }, [`Number ${id}`, from(origin)].filter(Boolean).join(" · ")),
      h("div", { class: "details-rest" },
        h("button", { type: "button", class: "quiet", onclick: () => deeds.export(entry) }, icon("download"), "Export"),
        h("button", { type: "button", class: "quiet", onclick: () => deeds.remove(entry) }, icon("trash"), "Delete")),
    ].filter((part) => part !== false);
  }

  /** What whoever looks at it thinks of it, whether they played it here or not. @param {Entry} entry */
  #opinion(entry) {
    const keep = h("button", { type: "submit", class: "primary", disabled: true }, "Save");
    const solved = h("input", { type: "checkbox", role: "switch" });
    const form = h("form", {
      class: "word",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        keep.disabled = true;
        const said = Object.fromEntries(new FormData(form));
        await this.deeds.say(entry, /** @type {Play} */ ({ solved: entry.state === "solved" || solved.checked, ...said }));
      },
    }, ...opinionFields({}, () => { keep.disabled = false; }),
    // A record of playing says whether it was solved; many are solved on paper.
    entry.state !== "solved" && h("label", { class: "switch" }, h("span", null, "I have solved it, on paper or elsewhere"), solved),
    h("div", { class: "row" }, keep));
    return h("details", { class: "opinion" }, h("summary", null, "What do you think of it?"), form);
  }
}

/** @param {Entry} entry */
function author({ puzzle }) {
  return typeof puzzle.author === "string" ? puzzle.author : null;
}

/** @param {Play} play */
function played({ at, seconds, solved, difficulty, fun, looks }) {
  const when = at ? new Date(at * 1000).toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" }) : null;
  const time = typeof seconds === "number" ? clock(seconds * 1000) : null;
  const word = opinionWords({ difficulty, fun, looks });
  return h("li", null,
    h("span", null, [when, solved ? `solved${time ? ` in ${time}` : ""}` : `not finished${time ? ` after ${time}` : ""}`].filter(Boolean).join(", ")),
    word && h("span", { class: "aside" }, word));
}

/** @param {Entry["origin"]} origin */
function from(origin) {
  if (!origin) return "";
  if (typeof origin === "string") return origin;
  const { command, seed, index } = origin;
  const where = typeof seed === "number" || typeof seed === "string" ? ` (seed ${seed}, index ${index ?? 0})` : "";
  // What came in through the page, with no word on where from, has nothing to tell.
  return command && command !== "serve" ? `${command}${where}` : "";
}
