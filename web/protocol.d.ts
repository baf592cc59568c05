// The shapes of docs/protocol.md. Written by `cargo xtask protocol` from the schemas that
// the server publishes: change those, not this file.

export interface Failure { ok: false; error: Complaint }

/** A message for people. Lines and columns count from 1, columns in characters; they are places in the request or, for the errors of `open`, in the text to be opened. */
export interface Complaint {
  /** What is wrong, in words for people. */
  message: string;
  /** The line, if the error has a place. */
  line?: number | null;
  /** The column, if the error has a place. */
  column?: number | null;
}

/** What there is to know about a family. */
export interface Family {
  id: string;
  name: string;
  /** The rules of the puzzle, for people. */
  rules: string;
  variants: Variant[];
  /** The least and the greatest number of rows and of columns. */
  sides: [number, number];
  howToPlay: HowTo[];
  /** What hands may mean, the usual first; none if there is only one way. */
  hands: Hands[];
  howToSet: HowTo[];
  /** Ways to make new puzzles, the best first. */
  methods: Method[];
  /** The rules of deduction, easiest first; trial and smallest reason are the last two. */
  deductions: Deduction[];
  /** The grades of difficulty, from low to high. */
  grades: [string, string, string, string];
  /** A solved example. */
  picture: Scene;
  samples: Sample[];
}

export interface Variant { name: string; words: string }

export interface HowTo { gesture: string; meaning: string }

/** A way to use one's hands. */
export interface Hands {
  id: string;
  /** What is special about it, for people. */
  name: string;
  /** What the hand does; empty for the usual hands. */
  howTo: HowTo[];
}

export interface Method {
  id: string;
  words: string;
  /** Which symmetries it can make. */
  shapes: Symmetry[];
  /** What a density is a share of, in words; none if it has no density. */
  density?: string | null;
  options: MethodOption[];
}

/** How clues are arranged, or where what a setter does is done again. */
export type Symmetry = "none" | "turn" | "mirror";

/** A number, or 0 and 1 for no and yes. */
export interface MethodOption {
  id: string;
  words: string;
  usual: number;
  least: number;
  most: number;
  /** Values that mean something else than their number. */
  names: NamedValue[];
}

export interface NamedValue { value: number; words: string }

export interface Deduction {
  id: string;
  name: string;
  level: number;
  words: string;
  /** The group of rules that it is switched on and off with; empty if none. */
  group: string;
  /** Whether it supposes something. */
  trial: boolean;
  /** Whether a puzzle that is made can need it. */
  made: boolean;
}

/** A drawing with the size of its board in cells. */
export interface Scene {
  /** What is visible. */
  view: Rect;
  items: Item[];
  /** Rows and columns. */
  size: [number, number];
}

export interface Rect { x: number; y: number; w: number; h: number }

export type Item = (
  | { kind: "line"; from: Point; to: Point; width: number }
  | {
    kind: "rect";
    rect: Rect;
    fill?: Fill | null;
    /** 0 means no outline. */
    stroke: number;
  }
  | {
    kind: "circle";
    centre: Point;
    radius: number;
    fill?: Fill | null;
    stroke: number;
  }
  /** Centred both ways; `size` is the height of the letters' line. */
  | { kind: "text"; centre: Point; size: number; text: string }
  | { kind: "symbol"; centre: Point; size: number; symbol: Symbol }) & { role: Role };

export interface Point { x: number; y: number }

/** In the role's full colour, in a pale version of it, or in the colour of the sheet. */
export type Fill = "ink" | "pale" | "paper";

export type Symbol = "north" | "east" | "south" | "west" | "cross" | "dot";

export type Role = "paper" | "grid" | "frame" | "given" | "met" | "entered" | "note" | "trial" | "trial2" | "trial3" | "solution" | "wrong" | "highlight" | "concluded" | "area" | "beyond" | "way" | "wall";

export interface Sample {
  title: string;
  /** How hard it is. */
  grade?: string | null;
  puzzle: Puzzle;
}

/** The object of the `json` format without boards. A client keeps it and sends it back as it is. */
export interface Puzzle {
  type: string;
  rows?: number;
  cols?: number;
  title?: string;
  [field: string]: unknown;
}

export interface Level { level: number; name: string }

export interface Player {
  id: "beginner" | "practised" | "expert";
  /** What `rate` calls this player. */
  player: number;
  /** The highest level of rules that hints try first. */
  sees: number;
}

export interface Opened {
  puzzle: Puzzle;
  /** What to call the puzzle: its title, its identity, or its size. */
  title: string;
  /** The family's name. */
  name: string;
  /** What had been entered, if the text says so. */
  board?: Board | null;
}

/** The numbers of a board, one per slot. A client keeps them; only moves look into them. */
export type Board = number[];

