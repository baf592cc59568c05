//! The one table of experiments. Adding one is an entry here and the function that it names.

use super::entry::Entry;
use super::{difficulty, fobidoshi, hashi, satogaeri, skyscrapers, yajilin};

/// Every experiment of the five studies.
pub const ENTRIES: &[Entry] = &[
    // ---- Fobidoshi ----
    Entry {
        id: "fobidoshi corpus",
        title: "How full published puzzles are",
        source: "§4.1, 4.2",
        varied: "nothing",
        measured: "share of filled cells, of circles at the start and in the solution",
        of: "puzzles",
        sample: [1, 48, 240],
        differs: "The study counted 240 puzzles of janko.at. These are ours, made by `full`, which aims \
                  at the study's shares; --puzzles takes a collection.",
        run: fobidoshi::corpus,
    },
    Entry {
        id: "fobidoshi switches",
        title: "Backtracking with and without its two improvements",
        source: "§6.1, figure 15",
        varied: "size, barrier, good moves",
        measured: "time, calls, depth, share solved",
        of: "puzzles of each size",
        sample: [1, 8, 50],
        differs: "The study's curves are printed without numbers: in words, 76 % are solved at size 7 \
                  and 16 % at size 8 without improvements, each improvement solves nearly all, and \
                  good moves alone are best at size 12. Its puzzles are janko.at's, filled up with \
                  generated ones; ours are all generated unless --puzzles gives some.",
        run: fobidoshi::switches,
    },
    Entry {
        id: "fobidoshi next",
        title: "Branching only on cells beside a circle",
        source: "§6.1",
        varied: "size, next-to-circles, heuristic",
        measured: "time, calls",
        of: "puzzles of each size",
        sample: [1, 8, 50],
        differs: "The study says about 30 % for all sizes together and gives no table. The heuristic \
                  is ours: the study only wishes for one.",
        run: fobidoshi::next,
    },
    Entry {
        id: "fobidoshi start",
        title: "Puzzles from random starts",
        source: "table 1",
        varied: "size, prover",
        measured: "valid attempts, time, crosses",
        of: "attempts of each size",
        sample: [5, 100, 2500],
        differs: "Many more attempts succeed here, and nobody knows why: the printed algorithm, \
                  followed word for word, gives a puzzle whenever the start has a solution. Counting \
                  only starts whose smallest solution is the only one fits sizes 4 and 5 and fails at \
                  6 and 7.",
        run: fobidoshi::start,
    },
    Entry {
        id: "fobidoshi solution",
        title: "Puzzles from random solutions",
        source: "table 2",
        varied: "size, prover",
        measured: "valid attempts, time, crosses",
        of: "attempts of each size",
        sample: [5, 1000, 10_000],
        differs: "A valid attempt is one whose solution reached 61 to 73 % and whose start got below \
                  the drawn 29 to 41 % of circles. The text leaves open whether loops are prevented \
                  when a random solution is filled up; here they are not, which comes closest. Where \
                  shares still differ, nobody knows why.",
        run: fobidoshi::solution,
    },
    Entry {
        id: "fobidoshi threshold",
        title: "The threshold of random solutions",
        source: "table 3",
        varied: "size, threshold",
        measured: "valid attempts",
        of: "attempts of each size and threshold",
        sample: [5, 1000, 10_000],
        differs: "Shares below a tenth of a percent need tens of thousands of attempts; in a quick \
                  sample they are mostly 0. Otherwise as in table 2.",
        run: fobidoshi::threshold,
    },
    Entry {
        id: "fobidoshi smt",
        title: "The SMT instance, and backtracking, on a whole collection",
        source: "§5, 7",
        varied: "engine",
        measured: "time, whether the answer is the recorded one and the only one",
        of: "puzzles",
        sample: [1, 24, 240],
        differs: "The study says that z3 took well under a second for each. Building the instance \
                  counts here, the start of the process does not.",
        run: fobidoshi::smt,
    },
    // ---- Yajilin ----
    Entry {
        id: "yajilin engines",
        title: "Patterns, brute force, SAT",
        source: "§4, 5.2, figure 4.15",
        varied: "engine, size",
        measured: "share solved, time; clauses for a number",
        of: "puzzles of each size",
        sample: [1, 20, 100],
        differs: "The study has no table, only words; they are in the grey column. Its puzzles and its \
                  SAT solver (PicoSAT) were others, and Python was slower.",
        run: yajilin::engines,
    },
    Entry {
        id: "yajilin density",
        title: "SAT is faster with many clues",
        source: "§5.2",
        varied: "share of cells that are clues",
        measured: "time, models looked at",
        of: "puzzles of each density",
        sample: [1, 15, 15],
        differs: "The study says so in words.",
        run: yajilin::density,
    },
    Entry {
        id: "yajilin seeded",
        title: "SAT that is told what the patterns found",
        source: "§5.4",
        varied: "engine",
        measured: "time, conflicts, models looked at",
        of: "puzzles of each size",
        sample: [1, 15, 100],
        differs: "The study proposed this and did not do it, so there is nothing to compare with.",
        run: yajilin::seeded,
    },
    // ---- Skyscrapers ----
    Entry {
        id: "sky latin",
        title: "How many Latin squares there are",
        source: "table 1",
        varied: "side",
        measured: "squares, reduced squares",
        of: "",
        sample: [1, 1, 1],
        differs: "",
        run: skyscrapers::latin,
    },
    Entry {
        id: "sky genetic",
        title: "Genetic search fails",
        source: "table 2",
        varied: "size, population",
        measured: "wrong views and lines after 10,000 generations",
        of: "puzzles of each size",
        sample: [1, 8, 20],
        differs: "The study does not say how large its population was; one square comes closest to its \
                  numbers.",
        run: skyscrapers::genetic,
    },
    Entry {
        id: "sky magazine",
        title: "Published puzzles that the rules solve",
        source: "§6.5.6.17",
        varied: "SimpleTry",
        measured: "share solved",
        of: "puzzles of each size",
        sample: [2, 30, 200],
        differs: "Other puzzles than the magazine's, and rules that are stated soundly: the printed \
                  ones remove heights that a solution has.",
        run: skyscrapers::magazine,
    },
    Entry {
        id: "sky generate",
        title: "Squares for one puzzle that the rules solve",
        source: "tables 3, 4",
        varied: "size, rules, how squares are drawn",
        measured: "squares a puzzle, share solvable, time",
        of: "squares of each size and kind",
        sample: [5, 600, 10_000],
        differs: "The tries cannot be reproduced exactly: how many rows and columns were exchanged, and \
                  in which squares, is not told. Full shuffles of the cyclic square give fewer tries \
                  than the study's, squares drawn uniformly many more.",
        run: skyscrapers::generate,
    },
    Entry {
        id: "sky backtracking",
        title: "Squares for one puzzle with one solution",
        source: "tables 5, 6, figures 54, 55",
        varied: "size, how squares are drawn",
        measured: "squares a puzzle, time, puzzles that rules solve",
        of: "squares of each size and kind",
        sample: [5, 200, 1000],
        differs: "Tries differ as in `sky generate`. Why the study's rules solve 86.5 % of the unique \
                  puzzles at size 6, and nearly all at 5 and 7, nobody knows; its rules are not sound as \
                  printed (docs/studies.md).",
        run: skyscrapers::backtracking,
    },
    Entry {
        id: "sky trycost",
        title: "What SimpleTry and TryLarge cost",
        source: "§7.2",
        varied: "size, SimpleTry, TryLarge",
        measured: "time",
        of: "squares of each size",
        sample: [3, 100, 200],
        differs: "The study says two to five times, in words, of puzzles whose kind is not told. Where the \
                  other rules solve a square the Tries are hardly asked; where nothing helps SimpleTry \
                  tries everything.",
        run: skyscrapers::trycost,
    },
    Entry {
        id: "sky elementary",
        title: "Elementary and necessary rules",
        source: "table 7",
        varied: "size, rules",
        measured: "squares a puzzle",
        of: "squares of each size",
        sample: [5, 300, 10_000],
        differs: "Tries differ as in `sky generate`. What can be compared is whether fewer rules solve \
                  the same squares, and they do where the last column says so.",
        run: skyscrapers::elementary,
    },
    Entry {
        id: "sky order",
        title: "All 120 orders of five rules",
        source: "§6.7.2.2, figures 57, 58",
        varied: "order of DiffersOne 0, DiffersIsPossible 1, Blocks 2, SuperFillGaps 3, Rule N−1 4",
        measured: "squares solved, twice",
        of: "unchecked squares of size 5",
        sample: [10, 300, 1000],
        differs: "The rules here are sound, and so not quite the printed ones: where other orders come \
                  out best, that is probably why, but it has not been shown.",
        run: skyscrapers::order,
    },
    Entry {
        id: "sky usage",
        title: "How often each rule is used",
        source: "figure 59",
        varied: "nothing",
        measured: "uses, share of uses, share of puzzles",
        of: "puzzles of a random test set",
        sample: [2, 150, 501],
        differs: "Published shares are recomputed from the uses, because three are misprinted \
                  (SideBlock 19.0, BuildLocation 0.07, SuperFillGaps 0.04 %). One use of ours may \
                  scratch several heights at once; what the study counts as one is not told.",
        run: skyscrapers::usage,
    },
    Entry {
        id: "sky contain",
        title: "Which rule is contained in which others",
        source: "§6.5.6.16, figure 50",
        varied: "rules",
        measured: "whether others come to all that a rule sees",
        of: "random states of size 5",
        sample: [3, 300, 1000],
        differs: "A sample of states can show that a rule is not contained in others; that it is, it \
                  can only make likely. The study calls rules elementary that no others contain; \
                  FillGaps and BuildLocation are each contained in Try with the other, so here a rule \
                  is elementary if it is in some smallest set that comes to everything.",
        run: skyscrapers::contain,
    },
    Entry {
        id: "sky strip",
        title: "Taking views away",
        source: "§6.6.2.1",
        varied: "size, amount, limit of questions",
        measured: "views, time, calls, balance",
        of: "puzzles of each size",
        sample: [1, 10, 40],
        differs: "As printed: a recursion that takes views in the order north, west, south, east, and \
                  ends after so many calls of itself. The machine is another, and the rules are sound.",
        run: skyscrapers::strip,
    },
    Entry {
        id: "sky ratings",
        title: "Grades of a random set",
        source: "table 8",
        varied: "nothing",
        measured: "grades of difficulty, fun and looks",
        of: "puzzles of a random test set",
        sample: [3, 150, 501],
        differs: "The grades are clusters of this set's own scores, as in the study. How it scaled its \
                  measures to each other is not told, and a shift of the scale moves the clusters.",
        run: skyscrapers::ratings,
    },
    Entry {
        id: "sky people",
        title: "Whether people agree with the rating",
        source: "§6.7.3.6",
        varied: "who rates",
        measured: "share of equal grades",
        of: "puzzles of a random test set",
        sample: [3, 120, 501],
        differs: "Five people rated twenty puzzles each. They cannot be asked again.",
        run: skyscrapers::people,
    },
    Entry {
        id: "sky filled",
        title: "Giving cells",
        source: "table 9, figure 61",
        varied: "size, which cell is given",
        measured: "given cells + 1, time",
        of: "puzzles of each size and way",
        sample: [2, 60, 1000],
        differs: "The study does not say which way to choose a cell it measured, and its squares are \
                  others (see `sky generate`).",
        run: skyscrapers::filled,
    },
    Entry {
        id: "sky filled-ratings",
        title: "Grades of filled puzzles",
        source: "tables 10, 11",
        varied: "clean or filled",
        measured: "grades of difficulty and fun",
        of: "puzzles of each kind",
        sample: [3, 120, 501],
        differs: "What can be compared is the direction; scales and squares are not the study's.",
        run: skyscrapers::filled_ratings,
    },
    Entry {
        id: "sky census",
        title: "All puzzles of size 5",
        source: "§6.9.1–3",
        varied: "nothing",
        measured: "squares, sets of clues, solvable ones",
        of: "",
        sample: [1, 1, 1],
        differs: "The study has 38,310 solvable without SimpleTry, fewer than our rules solve without \
                  any of the three Tries. Its printed rules are not sound (docs/studies.md), so its \
                  program cannot have been exactly what is printed, and what it was nobody knows.",
        run: skyscrapers::census,
    },
    Entry {
        id: "sky extremes",
        title: "Hardest, easiest, most fun, most boring",
        source: "§6.9.4",
        varied: "nothing",
        measured: "highest and lowest scores",
        of: "",
        sample: [1, 1, 1],
        differs: "Ours are counted up to turns and mirrors, and with them. Whether the study's include \
                  puzzles that need SimpleTry is not told there; the scales of its measures are not \
                  told either.",
        run: skyscrapers::extremes,
    },
    Entry {
        id: "sky looks",
        title: "Puzzles without whole sides",
        source: "§6.9.5",
        varied: "which sides are empty",
        measured: "how many there are, an example of each",
        of: "",
        sample: [1, 1, 1],
        differs: "The study shows an example of each and counts none.",
        run: skyscrapers::looks,
    },
    Entry {
        id: "sky extreme-sets",
        title: "The most and the fewest views until nothing more can go",
        source: "§6.9.6",
        varied: "nothing",
        measured: "sizes of all sets to which no view can be added",
        of: "",
        sample: [1, 1, 1],
        differs: "",
        run: skyscrapers::extreme_sets,
    },
    // ---- Satogaeri ----
    Entry {
        id: "satogaeri countrysize",
        title: "The size of countries",
        source: "§5",
        varied: "chance that a neighbour joins, size",
        measured: "countries, one-cell countries, unique ones, difficulty",
        of: "candidates of each size and chance",
        sample: [4, 400, 500],
        differs: "The study has no figures; what it says in words is in the grey column.",
        run: satogaeri::countrysize,
    },
    Entry {
        id: "satogaeri numberless",
        title: "Circles without numbers",
        source: "§5.2",
        varied: "the study's three conditions on or off",
        measured: "share without number, share unique",
        of: "candidates of each size",
        sample: [4, 400, 500],
        differs: "The conditions are meant to keep a puzzle unique. Where the column \"unique of those \
                  unique before\" is below 100, they do not always.",
        run: satogaeri::numberless,
    },
    Entry {
        id: "satogaeri smt",
        title: "Solvers' figures as a measure of difficulty, for every family",
        source: "§4, announced and left empty",
        varied: "family, solver",
        measured: "correlation with our score and grade, and with published levels",
        of: "puzzles of each size",
        sample: [3, 8, 70],
        differs: "The study announced this section and left it empty.",
        run: difficulty::solver_statistics,
    },
    Entry {
        id: "satogaeri example",
        title: "The study's example",
        source: "§4",
        varied: "engine",
        measured: "answer",
        of: "",
        sample: [1, 1, 1],
        differs: "",
        run: satogaeri::example,
    },
    // ---- Hashi ----
    Entry {
        id: "hashi solve",
        title: "Solving with the graph and the grid encoding",
        source: "tables A.2–A.4, figure 6.1",
        varied: "size, kind, encoding",
        measured: "time in total, for construction, for solving",
        of: "puzzles of each size and kind",
        sample: [1, 6, 100],
        differs: "The study's times are SMTInterpol's in Java (--solver smtinterpol asks it, where it \
                  is installed); ours are the first solver's, without the start of its process. Easy \
                  and hard puzzles are ours, as full as Tatham's and solved with the same rules, unless \
                  --puzzles gives his. \
                  The study's prose has grid 3, 3, 4 and 8 times slower; by its tables the total is \
                  2.7 to 5.0 times, and 8 holds for solving alone at 50×50.",
        run: hashi::solve,
    },
    Entry {
        id: "hashi generate",
        title: "Making puzzles island by island",
        source: "tables A.5–A.7, figure 6.2",
        varied: "size and islands, prover",
        measured: "time; most tries in a row to place an island and to keep uniqueness",
        of: "puzzles of each size",
        sample: [1, 30, 100],
        differs: "Times are those of another solver and machine; compare ratios. Tries count the same \
                  things, but what the study counts as a try to place an island is not told in every \
                  detail.",
        run: hashi::generate,
    },
    Entry {
        id: "hashi failures",
        title: "Runs that do not reach their islands",
        source: "§6.3",
        varied: "size, generator",
        measured: "share of failed runs",
        of: "runs of each size",
        sample: [2, 60, 100],
        differs: "A run fails here after 1000 tries in a row to place an island. Shares of a few dozen \
                  runs are uncertain by several percent. The other generators are what the study \
                  proposes.",
        run: hashi::failures,
    },
    Entry {
        id: "hashi iterations",
        title: "Time of a proof while the puzzle grows",
        source: "figures 6.3, A.8–A.10",
        varied: "islands, prover",
        measured: "time of a proof of uniqueness",
        of: "puzzles of each size",
        sample: [1, 20, 100],
        differs: "The study has plots without numbers.",
        run: hashi::iterations,
    },
    Entry {
        id: "hashi satunsat",
        title: "Finding a model, and proving that there is no other",
        source: "table 6.1",
        varied: "size, encoding",
        measured: "time to SAT and to UNSAT",
        of: "puzzles of each size",
        sample: [1, 6, 100],
        differs: "Tables 6.1 and A.2 of the study differ in two standard deviations (45.91 and 45.95, 2228 \
                  and 2229); the published columns here are table 6.1's.",
        run: hashi::satunsat,
    },
    Entry {
        id: "hashi people",
        title: "How long people take",
        source: "table 6.2, figure 6.4",
        varied: "kind of puzzle",
        measured: "seconds",
        of: "puzzles of each kind",
        sample: [1, 10, 30],
        differs: "Published are five people's times, ours is what `rate` predicts, on other puzzles of \
                  the same kinds. One number of its formula was fitted to these same people, so this \
                  shows how well it fits, not how well it foretells.",
        run: hashi::people,
    },
    Entry {
        id: "hashi depth",
        title: "How far one must look ahead",
        source: "§6.4",
        varied: "kind of puzzle, a limit inside the generator",
        measured: "length of a supposition until it breaks",
        of: "puzzles of each kind and size",
        sample: [1, 10, 100],
        differs: "The study counts bridges placed after an assumption, by hand and on a few puzzles; \
                  here they are counted by rule, on puzzles of our own.",
        run: hashi::depth,
    },
    Entry {
        id: "hashi border",
        title: "The grid with and without a rim",
        source: "§6.2",
        varied: "rim, explicit \"not an island\"",
        measured: "time",
        of: "puzzles of each size",
        sample: [1, 4, 30],
        differs: "Another solver: what slows SMTInterpol down need not slow down z3 or cvc5.",
        run: hashi::border,
    },
    Entry {
        id: "hashi variants",
        title: "Other encodings, other solvers",
        source: "§8",
        varied: "encoding, solver",
        measured: "time",
        of: "puzzles of each size",
        sample: [1, 4, 30],
        differs: "The study proposed this and did not do it, so there is nothing to compare with.",
        run: hashi::variants,
    },
];
