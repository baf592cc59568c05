// Draws the icons of an edition from ui/icon.svg; they are kept, so that an edition needs no browser.
//   node tests/draw-icons.js   (in web/, with chromium on the path)

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";

const svg = await readFile(join(import.meta.dirname, "../ui/icon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  // What systems cut to their own shape has its ground up to the edge, and everything else well inside.
  for (const { name, size, inside, ground } of [
    { name: "192", size: 192, inside: 1, ground: "transparent" },
    { name: "512", size: 512, inside: 1, ground: "transparent" },
    { name: "maskable", size: 512, inside: 0.8, ground: "#1d3f94" },
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = size * inside;
    const margin = (size - side) / 2;
    const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    await page.setContent(`<body style="margin:0;background:${ground}"><img src="${image}" style="position:absolute;left:${margin}px;top:${margin}px;width:${side}px;height:${side}px">`);
    await writeFile(join(import.meta.dirname, `../edition/icons/${name}.png`), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
