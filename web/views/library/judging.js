// Grades for a selection of the library: which are in use, what players said beside them, and others made of
// either, kept in this browser or in a file.

import { call, libraryJob } from "../../server/api.js";
import { ownGrades, useGrades } from "../../storage/grades.js";
import { player } from "../../storage/settings.js";
import { complainIn } from "../../ui/complain.js";
import { download } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { SCALES, gradeWord } from "../../ui/scores.js";

/** @import {Cluster, FamilyClusters, FamilyOpinions, ScaleOpinions} from "../../protocol.d.ts" */

/** How many puzzles are rated in one request. */
const CHUNK = 20;

const TIME_RAN_OUT = "Time ran out: only a part of them was looked at. Choose fewer puzzles in the library, and ask again.";

/**
 * @param {number[]} ids
 * @param {(id: string) => string} named the name of a family
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} onrated the library has other ratings
 */
export function judging(ids, named, signal, onrated) {
  return new Judging(ids, named, signal, onrated).element;
}

class Judging {
  using = h("p");
  said = h("p", { class: "note", role: "status" });
  found = h("div", { class: "judged" });
  usual = h("button", { type: "button", onclick: () => this.#use(null) }, "Back to the usual grades");
  /** @type {HTMLInputElement} */
  file = h("input", {
    type: "file", hidden: true, "aria-label": "A file of grades",
    onchange: async () => {
      const chosen = this.file.files?.[0];
      this.file.value = "";
      if (chosen) await this.#take(chosen.name, await chosen.text());
    },
  });
  many = h("select", { "aria-label": "How many grades" },
    ...[2, 3, 4, 5, 6].map((n) => h("option", { value: String(n), selected: n === 3 }, `${n} grades`)));
  buttons = [
    h("button", { type: "button", onclick: () => this.#opinions() }, "Compare with opinions"),
    h("button", { type: "button", onclick: () => this.#cluster() }, "Group again"),
    h("button", { type: "button", onclick: () => this.#rate() }, "Rate again"),
  ];

  /** @param {number[]} ids @param {(id: string) => string} named @param {AbortSignal} signal @param {() => Promise<void>} onrated */
  constructor(ids, named, signal, onrated) {
    this.ids = ids;
    this.named = named;
    this.signal = signal;
    this.onrated = onrated;
    const [compare, group, rate] = this.buttons;
    this.element = h("section", { class: "judging", "aria-labelledby": "judging" },
      h("h2", { id: "judging" }, "Grades of your own"), this.using,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.file.click() }, icon("file"), "Read a grades file"), this.usual, this.file),
      deed("Rate these puzzles anew with the grades in use, and keep that in the library.", rate),
      deed("Compare what players said with the grades in use, and learn from it.", compare),
      deed("Make new grades of the scores: puzzles with scores close together get the same grade.", group, this.many),
      this.said, this.found);
    this.#tellUsing();
  }

  #tellUsing() {
    const own = ownGrades();
    this.using.textContent = own
      ? `In use: ${own.name}, for ${inWords(own.families.map(({ name }) => name))}. This browser rates, draws and generates with these grades.`
      : "In use: the usual grades.";
    this.usual.hidden = !own;
  }

  /** @param {import("../../storage/grades.js").OwnGrades | null} own */
  #use(own) {
    useGrades(own);
    this.#tellUsing();
    this.said.textContent = own ? "These grades are in use now." : "The usual grades are in use again.";
  }

  /** @param {string} name @param {string} text */
  async #take(name, text) {
    try {
      this.#use({ name, text, families: (await call("grades", { text })).families });
    } catch (error) {
      complainIn(error, this.said);
    }
  }

  /** How all of it is rated. */
  async #how() {
    const own = ownGrades();
    return { player: (await player()).player, ...(own && { grades: own.text }) };
  }

  /** One thing at a time. @param {string} doing @param {() => Promise<string>} work says what came of it */
  async #do(doing, work) {
    for (const button of this.buttons) button.disabled = true;
    this.found.replaceChildren();
    this.said.textContent = `${doing} …`;
    try {
      this.said.textContent = await work();
    } catch (error) {
      if (!this.signal.aborted) complainIn(error, this.said);
    } finally {
      for (const button of this.buttons) button.disabled = false;
    }
  }

