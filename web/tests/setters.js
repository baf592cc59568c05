// How a person would draw a puzzle, family by family, on a board without clues. The client knows no
// family; the tests must.

/** @import {Cell, Stroke} from "./drivers.js" */

/** @typedef {{ rows: number, cols: number, problem?: string[][], areas?: string[][], clabels?: string[][], rlabels?: string[][] }} Puzzle */

/** @type {Record<string, [number, number]>} */
const WAYS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };

/** @param {Puzzle} puzzle @returns {Cell[]} */
const cellsOf = ({ rows, cols }) => Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);

/** Every clue in a cell. @param {Puzzle} puzzle @returns {{ at: Cell, sign: string }[]} */
const clues = (puzzle) => cellsOf(puzzle)
  .map((at) => ({ at, sign: puzzle.problem?.[at[0]]?.[at[1]] ?? "-" }))
  .filter(({ sign }) => sign !== "-");

/** @param {Cell} at @param {string} number @returns {Stroke[]} */
const typed = (at, number) => [...number].map((value) => ({ do: "key", at, value }));

/** @type {Record<string, (puzzle: Puzzle) => Stroke[]>} */
export const SETTERS = {
  hashi: (puzzle) => clues(puzzle).flatMap(({ at, sign }) => typed(at, sign)),

  // An arrow by a drag one step into its direction; then the number.
  yajilin: (puzzle) => clues(puzzle).flatMap(({ at, sign }) => {
    const [, number, way] = /** @type {RegExpExecArray} */ (/^(\d+)([nesw])$/.exec(sign));
    const to = /** @type {Cell} */ ([at[0] + WAYS[way][0], at[1] + WAYS[way][1]]);
    const inside = to[0] >= 0 && to[0] < puzzle.rows && to[1] >= 0 && to[1] < puzzle.cols;
    /** @type {Stroke} */
    const arrow = inside ? { do: "drag", path: [at, to] } : { do: "key", at, value: way };
    return [arrow, ...typed(at, number)];
  }),

  // Countries first: two cells by a drag, then cell by cell.
  satogaeri: (puzzle) => [
    ...[...new Set((puzzle.areas ?? []).flat())].slice(0, -1).flatMap((name) => country(puzzle, name)),
    ...clues(puzzle).flatMap(({ at, sign }) => typed(at, sign)),
  ],

  skyscrapers: (puzzle) => {
    const { rows, cols, clabels = [], rlabels = [] } = puzzle;
    /** @param {string[][]} labels @param {(side: number, i: number) => Cell} place @returns {Stroke[]} */
    const beside = (labels, place) => labels.flatMap((line, side) => line.flatMap((sign, i) => (sign === "-" ? [] : typed(place(side, i), sign))));
    return [
      ...beside(clabels, (side, i) => [side === 0 ? -1 : rows, i]),
      ...beside(rlabels, (side, i) => [i, side === 0 ? -1 : cols]),
      ...clues(puzzle).flatMap(({ at, sign }) => typed(at, sign)),
    ];
  },

  fobidoshi: (puzzle) => clues(puzzle).map(({ at, sign }) => ({ do: "key", at, value: sign })),
};

/** @param {Puzzle} puzzle @param {string} name @returns {Stroke[]} */
function country(puzzle, name) {
  const inside = (/** @type {Cell} */ [row, col]) => puzzle.areas?.[row]?.[col] === name;
  const cells = cellsOf(puzzle).filter(inside);
  if (cells.length === 1) return [{ do: "key", at: cells[0], value: "c" }];
  /** @type {Stroke[]} */
  const strokes = [];
  const known = [cells[0]];
  for (const from of known) {
    for (const [down, right] of Object.values(WAYS)) {
      const to = /** @type {Cell} */ ([from[0] + down, from[1] + right]);
      if (!inside(to) || known.some(([row, col]) => row === to[0] && col === to[1])) continue;
      known.push(to);
      strokes.push({ do: "drag", path: [from, to] });
    }
  }
  return strokes;
}
