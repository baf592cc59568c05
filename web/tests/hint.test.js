// Hints: to the end of a puzzle of each family, in four depths, with the way back from a
// contradiction; filling in; what comes after "Solved".

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { judge } from "./axe.js";
import { DRIVERS } from "./drivers.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, drawing, handsOff, kept, notified, openText, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  await mkdir(ARTEFACTS, { recursive: true });
});
after(() => server.stop());

/** More is never needed for a small sample. */
const ENOUGH = 400;

/** @param {Page} page */
const card = (page) => page.locator(".coach:not([hidden])");
/** @param {Page} page */
const words = async (page) => (await card(page).locator(".coach-words").innerText()).trim();
/** How many cells are marked as what, with the mouse on no message: that would mark its cells too. @param {Page} page */
async function marked(page) {
  await handsOff(page);
  return {
    reasons: await page.locator(".board .scene :is(rect, circle).highlight").count(),
    concluded: await page.locator(".board .scene :is(rect, circle, path).concluded").count(),
    wrong: await page.locator(".board .scene rect.wrong").count(),
  };
}

/** @param {Page} page @param {string} key */
async function press(page, key) {
  await page.keyboard.press(key);
  await settled(page);
}

for (const id of Object.keys(DRIVERS)) {
  describe(id, () => {
    const item = () => /** @type {typeof cases[number]} */ (cases.find((each) => each.id === id));

    test("hints to the end, each written in", () => inBrowser(WIDE, async (page) => {
      await openText(page, server.url, item().text);
      let hints = 0;
      for (; !(await kept(page)).complete; hints += 1) {
        assert(hints < ENOUGH, "it comes to an end");
        const { moves } = await kept(page);
        await press(page, "h");
        await press(page, "w");
        assert.equal((await kept(page)).moves, moves + 1, "a hint is one move");
        assert.equal(await card(page).count(), 0, "and gone when it is written in");
      }
      assert(hints > 1);
      await page.getByText("Solved", { exact: true }).waitFor();
      assert(await page.getByRole("button", { name: "Hint", exact: true }).isDisabled(), "there is nothing left to find");
    }));

    test("a contradiction: back to the last sound state, or without what cannot stay", () => inBrowser(WIDE, async (page) => {
      const { text, strokes, mistake } = item();
      await openText(page, server.url, text);
      await withMouse(page, strokes.slice(0, 1));
      await withMouse(page, mistake);
      const wrong = await drawing(page);
      await press(page, "h");
      assert.match(await card(page).innerText(), /Something is wrong/);
      assert.match(await words(page), /\w+ .*\.$/s, "it says what");
      assert((await marked(page)).wrong > 0, "and where");

      await card(page).getByRole("button", { name: "Go back to before the mistake" }).click();
      await notified(page, /undone/);
      await settled(page);
      await press(page, "h");
      assert.equal(await card(page).locator(".depths i.on").count(), 1, "a step, not a contradiction");
      await press(page, "Control+y");
      assert.equal(await card(page).count(), 0, "a hint goes with its board");
      await press(page, "h");
      assert.match(await card(page).innerText(), /Something is wrong/, "it was the last one");
      await press(page, "Escape");
      while (await page.getByRole("button", { name: "Redo" }).isEnabled()) await press(page, "Control+y");
      assert.equal(await drawing(page), wrong, "redo brings everything back");

      await press(page, "h");
      await card(page).getByRole("button", { name: "Remove only what is wrong" }).click();
      await settled(page);
      const sound = await drawing(page);
      assert.notEqual(sound, wrong);
      await press(page, "h");
      assert.equal(await card(page).locator(".depths i.on").count(), 1);
      await press(page, "Escape");
      await press(page, "Control+z");
      assert.equal(await drawing(page), wrong, "an ordinary move, to be undone");
    }));
  });
}

