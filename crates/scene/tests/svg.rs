//! The SVG is well-formed whatever is in the scene, and says what a stylesheet needs to know.

mod boards;

use grid::{Size, cell};
use roxmltree::Document;
use scene::{Fill, PRINT_CSS, Rect, Role, Scene, SvgPieces, Symbol, THIN, centre, point, svg};

fn sheet() -> Scene {
    Scene::new(Size::new(2, 3).expect("a board of this size"), 0.0)
}

#[test]
fn every_board_is_well_formed() {
    let boards = [
        boards::islands_and_bridges(),
        boards::loop_and_shaded_cells(),
        boards::outside_clues(),
        boards::regions_and_tracks(),
        boards::circles_and_crosses(),
    ];
    for scene in &boards {
        let drawing = svg(scene, PRINT_CSS, 40.0);
        let document = Document::parse(&drawing).expect("well-formed XML");
        let shapes = document
            .descendants()
            .filter(|node| node.parent_element().is_some_and(|up| up.has_tag_name("g")))
            .filter(|node| node.is_element());
        assert_eq!(shapes.count(), scene.items.len());
    }
}

/// A page that shows several drawings in one place puts them together from pieces.
#[test]
fn pieces_make_the_same_drawing() {
    let mut pieces = SvgPieces::default();
    for scene in [boards::islands_and_bridges(), boards::outside_clues()] {
        let whole = svg(&scene, "", 40.0);
        let (open, close) = SvgPieces::frame(&scene, 40.0);
        assert!(open.starts_with("<svg") && close.ends_with("</svg>"));
        for item in &scene.items {
            let piece = pieces.item(item);
            assert!(whole.contains(&piece), "{piece}");
        }
        for outline in pieces.outlines().lines() {
            assert!(whole.contains(outline), "{outline}");
        }
    }
    assert_eq!(pieces.outlines(), "", "each is handed out once");
}

#[test]
fn the_view_is_in_cells_and_the_size_in_pixels() {
    let drawing = svg(&sheet(), "", 40.0);
    let document = Document::parse(&drawing).expect("well-formed XML");
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("-0.1 -0.1 3.2 2.2"));
    assert_eq!(root.attribute("width"), Some("128"));
    assert_eq!(root.attribute("height"), Some("88"));
    assert!(!drawing.contains("<style>"));
}

#[test]
fn foreign_text_stays_text() {
    // The last signs have no outline.
    let hostile = "</text><script>&\"'\u{0}\u{1b}\u{ffff}";
    let mut scene = sheet();
    scene.text(Role::Given, centre(cell(0, 0)), 0.5, hostile);
    let drawing = svg(&scene, "a > b { content: '<&' }", 40.0);
    let document = Document::parse(&drawing).expect("well-formed XML");
    let text_of = |name| {
        let node = document.descendants().find(|node| node.has_tag_name(name));
        node.and_then(|node| node.text())
    };
    assert_eq!(
        text_of("text"),
        Some("</text><script>&\"'\u{fffd}\u{fffd}\u{fffd}")
    );
    assert_eq!(text_of("style"), Some("a > b { content: '<&' }"));
}

#[test]
fn a_number_is_an_outline_defined_once() {
    let mut scene = sheet();
    scene.text(Role::Given, centre(cell(0, 0)), 0.5, "12");
    scene.text(Role::Met, centre(cell(1, 1)), 0.5, "12");
    scene.text(Role::Entered, centre(cell(1, 2)), 0.5, "12");
    scene.text(Role::Given, centre(cell(0, 2)), 0.4, "12");
    let drawing = svg(&scene, PRINT_CSS, 40.0);
    let document = Document::parse(&drawing).expect("well-formed XML");
    let all = |name| document.descendants().filter(move |n| n.has_tag_name(name));
    let defined: Vec<_> = all("path").collect();
    let labels: Vec<_> = defined.iter().map(|n| n.attribute("aria-label")).collect();
    // Printed in two sizes, and written.
    assert_eq!(labels, [Some("12"); 3]);
    let link = ("http://www.w3.org/1999/xlink", "href");
    let used: Vec<_> = all("use").filter_map(|n| n.attribute(link)).collect();
    assert_eq!(used, ["#p0.5-12", "#p0.5-12", "#w0.5-12", "#p0.4-12"]);
    for name in used {
        let meant = defined
            .iter()
            .filter(|n| n.attribute("id") == name.strip_prefix('#'));
        assert_eq!(meant.count(), 1, "{name}");
    }
    assert!(!drawing.contains("<text") && !drawing.contains("font"));
}

