//! Worked examples for the help texts.
//!
//! The tests run every line with a `$` and compare what it prints with the lines below it.

pub const TOP: &str = r#"Examples:
  $ dpcert delta 'approx-dp(eps=ln(2), delta=1/10)^3' --at 'ln(2)'
  delta = 0.433
    exact 433/1000
  method lattice, engine malachite

  $ dpcert eps 'gaussian(sigma=2)^10' --at 1e-5 --digits 6
  eps in [7.511275, 7.511276]
  method closed-form, engine malachite

  $ dpcert delta 'laplace(eps=1/10)^100 * gaussian(sigma=5)' --at 2 --rel-gap 1e-4
  delta in [0.0211371371, 0.0211381341]
  method grid, engine malachite

  $ dpcert delta 'group(size=2, mechanism=approx-dp(eps=ln(20), delta=1/1000))' --at '2*ln(20)'
  delta = 0.021
    exact 21/1000
  method lattice, engine malachite

Numbers are exact: 0.1 is 1/10, and 1/3, 1e-10, 10^12, ln(2), exp(1/2), sqrt(2) and
0x1.8p-3 are numbers too.

Mechanisms: A * B composes, A^1000 repeats. The kinds with their parameters:
  approx-dp(eps, delta)          approx-dp-tv(eps, delta, eta or alpha)
  multi-dp(constraints=[{eps=1, delta=0}, ...])
  randomized-response(eps, categories)
  laplace(eps)                   eps = sensitivity / scale; or laplace(scale, sensitivity)
  gaussian(sigma or mu)          sigma = standard deviation / sensitivity, mu = 1 / sigma;
                                 or gaussian(scale, sensitivity), scale = standard deviation
  gdp(mu)                        staircase(eps, gamma)
  finite-pair(p=[...], q=[...])  trade-off(vertices=[[alpha, beta], ...])
  zcdp(rho)
  discrete-laplace(eps, sensitivity or shifts)        eps for each unit
  discrete-gaussian(sigma_sq, sensitivity or shifts)  sigma_sq is the parameter, not the variance
  subsample(method=poisson, rate, adjacency=add-remove, mechanism)
  subsample(method=without-replacement, rate, adjacency=replace-one, mechanism)
                                 for rate = batch/n: batch, n; or size, population
  group(size, mechanism)         all members of a group change
  inverse(mechanism)             neighbours exchanged
  symmetrised(mechanism)         in either order of neighbours
  intersection(mechanisms=[...]) whatever satisfies all of them
  union(mechanisms=[...])        the hull: whatever satisfies one of them, and more
  mixture(weights=[...], mechanisms=[...])   one is drawn, and it is said which
  erasure(rate, mechanism)       no output with that probability
  (the last six between two polygons where a part has no finite pair)
epsilon is read as eps, and noise_multiplier as the sigma of gaussian, which it is not
where a record is replaced: there it is refused, and noted where neighbours are not said.

How far neighbours move what noise is added to:
                  a record added or removed         a record replaced
  a count         sensitivity = 1                   sensitivity = 1
  a histogram     sensitivity = 1                   shifts = [1, -1]; Euclidean: sqrt(2)
  a sum           the largest absolute value        the largest value minus the smallest
Integer noise without sensitivity or shifts is answered for one count that moves by 1, with a note.

Exit codes:
  0   every question is answered, every verdict is the expected one
  1   a claim is refuted, or its verdict is not the expected one
  2   the command line, a file or a request is wrong
  3   undecided, not supported, or too costly
  4   verify: a certificate is valid, and certifies that its claim is false
  70  the two engines contradict each other
  74  the output cannot be written"#;

pub const DELTA: &str = r#"Examples:
  $ dpcert delta 'approx-dp(eps=1/10, delta=1e-6)^1000' --at 3
  delta in [0.621674485663989760098, 0.621674485663989760099]
  method lattice, engine malachite

  $ dpcert delta 'randomized-response(eps=ln(3))' --at 0
  delta = 0.5
    exact 1/2
  method lattice, engine malachite

  $ dpcert delta 'gaussian(sigma=2) * gaussian(sigma=3)' --at 1/2 --digits 6 --json
  {"id":null,"status":"ok","lo":"0.08529981","hi":"0.08529982","tight":true,"met":true,"method":"closed-form","engine":"malachite"}"#;