test("four depths, one after another", () => inBrowser(WIDE, async (page) => {
  for (const { text, name } of cases) {
    await openText(page, server.url, text);
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await settled(page);
    const where = await words(page);
    assert.match(where, /^Look at .*\.$/, name);
    const first = await marked(page);
    assert(first.reasons > 0 && first.concluded === 0, "first only where to look");
    await card(page).getByRole("button", { name: "Which rule?" }).click();
    const rule = (await words(page)).split("\n").pop() ?? "";
    assert.match(rule, /, level \d$/);
    await card(page).getByRole("button", { name: "Why?" }).click();
    assert((await words(page)).startsWith(rule));
    await settled(page);
    assert.equal((await marked(page)).concluded, 0, "then the argument");
    await card(page).getByRole("button", { name: "What follows?" }).click();
    await settled(page);
    assert((await marked(page)).concluded > 0, "and in the end what follows");
    const imagined = page.locator(".board .scene .trial");
    assert(await imagined.count() > 0, `${name}: it is drawn as it would be written`);
    assert.equal(await card(page).locator(".depths i.on").count(), 4);
    assert.equal(await card(page).getByRole("button", { name: "Why?" }).count(), 0, "there is no more to ask");
    await card(page).getByRole("button", { name: "Close" }).click();
    assert.equal(await imagined.count(), 0, "but nothing has been written yet");
    const blank = await drawing(page);
    for (const _ of [1, 2, 3, 4]) await press(page, "h");
    await card(page).getByRole("button", { name: "Write it in" }).click();
    await settled(page);
    assert.notEqual(await drawing(page), blank);
    assert.equal(await imagined.count(), 0, "now it is an entry");
    assert.deepEqual(await marked(page), { reasons: 0, concluded: 0, wrong: 0 });
  }
}));

test("a hint is asked for with what was entered last", () => inBrowser(WIDE, async (page) => {
  const { text, strokes, puzzle } = cases[0];
  /** @type {any[]} */
  const asked = [];
  await page.route("**/api", (route) => {
    const request = route.request().postDataJSON();
    if (request.op === "hint") asked.push(request);
    return route.continue();
  });
  await openText(page, server.url, text);
  await press(page, "h");
  assert.equal(asked[0].since, undefined, "nothing has been entered yet");
  await withMouse(page, strokes.slice(0, 5));
  await press(page, "h");
  let { board } = await server.ask("show", { puzzle });
  for (const stroke of strokes.slice(0, 2)) {
    const targets = (stroke.do === "drag" ? stroke.path : [stroke.at]).map((/** @type {any} */ cell) => ({ cell }));
    ({ board } = await server.ask("gesture", { puzzle, board, gesture: { kind: stroke.do, targets, ...(stroke.do === "key" && { value: stroke.value }) } }));
  }
  assert.deepEqual(asked[1].since, board, "the board before the last three");
  assert.notDeepEqual(asked[1].since, asked[1].board);
}));

test("an entry that breaks no rule yet but contradicts the solution", () => inBrowser(WIDE, async (page) => {
  const { puzzle, text, strokes } = /** @type {typeof cases[number]} */ (cases.find(({ id }) => id === "skyscrapers"));
  await openText(page, server.url, text);
  const keys = strokes.flatMap((/** @type {import("./drivers.js").Stroke} */ stroke) => (stroke.do === "key" ? [stroke] : []));
  // One entry after another, until one is wrong and nobody can see it.
  const wrong = (await Promise.all(keys.map(async (/** @type {typeof keys[number]} */ stroke) => {
    const value = String((Number(stroke.value) % /** @type {any} */ (puzzle).rows) + 1);
    const { board: blank } = await server.ask("show", { puzzle });
    const { board } = await server.ask("gesture", { puzzle, board: blank, gesture: { kind: "key", targets: [{ cell: stroke.at }], value } });
    const { violations } = await server.ask("check", { puzzle, board, against: "rules" });
    return violations.some((/** @type {any} */ each) => each.kind === "wrong") ? [] : [{ ...stroke, value }];
  }))).flat()[0];
  await withMouse(page, [wrong]);
  assert.equal(await page.locator(".message.wrong").count(), 0, "no rule is broken");
  await press(page, "h");
  assert.match(await card(page).innerText(), /Something is wrong/);
}));

test("a contradiction within a trial: the trial is to be dropped", () => inBrowser(WIDE, async (page) => {
  const [{ text, mistake }] = cases;
  await openText(page, server.url, text);
  const blank = await drawing(page);
  await press(page, "t");
  await withMouse(page, mistake);
  await press(page, "h");
  await card(page).getByRole("button", { name: "Drop the trial" }).click();
  await settled(page);
  assert.equal(await drawing(page), blank);
}));

test("rules of the player's level first, harder ones only if those find nothing", () => inBrowser(WIDE, async (page) => {
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem("gw:settings", JSON.stringify({ level: "beginner" })));
  await page.reload();
  const text = await stuckFor(2);
  await openText(page, server.url, text);
  await press(page, "h");
  assert.match(await words(page), /rules for your level find nothing/);
  assert.match(await words(page), /Look at /, "and yet it is a hint");
  await press(page, "Escape");
  const { moves } = await kept(page);
  await fillIn(page);
  assert.equal((await kept(page)).moves, moves + 1);
  if (!(await kept(page)).complete) assert.match(await words(page), /harder ones were used/);

  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("dialog").getByLabel("Expert").check();
  await page.keyboard.press("Escape");
  await openText(page, server.url, text);
  await press(page, "h");
  assert.match(await words(page), /^Look at /, "an expert knows these rules");
}));

