// Which page is shown: the address decides. #/ the start, #/play/<session>, #/puzzle/<code of a
// puzzle>, #/open/<text of a puzzle>; #/library; #/draw, #/draw/<code>, #/draft/<drawing>; #/generate;
// #/analyse, #/analyse/<session or code>; #/report/<filter of the library>. #/token/<token>, which the
// server prints, opens the library in this browser and leads to the start. If the server runs a trial, all
// of them show its participant's page.

import { Locked, Refused, Unreachable, answerer, call, connection, isAway, isLibraryAway, openLibrary } from "./server/api.js";
import { sendAll } from "./storage/play-records.js";
import { change, settings } from "./storage/settings.js";
import { onTrouble } from "./storage/store.js";
import { showSettings } from "./ui/dialogs.js";
import { h, icon } from "./ui/dom.js";
import { textIn } from "./ui/link.js";
import { stylesheet } from "./ui/stylesheet.js";
import "./ui/width.js";
import { openText } from "./views/play/begin.js";
import { startPage } from "./views/start/start-page.js";

/** @import {Family} from "./protocol.d.ts" */
/** @import {Page, Shell} from "./ui/shell.d.ts" */

/**
 * The views, in the order of the navigation, and the kinds of address that belong to each.
 * @type {{ name: string, hash: string, kinds: string[] }[]}
 */
const VIEWS = [
  { name: "Play", hash: "#/", kinds: ["", "play", "puzzle", "open"] },
  { name: "Library", hash: "#/library", kinds: ["library", "report"] },
  { name: "Draw", hash: "#/draw", kinds: ["draw", "draft"] },
  { name: "Generate", hash: "#/generate", kinds: ["generate"] },
  { name: "Analyse", hash: "#/analyse", kinds: ["analyse"] },
];

/**
 * A view and its stylesheets. What nobody looks at is not loaded. If the server is away, that is what
 * is said.
 * @template T
 * @param {Promise<T>} module
 * @param {...string} sheets
 * @returns {Promise<T>}
 */
async function later(module, ...sheets) {
  try {
    const [loaded] = await Promise.all([module, ...sheets.map(stylesheet)]);
    return loaded;
  } catch (error) {
    await call("open", { text: "" });
    throw error;
  }
}

const play = () => later(import("./views/play/play-page.js"));
const draw = () => later(import("./views/draw/draw-start.js"), "views/draw/draw.css");
const library = () => later(import("./views/library/library-page.js"), "views/library/library.css");
const report = () => later(import("./views/library/report-page.js"), "ui/scores.css", "views/library/report.css");
const generate = () => later(import("./views/generate/generate-page.js"), "views/generate/generate.css");
const analyse = () => later(import("./views/analyse/analyse-page.js"), "ui/scores.css", "views/analyse/analyse.css");
const participant = () => later(import("./views/participant/participant-page.js"), "views/participant/participant.css");
const analyseStart = () => later(import("./views/analyse/analyse-start.js"));

/**
 * What each kind of address shows, from what follows it; null: that is no longer here. Everything
 * else is the start.
 * @type {Record<string, (rest: string, app: Shell) => Promise<Page | null>>}
 */
const PAGES = {
  play: async (rest, app) => (await play()).playPage(rest, app),
  library: async (_, app) => (await library()).libraryPage(app),
  draw: async (_, app) => (await draw()).drawStart(app),
  draft: async (rest, app) => (await draw()).draftPage(rest, app),
  generate: async (_, app) => (await generate()).generatePage(app),
  analyse: async (rest, app) => (rest ? (await analyse()).analysePage(rest, app) : (await analyseStart()).analyseStart(app)),
  report: async (rest, app) => (await report()).reportPage(rest, app),
};

/** Of index.html. @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = byId("main");
const spoken = byId("spoken");
const notice = byId("notice");
const offline = byId("offline");

/** The server runs a trial: there is no other page than that of its participants. */
const isTrial = document.querySelector("meta[name=gridwright-trial]") !== null;

