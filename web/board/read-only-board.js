// A board to be looked at, not touched: two fingers or the wheel zoom it.

import { Camera } from "./camera.js";
import { listen } from "./gestures.js";
import { Drawing, numbersOf, withRoom } from "./scene.js";
import { h, s } from "../ui/dom.js";

/** @import {Scene} from "../protocol.d.ts" */
/** @import {Marked} from "./scene.js" */

export class ReadOnlyBoard {
  #drawing = new Drawing();
  #numbers = s("g", { class: "numbers" });
  /** @type {Scene | null} */
  #scene = null;

  /** @param {string} label */
  constructor(label) {
    const group = s("g", { class: "camera" }, this.#drawing.element, this.#numbers);
    this.svg = s("svg", { class: "sheet", role: "img", "aria-label": label }, group);
    this.element = h("div", { class: "board" }, this.svg);
    this.camera = new Camera(this.element, this.svg, group);
    const nothing = () => {};
    listen(this.element, this.camera, { scene: () => this.#scene, press: nothing, gesture: nothing, trail: nothing });
    new ResizeObserver(() => this.camera.fit()).observe(this.element);
  }

  /**
   * @param {Scene} scene
   * @param {Marked} [marked]
   */
  show(scene, marked) {
    this.#scene = scene;
    if (this.camera.setView(withRoom(scene.view))) this.#numbers.replaceChildren(...numbersOf(scene));
    this.#drawing.show(scene, marked);
  }
}