/** How to show a board. */
export interface Look {
  /** Whether clues that the board meets turn grey. */
  met?: boolean;
  /** Whether the entries are the program's answer, not the player's. */
  solution?: boolean;
  /** The trial layer in which each slot was entered, 0 for none; missing ones are 0. */
  layers?: number[];
  /** Cells that get a pale square of the role `wrong`. */
  wrong?: Cell[];
  /** Cells that get a pale square of the role `highlight`. */
  highlight?: Cell[];
}

/** Row and column, counted from 0; of a place around the board one of them is −1 or n. */
export type Cell = [number, number];

/** What the player did. */
export interface Gesture {
  kind: GestureKind;
  targets?: Target[];
  /** The key: a digit, a letter, or `delete`. With `~` in front it is a pencil mark. */
  value?: string | null;
  /** The player wants pencil marks tidied up after each entry. */
  tidy?: boolean;
  /** The cursor was there already. */
  again?: boolean;
  /** Whose hands these are, if not the usual ones: one of the family's `hands`. */
  hands?: string | null;
}

export type GestureKind = "tap" | "alt" | "drag" | "key";

export type Target =
  /** Row and column. */
  | { cell: [number, number] }
  /** A cell's border to the east or to the south. */
  | { border: [number, number, Side] }
  /** A place around the board: row or column is −1 or n. */
  | { outside: [number, number] };

export type Side = "e" | "s";

/** What one move changes; never empty. */
export type Move = Change[];

/** Slot, old number and new number. */
export type Change = [number, number, number];

export type Against = "rules" | "solution";

export interface Violation {
  /** One of the family's codes. */
  rule: string;
  kind: "wrong" | "unfinished";
  message: string;
  cells: Cell[];
}

export type Status = "multiple" | "none" | "unique" | "unknown";

/** Rules and groups of rules by their ids. A missing field is no restriction. */
export interface Rules {
  /** If any are named, only these may be used. */
  only?: string[];
  without?: string[];
  /** Try these first, starting again after each success. */
  order?: string[];
  /** Use no rule above this level. */
  level?: number | null;
}

/** Something that stands out on a board. */
export type Mark =
  /** Cells that belong together, as row and column; also such as lie outside the board. */
  | { kind: "cells"; role: Role; cells: Cell[] }
  /** A part of a cell, or a place between cells; `size` is how wide it is. */
  | { kind: "spot"; role: Role; at: Point; size: number }
  /** Something that is crossed out. */
  | { kind: "cross"; role: Role; at: Point; size: number }
  /** A line through these points. */
  | { kind: "line"; role: Role; points: Point[] }
  /** A letter or a number by which a sentence speaks of a place. */
  | { kind: "label"; role: Role; at: Point; text: string };

/** One of several cases, as a small picture. */
export interface Case {
  /** What comes of it. */
  text: string;
  /** It cannot be. */
  struck: boolean;
  /** What would be on the board. */
  imagine?: Move | null;
  /** The part of the board that it is about. */
  view: View;
}

/** The part of a board that is shown. */
export interface View { x: number; y: number; w: number; h: number }

/** One deduction. */
export interface Step {
  rule: string;
  /** The rule's name for people. */
  name: string;
  level: number;
  /** The step in words. */
  text: string;
  because: string[];
  therefore: string[];
  /** What is concluded. */
  cells: Cell[];
  /** What it rests on. */
  reasons: Cell[];
  /** What stands out: what the step speaks of, then what it concludes. */
  marks: Mark[];
  /** What to imagine on the board meanwhile: notes, and what the step supposes. */
  imagine?: Move | null;
  /** What was looked at, case by case. */
  cases?: Case[];
  /** What it writes on the board. */
  move?: Move | null;
}

/** How a step is shown on its board. */
export interface NextStep {
  /** Where to look, which rule helps, why, and what to write. */
  depths: [string, string, string, string];
  /** What is concluded. */
  cells: Cell[];
  /** What it rests on. */
  reasons: Cell[];
  /** Where to look first. */
  look: Cell[];
  rule: string;
  /** The rule's name for people. */
  name: string;
  level: number;
  /** What stands out: what the step speaks of, then what it concludes. */
  marks: Mark[];
  /** What to imagine on the board meanwhile: notes, and what the step supposes. */
  imagine?: Move | null;
  /** What was looked at, case by case. */
  cases?: Case[];
  move?: Move | null;
  /** Steps that lead there and write nothing. */
  before: Step[];
}

/** Why a board cannot be finished, and the way back. */
export interface Wrong {
  text: string;
  cells: Cell[];
  /** What stands out: what the step speaks of, then what it concludes. */
  marks?: Mark[];
  /** What to imagine on the board meanwhile: notes, and what the step supposes. */
  imagine?: Move | null;
  /** What was looked at, case by case. */
  cases?: Case[];
  /** The board without the entries that cannot stay. */
  sound: Board;
  /** The move that leads to it. */
  move?: Move | null;
}

