//! Enclosures: they contain the value, at every precision and for every number of terms, and they
//! are tight.

use super::number;
use dpcert_checker::fixed::{ALL_TERMS, Interval, Scale};
use dpcert_checker::rational::BigRational;
use num_bigint::BigInt;
use num_traits::{One, Pow, Signed};

/// Function, argument, value to 50 digits: mpmath 1.3, `exp`, `log`, `sqrt`, `erfc`, `ncdf` with 60
/// digits.
const VALUES: [(&str, &str, &str); 60] = [
    ("exp", "1", "2.7182818284590452353602874713526624977572470937"),
    ("exp", "-1", "0.36787944117144232159552377016146086744581113103177"),
    ("exp", "10", "22026.465794806716516957900645284244366353512618557"),
    ("exp", "-20", "0.0000000020611536224385578279659403801558209763758072755991"),
    ("exp", "1/3", "1.3956124250860895286281253196025868375979065151994"),
    ("exp", "-0.001", "0.99900049983337499166805535716765597470235590236008"),
    ("exp", "100", "26881171418161354484126255515800135873611118.773742"),
    ("exp", "-100", "3.7200759760208359629596958038631183373588922923768e-44"),
    ("exp", "2.5", "12.182493960703473438070175951167966183182767790063"),
    ("exp", "0.1", "1.1051709180756476248117078264902466682245471947375"),
    ("exp", "30", "10686474581524.462146990468650741401650024495005473"),
    ("exp", "-0.5", "0.60653065971263342360379953499118045344191813548719"),
    ("ln", "2", "0.69314718055994530941723212145817656807550013436026"),
    ("ln", "3", "1.0986122886681096913952452369225257046474905578227"),
    ("ln", "10", "2.3025850929940456840179914546843642076011014886288"),
    ("ln", "0.5", "-0.69314718055994530941723212145817656807550013436026"),
    ("ln", "1.0001", "0.000099995000333308335333166680951131063482064401071076"),
    ("ln", "1e-6", "-13.815510557964274104107948728106185245606608931773"),
    ("ln", "1e10", "23.025850929940456840179914546843642076011014886288"),
    ("ln", "0.9", "-0.10536051565782630122750098083931279830612037298327"),
    ("ln", "1.4999", "0.40539843921917672271849046708674114475600530129758"),
    ("ln", "1.5001", "0.40553177255270758691654808025713764355334633124613"),
    ("ln", "7/3", "0.84729786038720361371010750652065402498959417175911"),
    ("ln", "3/4", "-0.28768207245178092743921900599382743150350971089776"),
    ("sqrt", "2", "1.4142135623730950488016887242096980785696718753769"),
    ("sqrt", "3", "1.7320508075688772935274463415058723669428052538104"),
    ("sqrt", "5", "2.2360679774997896964091736687312762354406183596115"),
    ("sqrt", "0.5", "0.70710678118654752440084436210484903928483593768847"),
    ("sqrt", "1e-10", "0.00001"),
    ("sqrt", "10", "3.1622776601683793319988935444327185337195551393252"),
    ("sqrt", "1e10", "100000.0"),
    ("sqrt", "7/3", "1.5275252316519466688626823979093361629948188589227"),
    ("sqrt", "0.1", "0.31622776601683793319988935444327185337195551393252"),
    ("sqrt", "99", "9.9498743710661995473447982100120600517812656367681"),
    ("sqrt", "1.21", "1.1"),
    ("sqrt", "1/7", "0.37796447300922722721451653623418006081575131186892"),
    ("erfc", "0", "1.0"),
    ("erfc", "0.1", "0.8875370839817151077967249282560316167783037008403"),
    ("erfc", "0.5", "0.47950012218695346231725334610803547126354842424204"),
    ("erfc", "1", "0.1572992070502851306587793649173907407039330020337"),
    ("erfc", "2", "0.0046777349810472658379307436327470713891082029599399"),
    ("erfc", "3", "0.00002209049699858544137277612958232037984770708739925"),
    ("erfc", "5", "0.0000000000015374597944280348501883434853833788901180503147234"),
    ("erfc", "10", "2.0884875837625447570007862949577886115608181193212e-45"),
    ("erfc", "-1", "1.8427007929497148693412206350826092592960669979663"),
    ("erfc", "-3", "1.9999779095030014145586272238704176796201522929126"),
    ("erfc", "0.001", "0.99887162120903076362005152234309518740075313678735"),
    ("erfc", "1/3", "0.63735188823393706659182135985213412030785840962746"),
    ("normal_cdf", "0", "0.5"),
    ("normal_cdf", "1", "0.8413447460685429485852325456320379224779129667266"),
    ("normal_cdf", "-1", "0.1586552539314570514147674543679620775220870332734"),
    ("normal_cdf", "2", "0.97724986805182079279971736283346656252822377629832"),
    ("normal_cdf", "-2", "0.022750131948179207200282637166533437471776223701678"),
    ("normal_cdf", "-5", "0.00000028665157187919391167375233287464535385442301361189"),
    ("normal_cdf", "-10", "7.619853024160526065973343251599308363504033277957e-24"),
    ("normal_cdf", "3", "0.99865010196836990547334818523240502262217063184162"),
    ("normal_cdf", "0.5", "0.69146246127401310363770461060833773988360217555458"),
    ("normal_cdf", "-0.1", "0.46017216272297101853459538176081791698593771631023"),
    ("normal_cdf", "-1/3", "0.36944134018176363827279228206957358332825436995755"),
    ("normal_cdf", "6", "0.99999999901341235496230185929913586760195798133021"),
];

