//! Help about questions for more than one number: calibration, dominance, theorems, channels.

pub const CALIBRATE: &str = r#"Parameters that can be found: sigma, mu and scale of gaussian, mu of gdp, eps and scale of laplace, eps of
discrete-laplace, randomized-response and approx-dp, delta of approx-dp, sigma_sq of discrete-gaussian, rho of zcdp, the rate
of subsample, the size of group, and a count.

The budget is --eps and --delta; or, for an attack that tells neighbours apart, --tv, its largest advantage (TPR - FPR), or
--alpha with --tpr or --beta: at the false positive rate ALPHA its true positive rate is at most TPR, or 1 - BETA; or
--mu: the quantity gdp is at most MU. Each may be a list: then all combinations are the rows of a table.

Both values are certified: one meets the budget, and the other exceeds it. --latex prints the first, as a formula.

Examples:
  $ dpcert calibrate 'gaussian(sigma=?)^50' --eps 1 --delta 1e-6
  sigma = 29.88 meets the budget: delta in [9.9518085567e-7, 9.9518085568e-7]
  sigma = 29.87 exceeds it: delta in [0.0000010020632557, 0.0000010020632558]
  delta decreases with sigma: no sigma up to 29.87 meets it
  method closed-form, engine malachite

  $ dpcert calibrate 'laplace(eps=1/10)^?' --eps 2 --delta 1e-6
  count = 24 meets the budget: delta in [7.17496e-7, 7.32098e-7]
  count = 25 exceeds it: delta in [0.000001923986, 0.000001928359]
  delta increases with count: no count from 25 on meets it
  method grid, engine malachite

  $ dpcert calibrate --eps 1 --delta 1e-6 --digits 3 \
      'poisson(1/100, gaussian(sigma=?))^100'
  sigma = 0.986 meets the budget: delta in [9.9727101e-7, 9.9806029e-7]
  sigma = 0.985 exceeds it: delta in [0.000001023663, 0.000001030318]
  delta decreases with sigma: no sigma up to 0.985 meets it
  method grid, engine malachite

  $ dpcert calibrate 'gaussian(sigma=?)^50' --advantage 0.1
  sigma = 28.14 meets the budget: tv in [0.099983785353, 0.099983785354]
  sigma = 28.13 exceeds it: tv in [0.10001914209, 0.1000191421]
  tv decreases with sigma: no sigma up to 28.13 meets it
  method closed-form, engine malachite

  $ dpcert calibrate 'gaussian(sigma=?)^50' --advantage 0.1 --latex
  $\sigma = 28.14$

  $ dpcert calibrate 'gaussian(sigma=?)^50' --eps 1,2 --delta 1e-5,1e-6
  | eps | delta | sigma |
  |-----|-------|-------|
  | 1   | 1e-5  | 26.38 |
  | 1   | 1e-6  | 29.88 |
  | 2   | 1e-5  | 14.1  |
  | 2   | 1e-6  | 15.78 |

  $ dpcert calibrate --fpr 0.01 --tpr 0.1 --digits 3 \
      'poisson(1/100, gaussian(sigma=?))^100'
  sigma = 0.429 meets the budget: beta in [0.90018709, 0.900264]
  sigma = 0.428 exceeds it: beta in [0.89935268, 0.8994313]
  beta increases with sigma: no sigma up to 0.428 meets it
  method grid, engine malachite"#;

pub const DOMINATES: &str = r#"A dominates B if a stochastic kernel turns the pair of A into that of B: equivalently, if the trade-off
function of A is nowhere above that of B (Blackwell). Either may be a composition of finite pairs, a Gaussian
or a Laplace mechanism. For rational masses a yes comes with the kernel; a no always comes with a level
alpha, and a ratio e^eps, at which the order is reversed.

