//! The files of the page, which are part of the program.

/// A file.
pub struct File {
    /// Its path in the address.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// Its text.
    pub text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// All files.
pub static FILES: &[File] = &[
    File { path: "/", kind: HTML, text: include_str!("../../page/index.html") },
    File { path: "/page.css", kind: STYLE, text: include_str!("../../page/page.css") },
    File { path: "/ends.js", kind: SCRIPT, text: dpcert_picture::draw::ENDS },
    File { path: "/catalogue.js", kind: SCRIPT, text: include_str!("../../page/catalogue.js") },
    File { path: "/compare.js", kind: SCRIPT, text: include_str!("../../page/compare.js") },
    File { path: "/exact.js", kind: SCRIPT, text: include_str!("../../page/exact.js") },
    File { path: "/field.js", kind: SCRIPT, text: include_str!("../../page/field.js") },
    File { path: "/glossary.js", kind: SCRIPT, text: include_str!("../../page/glossary.js") },
    File { path: "/http.js", kind: SCRIPT, text: include_str!("../../page/http.js") },
    File { path: "/judge.js", kind: SCRIPT, text: include_str!("../../page/judge.js") },
    File { path: "/layers.js", kind: SCRIPT, text: include_str!("../../page/layers.js") },
    File { path: "/legend.js", kind: SCRIPT, text: include_str!("../../page/legend.js") },
    File { path: "/lines.js", kind: SCRIPT, text: include_str!("../../page/lines.js") },
    File { path: "/main.js", kind: SCRIPT, text: include_str!("../../page/main.js") },
    File { path: "/menu.js", kind: SCRIPT, text: include_str!("../../page/menu.js") },
    File { path: "/numbers.js", kind: SCRIPT, text: include_str!("../../page/numbers.js") },
    File { path: "/partial.js", kind: SCRIPT, text: include_str!("../../page/partial.js") },
    File { path: "/picture.js", kind: SCRIPT, text: include_str!("../../page/picture.js") },
    File { path: "/queries.js", kind: SCRIPT, text: include_str!("../../page/queries.js") },
    File { path: "/save.js", kind: SCRIPT, text: include_str!("../../page/save.js") },
    File { path: "/server.js", kind: SCRIPT, text: include_str!("../../page/server.js") },
    File { path: "/state.js", kind: SCRIPT, text: include_str!("../../page/state.js") },
    File { path: "/readout.js", kind: SCRIPT, text: include_str!("../../page/readout.js") },
    File { path: "/templates.js", kind: SCRIPT, text: include_str!("../../page/templates.js") },
    File { path: "/utility.js", kind: SCRIPT, text: include_str!("../../page/utility.js") },
    File { path: "/words.js", kind: SCRIPT, text: include_str!("../../page/words.js") },
];
