//! A trace as one self-contained page: a picture after each step, to go through with the arrow keys
//! or two buttons. Without scripts all steps are listed one below another.
//!
//! The boards are outlines and look the same everywhere. The words about them are set in whatever
//! font the reader has: embedding ours would cost 30 KB a page, and nothing here depends on them.

use logic::Trace;
use puzzles::reason::{cells, sentence};
use puzzles::{DrawOptions, Fact};
use scene::{PRINT_CSS, Role};

use super::explain::boards;
use crate::input::Job;

const STYLE: &str = "\
body{font:17px/1.45 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.3rem}section{margin:1.5rem 0}h2{font-size:1rem;margin:0 0 .3rem}p{margin:.3rem 0 1rem}
svg{max-width:100%;max-height:70vh;height:auto}nav{position:sticky;top:0;background:#fff;padding:.5rem 0}
button{font:inherit;padding:.3rem .9rem;margin-right:.5rem}.one section{display:none}.one section.now{display:block}
@media print{nav{display:none}.one section{display:block}}";

const SCRIPT: &str = "\
const all=[...document.querySelectorAll('section')],count=document.getElementById('count');let now=0;
function show(i){now=Math.max(0,Math.min(all.length-1,i));all.forEach((s,k)=>s.classList.toggle('now',k===now));
count.textContent=`${now} of ${all.length-1}`}
document.body.classList.add('one');document.querySelector('nav').hidden=false;
document.getElementById('back').onclick=()=>show(now-1);document.getElementById('on').onclick=()=>show(now+1);
addEventListener('keydown',e=>{if(e.key==='ArrowLeft')show(now-1);if(e.key==='ArrowRight')show(now+1);
if(e.key==='Home')show(0);if(e.key==='End')show(all.length-1)});show(0);";

/// The whole page, as HTML.
pub fn page(job: &Job, start: &[Fact], trace: &Trace) -> String {
    let puzzle = job.document.puzzle.as_ref();
    let family = puzzle.family();
    let table = (family.deductions)();
    let boards = boards(puzzle, start, trace);
    let picture = |board, highlights: &[(Role, Vec<grid::Cell>)]| {
        let mut scene = puzzle.draw(board, &DrawOptions::default());
        for (role, cells) in highlights {
            let inside: Vec<grid::Cell> = (cells.iter().copied())
                .filter(|&c| puzzle.size().contains(c))
                .collect();
            scene.underlay(*role, &inside);
        }
        // The stylesheet is given once, in the head of the page.
        scene::svg(&scene, "", 44.0)
    };
    let title = format!("{}: {}", family.name, job.label());
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{0}</title>\n<style>{STYLE}\n{PRINT_CSS}</style>\n\
         <h1>{0}</h1>\n<nav hidden><button id=\"back\">← Back</button><button id=\"on\">Next →</button>\
         <span id=\"count\" role=\"status\"></span></nav>\n<section><h2>The puzzle</h2>{1}</section>\n",
        escaped(&title),
        picture(&boards[0], &[])
    );
    for (i, step) in trace.steps.iter().enumerate() {
        let about = table[step.rule];
        let (reason, then) = cells(puzzle, step);
        let last = if step.is_clash() {
            Role::Wrong
        } else {
            Role::Solution
        };
        out += &format!(
            "<section><h2>{}. {} (level {})</h2><p>{}</p>{}</section>\n",
            i + 1,
            escaped(about.name),
            about.level,
            escaped(&sentence(puzzle, step)),
            picture(&boards[i + 1], &[(Role::Highlight, reason), (last, then)])
        );
    }
    out += &format!("<script>{SCRIPT}</script>\n</html>\n");
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
