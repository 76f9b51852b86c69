//! The parameters of a theorem, in the form that its function takes.

use super::berry_esseen::TvStep;
use super::composition::Step;
use super::conclusion::{Conclusion, Conclusions};
use super::profile::Profile;
use super::renyi::RenyiDivergences;
use crate::exact::real::Real;
use crate::input::{Field, Fields, InputError};
use crate::mechanism::{Adjacency, DomainError, Dominating, Mechanism};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// The parameters of one step; `steps` gives those of several in their place.
pub(super) const STEP: [&str; 4] = ["eps", "delta", "eta", "k"];

/// The parameters of a theorem, while they are read.
#[derive(Debug)]
pub struct Arguments<'a, 'b> {
    pub(super) fields: &'b mut Fields<'a>,
    pub(super) taken: Vec<Field<'a>>,
}

impl<'a> Arguments<'a, '_> {
    pub(super) fn required(&mut self, name: &'static str) -> Result<Field<'a>, InputError> {
        let field = self.fields.required(name)?;
        self.taken.push(field.clone());
        Ok(field)
    }

    pub(super) fn optional(&mut self, name: &'static str) -> Option<Field<'a>> {
        let field = self.fields.optional(name)?;
        self.taken.push(field.clone());
        Some(field)
    }

    pub(super) fn real(&mut self, name: &'static str) -> Result<Real, InputError> {
        self.required(name)?.real()
    }

    pub(super) fn optional_real(&mut self, name: &'static str) -> Result<Option<Real>, InputError> {
        self.optional(name).map(|field| field.real()).transpose()
    }

    pub(super) fn optional_rational(
        &mut self,
        name: &'static str,
        help: &str,
    ) -> Result<Option<Rational>, InputError> {
        self.optional(name).map(|field| field.rational(help)).transpose()
    }

    /// One of some words; the first one where it is not given.
    pub(super) fn word<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&'static str, T); 2],
    ) -> Result<T, InputError> {
        let [(_, first), _] = words;
        self.optional(name).map_or(Ok(*first), |field| field.choice(words))
    }

    pub(super) fn natural(&mut self, name: &'static str) -> Result<u64, InputError> {
        self.required(name)?.natural()
    }

    pub(super) fn adjacency(&mut self) -> Result<Adjacency, InputError> {
        self.required("adjacency")?.choice(&Adjacency::WORDS)
    }

    pub(super) fn mechanism(&mut self) -> Result<Mechanism, Refusal> {
        Mechanism::read(&self.required("mechanism")?)
    }

    pub(super) fn profile(&mut self) -> Result<Profile, Refusal> {
        Profile::of(&self.mechanism()?)
    }

    pub(super) fn divergences(&mut self) -> Result<RenyiDivergences, Refusal> {
        RenyiDivergences::of(&self.mechanism()?)
    }

    /// Steps: one with its `k`, or a list of tables.
    pub(super) fn steps<T>(
        &mut self,
        read: impl Fn(&mut Arguments<'a, '_>) -> Result<T, InputError>,
    ) -> Result<Vec<(T, u64)>, InputError> {
        let Some(list) = self.optional("steps") else {
            let step = read(self)?;
            let count = self.optional("k").map_or(Ok(1), |field| field.natural())?;
            return Ok(vec![(step, count)]);
        };
        let read_one = |field: &Field<'a>| {
            let mut fields = field.fields()?;
            let mut inner = Arguments { fields: &mut fields, taken: Vec::new() };
            let step = read(&mut inner)?;
            let count = inner.optional("k").map_or(Ok(1), |field| field.natural())?;
            fields.finish()?;
            Ok((step, count))
        };
        for name in STEP {
            if let Some(field) = self.optional(name) {
                let help = "steps gives them for each step: steps=[{eps=1, delta=0, k=2}, ...]";
                return Err(field.error(format!("steps and {name} are both given"), help));
            }
        }
        list.list()?.iter().map(read_one).collect()
    }

    pub(super) fn dp_steps(&mut self) -> Result<Vec<(Step, u64)>, InputError> {
        self.steps(|fields| {
            let eps = fields.real("eps")?;
            let delta = fields.optional("delta").map_or(Ok(Real::zero()), |field| field.real())?;
            Ok(Step { eps, delta })
        })
    }

    pub(super) fn tv_steps(&mut self) -> Result<Vec<(TvStep, u64)>, InputError> {
        self.steps(|fields| {
            let eps = fields.real("eps")?;
            let delta = fields.optional("delta").map_or(Ok(Real::zero()), |field| field.real())?;
            Ok(match fields.optional("eta") {
                Some(eta) => TvStep { eta: eta.real()?, eps, delta },
                None => TvStep::without_tv(eps, delta),
            })
        })
    }

    /// Three lists of masses, all given or none.
    pub(super) fn distributions(
        &mut self,
        names: [&'static str; 3],
    ) -> Result<Option<[Vec<Real>; 3]>, InputError> {
        let is_given = names.iter().any(|name| self.fields.clone().optional(name).is_some());
        if !is_given {
            return Ok(None);
        }
        let [first, second, third] = names;
        let mut list = |name| self.required(name)?.reals();
        Ok(Some([list(first)?, list(second)?, list(third)?]))
    }

    /// The pair (p, q), checked as the mechanism `finite-pair` is.
    pub(super) fn pair(&mut self) -> Result<FinitePair, Refusal> {
        let (p, q) = (self.required("p")?, self.required("q")?);
        let pair = Dominating::finite_pair(&p.reals()?, &q.reals()?)
            .map_err(|error| error.at(&[&p, &q]))?;
        match pair {
            Dominating::Finite(pair) => Ok(pair),
            _ => {
                Err(p.error("this is not a finite pair", "give two lists of probabilities").into())
            }
        }
    }

    /// The conclusions, or the error at the field that it is about.
    pub(super) fn conclude(&self, conclusions: Conclusions) -> Result<Vec<Conclusion>, Refusal> {
        let fields: Vec<&Field<'_>> = self.taken.iter().collect();
        conclusions.map_err(|error: DomainError| error.at(&fields).into())
    }
}
