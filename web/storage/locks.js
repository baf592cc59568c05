// Which tab has what open. Only the tab that holds the lock of a started puzzle or a drawing writes it.

import { keepsNothing } from "./store.js";

const PREFIX = "gw:lock:";

/**
 * Become the only tab that writes this; false if another one is. The lock ends with the page, however it
 * ends.
 * @param {string} id
 * @returns {Promise<false | (() => void)>} how to give it back
 */
function hold(id) {
  // Without locks (an old browser) tabs cannot know of each other. Where nothing is kept there are none either,
  // and nothing that two tabs could both write.
  if (!navigator.locks || keepsNothing()) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    // A page that is being reloaded may need a moment to let go of its lock.
    const signal = AbortSignal.timeout(1_000);
    navigator.locks
      .request(PREFIX + id, { signal }, () => new Promise((release) => resolve(() => release(undefined))))
      .catch(() => resolve(false));
  });
}

/**
 * Do something that no other tab may do at the same time.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function alone(what, run) {
  return navigator.locks && !keepsNothing() ? await navigator.locks.request(`gw:${what}`, run) : run();
}

/**
 * Hold what was kept, or a copy of it if another tab has it open.
 * @template {{ id: string, copy: () => Kept }} Kept
 * @param {Kept} kept
 * @param {(copy: Kept) => void} oncopy
 * @returns {Promise<{ held: Kept, release: () => void }>}
 */
export async function holdOrCopy(kept, oncopy) {
  const release = await hold(kept.id);
  if (release) return { held: kept, release };
  const copy = kept.copy();
  const releaseCopy = await hold(copy.id);
  oncopy(copy);
  return { held: copy, release: releaseCopy || (() => {}) };
}

/**
 * Open what is held; if that fails, somebody will try again, and must not find it held by us.
 * @template T
 * @param {() => void} release
 * @param {() => Promise<T>} open
 * @returns {Promise<T>}
 */
export async function unlessFailing(release, open) {
  try {
    return await open();
  } catch (error) {
    release();
    throw error;
  }
}

/** What some tab has open. @returns {Promise<Set<string>>} */
export async function openElsewhere() {
  if (keepsNothing()) return new Set();
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name = "" }) => name).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)));
}
