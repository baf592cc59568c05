// What everything that uses a browser shares: a server of its own, a browser, and pages that must
// not complain.
//
// A test waits for what makes its next line true, never for a time, and never has to be quick: the
// server's limits and the page's own are stretched so far that no slow machine reaches them.
//
// GRIDWRIGHT_SERVE     how to start a server; `{port}` in it is replaced (0: any free port);
//                      default: $GRIDWRIGHT_BIN serve --port {port}
// GRIDWRIGHT_DEV       if set, the client comes from this folder through dev.js, not from the server
// GRIDWRIGHT_EDITION   if set, the client is the edition in this folder, as a plain static host would serve it
// GRIDWRIGHT_PATIENCE  milliseconds until a test gives up waiting, for work on tests; default: three minutes
// CHROMIUM             default: the chromium on the path

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { serve } from "./dev.js";
import { host } from "./static.js";

/** @import {Browser as Chromium, BrowserContext, BrowserContextOptions as Options, Page} from "playwright-core" */

export const ARTEFACTS = join(import.meta.dirname, "../../artefacts/web");

/** Long, for a slow machine; a test that is right never waits this long. */
export const PATIENCE = Number(process.env.GRIDWRIGHT_PATIENCE ?? 180_000);

const COMMAND = process.env.GRIDWRIGHT_SERVE ?? `${process.env.GRIDWRIGHT_BIN ?? "gridwright"} serve --port {port}`;
const CHROMIUM = process.env.CHROMIUM
  ?? (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "chromium")).find((file) => existsSync(file));
const ARGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // Letters as wide as they were drawn, not as the machine would round them.
  "--font-render-hinting=none",
  // A host that is not this machine, for browsers: over http it is none that they trust.
  "--host-resolver-rules=MAP plain.test 127.0.0.1",
];

/** The hosts that a page of ours may ask; the second is this machine, too. */
const OURS = ["127.0.0.1", "127.0.0.2", "plain.test"];

/** What opens the library of every server here. */
export const TOKEN = "for-tests";