pub const EPS: &str = r#"The answer is 0 from the total variation on, and inf below the mass at infinite loss.

Examples:
  $ dpcert eps 'approx-dp(eps=ln(3), delta=0)^4' --at 1/10
  eps in [4.01457959375323812526, 4.01457959375323812527]
    exact ln(277/5)
  method lattice, engine malachite

  $ dpcert eps 'approx-dp(eps=1, delta=1/100)' --at 1/200
  eps = inf
  method lattice, engine malachite"#;

pub const DELTAS: &str = r#"Row j holds the total delta at j times the step. Between two rows delta is linear in e^eps.

Example:
  $ dpcert deltas 'approx-dp(eps=ln(2), delta=0)^3' --digits 6
  | j | eps     | delta >=  | delta <=  | delta exact |
  |---|---------|-----------|-----------|-------------|
  | 0 | 0       | 0.4814814 | 0.4814815 | 13/27       |
  | 1 | ln(2)   | 0.2222222 | 0.2222223 | 2/9         |
  | 2 | 2*ln(2) | 0.1481481 | 0.1481482 | 4/27        |
  | 3 | 3*ln(2) | 0         | 0         | 0           |
  method lattice, engine malachite"#;

pub const TV: &str = r#"Example:
  $ dpcert tv 'laplace(eps=1)' --digits 30
  tv in [0.3934693402873665763962004650088, 0.3934693402873665763962004650089]
  method closed-form, engine malachite"#;

pub const RHO: &str = r#"rho adds under composition. It is known for zcdp, gaussian, gdp and discrete-gaussian; the answer is exact.

Example:
  $ dpcert rho 'discrete-gaussian(sigma_sq=100, shifts=[1, -1])^5 * zcdp(rho=1/8)'
  rho = 0.175
    exact 7/40
  method zcdp-sum, engine malachite"#;

pub const KL: &str = r#"It adds under composition. For a class it is the largest of all members. The kl(f) of a trade-off function
f = T(Q, P) is the divergence of Q from P, here called reverse. Under Poisson sampling P has the record.

Examples:
  $ dpcert kl 'randomized-response(eps=ln(3))^10' --digits 6
  kl in [5.493061, 5.493062]
    exact 5*ln(3)
  reverse in [5.493061, 5.493062]
    exact 5*ln(3)
  symmetrised in [10.98612, 10.98613]
    exact 10*ln(3)
  method sum-over-steps, engine malachite

  $ dpcert kl 'finite-pair(p=[1/2, 1/2], q=[0, 1])' --digits 6
  kl = inf: P has mass where Q has none
  reverse in [0.6931471, 0.6931472]
    exact ln(2)
  symmetrised = inf: P has mass where Q has none
  method sum-over-steps, engine malachite"#;

pub const RENYI: &str = r#"It adds under composition. Order 1 is kl, order inf the largest loss.

Examples:
  $ dpcert renyi 'laplace(eps=1)^10 * gaussian(sigma=5)' --order 3/2 --digits 10
  renyi in [5.1588351129, 5.158835113]
    exact 3/100 + 20*ln(3/4*exp(1/2) + 1/4*exp(-3/2))
  method sum-over-steps, engine malachite

  $ dpcert renyi 'zcdp(rho=1/8)^4' --order 10
  renyi = 5
  method sum-over-steps, engine malachite

Under Poisson sampling it is the larger of both directions of neighbours:
  $ dpcert renyi 'subsample(method=poisson, rate=1/10, adjacency=add-remove, mechanism=laplace(eps=1))' --order 2 --digits 10
  renyi in [0.0085364570194, 0.0085364570195]
    exact ln(81/100 + 9/50 + 1/100*(2/3*exp(1) + 1/3*exp(-2)))
  method sum-over-steps, engine malachite"#;

pub const CHI_SQUARED: &str = r#"1 + chi^2 multiplies under composition.

