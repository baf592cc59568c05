// What the pointer would do if it were lifted now. The server is asked as soon as it is down, and while a drag
// goes on; what is done in the end takes that answer, even if it is still on its way, so that nothing is asked
// twice.

/** @import {Gesture} from "../protocol.d.ts" */

/**
 * @template Answer
 * @typedef {{ text: string, at: unknown, answer: Answer }} Ahead
 */

/** @template Answer */
export class DragPreview {
  /** The drag as it is now. @type {Gesture | null} */
  #drag = null;
  /** What is known. @type {Ahead<Answer> | null} */
  #ahead = null;
  /** What has been asked. @type {Ahead<Promise<Answer>> | null} */
  #asked = null;
  #asking = false;
  /** What a pointer that does not move may mean, with what has been asked about it. @type {{ at: unknown, answers: Map<string, Promise<Answer>> } | null} */
  #pressed = null;

  /**
   * @param {object} how
   * @param {() => unknown} how.at what it is about; an answer about something else is of no use
   * @param {(gesture: Gesture) => Promise<Answer>} how.ask with a picture to be shown before it is done
   * @param {(gesture: Gesture) => Promise<Answer>} [how.askPlainly]
   * @param {() => boolean} how.busy something is being done, perhaps with this very drag
   * @param {() => void} how.onchange there is another picture to be shown
   */
  constructor({ at, ask, askPlainly = ask, busy, onchange }) {
    this.at = at;
    this.ask = ask;
    this.askPlainly = askPlainly;
    this.busy = busy;
    this.onchange = onchange;
  }

  /** What is to be shown in place of the present picture, if anything. @returns {Answer | null} */
  get shown() {
    const ahead = this.#ahead;
    return ahead && (this.#drag || this.busy()) && ahead.at === this.at() ? ahead.answer : null;
  }

  /** What was foreseen is out of date. */
  forget() {
    this.#ahead = null;
    this.#pressed = null;
  }

  /** A pointer is down, and may be up again before it moves. @param {Gesture[]} readings of that */
  press(readings) {
    if (this.busy()) return;
    const pressed = { at: this.at(), answers: new Map() };
    this.#pressed = pressed;
    for (const gesture of readings) {
      const text = JSON.stringify(gesture);
      const answer = this.askPlainly(gesture);
      pressed.answers.set(text, answer);
      // It was only a look ahead: whoever wants to know asks again.
      answer.catch(() => pressed.answers.delete(text));
    }
  }

  /** @param {Gesture | null} gesture the drag as it is now; null: it has ended */
  async follow(gesture) {
    this.#drag = gesture;
    if (!gesture) {
      // A drag that ends is done at once: what was foreseen stays until that has happened.
      queueMicrotask(() => {
        if (this.#drag || this.busy()) return;
        this.forget();
        this.onchange();
      });
      return;
    }
    if (this.#asking || this.busy()) return;
    this.#asking = true;
    try {
      for (let next = this.#drag; next; next = this.#drag === next ? null : this.#drag) {
        const asked = { text: JSON.stringify(next), at: this.at(), answer: this.ask(next) };
        this.#asked = asked;
        const answer = await asked.answer;
        if (asked.at !== this.at()) return;
        this.#ahead = { ...asked, answer };
        if (this.#drag) this.onchange();
      }
    } catch {
      // It was only a look ahead.
    } finally {
      this.#asking = false;
      this.#asked = null;
    }
  }

  /** What this gesture leads to, if that has been asked already. @param {Gesture} gesture @returns {Promise<Answer> | Answer | null} */
  answerTo(gesture) {
    const text = JSON.stringify(gesture);
    for (const ahead of [this.#ahead, this.#asked]) {
      if (ahead && ahead.at === this.at() && ahead.text === text) return ahead.answer;
    }
    return this.#pressed?.at === this.at() ? this.#pressed?.answers.get(text) ?? null : null;
  }
}
