//! Claim files, from the first draft to a certificate.

// No line of the sample has more than 50 columns: it can be copied from a narrow terminal too.
pub const CHECK: &str = r#"A claim file states what was run and what is claimed about it:
  format = "dpcert/1"
  # for reports
  title = "The release of the counts"

  [scope]
  unit = "person"
  # or add-remove, zero-out
  adjacency = "replace-one"

  [[ledger]]
  id = "release/counts"
  # kinds and fields: dpcert help mechanisms
  # or a text: "gaussian(sigma=13/10)^4", or
  # "poisson(1/100, gaussian(sigma=1))^1000"
  mechanism = "gaussian"
  sigma = "13/10"
  # repetitions
  count = 4
  # where the parameters are from
  source = "report, page 2"
  # what was run instead: discrete-gaussian,
  # discrete-laplace, or floating-point
  actual = "discrete-gaussian"

  [[claim]]
  id = "published"
  # rows of the ledger; * is any text
  over = ["release/*"]
  # or delta = { eps = "1" }, tv = {},
  # beta = { alpha = "1/10" }, rho = {}
  eps = { delta = "1e-6" }
  # or at-least, equals, between = ["8", "9"]
  at-most = "9"
  source = "report, page 3"
  # the expected verdict, which affects the exit
  # code only; or refuted, undecided, unsupported
  expect = "holds"

  # findings besides the verdicts:
  # allow, warn (the default), or deny
  [policy]
  # a local randomiser without replace-one: it is
  # judged as one answer about the whole data
  answer-assumed = "warn"
  # an at-most was rounded down from the value,
  # or from the conversion from zCDP
  claim-rounded-down = "deny"
  # an eps is the sum over the steps, and their
  # composition has a smaller one
  eps-summed-loosely = "warn"
  # a row states what was run instead: actual
  mechanism-idealised = "allow"
  # a pair is not symmetric: neighbours in the
  # other order may lose more
  order-assumed = "warn"
  # a sampling states what was run instead:
  # actual = "shuffled", poisson, fixed-size,
  # with-replacement, or without-replacement
  sampler-idealised = "warn"
  # discrete noise without sensitivity or shifts:
  # judged for one count that moves by 1
  sensitivity-defaulted = "warn"
  # epochs are not a whole number of batches
  steps-rounded-up = "warn"

To compute what a ledger costs, without a claim:
  dpcert check --ask eps=1e-5 --ask tv FILE

To see what a new claim file changes in comparison with an old one; the exit code is that of the new one:
  dpcert check NEW --against OLD

A table of claims, one claim a row (see dpcert judge), is judged into another table:
  dpcert check claims.parquet -o verdicts.parquet

Exit codes:
  0   every verdict is the expected one
  1   a claim is refuted or holds, contrary to its expectation; or a finding is
      denied
  2   a file is missing or malformed (the others are judged all the same)
  3   a claim is undecided or not supported, contrary to its expectation; or a
      question has no answer
  70  with --engine both: the engines contradict each other; please report it

A row of a training run may give epochs, with batch and n, in place of count and rate. Programs
keep partial batches or drop them: here a verdict is true of 60 * ceil(n / batch) steps, of 60 * floor(n / batch),
and of all numbers between them. The scope has adjacency = "add-remove":
  mechanism = "gaussian"
  noise_multiplier = "11/10"
  epochs = 60
  sampling = { method = "poisson", batch = 256, n = 60000 }

A row may state its query in place of a sensitivity, with bounds on what one unit contributes: count (rows), histogram (keys,
rows_per_key), bounded-sum (lower, upper, and rows or rows_exactly), or unknown-keys (keys, rows_per_key). The distance
follows from the adjacency. A row with a part sees one of several disjoint parts of the data, and a claim is about the
worst of them:
  mechanism = "laplace"
  scale = 4
  query = "histogram"
  keys = 3
  rows_per_key = 2
  part = "north"

No unit may have data in two parts."#;

pub const INIT: &str = r#"With `registry` it has the claim files of deployments that the OpenDP registry lists, in a build with that feature:
dpcert init registry lists them, and says of the others what is not given.

Example:
  $ dpcert init queries -o - | COLUMNS=78 dpcert check -
  standard input (unit: record; adjacency: add-remove)
  claim      sum
  quantity   eps at delta = 0
  claimed    <= 2.5
  certified  5/2
  margin     0
  verdict    holds

  claim      tight
  quantity   eps at delta = 1e-6
  claimed    <= 2.25
  certified  [2.2395629, 2.2401734]
  margin     +0.00982
  verdict    holds

  2 claims in 1 file: 2 hold, all as expected"#;

