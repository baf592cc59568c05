//! Random small models against brute force: every kind of constraint, with and without switches,
//! the graph constraints inside the search and as plain clauses.

use std::collections::BTreeSet;

use sat::{Budget, Lit, Model, Need, Plain, Shared, Solver, Verdict, shared};

/// A small generator of repeatable numbers; quality does not matter here.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % sides
    }
}

fn random_lit(dice: &mut Dice, vars: usize) -> Lit {
    Lit::new(dice.roll(vars), dice.roll(2) == 0)
}

/// Grid-like graphs with vertex literals, edge literals or both, some counts, some clauses.
fn random_model(dice: &mut Dice) -> Model {
    let (rows, cols) = (1 + dice.roll(3), 2 + dice.roll(2));
    let n = rows * cols;
    let mut ends = Vec::new();
    for v in 0..n {
        if v % cols + 1 < cols {
            ends.push((v as u32, v as u32 + 1));
        }
        if v + cols < n {
            ends.push((v as u32, (v + cols) as u32));
        }
    }
    ends.retain(|_| dice.roll(6) > 0);
    let kind = dice.roll(4);
    let (vertex_vars, edge_vars) = match kind {
        0 => (n, 0),
        1 => (0, ends.len()),
        _ => (n, ends.len()),
    };
    let atoms = (vertex_vars + edge_vars).max(1);
    let mut model = Model::new(atoms);
    let vertices: Vec<Lit> = (0..vertex_vars)
        .map(|v| Lit::new(v, dice.roll(5) > 0))
        .collect();
    let edges: Vec<(u32, u32, Lit)> = (0..edge_vars)
        .map(|e| (ends[e].0, ends[e].1, Lit::yes(vertex_vars + e)))
        .collect();
    let at = |v: u32| -> Vec<Lit> {
        edges
            .iter()
            .filter(|e| e.0 == v || e.1 == v)
            .map(|e| e.2)
            .collect()
    };
    match kind {
        0 => {
            model.name("connected", 0);
            model.connected_vertices(&vertices, &ends);
        }
        1 => {
            model.name("connected", 0);
            model.connected_edges(n, &edges);
        }
        _ => {
            for (v, &on) in vertices.iter().enumerate() {
                model.name("degree", v);
                model.loop_degree(on, &at(v as u32));
            }
            model.name("loop", 0);
            model.single_loop(&vertices, &edges);
        }
    }
    for i in 0..dice.roll(6) {
        model.name("extra", i);
        let mut lits: Vec<Lit> = (0..1 + dice.roll(7))
            .map(|_| random_lit(dice, atoms))
            .collect();
        match dice.roll(5) {
            0 | 1 => model.clause(&lits),
            kind => {
                lits.sort();
                lits.dedup_by_key(|l| l.var());
                let k = dice.roll(lits.len() + 1);
                match kind {
                    2 => model.exactly(k, &lits),
                    3 => model.at_least(k, &lits),
                    _ => model.at_most(k, &lits),
                }
            }
        }
    }
    model
}

fn holds(lit: Lit, atoms: &[bool]) -> bool {
    atoms[lit.var()] == lit.is_yes()
}

/// Are the chosen vertices of the model's graphs connected? Written without any cleverness.
fn graphs_connected(model: &Model, atoms: &[bool]) -> bool {
    model.graphs().iter().all(|graph| {
        let chosen: Vec<bool> = graph
            .vertices
            .iter()
            .map(|l| l.is_none_or(|l| holds(l, atoms)))
            .collect();
        let mut label: Vec<usize> = (0..chosen.len()).collect();
        for _ in 0..chosen.len() {
            for e in &graph.edges {
                let (a, b) = (e.ends.0 as usize, e.ends.1 as usize);
                if e.lit.is_none_or(|l| holds(l, atoms)) && chosen[a] && chosen[b] {
                    let low = label[a].min(label[b]);
                    (label[a], label[b]) = (low, low);
                }
            }
        }
        let labels: BTreeSet<usize> = (0..chosen.len())
            .filter(|&v| chosen[v])
            .map(|v| label[v])
            .collect();
        labels.len() <= 1
    })
}

