// Keeping an edition in the browser, so that it opens without a net, and moving on to a newer one.
//
// A newer edition is fetched beside the one in use, and waits until somebody says so: nothing changes under
// the hands of a player. Puzzles and drawings are kept by the browser, move by move, so the reload that
// brings the newer edition finds them as they were. Other tabs go on until they are reloaded themselves.

import { hasServer, load } from "../engine/engine.js";
import { h } from "../ui/dom.js";

const { serviceWorker } = navigator;

/** This tab has asked for the newer edition. */
let asked = false;
/** Whether this tab had an edition kept before; the first one is no news. */
let kept = Boolean(serviceWorker?.controller);

/** @param {string} words @param {string} name @param {() => void} onclick */
function announce(words, name, onclick) {
  document.getElementById("update")?.remove();
  const bar = h("p", { id: "update", role: "status" });
  document.querySelector("main")?.before(bar);
  // Put in afterwards, or it would not be spoken.
  bar.append(h("span", null, words), h("button", { type: "button", onclick }, name), h("button", { type: "button", onclick: () => bar.remove() }, "Later"));
}

/** @param {ServiceWorker | null} next a newer edition, once it is there completely */
function offer(next) {
  if (!next || !serviceWorker.controller) return;
  announce("There is a newer edition of Gridwright. Your puzzles stay as they are.", "Use it now", () => {
    asked = true;
    next.postMessage("take over");
  });
}

async function keep() {
  serviceWorker.addEventListener("controllerchange", () => {
    if (asked) location.reload();
    else if (kept) announce("Another tab has moved on to a newer edition of Gridwright.", "Reload", () => location.reload());
    kept = true;
  });
  // Not before the page has all it needs itself: then the browser has most of it at hand.
  await load();
  const registration = await serviceWorker.register(new URL("service-worker.js", document.baseURI), { updateViaCache: "none" });
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => next.state === "installed" && offer(next));
  });
  // Whoever never closes the page hears of it, too.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) registration.update().catch(() => {});
  });
}

// There is none over plain http from another machine, nor in some private windows: it plays without. A page of
// the program comes from this machine each time, and must be that of the program as it is now.
if (serviceWorker && !hasServer) keep().catch(() => {});
