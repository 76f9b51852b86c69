//! Questions, and the function that answers all of them: [`ask`].

mod both;
mod notes;
mod number;
mod sensitivity;
mod sweep;

pub use crate::quantity::{Target, table};
pub use notes::{note_of_order, notes};
pub use sweep::Sweep;

use crate::answer::{Answer, Content, Options};
use crate::channel;
use crate::composition::cost::Budget;
use crate::composition::grid::search::Compositions;
use crate::enclosure::Styled;
use crate::exact::{Computation, Engine, EngineChoice, Real, Said};
use crate::input::{Field, InputError, Item};
use crate::mechanism::{Family, Mechanism};
use crate::parallel;
use crate::quantity::{self, Query};
use crate::refusal::Refusal;
use crate::sensitivity::Question as SensitivityQuestion;
use crate::theorem::{self, Conclusion, Theorem};

/// A question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Question {
    /// A quantity of a mechanism.
    Quantity(Mechanism, Query),
    /// A quantity of a mechanism at several values of its parameter: all of them are read from one
    /// composition.
    ///
    /// ```
    /// use dpcert::question::{Sweep, table};
    /// use dpcert::{Content, Mechanism, Options, Question, ask};
    /// let mechanism = Mechanism::parse("laplace(eps=1/10)^20")?;
    /// let sweep = Sweep::parse(table::DELTA, "0..1:1/2")?.expect("several values");
    /// let answer = ask(&Question::Sweep(mechanism, sweep), &Options::default())?;
    /// let Content::Sweep { rows, .. } = answer.content else { unreachable!() };
    /// let rows: Vec<_> = rows.iter().map(|(eps, delta)| (eps.as_str(), delta.upper_decimal(2))).collect();
    /// assert_eq!(rows, [("0", "0.18".into()), ("0.5", "0.036".into()), ("1", "0.0023".into())]);
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    Sweep(Mechanism, Sweep),
    /// The parameter with which a mechanism meets a budget.
    ///
    /// ```
    /// use dpcert::mechanism::Family;
    /// use dpcert::question::Target;
    /// use dpcert::{Content, Options, Question, Real, ask};
    /// let family = Family::parse("gaussian(sigma=?)^50")?;
    /// let real = |text: &str| text.parse::<Real>().unwrap();
    /// let target = Target::Delta { eps: real("1"), delta: real("1e-6") };
    /// let options = Options { digits: 5, ..Options::default() };
    /// let Content::Calibrated(found) = ask(&Question::Calibration(family, target), &options)?.content else { panic!() };
    /// let value = |text| real(text).as_rational().cloned();
    /// let (meets, fails) = (found.meets.map(|(value, _)| value), found.fails.map(|(value, _)| value));
    /// assert_eq!((meets, fails), (value("29.873"), value("29.872")));
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    Calibration(Family, Target),
    /// Whether the first mechanism dominates the second: whether a stochastic kernel turns the pair
    /// of the first into that of the second.
    ///
    /// ```
    /// use dpcert::{Content, Mechanism, Options, Question, ask};
    /// let dominance = |a: &str, b: &str| {
    ///     let (a, b) = (Mechanism::parse(a)?, Mechanism::parse(b)?);
    ///     let answer = ask(&Question::Dominance { a, b, kernel: true }, &Options::default())?;
    ///     let Content::Dominance(found) = answer.content else { unreachable!() };
    ///     Ok::<_, dpcert::Refusal>(*found)
    /// };
    /// let (once, twice) = ("randomized-response(eps=ln(9))", "randomized-response(eps=ln(3))^2");
    /// let found = dominance(once, twice)?;
    /// assert_eq!(found.dominates, Some(true));
    /// assert_eq!(found.kernel.map(|kernel| kernel.size()), Some((2, 3)));
    /// let witness = dominance(twice, once)?.witness.expect("a level at which the order is the other one");
    /// assert_eq!(witness.alpha.exact().map(|exact| exact.to_string()).as_deref(), Some("1/10"));
    /// assert_eq!((witness.beta.lower_decimal(5), witness.other_beta.lower_decimal(5)), ("0.4".into(), "0.1".into()));
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    Dominance {
        /// The first mechanism.
        a: Mechanism,
        /// The second mechanism.
        b: Mechanism,
        /// Whether the kernel is part of what is shown.
        kernel: bool,
    },
    /// The conclusions of a theorem.
    Conclusions(&'static Theorem, Vec<Conclusion>),
    /// Questions about a channel.
    Channel(channel::Question),
    /// The sensitivity of a matrix mechanism.
    Sensitivity(SensitivityQuestion),
    /// The value of an expression.
    ///
    /// ```
    /// use dpcert::{Content, Options, Question, Real, ask};
    /// let value = |text: &str| {
    ///     let number: Real = text.parse().expect("an expression");
    ///     let Content::Number(value) = ask(&Question::Number(number), &Options::default())?.content else { panic!() };
    ///     Ok::<_, dpcert::Refusal>(value)
    /// };
    /// assert_eq!(value("0.1 + 2^-3")?.exact().map(|exact| exact.to_string()).as_deref(), Some("9/40"));
    /// assert_eq!(value("100*0.1*(exp(0.1) - 1)")?.lower_decimal(4), "1.051");
    /// # Ok::<(), dpcert::Refusal>(())
    /// ```
    Number(Real),
}

