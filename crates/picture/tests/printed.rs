//! Drawings as they are printed: their size, their letters, and the files that papers take.

use super::{named, rational, shown};
use dpcert::Options;
use dpcert::tradeoff::Gap;
use dpcert_picture::{Kind, Layout, Scene, draw, regions};

fn scene(name: &str) -> Scene {
    let mechanisms = vec![(name.to_owned(), named(&["laplace(eps=1)"]).remove(0).1)];
    shown(regions(
        &mechanisms,
        Kind::Region,
        &Gap::absolute(rational("1/10")),
        &Options::default(),
        &|| (),
    ))
}

/// 8 points are 32/3 pixels: 11 pixels that are 0.9697 as long.
#[test]
fn letters_have_any_size() {
    let layout =
        Layout { width: 330, height: 200, font_size: 11, unit: 969_697, ..Layout::default() };
    let drawn = Scene { layout, ..scene("Laplace") };
    let svg = draw::svg(&drawn);
    assert!(svg.contains("width=\"320.00001\"") && svg.contains("viewBox=\"0 0 330 "), "{svg}");
    assert!(svg.contains("font-size=\"11\""));
    let wrong = Scene { layout: Layout { unit: 400_000, ..layout }, ..drawn };
    assert!(wrong.check().unwrap_err().to_string().contains("unit"));
}

#[cfg(feature = "png")]
mod files {
    use super::*;

    /// As typesetting programs take it: of their version, and a page without a group.
    #[test]
    fn a_page_is_of_its_size_and_without_a_group() {
        let layout = Layout { width: 320, legend: false, ..Layout::default() };
        let mut drawn = Scene { layout, ..scene("Laplace") };
        drawn.caption.clear();
        let pdf = draw::pdf(&drawn).unwrap();
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-1.5"));
        let page = text.split("/Type /Page\n").nth(1).unwrap().split("endobj").next().unwrap();
        assert!(page.contains("/MediaBox [0 0 240 ") && !page.contains("/Group"), "{page}");
    }

    #[test]
    fn a_letter_without_a_shape_is_named() {
        let drawn = scene("ノイズ of ε");
        for message in [
            draw::pdf(&drawn).unwrap_err().to_string(),
            draw::png(&drawn, 1).unwrap_err().to_string(),
        ] {
            assert!(message.starts_with("the letter ノ is not in DejaVu"), "{message}");
        }
        assert!(draw::svg(&drawn).contains("ノイズ of ε"));
    }
}
