// A trial with three participants: one who is interrupted and goes on elsewhere, one on a phone. What the
// report says is what they did, and nothing that their pages were sent tells what a puzzle is an example of.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { judge } from "./axe.js";
import { withClockedFinger, withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, drawing, pass, settled } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */
/** @import {Stroke} from "./drivers.js" */

const run = promisify(execFile);
const PROGRAM = process.env.GRIDWRIGHT_BIN ?? "gridwright";
const folder = await mkdtemp(join(tmpdir(), "gridwright-trial-"));
const TRIAL = join(folder, "trial.json");
/** Words that no participant's page may be sent. */
const SECRETS = ["quince", "medlar"];

const plain = new Server([], true);
const server = new Server(["--trial", TRIAL], true);
/** How each family's puzzle is solved. @type {Map<string, Stroke[]>} */
const strokes = new Map();
/** Something that breaks a rule of the first one. @type {Stroke[]} */
let mistake = [];

before(async () => {
  await plain.start();
  const cases = (await casesOf(plain)).slice(0, 5);
  ({ mistake } = cases[0]);
  for (const [i, { puzzle, strokes: own }] of cases.entries()) {
    strokes.set(puzzle.type, own);
    await writeFile(join(folder, `${i}.json`), JSON.stringify({ ...puzzle, title: `a ${SECRETS[i % 2]}` }));
  }
  const source = (/** @type {number} */ i) => join(folder, `${i}.json`);
  const puzzles = [1, 2, 3, 4].flatMap((i) => ["--puzzles", `${SECRETS[i % 2]}=${source(i)}`]);
  await run(PROGRAM, ["trial", "new", TRIAL, "--title", "Five puzzles", "--welcome", "We would like to know how long people take.", "--warm-up", source(0), ...puzzles, "--seed", "5"]);
  await server.start();
  await mkdir(ARTEFACTS, { recursive: true });
});
after(async () => {
  await plain.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What a participant did, as the test saw it. @typedef {{ category: string, seconds: number, solved: boolean, said: Record<string, string> }} Did */
/** @type {Did[]} */
const done = [];

/** One who plays in this page, with a clock in our hands. */
class Participant {
  /** Since the puzzle began. */
  seconds = 0;
  /** @type {Promise<void>[]} */
  #looking = [];

  /** @param {Page} page @param {(page: Page, strokes: Stroke[]) => Promise<void>} hands */
  constructor(page, hands) {
    this.page = page;
    this.hands = hands;
    page.on("response", (response) => {
      if (response.url().includes("/api")) this.#looking.push(this.#isBlind(response));
    });
  }

  /** @param {import("playwright-core").Response} response */
  async #isBlind(response) {
    const text = (await response.text().catch(() => "")).toLowerCase();
    for (const secret of [...SECRETS, "\"grade\"", "\"rating\"", "\"score\"", "categor"]) {
      assert(!text.includes(secret), `${secret} was sent: ${text.slice(0, 300)}`);
    }
  }

  /** Nothing was given away. */
  async wasBlind() {
    assert(this.#looking.length > 10, "something was looked at");
    await Promise.all(this.#looking);
  }

  static trial = async () => JSON.parse(await readFile(TRIAL, "utf8"));

  async open() {
    await this.page.clock.install({ time: 1_800_000_000_000 });
    await this.page.goto(server.url);
    // Not before something is there: a page that waits for its server needs its clock.
    await this.page.getByRole("heading", { level: 1 }).waitFor();
    await settled(this.page);
    await this.page.clock.pauseAt(1_800_001_000_000);
  }

  /** @param {string} name */
  async press(name) {
    await this.page.getByRole("button", { name, exact: true }).click();
    await settled(this.page);
  }

  /** Somebody new. @returns {Promise<string>} their code */
  async begin() {
    await this.press("Begin");
    const code = (await this.page.locator(".code").textContent()) ?? "";
    assert.match(code, /^[A-Z2-9]{5}$/);
    return code;
  }

  /** Time that counts. @param {number} seconds */
  async think(seconds) {
    await pass(this.page, seconds);
    this.seconds += seconds;
  }

  /** Time that does not. @param {number} seconds */
  async rest(seconds) {
    await pass(this.page, seconds);
  }

  /** The puzzle that is shown. */
  async task() {
    const heading = (await this.page.getByRole("heading", { level: 1 }).textContent()) ?? "";
    const [, kind, number] = /** @type {string[]} */ (/^(Warm-up|Puzzle) (\d+) of/.exec(heading) ?? []);
    const { puzzles } = await Participant.trial();
    const task = puzzles.find((/** @type {any} */ { name }) => name === `${kind === "Puzzle" ? "p" : "w"}${number}`);
    return { ...task, strokes: /** @type {Stroke[]} */ (strokes.get(task.puzzle.type)) };
  }

  async start() {
    await this.press("Start");
    this.seconds = 0;
  }

  /** Do these, as they are done with a finger or a mouse. @param {Stroke[]} some */
  async enter(some) {
    await this.hands(this.page, some);
    // A long touch takes its time.
    if (this.hands === withClockedFinger) this.seconds += 0.5 * some.filter((stroke) => stroke.do === "alt").length;
  }

  /**
   * What they say, and on.
   * @param {any} task
   * @param {Record<string, string>} said
   * @param {boolean} [solved]
   */
  async say(task, said, solved = true) {
    await this.page.getByRole("heading", { name: solved ? "Solved" : "Not this one" }).waitFor();
    for (const [scale, word] of Object.entries(said)) await this.page.locator(`input[name=${scale}][value=${word}]`).check();
    await this.look("say");
    done.push({ category: task.warm_up ? "warm-up" : task.category, seconds: this.seconds, solved, said });
    await this.press("Go on");
  }

  /** To the end. @param {number} seconds for each */
  async rest_of_all(seconds) {
    for (let i = 0; !(await this.page.getByText("Thank you!").isVisible()); i += 1) {
      const task = await this.task();
      await this.start();
      await this.enter(task.strokes.slice(0, 1));
      await this.think(seconds + i);
      await this.enter(task.strokes.slice(1));
      await this.say(task, i % 2 ? { difficulty: "hard" } : {});
    }
  }

  /** Can everybody use what is shown? That takes time, so the clock goes on meanwhile. @param {string} name */
  async judge(name) {
    await this.page.clock.resume();
    await judge(this.page, name);
    await settled(this.page);
    await this.page.clock.pauseAt((await this.page.evaluate(() => Date.now())) + 60_000);
  }

  /** @param {string} name */
  async look(name) {
    const kind = this.hands === withClockedFinger ? "phone" : "wide";
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await this.page.screenshot({ path: join(ARTEFACTS, `trial-${name}-${kind}-${colorScheme}.png`) });
    }
    await this.page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  }
}

test("one plays from the beginning to the end, with pauses", () => inBrowser(WIDE, async (page) => {
  const one = new Participant(page, withMouse);
  await one.open();
  await one.look("welcome");
  await one.judge("welcome");
  await one.begin();
  await one.look("rules");
  await one.judge("rules");
  await one.press("To the first warm-up");
  await one.look("ready");
  await one.judge("a puzzle");
  await one.rest(1000);
  const warm = await one.task();
  assert(warm.warm_up);
  await one.start();
  await one.think(5);
  await one.enter(warm.strokes.slice(0, 2));
  await one.look("play");
  await one.press("Pause");
  await one.rest(100);
  await one.press("Go on");
  await one.enter(warm.strokes.slice(2, -1));
  await one.think(2.5);
  // The tab is out of sight for a while.
  for (const hidden of [true, false]) {
    await page.evaluate((hide) => {
      Object.defineProperty(document, "hidden", { value: hide, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    await settled(page);
    if (hidden) await one.rest(50);
  }
  await one.enter(warm.strokes.slice(-1));
  await one.say(warm, { difficulty: "easy", fun: "boring", looks: "striking" });
  await one.rest_of_all(20);
  await one.look("thanks");
  await one.wasBlind();
}));

test("one is interrupted, and goes on with another device", async () => {
  let code = "";
  let seconds = 0;
  let half = "";
  await inBrowser(WIDE, async (page, profile) => {
    profile.expected.push(/Failed to load resource|ERR_CONNECTION/);
    const one = new Participant(page, withMouse);
    await one.open();
    code = await one.begin();
    await one.press("To the first warm-up");
    const warm = await one.task();
    await one.start();
    await one.think(9);
    await one.enter(warm.strokes.slice(0, 2));
    // The server dies, and comes back; not even what was on its way is lost.
    await server.kill();
    await server.start();
    await page.clock.resume();
    await one.press("Pause");
    await page.getByText("Paused").waitFor();
    seconds = await page.evaluate((own) => JSON.parse(localStorage.getItem(`gw:trial:${own}`) ?? "{}").elapsed / 1000, code);
    assert(seconds >= 9);
    await page.waitForFunction((own) => JSON.parse(localStorage.getItem(`gw:trial:${own}`) ?? "{}").untold?.length === 0, code);
    half = await drawing(page);
  });
  await inBrowser(WIDE, async (page) => {
    const one = new Participant(page, withMouse);
    await one.open();
    await page.getByRole("textbox", { name: "Your code" }).fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByText("This is not a code of this trial.").waitFor();
    await page.getByRole("textbox", { name: "Your code" }).fill(code.toLowerCase());
    await page.keyboard.press("Enter");
    await page.getByText("Welcome back").waitFor();
    await one.look("back");
    await one.rest(1000);
    await one.press("Go on");
    assert.equal(await drawing(page), half, "the board is as it was");
    one.seconds = seconds;
    const warm = await one.task();
    await one.think(4);
    await one.enter(warm.strokes.slice(2));
    await one.say(warm, { fun: "fun" });
    // The next one is too hard.
    const hard = await one.task();
    await one.start();
    await one.think(70);
    await one.press("Give up this puzzle");
    await one.page.getByRole("dialog").getByRole("button", { name: "Give up" }).click();
    await settled(page);
    await one.say(hard, { difficulty: "hard" }, false);
    // Reloading changes nothing.
    const next = await one.task();
    await one.start();
    await one.think(3);
    await one.enter(next.strokes.slice(0, 1));
    await page.reload();
    await page.getByText("Welcome back").waitFor();
    await settled(page);
    await one.press("Go on");
    // Leaving and coming back costs nothing.
    await one.think(6);
    await one.press("Leave, and come back later");
    assert.equal(await page.getByRole("dialog").locator(".code").textContent(), code);
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await one.rest(1000);
    await settled(page);
    await page.getByRole("textbox", { name: "Your code" }).fill(code);
    await page.keyboard.press("Enter");
    await page.getByText("Welcome back").waitFor();
    await one.press("Go on");
    await one.enter(next.strokes.slice(1));
    await one.say(next, {});
    await one.wasBlind();
  });
});

test("one plays on a phone", () => inBrowser(PHONE, async (page) => {
  const one = new Participant(page, withClockedFinger);
  await one.open();
  await one.look("welcome");
  await one.begin();
  await one.look("rules");
  await one.press("To the first warm-up");
  await one.look("ready");
  const warm = await one.task();
  await one.start();
  await one.enter(warm.strokes.slice(0, 3));
  await one.look("play");
  await one.think(40);
  await one.enter(warm.strokes.slice(3));
  await one.say(warm, { looks: "plain" });
  await one.rest_of_all(60);
  await one.look("thanks");
  await one.wasBlind();
}));

test("the report says what they did", async () => {
  assert.equal(done.length, 5 + 3 + 5);
  const { stdout } = await run(PROGRAM, ["trial", "report", TRIAL, "--json", "--out", join(ARTEFACTS, "trial-report")]);
  const report = JSON.parse(stdout);
  assert.equal(report.participants, 3);
  assert.equal(report.finished, 2);
  const near = (/** @type {number | null} */ told, /** @type {number | null} */ own, /** @type {string} */ what) => {
    if (own === null || told === null) assert.equal(told, own, what);
    else assert(Math.abs(told - own) < 0.01, `${what}: ${told}, not ${own}`);
  };
  /** @type {any[]} */
  const plays = report.plays;
  assert.deepEqual(plays.map(({ category, solved, difficulty, fun, looks }) => ({ category, solved, difficulty, fun, looks })),
    done.map(({ category, solved, said }) => ({ category, solved, difficulty: said.difficulty ?? null, fun: said.fun ?? null, looks: said.looks ?? null })));
  plays.forEach(({ seconds }, i) => near(seconds, done[i].seconds, `play ${i}`));
  for (const row of report.categories) {
    const own = done.filter(({ category }) => category === row.category);
    const times = own.filter(({ solved }) => solved).map(({ seconds }) => seconds);
    const mean = times.reduce((a, b) => a + b, 0) / times.length;
    const sd = Math.sqrt(times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1));
    assert.equal(row.solved, times.length);
    assert.equal(row.given_up, own.length - times.length);
    near(row.mean, mean, "mean");
    near(row.sd, sd, "sd");
    near(row.min, Math.min(...times), "min");
    near(row.max, Math.max(...times), "max");
  }
  assert.deepEqual(report.categories.map((/** @type {any} */ { category }) => category).sort(), ["warm-up", ...SECRETS].sort());
  assert.equal(plays[0].pauses, 2, "the button, and out of sight");
  const [interrupted] = plays.filter(({ participant }) => participant === plays[5].participant);
  assert(interrupted.pauses >= 1);
});

for (const hints of /** @type {const} */ (["none", "rules", "all"])) {
  test(`as much help as is allowed: ${hints}`, async () => {
    const file = join(folder, `${hints}.json`);
    const made = await run(PROGRAM, ["trial", "new", file, "--json", "--hints", hints, "--participants", "1", "--puzzles", `a=${join(folder, "0.json")}`]);
    const [code] = JSON.parse(made.stdout).codes;
    const helped = new Server(["--trial", file], true);
    await helped.start();
    try {
      await inBrowser(WIDE, async (page) => {
        await page.goto(helped.url);
        assert.equal(await page.getByText("Have you been here before?").count(), 0, "codes are given out");
        await page.getByRole("textbox", { name: "Your code" }).fill(code);
        await page.getByRole("button", { name: "Begin" }).click();
        await page.getByRole("button", { name: "To the first puzzle" }).click();
        await page.getByRole("button", { name: "Start" }).click();
        await settled(page);
        assert.equal(await page.getByRole("button", { name: "Hint" }).count(), hints === "all" ? 1 : 0);
        assert.equal(await page.getByRole("button", { name: "Check" }).count(), hints === "none" ? 0 : 1);
        await withMouse(page, mistake);
        assert.equal(await page.locator(".message.wrong").count() > 0, hints !== "none", "a broken rule is shown");
        for (const _ of mistake) await page.keyboard.press("Control+z");
        await page.keyboard.press("h");
        await settled(page);
        assert.equal(await page.locator(".coach:not([hidden])").count(), hints === "all" ? 1 : 0);
      });
    } finally {
      await helped.stop();
    }
  });
}
