//! What a call of `generate` asks for, or why it makes no sense; and the other way round: the call
//! that asks for a given order, with everything that was left to the program written out.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use puzzles::make::{ClueMap, ClueSymmetry, Maker};
use puzzles::reason::{DIFFICULTY, Grades, Weights};
use puzzles::{FAMILIES, Family};
use workshop::{
    Difficulty, GROUPS, Group, Order, OrderForm, Outcome, Varied, Wish, generate, has_border,
};

use super::generate::{Args, Sides, Symmetry};
use super::prover::{self, Prover};
use crate::reason::rate::no_grades;

/// What is to be made, index by index.
#[derive(Clone)]
pub struct Making {
    pub family: &'static Family,
    /// The order of every index, but for what varies.
    pub order: Order,
    varied: Varied,
    prover: Option<Prover>,
    /// What tells the file of grades from others, if there is one.
    grades: Option<String>,
}

impl Making {
    /// The puzzle of an index. An error if the prover asked for cannot be asked.
    pub fn generate(
        &self,
        index: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Outcome, String> {
        let order = self.varied.at(&self.order, index);
        match &self.prover {
            Some(prover) => prover.generate(&order, index, stop),
            None => Ok(generate(&order, index, stop)),
        }
    }

    /// The call that gives this, without seed and count. It names everything that the puzzles depend
    /// on, so two calls with the same text make the same puzzles.
    pub fn call(&self) -> String {
        let Varied {
            sides,
            in_turn,
            options,
            sometimes,
        } = &self.varied;
        let mut call = call(self.family, &self.order);
        if let Some((least, most)) = sides {
            call += &format!(" --size {least}..{most}");
        }
        if *in_turn {
            call += " --sizes-in-turn";
        }
        for (id, least, most) in options {
            call += &format!(" --with {id}={least}..{most}");
        }
        for (rule, one_in) in sometimes {
            call += &format!(" --sometimes {rule}={one_in}");
        }
        // What is in the file counts, wherever it lies.
        if let Some(digest) = &self.grades {
            call += &format!(" --grades {digest}");
        }
        call
    }
}

/// What the call asks for, or why it makes no sense.
pub fn making(args: &Args) -> anyhow::Result<Making> {
    let family = puzzles::family(&args.family).with_context(|| {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        format!(
            "there is no family {}; there are {}",
            args.family,
            all.join(", ")
        )
    })?;
    let mut varied = Varied {
        in_turn: args.sizes_in_turn,
        sometimes: sometimes(&args.sometimes)?,
        ..Varied::default()
    };
    let map = args.layout.as_deref().map(|path| layout(path, family));
    let map = map.transpose()?;
    let (rows, cols) = sides(args, family, map.as_ref(), &mut varied);
    let grades = args
        .grades
        .as_ref()
        .map(|path| fs::read_to_string(path).with_context(|| path.display().to_string()));
    let grades = grades.transpose()?;
    let ask = OrderForm {
        method: args.method.as_deref(),
        rows,
        cols,
        symmetry: match args.symmetry {
            Symmetry::None => ClueSymmetry::Any,
            Symmetry::Turn => ClueSymmetry::Turn,
            Symmetry::Mirror => ClueSymmetry::Mirror,
            Symmetry::Across => ClueSymmetry::Across,
            Symmetry::Both => ClueSymmetry::Both,
        },
        density: args.density,
        options: options(family, args.method.as_deref(), &args.with, &mut varied)?,
        map,
        wish: wish(args, family, grades.as_deref())?,
        seed: args.seed.unwrap_or_default(),
        attempts: args.attempts,
        conflicts: args.conflicts,
        unchecked: args.unchecked,
    };
    varied.check(&ask, family).map_err(anyhow::Error::msg)?;
    let order = ask.order(family).map_err(anyhow::Error::msg)?;
    Ok(Making {
        family,
        prover: prover(args, family, &order)?,
        order,
        varied,
        grades: grades.as_deref().map(digest),
    })
}

/// Rows and columns; the smallest, if the boards are to be of several sizes.
fn sides(
    args: &Args,
    family: &Family,
    map: Option<&ClueMap>,
    varied: &mut Varied,
) -> (usize, usize) {
    let drawn = map.map(|map| (map.size().rows(), map.size().cols()));
    match (args.size, args.rows.zip(args.cols).or(drawn)) {
        (Some(Sides::From(least, most)), _) => {
            varied.sides = Some((least, most));
            (least, least)
        }
        (Some(Sides::Board(rows, cols)), _) | (None, Some((rows, cols))) => (rows, cols),
        (None, None) => {
            let side = 7.clamp(family.sides.0, family.sides.1);
            (side, side)
        }
    }
}

/// Who proves instead of our own engine, if anybody is to.
fn prover(args: &Args, family: &'static Family, order: &Order) -> anyhow::Result<Option<Prover>> {
    match &args.prover {
        None => Ok(None),
        // As if nobody had been named: whatever the method, our own engine proves.
        Some(name) if name == prover::OURS => match args.solver {
            Some(_) => bail!("{name} needs no --solver"),
            None => Ok(None),
        },
        Some(name) if order.maker.lets_prove => {
            Prover::find(family, name, args.solver.as_deref()).map(Some)
        }
        Some(_) => bail!(
            "the method {} of {} proves in its own way and lets nobody else do it",
            order.maker.id,
            family.name
        ),
    }
}

/// A short word for a text: the same for the same text on every machine.
fn digest(text: &str) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}

