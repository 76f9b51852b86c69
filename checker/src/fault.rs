//! Faults: why a certificate is not accepted. There is a variant for each kind of failure, in three
//! classes.
//!
//! The class is the exit code, so it is named wherever a failure is: no text becomes a fault by
//! itself. This module accepts nothing: a fault of the wrong class is a wrong message about a
//! certificate that is rejected all the same.

use std::fmt;

/// What a failure means for a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// It is malformed, or has no meaning.
    Malformed,
    /// A conclusion does not follow, or it is about something else.
    Unproved,
    /// It may be right, but needs a format, a rule, a decision, or more work than is available.
    Unsupported,
}

/// A failure of one of the three classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is malformed, or has no meaning.
    Malformed(Malformed),
    /// A conclusion does not follow, or it is about something else.
    Unproved(Unproved),
    /// It may be right, but needs a format, a rule, a decision, or more work than is available.
    Unsupported(Unsupported),
}

/// Why a certificate is not accepted, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The places, from the outermost to the innermost.
    places: Vec<String>,
    /// The failure.
    pub reason: Reason,
}

impl Fault {
    /// The same fault, inside a further outer place.
    #[must_use]
    pub fn at(mut self, place: &str) -> Fault {
        self.places.insert(0, place.to_owned());
        self
    }

    /// The class, which decides the exit code.
    pub fn class(&self) -> Class {
        match self.reason {
            Reason::Malformed(_) => Class::Malformed,
            Reason::Unproved(_) => Class::Unproved,
            Reason::Unsupported(_) => Class::Unsupported,
        }
    }

    /// The name of the variant.
    pub fn name(&self) -> &'static str {
        match &self.reason {
            Reason::Malformed(reason) => reason.name(),
            Reason::Unproved(reason) => reason.name(),
            Reason::Unsupported(reason) => reason.name(),
        }
    }

    /// The names of all variants, with their classes.
    pub fn names() -> impl Iterator<Item = (Class, &'static str)> {
        let named =
            |class, names: &'static [&'static str]| names.iter().map(move |name| (class, *name));
        named(Class::Malformed, Malformed::NAMES)
            .chain(named(Class::Unproved, Unproved::NAMES))
            .chain(named(Class::Unsupported, Unsupported::NAMES))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in &self.places {
            write!(formatter, "{place}: ")?;
        }
        match &self.reason {
            Reason::Malformed(reason) => reason.fmt(formatter),
            Reason::Unproved(reason) => reason.fmt(formatter),
            Reason::Unsupported(reason) => reason.fmt(formatter),
        }
    }
}

impl std::error::Error for Fault {}

/// The variants of a class, each with its fields and its sentence.
macro_rules! failures {
    ($(#[$about:meta])* $class:ident {
        $($variant:ident $({ $($field:ident: $type:ty),+ })? => $sentence:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the sentence says what a field is")]
        pub enum $class {
            $(#[doc = $sentence] $variant $({ $($field: $type),+ })?),+
        }

        impl $class {
            /// The names of all variants.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($variant)),+];

            /// The name of the variant.
            pub fn name(&self) -> &'static str {
                match self {
                    $($class::$variant { .. } => stringify!($variant)),+
                }
            }
        }

        impl fmt::Display for $class {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($class::$variant $({ $($field),+ })? => write!(formatter, $sentence)),+
                }
            }
        }

        impl From<$class> for Fault {
            fn from(reason: $class) -> Fault {
                Fault { places: Vec::new(), reason: Reason::$class(reason) }
            }
        }
    };
}