Example:
  $ dpcert chi-squared 'finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/3, 1/2])^2'
  chi-squared in [2.56790123456790123456, 2.56790123456790123457]
    exact 208/81
  method sum-over-steps, engine malachite"#;

pub const FUNCTIONALS: &str = r#"The moments kl, kappa2, kappa3 and kappa3-bar of ln|f'| that the central limit theorems of Dong, Roth & Su
need, and their chi^2_+, for f = T(Q, P).

Examples:
  $ dpcert functionals 'approx-dp-tv(eps=ln(3), delta=0, eta=1/4)' --digits 8
  kl in [0.274653072, 0.274653073]
    exact 1/4*ln(3)
  kappa2 in [0.60347448, 0.603474481]
    exact 1/2*(ln(3))^2
  kappa3 in [0.66298448, 0.662984481]
    exact 1/2*(ln(3))^3
  kappa3-bar in [0.543854456, 0.543854457]
    exact 105/256*(ln(3))^3
  chi-squared-plus = 0.5
    exact 1/2
  method lattice, engine malachite

  $ dpcert functionals 'gdp(mu=1)^2' --digits 10
  kl = 1
  kappa2 = 3
  kappa3 in [8.0374120393, 8.0374120394]
  kappa3-bar in [4.5135166683, 4.5135166684]
  chi-squared-plus in [5.9830807951, 5.9830807952]
  method closed-form, engine malachite"#;

pub const BAYES_ERROR: &str = r#"With the prior probability 1/2 it is (1 - tv) / 2; tv is the advantage of the best test.

Example:
  $ dpcert bayes-error 'approx-dp(eps=ln(3), delta=1/10)^2' --prior 1/3
  bayes-error = 0.151875
    exact 243/1600
  method lattice, engine malachite"#;

pub const BETA: &str = r#"Example:
  $ dpcert beta 'gdp(mu=1)' --at 1/10
  beta in [0.61085630835463903096, 0.610856308354639030961]
  method closed-form, engine malachite"#;

pub const REGION: &str = r#"The vertices run from alpha = 0 to 1; the other half of the region is its mirror image.

Example:
  $ dpcert region 'randomized-response(eps=ln(3))^2'
  | alpha  | alpha exact | beta   | beta exact |
  |--------|-------------|--------|------------|
  | 0      | 0           | 1      | 1          |
  | 0.0625 | 1/16        | 0.4375 | 7/16       |
  | 0.4375 | 7/16        | 0.0625 | 1/16       |
  | 1      | 1           | 0      | 0          |
  method lattice, engine malachite"#;

pub const POLYGON: &str = r#"The inner polygon is at or above the trade-off function, the outer one at or below it, both from
alpha = 0 to 1. For what has a density, and for every composition on a grid of losses; the function of
finitely many likelihood ratios is a polygon itself (region).

Examples:
  $ dpcert polygon 'laplace(eps=1)' --gap 1/10
  inner polygon
  | alpha    | beta     |
  |----------|----------|
  | 0        | 1        |
  | 0.303266 | 0.303266 |
  | 0.5      | 0.18394  |
  | 1        | 0        |
  outer polygon
  | alpha    | beta     |
  |----------|----------|
  | 0        | 1        |
  | 0.228989 | 0.37754  |
  | 0.37754  | 0.228989 |
  | 0.999999 | 0        |
  | 1        | 0        |
  gap <= 0.0965
  method supporting-lines, engine malachite

  $ dpcert polygon 'laplace(eps=1/2)^2 * gdp(mu=1)' --gap 1/5
  inner polygon
  | alpha       | beta     |
  |-------------|----------|
  | 0           | 1        |
  | 0.000036886 | 0.99751  |
  | 0.010512    | 0.86983  |
  | 0.089135    | 0.56134  |
  | 0.2752      | 0.2752   |
  | 0.56134     | 0.089135 |
  | 0.86983     | 0.010512 |
  | 1           | 0        |
  outer polygon
  | alpha     | beta     |
  |-----------|----------|
  | 0         | 0.99941  |
  | 0.0011656 | 0.93577  |
  | 0.031521  | 0.71146  |
  | 0.14553   | 0.40154  |
  | 0.40154   | 0.14553  |
  | 0.71146   | 0.031521 |
  | 0.94438   | 0        |
  | 1         | 0        |
  gap <= 0.0766
  method supporting-lines, engine malachite"#;

