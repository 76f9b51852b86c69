//! The ledger: the mechanisms that were run, one a row.

use super::date::Date;
use super::distance::derive;
use super::epochs::Epochs;
use super::errors::Errors;
use super::rows_of_notation::{expanded, parts_agree};
use super::scope::Scope;
use crate::input::{Field, Fields, InputError, Item, Key, Node, nearest, shorten};
use crate::mechanism::{
    Adjacency, Mechanism, Neighbours, RowSampling, SHUFFLE, ShiftedNoise, answer_assumed, kinds,
    of_other_neighbours, read_size, require_sigma, sensitivity_defaulted,
};
use crate::refusal::Refusal;

/// One row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, unique in the file.
    pub id: String,
    /// The mechanism with all its steps, the most where epochs leave a range; otherwise a text that
    /// says what is missing to judge it.
    pub mechanism: Result<Mechanism, String>,
    /// The same with the fewest steps, where epochs leave a range.
    pub fewest: Option<Mechanism>,
    /// The idealisation, where the judged mechanism is not the one that was run.
    pub mechanism_idealised: Option<Idealised>,
    /// The idealisation, where the judged sampler is not the one that was run.
    pub sampler_idealised: Option<Idealised>,
    /// The kinds in it that are judged for a distance of 1 because the row states none.
    pub sensitivity_defaulted: Vec<&'static str>,
    /// The local randomisers in it that are judged as one answer about the whole data.
    pub answer_assumed: Vec<&'static str>,
    /// The epochs, where the steps were written as epochs.
    pub epochs: Option<Epochs>,
    /// The distance of neighbours in words, where it was derived from the query that the row
    /// answers.
    pub derived: Option<String>,
    /// The part of the data that it is about, where it is not about all of them.
    pub part: Option<String>,
    /// The mechanism where a record enters or leaves the part, if records are replaced and this is
    /// known.
    pub entered: Option<Mechanism>,
    /// Where its parameters are from.
    pub source: Option<String>,
    /// The day by which all of it was released.
    pub date: Option<Date>,
}

/// An idealisation: one mechanism or sampler is judged in place of another that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idealised {
    /// The kind or the method that is judged.
    pub judged: String,
    /// The kind or the method that was run.
    pub actual: &'static str,
}

/// The values of `actual` for a mechanism.
const MECHANISMS: [&str; 3] = ["discrete-gaussian", "discrete-laplace", "floating-point"];
/// The values of `actual` for a sampler.
const SAMPLERS: [&str; 5] =
    ["poisson", "without-replacement", "with-replacement", "fixed-size", SHUFFLED];
/// Batches of a random order, as a sampler that was run.
pub(super) const SHUFFLED: &str = "shuffled";

impl Idealised {
    /// Takes `actual`; `None` where the field is missing, or equals the field `judged`.
    fn read(
        fields: &mut Fields<'_>,
        judged: &'static str,
    ) -> Result<Option<Idealised>, InputError> {
        let Some(field) = fields.optional("actual") else {
            return Ok(None);
        };
        let (words, others, place) = match judged {
            "method" => (
                SAMPLERS.as_slice(),
                MECHANISMS.as_slice(),
                "is about the mechanism: write it beside mechanism,",
            ),
            _ => (
                MECHANISMS.as_slice(),
                SAMPLERS.as_slice(),
                "is about the sampling: write it in the braces of sampling,",
            ),
        };
        let options: Vec<_> = words.iter().map(|word| (*word, *word)).collect();
        let actual = field.choice(&options).map_err(|error| {
            let of = |words: &[&'static str]| {
                field.text().ok().and_then(|text| nearest(text, words.iter().copied()))
            };
            match (of(words), of(others)) {
                (None, Some(word)) => {
                    InputError { help: format!("{word} {place} actual = \"{word}\""), ..error }
                }
                _ => error,
            }
        })?;
        // Where it is missing, another error says so.
        let Some(judged) = fields.clone().optional(judged) else {
            return Ok(None);
        };
        let judged = judged.text()?.to_owned();
        let is_same = judged == actual || (judged == SHUFFLE && actual == SHUFFLED);
        Ok((!is_same).then_some(Idealised { judged, actual }))
    }
}