Examples:
  $ dpcert dominates 'randomized-response(eps=ln(9))' \
      'randomized-response(eps=ln(3))^2' --kernel
  randomized-response(eps=ln(9)) dominates randomized-response(eps=ln(3))^2
  a kernel of 2 x 3 rationals turns A into B: multiplied out and checked
  |     | B 1 | B 2 | B 3 |
  |-----|-----|-----|-----|
  | A 1 | 5/8 | 3/8 | 0   |
  | A 2 | 0   | 3/8 | 5/8 |
  method kernel, engine malachite

  $ dpcert dominates 'randomized-response(ln(3))^2' 'randomized-response(ln(9))'
  randomized-response(ln(3))^2 does not dominate randomized-response(ln(9))
  alpha = 0.1
    exact 1/10
  beta of A = 0.4
    exact 2/5
  beta of B = 0.1
    exact 1/10
  e^eps = 1
  delta of A = 0.5
    exact 1/2
  delta of B = 0.8
    exact 4/5
  method profiles, engine malachite"#;

pub const THEOREM: &str = r#"Parameters are written as in mechanisms; steps=[{eps=1, delta=0, k=2}, ...] replaces eps, delta and k
where steps differ. In the list, [k] may be left out, and | separates alternatives. A number
is the quantity itself unless it is marked as a bound or a limit. If a paper prints something false or loose,
the number is the true one, and `printed` is that of the paper.

Examples:
  $ COLUMNS=78 dpcert theorem list kairouz
  composition
    kov-simplified slack, eps [delta] [k] | steps=[{eps [delta] [k]}, ...]
      advanced composition: (eps, 1-(1-slack) prod(1-delta))-DP, eps the least
        of three
      Kairouz, Oh & Viswanath, Theorems 3.4 and 3.5; eps >= 0, delta in [0, 1],
        slack in (0, 1]

  $ dpcert theorem sampled-trade-off 'eps=ln(3)' delta=1/2 rate=1/2 alpha=1/4
  beta = 0.375
    exact 3/8
  printed = 0.25
    exact 1/4
    a lower bound
  source Dong, Roth & Su, Corollary 3 (corrected), engine malachite

  $ dpcert theorem noisy-sgd rate=1/100 sigma=1 steps=1000 alpha=1/10 --digits 6
  beta-lower in [0.5491539, 0.549154]
    a lower bound
  mu in [0.5288787, 0.5288788]
  gamma in [0.08887118, 0.08887119]
  source Dong, Roth & Su, Corollary 5 (Lemma 4 corrected), engine malachite

  $ dpcert theorem gdp-mu eps=710 delta=1e-6 --digits 6
  mu in [33.25268, 33.25269]
  source Dong, Roth & Su, Corollary 1, engine malachite

  $ dpcert theorem sampled-poisson 'mechanism=laplace(eps=1)' rate=1/10 \
      eps=1/20 adjacency=add-remove --digits 6
  delta in [0.02540138, 0.02540139]
    exact 1/10*(1 - exp(-1/2 + 1/2*ln(1 + 10*(exp(1/20) - 1))))
    an upper bound
  source Balle, Barthe & Gaboardi, Theorem 8, engine malachite"#;

pub const CHANNEL: &str = r#"The least eps with which the channel is eps-LDP, the largest total variation between two inputs, and
the maximal leakage.

--delta is the largest hockey-stick divergence of two rows at an eps, and --beta the least type II error at a level,
where the first row is the null hypothesis: the channel is locally f-DP if and only if f is at most beta at each level.
Both name the rows that attain them, counted from 0.

--inputs takes two distributions of the input, for divergences of the outputs, and the bounds of Ghazi & Issa, section
VII. tv-from-chernoff is an upper bound on output-tv by Chernoff information. "largest" is over all channels with this
eps, or with this eps and tv: exact, by a linear programme, up to 5 inputs and where e^eps and tv are rational.

--prior takes the distribution of the input, for the pointwise maximal leakage ln max Q(y|x)/P(y) of each output y of
probability > 0, over the inputs x of probability > 0. Over all distributions with no 0, eps is its supremum.

