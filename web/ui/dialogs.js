// The dialogs: rules, shortcuts, settings, share, and questions. The browser's own dialog element
// keeps the focus inside and gives it back. Going back in the browser closes it (back.js).

import { SHORTCUTS } from "../board/keys.js";
import { picture } from "../board/scene.js";
import { call } from "../server/api.js";
import { change, settings } from "../storage/settings.js";
import { backCloses } from "./back.js";
import { complainIn } from "./complain.js";
import { h, icon } from "./dom.js";
import { linkTo } from "./link.js";

/** @import {Board, Family, Puzzle} from "../protocol.d.ts" */

let number = 0;

/**
 * @param {string} title
 * @param {(Node | string | null)[]} content
 * @param {{ wide?: boolean, actions?: Node[] }} [how]
 * @returns {HTMLDialogElement}
 */
export function show(title, content, { wide = false, actions = [] } = {}) {
  const id = `dialog-${(number += 1)}`;
  const close = h("button", { class: "quiet round", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  /** @type {HTMLDialogElement} */
  const dialog = h("dialog", { class: wide ? "wide" : null, "aria-labelledby": id },
    h("header", null, h("h2", { id }, title), close),
    h("div", { class: "content", tabindex: "0" }, ...content),
    actions.length > 0 && h("footer", null, ...actions),
  );
  // A click outside closes it.
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What opened it may be gone, as an entry of a closed menu is.
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(".board"))?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  backCloses();
  return dialog;
}

/**
 * @param {string} question
 * @param {string} explanation
 * @param {string} yes
 * @param {string} [no]
 * @returns {Promise<boolean | null>} null: closed without an answer
 */
export function ask(question, explanation, yes, no = "Cancel") {
  return new Promise((resolve) => {
    /** @type {boolean | null} */
    let answer = null;
    const button = (/** @type {boolean} */ value, /** @type {string} */ label, /** @type {string | null} */ name) =>
      h("button", {
        type: "button", class: name, autofocus: value,
        onclick: () => {
          answer = value;
          dialog.close();
        },
      }, label);
    const dialog = show(question, [h("p", null, explanation)], {
      actions: [button(false, no, null), button(true, yes, "primary")],
    });
    dialog.addEventListener("close", () => resolve(answer));
  });
}

/**
 * @param {Family | undefined} family
 * @param {string} rules of this very puzzle
 * @param {string} name
 */
export function showRules(family, rules, name) {
  show(name, [
    h("div", { class: "rules" },
      family?.picture ? picture(family.picture, `A solved example of ${name}`) : null,
      h("div", null,
        h("p", { class: "lead" }, rules),
        ...(family && family.variants.length > 0
          ? [h("h3", null, "Variants"), h("ul", null, ...family.variants.map((each) => h("li", null, h("b", null, each.name), ` – ${each.words}`)))]
          : []),
      )),
    ...(family && family.howToPlay.length > 0 ? [h("h3", null, "How to play"), handsOf(family)] : []),
    h("p", { class: "aside" }, "Drag back the way you came to shorten a drag; Escape cancels it. Zoom with two fingers, or with Ctrl and the wheel. Press ? for all keyboard shortcuts."),
  ], { wide: true });
}

/** How to play with which hands, and which they are. @param {Family} family */
function handsOf({ name, howToPlay, hands }) {
  const help = h("div");
  const tell = () => {
    const chosen = hands.find(({ id }) => id === settings.hands[name]);
    const lines = chosen && chosen.howTo.length > 0 ? chosen.howTo : howToPlay;
    help.replaceChildren(pairs(lines.map(({ gesture, meaning }) => [gesture, meaning])));
  };
  tell();
  if (hands.length === 0) return help;
  const [usual] = hands;
  return h("div", { class: "hands" },
    h("fieldset", null, h("legend", { class: "unseen" }, "What click and right click mean"),
      ...hands.map(({ id, name: words }) => h("label", null, h("input", {
        type: "radio", name: "hands", value: id, checked: id === (settings.hands[name] ?? usual.id),
        onchange: () => {
          const { [name]: _, ...others } = settings.hands;
          change({ hands: id === usual.id ? others : { ...others, [name]: id } });
          tell();
        },
      }), h("span", null, words)))),
    help);
}

export function showShortcuts() {
  show("Keyboard", [pairs(SHORTCUTS)]);
}

/** @param {[string, string][]} rows */
export function pairs(rows) {
  return h("dl", { class: "pairs" }, ...rows.map(([term, words]) => h("div", null, h("dt", null, term), h("dd", null, words))));
}

export function showSettings() {
  show("Settings", [
    h("form", { class: "settings", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      choice("Colours", "theme", [["auto", "System"], ["light", "Light"], ["dark", "Dark"]]),
      choice("Contrast", "contrast", [["auto", "System"], ["more", "High"]]),
      choice("While playing", "check", [["rules", "Show broken rules"], ["off", "Say nothing"]]),
      choice("Your level", "level", [["beginner", "Beginner"], ["practised", "Practised"], ["expert", "Expert"]]),
      h("p", { class: "note" }, "Hints try the rules for your level first, and ratings say how much fun a puzzle is at that level."),
      toggle("Grey out satisfied clues", "met"),
      toggle("Tidy pencil marks after each entry", "tidy"),
      toggle("Show the timer", "timer"),
      toggle("Number rows and columns", "numbers"),
    ),
  ]);
}

/**
 * @param {string} title
 * @param {"theme" | "contrast" | "check" | "level"} name
 * @param {[string, string][]} options
 */
function choice(title, name, options) {
  return h("fieldset", { class: "segments" }, h("legend", null, title),
    ...options.map(([value, label]) => h("label", null,
      h("input", {
        type: "radio", name, value, checked: settings[name] === value,
        onchange: () => change({ [name]: value }),
      }),
      h("span", null, label))));
}

/**
 * @param {string} label
 * @param {"met" | "tidy" | "timer" | "numbers"} name
 */
function toggle(label, name) {
  /** @type {HTMLInputElement} */
  const box = h("input", {
    type: "checkbox", role: "switch", checked: settings[name],
    onchange: () => change({ [name]: box.checked }),
  });
  return h("label", { class: "switch" }, h("span", null, label), box);
}

/**
 * @param {Puzzle} puzzle
 * @param {Board | null} board what was entered; null: nothing can be
 * @param {string} title
 */
export async function showShare(puzzle, board, title) {
  const { formats } = await call("formats", { puzzle });
  const elsewhere = formats.includes("puzzlink") ? (await call("export", { puzzle, format: "puzzlink" })).text.trim() : null;
  const status = h("p", { class: "aside", role: "status" });
  const text = h("textarea", { rows: "8", readonly: true, spellcheck: "false", "aria-label": "The puzzle as text" });
  const marks = h("input", { type: "checkbox", role: "switch", checked: true, onchange: () => write() });
  const format = h("select", { onchange: () => write() }, ...formats.map((name) => h("option", { value: name, selected: name === "json" }, name)));

  async function write() {
    try {
      const answer = await call("export", { puzzle, format: format.value, ...(board && marks.checked && { board }) });
      text.value = answer.text;
      status.textContent = "";
    } catch (error) {
      text.value = "";
      complainIn(error, status);
    }
  }

  /** @param {string} label @param {string} address */
  const link = (label, address) => {
    /** @type {HTMLInputElement} */
    const box = h("input", { type: "text", readonly: true, value: address, "aria-label": label, onfocus: () => box.select() });
    return h("div", { class: "row" }, box, copyButton("Copy", () => address, status));
  };
  show("Share", [
    h("section", null,
      h("h3", null, "As a link to Gridwright"),
      link("Link to Gridwright", await linkTo(puzzle)),
      h("p", { class: "note" }, "The whole puzzle is in the link. It opens wherever Gridwright runs.")),
    elsewhere && h("section", null,
      h("h3", null, "As a link to puzz.link"),
      link("Link to puzz.link", elsewhere)),
    h("section", null,
      h("h3", null, "As text"),
      h("div", { class: "row" },
        h("label", { class: "field" }, h("span", null, "Format"), format),
        board && h("label", { class: "switch" }, h("span", null, "Include my entries"), marks)),
      text,
      h("div", { class: "row" },
        copyButton("Copy text", () => text.value, status),
        h("button", { type: "button", onclick: () => download(`${title || "puzzle"}.${extension(format.value)}`, text.value) }, icon("download"), "Save as file"))),
    status,
  ], { wide: true });
  await write();
}

/**
 * @param {string} label
 * @param {() => string} what
 * @param {HTMLElement} status
 */
export function copyButton(label, what, status) {
  return h("button", {
    type: "button",
    onclick: async () => {
      try {
        await navigator.clipboard.writeText(what());
        status.textContent = "Copied.";
      } catch {
        status.textContent = "The browser does not allow copying; select the text instead.";
      }
    },
  }, icon("copy"), label);
}

/** @param {string} format */
export function extension(format) {
  return format === "json" ? "json" : format.endsWith("csv") ? "csv" : "txt";
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name.replace(/[^\p{L}\p{N}.\- ]/gu, "_") }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
