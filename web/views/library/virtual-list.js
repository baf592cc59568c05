// Thousands of puzzles as a grid of cards. Only those in sight are on the page, and only their
// pictures are asked for, one request at a time: whoever scrolls fast skips what they pass.

import { picture } from "../../board/scene.js";
import { h, icon } from "../../ui/dom.js";

/** @import {Entry, Row} from "../../protocol.d.ts" */

/** About how wide a card is, in pixels. */
const WIDTH = 168;
/** Below the square with the picture. */
const CAPTION = 68;
const GAP = 12;
/** How many pictures are remembered. */
const REMEMBERED = 600;
/** The server gives no more at once, and the page never has more cards. */
const AT_ONCE = 100;

/**
 * @typedef {object} Deeds
 * @property {(ids: number[]) => Promise<Entry[]>} get
 * @property {(row: Row | null) => void} current another card, or none, is looked at; by a click or a key
 * @property {() => void} selected the selection has changed
 * @property {(row: Row) => void} play
 * @property {(row: Row) => void} analyse
 * @property {() => void} remove the selection, or the current card
 */

export class VirtualList {
  /** In the order in which they are shown. @type {Row[]} */
  #rows = [];
  /** @type {Map<number, number>} at which index each of them is */
  #indexes = new Map();
  /** @type {Map<number, HTMLElement>} the cards on the page */
  #cards = new Map();
  /** @type {Map<number, Entry>} */
  #known = new Map();
  #asking = false;
  #frame = 0;
  #columns = 1;
  #width = WIDTH;
  /** @type {number | null} */
  #current = null;
  /** Where a selection with Shift begins. @type {number} */
  #anchor = 0;
  /** @type {Set<number>} */
  selected = new Set();

