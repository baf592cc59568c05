//! A trace as one self-contained page: one board that changes with each step, to go through with the
//! arrow keys or two buttons. Without scripts all steps are listed, under the board they begin with.
//!
//! The page is written as it comes and holds the board once, then for each step only what is
//! different: boards of thousands of cells take thousands of steps. The boards are outlines and look
//! the same everywhere. The words about them are set in whatever font the reader has: embedding ours
//! would cost 30 KB a page, and nothing here depends on them.

use std::io::{self, Write};

use puzzles::reason::Case;
use puzzles::{DrawOptions, Fact};
use sat::Budget;
use scene::{Item, Mark, PRINT_CSS, Scene, SvgPieces};
use serde_json::{Value, json};

use super::explain::{Story, end_words};

const STYLE: &str = "\
body{font:17px/1.45 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.3rem}section{margin:1.5rem 0}h2{font-size:1rem;margin:0 0 .3rem}p{margin:.3rem 0 1rem}
svg{max-width:100%;max-height:70vh;height:auto}figure{display:inline-block;vertical-align:top;margin:0 .8rem .8rem 0;max-width:15rem;font-size:.85rem}.struck svg{opacity:.55}.struck figcaption{color:#a00}svg.outlines{position:absolute}nav{position:sticky;top:0;background:#fff;padding:.5rem 0}
button{font:inherit;padding:.3rem .9rem;margin-right:.5rem}.one section{display:none}.one section.now{display:block}
@media print{nav{display:none}.one section{display:block}}";

/// `steps` holds for each step what to put in place of what, then what is marked: groups of cells by
/// their role, and what lies below and above the board besides.
const SCRIPT: &str = "\
const all=[...document.querySelectorAll('section')],count=document.getElementById('count'),
sheet=document.querySelector('#board g'),items=[...sheet.children].map(e=>e.outerHTML),undone=[];let now=0;
const squares=([role,...cells])=>{let out='';for(let i=0;i<cells.length;i+=2)
out+=`<rect class=\"${role} fill-pale\" fill=\"currentColor\" fill-opacity=\"0.25\" x=\"${cells[i+1]}\" y=\"${cells[i]}\" width=\"1\" height=\"1\"/>`;return out};
const around=([role,...cells])=>{const has=new Set;let path='';for(let i=0;i<cells.length;i+=2)has.add(cells[i]+' '+cells[i+1]);
for(let i=0;i<cells.length;i+=2){const r=cells[i],c=cells[i+1];
if(!has.has(r-1+' '+c))path+=`M${c} ${r}h1`;if(!has.has(r+1+' '+c))path+=`M${c} ${r+1}h1`;
if(!has.has(r+' '+(c-1)))path+=`M${c} ${r}v1`;if(!has.has(r+' '+(c+1)))path+=`M${c+1} ${r}v1`}
return `<path class=\"${role}\" d=\"${path}\" stroke=\"currentColor\" stroke-width=\"0.06\" stroke-linecap=\"round\"/>`};
function forward(){const edits=steps[now++][0],gone=[];for(let k=edits.length-1;k>=0;k--)
gone[k]=items.splice(edits[k][0],edits[k][1],...edits[k].slice(2));undone.push(gone)}
function back(){const edits=steps[--now][0],gone=undone.pop();edits.forEach((e,k)=>items.splice(e[0],e.length-2,...gone[k]))}
function show(i){i=Math.max(0,Math.min(steps.length,i));while(now<i)forward();while(now>i)back();
const [,groups,below,above]=now?steps[now-1]:[,[],'',''];
sheet.innerHTML=items[0]+groups.map(squares).join('')+below+items.slice(1).join('')+groups.map(around).join('')+above;
all.forEach((s,k)=>s.classList.toggle('now',k===now));count.textContent=`${now} of ${steps.length}`}
document.body.classList.add('one');document.querySelector('nav').hidden=false;
document.getElementById('back').onclick=()=>show(now-1);document.getElementById('on').onclick=()=>show(now+1);
addEventListener('keydown',e=>{if(e.key==='ArrowLeft')show(now-1);if(e.key==='ArrowRight')show(now+1);
if(e.key==='Home')show(0);if(e.key==='End')show(steps.length)});show(0);";

/// Pixels to the side of a cell.
const CELL: f32 = 44.0;
const SMALL_CELL: f32 = 26.0;

/// Write the whole page; false if the budget ran out before its end.
pub fn write(out: &mut dyn Write, story: &Story, budget: Budget) -> io::Result<bool> {
    let puzzle = story.puzzle();
    let family = puzzle.family();
    let table = (family.deductions)();
    let title = escaped(&format!("{}: {}", family.name, story.job.label()));
    let mut known: Vec<Fact> = puzzle.reasoner().givens();
    known.extend_from_slice(story.start);
    let sheet = |mut scene: Scene| {
        scene.count_lines(puzzle.size());
        scene
    };
    let mut scene = sheet(puzzle.draw(&puzzle.noted(&known), &DrawOptions::default()));
    let mut pieces = SvgPieces::default();
    let (open, close) = SvgPieces::frame(&scene, CELL);
    let items: String = scene.items.iter().map(|item| pieces.item(item)).collect();
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title>\n<style>{STYLE}\n{PRINT_CSS}</style>\n\
         <h1>{title}</h1>\n<nav hidden><button id=\"back\">← Back</button><button id=\"on\">Next →</button>\
         <span id=\"count\" role=\"status\"></span></nav>\n{}<section><h2>The puzzle</h2></section>\n",
        outlines(&mut pieces),
    )?;
    writeln!(out, "<div id=\"board\">{open}{items}{close}</div>")?;
    writeln!(out, "<script>const steps=[];</script>")?;
    let mut is_whole = true;
    for (i, passage) in story.told.passages.iter().enumerate() {
        if (budget.stop)() {
            is_whole = false;
            break;
        }
        let before = known.len();
        known.extend(passage.facts());
        let shown = passage.drawn(puzzle);
        let after = sheet(shown.scene(puzzle, &known[..before], &known));
        let mut edits = Vec::new();
        for Edit { at, gone, new } in differences(&scene.items, &after.items) {
            let mut edit = vec![json!(at), json!(gone)];
            edit.extend(after.items[new].iter().map(|item| json!(pieces.item(item))));
            edits.push(edit);
        }
        scene = after;
        let [groups, others] = by_kind(&shown.marks);
        let [below, above] = scene.marks(&others).map(|items| {
            let items = items.iter().map(|item| pieces.item(item));
            items.collect::<String>()
        });
        let cases: String = (shown.case_scenes(puzzle, &known[..before]).iter())
            .map(|(case, scene)| figure(&mut pieces, case, scene))
            .collect();
        let step = json!([
            edits,
            groups.iter().map(flat).collect::<Vec<_>>(),
            below,
            above
        ]);
        let about = table[passage.step.rule];
        writeln!(
            out,
            "{}<section><h2>{}. {} (level {})</h2><p>{}{}</p>{cases}</section><script>steps.push({})</script>",
            outlines(&mut pieces),
            i + 1,
            escaped(about.name),
            about.level,
            escaped(&story.lead(passage)),
            escaped(&passage.text(puzzle)),
            // Nothing in a string may look like the end of the script.
            step.to_string().replace("</", "<\\/"),
        )?;
    }
    let end = match is_whole {
        true => end_words(story),
        false => "The time limit ran out before all steps were written.".to_owned(),
    };
    writeln!(
        out,
        "<p>{}</p>\n<script>{SCRIPT}</script>\n</html>",
        escaped(&end)
    )?;
    Ok(is_whole)
}

