// Firefox and WebKit as Debian has them, driven as little as a smoke test needs: open a page, run something
// in it, move the mouse. Firefox is spoken to by WebDriver BiDi, without a driver in between; WebKit by
// WebDriver, through its driver.
//
// FIREFOX and WEBKIT_DRIVER name others than those on the path.

import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PATIENCE } from "./harness.js";
import { Socket } from "./socket.js";

/**
 * @typedef {object} Other
 * @property {(url: string) => Promise<void>} open
 * @property {<T>(work: (...args: any[]) => T | Promise<T>, ...args: any[]) => Promise<T>} evaluate
 * @property {(actions: object[], alt?: boolean) => Promise<void>} point actions of a mouse, as WebDriver has them; `alt`: with the other button
 * @property {() => Promise<Buffer>} screenshot
 * @property {() => Promise<void>} close
 */

/** @param {string} name @param {string | undefined} [given] */
function onPath(name, given) {
  return given ?? (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/** WebKit's own small browser, wherever this version has it. */
function miniBrowser() {
  for (const base of ["/usr/lib", "/usr/libexec", "/usr/local/libexec"]) {
    for (const folder of existsSync(base) ? ["", ...readdirSync(base).filter((name) => /linux|webkit/.test(name))] : []) {
      const at = join(base, folder);
      for (const name of existsSync(at) ? readdirSync(at).filter((each) => each.startsWith("webkit")) : []) {
        const file = join(at, name, "MiniBrowser");
        if (existsSync(file)) return file;
      }
    }
  }
  return undefined;
}

/**
 * What is there of these browsers; instead of one that is not, what it would take.
 * @type {Record<string, { start: () => Promise<Other> } | { missing: string }>}
 */
export const OTHERS = {
  Firefox: (() => {
    const program = onPath("firefox-esr", process.env.FIREFOX) ?? onPath("firefox");
    return program ? { start: () => firefox(program) } : { missing: "needs Firefox (apt-get install firefox-esr)" };
  })(),
  WebKit: (() => {
    const driver = onPath("WebKitWebDriver", process.env.WEBKIT_DRIVER);
    const screen = onPath("Xvfb");
    const browser = miniBrowser();
    if (!driver || !browser) return { missing: "needs WebKit (apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0)" };
    if (!process.env.DISPLAY && !screen) return { missing: "needs a screen for WebKit (apt-get install xvfb)" };
    return { start: () => webkit(driver, browser, screen) };
  })(),
};

/** @returns {Promise<number>} a port that nobody uses now */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Again and again until it works. @template T @param {() => Promise<T>} work @param {() => string | null} over why it never will @returns {Promise<T>} */
async function insist(work, over) {
  const ends = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const why = over();
      if (why || Date.now() > ends) throw new Error(why ?? String(error));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** A program in the background; `over` says why it is no longer running. @param {string} program @param {string[]} words @param {Record<string, string>} [more] */
function start(program, words, more = {}) {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, ...more } });
  let said = "";
  child.stderr.on("data", (data) => { said = (said + data).slice(-2_000); });
  /** @type {string | null} */
  let over = null;
  child.on("error", (error) => { over = `${program} cannot be started: ${error.message}`; });
  child.on("exit", (status) => { over ??= `${program} ended with ${status}: ${said}`; });
  const end = async () => {
    if (over) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  };
  return { over: () => over, end };
}

const MOUSE = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" } };
const PAUSE = { type: "pause", duration: 0 };
const CONTROL = "\uE009";

/** What runs in the page: a function in text, with its arguments. @param {Function} work @param {any[]} args */
const asText = (work, args) => `(${work})(...${JSON.stringify(args)})`;

