//! Blackwell's order: does one mechanism dominate another?

mod continuous;
mod touching;

use super::rising::{rising, until};
use super::table_reader::Reader;
use super::vectors::first_precision;
use crate::answer::{Answer, Content, Dominance, Options, Witness};
use crate::composition::Method;
use crate::composition::cost::{self, Budget, Cost};
use crate::composition::{Arithmetic, Route, Shape, Table, tabulate, tabulate_in_field};
use crate::control::Interrupted;
use crate::enclosure::Style;
use crate::exact::engine::{DirectedFloat, Engine};
use crate::exact::field::Element;
use crate::exact::real::{Real, rational_bits};
use crate::exact::value::Value;
use crate::mechanism::{ClosedForm, Mechanism, admits};
use crate::pair::FinitePair;
use crate::refusal::Refusal;
use crate::tradeoff::Kernel;
use continuous::{both_continuous, continuous_first, finite_first};
use malachite::rational::Rational;
use std::cmp::Ordering;

/// The state of a decision about an order.
pub(super) enum Order<T> {
    Dominates,
    Fails(T),
    Undecided,
}

/// The six numbers of a [`Witness`], in its order.
pub(super) type Numbers<E> = [Value<E>; 6];

/// Does A dominate B: does a stochastic kernel turn the pair of A into that of B?
///
/// `shown` says whether the kernel is printed with the answer; it is computed in any case.
///
/// Equivalently, `delta_A(eps) >= delta_B(eps)` at every eps of either sign, and `f_A <= f_B`
/// everywhere (Blackwell). Compositions of finite pairs are decided in the rationals and in Q(e^r),
/// elsewhere where intervals decide. Two Gaussians and two Laplace mechanisms are decided by their
/// parameters, a finite and a continuous one at the corners of the finite one, a Gaussian and a
/// Laplace mechanism on intervals of losses. Where intervals touch, expressions decide between a
/// finite pair and Laplace noise; the order stays undecided elsewhere.
///
/// # Errors
/// [`Refusal::Unsupported`] for pairs that are neither finite nor Gaussian or Laplace, and for
/// classes without one dominating pair; [`Refusal::TooCostly`].
pub(crate) fn dominates<E: Engine>(
    a: &Mechanism,
    b: &Mechanism,
    shown: bool,
    options: &Options,
) -> Result<Answer, Refusal> {
    let (style, budget) = (options.style(), &options.budget());
    let route = |mechanism| Route::within(mechanism, budget);
    // A kernel for the neighbours in one order is one for the other order too.
    let (a, b) = (&a.in_order(), &b.in_order());
    let (first, second) = (route(a)?, route(b)?);
    let (dominance, method) = match (&first, &second) {
        (Route::Exact(Shape::Closed(x)), Route::Exact(Shape::Closed(y))) => match x.compare(y) {
            Some(order) => {
                let numbers = |precision| at_half::<E>(x, y, precision);
                (by_parameter(order, a == b, &numbers, &style, budget)?, Method::ClosedForm)
            }
            None => {
                let order = |precision| Ok(Some(both_continuous::<E>(x, y, precision)));
                (refined(&style, budget, &order)?, Method::Profiles)
            }
        },
        (Route::Exact(x), Route::Exact(y)) if has_table(x) && has_table(y) => {
            finite::<E>(x, y, a == b, &style, budget)?
        }
        (Route::Exact(x), Route::Exact(Shape::Closed(y))) if has_table(x) => {
            let order = |table: &Table<E>, precision| finite_first(table, y, precision);
            let found = with_table::<E>(x, &style, budget, order)?;
            (found.or(|| touching::finite_first(x, y)), Method::Profiles)
        }
        (Route::Exact(Shape::Closed(x)), Route::Exact(y)) if has_table(y) => {
            let order = |table: &Table<E>, precision| continuous_first(x, table, precision);
            let found = with_table::<E>(y, &style, budget, order)?;
            (found.or(|| touching::continuous_first(x, y)), Method::TradeoffFunctions)
        }
        _ => {
            let is_decided = |route: &Route| matches!(route, Route::Exact(shape) if has_table(shape) || matches!(shape, Shape::Closed(_)));
            return Err(admits::no_order(if is_decided(&first) { b } else { a }));
        }
    };
    let content = Content::Dominance(Box::new(Dominance { shown, ..dominance }));
    Ok(Answer { met: content.is_met(), content, tight: true, method, engine: E::NAME })
}

