// Asking for what is looked at now and then for what comes next. Whoever hurries past something
// does not wait for it.

/** How many answers are kept for going back and forth. */
const KEPT = 300;

/** @template T */
export class Prefetch {
  /** @type {Map<number, T>} */
  #kept = new Map();
  #at = 0;
  #last = -1;
  #asking = false;
  /** Grows when everything before is out of date. */
  #age = 0;

  /**
   * @param {(at: number) => Promise<T>} ask
   * @param {(answer: T, at: number) => void} show
   * @param {(error: unknown) => void} fail
   */
  constructor(ask, show, fail) {
    this.ask = ask;
    this.show = show;
    this.fail = fail;
  }

  /** Nothing from before holds any more. */
  forget() {
    this.#age += 1;
    this.#kept.clear();
    this.#last = -1;
  }

  /**
   * @param {number} at
   * @param {number} last that can be asked for
   */
  want(at, last) {
    this.#at = at;
    this.#last = last;
    const known = this.#kept.get(at);
    if (known !== undefined) this.show(known, at);
    this.#run();
  }

  async #run() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (;;) {
        const next = [this.#at, this.#at + 1].find((at) => at <= this.#last && !this.#kept.has(at));
        if (next === undefined) return;
        const age = this.#age;
        const answer = await this.ask(next);
        if (age !== this.#age) continue;
        this.#kept.set(next, answer);
        for (const old of this.#kept.keys()) {
          if (this.#kept.size <= KEPT) break;
          if (old !== this.#at) this.#kept.delete(old);
        }
        if (next === this.#at) this.show(answer, next);
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.#asking = false;
    }
  }
}
