//! What nearly every file of a family speaks of: `use crate::kit::prelude::*;`. What only some of them
//! need, as the parts of a kit, they name themselves.

pub(crate) use std::sync::Arc;

pub(crate) use grid::{Cell, Dir, Regions, Sheet, Size, cell};
pub(crate) use logic::{Aside, Deduction, Findings, Ground, Known, Reasoning, Rule, Rulebook};
pub(crate) use logic::{Situation, Step, cite};
pub(crate) use sat::{Budget, Lit, Model, Name};

pub(crate) use super::lists::{distinct, distinct_below};
pub(crate) use super::words::{capital, compass, list, number};
pub(crate) use crate::Fact;
pub(crate) use crate::board::{Board, Citation, DrawOptions, Reading, Violation};
pub(crate) use crate::board::{counted, in_words, number_or, sayable};
pub(crate) use crate::engine::own;
pub(crate) use crate::format::{Document, TextError, WriteError, cannot, wrong_at};
pub(crate) use crate::make::{ClueSymmetry, Edit};
pub(crate) use crate::play::{Gesture, GestureKind};
pub(crate) use crate::puzzle::{Atoms, Choice, Drawing, Encode, Making, Play, Puzzle};
pub(crate) use crate::puzzle::{Records, Rules, Setting, Sift, Sifted};
pub(crate) use crate::reason::Picture;
pub(crate) use crate::record::{FieldError, Grid, Notation, Record};
