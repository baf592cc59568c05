// A plain static host, as simple as they come: files from a folder, under a path of its own, nothing
// compressed unless it is wanted, nothing known about what is in them.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json",
  ".png": "image/png", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".gz": "application/gzip",
};

/** Where on a host an edition may be. */
const UNDER = "/games/logic/";

/**
 * @param {string} folder
 * @param {number} [port] 0: any
 * @param {string} [under] where on the host the folder is
 * @param {boolean} [packed] it looks for files that are compressed already
 * @returns {Promise<{ server: import("node:http").Server, url: string, port: number, asked: string[], sent: { bytes: number } }>} `asked`: what it was asked for so far; `sent`: how much it has sent
 */
export function host(folder, port = 0, under = UNDER, packed = false) {
  /** @type {string[]} */
  const asked = [];
  const sent = { bytes: 0 };
  const server = createServer(async (incoming, response) => {
    const { pathname } = new URL(incoming.url ?? "/", "http://x");
    const name = normalize(pathname.slice(under.length - 1)).replace(/\/$/, "/index.html");
    asked.push(pathname);
    const plain = pathname.startsWith(under) ? await readFile(join(folder, name)).catch(() => null) : null;
    const small = packed && plain ? await readFile(join(folder, `${name}.gz`)).catch(() => null) : null;
    const content = small ?? plain;
    const tag = `"${createHash("sha256").update(content ?? "").digest("hex")}"`;
    const known = content && incoming.headers["if-none-match"] === tag;
    response.writeHead(!content ? 404 : known ? 304 : 200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", etag: tag, ...(small && { "content-encoding": "gzip" }) });
    response.end(known ? "" : content ?? "");
    sent.bytes += known ? 0 : content?.length ?? 0;
  });
  // A test that fails does not end it.
  server.unref();
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => {
    const at = /** @type {import("node:net").AddressInfo} */ (server.address());
    resolve({ server, url: `http://127.0.0.1:${at.port}${under}`, port: at.port, asked, sent });
  }));
}
