//! The pages of `dpcert help` that are about no single command.

/// A page with its name, and what it is about.
pub struct Topic {
    pub name: &'static str,
    pub about: &'static str,
    pub text: &'static str,
}

pub const TOPICS: [Topic; 5] = [
    Topic {
        name: "mechanisms",
        about: "The kinds of mechanisms, their parameters, and numbers",
        text: MECHANISMS,
    },
    Topic {
        name: "sensitivity",
        about: "How far neighbours move what noise is added to",
        text: SENSITIVITY,
    },
    Topic {
        name: "exponential",
        about: "Selections: exponential, noisy-max, sparse-vector",
        text: EXPONENTIAL,
    },
    Topic {
        name: "limits",
        about: "The engine, and the limits of precision, work and memory",
        text: LIMITS,
    },
    Topic { name: "exit-codes", about: "What the exit codes mean", text: EXIT_CODES },
];

/// Its list of kinds is made from the catalogue: `scripts/record made`.
const MECHANISMS: &str = include_str!("mechanisms.txt");

const SENSITIVITY: &str = r#"Sensitivity, how far neighbours move a query:
               a record added or removed    a record replaced
  a count      sensitivity = 1              sensitivity = 1
  a histogram  sensitivity = 1              shifts = [1, -1]; Euclidean: sqrt(2)
  a sum        the largest absolute value   the largest value minus the smallest

Integer noise without sensitivity or shifts is answered for one count that moves by 1, with a note. That of correlated
noise, where a record moves several steps, is computed: dpcert help matrix-sensitivity."#;

const EXPONENTIAL: &str = r#"The exponential mechanism outputs a candidate of score u with a probability proportional to
e^(eps u / (2 sensitivity)), or to e^(eps u / sensitivity) where neighbours move all scores in one direction. Both have the
range eps: the largest privacy loss minus the smallest is at most eps.

The class of all exponential mechanisms of a range, and a single one:
  exponential(eps=1)     each may be chosen by the outputs of those before
  exponential(eps=1, composition=non-adaptive)
                         all are chosen before any output is seen
  exponential(coefficient=1/2, sensitivity=1, moves=both-ways)
                         the same by weights e^(u/2) of scores u; moves=one-way
                         where a neighbour moves all scores in one direction
  exponential(eps=1, scores=[0, -1, -2], neighbour_scores=[-1, 0, -1],
              sensitivity=1)
                         the one of these scores, in both orders of neighbours

One mechanism has an exact answer, and so have up to 4096 of one range that are not adaptive. Adaptive ones of one range,
also beside others, are known between two polygons. Of several ranges, and of non-adaptive ones beside other mechanisms,
only two bounds are known. A group of K members has the range K eps.

Report noisy max adds noise of the scale 2 sensitivity / eps to each score, and outputs the candidate of the largest:
  noisy-max(noise=gumbel, eps=1)       the exponential mechanism
  noisy-max(noise=exponential, eps=1)  permute-and-flip, as laplace(eps=1)
  noisy-max(noise=laplace, eps=1)      at most laplace(eps=1): two bounds
  noisy-max(noise=laplace, scale=2, sensitivity=1, moves=both-ways)
                                       the same by the scale; moves=one-way
                                       where all scores move in one direction
  noisy-max(noise=exponential, eps=1, scores=[0, -1, -2],
            neighbour_scores=[-1, 0, -1], sensitivity=1)
                                       the one of these scores
  noisy-max(noise=geometric, eps=1, sensitivity=1)
                                       integer scores and noise, masses fall by
                                       e^(-eps / (2 sensitivity)) at each step;
                                       or noise=discrete-laplace: two bounds
Each may be made by the outputs of those before. A composition has an upper bound, from laplace or discrete-laplace, and a
lower one. The k largest under Gumbel noise that is drawn once are k selections, each without the candidates before:
  noisy-max(noise=gumbel, eps=1)^10    the 10 largest
Under other noise that is so where it is drawn again for each. The noisy value of the winner is not covered: it has to be
released with noise of its own, noisy-max(...) * laplace(scale, sensitivity).

The sparse vector technique tells which queries are above a threshold. The threshold has Laplace noise of the scale
sensitivity / threshold_eps, once, and each query noise of the scale 2 cutoff sensitivity / query_eps; with
moves=one-way, where neighbours move all queries in one direction, it is half of that. After cutoff answers of above none
is given:
  sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1)
                                       at most laplace(eps=1): two bounds
  sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1, queries=[0, 0],
                neighbour_queries=[1, -1], threshold=0, sensitivity=1)
                                       the one of these queries
Given queries may have noise=discrete-laplace, and the variant of a published algorithm that discloses more than was said:
noisy-answers, unscaled-query-noise, no-query-noise or no-cutoff.

Examples:
  $ dpcert delta 'exponential(eps=1)' --at 1/2
  $ dpcert eps 'exponential(eps=1/10, composition=non-adaptive)^100' --at 1e-6
  $ dpcert delta 'exponential(eps=1/2)^10' --at 2
  $ dpcert delta 'noisy-max(noise=exponential, eps=1)' --at 1/2
  $ dpcert tv 'sparse-vector(threshold_eps=1/2, query_eps=1/2, cutoff=1)'
  $ dpcert calibrate 'exponential(eps=?)' --eps 1/2 --delta 1e-6"#;

const LIMITS: &str = r#"Every command that computes has these options:
  --engine ENGINE       malachite (pure Rust, the default), mpfr (GNU MPFR and
                        GMP, in a build with the feature mpfr), or both: the
                        two are compared, and must agree
  --max-precision BITS  the largest working precision, in bits; 65536 without it
  --max-work N          the most work for one answer, in word operations, about
                        10^9 a second; 1e11 without it
  --max-memory MIB      the most memory for one answer, in MiB; 4096 without it

A question that would need more work or memory is refused before it is computed. The message has the option that allows it, with
its value. An enclosure that is wider than requested because of the precision has a note."#;

const EXIT_CODES: &str = r#"Exit codes:
  0   every question is answered, every verdict is the expected one
  1   a claim is refuted or holds, contrary to its expectation; a finding is
      denied; an answer of another program is unsound; a certificate is invalid
  2   the command line, a file or a request is wrong
  3   undecided, not supported, or too costly
  4   verify: a certificate is valid, and certifies that its claim is false
  70  the two engines contradict each other
  74  the output cannot be written
  141 the reader of the output stopped before its end: what follows is not known"#;
