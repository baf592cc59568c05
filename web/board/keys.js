// What keys do on the board.

/** @import {Gesture, Target} from "../protocol.d.ts" */
/** @import {BoardView} from "./board-view.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @typedef {object} Deeds
 * @property {(gesture: Gesture) => void} gesture
 * @property {(value: string) => void} enter a key of the number pad
 * @property {boolean} [marking] does it enter pencil marks?
 * @property {() => void} moved
 * @property {Record<string, () => void>} letters what else single letters do, `Escape` too
 * @property {() => void} undo
 * @property {() => void} redo
 */

/** For the dialog that lists them. @type {[string, string][]} */
export const SHORTCUTS = [
  ["Arrow keys", "move the cursor"],
  ["Enter or Space", "same as clicking the cell"],
  ["X", "same as a right click or a long press"],
  ["Shift and an arrow key", "drag from the cursor to the next cell"],
  ["Digits and letters", "enter it, in puzzles with numbers; 1 and then 2 is 12, where there is one"],
  ["Shift and a digit", "pencil mark"],
  ["P or ~", "pencil mode on or off; so does a right click where it has no other meaning"],
  ["Delete or Backspace", "clear the cell"],
  ["Ctrl + Z or U, Ctrl + Y or R", "undo, redo"],
  ["T", "try something out; again for a trial within the trial"],
  ["K", "keep what was tried"],
  ["D", "drop what was tried"],
  ["C", "check"],
  ["H", "a hint; again for more"],
  ["W", "write in what the hint says"],
  ["F", "fill in easy steps"],
  ["+ and −", "zoom in and out"],
  ["Home, End", "first and last cell of the row"],
  ["Escape", "cancel a drag; close a message or a hint; leave the pause or the solution"],
  ["?", "this list"],
];

/**
 * @param {KeyboardEvent} event
 * @param {BoardView} board
 * @param {Deeds} deeds
 * @returns {boolean} whether it meant something
 */
export function press(event, board, deeds) {
  const { key } = event;
  if (event.altKey) return false;
  const before = board.typed;
  board.typed = "";
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === "z" && !event.shiftKey) deeds.undo();
    else if (letter === "y" || letter === "z") deeds.redo();
    else return false;
    return true;
  }
  const onBoard = event.target === board.element || event.target === document.body;
  if (key in ARROWS) return arrow(ARROWS[key], event.shiftKey, board, deeds);
  if (onBoard && (key === "Enter" || key === " ")) return gesture("tap", [board.here]);
  if (key === "Home" || key === "End") {
    board.moveCursor([board.cursor[0], key === "Home" ? 0 : board.model.scene.size[1] - 1]);
    moved();
    return true;
  }
  if (key === "Delete" || key === "Backspace") return enter("delete");
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  if (event.shiftKey && digit && board.model.pad.includes(digit)) return enter(`~${digit}`);
  if (key.length !== 1 && !deeds.letters[key]) return false;
  // A key that the puzzle knows is the puzzle's.
  const typed = board.model.pad.find((each) => each.toLowerCase() === key.toLowerCase());
  if (typed !== undefined) return enter(/^\d$/.test(typed) && !deeds.marking ? number(typed) : typed);
  const letter = key.length === 1 ? key.toLowerCase() : key;
  if (letter === "x") return gesture("alt", [board.here]);
  if (deeds.letters[letter]) {
    deeds.letters[letter]();
    return true;
  }
  return /^[\p{L}\p{N}]$/u.test(key) && onBoard ? enter(key) : false;

  /** @param {string} value */
  function enter(value) {
    board.byKeys = true;
    deeds.enter(value);
    return true;
  }

  /** A digit, or the number of two that it makes with the one typed just before. @param {string} digit */
  function number(digit) {
    const two = before + digit;
    if (before !== "" && board.model.pad.includes(two)) return two;
    board.typed = digit;
    return digit;
  }

  /** @param {"tap" | "alt"} kind @param {Target[]} targets */
  function gesture(kind, targets) {
    board.byKeys = true;
    deeds.gesture({ kind, targets });
    return true;
  }

  function moved() {
    board.byKeys = true;
    board.camera.reveal(board.cursor);
    deeds.moved();
  }

  /**
   * @param {[number, number]} way
   * @param {boolean} drag
   * @param {BoardView} on
   * @param {Deeds} to
   */
  function arrow([down, right], drag, on, to) {
    const from = on.here;
    const [row, col] = on.cursor;
    on.moveCursor([row + down, col + right]);
    const next = on.here;
    if (drag && "cell" in from && "cell" in next && (on.cursor[0] !== row || on.cursor[1] !== col)) {
      on.byKeys = true;
      on.camera.reveal(on.cursor);
      to.gesture({ kind: "drag", targets: [from, next] });
    } else {
      moved();
    }
    return true;
  }
}
