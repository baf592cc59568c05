//! Small cases with names, which can be checked by hand: every kind of constraint, cores, what all
//! solutions share, budgets. Beside them `brute_force.rs` tries thousands of random ones.

use sat::{Budget, Counter, Lit, Model, Shared, Solver, Verdict, shared};

fn yes(vars: std::ops::Range<usize>) -> Vec<Lit> {
    vars.map(Lit::yes).collect()
}

/// How many solutions there are, each counted once.
fn solutions(model: &Model) -> usize {
    let mut solver = Solver::new(model, Budget::UNLIMITED);
    let mut count = 0;
    while solver.solve(&[]) == Verdict::Sat {
        count += 1;
        assert!(count < 10_000, "the same solution again and again");
        let atoms = solver.atoms();
        solver.exclude(&atoms);
    }
    count
}

/// Two triangles of edges, and one edge between them, the last.
fn two_islands() -> Model {
    let ends = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)];
    let mut model = Model::new(ends.len());
    model.name("all hang together", 0);
    let edges: Vec<(u32, u32, Lit)> = (ends.iter().enumerate())
        .map(|(e, &(a, z))| (a, z, Lit::yes(e)))
        .collect();
    model.connected_edges(6, &edges);
    model
}

#[test]
fn two_islands_are_cut_apart_by_one_edge() {
    let bridge = Lit::yes(6);
    let mut solver = Solver::new(&two_islands(), Budget::UNLIMITED);
    assert_eq!(solver.solve(&[Lit::yes(0), !bridge]), Verdict::Unsat);
    assert_eq!(
        solver.core(),
        [!bridge],
        "the rest has nothing to do with it"
    );
    assert_eq!(solver.solve(&[]), Verdict::Sat);
    assert!(solver.value(bridge));
    // In each triangle any one edge may be missing, or none.
    assert_eq!(solutions(&two_islands()), 4 * 4);
    let mut answers = vec![None; 6];
    answers.push(Some(true));
    let mut solver = Solver::new(&two_islands(), Budget::UNLIMITED);
    assert_eq!(shared(&mut solver), Shared::Answers(answers));
}

#[test]
fn two_points_without_an_edge_are_hopeless() {
    let mut model = Model::new(1);
    model.name("all hang together", 0);
    model.connected_edges(2, &[]);
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    assert_eq!(solver.solve(&[]), Verdict::Unsat);
    assert_eq!(solver.core(), [], "whatever is assumed");
    assert_eq!(shared(&mut solver), Shared::NoSolution);
}

#[test]
fn cells_of_a_row_hang_together_as_one_piece() {
    let mut model = Model::new(4);
    model.name("one piece", 0);
    model.connected_vertices(&yes(0..4), &[(0, 1), (1, 2), (2, 3)], &[]);
    // No cell, or all from one to another.
    assert_eq!(solutions(&model), 1 + 4 + 3 + 2 + 1);
    model.name("both ends", 0);
    model.clause(&[Lit::yes(0)]);
    model.clause(&[Lit::yes(3)]);
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    let all = Shared::Answers(vec![Some(true); 4]);
    assert_eq!(shared(&mut solver), all);
    assert_eq!(solver.solve(&[Lit::no(2), Lit::yes(1)]), Verdict::Unsat);
    assert_eq!(solver.core(), [Lit::no(2)]);
}

/// Edges of a grid of points: the first variables are the edges, the others the points.
fn grid_of_points(rows: usize, cols: usize, single: bool) -> Model {
    let mut ends: Vec<(u32, u32)> = Vec::new();
    for point in 0..rows * cols {
        if point % cols + 1 < cols {
            ends.push((point as u32, point as u32 + 1));
        }
        if point + cols < rows * cols {
            ends.push((point as u32, (point + cols) as u32));
        }
    }
    let mut model = Model::new(ends.len() + rows * cols);
    let points = yes(ends.len()..ends.len() + rows * cols);
    let edges: Vec<(u32, u32, Lit)> = (ends.iter().enumerate())
        .map(|(e, &(a, z))| (a, z, Lit::yes(e)))
        .collect();
    for (point, &on) in points.iter().enumerate() {
        let here = |e: &&(u32, u32, Lit)| e.0 as usize == point || e.1 as usize == point;
        let here: Vec<Lit> = edges.iter().filter(here).map(|e| e.2).collect();
        model.name("two lines or none", point);
        model.loop_degree(on, &here);
    }
    if single {
        model.name("one loop", 0);
        model.single_loop(&points, &edges, &[]);
    }
    model
}

#[test]
fn a_loop_is_single_or_not_there() {
    // Any two of five rungs, and the empty ladder.
    assert_eq!(solutions(&grid_of_points(2, 5, true)), 10 + 1);
    // Without the rule also the five ways to have two loops side by side.
    assert_eq!(solutions(&grid_of_points(2, 5, false)), 10 + 1 + 5);
    assert_eq!(solutions(&grid_of_points(3, 3, true)), 13 + 1);
}

