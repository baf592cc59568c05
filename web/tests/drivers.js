// How a person would enter a solution, family by family. The client knows no family; the tests
// must. A solution comes as the grid of the `json` format (cell signs as in the collections).

/** @typedef {[number, number]} Cell */
/**
 * What a hand does. `once`: the keyboard needs only the first step of the drag.
 * @typedef {{ do: "tap" | "alt", at: Cell } | { do: "drag", path: Cell[], once?: boolean } | { do: "key", at: Cell, value: string }} Stroke
 */
/** @typedef {{ rows: number, cols: number, problem?: string[][], areas?: string[][] }} Puzzle */
/**
 * @typedef {object} Driver
 * @property {(puzzle: Puzzle, solution: string[][]) => Stroke[]} solve
 * @property {(puzzle: Puzzle) => Stroke[]} mistake something that breaks a rule on an empty board
 * @property {string} [text] a puzzle to open where the server has no samples
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };
/** @type {Record<string, string>} */
const BACK = { n: "s", e: "w", s: "n", w: "e" };

/** @param {Cell} cell @param {string} way @returns {Cell} */
const step = ([row, col], way) => [row + WAYS[way][0], col + WAYS[way][1]];
/** @param {Puzzle} puzzle @param {Cell} cell */
const isOn = ({ rows, cols }, [row, col]) => row >= 0 && row < rows && col >= 0 && col < cols;
/** @param {Puzzle} puzzle @returns {Cell[]} */
const cellsOf = ({ rows, cols }) => Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);
/** @param {Puzzle} puzzle @param {Cell} cell */
const given = (puzzle, [row, col]) => puzzle.problem?.[row]?.[col] ?? "-";

/** @type {Record<string, Driver>} */
export const DRIVERS = {
  hashi: {
    text: "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
    solve: (puzzle, solution) => spans(puzzle).flatMap(({ path, way }) => {
      const [row, col] = path[1];
      const sign = solution[row][col];
      const count = way === "e" ? " 1234".indexOf(sign) : " abcd".indexOf(sign);
      return path.length > 2 ? times(Math.max(0, count), { do: "drag", path, once: true }) : [];
    }),
    mistake: (puzzle) => {
      const island = cellsOf(puzzle).find((cell) => given(puzzle, cell) === "1") ?? cellsOf(puzzle).find((cell) => /[23]/.test(given(puzzle, cell)));
      return spans(puzzle)
        .filter(({ path }) => [path[0], path[path.length - 1]].some((end) => same(end, island)))
        .flatMap(({ path }) => times(2, { do: "drag", path, once: true }));
    },
  },

  yajilin: {
    solve: (puzzle, solution) => {
      /** @type {Stroke[]} */
      const strokes = cellsOf(puzzle).filter(([row, col]) => solution[row][col] === "x").map((at) => ({ do: "alt", at }));
      const start = cellsOf(puzzle).find(([row, col]) => /^[nesw]{2}$/.test(solution[row][col]));
      if (!start) return strokes;
      const loop = [start];
      let way = solution[start[0]][start[1]][0];
      for (let cell = step(start, way); !same(cell, start); cell = step(cell, way)) {
        loop.push(cell);
        way = solution[cell[0]][cell[1]].replace(BACK[way], "");
      }
      loop.push(start);
      // A person lifts the pen now and then.
      for (let from = 0; from < loop.length - 1; from += 9) strokes.push({ do: "drag", path: loop.slice(from, from + 10) });
      return strokes;
    },
    mistake: (puzzle) => {
      const free = (/** @type {Cell} */ cell) => isOn(puzzle, cell) && given(puzzle, cell) === "-";
      const at = cellsOf(puzzle).find((cell) => free(cell) && free(step(cell, "e")));
      return at ? [{ do: "alt", at }, { do: "alt", at: step(at, "e") }] : [];
    },
  },

  satogaeri: {
    solve: (puzzle, solution) => circles(puzzle).flatMap((at) => {
      const way = solution[at[0]][at[1]];
      if (!(way in WAYS)) return [];
      const path = [at];
      do path.push(step(path[path.length - 1], way));
      while (solution[path[path.length - 1][0]][path[path.length - 1][1]].includes(way));
      return [{ do: "drag", path }];
    }),
    mistake: (puzzle) => {
      const landings = circles(puzzle).flatMap((at) => Object.keys(WAYS).flatMap((way) => {
        const number = Number(given(puzzle, at));
        const path = [at];
        for (let i = 0; i < (number || 1); i += 1) path.push(step(path[path.length - 1], way));
        const free = path.slice(1).every((cell) => isOn(puzzle, cell) && given(puzzle, cell) === "-");
        return free && number !== 0 ? [path] : [];
      }));
      for (const a of landings) {
        for (const b of landings) {
          const [x, y] = [a[a.length - 1], b[b.length - 1]];
          const apart = !a.some((cell) => b.some((other) => same(cell, other)));
          if (apart && puzzle.areas?.[x[0]][x[1]] === puzzle.areas?.[y[0]][y[1]]) {
            return [{ do: "drag", path: a }, { do: "drag", path: b }];
          }
        }
      }
      return [];
    },
  },

  skyscrapers: {
    solve: (puzzle, solution) => cellsOf(puzzle)
      .filter((cell) => given(puzzle, cell) === "-")
      .map((at) => ({ do: "key", at, value: solution[at[0]][at[1]].replace("-", "0") })),
    mistake: (puzzle) => cellsOf(puzzle)
      .filter((cell) => cell[0] === 0 && given(puzzle, cell) === "-").slice(0, 2)
      .map((at) => ({ do: "key", at, value: "1" })),
  },

  fobidoshi: {
    solve: (puzzle, solution) => {
      const circle = (/** @type {Cell} */ cell) => isOn(puzzle, cell) && given(puzzle, cell) === "-" && solution[cell[0]][cell[1]] === "o";
      /** @type {Stroke[]} */
      const strokes = [];
      for (const cell of cellsOf(puzzle)) {
        if (!circle(cell) || circle(step(cell, "w"))) continue;
        const path = [cell];
        while (circle(step(path[path.length - 1], "e"))) path.push(step(path[path.length - 1], "e"));
        strokes.push(path.length > 1 ? { do: "drag", path } : { do: "tap", at: cell });
      }
      return strokes;
    },
    mistake: (puzzle) => {
      for (const cell of cellsOf(puzzle)) {
        const path = [cell];
        while (path.length < 4) path.push(step(path[path.length - 1], "e"));
        if (path.every((at) => isOn(puzzle, at) && given(puzzle, at) !== "x") && given(puzzle, cell) !== "x") return [{ do: "drag", path }];
      }
      return [];
    },
  },
};

/** @param {Cell | undefined} a @param {Cell | undefined} b */
function same(a, b) {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

/** @param {number} count @param {Stroke} stroke @returns {Stroke[]} */
function times(count, stroke) {
  return Array.from({ length: count }, () => stroke);
}

/** Cells with a number or a question mark. @param {Puzzle} puzzle @returns {Cell[]} */
function circles(puzzle) {
  return cellsOf(puzzle).filter((cell) => given(puzzle, cell) !== "-");
}

/** From each island to the next one to the east and to the south. @param {Puzzle} puzzle */
function spans(puzzle) {
  return circles(puzzle).flatMap((island) => ["e", "s"].flatMap((way) => {
    const path = [island];
    do path.push(step(path[path.length - 1], way));
    while (isOn(puzzle, path[path.length - 1]) && given(puzzle, path[path.length - 1]) === "-");
    return isOn(puzzle, path[path.length - 1]) ? [{ path, way }] : [];
  }));
}
