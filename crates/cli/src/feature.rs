//! The parts of the command that are Cargo features, and the messages of a build without them.

/// The command that builds everything, from a checkout.
const INSTALL: &str = "cargo install --locked --path crates/cli --features full";

/// A feature, its commands, and whether it is in this build.
struct Part {
    feature: &'static str,
    commands: &'static [&'static str],
    is_here: bool,
}

/// The features that commands need.
const PARTS: [Part; 5] = [
    Part { feature: "tables", commands: &["judge"], is_here: cfg!(feature = "tables") },
    Part {
        feature: "crosscheck",
        commands: &["crosscheck", "floats", "vectors"],
        is_here: cfg!(feature = "crosscheck"),
    },
    Part { feature: "page", commands: &["serve"], is_here: cfg!(feature = "page") },
    Part { feature: "papers", commands: &["papers"], is_here: cfg!(feature = "papers") },
    Part {
        feature: "release",
        commands: &["completions", "manual"],
        is_here: cfg!(feature = "release"),
    },
];

/// The message for something that needs a feature that this build does not have.
pub fn missing(what: &str, feature: &str) -> String {
    format!(
        "{what} is not in this build: it needs the feature `{feature}`\n  \
         In the folder of dpcert's source, this installs the program with every feature:\n    {INSTALL}"
    )
}

/// The message for a command that this build does not have.
pub fn missing_command(name: &str) -> Option<String> {
    let part = PARTS.iter().find(|part| !part.is_here && part.commands.contains(&name))?;
    Some(missing(&format!("the command `{name}`"), part.feature))
}

/// The paragraph about them in the help; empty where this build has all of them.
pub fn note() -> String {
    let missing: Vec<String> = PARTS
        .iter()
        .filter(|part| !part.is_here)
        .map(|part| format!("  {:<29}feature {}\n", part.commands.join(", "), part.feature))
        .collect();
    if missing.is_empty() {
        return String::new();
    }
    format!("\n\nCommands that are not in this build:\n{}All features: {INSTALL}", missing.concat())
}
