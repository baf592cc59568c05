// For work on the client: serves the client from its folder as it is and hands /api on to a running server.
//   node tests/dev.js [port of the server, 7777] [own port, 7780]

import { createServer, request } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2" };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * @param {number} behind the port of the server
 * @param {number} port 0: any
 * @param {(incoming: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => boolean} [instead] answers itself, if it says so
 * @returns {Promise<import("node:http").Server>}
 */
export function serve(behind, port, instead = () => false) {
  const server = createServer(async (incoming, response) => {
    const path = new URL(incoming.url ?? "/", "http://x").pathname;
    if (instead(incoming, response)) return;
    if (path === "/api" || path.startsWith("/api/")) {
      const host = `127.0.0.1:${behind}`;
      const headers = { ...incoming.headers, host, ...(incoming.headers.origin && { origin: `http://${host}` }) };
      const onward = request({ host: "127.0.0.1", port: behind, path, method: incoming.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      response.on("close", () => onward.destroy());
      incoming.pipe(onward);
      return;
    }
    const name = normalize(path === "/" ? "/index.html" : path);
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(name))];
    const content = type ? await readFile(join(import.meta.dirname, "..", name)).catch(() => null) : null;
    response.writeHead(content ? 200 : 404, { "content-type": `${type ?? "text/plain"}; charset=utf-8`, "content-security-policy": POLICY, "cache-control": "no-store" });
    response.end(content ?? "");
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}

if (process.argv[1] === import.meta.filename) {
  const [behind = "7777", port = "7780"] = process.argv.slice(2);
  await serve(Number(behind), Number(port));
  console.log(`http://127.0.0.1:${port}`);
}