#[test]
fn a_sign_without_outline_stays_a_text() {
    let mut scene = sheet();
    scene.text(Role::Given, centre(cell(0, 0)), 0.5, "1☃");
    let drawing = svg(&scene, "", 40.0);
    assert!(drawing.contains(">1☃</text>") && !drawing.contains("<defs>"));
}

#[test]
fn shapes_carry_role_and_fill_as_classes() {
    let mut scene = sheet();
    scene.square(Role::Highlight, cell(0, 0), Fill::Pale);
    scene.circle(Role::Given, point(0.5, 0.5), 0.4, Some(Fill::Paper), 0.04);
    scene.line(Role::Grid, point(0.1 + 0.2, 1.0), point(-0.0, 1.0), THIN);
    scene.line(Role::Solution, point(0.5, 0.5), point(1.5, 0.5), 0.08);
    scene.symbol(Role::Note, point(1.0, 0.5), 0.2, Symbol::Cross);
    let drawing = svg(&scene, "", 40.0);
    for expected in [
        r##"<rect class="paper fill-paper" fill="#fff" x="-0.1" y="-0.1" width="3.2" height="2.2"/>"##,
        r##"<rect class="highlight fill-pale" fill="currentColor" fill-opacity="0.25" x="0" y="0" width="1" height="1"/>"##,
        r##"<circle class="given fill-paper" fill="#fff" cx="0.5" cy="0.5" r="0.4" stroke="currentColor" stroke-width="0.04"/>"##,
        r##"<line class="grid" x1="0.3" y1="1" x2="0" y2="1" stroke="currentColor" stroke-width="0.02" stroke-linecap="square"/>"##,
        r##"<line class="solution" x1="0.5" y1="0.5" x2="1.5" y2="0.5" stroke="currentColor" stroke-width="0.08" stroke-linecap="round"/>"##,
        r##"<path class="note" d="M0.9 0.4L1.1 0.6M1.1 0.4L0.9 0.6" stroke="currentColor" stroke-width="0.032" stroke-linecap="round"/>"##,
    ] {
        assert!(drawing.contains(expected), "{expected}\nin\n{drawing}");
    }
}

#[test]
fn arrows_point_where_they_say() {
    let tips = [
        (Symbol::North, "1.5 0"),
        (Symbol::East, "2 0.5"),
        (Symbol::South, "1.5 1"),
        (Symbol::West, "1 0.5"),
    ];
    for (symbol, tip) in tips {
        let mut scene = sheet();
        scene.symbol(Role::Given, point(1.5, 0.5), 1.0, symbol);
        let drawing = svg(&scene, "", 40.0);
        // The tip is the fourth of the seven points.
        let path = drawing.split(" d=\"").nth(1).expect("a path");
        assert_eq!(path.split('L').nth(3), Some(tip));
    }
}

#[test]
fn print_gives_every_role_a_colour() {
    for role in Role::ALL {
        let rule = format!(".{}{{color:#", role.class());
        assert!(PRINT_CSS.contains(&rule), "{rule}");
    }
}

#[test]
fn what_lies_outside_the_part_that_is_shown_is_left_out() {
    let mut scene = sheet();
    let before = scene.items.len();
    scene.symbol(Role::Given, point(0.5, 0.5), 0.6, Symbol::Cross);
    scene.symbol(Role::Entered, point(2.5, 0.5), 0.6, Symbol::Cross);
    scene.line(Role::Way, point(0.5, 0.5), point(2.5, 0.5), 0.1);
    scene.show_only(Rect {
        x: 2.0,
        y: 0.0,
        w: 1.0,
        h: 1.0,
    });
    let roles: Vec<Role> = scene.items[before..].iter().map(|i| i.role).collect();
    assert_eq!(roles, [Role::Entered, Role::Way]);
}
