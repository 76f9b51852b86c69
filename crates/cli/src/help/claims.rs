//! Claim files, from the first draft to a certificate.

// No line of the sample has more than 50 columns: it can be copied from a narrow terminal too.
pub const CHECK: &str = r#"A claim file says what was run and what was said about it:
  format = "dpcert/1"

  [scope]
  unit = "person"
  # or add-remove, zero-out
  adjacency = "replace-one"

  [[ledger]]
  id = "release/counts"
  # kinds and fields: dpcert help mechanisms
  mechanism = "gaussian"
  sigma = "13/10"
  # how often
  count = 4
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
  # the verdict that is no surprise; or refuted,
  # undecided, unsupported
  expect = "holds"

  # findings besides the verdicts:
  # allow, warn (the default), or deny
  [policy]
  # an at-most is the value, or the conversion
  # from zCDP, rounded down
  claim-rounded-down = "deny"
  # an eps is the sum over the steps, which
  # compose to less
  eps-summed-loosely = "warn"
  # a row says what was run instead: actual
  mechanism-idealised = "allow"
  # a pair is not its own reverse: neighbours in
  # the other order may lose more
  order-assumed = "warn"
  # so does a sampling: actual = "shuffled",
  # poisson, fixed-size, with-replacement,
  # or without-replacement
  sampler-idealised = "warn"
  # discrete noise without sensitivity or shifts:
  # judged for one count that moves by 1
  sensitivity-defaulted = "warn"
  # epochs are not a whole number of batches
  steps-rounded-up = "warn"

Without a claim, what a ledger costs can be asked:
  dpcert check --ask eps=1e-5 --ask tv FILE

A table of claims, a row each (see dpcert judge), is judged into another table:
  dpcert check claims.parquet -o verdicts.parquet

Exit codes:
  0   every verdict is the expected one
  1   a claim is refuted, or holds, and that was not expected; or a finding is
      denied
  2   a file is missing or malformed (the others are judged all the same)
  3   a claim is undecided or not supported, and that was not expected; or a
      question has no answer
  70  with --engine both: the engines contradict each other; please report it

A row of a training run may give epochs, with batch and n, in place of count and rate. Programs
differ about batches that are not full: a verdict is true of 60 * ceil(n / batch) steps here, of 60 * floor(n / batch),
and of all between; its scope has adjacency = "add-remove":
  mechanism = "gaussian"
  noise_multiplier = "11/10"
  epochs = 60
  sampling = { method = "poisson", batch = 256, n = 60000 }"#;

pub const INIT: &str = r#"Example:
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

pub const SCHEMA: &str = r#"Example:
  $ dpcert schema claim-file | head -n 3
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "dpcert/1","#;

pub const CERTIFY: &str = r#"A certificate holds the claim, the ledger, and the steps by which the claim follows. It is checked by a program
that shares nothing with this one, dpcert-checker:
  $ dpcert init queries -o queries.toml
  queries.toml is written; dpcert check queries.toml judges it
  $ dpcert certify queries.toml -o certificates --claim sum
  certificates/queries--sum.json  queries.toml, sum: holds

  1 of 1 claims certified

Then the checker follows it:
  dpcert-checker --claim queries.toml certificates/queries--sum.json

A refuted claim's certificate proves its negation. With --statement an in-toto Statement is beside each, and
--report FILE.html is a report to print, which needs no other file. Where a row says with actual what was run instead, the
certificate is about what is judged, and the certificate, the report and the checker say so.

Exit codes:
  0   every claim has a certificate
  2   a file is missing or malformed
  3   a claim is not decided, or there is no rule yet that certifies it
  70  the checker does not follow a certificate: please report it"#;

pub const VERIFY: &str = r#"The same as the separate program dpcert-checker, which is the one to trust.

Example:
  $ dpcert init queries -o ledger.toml
  ledger.toml is written; dpcert check ledger.toml judges it
  $ dpcert certify ledger.toml -o certificates --claim sum
  certificates/ledger--sum.json  ledger.toml, sum: holds

  1 of 1 claims certified
  $ dpcert verify --claim ledger.toml certificates/ledger--sum.json \
      | cut -d : -f 1-3
  VALID certificates/ledger--sum.json: the claim holds: "sum"

The rest of the line says what is claimed, of which rows. A folder stands for the certificates in it (*.json).

Exit codes:
  0   all certificates are valid, and each certifies that its claim holds
  1   a conclusion does not follow, or the certificate is about another claim
  2   a file is no certificate
  3   a certificate ends before the claim, or needs a format, a rule, or more
      work, than there is
  4   a certificate certifies that its claim is false ("refuted")
With several certificates, the first of 2, 1, 3, 4 that one of them has."#;

#[cfg(feature = "tables")]
pub const JUDGE: &str = r#"A row is a claim. Its columns:
  mechanism     what was run: gaussian(sigma=2)^50
  or kind       its kind, and a column for each parameter: sigma, eps, ...
  count         how often (once, if it is null or missing)
  quantity      delta, eps, tv, beta or rho
  at            its parameter: the eps of delta, the delta of eps, the alpha
                of beta
  relation      at-most, at-least, equals or between
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

Beside verdict, method and engine (binary64 where proven bounds in machine words decided), there are the
certified ends lower and upper, the margin, and a message where a claim is not decided or the row is none.

Each row has a limit of its own, --max-work, here 3e9 unless it is given: beyond it the claim is undecided, the message
says what it would need, and the run goes on.

A run that was stopped goes on with --resume: what was judged is in FILE.parts until the end. With it stands what was
judged, how, and the digest of its rows: in Parquet under the key dpcert, otherwise in FILE.dpcert.json. Of outputs
of parts, --merge makes that of the whole, and refuses unless each row is there exactly once.

Exit codes:
  0   every claim holds
  1   a claim is refuted
  2   a file or a row is wrong (the verdict of the row is invalid)
  3   a claim is undecided or not supported
  70  with --engine both: the engines contradict each other
  74  the output cannot be written
With several, the first of 2, 1, 3 that there is."#;