pub const BUDGET: &str = r#"The composition of a ledger is what it costs if all its parameters were fixed beforehand. Where a parameter was chosen
after a look at what was released, a filter is needed: a total that the run never lets exceed a limit. There are filters of
rho, of mu^2 for Gaussian noise, of eps, and with --order of one Renyi divergence. A total beyond what a filter allows is not
too much for every run. A composition beyond the budget is: the exit code is 1 then.

With --by-date each row has the day by which all of it was released, date = "2026-03-01": the composition of all rows up to
each day is compared with the budget. With --by-row each row is by itself, beside what all others cost without it, and with
--by-part each part of the data is.

Example:
  $ printf 'noise_multiplier,steps\n8,20\n12,10\n' > y.csv
  $ dpcert import y.csv --adjacency=add-remove -o y.toml
  y.toml is written; it has no claim: dpcert check --ask eps=1e-5 y.toml
  $ COLUMNS=78 dpcert budget y.toml --eps 3 --delta 1e-6 --next 'gdp(mu=1/10)'
  y.toml (unit: record; adjacency: add-remove)
  parameters                   fixed beforehand
  total                        composition
  eps at delta = 1e-6          [2.847741, 2.847742]
  rounds of gdp(mu=1/10) left  3

  parameters                   chosen on the way
  total                        rho <= 0.1909723
  eps at delta = 1e-6          <= 3.05234
  rounds of gdp(mu=1/10) left  0

  parameters                   chosen on the way
  total                        mu^2 <= 0.3819445
  eps at delta = 1e-6          <= 2.847742
  rounds of gdp(mu=1/10) left  3

  parameters                   chosen on the way
  total                        eps: none
  eps at delta = 1e-6          -
  rounds of gdp(mu=1/10) left  -
  eps: row 1: the filter of eps is not supported: a step has no finite eps at
    delta = 0"#;

pub const IMPORT: &str = r#"It reads the state_dict() or history of an accountant of Opacus, events and ledgers of
dp-accounting (their named tuples as JSON, or as Python prints them), statements and ledgers of TensorFlow Privacy,
measurements that OpenDP serialises, the ledgers of NVFlare's SVTPrivacy and of openmed, the spent_budget of diffprivlib,
and CSV.

Nothing is guessed: what a ledger does not say is an option here, or a comment in the claim file. Numbers keep their
digits.

Example:
  $ echo '{"history": [[1.1, 0.0042, 9]], "mechanism": "rdp"}' > run.json
  $ dpcert import run.json --adjacency=add-remove -o run.toml
  run.toml is written; it has no claim: dpcert check --ask eps=1e-5 run.toml
  $ grep -A 4 ^..ledger run.toml
  [[ledger]]
  id = "1"
  mechanism = "gaussian(sigma=1.1)"
  sampling = { method = "poisson", rate = "0.0042" }
  count = "9""#;

pub const SCHEMA: &str = r#"Example:
  $ dpcert schema claim-file | head -n 3
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "dpcert/1","#;

pub const CERTIFY: &str = r#"A certificate contains the claim, the ledger, and the steps by which the claim follows. dpcert-checker, a program that
shares no code with this one, checks it:
  $ dpcert init queries -o queries.toml
  queries.toml is written; dpcert check queries.toml judges it
  $ dpcert certify queries.toml -o certificates --claim sum
  certificates/queries--sum.json  queries.toml, sum: holds

  1 of 2 claims certified; 1 not asked for

Check it:
  dpcert-checker --claim queries.toml certificates/queries--sum.json

The certificate of a refuted claim proves its negation. --statement also writes an in-toto Statement for each, and --report
FILE.html a report to print, which needs no other file; --prepared-by NAME gives it a line to sign. It is written before its
pictures are drawn, and again with them. The limit of work for a picture is 2e10 unless --max-work is given; where it takes
more, the report says what it would take. If a row states with actual what was run instead, the certificate is about the
judged mechanism; the certificate, the report and the checker say so.

Exit codes:
  0   every claim has a certificate, and the policy of the file denies nothing
  1   the policy of a file denies a finding; certificates are written
  2   a file is missing or malformed
  3   a claim is not decided, or no rule certifies it yet
  70  the checker does not accept a certificate: please report it"#;

pub const VERIFY: &str = r#"This is the same check as that of the separate program dpcert-checker, which is the one to trust.

