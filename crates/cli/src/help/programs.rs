//! Help about other programs and papers that are compared, the protocol for programs, and shells
//! and man.

pub const HELP: &str = r#"Example:
  $ dpcert help sensitivity | head -n 2
  Sensitivity, how far neighbours move a query:
                 a record added or removed    a record replaced

Pages: mechanisms has the kinds of mechanisms with their parameters, sensitivity
how far neighbours move what noise is added to, limits the engines and the limits of
precision, work and memory, and exit-codes what the exit codes mean."#;

pub const QUERY: &str = r#"A request is an object with a mechanism and a query. The fields id (of any type), digits, rel-gap and exact are
optional. Every line gets one answer, in the order of the lines.

  {"id":1, "mechanism":M, "query":Q,
   "digits":20, "rel-gap":"1e-3", "exact":true}

Closed forms and lattices reach digits; a grid of losses reaches rel-gap (hi - lo <= rel-gap hi).

Mechanisms are objects with a kind and its parameters. Numbers are strings or integers:
  {"kind":"approx-dp","eps":"1/10","delta":"1e-6"}
  {"kind":"repeat","count":1000,"mechanism":M}
  {"kind":"compose","mechanisms":[M, ...]}
  {"kind":"subsample","method":"poisson","rate":"1/100",
   "adjacency":"add-remove","mechanism":M}
  {"kind":"group","size":3,"mechanism":M}
  {"kind":"mixture","weights":["1/3","2/3"],"mechanisms":[M, M]}

Queries:
  {"delta":{"eps":"1"}}             {"eps":{"delta":"1e-5"}}
  {"deltas":{}}                     {"tv":{}}
  {"rho":{}}                        {"kl":{}}
  {"renyi":{"order":"3/2"}}         {"chi-squared":{}}
  {"functionals":{}}                {"bayes-error":{"prior":"1/2"}}
  {"beta":{"alpha":"1/10"}}         {"test":{"alpha":"1/10"}}
  {"region":{}}                     {"likelihood-ratios":{}}
  {"gdp":{"alpha_min":"1e-9"}}      {"gdp-regret":{"alpha_min":"1e-9"}}
  {"delta":{"eps":["0","1","2"]}}   one number at several values, from one
                                    composition; also eps, beta, renyi and
                                    bayes-error
  {"deltas":{"inner":true}}         each row also with inner_delta_j, the delta
                                    given that the loss is finite
  {"polygon":{"gap":"1e-3"}}        two polygons with the trade-off function
                                    in between
  {"calibrate":{"eps":"1","delta":"1e-6"}}
                                    where "?" marks one parameter of the
                                    mechanism; or {"tv":"1/10"}, {"mu":"1"},
                                    {"alpha":"1/100","beta":"9/10"}
  {"dominates":{"mechanism":M,"kernel":true}}
                                    does the mechanism dominate M?

A request may have a theorem with its parameters ("dpcert theorem list"), a channel, or the sensitivity of a matrix
mechanism ("dpcert help matrix-sensitivity"), instead of a mechanism; exact values in the answer may be expressions.
Each of these is one line:
  {"id":1, "theorem":{"name":"kov-simplified",
   "eps":"1/10","k":100,"slack":"1e-5"}}
  {"id":2, "channel":{"matrix":[["3/4","1/4"],["1/4","3/4"]],
   "ldp":"ln(3)","delta":"1/2","beta":"1/10",
   "inputs":[["1","0"],["0","1"]],"prior":["1/2","1/2"]}}
  {"id":3, "sensitivity":{"strategy":{"kind":"toeplitz",
   "coefficients":["1","1/2"],"n":6},
   "participation":{"kind":"min-sep","b":2,"k":3}}}

A request may also be for a picture, as data and, with svg, as a drawing. It shows regions, trade-offs, roc,
profiles, log-profiles, deltas or log-deltas; gap, eps-to, least and points are those of "dpcert help plot", x and y the
ends of the axes, marks are points such as {"name":"attack", "at":["0.01","0.3"]}, and front is the layer on top.
Instead of mechanisms it may have the text of a claim file as claims, a convergence, a theorem over a parameter,
mechanisms over the parameter that is ?, or noise whose density is drawn:
  {"id":4, "scene":{"show":"regions", "mechanisms":["gdp(mu=1)"],
   "gap":"1e-3", "x":["0","0.5"], "y":["0","1"]}, "svg":true}
  {"id":5, "scene":{"convergence":{"mu":"1","steps":["2","10"]}}}
  {"id":6, "scene":{"utility":{"name":"histogram-error","bins":"10",
   "n":"100"}, "over":{"eps":["0.1","10"]}, "scale":"logarithmic",
   "conclusions":["mse"], "at":"1"}}
  {"id":7, "scene":{"densities":["laplace(eps=1)"], "shifted":true}}
  {"id":8, "scene":{"families":["gaussian(sigma=?)^10"], "eps-at":"1e-5",
   "over":{"sigma":["1","8"]}}}

A mechanism may be a text too, as on the command line: "laplace(eps=1)^10".

