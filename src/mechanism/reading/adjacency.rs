//! Which data sets are neighbours.

/// Which data sets are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjacency {
    /// One has one more record.
    AddRemove,
    /// They differ in one record.
    ReplaceOne,
    /// One has a record zeroed out.
    ZeroOut,
}

impl Adjacency {
    pub(crate) const WORDS: [(&'static str, Adjacency); 3] = [
        ("add-remove", Adjacency::AddRemove),
        ("replace-one", Adjacency::ReplaceOne),
        ("zero-out", Adjacency::ZeroOut),
    ];

    /// Its name in claim files.
    pub fn name(self) -> &'static str {
        match self {
            Adjacency::AddRemove => "add-remove",
            Adjacency::ReplaceOne => "replace-one",
            Adjacency::ZeroOut => "zero-out",
        }
    }
}

/// The neighbours of a mechanism that is sampled.
#[derive(Clone, Copy)]
pub(crate) struct Neighbours {
    /// What they differ in.
    pub(crate) adjacency: Adjacency,
    /// Is the mechanism noise on a value, as its fields name it? Then a record that is zeroed out
    /// leaves the law of its absence.
    pub(crate) is_noise: bool,
}