Example:
  $ dpcert init queries -o ledger.toml
  ledger.toml is written; dpcert check ledger.toml judges it
  $ dpcert certify ledger.toml -o certificates --claim sum
  certificates/ledger--sum.json  ledger.toml, sum: holds

  1 of 2 claims certified; 1 not asked for
  $ dpcert verify --claim ledger.toml certificates/ledger--sum.json \
      | cut -d : -f 1-3
  VALID certificates/ledger--sum.json: the claim holds: "sum"

The rest of the line is the claim and its rows. A folder means the certificates in it (*.json). On a terminal, with --claim
and without --verbose, a valid certificate has a short line for its verdict, its claim, and the names of its rows.

--with verified asks the program dpcert-verified, which is extracted from a proof in Coq: what it says of the bytes of a
certificate is a theorem about all mechanisms of the ledger. It decides claims about delta, tv, eps and beta of some finite
mechanisms, and says UNSUPPORTED, with exit code 3, of all others. scripts/verified builds it. Of a claim file it reads the
JSON twin, which has the same fields, and --claim takes that:
  python3 -c 'import json, sys, tomllib; json.dump(
      tomllib.load(sys.stdin.buffer), sys.stdout, ensure_ascii=False)' \
      < ledger.toml > ledger.json

Exit codes:
  0   all certificates are valid, and each certifies that its claim holds
  1   a conclusion does not follow, the certificate is about another claim, or
      the policy of the claim file denies a finding about it
  2   a file is not a certificate
  3   a certificate ends before the claim, or needs a format, a rule or more
      work or memory than the checker has; or the policy denies a finding that
      the checker does not decide
  4   a certificate certifies that its claim is false ("refuted")
With several certificates, the first of 2, 1, 3, 4 that occurs."#;

#[cfg(feature = "tables")]
pub const JUDGE: &str = r#"A row is a claim. Its columns:
  mechanism     what was run: gaussian(sigma=2)^50
  or kind       its kind, and a column for each parameter: sigma, eps, ...
  count         the number of repetitions (1 if it is null or missing)
  quantity      delta, eps, tv, beta, rho, renyi or gdp
  at            its parameter: the eps of delta, the delta of eps, the alpha
                of beta, the order of renyi, the alpha_min of gdp
  relation      at-most (<=), at-least (>=), equals (=) or between
  claimed       the value
  claimed_high  the larger value of between
  id            anything; it is passed through
A number in a binary column of Parquet is that binary64; as text it is exact: 0.1 is 1/10.

Example:
  $ printf '%s\n' kind,sigma,quantity,at,relation,claimed \
      gaussian,2,delta,1,at-most,0.1 gaussian,2,tv,,at-most,0.2 > claims.csv
  $ dpcert judge claims.csv -o verdicts.csv
  2 claims: 2 hold; the verdicts are in verdicts.csv
  $ cut -d , -f 1,5,6 verdicts.csv
  verdict,method,engine
  holds,closed-form,binary64
  holds,closed-form,binary64

The other columns are the certified ends lower and upper, the margin, and a message for a claim that is not decided
or a row that is invalid. The engine is binary64 where proven bounds in machine words decided.

The limit of work is for each row, and 3e9 unless --max-work is given. A claim that needs more is undecided, its message
says how much it needs, and the run goes on.

After an interruption, --resume continues the run: FILE.parts has the verdicts so far. A part is believed by a record
in $XDG_STATE_HOME/dpcert/judge (without it ~/.local/state/dpcert/judge, on Windows %LOCALAPPDATA%\dpcert\judge), which
has to be this user's alone: that this user judged these rows with these options. Any other part is judged again, and a
line on standard error says so. So parts from elsewhere change no verdict; who can write the record is trusted.

An output records what was judged, with which options, and the digests of the rows of claims and of verdicts: in Parquet
under the key dpcert, otherwise in FILE.dpcert.json. --merge reads all rows of the outputs, and counts what it read. It
refuses unless each row of CLAIMS has exactly one verdict, and each output is as it was written; a single row that was
changed is named. Anybody can compute the digests again: they find accidents, not forgeries. So the makers of the outputs
are trusted with the verdicts; without trust, judge the claims.

Exit codes:
  0   every claim holds
  1   a claim is refuted
  2   a file or a row is wrong (the verdict of the row is invalid)
  3   a claim is undecided or not supported
  70  with --engine both: the engines contradict each other
  74  the output cannot be written
With several, the first of 2, 1, 3 that occurs."#;