#[test]
fn counts_leave_as_many_solutions_as_there_are_choices() {
    let choices = [
        // (of, exactly, choices): few are written out, many are counted by helpers.
        (6, 0, 1),
        (6, 3, 20),
        (6, 6, 1),
        (6, 7, 0),
        (12, 2, 66),
        (12, 11, 12),
    ];
    for (n, k, expected) in choices {
        let mut model = Model::new(n);
        model.name("exactly", k);
        model.exactly(k, &yes(0..n));
        assert_eq!(solutions(&model), expected, "{k} of {n}");
        let mut both = Model::new(n);
        both.name("at least", k);
        both.at_least(k, &yes(0..n));
        both.name("at most", k);
        both.at_most(k, &yes(0..n));
        assert_eq!(
            solutions(&both),
            expected,
            "at least and at most {k} of {n}"
        );
    }
    let mut free = Model::new(3);
    free.name("says nothing", 0);
    free.at_least(0, &yes(0..3));
    free.at_most(3, &yes(0..3));
    assert_eq!(free.clauses().count(), 0);
}

#[test]
fn two_clues_share_one_counter() {
    let mut model = Model::new(4);
    let near = Counter::of(&mut model, &yes(0..2), 3);
    let far = near.with(&mut model, Lit::yes(2));
    let far = far.with(&mut model, Lit::yes(3));
    model.name("both near ones", 0);
    model.count_is_at_least(&near, 2);
    model.name("two in all", 0);
    model.count_is_at_most(&far, 2);
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    let answers = [true, true, false, false].map(Some).to_vec();
    assert_eq!(shared(&mut solver), Shared::Answers(answers));
}

#[test]
fn a_core_names_the_constraints_that_clash() {
    let mut model = Model::new(2);
    model.name("first", 0);
    model.clause(&[Lit::yes(0)]);
    model.name("bystander", 0);
    model.clause(&[Lit::yes(1)]);
    model.name("not the first", 0);
    model.clause(&[Lit::no(0)]);
    let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
    let on: Vec<Lit> = (0..3).map(|c| solver.switch(c)).collect();
    assert_eq!(solver.solve(&on), Verdict::Unsat);
    let mut core = solver.core();
    core.sort();
    assert_eq!(core, [on[0], on[2]]);
    // What is not switched on does not hold.
    assert_eq!(solver.solve(&on[..2]), Verdict::Sat);
    assert_eq!(solver.atoms(), [true, true]);
    assert_eq!(solver.solve(&[on[2], Lit::no(1)]), Verdict::Sat);
    assert_eq!(solver.atoms(), [false, false]);
}

#[test]
fn a_graph_can_be_switched_off_too() {
    let model = two_islands();
    let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
    let (on, cut) = (solver.switch(0), Lit::no(6));
    assert_eq!(solver.solve(&[on, cut]), Verdict::Unsat);
    let mut core = solver.core();
    core.sort();
    assert_eq!(core, [cut, on]);
    assert_eq!(solver.solve(&[cut]), Verdict::Sat);
}

#[test]
fn what_was_added_counts_from_then_on() {
    let mut model = Model::new(2);
    model.name("one of two", 0);
    model.clause(&yes(0..2));
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    assert!(!solver.proved(Lit::yes(1)));
    solver.add(&[Lit::no(0)]);
    assert_eq!(solver.solve(&[]), Verdict::Sat);
    assert!(solver.proved(Lit::yes(1)));
    let guard = solver.helper();
    solver.add(&[!guard, Lit::no(1)]);
    assert_eq!(solver.solve(&[guard]), Verdict::Unsat);
    assert_eq!(solver.core(), [guard]);
    assert_eq!(solver.solve(&[]), Verdict::Sat);
}

#[test]
fn solutions_with_many_atoms_are_excluded_one_by_one() {
    let mut model = Model::new(200);
    model.name("one of many", 0);
    model.exactly(1, &yes(0..200));
    assert_eq!(solutions(&model), 200);
}

/// More pigeons than holes: easy to say, long to refute.
fn pigeons(holes: usize) -> Model {
    let mut model = Model::new((holes + 1) * holes);
    for pigeon in 0..=holes {
        model.name("a hole for each", pigeon);
        model.clause(&yes(pigeon * holes..(pigeon + 1) * holes));
    }
    for hole in 0..holes {
        model.name("one in a hole", hole);
        let inside: Vec<Lit> = (0..=holes).map(|p| Lit::yes(p * holes + hole)).collect();
        model.at_most(1, &inside);
    }
    model
}

#[test]
fn a_budget_ends_in_unknown_and_never_in_a_wrong_answer() {
    let model = pigeons(6);
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    assert_eq!(solver.solve(&[]), Verdict::Unsat);
    assert!(solver.stats().conflicts > 20, "it is hard enough");

    let mut solver = Solver::new(&model, Budget::conflicts(20));
    assert_eq!(solver.solve(&[]), Verdict::Unknown);
    assert_eq!(solver.solve(&[]), Verdict::Unknown, "it is spent");
    let mut spent = Solver::new(&model, Budget::conflicts(20));
    assert_eq!(shared(&mut spent), Shared::Unknown);

    let stopped = Budget {
        stop: &|| true,
        ..Budget::UNLIMITED
    };
    assert_eq!(Solver::new(&model, stopped).solve(&[]), Verdict::Unknown);
}