impl Question {
    /// A quantity of a mechanism.
    pub fn of(mechanism: &Mechanism, query: &Query) -> Question {
        Question::Quantity(mechanism.clone(), query.clone())
    }

    /// Reads a question about a mechanism: both are fields of a line of the protocol, or missing
    /// there.
    ///
    /// # Errors
    /// An error in a field; if there is none, an unsupported question.
    pub fn read(
        mechanism: Result<Field<'_>, InputError>,
        query: Result<Field<'_>, InputError>,
    ) -> Result<Question, Refusal> {
        let only = |name| query.as_ref().ok().and_then(|query| only(query, name));
        match (only(table::CALIBRATE.name), only(table::DOMINATES.name)) {
            (Some(target), _) => calibrate(mechanism, &target),
            (_, Some(other)) => dominance(mechanism, &other),
            _ => quantity(mechanism, query),
        }
    }

    /// The digits that are promised by default: few for a calibrated parameter, since each costs
    /// evaluations.
    pub fn usual_digits(&self) -> u64 {
        match self {
            Question::Calibration(..) => 4,
            _ => Options::default().digits,
        }
    }

    /// Its answer, by an engine.
    fn answer<E: Engine>(&self, options: &Options) -> Result<Answer, Refusal> {
        match self {
            Question::Quantity(mechanism, query) => {
                quantity::answer::<E>(mechanism, query, options, &Compositions::default())
            }
            // One question, however many values it has.
            Question::Sweep(mechanism, sweep) => sweep.answer::<E>(mechanism, &options.sharing()),
            Question::Calibration(family, target) => {
                quantity::calibrate::<E>(family, target, options)
            }
            Question::Dominance { a, b, kernel } => {
                quantity::dominates::<E>(a, b, *kernel, options)
            }
            Question::Conclusions(theorem, conclusions) => {
                theorem::answer::<E>(theorem, conclusions, options)
            }
            Question::Channel(question) => channel::answer::<E>(question, options),
            Question::Sensitivity(question) => sensitivity::answer::<E>(question, options),
            Question::Number(number) => number::answer::<E>(number, options),
        }
    }
}

/// The computation of [`ask`].
struct Asking<'a> {
    question: &'a Question,
    options: &'a Options,
}

