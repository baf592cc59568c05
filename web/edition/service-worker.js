// Keeps the files of one edition in the browser. They are fetched once, all of them or none, and are given
// out from there ever after; nothing is asked of the host but whether there is a newer edition.
//
// When a newer edition takes over, tabs that are open go on with theirs until they are reloaded: whatever they
// have not loaded yet still comes from their own edition, which is kept as long as one of them is open.

/** Written by `cargo xtask edition`: what tells editions apart, and their files. */
const EDITION = { version: "", files: [""] };

const worker = /** @type {any} */ (globalThis);
/** Where the edition is; other editions may be on the same host. @type {string} */
const scope = worker.registration.scope;
const NAME = `gridwright ${scope} `;
/** Where it is written down which tabs are of which edition; this worker may be ended at any time. */
const TABS = `gridwright-tabs ${scope}`;

/**
 * `last`: the edition that new tabs are of. `older`: the editions of tabs that are of another one.
 * @typedef {{ last: string, older: Record<string, string> }} Tabs
 */

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url, destination, mode } = /** @type {Request} */ (event.request);
  const plain = url.replace(/[?#].*$/, "");
  const name = plain.startsWith(scope) ? plain.slice(scope.length).replace(/^index\.html$/, "") : null;
  // An older edition may have files that this one has not; they are scripts, styles and the like.
  if (method !== "GET" || name === null || !(EDITION.files.includes(name) || destination !== "")) return;
  event.respondWith(give(name, event));
  if (mode === "navigate") event.waitUntil(tidyUp());
});

async function fetchAll() {
  const cache = await caches.open(NAME + EDITION.version);
  // What the browser has fetched already is asked for again, because it may be of an older edition; if it is
  // not, the host need not send it again.
  await cache.addAll(EDITION.files.map((name) => new Request(scope + name, { cache: "no-cache" })));
}

async function begin() {
  const { last, older } = (await tabs()) ?? { last: EDITION.version, older: {} };
  for (const { id } of await open()) older[id] ??= last;
  await write({ last: EDITION.version, older });
  await tidyUp();
  await worker.clients.claim();
}

/** @param {string} name @param {any} event */
async function give(name, { request, clientId, resultingClientId }) {
  const now = await tabs();
  const version = (request.mode !== "navigate" && now?.older[clientId]) || EDITION.version;
  // What a tab starts is of the same edition.
  if (now && version !== EDITION.version && resultingClientId) {
    now.older[resultingClientId] = version;
    await write(now);
  }
  const cache = await caches.open(NAME + version);
  return (await cache.match(scope + name)) ?? fetch(request);
}

/** Forget tabs that were closed, and editions that nobody uses any more. */
async function tidyUp() {
  const now = await tabs();
  // A newer edition that waits is not used yet.
  const { installing, waiting } = worker.registration;
  if (!now || installing || waiting) return;
  const ids = new Set((await open()).map(({ id }) => id));
  const older = Object.fromEntries(Object.entries(now.older).filter(([id, version]) => ids.has(id) && version !== now.last));
  await write({ ...now, older });
  const used = [EDITION.version, ...Object.values(older)].map((version) => NAME + version);
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && !used.includes(name)) await caches.delete(name);
  }
}

/** All tabs and their workers. @returns {Promise<{ id: string }[]>} */
function open() {
  return worker.clients.matchAll({ includeUncontrolled: true, type: "all" });
}

/** What is written down, once it has been read. @type {Promise<Tabs | null> | null} */
let known = null;

function tabs() {
  return (known ??= caches.open(TABS).then(async (cache) => (await cache.match(scope))?.json() ?? null));
}

/** @param {Tabs} now */
async function write(now) {
  known = Promise.resolve(now);
  await (await caches.open(TABS)).put(scope, new Response(JSON.stringify(now)));
}