/** Why there is nothing to write in. */
export interface NoStep { text: string }

export interface Helped {
  /** How many deductions were made. */
  steps: number;
  /** Missing if a board cannot show what was found. */
  move?: Move | null;
}

export type TraceStatus = "solved" | "stuck" | "contradiction" | "unknown";

export interface Layer { title: string; scene: Scene }

export type RateStatus = "rated" | "unknown";

/** The object of the command `rate`. */
export interface Rating {
  difficulty: Score;
  fun: Score;
  looks: Score;
  /** The named rules finish it, and nothing is supposed. */
  solved_by_rules: boolean;
  /** The named rules do not finish it, but with trial they do. */
  needs_trial: boolean;
  /** The rule of the highest level that was needed. */
  hardest?: string | null;
  steps: number;
  /** The steps that can be found, all rounds together. */
  work: number;
  /** How many minutes people take, if that has been measured for the family. */
  minutes?: number | null;
  /** Most of them take between so many and so many. */
  minutes_range?: [number, number] | null;
  /** Time ran out while it was being solved. */
  stopped?: boolean;
}

export interface Score { score: number; grade: string; parts: Record<string, Part> }

export interface Part { value: number; weight: number }

/** A family that a file of grades is about. */
export interface GradesAbout {
  family: string;
  name: string;
  /** Its grades have the usual names. Otherwise they are numbered, and a library cannot keep them. */
  named: boolean;
}

export interface Choice {
  keys: string[];
  /** Which of them holds. */
  now: number;
}

/** Clues that cannot all be true; without any one of them they could. */
export interface Clash { text: string; cells: Cell[] }

export type RepairStatus = "repaired" | "unique" | "none" | "hopeless" | "unknown";

/** A clue that was added. */
export interface Addition { text: string; cell: Cell }

export type StripStatus = "stripped" | "refused" | "unknown";

export type FillStatus = "filled" | "ambiguous" | "none" | "unknown";

/** A grade, or the least and the most points. */
export type Hardness = string | [number, number];

export type MadeStatus = "made" | "failed" | "unknown";

export interface Tally {
  attempts: number;
  accepted: number;
  /** How many were rejected for each reason. */
  rejected: Record<string, number>;
}

/** What is known of the rows. */
export interface KnownRows {
  /** The number of the next new puzzle. */
  next: number;
  /** How many records of plays there have been. */
  plays: number;
  /** The lines of all puzzles. */
  lines?: KeptLine[] | null;
  kept?: KeptRow[];
  /** Numbers that were looked up: those that are not among `kept` are free. */
  ids?: number[];
  /** Keys that were looked up. */
  keys?: string[];
}

/** A line of the list as it is kept. */
export interface KeptLine { id: number }

/** A kept puzzle: what it is found by, and the rest as a text. */
export interface KeptRow { id: number; key: string; text: string }

export interface Lacks { lines: boolean; ids: number[]; keys: string[] }

export interface Changes { put: ChangedRow[]; removed: number[]; next: number; plays: number }

/** The same on its way out, with what lists need of it. */
export interface ChangedRow { id: number; key: string; text: string; line: KeptLine }

/** A puzzle of the library without its picture. */
export interface Row {
  id: number;
  family: string;
  /** The family's name. */
  name: string;
  rows: number;
  cols: number;
  title?: string | null;
  grade?: string | null;
  score?: number | null;
  state: "new" | "started" | "solved";
  tags: string[];
}

/** Everything that is kept about a puzzle. */
export interface Entry {
  id: number;
  family: string;
  /** The family's name. */
  name: string;
  rows: number;
  cols: number;
  title?: string | null;
  grade?: string | null;
  score?: number | null;
  state: "new" | "started" | "solved";
  tags: string[];
  puzzle: Puzzle;
  scene: Scene;
  rating?: KeptRating | null;
  origin: Origin;
  /** Each time it was played, oldest first. */
  plays: Play[];
}

/** A rating as the library keeps it: what is missing was not known. */
export interface KeptRating {
  difficulty: KeptScore;
  fun?: KeptScore | null;
  looks?: KeptScore | null;
  solved_by_rules?: boolean | null;
  needs_trial?: boolean | null;
  hardest?: string | null;
  steps?: number | null;
  minutes?: number | null;
  stopped?: boolean | null;
}

export interface KeptScore { score: number; grade: string; parts?: Record<string, KeptPart> | null }

export interface KeptPart { value: number; weight: number }

/** Where a puzzle comes from. */
export interface Origin {
  /** The command that made or added it. */
  command?: string | null;
  seed?: number | null;
  index?: number | null;
  version?: string | null;
}

