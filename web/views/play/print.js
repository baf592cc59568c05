// Printing a puzzle: with or without what was entered, with or without the rules.

import { picture } from "../../board/scene.js";
import { call } from "../../server/api.js";
import { complainIn } from "../../ui/complain.js";
import { show } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";

/** @import {Board, Puzzle} from "../../protocol.d.ts" */

/**
 * @param {object} what
 * @param {Puzzle} what.puzzle
 * @param {Board | null} what.board what was entered, if anything was
 * @param {string} what.title
 * @param {string} what.subtitle
 * @param {string} what.rules
 */
export function showPrint({ puzzle, board, title, subtitle, rules }) {
  const box = (/** @type {boolean} */ checked) => h("input", { type: "checkbox", role: "switch", checked });
  const [entries, words] = [box(board !== null), box(true)];
  const status = h("p", { class: "complaint", role: "alert" });

  async function run() {
    try {
      const { scene } = await call("show", { puzzle, ...(board && entries.checked && { board }), look: { met: false } });
      dialog.close();
      printSheet(h("section", { class: "print-sheet" },
        h("h1", null, title), h("p", null, subtitle), picture(scene, title), words.checked && h("p", { class: "print-rules" }, rules)), scene.view.w);
    } catch (error) {
      complainIn(error, status);
    }
  }

  const dialog = show("Print", [
    h("div", { class: "settings" },
      board && h("label", { class: "switch" }, h("span", null, "With my entries"), entries),
      h("label", { class: "switch" }, h("span", null, "With the rules"), words)),
    status,
  ], { actions: [h("button", { type: "button", class: "primary", autofocus: true, onclick: run }, icon("print"), "Print")] });
}

/** @param {HTMLElement} sheet in place of the page, as long as it is printed @param {number} columns */
function printSheet(sheet, columns) {
  sheet.style.setProperty("--cols", String(columns));
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  print();
}
