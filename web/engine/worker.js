// A worker with one instance of the engine. The first message brings the compiled module; after that every
// message is a request, and gets one message back.

import { Instance } from "./instance.js";

/** @typedef {{ answer: string, bytes: number } | { broken: string }} Reply */

/** @type {Instance | null} */
let instance = null;

addEventListener("message", ({ data }) => {
  try {
    instance ??= new Instance(data.module);
    if (data.module) return;
    const answer = instance.answer(data.request, data.milliseconds);
    postMessage({ answer, bytes: instance.bytes });
  } catch (error) {
    postMessage({ broken: error instanceof Error ? error.message : String(error) });
  }
});