/// Groups of cells, of which there may be many; and everything else.
fn by_kind(marks: &[Mark]) -> [Vec<Mark>; 2] {
    let is_group = |mark: &Mark| matches!(mark, Mark::Cells { .. });
    let (groups, others) = marks.iter().cloned().partition(is_group);
    [groups, others]
}

/// A group of cells as its role, rows and columns.
fn flat(mark: &Mark) -> Vec<Value> {
    let Mark::Cells { role, cells } = mark else {
        return Vec::new();
    };
    let mut flat = vec![json!(role.class())];
    flat.extend(cells.iter().flat_map(|at| [json!(at.row), json!(at.col)]));
    flat
}

/// One case as a small picture with words under it.
fn figure(pieces: &mut SvgPieces, case: &Case, scene: &Scene) -> String {
    let (open, close) = SvgPieces::frame(scene, SMALL_CELL);
    let items: String = scene.items.iter().map(|item| pieces.item(item)).collect();
    let struck = if case.struck { " class=\"struck\"" } else { "" };
    let words = escaped(&case.words);
    format!("<figure{struck}>{open}{items}{close}<figcaption>{words}</figcaption></figure>")
}

/// The outlines that are new, in a drawing of their own that nobody sees.
fn outlines(pieces: &mut SvgPieces) -> String {
    match pieces.outlines() {
        "" => String::new(),
        new => format!(
            "<svg class=\"outlines\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{new}</defs></svg>\n"
        ),
    }
}

