// A WebSocket to this machine, as far as WebDriver BiDi needs one: texts in, texts out. (Node has one only from
// version 22 on.)

import { randomBytes } from "node:crypto";
import { request } from "node:http";

export class Socket {
  #left = Buffer.alloc(0);
  /** Parts of a text that is not complete yet. @type {Buffer[]} */
  #parts = [];
  #next = 1;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #asked = new Map();

  /** @param {import("node:stream").Duplex} stream @param {Buffer} head */
  constructor(stream, head) {
    this.stream = stream;
    stream.on("data", (data) => this.#take(data));
    stream.on("error", () => this.#over());
    stream.on("close", () => this.#over());
    this.#take(head);
  }

  /** @param {number} port @param {string} path @returns {Promise<Socket>} */
  static open(port, path) {
    return new Promise((resolve, reject) => {
      const asked = request({
        host: "127.0.0.1", port, path,
        headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": randomBytes(16).toString("base64") },
      });
      asked.on("upgrade", (_, stream, head) => resolve(new Socket(stream, head)));
      asked.on("response", (response) => reject(new Error(`no socket, but status ${response.statusCode}`)));
      asked.on("error", reject);
      asked.end();
    });
  }

  /** A command, and what comes of it. @param {object} command @returns {Promise<any>} */
  ask(command) {
    const id = this.#next;
    this.#next += 1;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#send(1, Buffer.from(JSON.stringify({ id, ...command })));
    });
  }

  close() {
    this.stream.destroy();
  }

  #over() {
    for (const { reject } of this.#asked.values()) reject(new Error("the browser has hung up"));
    this.#asked.clear();
  }

  /** @param {number} kind @param {Buffer} content */
  #send(kind, content) {
    const { length } = content;
    const size = length < 126 ? Buffer.from([0x80 | length]) : length < 65_536 ? Buffer.from([0x80 | 126, length >> 8, length & 255]) : Buffer.concat([Buffer.from([0x80 | 127]), eight(length)]);
    const mask = randomBytes(4);
    const hidden = Buffer.from(content.map((byte, i) => byte ^ mask[i % 4]));
    this.stream.write(Buffer.concat([Buffer.from([0x80 | kind]), size, mask, hidden]));
  }

  /** @param {Buffer} data */
  #take(data) {
    this.#left = Buffer.concat([this.#left, data]);
    for (;;) {
      const frame = this.#left;
      if (frame.length < 2) return;
      let [at, length] = [2, frame[1] & 127];
      if (length === 126) [at, length] = frame.length < 4 ? [2, Infinity] : [4, frame.readUInt16BE(2)];
      else if (length === 127) [at, length] = frame.length < 10 ? [2, Infinity] : [10, Number(frame.readBigUInt64BE(2))];
      if (frame.length < at + length) return;
      this.#left = frame.subarray(at + length);
      const content = frame.subarray(at, at + length);
      const kind = frame[0] & 15;
      if (kind === 9) this.#send(10, content);
      if (kind > 2) continue;
      this.#parts.push(content);
      if (!(frame[0] & 128)) continue;
      this.#hear(Buffer.concat(this.#parts).toString());
      this.#parts = [];
    }
  }

  /** @param {string} text */
  #hear(text) {
    const { id, result, error, message } = JSON.parse(text);
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    if (error) asked.reject(new Error(`${error}: ${message}`));
    else asked.resolve(result);
  }
}

/** @param {number} length */
function eight(length) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  return bytes;
}