Entries are rational, or expressions such as 1/(1+exp(1)). The order of rationals is always decided, and so is that of
rational functions of one exp(r), r rational, unless they are enormous. Where an order is undecided, the largest number is
enclosed, no rows are named, and --beta may be refused. A relation of irrational numbers may be undecided as well.

A channel is a list of rows, or one of
  randomized-response(eps, categories)
  binary-with-erasure(eps, eta)
  post-process(mechanism=CHANNEL, by=[[...], ...])
  A * B and A^3: the same input through several, all outputs released

Examples:
  $ dpcert channel '[[3/4, 1/4], [1/4, 3/4]]' --ldp 'ln(3)' --digits 6
  eps in [1.098612, 1.098613]
    exact ln(3)
  tv = 0.5
    exact 1/2
  leakage in [0.4054651, 0.4054652]
    exact ln(3/2)
  ldp = yes
  method channel, engine malachite

  $ dpcert channel 'randomized-response(eps=1)' --beta 1/10 --digits 6
  eps = 1
  tv in [0.4621171, 0.4621172]
    exact exp(1)/(exp(1) + 1) - 1/(exp(1) + 1)
  leakage in [0.3798854, 0.3798855]
    exact ln(exp(1)/(exp(1) + 1) + exp(1)/(exp(1) + 1))
  beta in [0.7281718, 0.7281719]
    exact 1 - 1/10*exp(1)
    of rows 0 and 1
  method channel, engine malachite

  $ dpcert channel '[[1/2, 1/4, 1/4], [1/4, 1/2, 1/4]]' --delta 'ln(3/2)' \
      --prior '[1/3, 2/3]' --digits 4
  eps in [0.69314, 0.69315]
    exact ln(2)
  tv = 0.25
    exact 1/4
  leakage in [0.22314, 0.22315]
    exact ln(5/4)
  delta = 0.125
    exact 1/8
    of rows 0 and 1
  pointwise-leakage in [0.40546, 0.40547]
    exact ln(3/2)
    of output 0
  | output | probability        | leakage            |
  |--------|--------------------|--------------------|
  | 0      | [0.33333, 0.33334] | [0.40546, 0.40547] |
  | 1      | [0.41666, 0.41667] | [0.18232, 0.18233] |
  | 2      | 0.25               | 0                  |
  method channel, engine malachite

  $ COLUMNS=200 dpcert channel 'binary-with-erasure(eps=ln(3), eta=1/4)' \
      --inputs '[1, 0]' '[1/2, 1/2]' --digits 3 | cut -d '|' -f 1-3,5-6,8
  eps in [1.098, 1.099]
    exact ln(3)
  tv = 0.25
    exact 1/4
  leakage in [0.2231, 0.2232]
    exact ln(5/4)
  input-tv = 0.5
    exact 1/2
  output-tv = 0.125
    exact 1/8
  kl in [0.0654, 0.06541]
    exact 3/8*ln(3/2) + 1/8*ln(1/2)
  reverse-kl in [0.07192, 0.07193]
    exact 1/4*ln(2/3) + 1/4*ln(2)
  symmetric-kl in [0.1373, 0.1374]
    exact 3/8*ln(3/2) + 1/8*ln(1/2) + 1/4*ln(2/3) + 1/4*ln(2)
  chi-squared = 0.125
    exact 1/8
  squared-hellinger in [0.01703, 0.01704]
    exact 1 - (sqrt(3/32) + sqrt(1/32) + 1/2)
  chernoff in [0.01719, 0.0172]
  tv-from-chernoff in [0.1838, 0.1839]
  | bound                        | of           |    | limit             |
  |------------------------------|--------------|----|-------------------|
  | Theorem 5 (eta-TV)           | output-tv    | <= | 0.125             |
  | Pinsker, equation 55         | kl           | >= | 0.03125           |
  | Proposition 2                | tv           | <= | 0.5               |
  | Theorem 4 (eps-LDP)          | output-tv    | <= | 0.25              |
  | Theorem 6 (Duchi et al.)     | symmetric-kl | <= | 4                 |
  | Theorem 7                    | symmetric-kl | <= | 0.5               |
  | Corollary 2                  | symmetric-kl | <= | 1                 |
  | largest with this eps        | output-tv    | <= | 0.25              |
  | largest with this eps and tv | output-tv    | <= | 0.125             |
  | largest with this eps        | kl           | <= | [0.1308, 0.1309]  |
  | largest with this eps and tv | kl           | <= | [0.0654, 0.06541] |
  | largest with this eps        | chi-squared  | <= | 0.25              |
  | largest with this eps and tv | chi-squared  | <= | 0.125             |
  | Theorem 4, equality          | binary-tv    | =  | 0.25              |
  | section VII-B.1              | kl           | <= | [1.046, 1.047]    |
  | Theorem 5, equality          | erased-tv    | =  | 0.125             |
  | Theorem 8, by erasure        | erased-kl    | =  | [0.0654, 0.06541] |
  method channel, engine malachite"#;