impl Computation for Asking<'_> {
    type Output = Result<Answer, Refusal>;

    fn by<E: Engine>(&self) -> Result<Answer, Refusal> {
        self.options.within(|| {
            let answer = self.question.answer::<E>(self.options)?;
            answer.content.count_decimals();
            Ok(answer)
        })
    }
}

/// The computation of [`ask_all`].
struct AskingAll<'a> {
    mechanism: &'a Mechanism,
    queries: &'a [Query],
    options: &'a Options,
    answered: &'a (dyn Fn() + Sync),
}

impl Computation for AskingAll<'_> {
    type Output = Vec<Result<Answer, Refusal>>;

    fn by<E: Engine>(&self) -> Vec<Result<Answer, Refusal>> {
        // The caller counts answers, not engines.
        let is_counted =
            E::NAME == EngineChoice::Malachite.name() || self.options.engine != EngineChoice::Both;
        let answered = if is_counted { self.answered } else { &|| () };
        let compositions = Compositions::default();
        answers::<E>(self.mechanism, self.queries, self.options, &compositions, answered)
    }
}

/// Questions with their answers, in the order in which they were asked.
pub type Asked = Vec<(Query, Result<Answer, Refusal>)>;

/// The questions of a round, by all answers so far; none to end.
pub type Round<'a> = &'a (dyn Fn(&Asked) -> Vec<Query> + Sync);

/// The computation of [`ask_in_rounds`].
struct AskingInRounds<'a> {
    mechanism: &'a Mechanism,
    round: Round<'a>,
    options: &'a Options,
    answered: &'a (dyn Fn() + Sync),
}

impl Computation for AskingInRounds<'_> {
    type Output = Asked;

    fn by<E: Engine>(&self) -> Asked {
        let compositions = Compositions::default();
        in_rounds(self.round, |queries| {
            answers::<E>(self.mechanism, queries, self.options, &compositions, self.answered)
        })
    }
}

fn in_rounds(
    round: Round<'_>,
    answers: impl Fn(&[Query]) -> Vec<Result<Answer, Refusal>>,
) -> Asked {
    let mut asked = Asked::new();
    loop {
        let queries = round(&asked);
        if queries.is_empty() {
            return asked;
        }
        let answers = answers(&queries);
        asked.extend(queries.into_iter().zip(answers));
    }
}

/// The number that answers a question for one.
///
/// # Errors
/// Those of [`ask`].
pub fn ask_number(question: &Question, options: &Options) -> Result<Styled, Refusal> {
    match ask(question, options)?.content {
        Content::Number(number) => Ok(number),
        _ => Err(Refusal::Contradiction("a question for a number has another answer".to_owned())),
    }
}

/// Answers a question.
///
/// With [`EngineChoice::Both`] the answer is that of malachite, after MPFR has agreed to it. Exact
/// results must be the same number, and enclosures must overlap, since both contain the true value.
///
/// ```
/// use dpcert::{Content, Mechanism, Options, Query, Question, Real, ask};
/// let mechanism = Mechanism::parse("approx-dp(eps=ln(2), delta=1/10)^3")?;
/// let query = Query::Delta { eps: Real::from(2u64).ln() };
/// let answer = ask(&Question::of(&mechanism, &query), &Options::default())?;
/// let Content::Number(delta) = answer.content else { unreachable!() };
/// assert_eq!(delta.exact().map(|exact| exact.to_string()).as_deref(), Some("433/1000"));
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// A [`Refusal`] where there is no route to the answer, it would be too costly, this build has no
/// such engine, or the control of the options ended the computation.
pub fn ask(question: &Question, options: &Options) -> Result<Answer, Refusal> {
    let said =
        options.engine.compute(&Asking { question, options }).ok_or_else(Refusal::no_mpfr)?;
    let answer = match said {
        Said::One(answer) => answer,
        Said::Both(first, second) => both::agreed(first?, &second?),
    };
    whole(answer, options)
}

