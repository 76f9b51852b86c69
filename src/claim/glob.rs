//! Patterns over the ids of a ledger.

/// Does `text` match `pattern`, in which `*` matches any characters, including none and `/`?
///
/// ```
/// use dpcert::claim::matches;
/// assert!(matches("release/*", "release/2024/counts"));
/// assert!(!matches("release/*", "prerelease/counts"));
/// ```
///
/// Cost: each part between two `*` is searched once, so the cost is never exponential.
pub fn matches(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(head) else {
        return false;
    };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    // The first match is the best one: it leaves the most text for the parts that follow.
    for part in middle.split('*') {
        match text.split_once(part) {
            Some((_, after)) => text = after,
            None => return false,
        }
    }
    text.ends_with(tail)
}
