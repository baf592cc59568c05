// The engine in the page, if the page carries one. An edition (docs/edition.md) says so in its head; any other
// page is given out by a server, and asks that. A server that gives out an edition says that in its head, too.
//
// The engine is fetched and compiled while the first view is shown. What that view asks is answered before
// from a file of answers that were known when the edition was made.

import { EngineMissing, Workers } from "./workers.js";

export { EngineMissing };

/** Where the engine is, and where the answers known beforehand are. */
const place = meta("gridwright-engine");
const knownPlace = meta("gridwright-known");

/** Whether this page carries its engine, and so needs no server. */
export const carriesEngine = place !== null;

/** Whether there is a server behind this page all the same. */
export const hasServer = !carriesEngine || meta("gridwright-server") !== null;

/** How often it is said how long something has taken so far, in milliseconds. */
const BEAT = 500;

/** @type {Promise<Workers> | null} */
let loading = null;
/** Answers by requests. @type {Promise<Map<string, object>> | null} */
let known = null;

/**
 * @param {object} body
 * @returns {Promise<any>} the answer, which may be a refusal
 */
export async function answer(body) {
  const request = JSON.stringify(body);
  known ??= knownAnswers();
  const before = (await known).get(request);
  if (before) return structuredClone(before);
  return JSON.parse(await (await load()).ask(request));
}

/**
 * The same for what may take longer.
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<any>}
 */
export async function longAnswer(body, signal, onprogress) {
  const workers = await load();
  const began = performance.now();
  onprogress(0);
  const beat = setInterval(() => onprogress((performance.now() - began) / 1000), BEAT);
  try {
    return JSON.parse(await workers.ask(JSON.stringify(body), true, signal));
  } finally {
    clearInterval(beat);
  }
}

/** @returns {Promise<Workers>} */
export function load() {
  return (loading ??= begin()).catch((error) => {
    loading = null;
    throw error instanceof EngineMissing ? error : new EngineMissing(String(error));
  });
}

async function begin() {
  const response = await fetch(address(place ?? ""), { priority: "low" });
  if (!response.ok || !response.body) throw new EngineMissing(`status ${response.status}`);
  const bytes = await unpacked(response.body);
  const module = await WebAssembly.compileStreaming(new Response(bytes, { headers: { "content-type": "application/wasm" } }));
  const workers = new Workers(() => {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "engine" });
    worker.postMessage({ module });
    return worker;
  });
  workers.warmUp();
  return workers;
}

/**
 * The engine comes compressed, so that it is small from any host. A host that says so makes the browser
 * unpack it already; the first byte tells.
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {Promise<ReadableStream<Uint8Array>>}
 */
async function unpacked(stream) {
  const reader = stream.getReader();
  let { value: first, done } = await reader.read();
  while (!done && !first?.length) ({ value: first, done } = await reader.read());
  const whole = new ReadableStream({
    start: (controller) => (first ? controller.enqueue(first) : controller.close()),
    async pull(controller) {
      const { value, done } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  return first?.[0] === 0x1f ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** Without them there is only more to wait for. */
async function knownAnswers() {
  const answers = new Map();
  try {
    const response = knownPlace && (await fetch(address(knownPlace)));
    if (!response || !response.ok) return answers;
    for (const { request, answer } of await response.json()) answers.set(JSON.stringify(request), answer);
  } catch {
    known = null;
  }
  return answers;
}

/** @param {string} path */
function address(path) {
  return new URL(path, document.baseURI);
}

/** What the page's head says. @param {string} name @returns {string | null} */
function meta(name) {
  const { document } = globalThis;
  return document?.querySelector(`meta[name="${name}"]`)?.getAttribute("content") || null;
}

if (carriesEngine) load().catch(() => {});