failures! {
    /// Malformed or meaningless input: exit code 2.
    Malformed {
        // Texts and tables.
        Unreadable { reason: String } => "the file cannot be read: {reason}",
        Folder => "this is a folder, in which no certificate was found: dpcert certify writes *.json",
        ByteOrderMark => "the file begins with a byte order mark, which JSON does not allow: save it as UTF-8 without one",
        NotJson { reason: String } => "this is not JSON: {reason}",
        NotToml { reason: String } => "this is not TOML: {reason}",
        ClaimFileAsCertificate => "this is TOML and not JSON: a claim file is given as --claim, and dpcert certify writes its certificates",
        OtherFormat { what: String, stated: String, known: String } => "{what} is \"{stated}\"; only {known} is known",
        WrongType { place: String, expected: &'static str } => "{place} is not {expected}",
        Missing { place: String } => "{place} is missing",
        UnknownField { place: String } => "{place} is not a known field",
        UnknownWord { what: String, known: String, word: String } => "{what} is {known}, not \"{word}\"",
        Exclusive { first: String, second: String } => "{first} and {second} are both given, and mean the same",
        Beside { field: String, what: &'static str } => "{field} is given beside {what}: one of them is to be left out",
        NotOne { place: String, count: usize, what: &'static str } => "{place} has {count} {what} instead of one",
        Duplicate { what: String } => "{what} is given twice",
        Empty { what: String } => "{what} is empty",
        // Numbers.
        NotCanonical { text: String, form: &'static str } => "{text} is not canonical: {form}",
        Syntax { problem: String } => "{problem}",
        Undefined { what: &'static str } => "{what} is not a number",
        OutsideDomain { what: String, how: String } => "{what} is {how}",
        // Rows of the ledger.
        OtherScope { key: &'static str } => "the {key} is not that of the scope",
        UnequalLengths => "p and q have different numbers of outcomes",
        NotNormalised { key: String } => "the masses of {key} do not add up to 1",
    }
}

failures! {
    /// A conclusion that does not follow, or that is about something else: exit code 1.
    Unproved {
        // The subject of the certificate.
        RowNotMeant { id: String } => "the claim is not about a row \"{id}\"",
        IdlePattern { pattern: String } => "the claim is over \"{pattern}\", which matches no row",
        OmittedRemark { remark: String } => "not-covered leaves out {remark}",
        NotAsked { what: &'static str, there: String } => "the {what} is not that of the claim file, where {there}",
        NotOneAsked { count: usize, id: String } => "the claim file has {count} claims \"{id}\" instead of one",
        OtherSubject { name: String } => "the statement is about another \"{name}\", by its SHA-256",
        NotSubject { name: String } => "the statement is not about the file \"{name}\"",
        // Parts of the data.
        NoSuchPart { part: String } => "no row of the ledger is on the part \"{part}\"",
        UnlikeParts { part: String, known: String } => "the part \"{part}\" does not have the rows of the part \"{known}\"",
        PartLeftOut => "the claim does not follow from what is shown of the parts of the data",
        // Premises.
        NotShownBefore { id: String } => "the premise \"{id}\" has not been shown before",
        WrongPremises { expected: &'static str } => "the premises are not {expected}",
        UselessPremise { how: &'static str } => "a premise {how}",
        NoLeaf { function: String, at: String } => "no premise encloses {function}({at})",
        UnfitRow { how: &'static str } => "the row {how}",
        UnlikeRows { what: &'static str } => "the rows have different {what}",
        OtherStep { row: String, known: String } => "\"{row}\" is not the same step as \"{known}\"",
        // Arguments.
        Inapplicable { what: String, needed: &'static str } => "{what} is not {needed}",
        NeedsBits { what: &'static str } => "{what} is not known to be rational: give the bits",
        OutOfRange { what: &'static str, how: &'static str } => "{what} is {how}",
        NotAmong { from: i64, to: i64, first: i64, last: i64 } => "the losses {from} to {to} are not among {first} to {last}",
        UnsafeSide { what: &'static str } => "{what} is not known to be on the safe side",
        NotOfLevel => "the test is not of level alpha",
        // Conclusions.
        NotEnclosing { function: String } => "{function} is not known to lie in the enclosure",
        NotBounded { quantity: &'static str, relation: &'static str } => "{quantity} is not known to be {relation} the value of the conclusion",
        OtherConclusion { what: &'static str } => "the conclusion is about another {what}",
        OtherRow { how: String } => "the row {how}",
        NotOfHeader { what: &'static str } => "the conclusion is not the {what} of the header",
        NotImplied => "the claim does not follow from the premises",
    }
}

failures! {
    /// Input that may be right, but needs a format, a rule, a decision, or more work than is
    /// available: exit code 3.
    Unsupported {
        // Formats and rules.
        OtherVersion { what: String, stated: String, known: String } => "{what} is \"{stated}\"; only {known} is known",
        Unknown { what: &'static str, name: String } => "the {what} \"{name}\" is not known",
        NoRule { what: String } => "no rule covers {what}",
        Unread { text: String } => "the mechanism \"{text}\" is not read here: a row is one kind(name = value, ...) whose values are numbers, and lists or tables of them, with a power and on a sample by poisson(rate, ...); write a row for each mechanism of a product",
        EndsEarly => "the last conclusion is not the claim",
        // Decisions.
        Irrational { what: String } => "{what} is not rational",
        NotEnclosed { what: &'static str } => "{what} cannot be enclosed with these bits",
        UndecidedDomain { what: String, domain: &'static str } => "{what} is not known to be {domain}",
        Undecided { question: &'static str } => "it is not known whether {question}",
        // Work, memory and sizes.
        TooLong { what: String, most: u64, unit: &'static str } => "{what} has more than {most} {unit}",
        TooLarge { what: String } => "{what} is too large",
        TooCostly { planned: u64, most: u64 } => "it needs more work than a certificate may ask for: at least {planned} units, and the limit is {most}; a coarser grid, fewer bits or a weaker claim need less",
        OutOfWork => "it needs more work than a certificate may ask for",
        OutOfMemory { needed: u64, most: u64 } => "it needs more memory than a certificate may ask for: at least {needed} MB, and the limit is {most} MB; a coarser grid or fewer bits need less",
    }
}

impl Malformed {
    /// A value of the wrong type for its place.
    pub(crate) fn wrong_type(place: &str, expected: &'static str) -> Malformed {
        Malformed::WrongType { place: place.to_owned(), expected }
    }

    /// A word that is not one of the allowed words.
    pub(crate) fn unknown_word(what: &str, known: &[&str], word: &str) -> Malformed {
        let known = known.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ");
        Malformed::UnknownWord { what: what.to_owned(), known, word: word.to_owned() }
    }

    /// A number outside of its domain.
    pub(crate) fn outside(what: &str, how: &str) -> Malformed {
        Malformed::OutsideDomain { what: what.to_owned(), how: how.to_owned() }
    }
}

impl Unproved {
    /// A rule whose condition its arguments do not meet.
    pub(crate) fn inapplicable(what: impl Into<String>, needed: &'static str) -> Unproved {
        Unproved::Inapplicable { what: what.into(), needed }
    }
}

impl Unsupported {
    /// A rule that is missing.
    pub(crate) fn no_rule(what: impl Into<String>) -> Unsupported {
        Unsupported::NoRule { what: what.into() }
    }

    /// A size that is not allowed.
    pub(crate) fn too_large(what: impl Into<String>) -> Unsupported {
        Unsupported::TooLarge { what: what.into() }
    }

    /// A length that is not allowed.
    pub(crate) fn too_long(what: impl Into<String>, most: u64, unit: &'static str) -> Unsupported {
        Unsupported::TooLong { what: what.into(), most, unit }
    }
}