/** @param {string} program @returns {Promise<Other>} */
async function firefox(program) {
  const profile = await mkdtemp(join(tmpdir(), "gridwright-firefox-"));
  // Nobody else is asked for anything.
  const settings = {
    "browser.shell.checkDefaultBrowser": false, "datareporting.policy.dataSubmissionEnabled": false, "app.update.disabledForTesting": true,
    "browser.startup.homepage_override.mstone": "ignore", "services.settings.server": "data:,", "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false, "extensions.systemAddon.update.enabled": false, "browser.safebrowsing.downloads.enabled": false,
  };
  await writeFile(join(profile, "user.js"), Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
  const port = await freePort();
  const browser = start(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(port)], { MOZ_DISABLE_CONTENT_SANDBOX: "1", HOME: profile });
  const socket = await insist(() => Socket.open(port, "/session"), browser.over);
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const ask = (method, params) => socket.ask({ method, params });
  await ask("session.new", { capabilities: {} });
  const { contexts: [{ context }] } = await ask("browsingContext.getTree", {});
  await ask("browsingContext.setViewport", { context, viewport: { width: 1280, height: 860 } });
  return {
    open: async (url) => { await ask("browsingContext.navigate", { context, url, wait: "complete" }); },
    evaluate: async (work, ...args) => {
      const expression = `(async () => JSON.stringify((await ${asText(work, args)}) ?? null))()`;
      const answer = await ask("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? "it failed");
      return JSON.parse(answer.result.value);
    },
    point: async (actions, alt = false) => {
      const button = alt ? 2 : 0;
      await ask("input.performActions", { context, actions: [{ ...MOUSE, actions: actions.map((each) => ({ button, ...each })) }] });
      await ask("input.releaseActions", { context });
    },
    screenshot: async () => Buffer.from((await ask("browsingContext.captureScreenshot", { context })).data, "base64"),
    close: async () => {
      socket.close();
      await browser.end();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {string} program @param {string} browser @param {string | undefined} screen @returns {Promise<Other>} */
async function webkit(program, browser, screen) {
  const home = await mkdtemp(join(tmpdir(), "gridwright-webkit-"));
  let display = process.env.DISPLAY ?? "";
  const xvfb = display ? null : await (async () => {
    display = `:${100 + Math.floor(Math.random() * 10_000)}`;
    return start(screen ?? "Xvfb", [display, "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
  })();
  const port = await freePort();
  const driver = start(program, [`--port=${port}`, "--host=127.0.0.1"], {
    DISPLAY: display, HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_CACHE_HOME: join(home, "cache"), LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1",
  });
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const ask = (method, path, body) => new Promise((resolve, reject) => {
    const text = body ? JSON.stringify(body) : "";
    const sent = httpRequest({ host: "127.0.0.1", port, path, method, headers: { "content-type": "application/json", "content-length": Buffer.byteLength(text) } }, (response) => {
      let all = "";
      response.setEncoding("utf8");
      response.on("data", (part) => { all += part; });
      response.on("end", () => {
        const { value } = JSON.parse(all || "{}");
        if (value?.error) reject(new Error(`${value.error}: ${value.message}`));
        else resolve(value);
      });
    });
    sent.on("error", reject);
    sent.end(text);
  });
  const why = () => driver.over() ?? xvfb?.over() ?? null;
  const { sessionId } = await insist(() => ask("POST", "/session", {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation", "--geometry=1280x960"] } } },
  }), why);
  const at = `/session/${sessionId}`;
  await ask("POST", `${at}/timeouts`, { script: PATIENCE, pageLoad: PATIENCE });
  return {
    open: async (url) => { await ask("POST", `${at}/url`, { url }); },
    evaluate: async (work, ...args) => {
      const script = `const done = arguments[arguments.length - 1]; (async () => JSON.stringify((await ${asText(work, args)}) ?? null))().then((text) => done({ text }), (error) => done({ error: String(error) }));`;
      const { text, error } = await ask("POST", `${at}/execute/async`, { script, args: [] });
      if (error) throw new Error(error);
      return JSON.parse(text);
    },
    point: async (actions, alt = false) => {
      // Its driver never lets go of the other button: it lets go of the first one instead. So it holds Ctrl.
      const keys = [{ type: "keyDown", value: CONTROL }, ...actions.map(() => PAUSE), { type: "keyUp", value: CONTROL }];
      await ask("POST", `${at}/actions`, {
        actions: [{ ...MOUSE, actions: [PAUSE, ...actions.map((each) => ({ button: 0, ...each }))] }, ...(alt ? [{ type: "key", id: "keys", actions: keys }] : [])],
      });
      await ask("DELETE", `${at}/actions`);
    },
    screenshot: async () => Buffer.from(await ask("GET", `${at}/screenshot`), "base64"),
    close: async () => {
      await ask("DELETE", at).catch(() => {});
      await driver.end();
      await xvfb?.end();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