/// An answer, unless one of its attempts was interrupted: some attempts fall back on an earlier
/// result when one fails.
fn whole(answer: Result<Answer, Refusal>, options: &Options) -> Result<Answer, Refusal> {
    let answer = answer?;
    options.control.check()?;
    Ok(answer)
}

/// Answers questions about one mechanism, in their order. A composition on a grid that one of them
/// needs is read by all others for which it is narrow enough. `answered` is called after each.
///
/// An answer keeps the promises of [`ask`], but its ends may differ, since they may be read from
/// another composition.
///
/// ```
/// use dpcert::exact::Real;
/// use dpcert::{Content, Mechanism, Options, Query, ask_all};
/// let step = "subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=1))";
/// let mechanism = Mechanism::parse(&format!("{step}^1000"))?;
/// let queries: Vec<Query> = (0..4u64).map(|eps| Query::Delta { eps: Real::from(eps) }).collect();
/// let answers = ask_all(&mechanism, &queries, &Options::default(), &|| ());
/// let decimals = answers.into_iter().map(|answer| match answer?.content {
///     Content::Number(delta) => Ok(delta.upper_decimal(2)),
///     _ => unreachable!("delta is a number"),
/// });
/// let decimals = decimals.collect::<Result<Vec<_>, dpcert::Refusal>>()?;
/// assert_eq!(decimals, ["0.17", "0.0027", "0.0000027", "9.3e-10"]);
/// # Ok::<(), dpcert::Refusal>(())
/// ```
///
/// # Errors
/// For each question those of [`ask`].
pub fn ask_all(
    mechanism: &Mechanism,
    queries: &[Query],
    options: &Options,
    answered: &(dyn Fn() + Sync),
) -> Vec<Result<Answer, Refusal>> {
    let answers = match options.engine.compute(&AskingAll { mechanism, queries, options, answered })
    {
        None => return queries.iter().map(|_| Err(Refusal::no_mpfr())).collect(),
        Some(Said::One(answers)) => answers,
        Some(Said::Both(first, second)) => first
            .into_iter()
            .zip(second)
            .map(|(first, second)| both::agreed(first?, &second?))
            .collect(),
    };
    answers.into_iter().map(|answer| whole(answer, options)).collect()
}

/// The same for questions of which each round depends on the answers of those before, with one
/// composition for all rounds.
///
/// With [`EngineChoice::Both`] each round has compositions of its own: both engines are asked the
/// same questions.
///
/// # Errors
/// For each question those of [`ask`].
pub fn ask_in_rounds(
    mechanism: &Mechanism,
    round: Round<'_>,
    options: &Options,
    answered: &(dyn Fn() + Sync),
) -> Asked {
    if options.engine == EngineChoice::Both {
        return in_rounds(round, |queries| ask_all(mechanism, queries, options, answered));
    }
    let asking = AskingInRounds { mechanism, round, options, answered };
    match options.engine.compute(&asking) {
        Some(Said::One(asked) | Said::Both(asked, _)) => {
            asked.into_iter().map(|(query, answer)| (query, whole(answer, options))).collect()
        }
        None => {
            let queries = round(&Asked::new()).into_iter();
            queries.map(|query| (query, Err(Refusal::no_mpfr()))).collect()
        }
    }
}

