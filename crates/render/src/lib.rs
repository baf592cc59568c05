//! Pictures for paper and the web from a [`Scene`]: PNG.
//!
//! The scene's own SVG is rasterised by `resvg`, so a PNG never differs from the SVG. Numbers are
//! outlines in it, so no font is needed and the picture is the same on every machine. (A sign
//! without an outline would be missing; a test over all families knows that there is none.)

use std::io::Write;

use resvg::{tiny_skia, usvg};
use scene::{Scene, svg};

/// The most pixels of a picture. Enough for a board of 100×100 cells at 80 pixels each; it takes
/// four bytes of memory per pixel.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The side of a cell is not a positive number.
    #[error("a cell cannot be {0} pixels wide; it must be a number above zero")]
    CellSize(f32),
    /// The scene shows nothing.
    #[error("the picture has no area: {width} × {height} cells")]
    EmptyView {
        /// In cells.
        width: f32,
        /// In cells.
        height: f32,
    },
    /// More pixels than [`MAX_PIXELS`].
    #[error("the picture would have {width} × {height} pixels; the limit is {MAX_PIXELS} in all")]
    TooLarge {
        /// In pixels.
        width: u64,
        /// In pixels.
        height: u64,
    },
    /// The scene's SVG cannot be read.
    #[error("the drawing is not valid SVG")]
    Svg(#[from] usvg::Error),
    /// The PNG encoder failed, with this message.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}

/// The scene as a PNG in the colours of `css`; a cell is `cell_px` pixels wide.
pub fn png(scene: &Scene, css: &str, cell_px: f32) -> Result<Vec<u8>, Error> {
    let picture = png_until(scene, css, cell_px, &|| false)?;
    Ok(picture.expect("nothing stops it"))
}

/// Pixels that are drawn and written in one go. A picture of a usual size has no more.
const BAND: u64 = 2_000_000;

/// The same, or none if it is time to stop before it is done. Large pictures are drawn and written in
/// bands, between which `stop` is asked.
pub fn png_until(
    scene: &Scene,
    css: &str,
    cell_px: f32,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<u8>>, Error> {
    let (width, height) = pixels(scene, cell_px)?;
    if stop() {
        return Ok(None);
    }
    let text = svg(scene, css, cell_px);
    if stop() {
        return Ok(None);
    }
    let tree = usvg::Tree::from_str(&text, &usvg::Options::default())?;
    let scale = tiny_skia::Transform::from_scale(
        width as f32 / tree.size().width(),
        height as f32 / tree.size().height(),
    );
    let rows = u32::try_from((BAND / u64::from(width)).max(1)).unwrap_or(height);
    let failed = |error: png::EncodingError| Error::Png(error.to_string());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut header = encoder.write_header().map_err(failed)?;
    let mut writer = header.stream_writer().map_err(failed)?;
    for top in (0..height).step_by(rows as usize) {
        if stop() {
            return Ok(None);
        }
        let rows = rows.min(height - top);
        let mut band = tiny_skia::Pixmap::new(width, rows).ok_or(Error::TooLarge {
            width: width.into(),
            height: height.into(),
        })?;
        let place = scale.post_translate(0.0, -(top as f32));
        resvg::render(&tree, place, &mut band.as_mut());
        if stop() {
            return Ok(None);
        }
        (writer.write_all(&band.take_demultiplied()))
            .map_err(|error| Error::Png(error.to_string()))?;
    }
    writer.finish().map_err(failed)?;
    drop(header);
    Ok(Some(out))
}

/// The size of the picture; too large a one is refused before any memory is taken for it.
fn pixels(scene: &Scene, cell_px: f32) -> Result<(u32, u32), Error> {
    if !(cell_px.is_finite() && cell_px > 0.0) {
        return Err(Error::CellSize(cell_px));
    }
    let (width, height) = (scene.view.w, scene.view.h);
    if !(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0) {
        return Err(Error::EmptyView { width, height });
    }
    // Casting a float saturates, so a gigantic product is still too large.
    let pixels = |cells: f32| (f64::from(cells) * f64::from(cell_px)).round().max(1.0) as u64;
    let (width, height) = (pixels(width), pixels(height));
    if width.saturating_mul(height) > MAX_PIXELS {
        return Err(Error::TooLarge { width, height });
    }
    match (u32::try_from(width), u32::try_from(height)) {
        (Ok(width), Ok(height)) => Ok((width, height)),
        _ => Err(Error::TooLarge { width, height }),
    }
}