An answer has the id of its request and a status:
  ok           lo and hi, rounded outward, with the quantity in between; exact,
               if it is rational; tight: do neighbours attain the number in
               between, or is one end only a bound; met: is the interval as
               narrow as the requested digits, or the gap
  unsupported  what is missing
  error        which field is wrong, and why

Exit codes: 2 if a line was an error, else 3 if one was unsupported, else 0; 70 if the engines contradict each other.

Example:
  $ echo '{"id":1,"mechanism":{"kind":"laplace","eps":"1"},"query":{"tv":{}}}' \
      | dpcert query | tr , '\n'
  {"id":1
  "status":"ok"
  "lo":"0.393469340287366576396"
  "hi":"0.393469340287366576397"
  "tight":true
  "met":true
  "method":"closed-form"
  "engine":"malachite"}"#;

#[cfg(feature = "release")]
pub const COMPLETIONS: &str = r#"Where to write the scripts:
  bash        dpcert completions bash \
                > ~/.local/share/bash-completion/completions/dpcert
  zsh         dpcert completions zsh > _dpcert, in a folder of $fpath
  fish        dpcert completions fish \
                > ~/.config/fish/completions/dpcert.fish
  PowerShell  dpcert completions powershell >> $PROFILE
  Elvish      dpcert completions elvish >> ~/.config/elvish/rc.elv

Example:
  $ dpcert completions bash | grep -c '^_dpcert()'
  1"#;

#[cfg(feature = "release")]
pub const MANUAL: &str = r#"Example:
  $ dpcert manual man
  the pages are written; man -l man/dpcert.1 shows the first"#;

#[cfg(feature = "crosscheck")]
pub const CROSSCHECK: &str = r#"The program reads one request a line, and answers it with one line before it reads the next:
  {"id":"q1","mechanism":M,"query":Q}
as for dpcert query; the query is delta, eps, tv, beta, rho, renyi or gdp. An answer says what its number is, an upper
bound, a lower bound, an estimate with a tolerance, or an interval:
  {"id":"q1","status":"ok","value":"0x1.8p-3","bound":"upper"}
  {"id":"q1","status":"ok","value":"0x1.8p-3","bound":"lower"}
  {"id":"q1","status":"ok","value":"0.1875","bound":"estimate","rel-tol":"1e-9"}
  {"id":"q1","status":"ok","lo":"0.18","hi":"0.19"}
A formula that rounds to nearest gives an estimate, not a bound. It is within rel-tol times the truth, plus abs-tol; either
may be left out. "abs-tol":"0x1p-1074" is for numbers that binary64 rounds to 0. Beside a bound they say how far it may be
on the other side.
An answer may also say that the question is unsupported, or that the program failed:
  {"id":"q1","status":"unsupported","reason":"..."}
  {"id":"q1","status":"error","reason":"..."}
Numbers are strings, read exactly; "program":"name version" may be added to each answer. "consistent":"1e-9" promises that
answers that logic makes equal or ordered are so within that relative tolerance.

Verdicts:
  sound        proved: the value is on the side it declares, the estimate
               within its tolerance
  loose        proved as well, and more than --loose times the truth or less
               than the truth divided by it
  inaccurate   disproved: an estimate outside its tolerance on the safe side
               (above, for beta below)
  unsound      disproved; the amount is certified. By rounding: by less than
               1e-9 of the truth, or than 2^-1074; these are counted, and all
               are listed by --all
  invalid      nan, negative, a probability above 1, a malformed line, the
               answer to another question
  crashed, timed-out, unsupported
  undecided    the certified bounds leave both possible

The program gets each mechanism as an object, also where a suite has a text. --list writes the id of each question, and what
it asks; --list --json writes the lines that a program reads.

Without --suite the program is also asked pairs of questions whose answers must be equal or ordered, such as n steps at once
and in a loop; their ids begin with relation-. No certified value is needed. Verdicts on such a pair:
  holds        nothing that the answers declare contradicts the relation
  differs      bounds on the same side disagree by less than --loose
  unsound      by the library's own two answers: what they declare, or
               promise, excludes the relation
  undecided    bounds on the same side disagree by more than --loose: one is
               unsound or the other loose
  invalid, crashed, timed-out, unsupported, as one of the answers is

The program runs in a temporary folder of its own, without a shell; a word of the command that names a file or
folder here is made absolute. With --shell the words do not change, and $OLDPWD is this folder. A program that is late,
dead, or out of step is ended with all its processes, and started again; after 10 failures in a row, or 3 late answers
before any other, the questions end.
Time is processor time, as far as the system counts it for a group of processes, so that a busy machine changes no
verdict; a program that waits is ended by the clock.

In the table ~ marks a rounded number, and 1.2[3,4] is [1.23, 1.24].

Example:
  $ echo '{"id":"q","mechanism":{"kind":"gdp","mu":"1"},"query":{"tv":{}}}' \
      > one.jsonl
  $ COLUMNS=78 dpcert crosscheck --suite one.jsonl --cmd 'dpcert query' --all
  1 question: 1 sound; no failure

  question   q
  quantity   tv
  says       in ~0.382925, width 1e-21
  certified  0.3829249225[4,5]
  margin     +4.09e-22
  verdict    sound
    ~ marks a rounded number; 1.2[3,4] is [1.23, 1.24].