impl Row {
    pub(super) fn read(field: &Field<'_>, scope: Option<&Scope>) -> Result<Row, Errors> {
        let expanded = expanded(field, scope.map(|scope| scope.adjacency))?;
        let field =
            &Field { node: expanded.as_ref().unwrap_or(field.node), path: field.path.clone() };
        let adjacency = scope.map_or(Adjacency::AddRemove, |scope| scope.adjacency);
        let derived = derive(field, adjacency)?;
        let node = derived.as_ref().map_or(field.node, |derived| &derived.row);
        let adjacent = with_adjacency(node, adjacency);
        let node = adjacent.as_ref().unwrap_or(node);
        let written = field;
        let field = &Field { node, path: field.path.clone() };
        let mut fields = field.fields()?;
        fields.expect(&FIELDS);
        let mut errors = Errors::default();
        let kind = misnamed_kind(&mut fields);
        let id = errors.keep(fields.required("id").and_then(|id| id.text().map(str::to_owned)));
        let count = fields.optional("count");
        let sampling = fields.optional("sampling");
        if sampling.is_none() {
            errors.keep(fields.forbid_misspelt("sampling"));
        }
        let own_sampling = own_sampling(&fields, sampling.as_ref());
        let is_word =
            sampling.as_ref().is_some_and(|sampling| matches!(sampling.node.item, Item::Text(_)));
        let help = format!("write them in the sampling of the row: {own_sampling}");
        for name in SIZES.into_iter().flatten().chain(is_word.then_some("rate")) {
            let misplaced = fields.forbid(
                name,
                "the sizes of a batch and of the data belong to the sampling",
                &help,
            );
            // Beside a word the error about the word says what to write.
            errors.keep(if is_word { Ok(()) } else { misplaced });
        }
        for name in ["steps", "iterations", "repetitions"] {
            let count = fields.clone().optional(name).as_ref().and_then(plain);
            let is_count = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
            let count = count.filter(is_count).unwrap_or_else(|| "1000".to_owned());
            let help = format!("write a whole number of steps as count = \"{count}\"");
            errors.keep(fields.forbid(name, "the number of steps is the field \"count\"", &help));
        }
        let group = errors.keep(fields.optional("group").map_or(Ok(1), |size| read_size(&size)));
        if let Some(scope) = scope {
            errors.keep(agrees_with_scope(&mut fields, scope));
            errors.keep(parts_agree(written, scope.adjacency));
            errors.keep(require_sigma(field, scope.adjacency));
        }
        let sampled = errors.keep_all(
            sampling.as_ref().map(|field| read_sampling(field, &own_sampling)).transpose(),
        );
        let is_sampling_read = sampled.is_some();
        let (sampling, sampler_idealised) = match sampled {
            Some(Some((sampling, idealised))) => (Some(sampling), idealised),
            _ => (None, None),
        };
        let are_steps = sampling.as_ref().is_some_and(RowSampling::is_of_epochs);
        let count = match are_steps && count.is_none() {
            true => fields.optional("epochs"),
            false => count,
        };
        let epochs = match is_sampling_read {
            true => errors.keep(read_epochs(&mut fields, sampling.as_ref(), count.as_ref())),
            // What the epochs are of is not known.
            false => fields.optional("epochs").and(None),
        };
        let count = match (&epochs, count) {
            (Some(Some(epochs)), _) => Some(epochs.steps),
            (_, Some(count)) => errors.keep(read_count(&count)),
            (_, None) => Some(1),
        };
        let mechanism_idealised = errors.keep(Idealised::read(&mut fields, "mechanism"));
        errors.keep(no_nested_row(&fields));
        let source = errors
            .keep(fields.optional("source").map(|it| it.text().map(str::to_owned)).transpose());
        let date = errors.keep(fields.optional("date").map(|it| Date::read(&it)).transpose());
        let part = errors.keep(fields.optional("part").map(|part| read_part(&part)).transpose());
        let is_group = group.is_some_and(|group| group > 1);
        let (is_sampled, is_part) = (sampling.is_some(), matches!(part, Some(Some(_))));
        let unread = fields.clone();
        let is_noise = Mechanism::is_noise_of("mechanism", &unread);
        let neighbours = Neighbours { adjacency, is_noise };
        // A sample may contain any part of the group.
        let together = if is_sampled { 1 } else { group.unwrap_or(1) };
        let step = match Mechanism::read_kind("mechanism", &mut fields, together) {
            Ok(mechanism) => {
                let mut left = fields.clone();
                if let Some(derived) = &derived {
                    left.expect_instead(&["sensitivity", "shifts"], derived.bounds);
                }
                errors.keep(left.finish());
                match sampling {
                    _ if is_part && is_group => Err(group_of_parts()),
                    Some(_) if derived.as_ref().is_some_and(|derived| derived.values > 1) => {
                        Err(sample_of_values())
                    }
                    Some(sampling) if is_group => {
                        ShiftedNoise::of(&mechanism, "mechanism", unread.clone())
                            .map_err(Refusal::from)
                            .and_then(|noise| {
                                sampling.apply_to_group(
                                    mechanism,
                                    noise.as_ref(),
                                    neighbours,
                                    group.unwrap_or(1),
                                )
                            })
                    }
                    Some(sampling) => sampling.apply(mechanism, neighbours),
                    None => Ok(mechanism),
                }
            }
            // The fields of such a kind are not known here, so they are not checked.
            Err(refusal) => Err(refusal),
        };
        let step = step.and_then(|step| match step.holds_for(adjacency) {
            true => Ok(step),
            false => Err(of_other_neighbours(adjacency)),
        });
        let step = match step {
            Err(Refusal::Input(error)) => {
                let further = error_as_nearest_kind(&unread, &error, together);
                let unknown = unknown_beside(&unread, &fields, &error);
                errors.push(kind.unwrap_or(error));
                errors.keep(further.map_or(Ok(()), Err));
                errors.keep(unknown);
                None
            }
            step => Some(step.map_err(|refusal| refusal.to_string())),
        };
        let is_entered = is_part && !is_sampled && step.as_ref().is_some_and(Result::is_ok);
        let entered = match adjacency {
            Adjacency::ReplaceOne if is_entered => errors.keep(read_entered(written)),
            _ => Some(None),
        };
        let row = || {
            let (count, epochs, step) = (count?, epochs?, step?);
            let fewer = epochs.as_ref().and_then(Epochs::fewer_steps);
            let fewest =
                step.as_ref().ok().zip(fewer).map(|(step, fewer)| times(step.clone(), fewer));
            let all = |values| {
                count.checked_mul(values).ok_or_else(|| Refusal::too_many_steps().to_string())
            };
            let values = derived.as_ref().map_or(1, |derived| derived.values);
            let mechanism = step.and_then(|step| Ok(times(step, all(values)?)));
            let entered = entered?.and_then(|(step, values)| Some(times(step, all(values).ok()?)));
            let words =
                derived.as_ref().filter(|_| mechanism.is_ok()).map(|derived| derived.words.clone());
            Some(Row {
                id: id?,
                derived: words,
                mechanism,
                fewest,
                mechanism_idealised: mechanism_idealised?,
                sampler_idealised,
                sensitivity_defaulted: sensitivity_defaulted(field.node),
                answer_assumed: answer_assumed(field.node, adjacency),
                epochs,
                part: part?,
                entered,
                source: source?,
                date: date?,
            })
        };
        let row = row();
        errors.or(row)
    }
}

