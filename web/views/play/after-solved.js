// After "Solved": how hard, how much fun and how good-looking the puzzle is, and what the player
// thinks of it, if they care to say.

import { Refused, Unreachable, libraryName, patiently } from "../../server/api.js";
import { gradesFor } from "../../storage/grades.js";
import { note, noteAgain, send } from "../../storage/play-records.js";
import { player } from "../../storage/settings.js";
import { h } from "../../ui/dom.js";
import { gradeLine, opinionFields } from "../../ui/scores.js";

/** @import {Game} from "./game.js" */
/** @import {Shell} from "../../ui/shell.d.ts" */
/** @import {Word} from "../../storage/sessions.js" */

export class AfterSolved {
  /** @type {AbortController | null} */
  #rating = null;

  line = h("p", { class: "after-line", role: "status" });
  saved = h("span", { class: "aside", role: "status" });
  keep = h("button", { type: "submit", class: "primary", disabled: true }, "Save");
  form = h("form", {
    class: "word",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#keep();
    },
  });
  element = h("div", { class: "after", hidden: true }, this.line,
    h("details", null, h("summary", null, "What did you think?"), this.form));

  /** How hard it is, once that is known. @type {string | null} */
  grade = null;

  /** @param {Game} game @param {Shell} app @param {() => void} onrated it is known how hard it is */
  constructor(game, app, onrated) {
    this.game = game;
    this.app = app;
    this.onrated = onrated;
    const said = game.session.summary.word ?? {};
    this.form.append(
      ...opinionFields(said, () => { this.keep.disabled = false; }),
      h("div", { class: "row" }, this.keep, this.saved));
  }

  /** @param {boolean} solved */
  show(solved) {
    const was = !this.element.hidden;
    this.element.hidden = !solved;
    if (solved && !was && !this.#rating) this.#rate();
  }

  close() {
    this.#rating?.abort();
  }

  async #rate() {
    const stop = new AbortController();
    this.#rating = stop;
    this.line.textContent = "Rating it …";
    const { puzzle } = this.game;
    try {
      const { rating } = await patiently("rate", { puzzle, player: (await player()).player, ...gradesFor(puzzle.type) }, stop.signal);
      this.line.replaceChildren(...rating
        ? [gradeLine(rating), " ", h("a", { href: `#/analyse/${this.game.session.id}` }, "Why?")]
        : ["It could not be rated in time."]);
      this.grade = rating?.difficulty.grade ?? null;
      this.onrated();
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#rating = null;
      this.line.textContent = "";
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
    }
  }

  async #keep() {
    const { session, history } = this.game;
    /** @type {Word} */
    const word = Object.fromEntries(new FormData(this.form));
    session.summary.word = word;
    noteAgain(session);
    session.save();
    this.keep.disabled = true;
    note(session, history);
    const kept = await send(session, this.app.notify);
    this.saved.textContent = kept ? "Saved to the library. Thank you!"
      : (await libraryName().catch(() => "")) !== null ? "Saved here; the library will get it later." : "Saved in this browser. Thank you!";
  }
}
