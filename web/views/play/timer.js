// The time spent on a puzzle: it runs while the page is visible and not paused.

export class Timer {
  #elapsed;
  /** @type {number | null} when it was last set going */
  #since = null;
  #wanted = false;

  /** @param {number} elapsed milliseconds so far */
  constructor(elapsed) {
    this.#elapsed = elapsed;
  }

  get elapsed() {
    return this.#elapsed + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  get running() {
    return this.#wanted;
  }

  start() {
    this.#wanted = true;
    this.seen(!document.hidden);
  }

  stop() {
    this.seen(false);
    this.#wanted = false;
  }

  reset() {
    this.#elapsed = 0;
    if (this.#since !== null) this.#since = performance.now();
  }

  /** The page came into sight, or left it. @param {boolean} visible */
  seen(visible) {
    if (visible && this.#wanted) {
      this.#since ??= performance.now();
    } else if (this.#since !== null) {
      this.#elapsed = this.elapsed;
      this.#since = null;
    }
  }
}