pub const LIKELIHOOD_RATIOS: &str = r#"Example:
  $ dpcert likelihood-ratios 'approx-dp(eps=1, delta=1/10)^2' --digits 6
  | ratio >=  | ratio <=  | P >=       | P <=       | P exact | Q >=       | Q <=       | Q exact |
  |-----------|-----------|------------|------------|---------|------------|------------|---------|
  | inf       | inf       | 0.19       | 0.19       | 19/100  | 0          | 0          | 0       |
  | 7.389056  | 7.389057  | 0.4329017  | 0.4329018  |         | 0.05858688 | 0.05858689 |         |
  | 1         | 1         | 0.3185113  | 0.3185114  |         | 0.3185113  | 0.3185114  |         |
  | 0.1353352 | 0.1353353 | 0.05858688 | 0.05858689 |         | 0.4329017  | 0.4329018  |         |
  | 0         | 0         | 0          | 0          | 0       | 0.19       | 0.19       | 19/100  |
  method lattice, engine malachite"#;

pub const TEST: &str = r#"The test rejects Q in favour of P where the likelihood ratio P/Q is above the threshold, and
with the probability `randomisation` where it is equal to it.

Example:
  $ dpcert test 'randomized-response(eps=ln(3))^2' --alpha 1/10
  threshold = 1
  randomisation = 0.1
    exact 1/10
  alpha = 0.1
    exact 1/10
  power = 0.6
    exact 3/5
  method lattice, engine malachite"#;

pub const CALIBRATE: &str = r#"What can be looked for: sigma, mu and scale of gaussian, mu of gdp, eps and scale of laplace, eps of
discrete-laplace, randomized-response and approx-dp, delta of approx-dp, sigma_sq of discrete-gaussian, rho of zcdp, the rate
of subsample, the size of group, and a count.

Both values are certified: the one to meet the budget, the other to exceed it.

Examples:
  $ dpcert calibrate 'gaussian(sigma=?)^50' --eps 1 --delta 1e-6
  sigma = 29.88 meets the budget: delta in [9.9518085567e-7, 9.9518085568e-7]
  sigma = 29.87 does not: delta in [0.0000010020632557, 0.0000010020632558]
  delta decreases with sigma: none below 29.87 does
  method closed-form, engine malachite

  $ dpcert calibrate 'laplace(eps=1/10)^?' --eps 2 --delta 1e-6
  count = 24 meets the budget: delta in [7.176382e-7, 7.226744e-7]
  count = 25 does not: delta in [0.000001925159, 0.00000192906]
  delta increases with count: none above 25 does
  method grid, engine malachite

  $ dpcert calibrate 'subsample(method=poisson, rate=1/100, adjacency=add-remove, mechanism=gaussian(sigma=?))^100' --eps 1 --delta 1e-6 --digits 3
  sigma = 0.986 meets the budget: delta in [9.9737786e-7, 9.979961e-7]
  sigma = 0.985 does not: delta in [0.000001024686, 0.000001029933]
  delta decreases with sigma: none below 0.985 does
  method grid, engine malachite"#;

pub const DOMINATES: &str = r#"A dominates B if a stochastic kernel turns the pair of A into that of B: equivalently, if the trade-off
function of A is nowhere above that of B (Blackwell). Either may be a composition of finite pairs, a Gaussian
or a Laplace mechanism. For rational masses a yes comes with the kernel; a no always comes with a level
alpha, and a ratio e^eps, at which the order is the other one.

Examples:
  $ dpcert dominates 'randomized-response(eps=ln(9))' 'randomized-response(eps=ln(3))^2' --kernel
  dominates = yes
  a kernel of 2 x 3 rationals turns A into B: multiplied out and checked
  |     | B 1 | B 2 | B 3 |
  |-----|-----|-----|-----|
  | A 1 | 5/8 | 3/8 | 0   |
  | A 2 | 0   | 3/8 | 5/8 |
  method kernel, engine malachite

  $ dpcert dominates 'randomized-response(eps=ln(3))^2' 'randomized-response(eps=ln(9))'
  dominates = no
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

