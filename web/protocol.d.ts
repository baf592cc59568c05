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
  howToPlay: HowTo[];
  picture: Scene;
  samples: Sample[];
  /** Fewest and most rows and columns. */
  sides: [number, number];
  howToSet: HowTo[];
  methods: Method[];
  /** Easiest first; trial and smallest reason are the last two. */
  deductions: Deduction[];
  /** Of difficulty, from low to high. */
  grades: string[];
}

export interface HowTo { gesture: string; meaning: string }
/** A way to make new puzzles. */
export interface Method {
  id: string;
  words: string;
  shapes: ("turn" | "mirror")[];
  /** Numbers, or 0 and 1 for no and yes. */
  options: { id: string; words: string; usual: number; least: number; most: number }[];
}
/** A rule of deduction. */
export interface Deduction { id: string; name: string; level: number; words: string; group: string; trial: boolean }

export interface Rules { only?: string[]; without?: string[]; order?: string[]; level?: number }
export interface Step {
  rule: string;
  name: string;
  level: number;
  text: string;
  because: string[];
  therefore: string[];
  cells: Cell[];
  reasons: Cell[];
  move?: Move;
}

export interface Score { score: number; grade: string; parts: Record<string, { value: number; weight: number }> }
export interface Rating {
  difficulty: Score;
  fun: Score;
  looks: Score;
  solved_by_rules: boolean;
  needs_trial: boolean;
  hardest: string | null;
  steps: number;
  minutes: number;
  stopped?: boolean;
}

/** The board cannot be finished; `move` leads to `sound`. */
export interface Wrong { status: "wrong"; text: string; cells: Cell[]; sound: Board; move?: Move }
export type Hint =
  | {
    status: "step";
    /** Where, which rule, why, what. */
    depths: string[];
    cells: Cell[];
    reasons: Cell[];
    rule: string;
    name: string;
    level: number;
    move?: Move;
    before: Step[];
  }
  | Wrong
  | { status: "finished" | "ambiguous" | "stuck" | "unknown" };
export type Help =
  | { status: "step"; steps: number; move?: Move }
  | Wrong
  | { status: "finished" | "stuck" | "unknown" };

export type Status = "unique" | "multiple" | "none" | "unknown";
export type Symmetry = "none" | "turn" | "mirror";

export interface Verdict {
  status: Status;
  /** None: clues that cannot be true together. */
  clash?: { text: string; cells: Cell[] };
  /** Multiple: where two solutions differ. */
  differs?: Cell[];
  solutions: Board[];
  /** Unique, if asked for. */
  rating?: Rating;
  /** Named rules do not finish it. */
  trial?: boolean;
}

export interface Generated {
  status: "made" | "failed" | "unknown";
  puzzle?: Puzzle;
  solution?: Board;
  rating?: Rating;
  scene?: Scene;
  tally: { attempts: number; accepted: number; rejected: Record<string, number> };
  why?: string;
}

// The library.
export type State = "new" | "started" | "solved";
export interface Entry {
  id: number;
  family: string;
  /** Of the family. */
  name: string;
  rows: number;
  cols: number;
  title?: string;
  grade?: string;
  score?: number;
  state: State;
  tags: string[];
}
export interface Play {
  /** Seconds since 1970; the server's clock if it is missing. */
  at?: number;
  seconds?: number;
  solved: boolean;
  difficulty?: string;
  fun?: string;
  looks?: string;
  board?: Board;
  moves?: Move[];
}
export interface Origin { command?: string; seed?: number; index?: number; version?: string }
export interface Kept extends Entry {
  puzzle: Puzzle;
  scene: Scene;
  rating?: Rating;
  origin: Origin;
  plays: Play[];
}
export interface Filter {
  family?: string;
  rows?: number;
  cols?: number;
  grade?: string;
  tags?: string[];
  state?: State;
  text?: string;
}
export interface Count { name: string; count: number }

/** Of `POST /api/library`. */
export interface LibraryRequests {
  list: [
    Filter & { sort?: "id" | "size" | "grade" | "score" | "played"; reverse?: boolean },
    { entries: Entry[]; total: number },
  ];
  get: [{ ids: number[] }, { entries: Kept[] }];
  add: [
    { puzzles: { puzzle: Puzzle; solution?: Board; rating?: Rating; tags?: string[]; origin?: Origin }[] },
    { added: { id: number; new: boolean }[] },
  ];
  import: [{ text: string; tags?: string[] }, { added: { id: number; new: boolean }[]; errors: Complaint[] }];
  tag: [{ ids: number[]; add?: string[]; remove?: string[] }, {}];
  remove: [{ ids: number[] }, { removed: number }];
  export: [{ ids: number[]; format: string }, { text: string; errors: string[] }];
  play: [{ id?: number; puzzle?: Puzzle; play: Play }, { id: number }];
  stats: [Filter, { puzzles: number; families: Count[]; grades: Count[]; states: Count[]; tags: Count[] }];
  report: [
    { ids: number[] },
    {
      status: "done" | "unknown";
      /** How many of them were looked at. */
      puzzles: number;
      rules: { family: string; rule: string; name: string; level: number; times: number; steps: number; puzzles: number }[];
      grades: { family: string; grades: Count[] }[];
    },
  ];
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
  help: [{ puzzle: Puzzle; board: Board; rules?: Rules; once?: boolean }, Help];
  trace: [
    { puzzle: Puzzle; board?: Board; rules?: Rules },
    { status: "solved" | "stuck" | "contradiction" | "unknown"; hardest?: string; start: Board; steps: Step[] },
  ];
  scratch: [
    { puzzle: Puzzle; board: Board; steps?: number; rules?: Rules },
    { scene: Scene; layers: { title: string; scene: Scene }[] },
  ];
  rate: [{ puzzle: Puzzle; player?: 1 | 2 | 3 }, { status: "rated" | "unknown"; rating: Rating }];
  blank: [{ family: string; rows: number; cols: number }, { puzzle: Puzzle }];
  resize: [{ puzzle: Puzzle; rows: number; cols: number }, { puzzle: Puzzle }];
  set: [{ puzzle: Puzzle; gesture: Gesture; symmetry?: Symmetry }, { puzzle: Puzzle; changed: boolean }];
  canvas: [{ puzzle: Puzzle; look?: Look }, { scene: Scene; pad: string[]; howTo: HowTo[] }];
  verdict: [{ puzzle: Puzzle; rate?: boolean }, Verdict];
  repair: [
    { puzzle: Puzzle },
    {
      status: "repaired" | "unique" | "none" | "hopeless" | "unknown";
      puzzle?: Puzzle;
      added: { text: string; cell: Cell }[];
      smallest: boolean;
      differs: Cell[];
    },
  ];
  generate: [
    {
      family: string;
      method?: string;
      rows: number;
      cols: number;
      seed: number;
      index: number;
      symmetry?: Symmetry;
      density?: number;
      options?: Record<string, number>;
      difficulty?: string | [number, number];
      noTrial?: boolean;
      rules?: Rules;
      required?: string[];
      attempts?: number;
    },
    Generated,
  ];
}
