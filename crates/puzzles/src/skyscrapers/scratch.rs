//! The study's scratch paper: one sheet for each height, which shows where it stands, where it can
//! still stand, and where it cannot.

use scene::{Fill, Role, Scene, Symbol, centre};

use super::{PARK, Skyscrapers, draw};
use crate::kit::prelude::*;

const BUILT: f32 = 0.65;
const POSSIBLE: f32 = 0.3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Possible,
    Impossible,
    Built(Role),
}

pub(super) fn scratch(puzzle: &Skyscrapers, known: &[Fact]) -> Vec<(String, Scene)> {
    // The parks come last, as on the pad.
    let park = (puzzle.lowest() == 0).then_some(0);
    let titled = |height| match height {
        0 => ("Parks".to_owned(), sheet(puzzle, known, 0)),
        height => (format!("Height {height}"), sheet(puzzle, known, height)),
    };
    (1..=puzzle.depth).chain(park).map(titled).collect()
}

fn sheet(puzzle: &Skyscrapers, known: &[Fact], height: u16) -> Scene {
    let size = puzzle.size;
    let states = states(puzzle, known, height);
    let mut scene = Scene::new(size, 1.0);
    for (at, state) in size.cells().zip(&states) {
        if *state == State::Impossible {
            scene.square(Role::Met, at, Fill::Pale);
        }
    }
    draw::sheet(&mut scene, puzzle, |_, _| Role::Given);
    for (at, state) in size.cells().zip(states) {
        let (role, large) = match state {
            State::Impossible => continue,
            State::Possible => (Role::Note, POSSIBLE),
            State::Built(role) => (role, BUILT),
        };
        match height {
            0 => scene.symbol(role, centre(at), large / 2.0, Symbol::Cross),
            height => scene.text(role, centre(at), large, height.to_string()),
        }
    }
    scene
}

/// What is known of each cell, as far as this height goes.
fn states(puzzle: &Skyscrapers, known: &[Fact], height: u16) -> Vec<State> {
    let mut states = vec![State::Possible; puzzle.size.len()];
    for &fact in known {
        let (at, meant) = puzzle.atom_meaning(fact.var());
        let state = &mut states[puzzle.size.index(at)];
        match (fact.is_yes(), meant == height) {
            (true, true) => *state = State::Built(Role::Entered),
            (true, false) | (false, true) => *state = State::Impossible,
            (false, false) => {}
        }
    }
    for (state, &given) in states.iter_mut().zip(&puzzle.givens) {
        let meant = if given == PARK { 0 } else { given };
        *state = match given {
            0 => *state,
            _ if meant == height => State::Built(Role::Given),
            _ => State::Impossible,
        };
    }
    states
}
