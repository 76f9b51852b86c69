//! A whole run: questions in order, verdicts in parallel.

use super::answer::{Answer, Said};
use super::baseline::{Baseline, Standing};
use super::judge::Finding;
use super::program::Program;
use super::suite::Request;
use rayon::prelude::*;
use std::collections::HashMap;
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
    fn new(request: &'a Request, answer: Answer, finding: Finding, baseline: &Baseline) -> Judged<'a> {
        let standing = baseline.standing(&request.id, finding.verdict);
        Judged { request, answer, finding, standing }
    }
}

/// Puts every question to a program, one after another, while other threads judge the answers; the result has the order
/// of the questions. `received` is called with each answer when it arrives.
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
            let answer = program.ask(&request.id, &request.line);
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

/// Judges recorded answers, in parallel; a question without one counts as crashed. The result has the order of the
/// questions.
pub fn judge_all<'a>(
    requests: &'a [Request],
    answers: &HashMap<String, Answer>,
    baseline: &Baseline,
    judge: impl Fn(&Request, &Said) -> Finding + Sync,
) -> Vec<Judged<'a>> {
    let judge_one = |request: &'a Request| {
        let missing = || {
            let reason = "there is no answer in the record".to_owned();
            Answer { id: request.id.clone(), said: Said::Crashed { reason }, program: None }
        };
        let answer = answers.get(&request.id).cloned().unwrap_or_else(missing);
        let finding = judge(request, &answer.said);
        Judged::new(request, answer, finding, baseline)
    };
    requests.par_iter().map(judge_one).collect()
}