export interface Play {
  /** When it ended, in seconds since 1970. */
  at?: number | null;
  seconds?: number | null;
  solved: boolean;
  /** What the player thought of it, in the words of the grades. */
  difficulty?: "easy" | "medium" | "hard" | "extreme";
  fun?: "boring" | "fair" | "fun";
  looks?: "plain" | "fair" | "striking";
  /** How it was left. */
  board?: Board | null;
  moves?: Move[] | null;
}

export interface Count { name: string; count: number }

export type ReportStatus = "done" | "unknown";

export interface Usage {
  family: string;
  rule: string;
  /** The rule's name. */
  name: string;
  level: number;
  times: number;
  /** Percent of the family's steps. */
  steps: number;
  /** Percent of the family's puzzles. */
  puzzles: number;
}

export interface FamilyGrades { family: string; puzzles: number; grades: Count[] }

export type JudgeStatus = "done" | "unknown";

/** What players said about the puzzles of a family. */
export interface FamilyOpinions {
  family: string;
  /** How many puzzles something was said about, or a time is known of. */
  puzzles: number;
  /** Of difficulty, fun and looks, if something was said about it. */
  scales: ScaleOpinions[];
  /** How many times of solving are known. */
  times: number;
  /** Their rank correlation with how much there is to look through. */
  rank?: number | null;
}

/** What players said on one scale. */
export interface ScaleOpinions {
  name: string;
  grades: string[];
  /** How many puzzles something was said about on this scale. */
  puzzles: number;
  /** How many opinions there are, and with how many of them we agree. */
  opinions: number;
  agree: number;
  /** Percent of opinions that the study of these scores agreed with. */
  study: number;
  /** A row for each of our grades, a number for each of theirs. */
  confusion: number[][];
  /** Spearman's rank correlation of our score with what was said. */
  rank?: number | null;
  learnt?: Learnt | null;
}

/** Weights and cuts that follow the players. */
export interface Learnt {
  /** What the parts of the difficulty weigh; empty for the other scales. */
  weights: Record<string, number>;
  cuts: [number, number];
  /** How many opinions the new grades agree with, of how many. */
  agree: number;
  of: number;
  /** The share of pairs of puzzles in the players' order: before, with these, and for puzzles that were left out of the fit. */
  before: number;
  after: number;
  unseen?: number | null;
}

/** The clusters of a family's scores, from low to high. */
export interface FamilyClusters {
  family: string;
  puzzles: number;
  difficulty: Cluster[];
  fun: Cluster[];
  looks: Cluster[];
}

/** Scores that are close together. */
export interface Cluster { value: number; members: number; from: number; to: number }

/** A puzzle with what is known about it. */
export interface PuzzleWith {
  puzzle: Puzzle;
  solution?: Board | null;
  /** The object of the command `rate`. */
  rating?: KeptRating | null;
  tags?: string[];
  origin?: Origin | null;
}

export interface Added {
  id: number;
  /** It was not there yet, not even turned or mirrored. */
  new: boolean;
  /** What was left out of it, in words. */
  why?: string | null;
}

/** What participants are told while they play. */
export type TrialHints = "none" | "rules" | "all";

/** What comes next for a participant. */
export type TrialState = (
  /** A puzzle to play. */
  | {
    stage: "play";
    name: string;
    warmUp: boolean;
    /** From 1, among the warm-ups or among the others. */
    number: number;
    of: number;
    /** Its clues and nothing else. */
    puzzle: Puzzle;
    begun: boolean;
    seconds: number;
    hints: number;
    /** The last visit that said something about it; 0 if none has. */
    visit: number;
    /** The history as it was told, for who comes back to it. */
    entries?: unknown[] | null;
  }
  /** A puzzle to say something about. */
  | {
    stage: "say";
    name: string;
    warmUp: boolean;
    /** From 1, among the warm-ups or among the others. */
    number: number;
    of: number;
    solved: boolean;
    seconds: number;
  }
  /** Nothing more. */
  | { stage: "end" }) & { solvedSoFar: number };

/** Why the clock stands still. */
export type Why = "button" | "hidden" | "left";

/** What a participant says about a puzzle, as far as they care to: grades, as in a rating. */
export interface Opinion {
  /** How hard it was. */
  difficulty?: string | null;
  /** How much fun it was. */
  fun?: string | null;
  /** How it looked. */
  looks?: string | null;
}

/** All families, for a front page and for help. */
export interface FamiliesRequest {}

export interface FamiliesResponse { families: Family[] }

/** How hard rules are to see, and which of them players of each kind are expected to see. */
export interface LevelsRequest {}

export interface LevelsResponse {
  /** From low to high; the last two are trial and smallest reason. */
  levels: Level[];
  players: Player[];
}

/** The formats that can hold a puzzle. */
export interface FormatsRequest { puzzle: Puzzle }

export interface FormatsResponse { formats: string[] }

/** Read anything the program can read. */
export interface OpenRequest {
  /** A URL, a game ID, the content of a file; one puzzle or many. */
  text: string;
}