fn value(scale: &Scale, function: &str, at: &Interval) -> Interval {
    match function {
        "exp" => scale.exp(at).unwrap(),
        "ln" => scale.ln(at).unwrap(),
        "sqrt" => scale.sqrt(at),
        "erfc" => scale.erfc(at),
        _ => scale.normal_cdf(at),
    }
}

fn power_of_2(bits: u64) -> BigRational {
    BigRational::new(BigInt::one(), BigInt::one() << bits)
}

#[test]
fn enclosures_contain_the_published_values() {
    for bits in [40, 64, 128, 200, 512] {
        let scale = Scale::new(bits);
        for (function, at, published) in VALUES {
            let published = number(published);
            // Half a unit of the 50th digit.
            let rounding = published.abs() / Pow::pow(&BigRational::from_integer(10.into()), 49);
            let (lo, hi) = scale.ends(&value(&scale, function, &scale.rational(&number(at))));
            assert!(
                lo <= &published + &rounding,
                "{function}({at}) with {bits} bits is not above {lo}"
            );
            assert!(
                hi >= &published - &rounding,
                "{function}({at}) with {bits} bits is not below {hi}"
            );
        }
    }
}

#[test]
fn the_ends_are_on_their_own_sides() {
    // Between the ends of an enclosure that is not a point there is the value: the lower end is not
    // above it, and neither is the upper end below it, by as much as the last digit.
    let scale = Scale::new(64);
    for (function, at, published) in VALUES {
        let (lo, hi) = scale.ends(&value(&scale, function, &scale.rational(&number(at))));
        let published = number(published);
        assert!(lo <= published && published <= hi, "{function}({at})");
        assert!(lo < hi || lo == published, "{function}({at})");
    }
}

#[test]
fn enclosures_are_tight() {
    // Arguments with few bits, which a scale holds exactly.
    for bits in [64, 300] {
        let scale = Scale::new(bits);
        for function in ["exp", "ln", "sqrt", "erfc", "normal_cdf"] {
            for at in ["1/4", "1/2", "3/4", "1", "3/2", "2", "5", "9"] {
                let (lo, hi) = scale.ends(&value(&scale, function, &scale.rational(&number(at))));
                let size = hi.clone().max(BigRational::one());
                assert!(
                    hi - lo <= size * power_of_2(bits - 10),
                    "{function}({at}) with {bits} bits"
                );
            }
        }
    }
}

#[test]
fn two_precisions_overlap() {
    let (coarse, fine) = (Scale::new(48), Scale::new(333));
    for (function, at, _) in VALUES {
        let ends =
            |scale: &Scale| scale.ends(&value(scale, function, &scale.rational(&number(at))));
        let ((lo, hi), (low, high)) = (ends(&coarse), ends(&fine));
        assert!(lo <= high && low <= hi, "{function}({at})");
    }
}

#[test]
fn few_terms_still_contain_the_value() {
    let scale = Scale::new(96);
    for (function, at, published) in
        VALUES.iter().filter(|(function, ..)| ["exp", "ln", "erfc"].contains(function))
    {
        let argument = scale.rational(&number(at));
        let mut width: Option<BigInt> = None;
        for terms in [0, 1, 2, 3, 5, 8, 13, 40, 200, ALL_TERMS] {
            let at_end = |end: &BigInt| match *function {
                "exp" => scale.exp_of(end, terms),
                "ln" => scale.ln_of(end, terms),
                _ => scale.erfc_of(end, terms),
            };
            let both = at_end(&argument.lo).hull(&at_end(&argument.hi));
            let (lo, hi) = scale.ends(&both);
            let published = number(published);
            let rounding = published.abs() / Pow::pow(&BigRational::from_integer(10.into()), 49);
            assert!(
                lo <= &published + &rounding && published - rounding <= hi,
                "{function}({at}), {terms} terms"
            );
            // More terms say more, but for the last bits.
            let own = both.hi - both.lo;
            assert!(width.is_none_or(|width| own <= width + 64), "{function}({at}), {terms} terms");
            // atanh(1/5) to the fourth term: 2 (1/5)^7 / 7 < 2^-18.
            assert!(
                *function != "ln" || terms < 4 || &own << 18 <= scale.one(),
                "ln({at}), {terms} terms"
            );
            width = Some(own);
        }
    }
}