export const WIDE = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A server that can be killed and started again at the same address. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  /** What stands before it, if the client comes from this folder. @type {import("node:http").Server | null} */
  #front = null;
  #frontPort = 0;
  port = 0;
  url = "";

  /** @param {string[]} [more] arguments of the server @param {boolean} [alone] it gives out its page itself, whatever else is to be tested */
  constructor(more = [], alone = false) {
    this.more = more;
    this.alone = alone;
  }

  async start() {
    // A server that comes back wants its old port, which somebody else may have taken for a moment.
    const ends = Date.now() + PATIENCE;
    for (;;) {
      try {
        await this.#spawn();
        break;
      } catch (error) {
        if (this.port === 0 || Date.now() > ends) throw error;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    if (this.alone) {
      this.url = `http://127.0.0.1:${this.port}/`;
    } else if (process.env.GRIDWRIGHT_DEV) {
      this.#front = await serve(this.port, this.#frontPort);
      const at = this.#front.address();
      assert(at && typeof at === "object");
      this.#frontPort = at.port;
      this.url = `http://127.0.0.1:${at.port}/`;
    } else if (process.env.GRIDWRIGHT_EDITION) {
      const { server, url } = await host(process.env.GRIDWRIGHT_EDITION, this.#frontPort);
      this.#front = server;
      this.#frontPort = Number(new URL(url).port);
      this.url = url;
    } else {
      this.url = `http://127.0.0.1:${this.port}/`;
    }
    return this;
  }

  async #spawn() {
    const [program, ...given] = COMMAND.replace("{port}", String(this.port)).split(" ");
    const process_ = spawn(program, [...given, ...this.more], { stdio: ["ignore", "pipe", "pipe"], env: { GRIDWRIGHT_STRETCH: "30", ...process.env, GRIDWRIGHT_TOKEN: TOKEN } });
    this.#process = process_;
    this.port = await new Promise((resolve, reject) => {
      let text = "";
      process_.on("error", (error) => reject(new Error(`the server cannot be started: ${error.message} (GRIDWRIGHT_BIN says which program)`)));
      process_.on("exit", () => reject(new Error(`the server ended at once: ${text}`)));
      process_.stderr.on("data", (data) => {
        text += data;
        process.stderr.write(data);
      });
      process_.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/[\w.]+:(\d+)/.exec(text);
        if (found) resolve(Number(found[1]));
      });
    });
  }

  /** As abruptly as a crash. */
  async kill() {
    this.#front?.closeAllConnections();
    this.#front?.close();
    this.#front = null;
    const process_ = this.#process;
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
    const ended = new Promise((resolve) => process_.once("exit", resolve));
    process_.kill("SIGKILL");
    await ended;
  }

  stop() {
    return this.kill();
  }

  /**
   * Ask it directly, without a browser.
   * @param {string} op
   * @param {object} [request]
   * @param {string} [address] `/api/library` for what the library is asked
   * @returns {Promise<any>}
   */
  async ask(op, request = {}, address = "/api") {
    const response = await fetch(`http://127.0.0.1:${this.port}${address}`, {
      method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` }, body: JSON.stringify({ op, ...request }),
    });
    const answer = /** @type {any} */ (await response.json());
    assert(answer.ok, `${op}: ${JSON.stringify(answer.error)}`);
    return answer;
  }
}

/** One browser for all tests of a file; each test has a profile of its own in it. @type {Promise<Chromium> | null} */
let running = null;

export async function closeBrowser() {
  await (await running?.catch(() => null))?.close();
}

async function launch() {
  assert(CHROMIUM && existsSync(CHROMIUM), "there is no browser: install chromium, or let CHROMIUM say where one is");
  try {
    return await chromium.launch({ executablePath: CHROMIUM, args: ARGS, timeout: PATIENCE });
  } catch (error) {
    throw new Error(`the browser ${CHROMIUM} cannot be started: ${error instanceof Error ? error.message : error}`);
  }
}

/** An empty profile, and what its pages complained about. */
export class Profile {
  /** @type {string[]} */
  complaints = [];
  /** Complaints that a test brings about itself. @type {RegExp[]} */
  expected = [];
  /** What was asked of anybody but the servers of the tests. @type {string[]} */
  elsewhere = [];

  /** @param {BrowserContext} context */
  constructor(context) {
    this.context = context;
    context.on("page", (page) => this.#watch(page));
    context.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (!["data:", "blob:"].includes(protocol) && !OURS.includes(hostname)) this.elsewhere.push(request.url());
    });
  }

  /**
   * @param {Options} options
   * @param {boolean} [isTrusted] it has the token of the servers' libraries
   */
  static async open(options, isTrusted = true) {
    // One that has died takes only the test with it that it died in.
    const alive = await running?.catch(() => null);
    const browser = alive?.isConnected() ? alive : await (running = launch());
    // Nothing moves by itself, unless a test wants it: there is less to wait for.
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    await context.addInitScript(watchRequests);
    if (isTrusted) await context.addInitScript(haveToken, TOKEN);
    context.setDefaultTimeout(PATIENCE);
    return new Profile(context);
  }

  /** @param {Page} page */
  #watch(page) {
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(`${message.text()} ${message.location().url}`.trim());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  page() {
    return this.context.newPage();
  }

  /** Nothing may have gone to the console, or been asked of anybody else. */
  async close() {
    await this.context.close();
    assert.deepEqual(this.elsewhere, [], "requests to other hosts");
    const left = this.complaints.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(left, [], "complaints on the console");
  }
}

/**
 * Runs in the page before its own scripts. It knows what has been asked of the server and has no answer
 * yet (`settled` waits for that), and it stretches the page's own patience: on a slow machine a server
 * that takes its time is not away, and a tab that is being reloaded still gives its lock back. A page
 * that is to notice soon that another tab holds a lock says so (`impatient`).
 */
function watchRequests() {
  const page = /** @type {any} */ (window);
  /** What has been asked, in a few letters. @type {Set<{ what: string }>} */
  const underWay = new Set();
  /** @type {(() => void)[]} */
  let waiting = [];
  /** One turn of the event loop. (Timers may stand still in a test.) */
  const turn = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
  const begin = (/** @type {string} */ what) => {
    const request = { what };
    underWay.add(request);
    return async () => {
      // The page goes on with the answer first.
      await turn();
      underWay.delete(request);
      if (underWay.size > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    };
  };
  page.unanswered = () => [...underWay].map(({ what }) => what);
  page.settled = async () => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      if (underWay.size === 0) {
        await turn();
      } else {
        quiet = -1;
        await new Promise((resolve) => waiting.push(() => resolve(undefined)));
      }
    }
  };

  const send = window.fetch;
  window.fetch = async (...request) => {
    const end = begin(`${request[0]} ${String(request[1]?.body ?? "").slice(0, 40)}`);
    try {
      const response = await send(...request);
      // The engine is not text.
      if (/gzip|wasm|octet-stream/.test(response.headers.get("content-type") ?? "")) return response;
      const text = await response.text();
      const whole = new Response(response.status === 204 ? null : text, response);
      // Without another turn of the event loop.
      whole.json = async () => JSON.parse(text);
      return whole;
    } finally {
      end();
    }
  };

  // A job is under way until nobody listens any more.
  window.EventSource = class extends EventSource {
    #end;

    /** @param {string | URL} address */
    constructor(address) {
      super(address);
      this.#end = begin(String(address));
    }

    close() {
      super.close();
      this.#end();
    }
  };

  // Of the engine in the page every request gets one answer, unless its worker is ended. It may take its
  // time, too.
  window.Worker = class extends Worker {
    /** @type {(() => void) | null} */
    #end = null;

    /** @param {any} message */
    postMessage(message) {
      if (!("request" in message)) {
        super.postMessage(message);
        return;
      }
      const end = begin(message.request.slice(0, 40));
      this.#end = end;
      this.addEventListener("message", end, { once: true });
      super.postMessage({ ...message, milliseconds: 30 * message.milliseconds });
    }

    terminate() {
      super.terminate();
      this.#end?.();
    }
  };

  // What was asked in a dialog is answered by an event that comes a while after its button was pressed.
  const { close } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.close = function closing(/** @type {[returnValue?: string]} */ ...result) {
    if (this.open) this.addEventListener("close", begin("a dialog that closes"), { once: true });
    close.apply(this, result);
  };

  const { timeout } = AbortSignal;
  AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, page.impatient ? milliseconds : 60 * milliseconds);
}

/** Runs in the page before its own scripts, as if the printed address had been opened there before. @param {string} token */
function haveToken(token) {
  try {
    localStorage.setItem("gw:token", token);
  } catch {
    // This is not one of our pages.
  }
}

/**
 * Open a text as a person would: paste it and press Enter.
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 */
export async function paste(page, url, text) {
  await page.goto(url);
  await page.getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
}

/**
 * Open a text through a link to the page that carries it.
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 */
export async function openText(page, url, text) {
  await page.goto(`${url}#/open/${encodeURIComponent(text)}`);
  await shown(page);
}

/** Until the board is there and all it needs. @param {Page} page */
export async function shown(page) {
  await page.waitForURL(/#\/play\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
}

/**
 * Where a point of the board is on the page.
 * @param {Page} page
 * @param {number} row
 * @param {number} col
 * @returns {Promise<{ x: number, y: number }>}
 */
export function at(page, row, col) {
  return page.evaluate(([y, x]) => {
    const group = /** @type {SVGGElement} */ (document.querySelector(".board .camera"));
    const point = new DOMPoint(x, y).matrixTransform(/** @type {DOMMatrix} */ (group.getScreenCTM()));
    return { x: point.x, y: point.y };
  }, [row + 0.5, col + 0.5]);
}

/** What is kept of the puzzle in this tab. @param {Page} page */
export function kept(page) {
  return page.evaluate(() => {
    const id = location.hash.split("/")[2];
    return JSON.parse(localStorage.getItem(`gw:play:${id}`) ?? "null");
  });
}

/** The drawing, as text to compare, with the mouse elsewhere: a message under it would mark its cells. @param {Page} page */
export async function drawing(page) {
  await handsOff(page);
  return page.evaluate(() => [...document.querySelectorAll(".board .scene > *")].map((node) => {
    const copy = /** @type {Element} */ (node.cloneNode(true));
    copy.removeAttribute("style");
    copy.removeAttribute("data-fresh");
    return copy.outerHTML;
  }).join("\n"));
}

/** Until every request and every job has its answer, the page has used it, and its fonts are there. @param {Page} page */
export async function settled(page) {
  let ends;
  const late = new Promise((_, reject) => {
    ends = setTimeout(async () => {
      const left = await page.evaluate(() => /** @type {any} */ (window).unanswered()).catch(() => ["the page itself"]);
      reject(new Error(`no answer within ${PATIENCE / 1000} s: ${left.join("; ")}`));
    }, PATIENCE);
  });
  try {
    await Promise.race([page.evaluate(async () => {
      // Asked for by name: `ready` alone says yes before anything is written in them.
      await Promise.allSettled([...document.fonts].map((face) => face.load()));
      await document.fonts.ready;
      await /** @type {any} */ (window).settled();
    }), late]);
  } finally {
    clearTimeout(ends);
  }
}

/**
 * Time passes on a page whose clock is in our hands: a little at a time, so that an answer that is on its
 * way does not come too late by that clock.
 * @param {Page} page
 * @param {number} seconds
 */
export async function pass(page, seconds) {
  for (let left = seconds * 1_000; left > 0; left -= 5_000) {
    await page.clock.runFor(Math.min(left, 5_000));
    await settled(page);
  }
}

/**
 * Until this has been said to everybody. A notice goes after a moment, so what counts is not whether it can
 * still be seen.
 * @param {Page} page
 * @param {string | RegExp} words
 */
export async function notified(page, words) {
  await page.locator("#notice").filter({ hasText: words }).waitFor({ state: "attached" });
}

/** Until no tab holds a puzzle any more: one that was left lets go of it a moment later. @param {Page} page of the same server */
export async function released(page) {
  await page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query();
    return !held.some(({ name }) => name?.startsWith("gw:lock:"));
  });
}

/** Take the mouse off everything: what lies under it looks different. @param {Page} page */
export async function handsOff(page) {
  await page.mouse.move(0, 0);
}
