// Where an analysis begins: with a puzzle of one's own, one that was started, or a sample.

import { sketch, whenSeen } from "../../board/thumbnail.js";
import { headline, started } from "../../storage/sessions.js";
import { h } from "../../ui/dom.js";
import { codeOf } from "../../ui/link.js";
import { opener } from "../../ui/puzzle-box.js";

/** @import {Puzzle} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** @param {Shell} app */
export async function analyseStart(app) {
  const families = await app.families();
  const analyse = async (/** @type {Puzzle} */ puzzle) => app.goTo(`#/analyse/${await codeOf(puzzle)}`);
  const open = opener(({ puzzle }) => analyse(puzzle), "Analyse");
  const all = started();
  const begun = all.slice(0, 12);
  const samples = families.flatMap(({ name, samples: [sample] }) => (sample ? [{ name, puzzle: sample.puzzle }] : []));
  const element = h("div", { class: "view analyse-start" },
    h("section", { class: "view-head" },
      h("h1", null, "Analyse"),
      h("p", { class: "lead" }, "Step through the reasoning that solves a puzzle, and see what makes it hard.")),
    h("section", { class: "bring", "aria-label": "Your own puzzle" }, open.form),
    begun.length > 0 && h("section", { class: "bring", "aria-labelledby": "begun-title" },
      h("h2", { id: "begun-title" }, "One you have started"),
      h("ul", { class: "choices-row" }, ...begun.map((summary) => h("li", null,
        h("a", { class: "button", href: `#/analyse/${summary.id}` }, headline(summary)))),
      all.length > begun.length && h("li", null, h("a", { class: "button quiet", href: "#/" }, `${all.length - begun.length} more under Play`)))),
    h("section", { class: "bring", "aria-labelledby": "sample-title" },
      h("h2", { id: "sample-title" }, "A sample"),
      h("ul", { class: "tiles" }, ...samples.map(({ name, puzzle }) => {
        const thumb = h("span", { class: "thumb" });
        whenSeen(thumb, () => sketch(thumb, puzzle, undefined, false));
        return h("li", { class: "tile" }, h("button", { type: "button", class: "tile-in", onclick: () => analyse(puzzle) }, thumb, h("span", null, name)));
      }))));
  return { element, title: "Analyse", close: () => {} };
}
