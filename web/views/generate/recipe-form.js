// The form that says what to generate. Everything about a family in it is read from its own
// description: ways to make it, their options and shapes, sizes, grades, rules.

import { h, icon } from "../../ui/dom.js";

/** @import {Family, Method, MethodOption, Requests, Symmetry} from "../../protocol.d.ts" */

const KEPT = "gw:recipe";
/** How large a board is proposed, if the family allows it. */
const USUAL = 7;

/** What the boxes of rules are called, those that may be needed and those that must be: this, and the rule's id. */
const RULE = "rule-";
const MUST = "must-";

/** @type {Record<Symmetry, string>} */
const SHAPES = { none: "None", turn: "Half turn", mirror: "Mirror" };

/** @typedef {{ family?: string, of?: Record<string, Record<string, string>> }} Kept */

export class RecipeForm {
  /** What was chosen last, for each family. @type {Kept} */
  #kept = load();
  /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
  #boxes = {};

  /** @param {Family[]} families */
  constructor(families) {
    this.families = families;
    this.family = families.find(({ id }) => id === this.#kept.family) ?? families[0];
    this.kinds = h("select", {
      name: "family",
      onchange: () => {
        this.family = families.find(({ id }) => id === this.kinds.value) ?? families[0];
        this.#build();
      },
    }, ...families.map(({ id, name }) => h("option", { value: id, selected: id === this.family.id }, name)));
    this.fields = h("div", { class: "recipe-fields" });
    this.element = h("div", { class: "recipe-in" }, labelled("Family", this.kinds), this.fields);
    this.#build();
  }

  /** @returns {{ family: Family, count: number, request: Requests["generate"][0] }} */
  read() {
    this.#keep();
    const { family } = this;
    const number = (/** @type {string} */ name) => Number(this.#boxes[name].value);
    const method = this.#method;
    const difficulty = this.#boxes.difficulty.value;
    const symmetry = /** @type {Symmetry} */ (this.#boxes.symmetry?.value ?? "none");
    const required = family.deductions.filter(({ id }) => this.#checked(MUST + id)).map(({ id }) => id);
    const density = this.#boxes.density?.value;
    const without = family.deductions.filter(({ id }) => this.#boxes[RULE + id] && !this.#checked(RULE + id)).map(({ id }) => id);
    return {
      family,
      count: number("count"),
      request: {
        family: family.id, rows: number("rows"), cols: number("cols"), seed: number("seed"), index: number("index"),
        ...(method && { method: method.id, options: Object.fromEntries(method.options.map((option) => [option.id, this.#option(option)])) }),
        ...(symmetry !== "none" && { symmetry }),
        ...(density && { density: Number(density) / 100 }),
        ...(difficulty && { difficulty }),
        ...(this.#checked("noTrial") && { noTrial: true }),
        ...(required.length > 0 && { required }),
        ...(without.length > 0 && { rules: { without } }),
      },
    };
  }

  /** The next call continues where this one ended. @param {number} made */
  goOn(made) {
    this.#boxes.index.value = String(Number(this.#boxes.index.value) + made);
    this.#keep();
  }

  /** @returns {Method | undefined} */
  get #method() {
    return this.family.methods.find(({ id }) => id === this.#boxes.method?.value) ?? this.family.methods[0];
  }

  /** @param {string} name */
  #checked(name) {
    const box = this.#boxes[name];
    return box instanceof HTMLInputElement && box.checked;
  }

  /** @param {MethodOption} option */
  #option({ id }) {
    const box = this.#boxes[`option-${id}`];
    return box instanceof HTMLInputElement && box.type === "checkbox" ? Number(box.checked) : Number(box.value);
  }

  #build() {
    const { family } = this;
    const kept = this.#kept.of?.[family.id] ?? {};
    const [least, most] = family.sides;
    this.#boxes = {};
    const number = (/** @type {string} */ name, /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ usual) =>
      this.#box(name, h("input", {
        type: "number", min: String(low), max: String(high), step: "1", required: true, inputmode: "numeric",
        value: String(Math.min(high, Math.max(low, Number(kept[name] ?? usual)))),
      }));
    const choice = (/** @type {string} */ name, /** @type {[string, string][]} */ options, /** @type {string | undefined} */ usual = undefined) =>
      this.#box(name, h("select", null, ...options.map(([value, label]) => h("option", { value, selected: (kept[name] ?? usual) === value }, label))));
    const yes = (/** @type {string} */ name, /** @type {boolean} */ usual) =>
      this.#box(name, h("input", { type: "checkbox", role: "switch", checked: (kept[name] ?? (usual ? "yes" : "no")) === "yes" }));

    const seed = number("seed", 0, 2 ** 31 - 1, randomSeed());
    const methods = choice("method", family.methods.map((method) => [method.id, sentence(method.words)]));
    const special = h("div", { class: "recipe-special" });
    const showSpecial = () => {
      for (const name of Object.keys(this.#boxes)) if (name === "symmetry" || name === "density" || name.startsWith("option-")) delete this.#boxes[name];
      const method = this.#method;
      special.replaceChildren(
        ...(method && method.shapes.length > 0
          ? [labelled("Symmetry", choice("symmetry", [["none", SHAPES.none], ...method.shapes.filter((shape) => shape !== "none").map((shape) => /** @type {[string, string]} */ ([shape, SHAPES[shape]]))]))]
          : []),
        ...(method?.density
          ? [labelled(`What percentage ${method.density}`, this.#box("density", h("input", { type: "number", min: "0", max: "100", step: "1", placeholder: "automatic", inputmode: "numeric", value: kept.density ?? "" })))]
          : []),
        ...(method?.options ?? []).map(({ id, words, usual, least: low, most: high, names = [] }) => {
          const name = `option-${id}`;
          if (names.length === high - low + 1) return labelled(sentence(words), choice(name, names.map(({ value, words: label }) => [String(value), sentence(label)]), String(usual)));
          if (low === 0 && high === 1) return h("label", { class: "switch" }, h("span", null, sentence(words)), yes(name, usual === 1));
          const box = number(name, low, high, usual);
          return labelled(sentence(words), box, names.map(({ value, words: label }) => `${value}: ${label}`).join("; "));
        }));
    };
    methods.addEventListener("change", showSpecial);
    const words = h("p", { class: "aside" });
    const tellMethod = () => { words.textContent = sentence(this.#method?.words ?? ""); };
    methods.addEventListener("change", tellMethod);

    // Whoever has unfolded it sees it unfolded for every family.
    const unfolded = this.fields.querySelector("details")?.open ?? false;
    this.fields.replaceChildren(
      h("div", { class: "recipe-pair" },
        labelled("Rows", number("rows", least, most, Math.max(USUAL, least))), labelled("Columns", number("cols", least, most, Math.max(USUAL, least)))),
      h("div", { class: "recipe-pair" },
        labelled("How many", number("count", 1, 200, 6)),
        labelled("Difficulty", choice("difficulty", [["", "Any"], ...family.grades.map((grade) => /** @type {[string, string]} */ ([grade, sentence(grade)]))]))),
      h("label", { class: "switch" }, h("span", null, "Solvable without trial"), yes("noTrial", false)),
      h("details", { class: "recipe-more", open: unfolded }, h("summary", null, "More options"),
        h("div", { class: "recipe-fields" },
          family.methods.length > 1 ? labelled("Method", methods) : "",
          words, special,
          this.#rules(yes),
          h("div", { class: "recipe-pair" },
            labelled("Seed", h("span", { class: "with-button" }, seed,
              h("button", {
                type: "button", "aria-label": "Random seed", title: "Random seed",
                onclick: () => {
                  seed.value = String(randomSeed());
                  this.#boxes.index.value = "0";
                },
              }, icon("dice")))),
            labelled("First index", number("index", 0, 2 ** 31 - 1, 0))),
          h("p", { class: "aside" }, "The same seed and index always give the same puzzle."))));
    if (!this.#boxes.method) this.#boxes.method = methods;
    showSpecial();
    tellMethod();
  }

  /** Which rules may be needed, and which must be. @param {(name: string, usual: boolean) => HTMLInputElement} yes */
  #rules(yes) {
    const rules = this.family.deductions.filter(({ made }) => made);
    const [may, must] = [[RULE, true], [MUST, false]].map(([prefix, usual]) => rules.map(({ id, name }) => {
      const box = yes(`${prefix}${id}`, Boolean(usual));
      box.removeAttribute("role");
      box.setAttribute("aria-label", `${sentence(name)}: ${usual ? "may be needed" : "must be needed"}`);
      return box;
    }));
    const summary = h("summary");
    const tell = () => {
      const [allowed, wanted] = [may, must].map((boxes) => boxes.filter((box) => box.checked).length);
      summary.textContent = `Rules that may be needed: ${allowed === rules.length ? "all" : `${allowed} of ${rules.length}`}${wanted > 0 ? `; that must be: ${wanted}` : ""}`;
    };
    // What must be needed may be.
    for (const [i, box] of must.entries()) box.addEventListener("change", () => { if (box.checked) may[i].checked = true; });
    for (const [i, box] of may.entries()) box.addEventListener("change", () => { if (!box.checked) must[i].checked = false; });
    const all = (/** @type {boolean} */ on) => () => {
      for (const box of may) box.checked = on;
      if (!on) for (const box of must) box.checked = false;
      tell();
    };
    tell();
    return h("details", { class: "recipe-rules" }, summary,
      h("div", { class: "choices-row" },
        h("button", { type: "button", onclick: all(true) }, "All"), h("button", { type: "button", onclick: all(false) }, "None")),
      h("table", { onchange: tell },
        h("thead", null, h("tr", null, ...["May", "Must", "Rule", "Level"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", null, ...rules.map(({ name, level, words }, i) => h("tr", null,
          h("td", null, may[i]), h("td", null, must[i]), h("td", { title: words }, sentence(name)), h("td", { class: "aside" }, String(level)))))));
  }

  /**
   * @template {HTMLInputElement | HTMLSelectElement} Box
   * @param {string} name
   * @param {Box} box
   * @returns {Box}
   */
  #box(name, box) {
    box.name = name;
    this.#boxes[name] = box;
    return box;
  }

  #keep() {
    const chosen = Object.fromEntries(Object.entries(this.#boxes).map(([name, box]) =>
      [name, box instanceof HTMLInputElement && box.type === "checkbox" ? (box.checked ? "yes" : "no") : box.value]));
    this.#kept = { family: this.family.id, of: { ...this.#kept.of, [this.family.id]: chosen } };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // Then it is forgotten with the page.
    }
  }
}

/** Nobody gets what everybody gets. */
function randomSeed() {
  return 1 + Math.floor(Math.random() * 999_999);
}

/** @param {string} name @param {Node} box @param {string} [more] */
function labelled(name, box, more = "") {
  return h("label", { class: "labelled" }, h("span", null, name), box, more && h("span", { class: "aside" }, more));
}

/** @param {string} words */
function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @returns {Kept} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}
