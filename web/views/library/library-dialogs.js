// Import, export and tags of the library.

import { call, library } from "../../server/api.js";
import { complainIn, firstOf } from "../../ui/complain.js";
import { copyButton, download, extension, show } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { importAll } from "./moving.js";

/** @import {Puzzle, Row} from "../../protocol.d.ts" */

/**
 * @param {string[]} known tags
 * @returns {Promise<string | null>} what came of it; null: nothing
 */
export function showImport(known) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let result = null;
    const text = h("textarea", { rows: "7", spellcheck: "false", autocomplete: "off", "aria-label": "Puzzles", placeholder: "Paste links, game IDs or the text of puzzles, as many as you like" });
    const tags = tagBox(known);
    const status = h("p", { class: "complaint", role: "alert" });
    /** @type {HTMLInputElement} */
    const chooser = h("input", {
      type: "file", hidden: true, multiple: true,
      onchange: async () => {
        const contents = await Promise.all([...chooser.files ?? []].map((file) => file.text()));
        chooser.value = "";
        if (contents.length > 0) await run(contents.join("\n"));
      },
    });
    const go = h("button", { type: "button", class: "primary", onclick: () => run(text.value) }, "Import");
    const files = h("button", { type: "button", onclick: () => chooser.click() }, icon("file"), "Files");

    /** @param {string} what */
    async function run(what) {
      status.textContent = "";
      if (!what.trim()) {
        status.textContent = "Paste some puzzles first, or choose files.";
        text.focus();
        return;
      }
      go.disabled = files.disabled = true;
      try {
        const { added, fresh, errors } = await importAll(what, tagsIn(tags.value), (part) => { go.textContent = `Importing … ${part} %`; });
        if (added > 0) result = outcome(added, fresh, errors.length);
        if (errors.length === 0 && added > 0) dialog.close();
        else status.textContent = errors.length > 0 ? `${added > 0 ? `${outcome(added, fresh, 0)} ` : ""}${firstOf(errors, what)}` : "No puzzle was found in it.";
      } catch (error) {
        complainIn(error, status);
      } finally {
        go.disabled = files.disabled = false;
        go.textContent = "Import";
      }
    }

    const dialog = show("Import puzzles", [
      text,
      h("label", { class: "labelled" }, h("span", null, "Tags for all of them"), tags),
      status, chooser,
    ], { wide: true, actions: [files, go] });
    text.focus();
    dialog.addEventListener("close", () => resolve(result));
  });
}

/** @param {number} added @param {number} fresh @param {number} refused */
function outcome(added, fresh, refused) {
  const there = added - fresh;
  return [
    fresh === 0 ? "No new puzzles." : fresh === 1 ? "One new puzzle." : `${fresh.toLocaleString("en")} new puzzles.`,
    there > 0 && (there === 1 ? "One was already there." : `${there.toLocaleString("en")} were already there.`),
    refused > 0 && `${refused} could not be read.`,
  ].filter(Boolean).join(" ");
}

/**
 * @param {number[]} ids
 * @param {Puzzle[]} kinds one of each family among them
 */
export async function showExport(ids, kinds) {
  const lists = await Promise.all(kinds.map(async (puzzle) => (await call("formats", { puzzle })).formats));
  const formats = (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  const status = h("p", { class: "aside", role: "status" });
  const text = h("textarea", { rows: "9", readonly: true, spellcheck: "false", "aria-label": "The puzzles as text" });
  const format = h("select", { onchange: () => write() }, ...formats.map((name) => h("option", { value: name, selected: name === "json" }, name)));
  const plays = h("input", { type: "checkbox", role: "switch", onchange: () => write() });
  const withPlays = h("label", { class: "switch" }, h("span", null, "With how I played them"), plays);
  let written = "";
  /** Counts what is written, so that a slow answer does not overtake the next. */
  let turn = 0;
  async function write() {
    const mine = (turn += 1);
    status.textContent = "";
    written = "";
    withPlays.hidden = format.value !== "json";
    try {
      const { text: next, errors } = await library("export", { ids, format: format.value, plays: plays.checked && !withPlays.hidden });
      if (mine !== turn) return;
      written = next;
      if (errors.length > 0) status.textContent = `${errors.length === 1 ? "One is" : `${errors.length} are`} missing: ${errors[0]}`;
    } catch (error) {
      if (mine !== turn) return;
      complainIn(error, status);
    }
    // A browser struggles with megabytes in a box; the file has them all.
    text.value = written.length > 200_000 ? `${written.slice(0, 200_000)}\n…` : written;
  }
  show(ids.length === 1 ? "Export" : `Export ${ids.length.toLocaleString("en")} puzzles`, [
    h("div", { class: "row" }, h("label", { class: "field" }, h("span", null, "Format"), format), withPlays),
    text,
    h("div", { class: "row" },
      copyButton("Copy text", () => written, status),
      h("button", { type: "button", onclick: () => download(`puzzles.${extension(format.value)}`, written) }, icon("download"), "Save as file")),
    status,
  ], { wide: true });
  await write();
}

/**
 * @param {Row[]} rows
 * @param {string[]} known
 * @returns {Promise<boolean>} whether anything was changed
 */
export function showTags(rows, known) {
  return new Promise((resolve) => {
    let changed = false;
    const ids = rows.map(({ id }) => id);
    const status = h("p", { class: "complaint", role: "alert" });
    const list = h("ul", { class: "chips" });
    const box = tagBox(known);
    /** @type {Map<string, number>} how many of them have it */
    const counts = new Map();
    for (const { tags } of rows) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);

    const draw = () => list.replaceChildren(...[...counts].sort().map(([tag, count]) => h("li", { class: "tag-chip" },
      count < rows.length ? `${tag} (${count} of ${rows.length})` : tag,
      h("button", { type: "button", class: "quiet", "aria-label": `Remove ${tag}`, onclick: () => apply({ remove: [tag] }) }, icon("close")))));
    draw();

    /** @param {{ add?: string[], remove?: string[] }} what */
    async function apply({ add = [], remove = [] }) {
      status.textContent = "";
      try {
        await library("tag", { ids, add, remove });
        changed = true;
        for (const tag of add) counts.set(tag, rows.length);
        for (const tag of remove) counts.delete(tag);
        draw();
      } catch (error) {
        complainIn(error, status);
      }
    }

    const dialog = show(rows.length === 1 ? "Tags" : `Tags of ${rows.length.toLocaleString("en")} puzzles`, [
      list,
      h("form", {
        class: "row",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          const add = tagsIn(box.value);
          box.value = "";
          if (add.length > 0) await apply({ add });
        },
      }, box, h("button", { type: "submit" }, icon("plus"), "Add")),
      status,
    ], { actions: [h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Done")] });
    box.focus();
    dialog.addEventListener("close", () => resolve(changed));
  });
}

/** @param {string[]} known */
function tagBox(known) {
  const id = "known-tags";
  document.getElementById(id)?.remove();
  const list = h("datalist", { id }, ...known.map((tag) => h("option", { value: tag })));
  document.body.append(list);
  return h("input", { type: "text", list: id, autocomplete: "off", maxlength: "200", placeholder: "Separated by commas", "aria-label": "Tags" });
}

/** @param {string} text */
function tagsIn(text) {
  return [...new Set(text.split(",").map((tag) => tag.trim()).filter(Boolean))];
}
