// A card for something that is kept in this browser: a started puzzle, a drawing.

import { whenSeen } from "../board/thumbnail.js";
import { ask } from "./dialogs.js";
import { h, icon } from "./dom.js";

/**
 * @param {object} what
 * @param {string} what.href
 * @param {string} what.title
 * @param {(string | null)[]} what.facts beside each other
 * @param {string} what.when
 * @param {(thumb: HTMLElement) => void} what.sketch draws it into an element, once that is in sight
 * @param {[string, string]} what.warning before it is deleted: a question and what would be lost
 * @param {() => void} what.remove
 * @param {() => void} what.analyse
 */
export function keptCard({ href, title, facts, when, sketch, warning, remove, analyse }) {
  const thumb = h("span", { class: "thumb" });
  whenSeen(thumb, () => sketch(thumb));
  return h("li", { class: "kept-card" },
    h("a", { href }, thumb,
      h("span", { class: "caption" },
        h("b", null, title),
        h("span", null, facts.filter(Boolean).join(" · ")),
        h("span", null, when))),
    h("button", { type: "button", class: "quiet round", "aria-label": `Analyse ${title}`, title: "Analyse", onclick: analyse }, icon("chart")),
    h("button", {
      type: "button", class: "quiet round", "aria-label": `Delete ${title}`, title: "Delete",
      onclick: async () => {
        if (await ask(...warning, "Delete")) remove();
      },
    }, icon("trash")));
}