fn has_table(shape: &Shape) -> bool {
    matches!(shape, Shape::KFold { .. } | Shape::Finite(_))
}

/// The order of two members of a family that is ordered by a parameter.
fn by_parameter<E: Engine>(
    order: Option<Ordering>,
    is_same: bool,
    witness: &dyn Fn(u64) -> Numbers<E>,
    style: &Style,
    budget: &Budget,
) -> Result<Dominance, Refusal> {
    Ok(match order {
        Some(Ordering::Less) => {
            let cost = |precision| cost::closed_form(precision, true);
            let found = rising(style.bits() + 64, budget, cost, |precision, _| {
                let found = Witness::of(&witness(precision), style, precision);
                Ok(until(found.numbers().iter().all(|x| x.met), found))
            })?;
            Dominance { dominates: Some(false), witness: Some(found), kernel: None, shown: false }
        }
        Some(_) => Dominance { dominates: Some(true), witness: None, kernel: None, shown: false },
        None => Dominance {
            dominates: is_same.then_some(true),
            witness: None,
            kernel: None,
            shown: false,
        },
    })
}

/// At level 1/2, and at eps = 0.
fn at_half<E: Engine>(x: &ClosedForm, y: &ClosedForm, precision: u64) -> Numbers<E> {
    let half = Real::from(Rational::from_unsigneds(1u32, 2u32));
    let beta = |noise: &ClosedForm| noise.beta(&half, precision).probability();
    let delta = |noise: &ClosedForm| noise.delta(&Real::zero(), precision).probability();
    let number = |x: &Real| Value::of(x, precision);
    [number(&half), beta(x), beta(y), number(&Real::one()), delta(x), delta(y)]
}

impl Witness {
    fn of<E: Engine>(numbers: &Numbers<E>, style: &Style, precision: u64) -> Witness {
        let [alpha, beta, other_beta, ratio, delta, other_delta] =
            numbers.each_ref().map(|x| style.styled(style.bounds(x, precision)));
        Witness { alpha, beta, other_beta, ratio, delta, other_delta }
    }
}

/// The order of a composition of finite pairs and another mechanism.
fn with_table<E: Engine>(
    shape: &Shape,
    style: &Style,
    budget: &Budget,
    order: impl Fn(&Table<E>, u64) -> Order<Numbers<E>>,
) -> Result<Dominance, Refusal> {
    let control = budget.control();
    let is_rational =
        pairs(shape).iter().all(|pair| masses(pair).all(|x| x.as_rational().is_some()));
    let cost = |precision| match precision {
        _ if is_rational => cost::table(shape, Arithmetic::Exact),
        precision => cost::table(shape, Arithmetic::Enclosed { precision }),
    };
    cost(first_precision(style)).check(budget.limits())?;
    refined(style, budget, &|precision| {
        if budget.charge(&cost(precision)).is_err() {
            return Ok(None);
        }
        let arithmetic =
            if is_rational { Arithmetic::Exact } else { Arithmetic::Enclosed { precision } };
        let table = tabulate::<E>(shape, arithmetic, control)?;
        let table =
            table.filter(|table| budget.charge(&profile_cost(table, table, precision)).is_ok());
        Ok(table.map(|table| order(&table, precision)))
    })
}

