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
  | "note" | "trial" | "solution" | "wrong" | "highlight"
  // The page's own: what a step concludes, while `highlight` is what it rests on.
  | "concluded";
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
  howToPlay: HowTo[];
  picture: Scene;
  samples: Sample[];
  /** Least and most rows or columns. */
  sides: [number, number];
  howToSet: HowTo[];
  methods: Method[];
  deductions: Deduction[];
  grades: string[];
}
export interface HowTo { gesture: string; meaning: string }
/** A number that can be chosen; 0 and 1 are no and yes. */
export interface MethodOption { id: string; words: string; usual: number; least: number; most: number }
/** A way to make puzzles. */
export interface Method { id: string; words: string; shapes: Symmetry[]; density?: string; options: MethodOption[] }
export type Symmetry = "none" | "turn" | "mirror";

/** A rule of deduction, as its family lists it. */
export interface Deduction { id: string; name: string; level: number; words: string; group?: string | null }
/** Which rules of deduction are used. */
export interface Rules { only?: string[]; without?: string[]; order?: string[]; level?: number }
export interface Step {
  rule: string;
  name: string;
  level: number;
  text: string;
  because: string[];
  therefore: string[];
  /** What is concluded, and what it rests on; both may lie around the board. */
  cells: Cell[];
  reasons: Cell[];
  move?: Move | null;
}
export interface Score { score: number; grade: string; parts: Record<string, { value: number; weight: number }> }
export interface Rating {
  difficulty: Score;
  fun: Score;
  looks: Score;
  solved_by_rules: boolean;
  needs_trial: boolean;
  hardest?: string | null;
  steps: number;
  minutes?: number | null;
}
export interface Hint {
  status: "step" | "wrong" | "finished" | "ambiguous" | "stuck" | "unknown";
  /** Where, which rule, why, what. */
  depths?: string[];
  cells?: Cell[];
  reasons?: Cell[];
  rule?: string;
  level?: number;
  before?: Step[];
  /** What the step writes; with `wrong` the way to `sound`. */
  move?: Move | null;
  text?: string;
  sound?: Board;
}
export interface Trace {
  status: "solved" | "stuck" | "contradiction" | "unknown";
  hardest?: string | null;
  start: Board;
  steps: Step[];
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
  hint: [{ puzzle: Puzzle; board: Board; rules?: Rules }, Hint];
  help: [{ puzzle: Puzzle; board: Board; rules?: Rules }, { status: Hint["status"]; steps: number; move?: Move | null }];
  trace: [{ puzzle: Puzzle; board?: Board; rules?: Rules }, Trace];
  scratch: [
    { puzzle: Puzzle; board: Board; steps?: number; rules?: Rules },
    { status?: string; scene: Scene; layers: { title: string; scene: Scene }[] },
  ];
  rate: [{ puzzle: Puzzle; player?: number }, { status?: string; rating?: Rating | null }];

  // Drawing and making.
  blank: [{ family: string; rows: number; cols: number }, { puzzle: Puzzle }];
  resize: [{ puzzle: Puzzle; rows: number; cols: number }, { puzzle: Puzzle }];
  set: [{ puzzle: Puzzle; gesture: Gesture; symmetry?: Symmetry }, { puzzle: Puzzle; changed: boolean }];
  canvas: [{ puzzle: Puzzle; look?: Look }, { scene: Scene; pad: string[]; howTo: HowTo[] }];
  verdict: [
    { puzzle: Puzzle; rate?: boolean },
    { status: string; clash?: { text: string; cells: Cell[] } | null; differs?: Cell[]; solutions?: Board[]; rating?: Rating | null; trial?: boolean },
  ];
  repair: [
    { puzzle: Puzzle },
    { status: string; puzzle?: Puzzle | null; added?: { text: string; cell: Cell }[]; smallest?: boolean; differs?: Cell[] },
  ];
  generate: [
    {
      family: string; method?: string; rows: number; cols: number; seed: number; index: number;
      symmetry?: Symmetry; density?: number; options?: Record<string, number>;
      difficulty?: string | [number, number]; noTrial?: boolean; required?: string[]; attempts?: number;
    },
    {
      status: string; puzzle?: Puzzle | null; solution?: Board | null; rating?: Rating | null; scene?: Scene | null;
      tally?: { attempts: number; accepted: number; rejected: Record<string, number> }; why?: string | null;
    },
  ];
}

export type State = "new" | "started" | "solved";

/** A puzzle of the library without its picture. */
export interface Row {
  id: number;
  family: string;
  name: string;
  rows: number;
  cols: number;
  title?: string | null;
  grade?: string | null;
  score?: number | null;
  state: State;
  tags: string[];
}

/** How somebody played it once. */
export interface Play {
  at?: number | null;
  seconds?: number | null;
  solved: boolean;
  difficulty?: string | null;
  fun?: string | null;
  looks?: string | null;
  board?: Board | null;
  moves?: unknown;
}

export interface Entry extends Row {
  puzzle: Puzzle;
  scene: Scene;
  rating?: Rating | null;
  origin?: Record<string, unknown> | string | null;
  plays: Play[];
}

export interface Added { id: number; new: boolean }

/** What can be asked of the library, at an address of its own. */
export interface LibraryRequests {
  list: [{}, { entries: Row[]; total: number }];
  get: [{ ids: number[] }, { entries: Entry[] }];
  add: [
    { puzzles: { puzzle: Puzzle; solution?: Board | null; rating?: Rating | null; tags?: string[]; origin?: unknown }[] },
    { added: Added[] },
  ];
  import: [{ text: string; tags?: string[] }, { added: Added[]; errors: Complaint[] }];
  tag: [{ ids: number[]; add?: string[]; remove?: string[] }, {}];
  remove: [{ ids: number[] }, { removed: number }];
  export: [{ ids: number[]; format: string }, { text: string }];
  play: [{ id?: number; puzzle?: Puzzle; play: Play }, { id: number }];
  stats: [{}, { puzzles: number } & Record<"families" | "grades" | "states" | "tags", Count[]>];
  report: [{ ids: number[] }, { status: string; puzzles: number; rules: Usage[]; grades: { family: string; puzzles: number; grades: Count[] }[] }];
}

export interface Count { name: string; count: number }
/** How much a rule was used: how often, its share of all steps, and of all puzzles. */
export interface Usage { family: string; rule: string; name: string; level: number; times: number; steps: number; puzzles: number }
