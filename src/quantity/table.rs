//! The quantities in one table: their names, their parameters, where they can be used, and how they
//! are read.

use super::query::{Query, least_error, order, polygon_gap, within};
use crate::input::{Field, Fields, InputError, Item, Key, Node, text_node};
use crate::refusal::Refusal;
use malachite::rational::Rational;

/// A quantity of a mechanism.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name: in claim files, in the protocol, and of the command.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
    /// The name of its parameter, if it has one.
    pub parameter: Option<&'static str>,
    /// The value of the parameter where none is given, if it may be left out.
    pub usual: Option<&'static str>,
    read: Read,
}

/// Reads the parameters of a quantity.
type Read = fn(&mut Fields<'_>) -> Result<Query, InputError>;

impl Entry {
    const fn new(name: &'static str, about: &'static str, read: Read) -> Entry {
        Entry { name, about, parameter: None, usual: None, read }
    }

    const fn at(self, parameter: &'static str) -> Entry {
        Entry { parameter: Some(parameter), ..self }
    }

    const fn usually(self, usual: &'static str) -> Entry {
        Entry { usual: Some(usual), ..self }
    }

    /// The question in the protocol: `{"delta": {"eps": "ln(2)"}}`.
    pub fn node(&self, parameter: Option<&str>) -> Node {
        let key = |name: &str| Key { name: name.to_owned(), span: 0..0 };
        let value = parameter.map(|text| text_node(text, 0..text.len()));
        let arguments = self.parameter.map(key).zip(value).into_iter().collect();
        let arguments = Node { item: Item::Table(arguments), span: 0..0 };
        Node { item: Item::Table(vec![(key(self.name), arguments)]), span: 0..0 }
    }

    /// The question, with its parameter as a literal: `table::DELTA.query(Some("ln(2)"))`.
    ///
    /// # Errors
    /// A parameter that is missing, superfluous or outside its domain.
    pub fn query(&self, parameter: Option<&str>) -> Result<Query, Refusal> {
        Query::read(&Field { node: &self.node(parameter), path: "query".to_owned() })
    }

    /// Reads its parameters.
    ///
    /// # Errors
    /// Parameters missing, unknown or outside their domain.
    pub fn read(&self, arguments: &Field<'_>) -> Result<Query, InputError> {
        let mut fields = arguments.fields().map_err(|error| match self.parameter {
            Some(parameter) => {
                let help = format!("write {{\"{}\": {{\"{parameter}\": \"...\"}}}}", self.name);
                InputError { help, ..error }
            }
            None => error,
        })?;
        let query = (self.read)(&mut fields)?;
        fields.finish()?;
        Ok(query)
    }
}

/// The quantity `delta`.
pub const DELTA: &Entry =
    &Entry::new("delta", "The least delta at an eps: a value of the privacy profile", |fields| {
        let eps = fields.required("eps")?;
        Ok(Query::Delta { eps: within(&eps, eps.real()?, false)? })
    })
    .at("eps");

/// The quantity `eps`.
pub const EPS: &Entry = &Entry::new("eps", "The least eps at a delta", |fields| {
    let delta = fields.required("delta")?;
    Ok(Query::Eps { delta: within(&delta, delta.real()?, true)? })
})
.at("delta");

/// The quantity `deltas`.
pub const DELTAS: &Entry =
    &Entry::new("deltas", "The delta at every point of the lattice of losses", |fields| {
        let inner = fields.optional("inner").map_or(Ok(false), |field| field.boolean())?;
        Ok(Query::Deltas { inner })
    });

/// The quantity `tv`.
pub const TV: &Entry =
    &Entry::new("tv", "The total variation: delta at eps = 0", |_| Ok(Query::Tv));

/// The quantity `rho`.
pub const RHO: &Entry =
    &Entry::new("rho", "The least rho of rho-zCDP (zero-concentrated DP)", |_| Ok(Query::Rho));

/// The cut of `gdp` where none is given, as it is written and its inverse.
pub(super) const ALPHA_MIN: (&str, u32) = ("1e-9", 1_000_000_000);

/// The quantity `gdp`.
pub const GDP: &Entry =
    &Entry::new("gdp", "The least mu of mu-GDP (Gaussian DP), with its tails cut", |fields| {
        Ok(Query::Gdp { alpha_min: alpha_min(fields)? })
    })
    .at("alpha_min")
    .usually(ALPHA_MIN.0);

/// The quantity `gdp-regret`.
pub const GDP_REGRET: &Entry =
    &Entry::new("gdp-regret", "What the mu of gdp overstates, as a probability", |fields| {
        Ok(Query::GdpRegret { alpha_min: alpha_min(fields)? })
    })
    .at("alpha_min")
    .usually(ALPHA_MIN.0);

fn alpha_min(fields: &mut Fields<'_>) -> Result<Rational, InputError> {
    let given = fields.optional("alpha_min").map(|field| least_error(&field)).transpose()?;
    Ok(given.unwrap_or_else(|| Rational::from_unsigneds(1, ALPHA_MIN.1)))
}

/// The quantity `kl`.
pub const KL: &Entry =
    &Entry::new("kl", "The Kullback-Leibler divergences, and their sum", |_| Ok(Query::Kl));

/// The quantity `renyi`.
pub const RENYI: &Entry = &Entry::new("renyi", "The Renyi divergence of P from Q", |fields| {
    let order = order(&fields.required("order")?)?;
    let reverse = fields.optional("reverse").map_or(Ok(false), |field| field.boolean())?;
    Ok(Query::Renyi { order, reverse })
})
.at("order");

/// The quantity `chi-squared`.
pub const CHI_SQUARED: &Entry =
    &Entry::new("chi-squared", "The divergence chi^2 of P from Q", |_| Ok(Query::ChiSquared));

/// The quantity `functionals`.
pub const FUNCTIONALS: &Entry =
    &Entry::new("functionals", "kl, kappa_2, kappa_3, kappa_3-bar and chi^2_+", |_| {
        Ok(Query::Functionals)
    });

/// The quantity `bayes-error`.
pub const BAYES_ERROR: &Entry =
    &Entry::new("bayes-error", "The least average error of a decision between P and Q", |fields| {
        let prior = fields.required("prior")?;
        Ok(Query::BayesError { prior: within(&prior, prior.real()?, true)? })
    })
    .at("prior");

/// The quantity `beta`.
pub const BETA: &Entry =
    &Entry::new("beta", "The least type II error at a level: the trade-off function", |fields| {
        let alpha = fields.required("alpha")?;
        Ok(Query::Beta { alpha: within(&alpha, alpha.real()?, true)? })
    })
    .at("alpha");

/// The quantity `region`.
pub const REGION: &Entry =
    &Entry::new("region", "The vertices of the region of type I and type II errors", |_| {
        Ok(Query::Region)
    });

/// The quantity `likelihood-ratios`.
pub const LIKELIHOOD_RATIOS: &Entry =
    &Entry::new("likelihood-ratios", "All likelihood ratios, with their probabilities", |_| {
        Ok(Query::LikelihoodRatios)
    });

/// The quantity `test`.
pub const TEST: &Entry =
    &Entry::new("test", "The most powerful test of level alpha (Neyman-Pearson)", |fields| {
        let alpha = fields.required("alpha")?;
        Ok(Query::Test { alpha: within(&alpha, alpha.real()?, true)? })
    })
    .at("alpha");

/// The quantity `polygon`.
pub const POLYGON: &Entry =
    &Entry::new("polygon", "Two polygons with the trade-off function in between", |fields| {
        Ok(Query::Polygon { gap: polygon_gap(fields)? })
    })
    .at("gap");

/// All quantities, in the order in which messages list them.
pub const QUANTITIES: [&Entry; 17] = [
    DELTA,
    EPS,
    DELTAS,
    TV,
    RHO,
    GDP,
    GDP_REGRET,
    KL,
    RENYI,
    CHI_SQUARED,
    FUNCTIONALS,
    BAYES_ERROR,
    BETA,
    REGION,
    LIKELIHOOD_RATIOS,
    TEST,
    POLYGON,
];

/// The quantities that a claim of a claim file can be about: each is one number.
pub const CLAIMED: [&Entry; 7] = [DELTA, EPS, TV, BETA, RHO, RENYI, GDP];

/// A question about a mechanism that is not one of its quantities: [`question`](crate::question)
/// reads these.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Its name: in the protocol, and of the command.
    pub name: &'static str,
    /// A description of one line.
    pub about: &'static str,
}

/// The search `calibrate`.
pub const CALIBRATE: &Search =
    &Search { name: "calibrate", about: "The least noise or largest count that meets a budget" };

/// The search `dominates`.
pub const DOMINATES: &Search =
    &Search { name: "dominates", about: "Whether A dominates B, with a kernel or a witness" };

/// All searches.
pub const SEARCHES: [&Search; 2] = [CALIBRATE, DOMINATES];