pub const THEOREM: &str = r#"Parameters are written as in mechanisms; steps=[{eps=1, delta=0, k=2}, ...] stands for eps, delta and k
where steps differ. In the list, [k] may be left out, and | stands between what excludes each other. A number is the quantity itself unless it is marked as a bound or a limit. Where a paper
prints something false or loose, the number is the true one, and `printed` what the paper says.

Examples:
  $ dpcert theorem list kairouz
  composition
    kov-simplified slack, eps [delta] [k] | steps=[{eps [delta] [k]}, ...]
      the composition is (eps, 1-(1-slack) prod(1-delta))-DP, eps the least of three
      Kairouz, Oh & Viswanath, Theorems 3.4 and 3.5; eps >= 0, delta in [0, 1], slack in (0, 1]

  $ dpcert theorem sampled-trade-off 'eps=ln(3)' delta=1/2 rate=1/2 alpha=1/4
  beta = 0.375
    exact 3/8
  printed = 0.25
    exact 1/4
    a lower bound
  source Dong, Roth & Su, Corollary 3 (corrected), engine malachite

  $ dpcert theorem berry-esseen eps=1/100 k=10000 alpha=1/10 --digits 6
  beta-lower in [0.5932094, 0.5932095]
    a lower bound
  beta-upper in [0.6288907, 0.6288908]
    an upper bound
  mu in [1.000004, 1.000005]
  gamma in [0.005600209, 0.00560021]
  source Dong, Roth & Su, Theorem 5; moments: Ghazi & Issa, equations 72 to 74, engine malachite

  $ dpcert theorem gdp-mu eps=710 delta=1e-6 --digits 6
  mu in [33.25268, 33.25269]
  source Dong, Roth & Su, Corollary 1, engine malachite

  $ dpcert theorem sampled-poisson 'mechanism=laplace(eps=1)' rate=1/10 eps=1/20 adjacency=add-remove --digits 6
  delta in [0.02540138, 0.02540139]
    exact 1/10*(1 - exp(-1/2 + 1/2*ln(1 + 10*(exp(1/20) - 1))))
    an upper bound
  source Balle, Barthe & Gaboardi, Theorem 8, engine malachite"#;

pub const CHANNEL: &str = r#"The least eps with which the channel is eps-LDP, the largest total variation between two inputs, and
the maximal leakage. With two distributions of the input also the bounds of Ghazi & Issa, section VII.

A channel is a list of rows with rational entries, or one of
  randomized-response(eps, categories)   binary-with-erasure(eps, eta)   where e^eps is rational
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

  $ dpcert channel 'binary-with-erasure(eps=ln(3), eta=1/4)' --inputs '[1, 0]' '[1/2, 1/2]' --digits 4
  eps in [1.0986, 1.0987]
    exact ln(3)
  tv = 0.25
    exact 1/4
  leakage in [0.22314, 0.22315]
    exact ln(5/4)
  input-tv = 0.5
    exact 1/2
  output-tv = 0.125
    exact 1/8
  kl in [0.065406, 0.065407]
    exact 3/8*ln(3/2) + 1/8*ln(1/2)
  reverse-kl in [0.07192, 0.071921]
    exact 1/4*ln(2/3) + 1/4*ln(2)
  symmetric-kl in [0.13732, 0.13733]
    exact 3/8*ln(3/2) + 1/8*ln(1/2) + 1/4*ln(2/3) + 1/4*ln(2)
  | bound                    | of           | value                |    | limit                | holds |
  |--------------------------|--------------|----------------------|----|----------------------|-------|
  | Theorem 5 (eta-TV)       | output-tv    | 0.125                | <= | 0.125                | yes   |
  | Pinsker, equation 55     | kl           | [0.065406, 0.065407] | >= | 0.03125              | yes   |
  | Proposition 2            | tv           | 0.25                 | <= | 0.5                  | yes   |
  | Theorem 4 (eps-LDP)      | output-tv    | 0.125                | <= | 0.25                 | yes   |
  | Theorem 6 (Duchi et al.) | symmetric-kl | [0.13732, 0.13733]   | <= | 4                    | yes   |
  | Theorem 7                | symmetric-kl | [0.13732, 0.13733]   | <= | 0.5                  | yes   |
  | Corollary 2              | symmetric-kl | [0.13732, 0.13733]   | <= | 1                    | yes   |
  | Theorem 4, equality      | binary-tv    | 0.25                 | =  | 0.25                 | yes   |
  | section VII-B.1          | kl           | [0.065406, 0.065407] | <= | [1.0464, 1.0465]     | yes   |
  | Theorem 5, equality      | erased-tv    | 0.125                | =  | 0.125                | yes   |
  | Theorem 8, by erasure    | erased-kl    | [0.065406, 0.065407] | =  | [0.065406, 0.065407] | yes   |
  method channel, engine malachite"#;

