// The shapes of docs/protocol.md, as far as the client looks into them.

/** Opaque: kept and sent back. */
export type Puzzle = Record<string, unknown>;
/** Slot numbers; only moves look into it. */
export type Board = number[];
/** Slot, old number, new number. */
export type Change = [number, number, number];
export type Move = Change[];
/** Row and column; of a place around the board one of them is −1 or n. */
export type Cell = [number, number];

export type Target =
  | { cell: Cell }
  | { border: [number, number, "e" | "s"] }
  | { outside: Cell };

export interface Gesture {
  kind: "tap" | "alt" | "drag" | "key";
  targets: Target[];
  value?: string;
  tidy?: boolean;
}

export interface Point { x: number; y: number }
export interface Rect { x: number; y: number; w: number; h: number }
export type Role =
  | "paper" | "grid" | "frame" | "given" | "met" | "entered"
  | "note" | "trial" | "solution" | "wrong" | "highlight";
export type Fill = "ink" | "pale" | "paper" | null;

export type Shape =
  | { kind: "line"; from: Point; to: Point; width: number }
  | { kind: "rect"; rect: Rect; fill?: Fill; stroke: number }
  | { kind: "circle"; centre: Point; radius: number; fill?: Fill; stroke: number }
  | { kind: "text"; centre: Point; size: number; text: string }
  | { kind: "symbol"; centre: Point; size: number; symbol: "north" | "east" | "south" | "west" | "cross" | "dot" };
export type Item = Shape & { role: Role };

export interface Scene { view: Rect; items: Item[]; size: [number, number] }

export interface Look {
  met?: boolean;
  solution?: boolean;
  layers?: number[];
  wrong?: Cell[];
  highlight?: Cell[];
}

export interface Violation {
  rule: string;
  kind: "wrong" | "unfinished";
  message: string;
  cells: Cell[];
}

export interface Sample { title: string; puzzle: Puzzle }
export interface Family {
  id: string;
  name: string;
  rules: string;
  variants: { name: string; words: string }[];
  howToPlay: { gesture: string; meaning: string }[];
  picture: Scene;
  samples: Sample[];
}

export interface Opened { puzzle: Puzzle; title?: string | null; name: string; board?: Board | null }
export interface Complaint { message: string; line?: number | null; column?: number | null }

export interface Requests {
  families: [{}, { families: Family[] }];
  open: [{ text: string }, { puzzles: Opened[]; errors: Complaint[] }];
  show: [
    { puzzle: Puzzle; board?: Board; look?: Look },
    { board: Board; scene: Scene; pad: string[]; complete: boolean; name: string; rules: string },
  ];
  gesture: [
    { puzzle: Puzzle; board: Board; gesture: Gesture; look?: Look },
    { move?: Move | null; board: Board; scene: Scene; complete: boolean },
  ];
  check: [
    { puzzle: Puzzle; board: Board; against: "rules" | "solution" },
    { complete: boolean; violations: Violation[]; differs?: Cell[]; unique?: boolean; status?: string },
  ];
  solve: [{ puzzle: Puzzle }, { status: string; solutions: Board[] }];
  say: [{ puzzle: Puzzle; board: Board; cell: Cell }, { text: string }];
  export: [{ puzzle: Puzzle; board?: Board; format: string }, { text: string }];
  formats: [{ puzzle: Puzzle }, { formats: string[] }];
}
