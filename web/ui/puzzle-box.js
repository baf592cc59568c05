// A box to paste a puzzle into, or to open files with.

import { call } from "../server/api.js";
import { complainIn, firstOf } from "./complain.js";
import { show } from "./dialogs.js";
import { h, icon } from "./dom.js";

/** @import {Opened} from "../protocol.d.ts" */

/** The server reads no more at once. */
const LARGEST_FILE = 900_000;

/**
 * @param {(opened: Opened) => void | Promise<void>} take
 * @param {string} [label] of its button
 */
export function opener(take, label = "Open") {
  const complaint = h("p", { class: "complaint", role: "alert" });
  /** @type {HTMLTextAreaElement} */
  const input = h("textarea", {
    rows: "1", name: "text", spellcheck: "false", autocomplete: "off",
    placeholder: "Paste a link, a game ID or text",
    "aria-label": "A link, a game ID or the text of a puzzle",
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        text(input.value);
      }
    },
  });
  /** @type {HTMLInputElement} */
  const chooser = h("input", {
    type: "file", hidden: true, multiple: true,
    onchange: () => {
      files([...chooser.files ?? []]);
      chooser.value = "";
    },
  });
  const form = h("form", {
    class: "puzzle-box",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      text(input.value);
    },
  },
    h("div", { class: "puzzle-box-row" }, input,
      h("button", { type: "submit", class: "primary" }, label),
      h("button", { type: "button", onclick: () => chooser.click() }, icon("file"), "File"), chooser),
    complaint);

  /** @param {string} what */
  async function text(what) {
    complaint.textContent = "";
    if (!what.trim()) {
      complaint.textContent = "Paste a link, a game ID or the text of a puzzle first.";
      input.focus();
      return;
    }
    try {
      const { puzzles, errors } = await call("open", { text: what });
      if (errors.length > 0) complaint.textContent = firstOf(errors, what);
      if (puzzles.length === 1) await take(puzzles[0]);
      else if (puzzles.length > 1) choose(puzzles, take);
    } catch (error) {
      complainIn(error, complaint);
    }
  }

  /** @param {File[]} list */
  async function files(list) {
    if (list.reduce((sum, { size }) => sum + size, 0) > LARGEST_FILE) {
      complaint.textContent = "This is too large.";
      return;
    }
    const contents = await Promise.all(list.map((file) => file.text()));
    if (contents.length > 0) await text(contents.join("\n"));
  }

  return { form, text, files };
}

/**
 * @param {Opened[]} puzzles
 * @param {(opened: Opened) => void} take
 */
function choose(puzzles, take) {
  const dialog = show(`${puzzles.length} puzzles`, [
    h("ul", { class: "choices" }, ...puzzles.map((opened, index) => h("li", null,
      h("button", {
        type: "button", class: "entry",
        onclick: () => {
          dialog.close();
          take(opened);
        },
      }, h("b", null, opened.title || `Puzzle ${index + 1}`), h("span", null, opened.name))))),
  ]);
}