  #rate() {
    return this.#do("Rating", async () => {
      const how = await this.#how();
      let rated = 0;
      for (let from = 0; from < this.ids.length; from += CHUNK) {
        this.signal.throwIfAborted();
        rated += (await libraryJob("rate", { ids: this.ids.slice(from, from + CHUNK), ...how }, this.signal, () => {})).rated;
        this.said.textContent = `Rated ${rated.toLocaleString("en")} of ${this.ids.length.toLocaleString("en")} …`;
      }
      await this.onrated();
      const left = this.ids.length - rated;
      return `${counted(rated)} rated.${left > 0 ? ` Time ran out for ${left.toLocaleString("en")}: they keep what they had.` : ""}`;
    });
  }

  #opinions() {
    return this.#do("Comparing", async () => {
      const { status, families, least, text } = await libraryJob("opinions", { ids: this.ids, ...(await this.#how()) }, this.signal, () => {});
      this.found.replaceChildren(...families.map((family) => opinionTable(family, this.named(family.family))));
      if (text) this.found.append(this.#offer("What was learnt", "learnt.grades", text));
      if (status === "unknown") return TIME_RAN_OUT;
      if (families.length === 0) return "Nobody has said anything about these puzzles yet. After solving one, or beside it in the library, you can.";
      return text ? "What players said was enough to learn from." : `Nothing was learnt: that takes opinions on at least ${least} puzzles of a family that say more than chance.`;
    });
  }

  #cluster() {
    return this.#do("Grouping", async () => {
      const { status, families, text } = await libraryJob("cluster", { ids: this.ids, clusters: Number(this.many.value), ...(await this.#how()) }, this.signal, () => {});
      this.found.replaceChildren(...families.map((family) => clusterTable(family, this.named(family.family))));
      if (families.length > 0) this.found.append(this.#offer("Groups of the library", "groups.grades", text));
      return status === "unknown" ? TIME_RAN_OUT : `Grades made of ${counted(families.reduce((sum, { puzzles }) => sum + puzzles, 0))}.`;
    });
  }

  /** Grades that were made, to be used or kept. @param {string} name @param {string} file @param {string} text */
  #offer(name, file, text) {
    return h("div", { class: "row" },
      h("button", { type: "button", class: "primary", onclick: () => this.#take(name, text) }, "Use these grades"),
      h("button", { type: "button", onclick: () => download(file, text) }, icon("download"), "Save as a grades file"));
  }
}

/** @param {string} words @param {...HTMLElement} controls */
function deed(words, ...controls) {
  return h("div", { class: "judging-deed" }, h("p", null, words), h("div", { class: "row" }, ...controls));
}

/** @param {number} many */
function counted(many) {
  return many === 1 ? "One puzzle" : `${many.toLocaleString("en")} puzzles`;
}

/** @param {string[]} names */
function inWords(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** @param {FamilyOpinions} family @param {string} name */
function opinionTable({ scales, times, rank }, name) {
  const known = times > 0 && h("p", null, `${name}: ${times === 1 ? "one time" : `${times} times`} of solving known.${typeof rank === "number" ? ` Rank correlation with how much there is to look through: ${rank.toFixed(2)}.` : ""}`);
  return h("div", null, known, ...scales.map((scale) => {
    const { id, name: title } = SCALES.find((each) => each.id === scale.name) ?? SCALES[0];
    const word = (/** @type {string} */ grade) => gradeWord(id, grade);
    return h("table", null,
      h("caption", null, `${name}: ${title.toLowerCase()}`, h("span", null, agreement(scale))),
      h("thead", null, h("tr", null, ...["Our grade", ...scale.grades.map((grade) => `They said ${word(grade)}`)].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", null, ...scale.confusion.map((row, i) => h("tr", null,
        h("th", { scope: "row" }, word(scale.grades[i])), ...row.map((n) => h("td", null, String(n)))))));
  }));
}

/** @param {ScaleOpinions} scale */
function agreement({ puzzles, opinions, agree, study, learnt }) {
  const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
  const words = `${agree} of ${opinions} opinions on ${counted(puzzles).toLowerCase()} agree (${percent(agree / opinions)}; a study of one kind of puzzle found ${study} %).`;
  return learnt ? `${words} With what was learnt: ${learnt.agree} of ${learnt.of}.` : words;
}

/** @param {FamilyClusters} family @param {string} name */
function clusterTable(family, name) {
  return h("table", null,
    h("caption", null, name, h("span", null, counted(family.puzzles))),
    h("thead", null, h("tr", null, ...["Scale", "Grades from low to high: scores and puzzles"].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", null, ...SCALES.map(({ id, name: title }) => h("tr", null,
      h("th", { scope: "row" }, title),
      h("td", null, h("ol", { class: "groups" }, ...family[id].map((group) => h("li", null, range(group), h("span", null, counted(group.members).toLowerCase())))))))));
}

/** @param {Cluster} group */
function range({ from, to }) {
  const [low, high] = [from, to].map((score) => score.toFixed(0));
  return low === high ? low : `${low}–${high}`;
}
