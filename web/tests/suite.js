// Tests in a browser: one browser to a file, and for every test a profile of its own.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after } from "node:test";
import { ARTEFACTS, Profile, closeBrowser } from "./harness.js";

/** @import {BrowserContextOptions as Options, Page} from "playwright-core" */

after(closeBrowser);

/**
 * Run in a profile of its own.
 * @param {Options} options
 * @param {(page: Page, profile: Profile) => Promise<void>} test
 */
export async function inBrowser(options, test) {
  const profile = await Profile.open(options);
  try {
    await test(await profile.page(), profile);
  } catch (error) {
    const [page] = profile.context.pages().slice(-1);
    await mkdir(ARTEFACTS, { recursive: true });
    await page?.screenshot({ path: join(ARTEFACTS, `failed-${process.pid}.png`), timeout: 5_000 }).catch(() => {});
    await profile.context.close();
    throw error;
  }
  await profile.close();
}
