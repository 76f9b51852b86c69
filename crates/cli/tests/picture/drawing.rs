//! Drawings as documents: their bytes may differ, their elements not.

use std::collections::BTreeMap;

/// An element of a drawing.
#[derive(Debug, PartialEq)]
pub struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    text: String,
}

/// The elements of a drawing, in their order.
pub fn elements(svg: &str) -> Vec<Element> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let element = |node: roxmltree::Node<'_, '_>| Element {
        name: node.tag_name().name().to_owned(),
        attributes: node
            .attributes()
            .map(|it| (it.name().to_owned(), it.value().to_owned()))
            .collect(),
        text: node.text().unwrap_or_default().trim().to_owned(),
    };
    document.descendants().filter(|node| node.is_element()).map(element).collect()
}