  /** @param {Deeds} deeds @param {AbortSignal} signal */
  constructor(deeds, signal) {
    this.deeds = deeds;
    this.element = h("ul", {
      class: "library-list", role: "listbox", "aria-multiselectable": "true", "aria-label": "Puzzles", tabindex: "0",
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
      ondblclick: (/** @type {MouseEvent} */ event) => this.#doubleClick(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    const later = () => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        if (!signal.aborted) this.#render();
      });
    };
    addEventListener("scroll", later, { signal, passive: true });
    const watcher = new ResizeObserver(later);
    watcher.observe(this.element);
    signal.addEventListener("abort", () => watcher.disconnect());
  }

  get rows() {
    return this.#rows;
  }

  /** @param {Row[]} rows */
  show(rows) {
    this.#rows = rows;
    this.#indexes = new Map(rows.map(({ id }, index) => [id, index]));
    for (const id of this.selected) if (!this.#indexes.has(id)) this.selected.delete(id);
    if (this.#current !== null && !this.#indexes.has(this.#current)) this.#go(null);
    for (const card of this.#cards.values()) card.remove();
    this.#cards.clear();
    this.#render();
  }

  /** Pictures and all else of these may have changed. @param {number[]} [ids] */
  forget(ids) {
    if (ids) for (const id of ids) this.#known.delete(id);
    else this.#known.clear();
  }

  /** @param {number} id @returns {Promise<Entry | undefined>} */
  async entry(id) {
    if (!this.#known.has(id)) this.#remember(await this.deeds.get([id]));
    return this.#known.get(id);
  }

  get current() {
    return this.#current === null ? null : this.#rows[this.#indexes.get(this.#current) ?? -1] ?? null;
  }

  selectAll() {
    this.selected = new Set(this.#rows.map(({ id }) => id));
    this.#mark();
  }

  selectNone() {
    this.selected.clear();
    this.#mark();
  }

  /** @param {number} index of a row */
  #top(index) {
    return Math.floor(index / this.#columns) * (this.#height + GAP);
  }

  get #height() {
    return this.#width + CAPTION;
  }

  #render() {
    const { clientWidth } = this.element;
    if (clientWidth === 0) return;
    this.#columns = Math.max(2, Math.round((clientWidth + GAP) / (WIDTH + GAP)));
    this.#width = Math.floor((clientWidth - GAP * (this.#columns - 1)) / this.#columns);
    const lines = Math.ceil(this.#rows.length / this.#columns);
    this.element.style.height = `${Math.max(0, lines * (this.#height + GAP) - GAP)}px`;

    const above = -this.element.getBoundingClientRect().top;
    const line = this.#height + GAP;
    const first = Math.max(0, Math.floor(above / line) - 1) * this.#columns;
    const past = Math.ceil((above + innerHeight) / line + 1) * this.#columns;
    const wanted = new Set(this.#rows.slice(first, Math.min(past, first + AT_ONCE)).map(({ id }) => id));
    // The card with the focus stays, wherever it is.
    if (this.#current !== null && this.#cards.get(this.#current) === document.activeElement) wanted.add(this.#current);

    for (const [id, card] of this.#cards) {
      if (wanted.has(id)) continue;
      card.remove();
      this.#cards.delete(id);
    }
    for (const id of wanted) this.#place(id);
    this.#ask();
  }

  /** @param {number} id */
  #place(id) {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    let card = this.#cards.get(id);
    if (!card) {
      card = this.#card(this.#rows[index], index);
      this.#cards.set(id, card);
      // In the order of the list, for those who do not see where the cards are.
      const next = [...this.element.children].find((other) => Number(/** @type {HTMLElement} */ (other).dataset.index) > index);
      this.element.insertBefore(card, next ?? null);
    }
    card.style.width = `${this.#width}px`;
    card.style.height = `${this.#height}px`;
    card.style.transform = `translate(${(index % this.#columns) * (this.#width + GAP)}px, ${this.#top(index)}px)`;
  }

  /**
   * @param {Row} row
   * @param {number} index
   * @returns {HTMLElement}
   */
  #card(row, index) {
    const { id, name, title, rows, cols, grade, state } = row;
    const thumb = h("span", { class: "thumb" });
    const known = this.#known.get(id);
    if (known) thumb.append(picture(known.scene));
    return h("li", {
      role: "option", class: "library-card", tabindex: "-1", "data-id": String(id), "data-index": String(index), "data-state": state,
      "aria-selected": String(this.selected.has(id)), "aria-setsize": String(this.#rows.length), "aria-posinset": String(index + 1),
      "aria-current": id === this.#current ? "true" : null,
    },
      // For hands; with keys it is A, and for whoever hears the page a button among the details.
      h("span", { class: "tick", "aria-hidden": "true" }), h("span", { class: "card-analyse", title: "Analyse", "aria-hidden": "true" }, icon("chart")), thumb,
      h("span", { class: "caption" },
        h("b", null, title || name),
        h("span", null, [`${rows} × ${cols}`, grade, state === "new" ? null : state, title ? name : null].filter(Boolean).join(" · "))));
  }

  /** Ask for the pictures that are missing, again and again until none is. */
  async #ask() {
    if (this.#asking) return;
    const missing = [...this.#cards.keys()].filter((id) => !this.#known.has(id)).slice(0, AT_ONCE);
    if (missing.length === 0) return;
    this.#asking = true;
    try {
      const entries = await this.deeds.get(missing);
      this.#remember(entries);
      for (const { id, scene } of entries) this.#cards.get(id)?.querySelector(".thumb")?.replaceChildren(picture(scene));
      this.#asking = false;
      // What does not come is not asked for again and again.
      if (entries.length > 0) this.#ask();
    } finally {
      this.#asking = false;
    }
  }

  /** @param {Entry[]} entries */
  #remember(entries) {
    for (const entry of entries) this.#known.set(entry.id, entry);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) break;
      this.#known.delete(old);
    }
  }

  #mark() {
    for (const [id, card] of this.#cards) {
      card.setAttribute("aria-selected", String(this.selected.has(id)));
      if (id === this.#current) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
    }
    this.deeds.selected();
  }

  /** @param {number | null} id */
  #go(id) {
    this.#current = id;
    this.#mark();
    this.deeds.current(this.current);
  }

  closeCurrent() {
    this.#go(null);
  }

  /** @param {Event} event @returns {number | null} */
  #idAt(event) {
    const card = /** @type {HTMLElement} */ (event.target).closest?.(".library-card");
    return card instanceof HTMLElement ? Number(card.dataset.id) : null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const id = this.#idAt(event);
    if (id === null) return;
    const index = this.#indexes.get(id) ?? 0;
    if (event.shiftKey) this.#selectTo(index);
    else if (/** @type {Element} */ (event.target).closest(".card-analyse")) return this.deeds.analyse(this.#rows[index]);
    else if (event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest(".tick")) this.#toggle(id);
    else this.#go(id);
    if (!event.shiftKey) this.#anchor = index;
    this.#cards.get(id)?.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  #doubleClick(event) {
    const row = this.#rows[this.#indexes.get(this.#idAt(event) ?? -1) ?? -1];
    if (row) this.deeds.play(row);
  }

  /** @param {number} id */
  #toggle(id) {
    if (!this.selected.delete(id)) this.selected.add(id);
    this.#mark();
  }

  /** @param {number} index */
  #selectTo(index) {
    const [from, to] = [Math.min(index, this.#anchor), Math.max(index, this.#anchor)];
    for (const { id } of this.#rows.slice(from, to + 1)) this.selected.add(id);
    this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    if (event.altKey || this.#rows.length === 0) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.index : undefined;
    const index = focused === undefined ? -1 : Number(focused);
    const line = this.#columns;
    const page = Math.max(1, Math.floor(innerHeight / (this.#height + GAP)) - 1) * line;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowRight: index + 1, ArrowLeft: index - 1, ArrowDown: index + line, ArrowUp: index - line,
      PageDown: index + page, PageUp: index - page, Home: 0, End: this.#rows.length - 1,
    };
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "a") this.selectAll();
    else if (event.ctrlKey || event.metaKey) return;
    else if (key in steps) this.#step(index < 0 && !["Home", "End"].includes(key) ? 0 : steps[key], event.shiftKey);
    else if (key === "Delete") this.deeds.remove();
    else if (index < 0) return;
    else if (key === " ") this.#toggle(this.#rows[index].id);
    else if (key === "Enter") this.deeds.play(this.#rows[index]);
    else if (key.toLowerCase() === "a") this.deeds.analyse(this.#rows[index]);
    else return;
    event.preventDefault();
  }

  /** @param {number} to @param {boolean} select */
  #step(to, select) {
    const index = Math.min(this.#rows.length - 1, Math.max(0, to));
    const { id } = this.#rows[index];
    this.#current = id;
    // The card comes into sight before it gets the focus.
    const top = this.element.getBoundingClientRect().top + this.#top(index);
    const room = 96;
    if (top < room) scrollBy(0, top - room);
    else if (top + this.#height > innerHeight - room) scrollBy(0, top + this.#height - innerHeight + room);
    this.#render();
    this.#place(id);
    this.#cards.get(id)?.focus({ preventScroll: true });
    if (select) this.#selectTo(index);
    else this.#anchor = index;
    this.#go(id);
  }
}
