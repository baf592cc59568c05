// Grades of one's own, from a file or made of a library: they take the place of a family's grades wherever this
// browser rates something.

import { get, put, remove } from "./store.js";

/** @import {GradesAbout} from "../protocol.d.ts" */

/** @typedef {{ name: string, text: string, families: GradesAbout[] }} OwnGrades */

const KEY = "gw:grades";

/** Null: every family has its usual grades. @returns {OwnGrades | null} */
export function ownGrades() {
  try {
    const own = JSON.parse(get(KEY) ?? "null");
    return typeof own?.text === "string" && Array.isArray(own.families) ? own : null;
  } catch {
    return null;
  }
}

/** @param {OwnGrades | null} own null: the usual ones again */
export function useGrades(own) {
  if (own) put(KEY, JSON.stringify(own));
  else remove(KEY);
}

/**
 * What a request about this family has to say of grades.
 * @param {string} family
 * @param {boolean} [byName] whoever asks for a grade by its name can do nothing with numbered ones
 * @returns {{ grades?: string }}
 */
export function gradesFor(family, byName = false) {
  const own = ownGrades();
  const about = own?.families.find((each) => each.family === family);
  return own && about && (about.named || !byName) ? { grades: own.text } : {};
}
