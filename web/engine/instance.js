// One instance of the engine (crates/engine): a request in, an answer out. It is used by the page's workers,
// and by tests in Node.

/**
 * What the module offers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} request room for a request of so many bytes
 * @property {() => number} answer how many bytes the answer has
 * @property {() => number} response where they are
 */

export class Instance {
  /** Why it can no longer be used: the words of a panic. */
  #panic = "";
  /** When it is time to stop, by `performance.now()`. */
  #ends = Infinity;
  /** @type {Exports} */
  #exports;

  /** @param {WebAssembly.Module} module compiled already, so that all instances share it */
  constructor(module) {
    const { exports } = new WebAssembly.Instance(module, {
      host: {
        stop: () => Number(performance.now() >= this.#ends),
        panicked: (/** @type {number} */ words, /** @type {number} */ length) => {
          this.#panic = this.#text(words, length);
        },
      },
    });
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  }

  /** How much memory it has taken; it never gives any back. */
  get bytes() {
    return this.#exports.memory.buffer.byteLength;
  }

  /**
   * Throws if the engine broke down; this instance is of no use then.
   * @param {string} request
   * @param {number} milliseconds after which open-ended work is to stop
   * @returns {string}
   */
  answer(request, milliseconds) {
    const bytes = new TextEncoder().encode(request);
    this.#ends = performance.now() + milliseconds;
    try {
      const room = this.#exports.request(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, room, bytes.length).set(bytes);
      const length = this.#exports.answer();
      return this.#text(this.#exports.response(), length);
    } catch (error) {
      throw new Error(this.#panic || String(error));
    }
  }

  /** @param {number} at @param {number} length */
  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }
}
