//! Boards in, pictures out: the right size, with everything in them, the same every time.
//!
//! To look at them: `GRIDWRIGHT_PICTURES=/tmp cargo test -p render`.

#[path = "../../scene/tests/boards/mod.rs"]
mod boards;

use grid::Size;
use render::{Error, png, png_until};
use resvg::tiny_skia::Pixmap;
use scene::{PRINT_CSS, Role, Scene, point};

fn sheet(rows: usize, cols: usize) -> Scene {
    Scene::new(Size::new(rows, cols).expect("a board of this size"), 0.0)
}

fn picture(scene: &Scene, css: &str, cell_px: f32) -> Pixmap {
    let bytes = png(scene, css, cell_px).expect("a picture");
    Pixmap::decode_png(&bytes).expect("a PNG")
}

/// Whether some pixel has exactly this colour.
fn shows(picture: &Pixmap, [red, green, blue]: [u8; 3]) -> bool {
    picture
        .pixels()
        .iter()
        .any(|pixel| (pixel.red(), pixel.green(), pixel.blue()) == (red, green, blue))
}

#[test]
fn boards_fill_their_pictures() {
    let boards = [
        ("bridges", boards::islands_and_bridges()),
        ("loop", boards::loop_and_shaded_cells()),
        ("outside", boards::outside_clues()),
        ("tracks", boards::regions_and_tracks()),
        ("circles", boards::circles_and_crosses()),
    ];
    for (name, scene) in &boards {
        let bytes = png(scene, PRINT_CSS, 50.0).expect("a picture");
        assert_eq!(bytes, png(scene, PRINT_CSS, 50.0).expect("a picture"));
        let drawn = Pixmap::decode_png(&bytes).expect("a PNG");
        assert_eq!(drawn.width(), (scene.view.w * 50.0).round() as u32);
        assert_eq!(drawn.height(), (scene.view.h * 50.0).round() as u32);
        assert!(shows(&drawn, [0, 0, 0]) && shows(&drawn, [255, 255, 255]));
        assert!(drawn.pixels().iter().all(|pixel| pixel.alpha() == 255));
        if let Ok(folder) = std::env::var("GRIDWRIGHT_PICTURES") {
            std::fs::write(format!("{folder}/{name}.png"), &bytes).expect("a writable folder");
        }
    }
}

#[test]
fn a_stylesheet_colours_each_role() {
    for role in Role::ALL {
        let mut scene = sheet(1, 1);
        scene.line(role, point(0.0, 0.5), point(1.0, 0.5), 0.3);
        let css = format!(
            ".{}{{color:#123456}} .fill-paper{{fill:#abcdef}}",
            role.class()
        );
        let drawn = picture(&scene, &css, 20.0);
        assert!(shows(&drawn, [0x12, 0x34, 0x56]), "{role:?}");
        assert!(shows(&drawn, [0xab, 0xcd, 0xef]), "{role:?}");
    }
}

#[test]
fn digits_are_in_the_middle_of_their_place() {
    let mut scene = sheet(1, 1);
    scene.text(Role::Given, point(0.5, 0.5), 0.8, "8");
    let drawn = picture(&scene, PRINT_CSS, 200.0);
    let dark = |x: u32, y: u32| drawn.pixel(x, y).is_some_and(|pixel| pixel.red() < 128);
    let cols: Vec<u32> = (0..240).filter(|&x| (0..240).any(|y| dark(x, y))).collect();
    let rows: Vec<u32> = (0..240).filter(|&y| (0..240).any(|x| dark(x, y))).collect();
    for side in [cols, rows] {
        let (first, last) = (side[0], side[side.len() - 1]);
        assert!((first + last).abs_diff(239) <= 4, "{first}..{last}");
    }
}

#[test]
fn absurd_sizes_are_refused() {
    let board = sheet(100, 100);
    assert!(png(&board, PRINT_CSS, 10.0).is_ok());
    assert!(matches!(
        png(&board, PRINT_CSS, 90.0),
        Err(Error::TooLarge {
            width: 9018,
            height: 9018
        })
    ));
    for cell_px in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(
            png(&board, PRINT_CSS, cell_px),
            Err(Error::CellSize(_))
        ));
    }
    assert!(png(&board, PRINT_CSS, 1e30).is_err());
    let mut flat = sheet(1, 1);
    flat.view.h = 0.0;
    assert!(matches!(
        png(&flat, PRINT_CSS, 20.0),
        Err(Error::EmptyView { .. })
    ));
}

#[test]
fn a_large_picture_is_drawn_in_bands_and_can_be_given_up_between_them() {
    use std::cell::Cell;

    let scene = boards::islands_and_bridges();
    // Wide enough for several bands.
    let cell_px = 4000.0 / scene.view.w;
    let asked = Cell::new(0);
    let never = || {
        asked.set(asked.get() + 1);
        false
    };
    let whole = png_until(&scene, PRINT_CSS, cell_px, &never).expect("a picture");
    let whole = Pixmap::decode_png(&whole.expect("not given up")).expect("a PNG");
    let times = asked.get();
    assert!(times > 8, "asked only {times} times");
    assert_eq!(whole.width(), 4000);
    assert!(whole.pixels().iter().all(|pixel| pixel.alpha() == 255));
    // Every band shows its part: where a small picture has ink, the large one has.
    let small = picture(&scene, PRINT_CSS, cell_px / 20.0);
    let mut differ = 0;
    for y in 0..small.height() {
        for x in 0..small.width() {
            let dark = |p: &Pixmap, x: u32, y: u32| {
                let at = (x.min(p.width() - 1), y.min(p.height() - 1));
                p.pixel(at.0, at.1).expect("inside").green() < 128
            };
            let middle = dark(&whole, x * 20 + 10, y * 20 + 10);
            differ += u32::from(dark(&small, x, y) != middle);
        }
    }
    let all = small.width() * small.height();
    assert!(differ * 10 < all, "{differ} of {all} differ");
    for enough in 0..times {
        asked.set(0);
        let soon = || {
            asked.set(asked.get() + 1);
            asked.get() > enough
        };
        let given_up = png_until(&scene, PRINT_CSS, cell_px, &soon).expect("no error");
        assert!(given_up.is_none(), "{enough}");
        assert_eq!(asked.get(), enough + 1);
    }
}
