// Rules of deduction to be switched on and off, one by one and in groups, and put in another order.

import { h, icon, setAttribute } from "../../ui/dom.js";

/** @import {Deduction, Level, Rules, Step} from "../../protocol.d.ts" */

export class RulesPanel {
  /** @type {Set<string>} */
  #off = new Set();
  /** @type {Map<string, { row: HTMLElement, box: HTMLInputElement, count: HTMLElement, up: HTMLElement, down: HTMLElement }>} */
  #rows = new Map();

  /**
   * @param {Deduction[]} deductions in their usual order
   * @param {Level[]} levels
   * @param {() => void} onchange
   */
  constructor(deductions, levels, onchange) {
    this.deductions = deductions;
    /** What the levels are called. */
    this.called = new Map(levels.map(({ level, name }) => [level, name]));
    this.order = deductions.map(({ id }) => id);
    this.onchange = onchange;
    this.list = h("ol", { class: "rule-list" }, ...deductions.map((rule) => this.#row(rule)));
    const { byLevel, kinds } = this.#groups();
    this.groups = [...byLevel, ...kinds];
    this.usual = h("button", { type: "button", class: "link", onclick: () => this.#reset() }, "Reset");
    this.element = h("div", { class: "rules-panel" },
      h("p", { class: "note" }, "Rules are tried from the top, and the first that finds something is used. The number says how often."),
      h("div", { class: "chips", role: "group", "aria-label": "Levels" }, ...byLevel.map(({ button }) => button), this.usual),
      kinds.length > 0 && h("details", { class: "kinds" }, h("summary", null, "Rules by kind"),
        h("div", { class: "chips", role: "group", "aria-label": "Kinds" }, ...kinds.map(({ button }) => button))),
      this.list);
    this.#show();
  }

  /** @returns {Rules} */
  get chosen() {
    const moved = this.order.some((id, i) => id !== this.deductions[i].id);
    return { ...(this.#off.size > 0 && { without: [...this.#off] }), ...(moved && { order: this.order }) };
  }

  /** How often each rule was used. @param {Step[]} steps */
  used(steps) {
    /** @type {Map<string, number>} */
    const times = new Map();
    for (const { rule } of steps) times.set(rule, (times.get(rule) ?? 0) + 1);
    for (const [id, { row, count }] of this.#rows) {
      const n = times.get(id) ?? 0;
      count.textContent = n > 0 ? String(n) : "";
      row.classList.toggle("unused", n === 0);
    }
  }

  #groups() {
    /** @type {Map<string, string[]>} */
    const levels = new Map();
    /** @type {Map<string, string[]>} */
    const kinds = new Map();
    for (const { id, level, group, name } of this.deductions) {
      const title = this.called.get(level) ?? `Level ${level}`;
      levels.set(title, [...levels.get(title) ?? [], id]);
      // A kind's own name is an id; its rules' names begin with what a person calls it.
      if (group) kinds.set(name.split(",")[0], [...kinds.get(name.split(",")[0]) ?? [], id]);
    }
    return { byLevel: [...levels].map(this.#chip), kinds: [...kinds].filter(([, ids]) => ids.length > 1).map(this.#chip) };
  }

  /** @param {[string, string[]]} group */
  #chip = ([name, ids]) => ({
    ids,
    button: h("button", {
      type: "button", class: "chip",
      onclick: () => {
        const on = ids.some((id) => this.#off.has(id));
        for (const id of ids) this.#switch(id, on);
        this.#changed();
      },
    }, name),
  });

  /** @param {Deduction} rule */
  #row({ id, name, level, words }) {
    const box = h("input", {
      type: "checkbox", checked: true, "aria-label": name,
      onchange: () => {
        this.#switch(id, box.checked);
        this.#changed();
      },
    });
    const count = h("span", { class: "count" });
    const up = h("button", { type: "button", class: "quiet", "aria-label": `${name}: move up`, title: "Move up", onclick: () => this.#move(id, -1) }, icon("up"));
    const down = h("button", { type: "button", class: "quiet", "aria-label": `${name}: move down`, title: "Move down", onclick: () => this.#move(id, 1) }, icon("down"));
    const row = h("li", { class: "rule" }, box,
      h("details", null, h("summary", null, name), h("p", null, words)),
      count,
      h("span", { class: `level level-${level}`, title: `Level ${level}: ${this.called.get(level) ?? ""}` }, String(level)),
      up, down);
    this.#rows.set(id, { row, box, count, up, down });
    return row;
  }

  /** @param {string} id @param {boolean} on */
  #switch(id, on) {
    if (on) this.#off.delete(id);
    else this.#off.add(id);
  }

  /** @param {string} id @param {-1 | 1} by */
  #move(id, by) {
    const from = this.order.indexOf(id);
    const to = from + by;
    if (to < 0 || to >= this.order.length) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    this.order.splice(from, 1);
    this.order.splice(to, 0, id);
    this.#changed();
    // Moving an element takes the focus from it.
    focused?.focus();
  }

  #reset() {
    this.#off.clear();
    this.order = this.deductions.map(({ id }) => id);
    this.#changed();
  }

  #changed() {
    this.#show();
    this.onchange();
  }

  #show() {
    const rows = this.order.flatMap((id) => {
      const entry = this.#rows.get(id);
      if (!entry) return [];
      entry.box.checked = !this.#off.has(id);
      entry.row.classList.toggle("off", this.#off.has(id));
      return [entry.row];
    });
    if (rows.some((row, i) => this.list.children[i] !== row)) this.list.append(...rows);
    for (const { button, ids } of this.groups) {
      const off = ids.filter((id) => this.#off.has(id)).length;
      setAttribute(button, "aria-pressed", off === 0 ? "true" : off === ids.length ? "false" : "mixed");
    }
    const { without, order } = this.chosen;
    this.usual.hidden = !without && !order;
  }
}