export interface OpenResponse {
  puzzles: Opened[];
  /** What could not be read; places are in the text. */
  errors: Complaint[];
}

/** Write a puzzle, with what has been entered if the format can hold it. */
export interface ExportRequest {
  puzzle: Puzzle;
  board?: Board | null;
  /** One of those that `formats` names. */
  format: string;
}

export interface ExportResponse { text: string }

/** Draw a board, and say what a page shows beside it. */
export interface ShowRequest {
  puzzle: Puzzle;
  /** Defaults to the blank board. */
  board?: Board | null;
  look?: Look;
}

export interface ShowResponse {
  board: Board;
  scene: Scene;
  /** Keys of the number pad, if the family has one. */
  pad: string[];
  /** No rule is broken and nothing is missing. */
  complete: boolean;
  /** The family's name. */
  name: string;
  rules: string;
}

/** What does this gesture mean here? */
export interface GestureRequest { puzzle: Puzzle; board: Board; gesture: Gesture; look?: Look }

export interface GestureResponse {
  /** Slot, old and new number of each change; none if the gesture means nothing here. */
  move?: Move | null;
  /** The board after the move. */
  board: Board;
  scene: Scene;
  complete: boolean;
}

/** What is in this cell? For screen readers. */
export interface SayRequest { puzzle: Puzzle; board: Board; cell: Cell }

export interface SayResponse { text: string }

/** What is wrong with this board, and what is missing? */
export interface CheckRequest { puzzle: Puzzle; board: Board; against?: Against }

export interface CheckResponse {
  complete: boolean;
  /** What is broken or missing, wrong before unfinished. */
  violations: Violation[];
  /** Cells that are not as in the solution; what has not been entered yet does not count. */
  differs?: Cell[];
  /** Whether there is exactly one solution; only then is there something to compare with. */
  unique?: boolean;
  status?: Status;
}

/** Look for solutions, and prove that there are no more. */
export interface SolveRequest { puzzle: Puzzle }

export interface SolveResponse {
  status: Status;
  /** The solutions found, up to two. */
  solutions: Board[];
}

/** What is the next step? */
export interface HintRequest {
  puzzle: Puzzle;
  board: Board;
  rules?: Rules;
  /** Where the player is at work: of equally easy steps those nearby are preferred. */
  near?: Cell[];
  /** The board before the player's last entries, which say where that is, too. */
  since?: Board | null;
}

export type HintResponse =
  | NextStep & { status: "step" }
  /** The board cannot be finished. */
  | Wrong & { status: "wrong" }
  /** Everything is written in. */
  | NoStep & { status: "finished" }
  /** Nothing more is decided: the puzzle has several solutions. */
  | NoStep & { status: "ambiguous" }
  /** The allowed rules find nothing more. */
  | NoStep & { status: "stuck" }
  /** Time ran out. */
  | NoStep & { status: "unknown" };

/** Write in what rules find. */
export interface HelpRequest {
  puzzle: Puzzle;
  board: Board;
  rules?: Rules;
  /** Only what is seen at once, not what follows from it. */
  once?: boolean;
}

export type HelpResponse =
  /** Something was found. */
  | Helped & { status: "step" }
  /** The board cannot be finished. */
  | Wrong & { status: "wrong" }
  /** Everything is written in. */
  | NoStep & { status: "finished" }
  /** The allowed rules find nothing more. */
  | NoStep & { status: "stuck" }
  /** Time ran out. */
  | NoStep & { status: "unknown" };

/** Solve a puzzle the way a person would. */
export interface TraceRequest {
  puzzle: Puzzle;
  /** The board to start from; defaults to the blank board. */
  board?: Board | null;
  rules?: Rules;
}

export interface TraceResponse {
  status: TraceStatus;
  /** The hardest rule that was used. */
  hardest?: string | null;
  /** The board before the first step. */
  start: Board;
  steps: Step[];
}

/** What is known, as pictures: the board and, beside it, what a board cannot show at once. */
export interface ScratchRequest {
  puzzle: Puzzle;
  board: Board;
  /** What is known after this many steps of the trace from this board. */
  steps?: number | null;
  /** The rules for that trace. */
  rules?: Rules;
}

export interface ScratchResponse {
  scene: Scene;
  /** Further pictures; empty for most families. */
  layers: Layer[];
}

/** How hard a puzzle is, how much fun, and how it looks. */
export interface RateRequest {
  puzzle: Puzzle;
  /** Whom to rate for: 1 beginner, 2 practised, 3 expert. */
  player?: number;
  /** The text of a file of grades, to take instead of the family's own. */
  grades?: string | null;
}

export interface RateResponse { status: RateStatus; rating: Rating }

/** Which families is a file of grades about? */
export interface GradesRequest { text: string }

export interface GradesResponse { families: GradesAbout[] }