/** A puzzle that rules up to a level leave unfinished and named rules finish, as far as they come. @param {number} level */
async function stuckFor(level) {
  const { families } = await server.ask("families");
  for (const { samples } of families) {
    for (const { puzzle } of samples) {
      const { status, start, steps } = await server.ask("trace", { puzzle, rules: { level } });
      if (status !== "stuck" || (await server.ask("trace", { puzzle, rules: { level: 4 } })).status !== "solved") continue;
      const board = [...start];
      for (const { move } of steps) for (const [slot, , now] of move ?? []) board[slot] = now;
      const { status: now, level: next } = await server.ask("hint", { puzzle, board });
      if (now === "step" && next > level && next <= 4) return /** @type {string} */ ((await server.ask("export", { puzzle, board, format: "json" })).text);
    }
  }
  throw new Error("no sample needs more");
}

/** Let easy steps be filled in, for the first time. @param {Page} page */
async function fillIn(page) {
  await page.getByRole("button", { name: "Fill in" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Fill in" }).click();
  await settled(page);
}

test("filling in is asked for once, writes what is seen at once as one move, and is not forgotten", () => inBrowser(WIDE, async (page) => {
  for (const { text } of cases) {
    await openText(page, server.url, text);
    const blank = await drawing(page);
    await page.keyboard.press("f");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await settled(page);
    assert.equal(await drawing(page), blank, "a stray key does nothing");
    await fillIn(page);
    assert.equal((await kept(page)).moves, 1);
    await press(page, "Control+z");
    assert.equal(await drawing(page), blank);
    for (let i = 0; !(await kept(page)).complete; i += 1) {
      assert(i < ENOUGH);
      await press(page, "f");
    }
    await page.locator(".solved-bar").getByText("with help").waitFor();
  }
  await page.goto(server.url);
  await page.getByText(`${cases.length} solved`).click();
  assert.equal(await page.locator(".kept-card").filter({ hasText: "solved with help" }).count(), cases.length, "and no time is claimed");
  assert.equal(await page.locator(".kept-card").filter({ hasText: "solved in" }).count(), 0);
}));

test("one press does not solve a large puzzle", () => inBrowser(WIDE, async (page) => {
  const { families } = await server.ask("families");
  for (const { samples } of families) {
    const { puzzle } = samples[samples.length - 1];
    await openText(page, server.url, JSON.stringify(puzzle));
    await fillIn(page);
    assert.equal((await kept(page)).moves, 1);
    assert.equal((await kept(page)).complete, false, puzzle.title);
  }
}));

test("hints that were asked for are counted, until one starts again", () => inBrowser(WIDE, async (page) => {
  const [{ text, strokes }] = cases;
  await openText(page, server.url, text);
  await press(page, "h");
  await press(page, "h");
  assert.equal((await kept(page)).hints, 1, "more about the same is not another hint");
  await withMouse(page, strokes.slice(0, 1));
  await press(page, "h");
  await press(page, "Escape");
  await withMouse(page, strokes.slice(1));
  await page.locator(".solved-bar").getByText(/in \d.* with 2 hints/).waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start again" }).click();
  await settled(page);
  await withMouse(page, strokes);
  const alone = page.locator(".solved-bar").getByText(/^in \d+:\d+$/);
  await alone.waitFor();
  const look = async () => {
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByRole("button", { name: "Back to my board" }).click();
    await settled(page);
  };
  await look();
  await alone.waitFor();
  await press(page, "Control+z");
  await look();
  await press(page, "Control+y");
  await page.locator(".solved-bar").getByText("with help").waitFor();
}));

test("where the clues clash, no way back is offered", () => inBrowser(WIDE, async (page) => {
  // Two islands that see only each other, and want different things.
  await openText(page, server.url, "https://puzz.link/p?hashi/3/3/1g2k");
  await press(page, "h");
  await card(page).and(page.locator(".wrong")).waitFor();
  assert.equal(await card(page).locator(".coach-ways button").count(), 0);
}));

test("a hint for a board that has changed meanwhile is not shown", () => inBrowser(WIDE, async (page) => {
  const [{ text, strokes }] = cases;
  await openText(page, server.url, text);
  /** @type {(() => void)[]} */
  const held = [];
  await page.route("**/api", async (route) => {
    if (route.request().postDataJSON().op === "hint") await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  await page.keyboard.press("h");
  await card(page).getByRole("button", { name: "Cancel" }).click();
  assert.equal(await card(page).count(), 0, "given up");
  await page.keyboard.press("h");
  await card(page).getByRole("button", { name: "Cancel" }).waitFor();
  // This is not done before the hints that are held back have come.
  const move = withMouse(page, strokes.slice(0, 1));
  await page.waitForFunction(() => JSON.parse(localStorage.getItem(`gw:play:${location.hash.split("/")[2]}`) ?? "{}").moves === 1);
  assert.equal(held.length, 2);
  for (const go of held) go();
  await move;
  await settled(page);
  assert.equal(await card(page).count(), 0);
  assert.deepEqual(await marked(page), { reasons: 0, concluded: 0, wrong: 0 });
}));

test("after it is solved: the rating, and the player's own word", () => inBrowser(WIDE, async (page) => {
  const [{ text, strokes }] = cases;
  await openText(page, server.url, text);
  await withMouse(page, strokes);
  await page.locator(".after .grades").waitFor();
  assert.match(await page.locator(".after .grades").innerText(), /^(easy|medium|hard|extreme)( · (a lot of fun|striking looks))*$/i, "nothing but praise");
  await page.getByText("What did you think?").click();
  await page.locator(".word").getByLabel("hard", { exact: true }).check();
  await page.locator(".word").getByLabel("a lot", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved in this browser").waitFor();
  await page.reload();
  await shown(page);
  await page.getByText("What did you think?").click();
  assert(await page.locator(".word input[value=hard]").isChecked(), "it is remembered");
  assert(!(await page.locator(".word input[name=looks]:checked").count()), "what was not said is not made up");
  await page.locator(".after").getByRole("link", { name: "Why?" }).click();
  await page.locator(".analyse").waitFor();
}));

test("with keys only", () => inBrowser(WIDE, async (page) => {
  const [{ text, mistake }] = cases;
  await openText(page, server.url, text);
  for (const _ of [1, 2, 3, 4]) await press(page, "h");
  assert.equal(await card(page).locator(".depths i.on").count(), 4);
  await press(page, "Escape");
  assert.equal(await card(page).count(), 0, "Escape puts it away");
  await press(page, "h");
  const button = card(page).getByRole("button", { name: "Which rule?" });
  for (let i = 0; i < 40 && !(await button.evaluate((node) => node === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await press(page, "Enter");
  await press(page, "Enter");
  assert.equal(await card(page).locator(".depths i.on").count(), 3, "the focus stays on the button");
  await press(page, "w");
  assert.equal((await kept(page)).moves, 1);
  assert(await page.locator(".board").evaluate((node) => node === document.activeElement), "and comes back to the board");
  await press(page, "Control+z");
  await withMouse(page, mistake);
  await press(page, "h");
  const back = card(page).getByRole("button", { name: "Go back to before the mistake" });
  for (let i = 0; i < 40 && !(await back.evaluate((node) => node === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await press(page, "Enter");
  await notified(page, /undone/);
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`pictures and axe-core, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const shoot = async (/** @type {string} */ what) => {
        await settled(page);
        await page.screenshot({ path: join(ARTEFACTS, `${what}-${width}-${colorScheme}.png`) });
      };
      for (const { id, name, text, strokes, mistake } of cases) {
        await openText(page, server.url, text);
        await withMouse(page, strokes.slice(0, 2));
        const hint = page.getByRole("button", { name: "Hint", exact: true });
        await hint.click();
        await settled(page);
        await shoot(`hint-${id}-1`);
        await apart(page);
        for (const _ of [2, 3, 4]) await hint.click();
        await shoot(`hint-${id}-4`);
        await apart(page);
        await judge(page, `hint, ${name}`);
        await page.keyboard.press("Escape");
        await withMouse(page, mistake);
        await hint.click();
        await card(page).and(page.locator(".wrong")).waitFor();
        await shoot(`hint-${id}-wrong`);
        await judge(page, `contradiction, ${name}`);
      }
      const [{ text, strokes }] = cases;
      await openText(page, server.url, text);
      while (await page.getByRole("button", { name: "Undo" }).isEnabled()) await press(page, "Control+z");
      await withMouse(page, strokes);
      await page.locator(".after .grades").waitFor();
      await shoot("solved");
      await page.getByText("What did you think?").click();
      await shoot("solved-word");
      await judge(page, "solved");
    }));
  }
}

/** Nothing that a hint speaks of is behind its card. @param {Page} page */
async function apart(page) {
  const [cells, box] = await page.evaluate(() => [
    [...document.querySelectorAll(".board .scene rect:is(.highlight, .concluded)")].map((node) => node.getBoundingClientRect().bottom),
    /** @type {Element} */ (document.querySelector(".coach")).getBoundingClientRect(),
  ]);
  const narrow = box.left < 100;
  assert(!narrow || cells.every((bottom) => bottom <= box.top + 1), "the cells can be seen");
}