/// Sequentially where they need compositions on a grid, otherwise in parallel.
///
/// Of a budget that all share, each has the same part to itself: some questions take what they can
/// get for a narrower answer, and others would have none. Compositions have all of it, since all
/// questions read them.
fn answers<E: Engine>(
    mechanism: &Mechanism,
    queries: &[Query],
    options: &Options,
    compositions: &Compositions<E>,
    answered: &(dyn Fn() + Sync),
) -> Vec<Result<Answer, Refusal>> {
    let one = |query: &Query, options: &Options, compositions: &Compositions<E>| {
        options.within(|| quantity::answer::<E>(mechanism, query, options, compositions))
    };
    let (mut answers, mut rest) = (Vec::new(), queries);
    if compositions.is_empty()
        && let Some((first, others)) = queries.split_first()
    {
        let part = Part::new(options, queries.len());
        let mut beginning = part.of(|options| one(first, options, compositions));
        if options.shared.is_some() && (beginning.is_err() || !compositions.is_empty()) {
            beginning = one(first, options, compositions);
        }
        answered();
        answers.push(beginning);
        rest = others;
    }
    if compositions.is_empty() {
        let part = Part::new(options, rest.len());
        let others: Vec<_> = parallel::map(rest, |query| {
            let answer = part.of(|options| one(query, options, &Compositions::default()));
            answered();
            answer
        });
        answers.extend(others);
    } else {
        answers.extend(rest.iter().map(|query| {
            let answer = one(query, options, compositions);
            answered();
            answer
        }));
    }
    answers
}

/// The same part of a shared budget for each of some questions.
struct Part<'a> {
    options: &'a Options,
    /// An account of which nothing is consumed.
    own: Option<Budget>,
}

impl<'a> Part<'a> {
    fn new(options: &'a Options, questions: usize) -> Part<'a> {
        Part { options, own: options.shared.as_ref().map(|shared| shared.apart(questions as u64)) }
    }

    /// The answer to one of the questions.
    fn of<T>(&self, answer: impl FnOnce(&Options) -> T) -> T {
        let (Some(own), Some(shared)) = (&self.own, &self.options.shared) else {
            return answer(self.options);
        };
        let own = own.apart(1);
        let result = answer(&Options { shared: Some(own.clone()), ..self.options.clone() });
        shared.settle(&own);
        result
    }
}

/// The parameters of `{"name": {...}}`.
fn only<'a>(query: &Field<'a>, name: &'static str) -> Option<Field<'a>> {
    match &query.node.item {
        Item::Table(table) if table.len() == 1 => query.fields().ok()?.optional(name),
        _ => None,
    }
}

fn dominance(
    mechanism: Result<Field<'_>, InputError>,
    other: &Field<'_>,
) -> Result<Question, Refusal> {
    let a = input_errors_first(Mechanism::read(&mechanism?))?;
    let mut fields = other.fields()?;
    fields.expect(&["mechanism", "kernel"]);
    let b = input_errors_first(Mechanism::read(&fields.required("mechanism")?))?;
    let kernel = fields.optional("kernel").map_or(Ok(false), |field| field.boolean())?;
    fields.finish()?;
    Ok(Question::Dominance { a: a?, b: b?, kernel })
}

fn calibrate(
    mechanism: Result<Field<'_>, InputError>,
    target: &Field<'_>,
) -> Result<Question, Refusal> {
    let family = input_errors_first(Family::read(&mechanism?))?;
    let target = Target::read(target)?;
    Ok(Question::Calibration(family?, target))
}

fn quantity(
    mechanism: Result<Field<'_>, InputError>,
    query: Result<Field<'_>, InputError>,
) -> Result<Question, Refusal> {
    let (mechanism, query) = (mechanism?, query?);
    // Before the mechanism: a "?" in it has a meaning only if the query is a calibration, correctly
    // spelled.
    if let Some(sweep) = Sweep::read(&query)? {
        let mechanism = input_errors_first(Mechanism::read(&mechanism))?;
        return Ok(Question::Sweep(mechanism?, sweep));
    }
    let query = input_errors_first(Query::read(&query))?;
    let mechanism = input_errors_first(Mechanism::read(&mechanism))?;
    Ok(Question::Quantity(mechanism?, query?))
}

/// Returns errors of the input at once, and keeps other refusals for later.
pub fn input_errors_first<T>(result: Result<T, Refusal>) -> Result<Result<T, Refusal>, Refusal> {
    match result {
        Err(Refusal::Input(error)) => Err(Refusal::Input(error)),
        other => Ok(other),
    }
}