/** A board without clues. */
export interface BlankRequest { family: string; rows: number; cols: number }

export interface BlankResponse { puzzle: Puzzle }

/** The same clues on a board of another size. */
export interface ResizeRequest { puzzle: Puzzle; rows: number; cols: number }

export interface ResizeResponse { puzzle: Puzzle }

/** How does this gesture of a setter change the clues? */
export interface SetRequest {
  puzzle: Puzzle;
  gesture: Gesture;
  /** What is done at a target is also done at its image. */
  symmetry?: Symmetry;
}

export interface SetResponse { puzzle: Puzzle; changed: boolean }

/** What a setter sees. */
export interface CanvasRequest { puzzle: Puzzle; look?: Look }

export interface CanvasResponse {
  scene: Scene;
  /** Keys that a setter needs. */
  pad: string[];
  /** Keys that change the variant, in lists of which one holds at a time. */
  choices: Choice[];
  howTo: HowTo[];
}

/** Is it a proper puzzle, with exactly one solution? If not, why not? */
export interface VerdictRequest {
  puzzle: Puzzle;
  /** Rate it if it has exactly one solution. */
  rate?: boolean;
  /** The text of a file of grades, to rate with instead of the family's own. */
  grades?: string | null;
}

export interface VerdictResponse {
  status: Status;
  /** If there is no solution: why. Missing if time ran out before that was known. */
  clash?: Clash | null;
  /** If there are several solutions: where two of them differ. */
  differs?: Cell[] | null;
  /** The only solution, or two of several. */
  solutions: Board[];
  rating?: Rating | null;
  /** Whether the named rules do not finish it. */
  trial?: boolean | null;
}

/** The fewest clues that make an ambiguous puzzle unique. */
export interface RepairRequest { puzzle: Puzzle }

export interface RepairResponse {
  status: RepairStatus;
  /** The puzzle with the clues that were added. */
  puzzle?: Puzzle | null;
  added: Addition[];
  /** Fewer are not enough, whichever solution is kept. */
  smallest: boolean;
  /** Where solutions differed. */
  differs: Cell[];
}

/** Take clues away that are not needed. */
export interface StripRequest {
  puzzle: Puzzle;
  /** At most this many; without it, as many as possible. */
  amount?: number | null;
  /** It must stay solvable without trial. */
  noTrial?: boolean;
  seed?: number;
}

export interface StripResponse {
  status: StripStatus;
  /** The puzzle with the clues that are left. */
  puzzle?: Puzzle | null;
  /** Where clues were taken away. */
  taken: Cell[];
  /** It is known that no other can go. */
  minimal: boolean;
}

/** Reveal clues of one solution until there is no other. */
export interface FillRequest {
  puzzle: Puzzle;
  /** At most this many; without it, as many as it takes. */
  amount?: number | null;
  /** It must be solvable without trial. */
  noTrial?: boolean;
  seed?: number;
}

export interface FillResponse {
  status: FillStatus;
  /** The puzzle with the clues that were revealed. */
  puzzle?: Puzzle | null;
  added: Addition[];
}

/** The puzzle of one index of a seed. Which one that is depends on the request alone. */
export interface GenerateRequest {
  family: string;
  /** One of the family's methods; defaults to the first. */
  method?: string | null;
  rows: number;
  cols: number;
  seed: number;
  index: number;
  symmetry?: Symmetry;
  /** How full, from 0 to 1; defaults to what looks best. */
  density?: number | null;
  /** The method's own options. */
  options?: Record<string, number>;
  /** Where clues must (#), may (?) and must not (.) be: a text picture of the board, with a border where the family has clues outside. */
  layout?: string | null;
  difficulty?: Hardness | null;
  /** The text of a file of grades, to take instead of the family's own. */
  grades?: string | null;
  /** Named rules must finish it, and nothing is supposed. */
  noTrial?: boolean;
  /** Rules that may be needed. */
  rules?: Rules;
  /** Rules or groups of rules that must be needed. */
  required?: string[];
  /** Give up after this many candidates; defaults to what is usual for the difficulty. */
  attempts?: number | null;
}

export interface GenerateResponse {
  status: MadeStatus;
  puzzle?: Puzzle | null;
  solution?: Board | null;
  rating?: Rating | null;
  /** The puzzle with nothing entered. */
  scene?: Scene | null;
  tally: Tally;
  /** Why there is no puzzle, in words. */
  why?: string | null;
}

/** A request to a library in rows. Its answer, or what it lacks; and what is to be written. */
export interface ShelfRequest {
  /** The request to the library. */
  request: Record<string, unknown>;
  known: KnownRows;
  /** Seconds since 1970. */
  now?: number | null;
}

export interface ShelfResponse {
  /** The answer of the library. */
  answer?: Record<string, unknown> | null;
  /** There is no answer yet: ask again, and let this be known, too. */
  lacks?: Lacks | null;
  /** What is to be written. */
  changes?: Changes | null;
}

