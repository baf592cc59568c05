// The rows of the library that this browser keeps, in its database. To this file they are numbers, keys and
// texts.
//
//   lines   what lists show, by number; small, since all of them are read at once
//   rows    the rest, by number, and found by key
//   about   the number of the next puzzle, how many plays were recorded, and the age
//
// The age grows with every change, so that a change that was thought out while another tab wrote is noticed:
// a transaction cannot wait for the engine.

import { Full, Refused } from "../server/errors.js";

/** @import {Changes, KnownRows, Lacks} from "../protocol.d.ts" */

const NAME = "gridwright";
const VERSION = 1;
/** What is said about an empty library. */
const BLANK = { next: 1, plays: 0, age: 0 };
/** The only entry of `about`. */
const ALL = "all";

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function open() {
  return (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      database.createObjectStore("lines", { keyPath: "id" });
      database.createObjectStore("rows", { keyPath: "id" }).createIndex("key", "key", { unique: true });
      database.createObjectStore("about");
    };
    request.onsuccess = () => {
      const { result: database } = request;
      // A newer page in another tab wants to change it, or the browser has taken it away.
      database.onversionchange = () => database.close();
      database.onclose = () => { opened = null; };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  }));
}

/** Not in some private windows, nor where storage is switched off. */
export async function canOpen() {
  try {
    await open();
    return true;
  } catch {
    opened = null;
    return false;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * What is known about the rows, all at one instant.
 * @param {Lacks} wanted
 * @returns {Promise<{ known: KnownRows, age: number }>}
 */
export async function read({ lines, ids, keys }) {
  const look = (await open()).transaction(["lines", "rows", "about"]);
  const rows = look.objectStore("rows");
  const asked = [
    ...ids.map((id) => result(rows.get(id))),
    ...keys.map((key) => result(rows.index("key").get(key))),
  ];
  const [about, all, found] = await Promise.all([
    result(look.objectStore("about").get(ALL)),
    lines ? result(look.objectStore("lines").getAll()) : null,
    Promise.all(asked),
  ]);
  const { next, plays, age } = about ?? BLANK;
  const kept = new Map(found.filter(Boolean).map((row) => [row.id, row]));
  return { known: { next, plays, ids, keys, kept: [...kept.values()], ...(all && { lines: all }) }, age };
}

/**
 * @param {Changes} changes
 * @param {number} age that they were thought out for
 * @returns {Promise<boolean>} false: it has changed meanwhile, and nothing was written
 */
export async function write({ put, removed, next, plays }, age) {
  const change = (await open()).transaction(["lines", "rows", "about"], "readwrite");
  const [lines, rows, about] = ["lines", "rows", "about"].map((name) => change.objectStore(name));
  let late = false;
  const now = about.get(ALL);
  now.onsuccess = () => {
    if ((now.result ?? BLANK).age !== age) {
      late = true;
      change.abort();
      return;
    }
    for (const id of removed) {
      lines.delete(id);
      rows.delete(id);
    }
    for (const { id, key, text, line } of put) {
      lines.put(line);
      rows.put({ id, key, text });
    }
    about.put({ next, plays, age: age + 1 }, ALL);
  };
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve(true);
    change.onabort = () => {
      if (late) resolve(false);
      else if (change.error?.name === "QuotaExceededError") reject(new Full());
      else reject(new Refused(`This browser could not save it: ${change.error?.message ?? "it gave no reason"}.`));
    };
  });
}

/** Ask the browser to keep what is here even when it runs out of room; whether it will. */
export async function keepForGood() {
  const { storage } = navigator;
  return (await storage?.persist?.().catch(() => false)) ?? false;
}

/** Does the browser promise to keep what is here? Null: it does not say. @returns {Promise<boolean | null>} */
export async function isForGood() {
  const { storage } = navigator;
  return (await storage?.persisted?.().catch(() => null)) ?? null;
}
