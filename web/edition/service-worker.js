// Keeps the files of one edition in the browser. They are fetched once, all of them or none, and are given
// out from there ever after; nothing is asked of the host but whether there is a newer edition.

/** Written by `cargo xtask edition`: what tells editions apart, and their files. */
const EDITION = { version: "", files: [""] };

const worker = /** @type {any} */ (globalThis);
/** Where the edition is; other editions may be on the same host. @type {string} */
const scope = worker.registration.scope;
const NAME = `gridwright ${scope} `;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

worker.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = /** @type {Request} */ (event.request);
  const plain = url.replace(/[?#].*$/, "");
  const name = plain.startsWith(scope) ? plain.slice(scope.length).replace(/^index\.html$/, "") : null;
  if (method === "GET" && name !== null && EDITION.files.includes(name)) event.respondWith(give(name));
});

async function fetchAll() {
  const cache = await caches.open(NAME + EDITION.version);
  // What the browser has fetched already is asked for again, because it may be of an older edition; if it is
  // not, the host need not send it again.
  await cache.addAll(EDITION.files.map((name) => new Request(scope + name, { cache: "no-cache" })));
}

async function begin() {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== NAME + EDITION.version) await caches.delete(name);
  }
  await worker.clients.claim();
}

/** @param {string} name */
async function give(name) {
  const cache = await caches.open(NAME + EDITION.version);
  return (await cache.match(scope + name)) ?? fetch(scope + name);
}
