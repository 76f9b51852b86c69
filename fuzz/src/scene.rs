//! Scenes of pictures.

use dpcert_picture::{Scene, SceneError, draw};

/// What is read is what was written; it is drawn in every form, and the drawing is a document whose
/// places are near the paper.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let scene = match Scene::read(text) {
        Ok(scene) => scene,
        Err(error) => return check_error(text, &error),
    };
    let written = serde_json::to_string(&scene).expect("a scene is JSON");
    assert_eq!(Scene::read(&written).expect("what was written is read"), scene);
    let svg = draw::svg(&scene);
    let document =
        roxmltree::Document::parse(&svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    for path in document.descendants().filter_map(|node| node.attribute("d")) {
        for place in
            path.split(['A', 'M', 'L', 'Z', ',', ' ', 'H', 'V']).filter(|place| !place.is_empty())
        {
            let place: f64 = place.parse().unwrap_or_else(|_| panic!("{place} in {path}"));
            assert!(
                (-100.0..=10_000.0).contains(&place) || scene.layers.len() > 40,
                "{place} in {path}"
            );
        }
    }
    assert!(draw::csv(&scene).starts_with("layer,bound,x,y"));
    assert!(draw::html(&scene).contains("<svg"));
    assert!(!draw::terminal(&scene, 80).is_empty());
}

fn check_error(text: &str, error: &SceneError) {
    let shown = error.to_string();
    assert!(!shown.is_empty() && shown.len() < 2 * text.len() + 500, "{shown}");
}
