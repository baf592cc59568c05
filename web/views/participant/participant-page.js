// The page of a trial's participant: a code, the rules, then puzzles one after the other, and after each
// what they say about it. What comes next is for the server to say; nothing here knows what a puzzle is an
// example of.

import { picture } from "../../board/scene.js";
import { Refused, Unreachable } from "../../server/api.js";
import { complainIn } from "../../ui/complain.js";
import { pairs, show } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { opinionFields } from "../../ui/scores.js";
import { clock } from "../../ui/times.js";
import { about as askAbout, come, join, rememberCode, rememberedCode, tell } from "./desk.js";
import { placeWords, puzzlePage } from "./puzzle.js";
import { ToldSession, forgetKept } from "./told-session.js";

/** @import {Family} from "../../protocol.d.ts" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */
/** @import {About, State, ToSay} from "./desk.js" */

/**
 * @param {Shell} app
 * @returns {Promise<Page>}
 */
export async function participantPage(app) {
  const page = new ParticipantPage(await askAbout(), app);
  const code = rememberedCode();
  if (code) await page.comeBack(code);
  else page.welcome();
  return page;
}

class ParticipantPage {
  element = h("div", { class: "participant" });
  /** @type {{ close: () => void } | null} */
  #puzzle = null;
  #closed = false;
  /** @type {{ code: string, visit: number }} */
  #who = { code: "", visit: 0 };

  /** @param {About} about @param {Shell} app */
  constructor(about, app) {
    this.about = about;
    this.app = app;
    this.title = about.title;
  }

  close() {
    this.#closed = true;
    this.#puzzle?.close();
  }

  /**
   * @param {"view" | "board-page play"} kind the frame around it is laid out for
   * @param {...HTMLElement} parts
   */
  #show(kind, ...parts) {
    if (this.#closed) return;
    document.body.dataset.page = kind;
    this.element.replaceChildren(...parts);
    scrollTo(0, 0);
  }