#[test]
fn enclosures_of_long_intervals_contain_those_of_all_their_numbers() {
    let scale = Scale::new(100);
    let points = ["-5", "-1/3", "0", "1e-9", "1/7", "0.99", "1", "3", "3.000001", "40"]
        .map(|x| scale.rational(&number(x)));
    for (index, low) in points.iter().enumerate() {
        for high in points.iter().skip(index) {
            let long = low.hull(high);
            for function in ["exp", "ln", "sqrt", "erfc", "normal_cdf"] {
                if function == "ln" && !long.lo.is_positive() {
                    continue;
                }
                let all = value(&scale, function, &long);
                let middle = Interval::point((&long.lo + &long.hi) / 2);
                for one in [low, &middle, high] {
                    let one = value(&scale, function, one);
                    assert!(all.lo <= one.lo && one.hi <= &all.hi + 2, "{function} of {long:?}");
                }
            }
        }
    }
}

#[test]
fn functional_equations_hold() {
    let scale = Scale::new(160);
    let meets = |x: &Interval, y: &Interval| x.lo <= y.hi && y.lo <= x.hi;
    for (x, y) in [("1/3", "2/7"), ("5", "-3"), ("-1/9", "-4"), ("0", "12")] {
        let (x, y) = (scale.rational(&number(x)), scale.rational(&number(y)));
        let (ex, ey) = (scale.exp(&x).unwrap(), scale.exp(&y).unwrap());
        assert!(meets(&scale.mul(&ex, &ey), &scale.exp(&x.add(&y)).unwrap()));
        assert!(meets(&scale.ln(&ex).unwrap(), &x));
        assert!(meets(&scale.ln(&scale.mul(&ex, &ey)).unwrap(), &x.add(&y)));
        let root = scale.sqrt(&ex);
        assert!(meets(&scale.mul(&root, &root), &ex));
        assert!(meets(&scale.erfc(&x).add(&scale.erfc(&x.neg())), &scale.integer(2)));
        assert!(meets(&scale.normal_cdf(&x).add(&scale.normal_cdf(&x.neg())), &scale.integer(1)));
    }
}

#[test]
fn what_is_not_defined_has_no_enclosure() {
    let scale = Scale::new(64);
    assert_eq!(scale.ln(&scale.integer(0)), None);
    assert_eq!(scale.ln(&scale.integer(-1)), None);
    assert_eq!(scale.exp(&scale.integer(1 << 17)), None);
    assert_eq!(
        scale.div(&scale.integer(1), &Interval { lo: BigInt::from(-1), hi: BigInt::one() }),
        None
    );
    assert_eq!(scale.div(&scale.integer(1), &scale.integer(0)), None);
}

#[test]
fn interval_arithmetic_rounds_outward() {
    let scale = Scale::new(8);
    // All quotients and products of ends lie inside, for all signs.
    for (a, b) in [(-300_i64, -7_i64), (-5, 9), (3, 301), (0, 0)] {
        for (c, d) in [(-11, -1), (-2, 3), (1, 77), (256, 256)] {
            let (x, y) =
                (Interval { lo: a.into(), hi: b.into() }, Interval { lo: c.into(), hi: d.into() });
            let product = scale.ends(&scale.mul(&x, &y));
            let hull = x.hull(&y);
            assert_eq!((hull.lo, hull.hi), (a.min(c).into(), b.max(d).into()));
            let (sum, difference, negative) = (x.add(&y), x.sub(&y), x.neg());
            assert_eq!((sum.lo, sum.hi), ((a + c).into(), (b + d).into()));
            assert_eq!((difference.lo, difference.hi), ((a - d).into(), (b - c).into()));
            assert_eq!((negative.lo, negative.hi), ((-b).into(), (-a).into()));
            let (half, positive) = (x.half(), x.positive_part());
            assert_eq!((half.lo, half.hi), (a.div_euclid(2).into(), (b + 1).div_euclid(2).into()));
            assert_eq!((positive.lo, positive.hi), (a.max(0).into(), b.max(0).into()));
            let unit = power_of_2(8);
            for (i, j) in [(a, c), (a, d), (b, c), (b, d)] {
                let exact = BigRational::from_integer((i * j).into()) * &unit * &unit;
                assert!(product.0 <= exact && exact <= product.1, "{x:?} {y:?}");
                if let Some(quotient) = scale.div(&x, &y) {
                    let exact = BigRational::new(i.into(), j.into());
                    let ends = scale.ends(&quotient);
                    assert!(ends.0 <= exact && exact <= ends.1, "{x:?} {y:?}");
                }
            }
        }
    }
}