/// An order, with growing precision until it is decided and a witness has its digits.
fn refined<E: Engine>(
    style: &Style,
    budget: &Budget,
    order: &dyn Fn(u64) -> Result<Option<Order<Numbers<E>>>, Interrupted>,
) -> Result<Dominance, Refusal> {
    let mut precision = first_precision(style);
    let last = budget.limits().precision.min(8 * precision);
    let mut found = Dominance::of(Order::<Numbers<E>>::Undecided, style, precision);
    while !found.is_met() && precision <= last {
        budget.control().check()?;
        let Some(order) = order(precision)? else {
            break;
        };
        found = Dominance::of(order, style, precision);
        precision *= 2;
    }
    Ok(found)
}

/// The order of two compositions of finite pairs: in the rationals, in Q(e^r), or as far as
/// intervals go.
fn finite<E: Engine>(
    a: &Shape,
    b: &Shape,
    is_same: bool,
    style: &Style,
    budget: &Budget,
) -> Result<(Dominance, Method), Refusal> {
    let control = budget.control();
    let both = |arithmetic| cost::table(a, arithmetic).plus(&cost::table(b, arithmetic));
    let is_rational = |shape: &Shape| {
        pairs(shape).iter().all(|pair| masses(pair).all(|x| x.as_rational().is_some()))
    };
    if is_rational(a) && is_rational(b) {
        budget.charge(&both(Arithmetic::Exact))?;
        let table = |shape| tabulate::<E>(shape, Arithmetic::Exact, control);
        if let (Some(a), Some(b)) = (table(a)?, table(b)?) {
            return exactly(&a, &b, style, budget);
        }
    }
    if is_same {
        return Ok((Dominance::of(Order::<Numbers<E>>::Dominates, style, 0), Method::Profiles));
    }
    let mut precision = first_precision(style);
    budget.charge(&both(Arithmetic::Enclosed { precision }))?;
    let last = budget.limits().precision.min(8 * precision);
    loop {
        let arithmetic = Arithmetic::Enclosed { precision };
        let found = match (
            tabulate::<E>(a, arithmetic, control)?,
            tabulate::<E>(b, arithmetic, control)?,
        ) {
            (Some(first), Some(second)) => {
                budget.charge(&profile_cost(&first, &second, precision))?;
                order(&first, &second, precision, &|x| Value::of(x, precision))
            }
            _ => Order::Undecided,
        };
        let found = Dominance::of(found, style, precision);
        precision *= 2;
        if found.is_met() {
            return Ok((found, Method::Profiles));
        }
        if precision > last || budget.charge(&both(Arithmetic::Enclosed { precision })).is_err() {
            // Intervals do not show that two numbers are equal.
            let in_field =
                if found.dominates.is_none() { in_field::<E>(a, b, style) } else { None };
            return Ok((in_field.unwrap_or(found), Method::Profiles));
        }
    }
}

/// The order of two small compositions in one field Q(e^r), where every comparison is decided.
fn in_field<E: Engine>(a: &Shape, b: &Shape, style: &Style) -> Option<Dominance> {
    let others = |shape: &Shape| -> Vec<Real> {
        let ratios =
            |pair: &FinitePair| pair.atoms.iter().map(|atom| atom.loss.exp()).collect::<Vec<_>>();
        pairs(shape)
            .iter()
            .flat_map(|pair| ratios(pair).into_iter().chain(masses(pair).cloned()))
            .collect()
    };
    let (first, step) = tabulate_in_field::<E>(a, &others(b))?;
    let (second, _) = tabulate_in_field::<E>(b, &others(a))?;
    let number =
        |x: &Real| Element::with_step(x, &step).map_or_else(|| Value::of(x, 1024), Value::Field);
    let precision = style.bits() + 256;
    Some(Dominance::of(order(&first, &second, precision, &number), style, precision))
}

fn pairs(shape: &Shape) -> Vec<FinitePair> {
    match shape {
        Shape::KFold { pair, .. } => vec![pair.to_finite()],
        Shape::Finite(finite) => finite.steps.iter().map(|(pair, _)| pair.clone()).collect(),
        Shape::Listed(pair) => vec![pair.clone()],
        Shape::Closed(_) | Shape::Step(_) => Vec::new(),
    }
}