/// Solutions by trying all atoms; helping variables are left to a solver without graphs.
fn brute_force(model: &Model) -> BTreeSet<Vec<bool>> {
    let n = model.atoms();
    // The same clauses without graphs.
    let mut clauses_only = Model::new(n);
    while clauses_only.vars() < model.vars() {
        clauses_only.helper();
    }
    clauses_only.name("all", 0);
    for clause in model.clauses() {
        clauses_only.clause(clause.lits);
    }
    let has_helpers = model.vars() > n;
    let mut solver = Solver::new(&clauses_only, Budget::UNLIMITED);
    (0..1u64 << n)
        .map(|bits| (0..n).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>())
        .filter(|atoms| graphs_connected(model, atoms))
        .filter(|atoms| {
            if !has_helpers {
                return model
                    .clauses()
                    .all(|c| c.lits.iter().any(|&l| holds(l, atoms)));
            }
            let facts: Vec<Lit> = atoms
                .iter()
                .enumerate()
                .map(|(i, &y)| Lit::new(i, y))
                .collect();
            solver.solve(&facts) == Verdict::Sat
        })
        .collect()
}

fn enumerate(
    model: &Model,
    assumptions: &dyn Fn(&Solver) -> Vec<Lit>,
    mut solver: Solver,
) -> BTreeSet<Vec<bool>> {
    let mut found = BTreeSet::new();
    let assumed = assumptions(&solver);
    while solver.solve(&assumed) == Verdict::Sat {
        let atoms = solver.atoms();
        assert_eq!(atoms.len(), model.atoms());
        assert!(found.insert(atoms.clone()), "the same solution twice");
        solver.exclude(&atoms);
    }
    found
}

#[track_caller]
fn assert_same(
    found: &BTreeSet<Vec<bool>>,
    expected: &BTreeSet<Vec<bool>>,
    model: &Model,
    round: usize,
) {
    let picture = |atoms: Option<&Vec<bool>>| {
        atoms.map(|a| {
            a.iter()
                .map(|&y| if y { '1' } else { '0' })
                .collect::<String>()
        })
    };
    let wrong = picture(found.difference(expected).next());
    let missing = picture(expected.difference(found).next());
    assert!(
        found == expected,
        "round {round}: wrong {wrong:?}, missing {missing:?} in {model:?}"
    );
}

#[test]
fn all_solutions_equal_brute_force() {
    let mut dice = Dice(0x9E3779B97F4A7C15);
    let mut solvable = 0;
    for round in 0..4000 {
        let model = random_model(&mut dice);
        if model.atoms() > 16 {
            continue;
        }
        let expected = brute_force(&model);
        solvable += !expected.is_empty() as usize;
        let hard = enumerate(
            &model,
            &|_| Vec::new(),
            Solver::new(&model, Budget::UNLIMITED),
        );
        assert_same(&hard, &expected, &model, round);

        let all_on = |s: &Solver| (0..model.names().len()).map(|c| s.switch(c)).collect();
        let switched = enumerate(
            &model,
            &all_on,
            Solver::with_switches(&model, Budget::UNLIMITED),
        );
        assert_same(&switched, &expected, &model, round);

        let plain = Plain::of(&model);
        let mut as_model = Model::new(model.atoms());
        while as_model.vars() < plain.vars {
            as_model.helper();
        }
        as_model.name("all", 0);
        for clause in &plain.clauses {
            as_model.clause(clause);
        }
        let plainly = enumerate(
            &as_model,
            &|_| Vec::new(),
            Solver::new(&as_model, Budget::UNLIMITED),
        );
        assert_same(&plainly, &expected, &model, round);

        let shared_answers = shared(&mut Solver::new(&model, Budget::UNLIMITED));
        match expected.iter().next() {
            None => assert_eq!(shared_answers, Shared::NoSolution),
            Some(first) => {
                let common = (0..model.atoms())
                    .map(|a| Some(first[a]).filter(|&y| expected.iter().all(|s| s[a] == y)))
                    .collect();
                assert_eq!(shared_answers, Shared::Answers(common), "round {round}");
            }
        }
    }
    assert!(
        solvable > 500,
        "too few solvable models to mean anything: {solvable}"
    );
}

