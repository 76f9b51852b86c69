//! Why something is not accepted.

/// Why something is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not written as it should be, or means nothing.
    Form(String),
    /// The conclusion does not follow.
    Wrong(String),
    /// It may be right, and asks for too much, for a rule that is not known, or for what cannot be decided.
    Limit(String),
}

impl Fault {
    /// The reason.
    pub fn reason(&self) -> &str {
        match self {
            Fault::Form(reason) | Fault::Wrong(reason) | Fault::Limit(reason) => reason,
        }
    }

    /// The same, with the place where it is.
    #[must_use]
    pub fn at(self, place: &str) -> Fault {
        match self {
            Fault::Form(reason) => Fault::Form(format!("{place}: {reason}")),
            Fault::Wrong(reason) => Fault::Wrong(format!("{place}: {reason}")),
            Fault::Limit(reason) => Fault::Limit(format!("{place}: {reason}")),
        }
    }
}

impl From<String> for Fault {
    fn from(reason: String) -> Fault {
        Fault::Wrong(reason)
    }
}

impl From<&str> for Fault {
    fn from(reason: &str) -> Fault {
        Fault::Wrong(reason.to_owned())
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> String {
        fault.reason().to_owned()
    }
}

/// What is not written as it should be.
pub(crate) fn form<T>(result: Result<T, String>) -> Result<T, Fault> {
    result.map_err(Fault::Form)
}

/// What asks for too much.
pub(crate) fn limit<T>(result: Result<T, String>) -> Result<T, Fault> {
    result.map_err(Fault::Limit)
}