pub const QUERY: &str = r#"A request is an object with a mechanism, a query, and, where wanted, an id of any type, digits,
rel-gap and exact. Every line gets one answer, in the order of the lines.

  {"id":1, "mechanism":M, "query":Q, "digits":20, "rel-gap":"1e-3", "exact":true}

digits is what closed forms and lattices promise, rel-gap (hi - lo <= rel-gap hi) what a grid of losses
promises.

Mechanisms are objects with a kind and its parameters. Numbers are strings or integers:
  {"kind":"approx-dp","eps":"1/10","delta":"1e-6"}
  {"kind":"repeat","count":1000,"mechanism":M}
  {"kind":"compose","mechanisms":[M, ...]}
  {"kind":"subsample","method":"poisson","rate":"1/100","adjacency":"add-remove","mechanism":M}
  {"kind":"group","size":3,"mechanism":M}
  {"kind":"mixture","weights":["1/3","2/3"],"mechanisms":[M, M]}

Queries:
  {"delta":{"eps":"1"}}   {"eps":{"delta":"1e-5"}}   {"deltas":{}}   {"tv":{}}   {"rho":{}}
  {"polygon":{"gap":"1e-3"}}, two polygons with the trade-off function in between
  {"kl":{}}   {"renyi":{"order":"3/2"}}   {"chi-squared":{}}   {"functionals":{}}   {"bayes-error":{"prior":"1/2"}}
  {"beta":{"alpha":"1/10"}}   {"test":{"alpha":"1/10"}}   {"region":{}}   {"likelihood-ratios":{}}
  {"deltas":{"inner":true}}: each row also with inner_delta_j, delta given that the loss is finite
  {"calibrate":{"eps":"1","delta":"1e-6"}}, where "?" stands for one parameter of the mechanism
  {"dominates":{"mechanism":M,"kernel":true}}: does the mechanism dominate M?

Without a mechanism: a theorem with its parameters ("dpcert theorem list"), or a channel; their exact values
may be expressions
  {"id":1, "theorem":{"name":"kov-simplified","eps":"1/10","k":100,"slack":"1e-5"}}
  {"id":2, "channel":{"matrix":[["3/4","1/4"],["1/4","3/4"]],"ldp":"ln(3)","inputs":[["1","0"],["0","1"]]}}

An answer has the id of its request and a status:
  ok           lo and hi, rounded outward, with the quantity in between; exact, where that is rational; tight: is hi
               attained; met: are the digits, or the gap, that were asked for there
  unsupported  what is missing
  error        which field is wrong, and why

Exit codes: 2 if a line was an error, else 3 if one was unsupported, else 0; 70 if the engines contradict each other.

Example:
  $ echo '{"id":1,"mechanism":{"kind":"laplace","eps":"1"},"query":{"tv":{}}}' | dpcert query
  {"id":1,"status":"ok","lo":"0.393469340287366576396","hi":"0.393469340287366576397","tight":true,"met":true,"method":"closed-form","engine":"malachite"}"#;

pub const CROSSCHECK: &str = r#"The program reads one request a line, and answers it with one line before it reads the next:
  {"id":"q1","mechanism":M,"query":Q}      as for dpcert query; the query is delta, eps, tv, beta or rho