/// A core is a set of constraints and facts that has no solution by itself.
#[test]
fn cores_are_sound() {
    let mut dice = Dice(88172645463325252);
    let mut cores = 0;
    for round in 0..3000 {
        let model = random_model(&mut dice);
        if model.atoms() > 14 {
            continue;
        }
        let mut solver = Solver::with_switches(&model, Budget::UNLIMITED);
        let switches: Vec<Lit> = (0..model.names().len()).map(|c| solver.switch(c)).collect();
        for _ in 0..4 {
            let mut assumed = switches.clone();
            assumed.extend((0..dice.roll(6)).map(|_| random_lit(&mut dice, model.atoms())));
            if solver.solve(&assumed) != Verdict::Unsat {
                continue;
            }
            let core = solver.core();
            assert!(core.iter().all(|l| assumed.contains(l)), "round {round}");
            cores += 1;
            // The part of the model that the core names, alone, with the facts of the core.
            let kept = |c: usize| core.contains(&switches[c]);
            let mut part = Model::new(model.atoms());
            while part.vars() < model.vars() {
                part.helper();
            }
            part.name("part", 0);
            for clause in model.clauses() {
                if clause.constraint.is_none_or(kept) {
                    part.clause(clause.lits);
                }
            }
            let facts: Vec<Lit> = core
                .iter()
                .copied()
                .filter(|l| l.var() < model.atoms())
                .collect();
            for fact in &facts {
                part.clause(&[*fact]);
            }
            let graph_kept = model.graphs().iter().all(|g| kept(g.constraint));
            if graph_kept {
                let expected = brute_force_part(&part, &model);
                assert!(
                    expected.is_empty(),
                    "round {round}: core {core:?} of {model:?}"
                );
            } else {
                assert!(
                    brute_force(&part).is_empty(),
                    "round {round}: core {core:?}"
                );
            }
        }
    }
    assert!(cores > 500, "{cores}");
}

fn brute_force_part(part: &Model, whole: &Model) -> BTreeSet<Vec<bool>> {
    brute_force(part)
        .into_iter()
        .filter(|atoms| graphs_connected(whole, atoms))
        .collect()
}

#[test]
fn a_budget_ends_the_search_and_says_so() {
    // Pigeons: hard enough that a few conflicts do not decide it.
    let (holes, pigeons) = (7, 8);
    let mut model = Model::new(holes * pigeons);
    model.name("pigeons", 0);
    for p in 0..pigeons {
        let row: Vec<Lit> = (0..holes).map(|h| Lit::yes(p * holes + h)).collect();
        model.at_least(1, &row);
    }
    for h in 0..holes {
        let column: Vec<Lit> = (0..pigeons).map(|p| Lit::yes(p * holes + h)).collect();
        model.at_most(1, &column);
    }
    let mut limited = Solver::new(&model, Budget::conflicts(20));
    assert_eq!(limited.solve(&[]), Verdict::Unknown);
    assert!(limited.stats().conflicts <= 30);
    let stop = || true;
    let mut stopped = Solver::new(
        &model,
        Budget {
            conflicts: u64::MAX,
            stop: &stop,
        },
    );
    assert_eq!(stopped.solve(&[]), Verdict::Unknown);
    let mut unlimited = Solver::new(&model, Budget::UNLIMITED);
    assert_eq!(unlimited.solve(&[]), Verdict::Unsat);
}

#[test]
fn a_graph_in_pieces_has_no_solution_even_without_literals() {
    let mut model = Model::new(0);
    model.name("connected", 0);
    model.connected_edges(2, &[]);
    assert_eq!(model.graphs()[0].need, Need::Connected);
    assert_eq!(
        Solver::new(&model, Budget::UNLIMITED).solve(&[]),
        Verdict::Unsat
    );
    let mut switched = Solver::with_switches(&model, Budget::UNLIMITED);
    assert_eq!(switched.solve(&[]), Verdict::Sat);
    let on = switched.switch(0);
    assert_eq!(switched.solve(&[on]), Verdict::Unsat);
    assert_eq!(switched.core(), [on]);
}

/// Two closures at once may cut off a part that touches only the second one, behind a part that
/// touches both: here a long path, chosen from its sixth cell on, whose third and fifth close.
#[test]
fn a_part_behind_a_part_that_came_off_is_out_of_reach() {
    let cells: Vec<Lit> = (0..40).map(Lit::yes).collect();
    let neighbours: Vec<(u32, u32)> = (1..40).map(|v| (v - 1, v)).collect();
    let both = Lit::yes(40);
    let mut model = Model::new(41);
    model.name("path", 0);
    model.connected_vertices(&cells, &neighbours);
    model.name("both", 0);
    for &cell in &cells[5..] {
        model.clause(&[cell]);
    }
    model.clause(&[!both, !cells[2]]);
    model.clause(&[!both, !cells[4]]);
    let mut solver = Solver::new(&model, Budget::UNLIMITED);
    assert_eq!(solver.solve(&[both, cells[0]]), Verdict::Unsat);
    assert_eq!(solver.solve(&[both, !cells[0]]), Verdict::Sat);
}