  /** A page of words. @param {...(HTMLElement | null | false | "")} parts */
  #words(...parts) {
    this.#puzzle?.close();
    this.#puzzle = null;
    this.#show("view", h("div", { class: "view participant-words" }, ...parts));
    /** @type {HTMLElement | null} */ (this.element.querySelector("h1"))?.focus();
  }

  /** @param {string} words */
  #title(words) {
    return h("h1", { tabindex: "-1" }, words);
  }

  // ---- coming ----

  welcome() {
    const { about } = this;
    const { warmUps, puzzles } = about;
    const many = puzzles === 1 ? "one puzzle" : `${puzzles} puzzles`;
    const before = warmUps === 0 ? "" : warmUps === 1 ? ", after one to warm up" : `, after ${warmUps} to warm up`;
    const said = h("p", { class: "wrong-words", role: "alert" });
    const box = h("input", { type: "text", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: "24", "aria-label": "Your code", placeholder: "Your code" });
    const form = h("form", {
      class: "row code-form",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (box.value.trim()) await this.#enter(box.value, said);
      },
    }, box, h("button", { type: "submit", class: about.codesAreGivenOut ? "primary" : null }, about.codesAreGivenOut ? "Begin" : "Go on"));
    const begin = h("button", { type: "button", class: "primary", onclick: () => this.#begin(said) }, icon("go"), "Begin");
    this.#words(
      this.#title(about.title),
      about.welcome && h("div", { class: "lead" }, ...about.welcome.split("\n").filter(Boolean).map((line) => h("p", null, line))),
      h("p", null, `You will solve ${many}${before}. For each one the time is taken; you can pause whenever you like. After each one you can say what it was like.`),
      h("p", null, "Nobody asks for your name. A code stands for you: with it you can leave and come back, on this device or another."),
      about.codesAreGivenOut
        ? h("section", null, h("h2", null, "Your code"), form)
        : h("section", null, begin),
      !about.codesAreGivenOut && h("section", null, h("h2", null, "Have you been here before?"), h("p", null, "Type your code to go on where you were."), form),
      said);
  }

  /** @param {HTMLElement} said */
  async #begin(said) {
    try {
      await this.#enter(await join(), said);
    } catch (error) {
      complainIn(error, said);
    }
  }

  /** @param {string} code @param {HTMLElement} said */
  async #enter(code, said) {
    try {
      await this.#come(code);
    } catch (error) {
      complainIn(error, said);
    }
  }

  /** Who used this browser last goes on. @param {string} code */
  async comeBack(code) {
    try {
      await this.#come(code);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // This is another trial.
      rememberCode(null);
      this.welcome();
    }
  }

  /** @param {string} code */
  async #come(code) {
    const { state, visit, code: own } = await come(code);
    this.#who = { code: own, visit };
    rememberCode(own);
    const isNew = state.stage === "play" && !state.begun && visit === 1;
    if (isNew) this.#rules(state);
    else await this.#goOn(state);
  }

  /** Until then. */
  #leave() {
    const { code } = this.#who;
    const dialog = show("Your code", [
      h("p", { class: "code" }, code),
      h("p", null, "Write it down. With it you can go on where you were, on this device or another. Your clock stands still until then."),
    ], {
      actions: [
        h("button", { type: "button", onclick: () => dialog.close() }, "Stay"),
        h("button", {
          type: "button", class: "primary",
          onclick: () => {
            dialog.close();
            rememberCode(null);
            this.welcome();
          },
        }, "Leave")],
    });
  }

  // ---- the rules ----

  /** @param {State} state */
  #rules(state) {
    const go = h("button", { type: "button", class: "primary", onclick: () => this.#goOn(state) }, icon("go"), this.about.warmUps > 0 ? "To the first warm-up" : "To the first puzzle");
    this.#words(
      this.#title("Before you begin"),
      h("section", { class: "your-code" }, h("p", null, "Your code is"), h("p", { class: "code" }, this.#who.code), h("p", { class: "aside" }, "Write it down, in case you want to come back later.")),
      ...this.about.families.map((family) => rulesOf(family)),
      h("section", null, go));
  }

  // ---- playing ----

  /** @param {State} state */
  async #goOn(state) {
    if (this.#closed) return;
    if (state.stage === "play") {
      await this.#play(state);
    } else if (state.stage === "say") {
      this.#ask(state);
    } else {
      this.#thank(state);
    }
  }

  /** @param {import("./desk.js").ToPlay} state */
  async #play(state) {
    const session = new ToldSession(this.#who, state);
    session.onstate = (next) => this.#goOn(next);
    session.onelsewhere = () => this.#elsewhere();
    session.onrefused = (why) => this.#again(why);
    let page;
    try {
      page = await puzzlePage(session, state, this.about, this.app, () => this.#leave());
    } catch (error) {
      session.close();
      if (!(error instanceof Unreachable)) throw error;
      this.#again("The server cannot be reached right now.");
      return;
    }
    this.#puzzle?.close();
    this.#puzzle = page;
    this.#show("board-page play", page.element);
    page.resumeButton.focus();
    this.app.say(placeWords(state));
  }

  /** @param {string} why */
  #again(why) {
    const said = h("p", { class: "wrong-words", role: "alert" });
    this.#words(this.#title("Something went wrong"), h("p", null, why),
      h("section", null, h("button", { type: "button", class: "primary", onclick: () => this.#enter(this.#who.code, said) }, "Go on"), said));
  }

  #elsewhere() {
    const said = h("p", { class: "wrong-words", role: "alert" });
    this.#words(this.#title("You went on elsewhere"),
      h("p", null, `Your code ${this.#who.code} was used on another page or device. What you did here until then is kept.`),
      h("section", null, h("button", { type: "button", class: "primary", onclick: () => this.#enter(this.#who.code, said) }, "Go on here"), said));
  }

  // ---- what they say ----

  /** @param {ToSay} state */
  #ask(state) {
    const said = h("p", { class: "wrong-words", role: "alert" });
    const next = h("button", { type: "submit", class: "primary" }, "Go on");
    const form = h("form", {
      class: "word",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        next.disabled = true;
        try {
          const answer = await tell(this.#who, state.name, { event: "said", ...Object.fromEntries(new FormData(form)) });
          if (answer.elsewhere) this.#elsewhere();
          else if (answer.state) await this.#goOn(answer.state);
        } catch (error) {
          next.disabled = false;
          complainIn(error, said);
        }
      },
    },
    ...opinionFields({}, () => {}, QUESTIONS),
    h("div", { class: "row" }, next, h("span", { class: "aside" }, "You need not answer everything.")), said);
    this.#words(
      this.#title(state.solved ? "Solved" : "Not this one"),
      h("p", { class: "lead" }, `${placeWords(state)}, ${state.solved ? `in ${clock(state.seconds * 1000)}` : "given up"}. What was it like?`),
      form);
  }

  /** @param {State} state */
  #thank(state) {
    const { code } = this.#who;
    forgetKept(code);
    const all = this.about.warmUps + this.about.puzzles;
    this.#words(
      this.#title("Thank you!"),
      h("p", { class: "lead" }, `That was the last one. You solved ${state.solvedSoFar === all ? `all ${all}` : `${state.solvedSoFar} of ${all}`}.`),
      h("p", null, `Everything is kept under your code ${code}. You can close this page.`),
      h("section", null, h("button", {
        type: "button",
        onclick: () => {
          rememberCode(null);
          this.welcome();
        },
      }, "Somebody else begins")));
  }
}

/** @type {Record<string, string>} */
const QUESTIONS = { difficulty: "How hard was it?", fun: "How much fun was it?", looks: "How did it look?" };

/** The rules with an example, and how to play. @param {Family} family */
function rulesOf({ name, rules, picture: example, howToPlay }) {
  return h("section", { class: "rules" },
    example ? h("figure", null, picture(example, `A solved example of ${name}`), h("figcaption", { class: "aside" }, "A solved example")) : null,
    h("div", null, h("h2", null, name), h("p", { class: "lead" }, rules),
      howToPlay.length > 0 && h("div", null, h("h3", null, "How to play"), pairs(howToPlay.map(({ gesture, meaning }) => [gesture, meaning])))));
}