An answer says what its number is:
  {"id":"q1","status":"ok","value":"0x1.8p-3","bound":"upper"}      or "lower"
  {"id":"q1","status":"ok","value":"0.1875","bound":"estimate","rel-tol":"1e-9"}
  {"id":"q1","status":"ok","lo":"0.18","hi":"0.19"}
  {"id":"q1","status":"unsupported","reason":"..."}                 or "error", for a question it fails at
Numbers are strings, read exactly; "program":"name version" may be added to each answer.

Verdicts:
  sound        proved: the value is on the side it declares, the estimate within its tolerance
  loose        sound, and more than --loose times the truth or less than the truth divided by it; or an estimate
               outside its tolerance on the safe side (above, for beta below)
  unsound      disproved; by how much is certified
  invalid      nan, negative, a probability above 1, a malformed line, the answer to another question
  crashed, timed-out, unsupported
  undecided    the certified bounds leave both possible

The program runs in a temporary folder of its own, without a shell; a word of the command that names a file or
folder here is made absolute. With --shell it does not change, and $OLDPWD is this folder. A program that is late,
dead, or out of step is ended with all that it started, and started anew; after 10 failures in a row no more is asked.
Its time is processor time, as far as the system counts it for a group of processes: a busy machine changes no verdict.

In the table ~ marks a rounded number, and 1.2[3,4] is [1.23, 1.24].

Example:
  $ echo '{"id":"tv","mechanism":{"kind":"laplace","eps":"1"},"query":{"tv":{}}}' | dpcert crosscheck --suite /dev/stdin --cmd 'dpcert query' --all
  1 question: 1 sound; no failure

  | question | quantity | says                      | certified         | margin | verdict |
  |----------|----------|---------------------------|-------------------|--------|---------|
  | tv       | tv       | in ~0.393469, width 1e-21 | 0.3934693402[8,9] | +2e-22 | sound   |
    ~ marks a rounded number; 1.2[3,4] is [1.23, 1.24].

Exit codes:
  0   every answer is sound, loose or unsupported, or a failure as in the baseline
  1   an answer is unsound or invalid, the program crashed or was too late, and that was not known
  2   a file or the command is wrong
  3   an answer is undecided, and that was not known
  70  with --engine both: the engines contradict each other; please report it"#;

pub const PAPERS: &str = r#"Examples:
  $ dpcert papers GI-04
  GI-04: proved
    paper      Ghazi and Issa: Total Variation Meets Differential Privacy
    version    arXiv 2311.01553v1 of 2 November 2023
    place      Remark 1
    statement  The least sum of both errors in the region of (eps, delta)-DP belongs to the largest total variation
               distance.
    formula    2(1 - delta)/(1 + E) = 1 - (delta + (1 - delta)(E - 1)/(E + 1))
    domain     E = e^eps, delta in [0, 1]
    evidence   identity: E (x) and delta are indeterminates; both sides times 1 + E
    compared   once; no counterexample
    can fail   with (1 - delta) in place of 2(1 - delta) it is refuted: the difference of both sides is delta - 1; but the
               identity, times 1 + E was claimed
    rerun      dpcert papers GI-04

Verdicts:
  proved           the machine decided it for the whole domain: an identity in indeterminates, a decision
  proved-core      the same for a part of it, or for others from which it follows by a step of prose
  verified         for a stated finite family, or up to a stated bound
  refuted          false: there is an exact witness
  corrected        false as printed; the form given stands, as far as the evidence says
  valid-but-loose  a bound that holds, and is not what is claimed about it
  cited            not decided here
  dropped          it says nothing that could be decided

What is not as printed has a severity: substantive, proof-gap, misprint, or degenerate-domain: true but on a part of
the domain that is given, an edge mostly, where it has no value ("verified, for eps > 0") or a tie.

Exit codes: 0 if every verdict is the recorded one, 1 if one is another, 2 for an unknown id,
3 if a check came to no end."#;