fn masses(pair: &FinitePair) -> impl Iterator<Item = &Real> {
    let atoms = pair.atoms.iter().flat_map(|atom| [&atom.p, &atom.q]);
    atoms.chain([&pair.p_infinite, &pair.q_infinite])
}

/// The order of two tables of rationals, with the kernel or the witness.
fn exactly<E: Engine>(
    a: &Table<E>,
    b: &Table<E>,
    style: &Style,
    budget: &Budget,
) -> Result<(Dominance, Method), Refusal> {
    let precision = style.bits() + 256;
    let first = |table: &Table<E>| {
        table.rows.first().and_then(|row| row.p.as_rational()).map_or(0, rational_bits)
    };
    budget.charge(&profile_cost(a, b, first(a).max(first(b))))?;
    let order = order(a, b, precision, &|x| Value::of(x, precision));
    let mut found = Dominance::of(order, style, precision);
    if found.dominates != Some(true) {
        return Ok((found, Method::Profiles));
    }
    if let (Some(from), Some(to)) = (outcomes(a), outcomes(b)) {
        budget.charge(&kernel_cost(&from, &to))?;
        found.kernel = Kernel::between(&from, &to);
    }
    Ok(match &found.kernel {
        Some(_) => (found, Method::Kernel),
        // Both proofs must agree.
        None => (Dominance { dominates: None, ..found }, Method::Kernel),
    })
}

/// The masses of a table of rationals, descending; `None` if one is not rational.
fn outcomes<E: Engine>(table: &Table<E>) -> Option<Vec<(Rational, Rational)>> {
    let rational =
        |p: &Value<E>, q: &Value<E>| Some((p.as_rational()?.clone(), q.as_rational()?.clone()));
    let zero = Value::Exact(Rational::from(0));
    let mut all = vec![rational(&table.p_infinite, &zero)?];
    for row in &table.rows {
        all.push(rational(&row.p, &row.q)?);
    }
    all.push(rational(&zero, &table.q_infinite)?);
    all.retain(|(p, q)| *p != 0 || *q != 0);
    Some(all)
}

/// An exponential and two products for every ratio of A, the sums of both.
fn profile_cost<E: Engine>(a: &Table<E>, b: &Table<E>, bits: u64) -> Cost {
    let (rows, word) = (a.rows.len() as u128 + b.rows.len() as u128, u128::from(bits / 64 + 1));
    Cost {
        work: rows.saturating_mul(60_000 + 20 * word * word),
        memory: rows.saturating_mul(100 + 32 * word),
    }
}

/// A window passes every outcome of A at most twice, and is a list of them.
fn kernel_cost(a: &[(Rational, Rational)], b: &[(Rational, Rational)]) -> Cost {
    let bits =
        a.iter().chain(b).map(|(p, q)| rational_bits(p).max(rational_bits(q))).max().unwrap_or(0);
    let word = u128::from(bits / 16 + 1);
    let steps = (a.len() as u128).saturating_mul(b.len() as u128);
    Cost {
        work: steps.saturating_mul(2_000 + word * word),
        memory: (a.len() + 2 * b.len()) as u128 * (100 + 8 * word),
    }
}

impl Dominance {
    /// An order that is undecided is decided if something else shows it.
    fn or(mut self, shows: impl FnOnce() -> Option<()>) -> Dominance {
        if self.dominates.is_none() && shows().is_some() {
            self.dominates = Some(true);
        }
        self
    }

    fn of<E: Engine>(order: Order<Numbers<E>>, style: &Style, precision: u64) -> Dominance {
        let (dominates, witness) = match order {
            Order::Dominates => (Some(true), None),
            Order::Fails(numbers) => (Some(false), Some(Witness::of(&numbers, style, precision))),
            Order::Undecided => (None, None),
        };
        Dominance { dominates, witness, kernel: None, shown: false }
    }
}

