//! What a call of `generate` asks for, or why it makes no sense; and the other way round: the call
//! that asks for a given order, with everything that was left to the program written out.

use anyhow::{Context, bail};
use puzzles::make::ClueSymmetry;
use puzzles::reason::DIFFICULTY;
use puzzles::{FAMILIES, Family};
use workshop::{Difficulty, Order, OrderForm, Wish};

use super::generate::{Args, Symmetry};

/// What the call asks for, or why it makes no sense.
pub fn order(args: &Args) -> anyhow::Result<(&'static Family, Order)> {
    let family = puzzles::family(&args.family).with_context(|| {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        format!(
            "there is no family {}; there are {}",
            args.family,
            all.join(", ")
        )
    })?;
    let (rows, cols) = match (args.size, args.rows.zip(args.cols)) {
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => {
            let side = 7.clamp(family.sides.0, family.sides.1);
            (side, side)
        }
    };
    let ask = OrderForm {
        method: args.method.as_deref(),
        rows,
        cols,
        symmetry: match args.symmetry {
            Symmetry::None => ClueSymmetry::Any,
            Symmetry::Turn => ClueSymmetry::Turn,
            Symmetry::Mirror => ClueSymmetry::Mirror,
        },
        density: args.density,
        options: options(family, &args.with)?,
        wish: Wish {
            difficulty: args.difficulty,
            rules: args.rules.rules(),
            required: args.require.clone(),
        },
        seed: args.seed,
        attempts: args.attempts,
        conflicts: args.conflicts,
        unchecked: args.unchecked,
    };
    let order = ask.order(family).map_err(anyhow::Error::msg)?;
    Ok((family, order))
}

/// Options as in `islands=20,minimal`; one without a value is 1 if it can only be 0 or 1.
fn options<'a>(family: &Family, with: &'a [String]) -> anyhow::Result<Vec<(&'a str, i64)>> {
    let words = with.iter().map(|w| w.trim()).filter(|w| !w.is_empty());
    let is_number = |id: &str| {
        let mut all = family.makers.iter().flat_map(|maker| maker.options);
        all.any(|option| option.id == id && (option.least, option.most) != (0, 1))
    };
    words
        .map(|word| {
            let (id, value) = match word.split_once('=') {
                Some(pair) => pair,
                None if is_number(word) => bail!("{word} needs a number, as in {word}=20"),
                None => (word, "1"),
            };
            let value = value.trim().parse().ok();
            let value = value.with_context(|| format!("expected a whole number in {word:?}"))?;
            Ok((id.trim(), value))
        })
        .collect()
}

/// The call that gives this order, without seed and count. It names everything that the puzzles
/// depend on, so two calls with the same text make the same puzzles.
pub fn call(family: &Family, order: &Order) -> String {
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
    }
    words.extend(request.density.map(|share| format!("--density {share}")));
    match wish.difficulty {
        None => {}
        Some(Difficulty::Grade(grade)) => words.push(format!("--difficulty {}", DIFFICULTY[grade])),
        Some(Difficulty::Score(least, most)) => words.push(format!("--difficulty {least}..{most}")),
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
