//! Thirty made puzzles of a family as pictures, to be looked at: each with its solution, and a page
//! with all of them.

use std::fs;
use std::path::Path;

use puzzles::DrawOptions;

use crate::making::{Run, family, order};

/// So many pictures.
pub const COUNT: usize = 30;

/// Write them; an error says what could not be written.
pub fn write(id: &str, folder: &Path, side: usize) -> Result<(), String> {
    let family = family(id);
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let run = Run::of(&order(family, family.makers[0].id, side, &[]), COUNT);
    let mut page =
        "<!doctype html><meta charset=utf-8><style>p { display: inline-block; margin: 8px; \
                    } img { height: 300px }</style>\n"
            .to_owned();
    for (number, made) in run.made.iter().enumerate() {
        let (solution, rating) = made.checked.as_ref().expect("made with a proof");
        page += "<p>";
        let boards = [
            ("", made.puzzle.blank(), DrawOptions::default()),
            ("-solved", solution.clone(), DrawOptions::SOLUTION),
        ];
        for (what, board, look) in boards {
            let scene = made.puzzle.draw(&board, &look);
            let picture = render::png(&scene, scene::PRINT_CSS, 24.0).map_err(|e| e.to_string())?;
            let name = format!("{id}-{side}-{:02}{what}.png", number + 1);
            save(&folder.join(&name), &picture)?;
            page += &format!("<img src=\"{name}\">\n");
        }
        page += &format!(
            "{:02}: {} {:.1}, looks {:.1}</p>\n",
            number + 1,
            rating.difficulty.grade,
            rating.difficulty.score,
            rating.looks.score
        );
    }
    save(&folder.join(format!("{id}-{side}.html")), page.as_bytes())
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}
