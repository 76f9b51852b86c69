//! Classes of which one pair dominates every member, while a member attains no more than another
//! pair.

use crate::mechanism::{Dominating, Role};

/// A class of mechanisms between two pairs.
///
/// Where members attain the dominating pair at each level, by another member each, the answers
/// about one step are those of the class. In a composition no choice of members attains it, so that
/// the upper bound is from the dominating pair and the lower one from the member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bounded {
    /// Its pair dominates each member, and so a composition in which members are chosen by the
    /// outputs before.
    pub dominating: Dominating,
    /// One of the members.
    pub member: Dominating,
    /// Do members attain the dominating pair at each level?
    pub is_attained: bool,
}

impl Bounded {
    /// The step that bounds the class.
    pub(crate) fn bound(&self, role: Role) -> &Dominating {
        match role {
            Role::Dominating => &self.dominating,
            Role::Attained => &self.member,
        }
    }
}