/** What can be asked at /api: the fields of requests and responses. */
export interface Requests {
  families: [FamiliesRequest, FamiliesResponse];
  levels: [LevelsRequest, LevelsResponse];
  formats: [FormatsRequest, FormatsResponse];
  open: [OpenRequest, OpenResponse];
  export: [ExportRequest, ExportResponse];
  show: [ShowRequest, ShowResponse];
  gesture: [GestureRequest, GestureResponse];
  say: [SayRequest, SayResponse];
  check: [CheckRequest, CheckResponse];
  solve: [SolveRequest, SolveResponse];
  hint: [HintRequest, HintResponse];
  help: [HelpRequest, HelpResponse];
  trace: [TraceRequest, TraceResponse];
  scratch: [ScratchRequest, ScratchResponse];
  rate: [RateRequest, RateResponse];
  grades: [GradesRequest, GradesResponse];
  blank: [BlankRequest, BlankResponse];
  resize: [ResizeRequest, ResizeResponse];
  set: [SetRequest, SetResponse];
  canvas: [CanvasRequest, CanvasResponse];
  verdict: [VerdictRequest, VerdictResponse];
  repair: [RepairRequest, RepairResponse];
  strip: [StripRequest, StripResponse];
  fill: [FillRequest, FillResponse];
  generate: [GenerateRequest, GenerateResponse];
  shelf: [ShelfRequest, ShelfResponse];
}

/** List puzzles, without pictures. */
export interface LibraryListRequest {
  family?: string | null;
  rows?: number | null;
  cols?: number | null;
  grade?: "easy" | "medium" | "hard" | "extreme";
  /** It has all of these. */
  tags?: string[];
  state?: "new" | "started" | "solved";
  /** What is in its title or tags. */
  text?: string | null;
  sort?: "id" | "size" | "grade" | "score" | "played";
  reverse?: boolean;
}

export interface LibraryListResponse { entries: Row[]; total: number }

/** Everything about some puzzles; those that are gone are left out. */
export interface LibraryGetRequest { ids: number[] }

export interface LibraryGetResponse { entries: Entry[] }

/** The library in numbers. */
export interface LibraryStatsRequest {
  family?: string | null;
  rows?: number | null;
  cols?: number | null;
  grade?: "easy" | "medium" | "hard" | "extreme";
  /** It has all of these. */
  tags?: string[];
  state?: "new" | "started" | "solved";
  /** What is in its title or tags. */
  text?: string | null;
  sort?: "id" | "size" | "grade" | "score" | "played";
  reverse?: boolean;
}

export interface LibraryStatsResponse {
  puzzles: number;
  families: Count[];
  /** Puzzles per grade, from easy to hard, then those without a rating. */
  grades: Count[];
  states: Count[];
  /** Puzzles per tag, the most frequent first. */
  tags: Count[];
}

/** Write some puzzles in a format. */
export interface LibraryExportRequest {
  ids: number[];
  format: string;
  /** With how they were played, which only the format `json` can hold. */
  plays?: boolean;
}

export interface LibraryExportResponse {
  text: string;
  /** Messages about puzzles that the format cannot hold. */
  errors: string[];
}

/** Which rules these puzzles use, and how hard they are. Long: as a job. */
export interface LibraryReportRequest { ids: number[] }

export interface LibraryReportResponse {
  status: ReportStatus;
  /** How many puzzles were looked at. */
  puzzles: number;
  rules: Usage[];
  grades: FamilyGrades[];
}

/** Compare what players said about puzzles with our grades, and learn from it. Long: as a job. */
export interface LibraryOpinionsRequest {
  ids: number[];
  /** Whom to rate for: 1 beginner, 2 practised, 3 expert. */
  player?: number;
  /** The text of a file of grades, to take instead of the own ones of those families that it is about. */
  grades?: string | null;
}

export interface LibraryOpinionsResponse {
  status: JudgeStatus;
  /** With opinions of fewer puzzles of a family nothing is learnt. */
  least: number;
  families: FamilyOpinions[];
  /** What was learnt, as a file of grades. */
  text?: string | null;
}

/** Make grades of the scores of puzzles: those that are close together get the same. Long: as a job. */
export interface LibraryClusterRequest {
  ids: number[];
  /** Whom to rate for: 1 beginner, 2 practised, 3 expert. */
  player?: number;
  /** The text of a file of grades, to take instead of the own ones of those families that it is about. */
  grades?: string | null;
  /** How many grades. */
  clusters?: number;
}

export interface LibraryClusterResponse {
  status: JudgeStatus;
  families: FamilyClusters[];
  /** A file of grades. */
  text: string;
}