/// Where the clues are to be.
fn layout(path: &Path, family: &Family) -> anyhow::Result<ClueMap> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    ClueMap::read(&text, has_border(family)).with_context(name)
}

/// What is wanted beyond one solution: what the call says, and else what the target group wants.
fn wish(args: &Args, family: &Family, grades: Option<&str>) -> anyhow::Result<Wish> {
    let named = |group: &&Group| Some(group.id) == args.group.as_deref();
    let group = GROUPS.iter().find(named);
    let mut rules = args.rules.rules();
    rules.no_trial |= group.is_some();
    let grades = args.grades.as_ref().zip(grades).map(|(path, text)| {
        let grades = Grades::read(text, family.id, Weights::Ours);
        grades.with_context(|| no_grades(path, family.id))
    });
    Ok(Wish {
        difficulty: args.difficulty.or(group.map(|group| group.difficulty)),
        rules,
        required: args.require.clone(),
        looks: args.looks.or(group.map(|group| group.looks)).unwrap_or(0.0),
        grades: grades.transpose()?.map(Box::new),
    })
}

/// Options as in `islands=20,minimal`; one without a value is 1 if it can only be 0 or 1. Ranges, as in
/// `strip=0..10`, are put aside.
fn options<'a>(
    family: &Family,
    method: Option<&str>,
    with: &'a [String],
    varied: &mut Varied,
) -> anyhow::Result<Vec<(&'a str, i64)>> {
    let maker = match method {
        None => family.makers.first(),
        Some(method) => family.makers.iter().find(|maker| maker.id == method),
    };
    let mut fixed = Vec::new();
    for word in with.iter().map(|w| w.trim()).filter(|w| !w.is_empty()) {
        let (id, value) = match word.split_once('=') {
            Some((id, value)) => (id.trim(), value.trim()),
            None if is_number(maker, word) => {
                bail!("{word} needs a number, as in {word}=20")
            }
            None => (word, "1"),
        };
        let number = |text: &str| {
            let number = value_of(maker, id, text);
            number.with_context(|| format!("expected a whole number in {word:?}"))
        };
        match value.split_once("..") {
            None => fixed.push((id, number(value)?)),
            Some((least, most)) => {
                let (least, most) = (number(least)?, number(most)?);
                if least > most {
                    bail!("in {word:?} the range begins after its end");
                }
                varied.options.push((id.to_owned(), least, most));
            }
        }
    }
    Ok(fixed)
}

