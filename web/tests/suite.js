// Tests in a browser: one browser to a file, and for every test a profile of its own.

import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { after } from "node:test";
import { ARTEFACTS, Profile, closeBrowser } from "./harness.js";

/** @import {BrowserContextOptions as Options, Page} from "playwright-core" */

after(closeBrowser);

/** Tests of this file that have failed. */
let failed = 0;

/**
 * Run in a profile of its own.
 * @param {Options} options
 * @param {(page: Page, profile: Profile) => Promise<void>} test
 * @param {boolean} [isTrusted] the profile has the token of the servers' libraries
 */
export async function inBrowser(options, test, isTrusted = true) {
  const profile = await Profile.open(options, isTrusted);
  try {
    await test(await profile.page(), profile);
  } catch (error) {
    const [page] = profile.context.pages().slice(-1);
    failed += 1;
    const name = `failed-${basename(process.argv[1] ?? "", ".test.js")}-${failed}.png`;
    await mkdir(ARTEFACTS, { recursive: true });
    await page?.screenshot({ path: join(ARTEFACTS, name) }).then(() => console.log(`the page when it failed: artefacts/web/${name}`), () => {});
    await profile.context.close();
    throw error;
  }
  await profile.close();
}
