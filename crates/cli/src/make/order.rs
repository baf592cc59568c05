//! What a call of `generate` means, or why it means nothing; and the other way round: the call that
//! asks for what an order says, with everything that was left to the program written out.

use anyhow::{Context, bail};
use puzzles::make::{Maker, Request, Shape};
use puzzles::reason::DIFFICULTY;
use puzzles::{FAMILIES, Family};
use workshop::{Difficulty, Order, Wish};

use super::generate::{Args, Symmetry};

/// What the call means, or why it means nothing.
pub fn order(args: &Args) -> anyhow::Result<(&'static Family, Order)> {
    let family = puzzles::family(&args.family).with_context(|| {
        let all: Vec<&str> = FAMILIES.iter().map(|f| f.id).collect();
        format!(
            "there is no family {}; there are {}",
            args.family,
            all.join(", ")
        )
    })?;
    let maker = maker(family, args.method.as_deref())?;
    let (rows, cols) = match (args.size, args.rows.zip(args.cols)) {
        (Some(size), _) | (None, Some(size)) => size,
        (None, None) => {
            let side = 7.clamp(family.sides.0, family.sides.1);
            (side, side)
        }
    };
    let (least, most) = family.sides;
    if !(least..=most).contains(&rows) || !(least..=most).contains(&cols) {
        bail!(
            "a {} board has {least} to {most} rows and columns, not {rows}×{cols}",
            family.name
        );
    }
    let symmetry = match args.symmetry {
        Symmetry::None => Shape::Any,
        Symmetry::Turn => Shape::Turn,
        Symmetry::Mirror => Shape::Mirror,
    };
    if symmetry != Shape::Any && !maker.shapes.contains(&symmetry) {
        bail!(
            "the method {} of {} cannot make puzzles of this symmetry",
            maker.id,
            family.name
        );
    }
    let wish = Wish {
        difficulty: args.difficulty,
        rules: args.rules.rules(),
        required: args.require.clone(),
    };
    wish.check(&(family.deductions)())
        .map_err(anyhow::Error::msg)?;
    let request = Request {
        rows,
        cols,
        symmetry,
        density: args.density,
        options: options(maker, &args.with)?,
    };
    let order = Order {
        maker,
        request,
        wish,
        seed: args.seed,
        attempts: args.attempts,
        conflicts: args.conflicts,
        unchecked: args.unchecked,
    };
    Ok((family, order))
}

fn maker(family: &'static Family, name: Option<&str>) -> anyhow::Result<&'static Maker> {
    let Some(first) = family.makers.first() else {
        bail!("no {} can be generated yet", family.name);
    };
    let Some(name) = name else {
        return Ok(first);
    };
    let found = family.makers.iter().find(|maker| maker.id == name);
    found.with_context(|| {
        let all: Vec<&str> = family.makers.iter().map(|maker| maker.id).collect();
        format!(
            "{} has no method {name:?}; it has {}",
            family.name,
            all.join(", ")
        )
    })
}

/// The maker's own options, as in `islands=20,loops`; one without a value is 1.
fn options(maker: &'static Maker, with: &[String]) -> anyhow::Result<Vec<(&'static str, i64)>> {
    let mut chosen: Vec<(&'static str, i64)> =
        maker.options.iter().map(|o| (o.id, o.usual)).collect();
    for word in with.iter().map(|w| w.trim()).filter(|w| !w.is_empty()) {
        let (id, value) = word.split_once('=').unwrap_or((word, "1"));
        let Some(place) = maker.options.iter().position(|o| o.id == id.trim()) else {
            let all: Vec<&str> = maker.options.iter().map(|o| o.id).collect();
            let all = match all.is_empty() {
                true => "it has none".to_owned(),
                false => format!("it has {}", all.join(", ")),
            };
            bail!("the method {} has no option {id:?}; {all}", maker.id);
        };
        let option = &maker.options[place];
        let value = value.trim().parse().ok();
        let in_range = |v: &i64| (option.least..=option.most).contains(v);
        chosen[place].1 = value.filter(in_range).with_context(|| {
            format!(
                "{} goes from {} to {}, found {word:?}",
                option.id, option.least, option.most
            )
        })?;
    }
    Ok(chosen)
}

/// The call that gives this order, without seed and number. It names everything that the puzzles
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
        Shape::Any => {}
        Shape::Turn => words.push("--symmetry turn".to_owned()),
        Shape::Mirror => words.push("--symmetry mirror".to_owned()),
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