/// Is the pair of the row another one for each adjacency?
fn has_adjacency(fields: &Fields<'_>) -> bool {
    fields.clone().optional("mechanism").is_some_and(|kind| kind.text() == Ok("thresholded"))
}

/// The row with the adjacency of the scope, where it needs one and states none.
fn with_adjacency(row: &Node, adjacency: Adjacency) -> Option<Node> {
    let fields = Field { node: row, path: String::new() }.fields().ok()?;
    let Item::Table(table) = &row.item else {
        return None;
    };
    let is_needed = has_adjacency(&fields) && fields.clone().optional("adjacency").is_none();
    let key = Key { name: "adjacency".to_owned(), span: row.span.clone() };
    let word = Node { item: Item::Text(adjacency.name().to_owned()), span: row.span.clone() };
    let stated = table.iter().cloned().chain([(key, word)]).collect();
    is_needed.then(|| Node { item: Item::Table(stated), span: row.span.clone() })
}

/// A step several times.
fn times(step: Mechanism, count: u64) -> Mechanism {
    if count == 1 { step } else { step.repeat(count) }
}

/// The name of a part of the data.
fn read_part(field: &Field<'_>) -> Result<String, InputError> {
    match field.text()? {
        "" => Err(field.error(
            "the part has no name",
            "name it, or leave part out where the row is about all data",
        )),
        name => Ok(name.to_owned()),
    }
}