pub const CERTIFY: &str = r#"A certificate holds the claim, the ledger, and the steps by which the claim follows. It is checked by a program
that shares nothing with this one, dpcert-checker:
  $ dpcert certify fixtures/claims/gaussian-dp.toml --claim fig-3-mu3 -o certificates
  certificates/gaussian-dp--fig-3-mu3.json  fixtures/claims/gaussian-dp.toml, fig-3-mu3: holds

  1 of 1 claims certified

Then dpcert-checker --claim fixtures/claims/gaussian-dp.toml certificates/*.json follows it.
A refuted claim's certificate proves its negation. With --statement an in-toto Statement stands beside each, with
--report a page to print. Where a row says with actual what was run instead, the certificate is about what is judged,
and it, its page and the checker say so.

Exit codes:
  0   every claim has a certificate
  2   a file is missing or malformed
  3   a claim is not decided, or there is no rule yet that certifies it
  70  the checker does not follow a certificate: please report it"#;

pub const VERIFY: &str = r#"The same as the separate program dpcert-checker, which is the one to trust.

Exit codes:
  0   all certificates are valid, and each certifies that its claim holds
  1   a conclusion does not follow, or the certificate is about another claim
  2   a file is no certificate
  3   a certificate ends before the claim, or needs a rule, or more work, than there is
  4   a certificate certifies that its claim is false ("refuted")
With several certificates, the first of 2, 1, 3, 4 that one of them has."#;

pub const FLOATS: &str = r#"Each formula is evaluated in binary64 at every point of a grid and held against the certified value for exactly
those inputs. An ulp is the distance of two neighbouring binary64 at the true value; an error is the most that it
can be, with + above the truth and - below it, where a delta is no bound.

Columns of the table of all:
  points       of the grid
  <= 4 ulps    how many values certainly are that near
  <= 1e-9      relative to the truth
  below        certainly less than the truth, negative ones included: unsafe
  worst        the largest error of the values in [0, 1]
  failures     values that are none: NaN, infinite, negative, above 1, zero in place of a normal number

"trusted" is a largest box of the grid in which all values are within --ulps; between its points nothing is said.
--svg draws the grid as a heat map.

Examples:
  $ dpcert floats gdp-literal | grep -E '^[|] (mu|20 .* (120|560|7[01]0)) '
  | mu   | eps                 | value                   | truth                  | error, ulps |
  | 20   | 120                 | 0.999959996666841       | 0.999959996[6,7]       | +0.4        |
  | 20   | 560                 | 5.115859213235379e-73   | 5.11585919[8,9]e-73    | +2.4e7      |
  | 20   | 700                 | 3.05669670638249e-138   | 1.35666212[7,8]e-138   | +5.7e15     |
  | 20   | 710                 | NaN                     | 4.32661108[1,2]e-144   | NaN         |

  $ dpcert floats gdp-literal | tail -n 3
  gdp-literal: mu-GDP: Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)
    trusted where mu <= 24 and eps/mu <= 24: 144 of 221 points, within 4194304 ulps
    first failure: NaN at mu = 20, eps = 710"#;
pub const VECTORS: &str = r#"Each vector is a question of the line protocol with an enclosure of its answer, and flags for the class of
bugs that it catches; vectors/v1/README.md explains the files.

Example:
  $ dpcert vectors trade-off --check vectors/v1
  50 vectors in 1 file: all as generated

Exit codes: 0 if all is written or as it would be, 1 if a vector of the folder is another one, 2 for an unknown
family or an unreadable folder, 3 if a question has no answer, 74 if a file cannot be written."#;

pub const INIT: &str = r#"Example:
  $ dpcert init queries -o - | dpcert check -
  standard input (unit: record; adjacency: add-remove)
  | claim | quantity            | claimed | certified             | margin   | verdict |
  |-------|---------------------|---------|-----------------------|----------|---------|
  | sum   | eps at delta = 0    | <= 2.5  | 5/2                   | 0        | holds   |
  | tight | eps at delta = 1e-6 | <= 2.25 | [2.2392578, 2.241211] | +0.00878 | holds   |

  2 claims in 1 file: 2 hold, all as expected"#;

pub const SCHEMA: &str = r#"Example:
  $ dpcert schema claim-file | head -n 3
  {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "dpcert/1","#;
