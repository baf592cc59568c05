//! Boards in, text pictures out.

mod boards;

use grid::{Size, cell};
use scene::{Fill, Mark, Role, Scene, Symbol, TextStyle, centre, point, text};

fn plain(scene: &Scene) -> String {
    text(scene, &TextStyle { colour: false })
}

fn coloured(scene: &Scene) -> String {
    text(scene, &TextStyle { colour: true })
}

fn sheet(rows: usize, cols: usize) -> (Size, Scene) {
    let size = Size::new(rows, cols).expect("a board of this size");
    (size, Scene::new(size, 0.0))
}

fn assert_picture(scene: &Scene, picture: &str) {
    let drawn = plain(scene);
    let picture = picture.trim_start_matches('\n');
    assert!(drawn == picture, "drawn:\n{drawn}\nexpected:\n{picture}");
}

#[test]
fn islands_and_bridges_without_a_lattice_are_dense() {
    assert_picture(
        &boards::islands_and_bridges(),
        "
3─────3═════2
║
║   3≡≡≡≡≡6
║         ┇
6≣≣≣≣≣≣≣≣≣7
",
    );
}

#[test]
fn a_loop_stands_out_from_the_lattice() {
    assert_picture(
        &boards::loop_and_shaded_cells(),
        "
┏━━━┯━━━┯━━━┯━━━┓
┃ ┏━┿━┓ ×   │░2←┃
┠─╂─┼─╂─┼───┼───┨
┃ ┃ │ ┃ │███│   ┃
┠─╂─┼─╂─┼───┼───┨
┃ ┗━┿━┛ │ · │   ┃
┠───┼───┼───┼───┨
┃███│   │ 1←│10↑┃
┗━━━┷━━━┷━━━┷━━━┛
",
    );
}

#[test]
fn a_way_is_dashed_and_its_letters_are_written() {
    let (size, mut scene) = sheet(2, 3);
    scene.lattice(size);
    scene.line(Role::Entered, point(0.5, 1.0), point(2.5, 1.0), 0.1);
    let points = [point(1.0, 0.0), point(1.0, 1.0), point(2.0, 1.0)].to_vec();
    let label = |at, text: &str| Mark::Label {
        role: Role::Way,
        at,
        text: text.to_owned(),
    };
    let role = Role::Way;
    scene.annotate(&[Mark::Line { role, points }, label(point(2.5, 1.5), "A")]);
    assert_picture(
        &scene,
        "
    ╏   ╷
    ╏   │
╶─╼━+━╍━╍━╾─╴
    │   │ A
    ╵   ╵
",
    );
}

#[test]
fn outside_clues_are_shown_and_pencil_marks_are_not() {
    assert_picture(
        &boards::outside_clues(),
        "
     3       1
   ┏━━━┯━━━┯━━━┓
12 ┃ 1 │   │   ┃
   ┠───┼───┼───┨
   ┃   │ 3 │ 3 ┃ 2
   ┠───┼───┼───┨
 2 ┃   │ 2 │10 ┃
   ┗━━━┷━━━┷━━━┛
         1
",
    );
}

#[test]
fn a_pencil_mark_in_the_middle_does_not_pass_for_an_entry() {
    let (size, mut scene) = sheet(1, 2);
    scene.frame(size);
    scene.text(Role::Note, centre(cell(0, 0)), 0.25, "5");
    scene.text(Role::Entered, centre(cell(0, 1)), 0.25, "5");
    let drawn = plain(&scene);
    assert_eq!(drawn.matches('5').count(), 1, "{drawn}");
}

#[test]
fn circles_are_brackets_around_a_number() {
    assert_picture(
        &boards::regions_and_tracks(),
        "
┏━━━┯━━━┳━━━┯━━━┓
┃(3)┿━━━╋━━━┿━● ┃
┠───┼───╂───┼───┨
┃   │ ● ┃   │   ┃
┣━━━╈━╋━╇━━━┿━━━┫
┃   ┃ ┃ │   │ ○ ┃
┠───╂─╂─┼───┼───┨
┃   ┃(2)│   │12 ┃
┗━━━┻━━━┷━━━┷━━━┛
",
    );
}

#[test]
fn circles_and_crosses() {
    assert_picture(
        &boards::circles_and_crosses(),
        "
┏━━━┯━━━┯━━━┯━━━┓
┃ ○ │ × │ ○ │ ○ ┃
┠───┼───┼───┼───┨
┃░×░│░○░│ • │ ○ ┃
┠───╆━━━╅───┼───┨
┃ · ┃   ┃   │ ○ ┃
┗━━━┻━━━┻━━━┷━━━┛
",
    );
}

#[test]
fn islands_one_above_the_other_leave_a_line_for_the_bridge() {
    let (_, mut scene) = sheet(2, 3);
    let islands = [cell(0, 0), cell(1, 0), cell(1, 2)].map(centre);
    scene.line(Role::Entered, islands[0], islands[1], 0.05);
    for offset in [-0.1, 0.1] {
        let [_, from, to] = islands.map(|at| point(at.x, at.y + offset));
        scene.line(Role::Entered, from, to, 0.05);
    }
    for (at, number) in islands.into_iter().zip(["1", "3", "12"]) {
        scene.circle(Role::Given, at, 0.4, Some(Fill::Paper), 0.04);
        scene.text(Role::Given, at, 0.5, number);
    }
    assert_picture(
        &scene,
        "
(1)
 │
(3)═════12
",
    );
}