/// The step of a row with a query where a record is added or removed, and the number of values with
/// this noise.
fn read_entered(row: &Field<'_>) -> Result<Option<(Mechanism, u64)>, InputError> {
    let Some(derived) = derive(row, Adjacency::AddRemove)? else {
        return Ok(None);
    };
    let mut fields = Field { node: &derived.row, path: row.path.clone() }.fields()?;
    match Mechanism::read_kind("mechanism", &mut fields, 1) {
        // Who leaves one part and enters another one is removed here and added there.
        Ok(step) if step.is_of_one_adjacency() => Ok(None),
        Ok(step) => Ok(Some((step, derived.values))),
        Err(Refusal::Input(error)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// Why a group has no parts.
fn group_of_parts() -> Refusal {
    Refusal::Unsupported {
        what: "a group in a part of the data".into(),
        missing:
            "its members may be in several parts: judge the row as one on all data, without part"
                .into(),
    }
}

/// Why a sample has no values with noise of their own.
fn sample_of_values() -> Refusal {
    Refusal::Unsupported {
        what: "a sample under a histogram with this noise".into(),
        missing: "its counts are sampled together, which needs the product of their pairs; gaussian noise has one"
            .into(),
    }
}

/// Names of the sizes of a batch and of the data beside a sampling.
const SIZES: [[&str; 2]; 2] = [["batch", "batch_size"], ["n", "dataset_size"]];

/// The sampling to write, with what the row has of it outside of its braces.
fn own_sampling(row: &Fields<'_>, sampling: Option<&Field<'_>>) -> String {
    let written = |name| row.clone().optional(name).as_ref().and_then(plain);
    let method = match sampling.and_then(plain).as_deref() {
        Some("without-replacement") => "without-replacement",
        _ => "poisson",
    };
    let [batch, n] = SIZES.map(|names| names.into_iter().find_map(written));
    let share = match (batch, n, written("rate")) {
        (None, None, Some(rate)) => format!("rate = \"{rate}\""),
        (None, None, None) => "rate = \"1/100\"".to_owned(),
        (batch, n, _) => {
            let size = |size: Option<String>| size.unwrap_or_else(|| "...".to_owned());
            format!("batch = \"{}\", n = \"{}\"", size(batch), size(n))
        }
    };
    format!("{{ method = \"{method}\", {share} }}")
}

/// A number or a word that can be repeated within quotes in one line.
pub(super) fn plain(field: &Field<'_>) -> Option<String> {
    match &field.node.item {
        Item::Text(text) | Item::Integer(text) if is_plain(text) => Some(text.clone()),
        _ => None,
    }
}

/// Can the text be repeated within quotes in one line?
fn is_plain(text: &str) -> bool {
    text.len() <= 40
        && text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'))
}

/// The number of steps of a row.
fn read_count(field: &Field<'_>) -> Result<u64, InputError> {
    let is_fraction = || {
        field.real().is_ok_and(|x| x.as_rational().is_some_and(|x| *x.denominator_ref() != 1u32))
    };
    field.natural().map_err(|error| match is_fraction() {
        true => InputError {
            help:
                "write the number of steps that was run, or epochs in place of count, with batch and n in the sampling"
                    .to_owned(),
            ..error
        },
        false => error,
    })
}

/// The error that is found by reading a row as one of the kind that was probably meant, where its
/// own is misspelt.
fn error_as_nearest_kind(row: &Fields<'_>, unknown: &InputError, size: u64) -> Option<InputError> {
    let written = row.clone().optional("mechanism")?;
    let (kind, fields) =
        kinds().find(|(kind, _)| unknown.help == format!("did you mean \"{kind}\"?"))?;
    // What such a row lacks may be a field of the scope, of the query, or of another table.
    let is_alone = row.clone().optional("query").is_none()
        && !fields.iter().any(|field| NOT_OF_ROW.contains(field));
    if !is_alone {
        return None;
    }
    let node = Node { item: Item::Text(kind.to_owned()), span: written.node.span.clone() };
    match Mechanism::read_as(&Field { node: &node, path: written.path }, &mut row.clone(), size) {
        Err(Refusal::Input(error)) => Some(InputError {
            help: format!("for mechanism = \"{kind}\": {}", error.help),
            ..error
        }),
        _ => None,
    }
}

/// Refuses the fields of a row, of those that are left, that no row of its kind has, where its
/// mechanism has another error; of a kind that is misspelt they are not known.
fn unknown_beside(
    row: &Fields<'_>,
    left: &Fields<'_>,
    error: &InputError,
) -> Result<(), InputError> {
    let written = row.clone().optional("mechanism");
    let name = written.as_ref().and_then(|field| field.text().ok());
    match name.and_then(|name| kinds().find(|(kind, _)| *kind == name)) {
        Some((_, fields)) => left.only_known_beside(error, fields),
        None => Ok(()),
    }
}

/// The error about a row with `kind`, the name of the field in other notations, in place of
/// `mechanism`.
fn misnamed_kind(fields: &mut Fields<'_>) -> Option<InputError> {
    if fields.clone().optional("mechanism").is_some() {
        return None;
    }
    let written =
        fields.clone().optional("kind").and_then(|field| Some(field.text().ok()?.to_owned()));
    let help =
        format!("write mechanism = \"{}\"", shorten(written.as_deref().unwrap_or("gaussian")));
    fields.forbid("kind", "the kind of a row is the field \"mechanism\"", &help).err()
}

/// The fields of a row itself, beside those of its kind.
pub(super) const FIELDS: [&str; 11] = [
    "id",
    "mechanism",
    "group",
    "count",
    "sampling",
    "epochs",
    "actual",
    "query",
    "part",
    "source",
    "date",
];

/// Fields of kinds that a row has elsewhere.
const NOT_OF_ROW: [&str; 2] = ["mechanism", "adjacency"];

/// How the records of a step are drawn, and where another sampler was run.
fn read_sampling(field: &Field<'_>, own: &str) -> Result<(RowSampling, Option<Idealised>), Errors> {
    let mut errors = Errors::default();
    let mut fields = field.fields().map_err(|error| match field.node.item {
        Item::Text(_) => InputError { help: format!("write sampling = {own}"), ..error },
        _ => error,
    })?;
    let idealised = errors.keep(Idealised::read(&mut fields, "method"));
    let sampling = RowSampling::read(&mut fields).map_err(Errors::from);
    let sampling = errors.keep_all(sampling);
    if sampling.is_some() {
        errors.keep(fields.finish());
    }
    errors.or(sampling.zip(idealised))
}

/// Takes `epochs`, which need the sizes of a sampling.
fn read_epochs(
    fields: &mut Fields<'_>,
    sampling: Option<&RowSampling>,
    count: Option<&Field<'_>>,
) -> Result<Option<Epochs>, InputError> {
    let Some(sizes) = sampling.and_then(RowSampling::sizes) else {
        if sampling.is_some_and(RowSampling::is_of_epochs) {
            let help =
                "the count of a row of shuffled batches is the number of epochs: give one of them";
            fields.forbid("epochs", "both count and epochs are given", help)?;
            return Ok(None);
        }
        fields.forbid(
            "epochs",
            "the number of epochs does not say how many steps were taken",
            "an epoch has n/batch steps: write sampling = { method = \"poisson\", batch = \"256\", \
             n = \"60000\" }, or give the number of steps as \"count\" instead of epochs",
        )?;
        return Ok(None);
    };
    fields.optional("epochs").map(|epochs| Epochs::read(&epochs, sizes, count)).transpose()
}

/// A row may repeat the unit and the adjacency of the scope, and must not have others.
fn agrees_with_scope(fields: &mut Fields<'_>, scope: &Scope) -> Result<(), InputError> {
    let is_kept = has_adjacency(fields);
    let stated =
        if is_kept { fields.clone().optional("adjacency") } else { fields.optional("adjacency") };
    if let Some(adjacency) = stated
        && adjacency.choice(&Adjacency::WORDS)? != scope.adjacency
    {
        return Err(adjacency.error(
            format!("the adjacency of the scope is {}", scope.adjacency.name()),
            "all steps of a composition share the adjacency: put this row into a file of its own",
        ));
    }
    if let Some(unit) = fields.optional("unit")
        && unit.text()? != scope.unit
    {
        return Err(unit.error(
            format!("the unit of the scope is \"{}\"", shorten(&scope.unit)),
            "budgets of different privacy units are never added: put this row into a file of its own",
        ));
    }
    Ok(())
}

/// Refuses the kinds that wrap a mechanism: they have their own spelling in a ledger.
fn no_nested_row(fields: &Fields<'_>) -> Result<(), InputError> {
    let Some(kind) = fields.clone().optional("mechanism") else {
        return Ok(());
    };
    match kind.text() {
        Ok("repeat") => Err(kind.error(
            "a ledger row is repeated by its field \"count\"",
            "name the mechanism itself here and write count = \"1000\" in the same row",
        )),
        Ok("group") => Err(kind.error(
            "a ledger row is about a group by its field \"group\"",
            "name the mechanism itself here and write group = \"3\" in the same row: the number of members",
        )),
        Ok("subsample") => Err(kind.error(
            "a ledger row is sampled by its field \"sampling\"",
            "name the mechanism itself here and write sampling = { method = \"poisson\", rate = \"1/100\" }",
        )),
        Ok("random-allocation") => Err(kind.error(
            "a ledger row is allocated by its field \"sampling\"",
            "name the mechanism itself here and write sampling = { method = \"random-allocation\", steps = \"1000\" }",
        )),
        Ok(word @ ("inverse" | "symmetrised" | "erasure")) => Err(kind.error(
            format!("the field \"mechanism\" of {word} is not allowed in a ledger row"),
            format!("write mechanism = \"compose\" and mechanisms = [{{ kind = \"{word}\", ... }}] in this row"),
        )),
        _ => Ok(()),
    }
}