/** Rate puzzles, and keep their ratings in place of whatever there was. Long: as a job. */
export interface LibraryRateRequest {
  ids: number[];
  /** Whom to rate for: 1 beginner, 2 practised, 3 expert. */
  player?: number;
  /** The text of a file of grades, to take instead of the own ones of those families that it is about. */
  grades?: string | null;
}

export interface LibraryRateResponse {
  status: JudgeStatus;
  /** How many were rated. */
  rated: number;
}

/** Add puzzles. */
export interface LibraryAddRequest { puzzles: PuzzleWith[] }

export interface LibraryAddResponse { added: Added[] }

/** Add the puzzles of a text, in any format that the program can read. */
export interface LibraryImportRequest { text: string; tags?: string[] }

export interface LibraryImportResponse {
  added: Added[];
  /** What could not be read, with places in the text. */
  errors: Complaint[];
}

/** Add and remove tags. */
export interface LibraryTagRequest { ids: number[]; add?: string[]; remove?: string[] }

export interface LibraryTagResponse {}

/** Remove puzzles; those that are gone already do not matter. */
export interface LibraryRemoveRequest { ids: number[] }

export interface LibraryRemoveResponse { removed: number }

/** Record how a puzzle was played; a puzzle given in full is added unless it is there. */
export interface LibraryPlayRequest { id?: number | null; puzzle?: Puzzle | null; play: Play }

export interface LibraryPlayResponse { id: number }

/** The same at /api/library. */
export interface LibraryRequests {
  list: [LibraryListRequest, LibraryListResponse];
  get: [LibraryGetRequest, LibraryGetResponse];
  stats: [LibraryStatsRequest, LibraryStatsResponse];
  export: [LibraryExportRequest, LibraryExportResponse];
  report: [LibraryReportRequest, LibraryReportResponse];
  opinions: [LibraryOpinionsRequest, LibraryOpinionsResponse];
  cluster: [LibraryClusterRequest, LibraryClusterResponse];
  rate: [LibraryRateRequest, LibraryRateResponse];
  add: [LibraryAddRequest, LibraryAddResponse];
  import: [LibraryImportRequest, LibraryImportResponse];
  tag: [LibraryTagRequest, LibraryTagResponse];
  remove: [LibraryRemoveRequest, LibraryRemoveResponse];
  play: [LibraryPlayRequest, LibraryPlayResponse];
}

/** What is this trial? */
export interface TrialAboutRequest {}

export interface TrialAboutResponse {
  title: string;
  welcome: string;
  /** What participants are told while they play. */
  hints: TrialHints;
  /** By whoever organises it; else whoever comes is given one. */
  codesAreGivenOut: boolean;
  /** How many of the puzzles are only there to get to know the game. */
  warmUps: number;
  /** How many puzzles come after these. */
  puzzles: number;
  /** Those of its puzzles, without samples, methods and rules of deduction. */
  families: Family[];
}

/** A code for somebody new. */
export interface TrialJoinRequest {}

export interface TrialJoinResponse { code: string }

/** Somebody has opened the page. */
export interface TrialComeRequest {
  /** As it was typed. */
  code: string;
}

export interface TrialComeResponse {
  code: string;
  /** Which of this participant's visits it is, from 1: whatever is told from now on names it. */
  visit: number;
  state: TrialState;
}

/** Something happened with a puzzle. */
export type TrialTellRequest = (
  /** It was shown for the first time. */
  | { event: "began" }
  /** Something was entered. */
  | {
    event: "moved";
    /** Since it began. */
    seconds: number;
    /** How many entries of the history there were before these. */
    from: number;
    /** What was added to the history, in the page's own notation. */
    entries: unknown[];
  }
  /** The clock stands still. */
  | {
    event: "paused";
    /** Since it began. */
    seconds: number;
    /** What for. */
    why: Why;
  }
  /** The clock goes on. */
  | {
    event: "went_on";
    /** Since it began. */
    seconds: number;
  }
  /** It is solved, or was given up. */
  | {
    event: "ended";
    /** Since it began. */
    seconds: number;
    /** It is right; the server has looked at the board. */
    solved: boolean;
    /** How many hints were asked for. */
    hints?: number;
    /** What was on the board. */
    board: number[];
  }
  /** What the participant says about it. */
  | Opinion & { event: "said" }) & {
  code: string;
  visit: number;
  /** Its name. */
  puzzle: string;
};

export interface TrialTellResponse {
  /** The page has been opened somewhere else since: nothing was kept. */
  elsewhere?: boolean | null;
  /** How many entries of the puzzle are kept. */
  have?: number | null;
  /** What comes next, if this has ended something. */
  state?: TrialState | null;
}

/** The same at /api/trial. */
export interface TrialRequests {
  about: [TrialAboutRequest, TrialAboutResponse];
  join: [TrialJoinRequest, TrialJoinResponse];
  come: [TrialComeRequest, TrialComeResponse];
  tell: [TrialTellRequest, TrialTellResponse];
}
