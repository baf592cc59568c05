// From pointers to gestures: click and tap, drag, right button and long press, and two fingers or
// the wheel to move and zoom what is seen. Nothing is reported before it is certain: a second
// finger takes back what the first one began.

import { Trail, cellAt, meant } from "./targets.js";

/** @import {Cell, Gesture, Point, Scene, Target} from "../protocol.d.ts" */
/** @import {Camera} from "./camera.js" */

const LONG_PRESS = 400;
/** A pointer that moved less, in pixels, did not move. */
const TREMBLE = { mouse: 4, pen: 6, touch: 10 };

/**
 * @typedef {object} Listener
 * @property {() => Scene | null} scene none: the board is not to be touched
 * @property {(at: Cell, readings: Gesture[]) => void} press a pointer went down on a cell, or beside the board; what that means if it does not move
 * @property {(gestures: Gesture[]) => void} gesture readings of it, the first that does something counts
 * @property {(trail: Cell[] | null, alt: boolean) => void} trail under the pointer now, or none any more
 */

/**
 * @param {HTMLElement} frame
 * @param {Camera} camera
 * @param {Listener} listener
 */
export function listen(frame, camera, listener) {
  /** What one pointer is about to do. @type {{ id: number, alt: boolean, from: Point, start: Point, tremble: number, trail: Trail | null, pan: boolean, moved: boolean, press: number } | null} */
  let begun = null;
  /** Fingers on the board. @type {Map<number, Point>} */
  const fingers = new Map();
  /** After two fingers, nothing counts until all are lifted. */
  let pinched = false;

  const drop = () => {
    if (!begun) return;
    clearTimeout(begun.press);
    begun = null;
    listener.trail(null, false);
  };

  frame.addEventListener("pointerdown", (event) => {
    const at = pointOf(event);
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, at);
      if (fingers.size > 1) {
        pinched = true;
        drop();
        return;
      }
      pinched = false;
    }
    const scene = listener.scene();
    if (begun || !scene || event.button === 3 || event.button === 4) {
      // A second button during a drag takes it back.
      if (begun) drop();
      return;
    }
    frame.setPointerCapture(event.pointerId);
    const start = camera.toBoard(at);
    const cell = cellAt(scene, start);
    const kind = event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
    const pan = event.button === 1 || (!cell && camera.zoomed);
    const alt = event.button === 2 || event.button === 5 || (event.button === 0 && event.ctrlKey);
    begun = {
      id: event.pointerId, alt, from: at, start, pan, moved: false, tremble: TREMBLE[kind],
      trail: cell && !pan ? new Trail(scene, cell, start) : null,
      press: 0,
    };
    if (pan) return;
    const targets = meant(scene, start, camera.scale);
    if (targets.length > 0) listener.press(cell ?? placeOf(targets[0]), still(targets, alt));
    if (kind !== "mouse" && !alt && cell) {
      begun.press = window.setTimeout(() => {
        if (!begun || begun.moved) return;
        begun.alt = true;
        navigator.vibrate?.(12);
        listener.trail([cell], true);
      }, LONG_PRESS);
    }
  });

  frame.addEventListener("pointermove", (event) => {
    const at = pointOf(event);
    if (fingers.has(event.pointerId)) {
      if (pinched && fingers.size === 2) pinch(event.pointerId, at);
      fingers.set(event.pointerId, at);
    }
    if (!begun || begun.id !== event.pointerId) return;
    if (begun.pan) {
      camera.panBy(at.x - begun.from.x, at.y - begun.from.y);
      begun.from = at;
      return;
    }
    if (!begun.moved && distance(at, begun.from) < begun.tremble) return;
    if (!begun.moved) {
      begun.moved = true;
      clearTimeout(begun.press);
    }
    const { trail, alt } = begun;
    if (!trail) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    let changed = false;
    for (const part of passed.length > 0 ? passed : [event]) {
      changed = trail.moveTo(camera.toBoard(pointOf(part))) || changed;
    }
    if (changed) listener.trail([...trail.cells], alt);
  });

  frame.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (!begun || begun.id !== event.pointerId) return;
    const { trail, alt, start, pan } = begun;
    const scene = listener.scene();
    drop();
    if (pan || !scene) return;
    if (trail && trail.cells.length > 1) {
      const targets = trail.cells.map((cell) => ({ cell }));
      listener.gesture([{ kind: alt ? "alt" : "drag", targets }]);
    } else if (!trail?.left) {
      listener.gesture(still(meant(scene, start, camera.scale), alt));
    }
  });

  frame.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    if (begun?.id === event.pointerId) drop();
  });

  frame.addEventListener("contextmenu", (event) => event.preventDefault());

  frame.addEventListener("wheel", (event) => {
    if (!listener.scene()) return;
    const at = pointOf(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    if (event.ctrlKey || event.metaKey) {
      camera.zoomBy(Math.exp((-event.deltaY * lines) / 300), at);
    } else if (camera.zoomed) {
      camera.panBy(-event.deltaX * lines, -event.deltaY * lines);
    } else {
      return;
    }
    event.preventDefault();
  }, { passive: false });

  /**
   * @param {number} id
   * @param {Point} at
   */
  function pinch(id, at) {
    const was = fingers.get(id);
    const other = [...fingers].find(([each]) => each !== id)?.[1];
    if (!was || !other) return;
    const factor = distance(at, other) / Math.max(1, distance(was, other));
    camera.zoomBy(factor, middle(was, other), middle(at, other));
  }

  return { cancel: drop };
}

/** Readings of a pointer that did not move. @param {Target[]} targets @param {boolean} alt @returns {Gesture[]} */
function still(targets, alt) {
  return targets.map((target) => ({ kind: alt ? "alt" : "tap", targets: [target] }));
}

/** @param {Target} target @returns {Cell} */
function placeOf(target) {
  if ("cell" in target) return target.cell;
  if ("outside" in target) return target.outside;
  return [target.border[0], target.border[1]];
}

/** @param {MouseEvent} event */
function pointOf(event) {
  return { x: event.clientX, y: event.clientY };
}

/** @param {Point} a @param {Point} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {Point} a @param {Point} b */
function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