/** @type {Promise<Family[]> | null} */
let families = null;
/** @type {{ close: () => void } | null} */
let page = null;
/** Counts turns of the page, so that a slow one does not overtake the next. */
let turn = 0;
let noticeEnds = 0;
/** Moves that the server has not seen yet. */
let unsent = 0;

/** @type {Shell} */
const app = {
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
  waiting: (count) => {
    unsent = count;
    tellAway();
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
    if (!isTrial && (kind === "open" || kind === "puzzle")) {
      const id = await openText(kind === "open" ? plain(rest) : await textIn(rest), app);
      if (mine === turn) location.replace(`#/play/${id}`);
      return;
    }
    if (kind === "token") {
      openLibrary(plain(rest));
      sendAll(app.notify);
      location.replace("#/");
      return;
    }
    if (!isTrial && kind === "draw" && rest) {
      const id = await (await draw()).openDraft(await textIn(rest));
      if (mine === turn) location.replace(`#/draft/${id}`);
      return;
    }
    const found = isTrial ? await (await participant()).participantPage(app) : await PAGES[kind]?.(rest, app);
    const next = found ?? (await (kind === "draft" ? (await draw()).drawStart(app) : startPage(app)));
    if (mine !== turn) {
      next.close();
      return;
    }
    page = next;
    if (!isTrial) document.body.dataset.page = next.element.className;
    showWhere(kind);
    document.title = next.title ? `${next.title} – Gridwright` : "Gridwright";
    main.replaceChildren(next.element);
    (/** @type {HTMLElement | null} */ (next.element.querySelector(".board")) ?? main).focus({ preventScroll: true });
    if (found === null) app.notify(kind === "draft" ? "This drawing is no longer here." : "This puzzle is no longer here.");
    scrollTo(0, 0);
    main.setAttribute("aria-busy", "false");
  } catch (error) {
    if (error instanceof Locked) {
      main.replaceChildren(h("p", { class: "waiting" }, error.message));
      main.setAttribute("aria-busy", "false");
    } else if (error instanceof Refused) {
      history.replaceState(null, "", "#/");
      app.notify(error.message);
      if (mine === turn) turnPage();
    } else if (error instanceof Unreachable) {
      main.replaceChildren(h("p", { class: "waiting" }, `Waiting for ${error.who.name} …`));
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

function tellAway() {
  offline.hidden = !isAway() && !isLibraryAway();
  if (offline.hidden) return;
  const kept = unsent === 0 ? "" : ` Your last ${unsent === 1 ? "move is" : `${unsent} moves are`} saved and will be entered when it is back.`;
  const words = isAway()
    ? `${new Unreachable(answerer).message} Trying again …${kept}`
    : "The server that keeps the library cannot be reached. Trying again … All else goes on without it.";
  // The same words again would be spoken again.
  if (offline.textContent !== words) offline.textContent = words;
}

function darkNow() {
  return settings.theme === "dark" || (settings.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** @param {string} kind of address */
function showWhere(kind) {
  const here = VIEWS.find(({ kinds }) => kinds.includes(kind)) ?? VIEWS[0];
  for (const [i, link] of [...byId("views").children].entries()) {
    if (VIEWS[i] === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

if (isTrial) document.documentElement.dataset.trial = "";
byId("views").append(...VIEWS.map(({ name, hash }) => h("a", { href: hash }, name)));
byId("theme").append(icon("theme"));
byId("theme").addEventListener("click", () => {
  change({ theme: darkNow() ? "light" : "dark" });
  app.say(darkNow() ? "Dark" : "Light");
});
byId("settings").append(icon("settings"));
byId("settings").addEventListener("click", showSettings);
for (const how of ["away", "back"]) connection.addEventListener(how, tellAway);
addEventListener("hashchange", turnPage);
onTrouble(app.notify);
turnPage();
sendAll(app.notify);