/// The order of two tables, by their profiles at the likelihood ratios of A.
///
/// On [0, 1], `f_A` is the maximum of 0 and the lines `1 - delta_A(g) - g alpha` of its edges, one
/// for each finite ratio g of A. Such a line is below `f_B` if and only if `delta_B(g) <=
/// delta_A(g)`, because `1 - delta_B(g)` is the least value of `f_B(alpha) + g alpha`. Where that
/// fails, the least value is attained at the vertex of B that has the ratios above g to its left,
/// and `f_A` is above the line there. The witness is the g with the largest difference, and that
/// vertex.
fn order<E: Engine>(
    a: &Table<E>,
    b: &Table<E>,
    precision: u64,
    number: &dyn Fn(&Real) -> Value<E>,
) -> Order<Numbers<E>> {
    let (first, second) = (Reader::new(a, precision, number), Reader::new(b, precision, number));
    let zero = Value::Exact(Rational::from(0));
    let mut largest: Option<(Value<E>, Real)> = None;
    let mut decided = true;
    for i in 0..a.rows.len() {
        let loss = a.losses.get(i);
        let is_last = i + 1 == a.rows.len() && !is_above(&loss, b);
        let difference = match (first.delta(&loss), second.delta(&loss)) {
            // Below all ratios delta is 1 - g (1 - mass at -inf): intervals would not show that it
            // is equal.
            _ if is_last => &number(&loss.exp()) * &(&b.q_infinite - &a.q_infinite),
            (Some(x), Some(y)) => &y - &x,
            _ => {
                decided = false;
                continue;
            }
        };
        match difference.compare(&zero) {
            Some(Ordering::Greater) => {
                let larger = |(known, _): &(Value<E>, Real)| {
                    difference.compare(known) == Some(Ordering::Greater)
                };
                if largest.as_ref().is_none_or(larger) {
                    largest = Some((difference, loss));
                }
            }
            Some(_) => {}
            None => decided = decided && upper_is_zero(&difference, precision),
        }
    }
    match largest {
        None if decided => Order::Dominates,
        None => Order::Undecided,
        Some((_, loss)) => match witness(&first, &second, b, &loss, number) {
            Some(numbers) => Order::Fails(numbers),
            None => Order::Undecided,
        },
    }
}

/// Is a loss above the least one of a table, or is this undecided?
fn is_above<E: Engine>(loss: &Real, table: &Table<E>) -> bool {
    let least = table.losses.get(table.rows.len());
    !table.rows.is_empty()
        && !matches!(least.compare(loss), Some(Ordering::Greater | Ordering::Equal))
}

/// Two enclosures that touch prove `<=`, although they prove no strict order.
fn upper_is_zero<E: Engine>(difference: &Value<E>, precision: u64) -> bool {
    difference.enclose(precision).upper().sign().is_le()
}

/// The numbers at a loss at which B has the larger delta.
fn witness<E: Engine>(
    a: &Reader<'_, E>,
    b: &Reader<'_, E>,
    table: &Table<E>,
    loss: &Real,
    number: &dyn Fn(&Real) -> Value<E>,
) -> Option<Numbers<E>> {
    let mut alpha = Value::Exact(Rational::from(0));
    for (i, row) in table.rows.iter().enumerate() {
        if table.losses.get(i).compare(loss)? == Ordering::Greater {
            alpha = &alpha + &row.q;
        }
    }
    let ratio = number(&loss.exp());
    let (delta, other_delta) = (a.delta(loss)?, b.delta(loss)?);
    let other_beta = &(&Value::Exact(Rational::from(1)) - &other_delta) - &(&ratio * &alpha);
    let beta = a.beta(&alpha);
    let numbers = [alpha, beta, other_beta, ratio, delta, other_delta];
    let [_, beta, other_beta, ..] = &numbers;
    // With intervals both pairs of numbers must show it.
    (beta.compare(other_beta) == Some(Ordering::Greater)).then_some(numbers)
}
