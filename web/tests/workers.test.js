// The engine's workers: who is asked, who waits, and what happens to those that break down, hang, or are not
// wanted any more. Their place is taken by dummies that answer when told to.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineMissing, LIMITS, Workers } from "../engine/workers.js";

class Dummy {
  /** @type {((event: { data: any }) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  ended = false;
  /** @type {any[]} */
  asked = [];

  /** @param {any} message */
  postMessage(message) {
    this.asked.push(message);
  }

  terminate() {
    this.ended = true;
  }

  /** @param {string} answer @param {number} [bytes] */
  reply(answer, bytes = 1_000) {
    this.onmessage?.({ data: { answer, bytes } });
  }

  /** What it was asked last. */
  get at() {
    return this.asked.at(-1)?.request;
  }
}

/** @param {number} most */
function staff(most) {
  /** @type {Dummy[]} */
  const all = [];
  const workers = new Workers(() => {
    const dummy = new Dummy();
    all.push(dummy);
    return /** @type {any} */ (dummy);
  }, most);
  return { all, workers };
}

test("long work leaves room for gestures, which come first", async () => {
  const { all, workers } = staff(2);
  const long = workers.ask("long", true);
  const later = workers.ask("later", true);
  assert.deepEqual(all.map(({ at }) => at), ["long"], "only one of the two");
  const gesture = workers.ask("gesture");
  assert.deepEqual(all.map(({ at }) => at), ["long", "gesture"]);
  const next = workers.ask("next");
  all[1].reply("done");
  assert.equal(await gesture, "done");
  assert.deepEqual(all.map(({ at }) => at), ["long", "next"], "before what is long and came earlier");
  all[1].reply("done too");
  assert.equal(await next, "done too");
  assert.equal(all[1].at, "next", "the last one stays free");
  all[0].reply("at last");
  assert.equal(await long, "at last");
  const free = all.find(({ at }) => at === "later");
  free?.reply("later");
  assert.equal(await later, "later");
  assert.equal(all.length, 2, "they are used again");
  assert.deepEqual(all[0].asked[0], { request: "long", milliseconds: LIMITS.long });
});

test("what is cancelled ends its worker, or never begins", async () => {
  const { all, workers } = staff(2);
  const stop = new AbortController();
  const long = workers.ask("long", true, stop.signal);
  const waits = new AbortController();
  const waiting = workers.ask("waiting", true, waits.signal);
  waits.abort();
  await assert.rejects(waiting, { name: "AbortError" });
  stop.abort();
  await assert.rejects(long, { name: "AbortError" });
  assert(all[0].ended);
  const other = workers.ask("other");
  assert.equal(all.length, 2, "a fresh one");
  all[1].reply("fine");
  assert.equal(await other, "fine");
  assert.deepEqual(all.flatMap(({ asked }) => asked.map(({ request }) => request)), ["long", "other"]);
  await assert.rejects(workers.ask("never", true, stop.signal), { name: "AbortError" });
});

test("one that breaks down is said and replaced; one with much memory is replaced", async () => {
  const { all, workers } = staff(1);
  const broken = workers.ask("broken");
  const waiting = workers.ask("waiting");
  all[0].onmessage?.({ data: { broken: "index out of bounds" } });
  assert.match(JSON.parse(await broken).error.message, /defect .* index out of bounds/);
  assert(all[0].ended);
  assert.equal(all[1].at, "waiting");
  all[1].reply("fine", 1 << 30);
  assert.equal(await waiting, "fine");
  assert(all[1].ended);
});

test("one that hangs is ended, and said", async (t) => {
  /** @type {AbortController[]} */
  const clocks = [];
  t.mock.method(AbortSignal, "timeout", (/** @type {number} */ milliseconds) => {
    assert(milliseconds > LIMITS.plain);
    const clock = new AbortController();
    clocks.push(clock);
    return clock.signal;
  });
  const { all, workers } = staff(1);
  const quick = workers.ask("quick");
  all[0].reply("fine");
  await quick;
  const hangs = workers.ask("hangs");
  clocks[0].abort();
  assert(!all[0].ended, "the time of something else is over");
  clocks[1].abort();
  assert.deepEqual(JSON.parse(await hangs), { ok: false, error: { message: "This took too long and was stopped." } });
  assert(all[0].ended);
});

test("one that cannot be started means that there is no engine", async () => {
  const { all, workers } = staff(2);
  workers.warmUp();
  all[0].onerror?.({});
  const first = workers.ask("first");
  assert.equal(all.length, 2, "it is not waited for");
  all[1].onerror?.({ message: "no file", preventDefault: () => {} });
  await assert.rejects(first, EngineMissing);
});