/// At this place of the old list so many items go, and these of the new list come.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Edit {
    at: usize,
    gone: usize,
    new: std::ops::Range<usize>,
}

/// How far ahead the place is looked for from which two lists are alike again.
const AHEAD: usize = 40;

/// What turns one list into the other.
fn differences(old: &[Item], new: &[Item]) -> Vec<Edit> {
    let alike_at_end = (old.iter().rev().zip(new.iter().rev()))
        .take_while(|(a, b)| a == b)
        .count();
    let (old_end, new_end) = (old.len() - alike_at_end, new.len() - alike_at_end);
    let mut edits = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old_end || j < new_end {
        if i < old_end && j < new_end && old[i] == new[j] {
            i += 1;
            j += 1;
            continue;
        }
        let (gone, come) = again_alike(&old[i..old_end], &new[j..new_end]);
        edits.push(Edit {
            at: i,
            gone,
            new: j..j + come,
        });
        i += gone;
        j += come;
    }
    edits
}

/// How many items of each have to be passed until they are alike or both at their end: as few as
/// possible, or all if that is far away.
fn again_alike(old: &[Item], new: &[Item]) -> (usize, usize) {
    for passed in 1..=AHEAD {
        for gone in 0..=passed {
            let come = passed - gone;
            let is_alike = match (old.get(gone), new.get(come)) {
                (Some(a), Some(b)) => a == b,
                (None, None) => gone == old.len() && come == new.len(),
                _ => false,
            };
            if is_alike {
                return (gone, come);
            }
        }
    }
    (old.len(), new.len())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use scene::{Role, Shape, point};

    fn items(letters: &str) -> Vec<Item> {
        let item = |letter: char| Item {
            role: Role::Given,
            shape: Shape::Text {
                centre: point(0.0, 0.0),
                size: 1.0,
                text: letter.to_string(),
            },
        };
        letters.chars().map(item).collect()
    }

    /// As the script of the page does it.
    fn edited(old: &[Item], new: &[Item]) -> Vec<Item> {
        let mut list = old.to_vec();
        for Edit {
            at,
            gone,
            new: come,
        } in differences(old, new).into_iter().rev()
        {
            list.splice(at..at + gone, new[come].iter().cloned());
        }
        list
    }

    #[test]
    fn differences_turn_one_list_into_the_other() {
        let long: String = ('a'..='z').chain('A'..='Z').collect();
        let turned: String = long.chars().rev().collect();
        for (a, b) in [
            ("", ""),
            ("abc", "abc"),
            ("abc", "abxc"),
            ("abcdef", "bcXdef"),
            ("aaa", "aa"),
            ("", "abc"),
            ("abc", ""),
            (long.as_str(), turned.as_str()),
        ] {
            let (old, new) = (items(a), items(b));
            assert_eq!(edited(&old, &new), new, "{a} to {b}");
        }
        assert_eq!(
            differences(&items("abcdef"), &items("bcXdef")),
            [
                Edit {
                    at: 0,
                    gone: 1,
                    new: 0..0
                },
                Edit {
                    at: 3,
                    gone: 0,
                    new: 2..3
                }
            ]
        );
    }
}
