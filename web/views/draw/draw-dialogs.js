// The dialogs of the drawing page: size, title, how to draw, keys.

import { pairs, show, showRules } from "../../ui/dialogs.js";
import { h } from "../../ui/dom.js";

/** @import {Family, HowTo} from "../../protocol.d.ts" */
/** @import {Kept} from "../../storage/drafts.js" */

/** @type {[string, string][]} */
const SHORTCUTS = [
  ["Arrow keys", "move the cursor"],
  ["Enter or Space", "same as clicking the cell"],
  ["X", "same as a right click or a long press"],
  ["Shift and an arrow key", "drag from the cursor to the next cell"],
  ["Digits, letters, ?", "enter a clue; see “How to draw”"],
  ["Delete or Backspace", "remove the clue"],
  ["Ctrl + Z or U, Ctrl + Y or R", "undo, redo"],
  ["+ and −", "zoom in and out"],
  ["Home, End", "first and last cell of the row"],
  ["Escape", "cancel a drag; leave a solution or a proposal"],
];

export function showKeys() {
  show("Keyboard", [pairs(SHORTCUTS)]);
}

/**
 * @param {HowTo[]} howTo
 * @param {Family} family
 */
export function showHowTo(howTo, family) {
  const dialog = show("How to draw", [
    pairs(howTo.map(({ gesture, meaning }) => [gesture, meaning])),
    h("p", { class: "aside" }, "With a symmetry, the same happens at the opposite place. Drag back the way you came to shorten a drag; Escape cancels it."),
  ], {
    actions: [h("button", {
      type: "button",
      onclick: () => {
        dialog.close();
        showRules(family, family.rules, family.name);
      },
    }, "Rules of the puzzle")],
  });
}

/**
 * @param {[number, number]} size
 * @param {[number, number]} sides least and most
 * @param {(rows: number, cols: number) => void} take
 */
export function showSize([rows, cols], [least, most], take) {
  const box = (/** @type {number} */ value) => h("input", { type: "number", min: String(least), max: String(most), required: true, value: String(value), inputmode: "numeric" });
  const [down, across] = [box(rows), box(cols)];
  form("Size of the board", "Change", [
    h("div", { class: "size-row" },
      h("label", { class: "field" }, h("span", null, "Rows"), down),
      h("label", { class: "field" }, h("span", null, "Columns"), across)),
    h("p", { class: "aside" }, "Rows are added and removed at the bottom, columns on the right. Undo brings back what is cut off."),
  ], () => take(Number(down.value), Number(across.value)));
  down.select();
}

/**
 * @param {Kept["words"]} words
 * @param {(words: Kept["words"]) => void} take
 */
export function showName(words, take) {
  const box = (/** @type {string | undefined} */ value) => h("input", { type: "text", value: value ?? "", maxlength: "200", autocomplete: "off" });
  const [title, author] = [box(words.title), box(words.author)];
  form("Title and author", "Save", [
    h("label", { class: "labelled" }, h("span", null, "Title"), title),
    h("label", { class: "labelled" }, h("span", null, "Author"), author),
  ], () => take({
    ...(title.value.trim() && { title: title.value.trim() }), ...(author.value.trim() && { author: author.value.trim() }),
  }));
  title.focus();
}

/**
 * @param {string} title
 * @param {string} yes
 * @param {Node[]} content
 * @param {() => void} take
 */
function form(title, yes, content, take) {
  const dialog = show(title, [
    h("form", {
      id: "draw-form", class: "settings",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        dialog.close();
        take();
      },
    }, ...content),
  ], {
    actions: [
      h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "submit", form: "draw-form", class: "primary" }, yes),
    ],
  });
}