pub const MATRIX_SENSITIVITY: &str = r#"How far the records of one user move what a matrix mechanism releases: C X with Gaussian noise, where row i of X is the
sum of step i, to which a user adds a vector of norm at most 1 in each step of a pattern. The square is exact where it is
decided, and otherwise between an upper bound and what a pattern attains.

A strategy is a list of rows with rational entries, or one of
  toeplitz(coefficients=[...], n=N)          lower triangular, 0 where there is
                                             no coefficient
  inverse-toeplitz(coefficients=[...], n=N)  the coefficients of its inverse
  blt(omega=[...], theta=[...], n=N)         c_0 = 1, and
                                             c_i = sum omega_j theta_j^(i-1)
  columns(columns=[[...], ...])              each from the diagonal down
A participation is one of
  single                                     one step
  periodic(b=B, k=K)                         exactly b apart, at most k
  min-sep(b=B, k=K)                          at least b apart, at most k

With noise of standard deviation sigma, over how far one step of a user moves a row, the whole run is a mechanism:
  matrix-gaussian(strategy=toeplitz(coefficients=[1, 1/2], n=6),
                  participation=min-sep(b=2, k=3), sigma=2)
It is gaussian(scale=sigma, sensitivity=...), also where steps depend on earlier outputs. Where the sensitivity is between two
ends, so are the answers.

Examples:
  $ dpcert matrix-sensitivity 'toeplitz(coefficients=[1, 1/2], n=6)' \
      'min-sep(b=2, k=3)' --digits 6
  squared = 3.75
    exact 15/4
  sensitivity in [1.936491, 1.936492]
    exact sqrt(15/4)
  pattern 0, 2, 4
  method closed-form, engine malachite

  $ dpcert delta 'matrix-gaussian(strategy=toeplitz(coefficients=[1, 1/2], n=6),
      participation=min-sep(b=2, k=3), sigma=2)' --at 1 --digits 6
  delta in [0.1158954, 0.1158955]
  method closed-form, engine malachite

  $ dpcert matrix-sensitivity 'toeplitz(coefficients=[2, 2, -1], n=3)' \
      'min-sep(b=1)' --digits 6
  squared = 30
  sensitivity in [5.477225, 5.477226]
    exact sqrt(30)
  pattern 0, 1, 2
  method semidefinite-programme, engine malachite

  $ dpcert matrix-sensitivity 'toeplitz(coefficients=[2, 2, -1], n=3)' \
      'min-sep(b=1)' --dimension 1 --digits 6
  squared = 29
  sensitivity in [5.385164, 5.385165]
    exact sqrt(29)
  pattern 0, 1, 2
  method patterns, engine malachite"#;