#[test]
fn a_bridge_may_stop_at_the_rim_of_its_islands() {
    let (_, mut scene) = sheet(1, 2);
    scene.line(Role::Given, point(0.95, 0.5), point(1.05, 0.5), 0.05);
    for at in [cell(0, 0), cell(0, 1)].map(centre) {
        scene.circle(Role::Given, at, 0.45, None, 0.04);
        scene.text(Role::Given, at, 0.5, "1");
    }
    assert_picture(&scene, "1─1\n");
}

#[test]
fn bridges_that_cross_by_mistake_show_both() {
    let (_, mut scene) = sheet(3, 3);
    for offset in [-0.07, 0.07] {
        scene.line(
            Role::Wrong,
            point(0.5, 1.5 + offset),
            point(2.5, 1.5 + offset),
            0.05,
        );
    }
    scene.line(Role::Wrong, point(1.5, 0.5), point(1.5, 2.5), 0.05);
    assert_picture(
        &scene,
        "
  ╷
══╪══
  ╵
",
    );
}

#[test]
fn the_later_shape_wins() {
    let (size, mut scene) = sheet(1, 3);
    scene.frame(size);
    let [first, second, third] = [cell(0, 0), cell(0, 1), cell(0, 2)].map(centre);
    scene.text(Role::Given, first, 0.6, "7");
    scene.symbol(Role::Wrong, first, 0.5, Symbol::Cross);
    scene.symbol(Role::Note, second, 0.3, Symbol::Dot);
    scene.text(Role::Entered, second, 0.6, "5");
    scene.text(Role::Given, third, 0.6, "8");
    scene.square(Role::Entered, cell(0, 2), Fill::Ink);
    assert_picture(
        &scene,
        "
┏━━━━━━━━━━━┓
┃ ×   5  ███┃
┗━━━━━━━━━━━┛
",
    );
}

#[test]
fn colours_are_reset_before_each_line_ends() {
    let boards = [
        boards::islands_and_bridges(),
        boards::loop_and_shaded_cells(),
        boards::outside_clues(),
        boards::regions_and_tracks(),
        boards::circles_and_crosses(),
    ];
    for scene in &boards {
        for line in coloured(scene).lines() {
            let mut is_on = false;
            for sequence in line.split('\x1b').skip(1) {
                is_on = !sequence.starts_with("[0m");
            }
            assert!(!is_on, "{line:?}");
            assert_eq!(line, line.trim_end());
        }
    }
}

#[test]
fn roles_have_styles() {
    let (_, mut scene) = sheet(1, 7);
    let numbers = [
        (0, "1", Role::Given),
        (2, "2", Role::Wrong),
        (4, "3", Role::Met),
    ];
    for (col, number, role) in numbers {
        scene.text(role, centre(cell(0, col)), 0.6, number);
    }
    scene.underlay(Role::Highlight, &[cell(0, 4)]);
    assert_eq!(
        coloured(&scene),
        "\x1b[1m1\x1b[0m   \x1b[1;31m2\x1b[0m   \x1b[30;43m3\x1b[0m\n"
    );
}

#[test]
fn a_text_cannot_command_the_terminal() {
    let (_, mut scene) = sheet(1, 1);
    scene.text(Role::Given, centre(cell(0, 0)), 0.6, "\x1b");
    assert_picture(&scene, "\u{fffd}\n");
}

#[test]
fn an_empty_sheet_is_no_text() {
    assert_picture(&sheet(2, 2).1, "");
}

#[test]
fn nothing_outside_the_view_is_painted() {
    for far in [-1e30, -5.0, 5.0, 1e30, f32::INFINITY, f32::NAN] {
        let at = point(far, far);
        let (_, mut scene) = sheet(1, 1);
        scene.text(Role::Given, at, 0.6, "9");
        scene.symbol(Role::Given, at, 0.6, Symbol::East);
        scene.circle(Role::Given, at, 0.4, None, 0.1);
        scene.line(Role::Given, at, point(far, 0.0), 0.1);
        assert_eq!(plain(&scene), "", "at {far}");
    }
}

#[test]
fn a_line_to_outside_ends_at_the_view() {
    let out_to = |far: f32, to: f32| {
        let (_, mut scene) = sheet(2, 2);
        scene.line(Role::Given, point(far, to), point(1.0, 1.0), 0.1);
        plain(&scene)
    };
    assert_eq!(out_to(2.0, 1.0), "╺━━━╸\n", "inside");
    assert_eq!(out_to(5.0, 1.0), "╺━━━━\n", "straight, and on");
    assert_eq!(out_to(1e30, 1.0), "╺━━━━\n", "straight, from afar");
    assert_eq!(out_to(5.0, 5.0), out_to(2.0, 2.0), "sloping");
    assert!(!out_to(2.0, 1.0).is_empty() && !out_to(2.0, 2.0).is_empty());
    for far in [-1e30, 1e30, f32::INFINITY, f32::NAN] {
        let lines = out_to(far, far);
        let inside = lines.lines().all(|line| line.chars().count() <= 9);
        assert!(inside && lines.lines().count() <= 5, "{far}: {lines}");
    }
}