/// Is this option of the method more than a yes or no?
fn is_number(maker: Option<&Maker>, id: &str) -> bool {
    let mut all = maker.into_iter().flat_map(|maker| maker.options);
    all.any(|option| option.id == id && (option.least, option.most) != (0, 1))
}

/// A whole number; a share with a point, as in 0.8, where an option counts percent; `auto` where 0
/// leaves it to the method.
fn value_of(maker: Option<&Maker>, id: &str, text: &str) -> Option<i64> {
    let mut all = maker.into_iter().flat_map(|maker| maker.options);
    let option = all.find(|option| option.id == id);
    let share = || {
        let share: f64 = text.parse().ok()?;
        let percent = option.is_some_and(|o| o.most == 100) && text.contains('.');
        (percent && (0.0..=1.0).contains(&share)).then(|| (share * 100.0).round() as i64)
    };
    match text {
        "auto" => option.filter(|o| o.words.contains("0: ")).map(|_| 0),
        _ => text.parse().ok().or_else(share),
    }
}

/// Rules that are allowed in some puzzles only, as in `try=3`: in one of three.
fn sometimes(words: &[String]) -> anyhow::Result<Vec<(String, u32)>> {
    let one = |word: &String| {
        let (rule, one_in) = word.split_once('=')?;
        let one_in = one_in.trim().parse().ok().filter(|&one_in| one_in > 0)?;
        Some((rule.trim().to_owned(), one_in))
    };
    let read = |word: &String| {
        one(word)
            .with_context(|| format!("expected a rule and a number, as in try=3, not {word:?}"))
    };
    words.iter().map(read).collect()
}

/// The call that gives this order.
fn call(family: &Family, order: &Order) -> String {
    let Order {
        maker,
        request,
        wish,
        ..
    } = order;
    let mut words = vec![
        "generate".to_owned(),
        family.id.to_owned(),
        format!("--method {}", maker.id),
        format!("--size {}x{}", request.rows, request.cols),
    ];
    let with: Vec<String> = (request.options.iter())
        .map(|(id, value)| format!("{id}={value}"))
        .collect();
    let choice = &wish.rules.choice;
    for (name, list) in [
        ("with", &with),
        ("only", &choice.only),
        ("without", &choice.without),
        ("require", &wish.required),
    ] {
        if !list.is_empty() {
            words.push(format!("--{name} {}", list.join(",")));
        }
    }
    match request.symmetry {
        ClueSymmetry::Any => {}
        ClueSymmetry::Turn => words.push("--symmetry turn".to_owned()),
        ClueSymmetry::Mirror => words.push("--symmetry mirror".to_owned()),
        ClueSymmetry::Across => words.push("--symmetry across".to_owned()),
        ClueSymmetry::Both => words.push("--symmetry both".to_owned()),
    }
    // The picture itself: the file may be another by tomorrow.
    words.extend(request.map.as_ref().map(|map| format!("--layout {map}")));
    words.extend(request.density.map(|share| format!("--density {share}")));
    match wish.difficulty {
        None => {}
        Some(Difficulty::Grade(grade)) => words.push(format!("--difficulty {}", DIFFICULTY[grade])),
        Some(Difficulty::Score(least, most)) => words.push(format!("--difficulty {least}..{most}")),
    }
    if wish.looks > 0.0 {
        words.push(format!("--looks {}", wish.looks));
    }
    for (name, is_set) in [
        ("no-trial", wish.rules.no_trial),
        ("unchecked", order.unchecked),
    ] {
        if is_set {
            words.push(format!("--{name}"));
        }
    }
    words.push(format!("--attempts {}", order.attempts));
    words.push(format!("--conflicts {}", order.conflicts));
    words.join(" ")
}
