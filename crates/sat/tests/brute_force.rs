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
            let faces = match dice.roll(2) {
                0 => Vec::new(),
                _ => faces(rows, cols, &ends),
            };
            model.connected_vertices(&vertices, &ends, &faces);
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
            let faces = match dice.roll(2) {
                0 => Vec::new(),
                _ => faces(rows, cols, &ends),
            };
            model.single_loop(&vertices, &edges, &faces);
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

/// The faces on both sides of each edge of a grid graph: corners of cells, joined where the edge
/// between them is missing. All corners on the rim are one face.
fn faces(rows: usize, cols: usize, ends: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let corner = |r: usize, c: usize| {
        let inside = r > 0 && c > 0 && r < rows && c < cols;
        if inside { r * cols + c } else { 0 }
    };
    let sides = |(a, b): (usize, usize)| {
        let (r, c) = (a / cols, a % cols);
        if b == a + 1 {
            (corner(r, c + 1), corner(r + 1, c + 1))
        } else {
            (corner(r + 1, c), corner(r + 1, c + 1))
        }
    };
    let mut face: Vec<usize> = (0..rows * cols).collect();
    for a in 0..rows * cols {
        for b in [a + 1, a + cols] {
            let inside = b < rows * cols && (b == a + cols || b % cols != 0);
            if inside && !ends.contains(&(a as u32, b as u32)) {
                let (x, y) = sides((a, b));
                let (x, y) = (face[x], face[y]);
                face.iter_mut().filter(|f| **f == x).for_each(|f| *f = y);
            }
        }
    }
    ends.iter()
        .map(|&(a, b)| sides((a as usize, b as usize)))
        .map(|(x, y)| (face[x] as u32, face[y] as u32))
        .collect()
}

fn holds(lit: Lit, atoms: &[bool]) -> bool {
    atoms[lit.var()] == lit.is_yes()
}

/// Are the chosen vertices of the model's graphs connected, and do loops have no ends or branches?
/// Written without any cleverness.
fn graphs_are_right(model: &Model, atoms: &[bool]) -> bool {
    model.graphs().iter().all(|graph| {
        let chosen: Vec<bool> = graph
            .vertices
            .iter()
            .map(|l| l.is_none_or(|l| holds(l, atoms)))
            .collect();
        let degree = |v: usize| {
            let at_v = graph.edges.iter().filter(|e| {
                let (a, b) = e.ends;
                a as usize == v || b as usize == v
            });
            at_v.filter(|e| e.lit.is_none_or(|l| holds(l, atoms)))
                .count()
        };
        let loop_is_right = graph.need != Need::Loop
            || (0..chosen.len()).all(|v| degree(v) == if chosen[v] { 2 } else { 0 });
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
        labels.len() <= 1 && loop_is_right
    })
}

/// Solutions by trying all atoms; helper variables are left to a solver without graphs.
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
        .filter(|atoms| graphs_are_right(model, atoms))
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

/// Larger loops than brute force can do: with and without the faces of the plane, and as clauses
/// only, the answers are the same under all kinds of assumptions.
#[test]
fn loops_in_the_plane_are_loops() {
    let mut dice = Dice(0x2545F4914F6CDD1D);
    let (mut found, mut refuted) = (0, 0);
    for _ in 0..60 {
        let (rows, cols) = (3 + dice.roll(4), 3 + dice.roll(4));
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
        ends.retain(|_| dice.roll(8) > 0);
        let build = |faces: &[(u32, u32)]| {
            let mut model = Model::new(n + ends.len());
            let vertices: Vec<Lit> = (0..n).map(Lit::yes).collect();
            let edges: Vec<(u32, u32, Lit)> = (0..ends.len())
                .map(|e| (ends[e].0, ends[e].1, Lit::yes(n + e)))
                .collect();
            for v in 0..n as u32 {
                let at = edges.iter().filter(|e| e.0 == v || e.1 == v);
                model.name("degree", v as usize);
                model.loop_degree(vertices[v as usize], &at.map(|e| e.2).collect::<Vec<_>>());
            }
            model.name("loop", 0);
            model.single_loop(&vertices, &edges, faces);
            model
        };
        let plane = build(&faces(rows, cols, &ends));
        let anyhow = build(&[]);
        let plain = Plain::of(&anyhow);
        let mut as_model = Model::new(plain.vars);
        as_model.name("all", 0);
        for clause in &plain.clauses {
            as_model.clause(clause);
        }
        let models = [plane, anyhow, as_model];
        let mut solvers = models.each_ref().map(|m| Solver::new(m, Budget::UNLIMITED));
        for _ in 0..12 {
            let mut assumed: Vec<Lit> = (0..dice.roll(n))
                .map(|_| random_lit(&mut dice, n + ends.len()))
                .collect();
            assumed.push(Lit::yes(dice.roll(n)));
            let answers = solvers.each_mut().map(|s| s.solve(&assumed));
            assert!(answers.iter().all(|&a| a == answers[0]), "{answers:?}");
            found += (answers[0] == Verdict::Sat) as usize;
            refuted += (answers[0] == Verdict::Unsat) as usize;
        }
    }
    assert!(found > 50 && refuted > 50, "{found} {refuted}");
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
            // Now and then only some of the constraints, in any order.
            let mut assumed = switches.clone();
            if dice.roll(2) == 0 {
                assumed.retain(|_| dice.roll(4) > 0);
                let by = dice.roll(assumed.len() + 1);
                assumed.rotate_left(by);
            }
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
        .filter(|atoms| graphs_are_right(whole, atoms))
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
    model.connected_vertices(&cells, &neighbours, &[]);
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