Exit codes:
  0   every answer is sound, loose or unsupported, every pair holds, differs or
      is unsupported, or the failure is in the baseline
  1   an answer is inaccurate, an answer or a pair is unsound or invalid, or the
      program crashed or was too late, and the baseline does not list it, or
      lists an answer that is less than half as far from the truth, or two that
      are less than half as far apart; or a question that it does not list was
      not asked, or is not in the record; --write-baseline changes no exit code
  2   a file or the command is wrong
  3   an answer or a pair is undecided, and the baseline does not list it; or
      fewer answers and pairs than --min-judged were judged
  70  with --engine both: the engines contradict each other; please report it
  74  a file of --record, --write-baseline, --junit or --sarif, or the output,
      cannot be written; of a file this is found before any question"#;

#[cfg(feature = "papers")]
pub const PAPERS: &str = r#"Examples:
  dpcert papers Balle 'theorem 8'
  dpcert papers substantive
  $ COLUMNS=78 dpcert papers GI-04
  GI-04: proved
    paper      Ghazi and Issa: Total Variation Meets Differential Privacy
    version    arXiv 2311.01553v1 of 2 November 2023
    place      Remark 1
    statement  The least sum of both errors in the region of (eps, delta)-DP
               belongs to the largest total variation distance.
    formula    2(1 - delta)/(1 + E) = 1 - (delta + (1 - delta)(E - 1)/(E + 1))
    domain     E = e^eps, delta in [0, 1]
    evidence   identity: E (x) and delta are indeterminates; both sides times 1
               + E
    compared   once; no counterexample
    can fail   with (1 - delta) in place of 2(1 - delta) it is refuted: the
               difference of both sides is delta - 1; but the identity, times 1
               + E was claimed
    rerun      dpcert papers GI-04

Verdicts:
  proved           the machine decided it for the whole domain: an identity in
                   indeterminates, a decision
  proved-core      the same for a part of it, or for statements from which it
                   follows by an argument in prose
  verified         for a stated finite family, or up to a stated bound
  refuted          false: there is an exact witness
  corrected        false as printed; the given form is true, as far as the
                   evidence shows
  valid-but-loose  a bound that holds, but not with the claimed tightness
  cited            not decided here
  dropped          nothing in it can be decided

A statement that is not true as printed has a severity: substantive, proof-gap, misprint, or degenerate-domain, which
means true except on a part of its domain, mostly an edge, where it has no value ("verified, for eps > 0") or a tie.

Exit codes: 0 if every verdict is the recorded one, 1 if one differs, 2 for an unknown id,
3 if a check did not finish."#;

#[cfg(feature = "crosscheck")]
pub const FLOATS: &str = r#"Each formula is evaluated in binary64 at every point of a grid and compared with the certified value for exactly
those inputs. An ulp is the distance of two neighbouring binary64 numbers at the true value. An error is an upper
bound; + is above the truth, and - is below it, where a delta is not a bound.

Columns of the table of all:
  points       of the grid
  <= 4 ulps    the number of values in [0, 1] that certainly are that near
  <= 1e-9      relative to the truth
  below        certainly less than the truth, negative ones included: unsafe
  worst        the largest error of the values in [0, 1]
  failures     invalid values: NaN, infinite, negative, above 1, zero in place
               of a normal number

"trusted" is a largest box of the grid in which all values are within --ulps; nothing is certified between points.
--svg draws the grid as a heat map.

Examples:
  $ COLUMNS=200 dpcert floats gdp-literal | tr -s ' ' \
      | grep -E '^[|] (mu|20 .* (120|560|7[01]0)) '
  | mu | eps | value | truth | error, ulps |
  | 20 | 120 | 0.999959996666841 | 0.999959996[6,7] | +0.4 |
  | 20 | 560 | 5.115859213235379e-73 | 5.11585919[8,9]e-73 | +2.4e7 |
  | 20 | 700 | 3.05669670638249e-138 | 1.35666212[7,8]e-138 | +5.7e15 |
  | 20 | 710 | NaN | 4.32661108[1,2]e-144 | NaN |

  $ dpcert floats gdp-literal --ulps 16 | tail -n 3
  gdp-literal: mu-GDP: Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)
    trusted where mu >= 1 and eps/mu <= 2: 45 of 221 points, within 16 ulps
    first failure: NaN at mu = 20, eps = 710"#;

#[cfg(feature = "crosscheck")]
pub const VECTORS: &str = r#"Each vector is a question of the line protocol with an enclosure of its answer, and flags for the class of
bugs that it catches; vectors/v1/README.md explains the files.

Example:
  $ dpcert vectors trade-off --check vectors/v1
  50 vectors in 1 file: all as generated

Exit codes: 0 if all is written or unchanged, 1 if a vector of the folder differs, 2 for an unknown
family or an unreadable folder, 3 if a question has no answer, 74 if a file cannot be written."#;
