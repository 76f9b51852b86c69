//! A whole run: questions in order, verdicts in parallel.

use super::answer::{Answer, Said};
use super::baseline::{Baseline, Standing};
use super::judge::Finding;
use super::program::Program;
use super::relation::{Comparison, Relation, compare};
use super::suite::Request;
use dpcert::Real;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::mpsc;

/// A question with its answer and its verdict.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    /// The question.
    pub request: &'a Request,
    /// The answer.
    pub answer: Answer,
    /// The verdict.
    pub finding: Finding,
    /// Its relation to the baseline.
    pub standing: Standing,
}

impl<'a> Judged<'a> {
    fn new(
        request: &'a Request,
        answer: Answer,
        finding: Finding,
        baseline: &Baseline,
    ) -> Judged<'a> {
        let standing = baseline.standing_of(&request.id, &answer.said, &finding);
        Judged { request, answer, finding, standing }
    }
}

/// Puts every question to a program, one after another, while other threads judge the answers; the
/// result has the order of the questions, and ends with the last one before the program was given
/// up. `received` is called with each answer when it arrives.
pub fn ask_all<'a>(
    program: &mut Program,
    requests: &'a [Request],
    baseline: &Baseline,
    mut received: impl FnMut(&Answer),
    judge: impl Fn(&Request, &Said) -> Finding + Sync,
) -> Vec<Judged<'a>> {
    let (done, results) = mpsc::channel();
    rayon::in_place_scope(|scope| {
        for (index, request) in requests.iter().enumerate() {
            let Some(answer) = program.ask(&request.id, &request.line) else { break };
            received(&answer);
            let (done, judge) = (done.clone(), &judge);
            scope.spawn(move |_| {
                let finding = judge(request, &answer.said);
                // The receiver waits for all of them.
                let _ = done.send((index, Judged::new(request, answer, finding, baseline)));
            });
        }
    });
    drop(done);
    let mut judged: Vec<(usize, Judged<'a>)> = results.into_iter().collect();
    judged.sort_by_key(|(index, _)| *index);
    judged.into_iter().map(|(_, judged)| judged).collect()
}

/// Judges recorded answers, in parallel; a question without one is left out. The result has the
/// order of the questions.
pub fn judge_all<'a>(
    requests: &'a [Request],
    answers: &HashMap<String, Answer>,
    baseline: &Baseline,
    judge: impl Fn(&Request, &Said) -> Finding + Sync,
) -> Vec<Judged<'a>> {
    let judge_one = |request: &'a Request| {
        let answer = answers.get(&request.id)?.clone();
        let finding = judge(request, &answer.said);
        Some(Judged::new(request, answer, finding, baseline))
    };
    requests.par_iter().filter_map(judge_one).collect()
}

/// Two answers that logic relates, with the verdict on both together.
#[derive(Clone, Debug)]
pub struct Related<'a> {
    /// The relation.
    pub relation: &'a Relation,
    /// The answer to the first question.
    pub first: Answer,
    /// The answer to the second question.
    pub second: Answer,
    /// The verdict.
    pub comparison: Comparison,
    /// Its relation to the baseline.
    pub standing: Standing,
}

/// The questions of relations, each once.
pub fn sides(relations: &[Relation]) -> Vec<&Request> {
    let mut found = HashSet::new();
    let sides = relations.iter().flat_map(|relation| [&relation.first, &relation.second]);
    sides.filter(|side| found.insert(side.id.as_str())).collect()
}

/// Puts the questions of relations to a program, until it is given up; `received` is called with
/// each answer when it arrives.
pub fn ask_sides(
    program: &mut Program,
    sides: &[&Request],
    mut received: impl FnMut(&Answer),
) -> HashMap<String, Answer> {
    let mut answers = HashMap::new();
    for side in sides {
        let Some(answer) = program.ask(&side.id, &side.line) else { break };
        received(&answer);
        answers.insert(side.id.clone(), answer);
    }
    answers
}

/// Compares the answers to both questions of each relation, in order. A relation is left out if one
/// of its questions was not asked.
pub fn relate<'a>(
    relations: &'a [Relation],
    answers: &HashMap<String, Answer>,
    baseline: &Baseline,
    loose: &Real,
) -> Vec<Related<'a>> {
    let related = |relation: &'a Relation| {
        let (first, second) =
            (answers.get(&relation.first.id)?.clone(), answers.get(&relation.second.id)?.clone());
        let comparison = compare(relation, &first, &second, loose);
        let said = [&first.said, &second.said];
        let standing = baseline.standing_of_pair(relation, said, comparison.agreement);
        Some(Related { relation, first, second, comparison, standing })
    };
    relations.iter().filter_map(related).collect()
}
