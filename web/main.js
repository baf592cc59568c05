// Which page is shown: the address decides. #/ the start, #/play/<session>, #/puzzle/<code of a
// puzzle>, #/open/<text of a puzzle>.

import { Refused, Unreachable, call, connection } from "./api.js";
import { analysePage } from "./analyse.js";
import { showSettings } from "./dialogs.js";
import { h, icon } from "./dom.js";
import { textIn } from "./link.js";
import { playPage } from "./play.js";
import { reportPage } from "./report.js";
import { change, settings } from "./settings.js";
import { sendAll } from "./shelf.js";
import { openText, startPage } from "./start.js";

/** @import {Family} from "./protocol.d.ts" */

/**
 * The views, in the order of the navigation. While there is only one, there is nothing to choose and
 * no navigation is shown; its place in the header stays free.
 * @type {{ name: string, hash: string }[]}
 */
const VIEWS = [{ name: "Play", hash: "#/" }];

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const main = byId("main");
const spoken = byId("spoken");
const notice = byId("notice");
const offline = byId("offline");

/** @type {Promise<Family[]> | null} */
let families = null;
/** @type {{ close: () => void } | null} */
let page = null;
/** Counts turns of the page, so that a slow one does not overtake the next. */
let turn = 0;
let noticeEnds = 0;

/** @type {import("./play.js").Place} */
const place = {
  families: () => (families ??= call("families", {}).then((answer) => answer.families)).catch((error) => {
    families = null;
    throw error;
  }),
  say: (text) => {
    // The same words again would not be spoken again.
    spoken.textContent = spoken.textContent === text ? `${text}\u00a0` : text;
  },
  notify: (text) => {
    clearTimeout(noticeEnds);
    notice.textContent = text;
    notice.classList.add("on");
    noticeEnds = window.setTimeout(() => notice.classList.remove("on"), 6_000);
  },
  goTo: (hash) => {
    location.hash = hash;
  },
};

async function turnPage() {
  const mine = (turn += 1);
  main.setAttribute("aria-busy", "true");
  page?.close();
  page = null;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const [, kind = "", rest = ""] = /^#\/(\w*)\/?(.*)$/.exec(location.hash) ?? [];
  try {
    if (kind === "open" || kind === "puzzle") {
      const id = await openText(kind === "open" ? plain(rest) : await textIn(rest), place);
      if (mine === turn) location.replace(`#/play/${id}`);
      return;
    }
    const next = (kind === "play" && (await playPage(rest, place))) || (kind === "analyse" && (await analysePage(rest, place))) || (kind === "report" && (await reportPage(rest, place))) || (await startPage(place));
    if (mine !== turn) {
      next.close();
      return;
    }
    page = next;
    document.body.dataset.page = next.element.className;
    document.title = next.title ? `${next.title} – Gridwright` : "Gridwright";
    main.replaceChildren(next.element);
    (next.element.querySelector(".board") ?? main).focus({ preventScroll: true });
    if (!next.title && kind === "play") place.notify("This puzzle is no longer here.");
    scrollTo(0, 0);
    main.setAttribute("aria-busy", "false");
  } catch (error) {
    if (error instanceof Refused) {
      history.replaceState(null, "", "#/");
      place.notify(error.message);
      if (mine === turn) turnPage();
    } else if (error instanceof Unreachable) {
      main.replaceChildren(h("p", { class: "waiting" }, "Waiting for the server …"));
      main.setAttribute("aria-busy", "false");
      connection.addEventListener("back", () => mine === turn && turnPage(), { once: true });
    } else {
      throw error;
    }
  }
}

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function darkNow() {
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

if (VIEWS.length > 1) byId("views").append(...VIEWS.map(({ name, hash }) => h("a", { href: hash }, name)));
byId("theme").append(icon("theme"));
byId("theme").addEventListener("click", () => {
  change({ theme: darkNow() ? "light" : "dark" });
  place.say(darkNow() ? "Dark" : "Light");
});
byId("settings").append(icon("settings"));
byId("settings").addEventListener("click", showSettings);
connection.addEventListener("away", () => { offline.hidden = false; });
connection.addEventListener("back", () => { offline.hidden = true; });
addEventListener("hashchange", turnPage);
turnPage();
sendAll();
