// What a page is part of. main.js implements it; every view is given it.

import type { Family } from "../protocol.d.ts";

export interface Shell {
  /** The families the server knows, asked for once. */
  families(): Promise<Family[]>;
  /** To screen readers. */
  say(text: string): void;
  /** To everybody, for a moment. */
  notify(text: string): void;
  /** How many moves the server has not seen yet. */
  waiting(count: number): void;
  goTo(hash: string): void;
}

/** What a view hands to the shell. */
export interface Page {
  element: HTMLElement;
  title: string;
  close(): void;
}