pub const NUMBER: &str = r#"The notation is that of every parameter: integers, decimals, 1e-5, p/q and hexadecimal floats, with + - * / ^
exp() ln() sqrt() and parentheses. A decimal is the number that it says: 0.1 is 1/10.

Examples:
  $ dpcert number '1/3 + 0.1'
  number in [0.433333333333333333333, 0.433333333333333333334]
    exact 13/30
  method closed-form, engine malachite

  $ dpcert number --digits 6 \
      'sqrt(2*100*ln(1/1e-5))*0.1 + 100*0.1*(exp(0.1) - 1)'
  number in [5.850235, 5.850236]
    exact 1/10*sqrt(200*ln(100000)) + 10*(exp(1/10) - 1)
  method closed-form, engine malachite

  $ dpcert number 0x1.999999999999ap-4
  number in [0.100000000000000005551, 0.100000000000000005552]
    exact 3602879701896397/36028797018963968
  method closed-form, engine malachite"#;

pub const PLOT: &str = r#"Every curve is a band between two polylines of exact decimals, and the band is proven to contain the curve. A band
that is thinner than the stroke looks like a line. The coordinates of the drawing are rounded outwards as well. The
colours are safe for colour-blind readers, and the drawing follows a dark colour scheme. Without --output the plot is
drawn as text in the terminal.

Examples:
  $ dpcert plot 'gaussian(sigma=1)^10' 'laplace(eps=1)^10' -o regions.svg
  regions.svg
  $ dpcert plot 'gdp(mu=1)' --show log-profiles -o profiles.html
  profiles.html
  $ dpcert plot 'gdp(mu=1)' -o scene.json
  scene.json
  $ dpcert plot --scene scene.json -o picture.png
  picture.png
  $ dpcert plot 'approx-dp(eps=1, delta=0)^5' --show deltas -o deltas.svg
  deltas.svg
  $ dpcert plot --convergence 'mu=1, steps=[2, 10]' --points 16 -o limit.svg
  limit.svg
  $ dpcert plot 'poisson(1/100, gaussian(sigma=?))^100' \
      --eps-at 1e-5 --over sigma=1..4 -o sigma.svg
  sigma.svg
  $ dpcert plot 'gaussian(sigma=1)' --show roc --log-x --log-y \
      --x 1e-5..1 --mark 'attack = 0.001, 0.03' -o roc.svg
  roc.svg
  $ dpcert plot --utility 'histogram-error(bins=10, n=100)' \
      --over eps=0.1..10 --scale logarithmic --at 1 -o error.svg
  error.svg
  $ dpcert plot --claims fixtures/claims/ghazi-issa.toml -o claims.svg
  claims.svg
  $ dpcert plot --density 'staircase(eps=1, gamma=1/4)' --shifted -o density.svg
  density.svg"#;

#[cfg(feature = "page")]
pub const SERVE: &str = r#"The page has sliders and exact fields for every kind of mechanism, pictures that are certified bands,
compositions, privacy against utility, and a place for claim files. It is part of this program: nothing is loaded from
other servers, and nothing is sent to them. The server listens on 127.0.0.1 alone and answers its own pages only.

  dpcert serve --open
  dpcert serve --port 0 --max-work 1e10

Programs can use it too, if they call it by this address:
  POST /query    the line protocol, JSON Lines in and out: dpcert help query
  POST /scene    a picture, {"show": "regions", "mechanisms": ["gdp(mu=1)"]}:
                 lines about the progress, and then the scene and its drawing
  POST /draw     a scene as a file: ?as=svg, png, html or csv
  POST /check    a claim file, judged: ?as=json or text
  POST /certify  a claim file, certified; ?claim=ID for one of its claims
  POST /rows     mechanisms as rows of a claim file: ["gaussian(sigma=2)^10"]

A computation ends when its client disconnects. --jobs sets how many run at the same time, --max-work and
--max-memory how much an answer may cost."#;
