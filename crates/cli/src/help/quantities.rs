//! Help about single questions about a mechanism.

pub const DELTA: &str = r#"Several values, or a range with its step, are answered from one composition.

Examples:
  $ dpcert delta 'approx-dp(eps=1/10, delta=1e-6)^1000' --at 3
  delta in [0.621674485663989760098, 0.621674485663989760099]
  method lattice, engine malachite

  $ dpcert delta 'randomized-response(eps=ln(3))' --at 0
  delta = 0.5
    exact 1/2
  method lattice, engine malachite

  $ dpcert delta 'gaussian(sigma=2) * gaussian(sigma=3)' --at 1/2 \
      --digits 6 --json | tr , '\n'
  {"id":null
  "status":"ok"
  "lo":"0.08529981"
  "hi":"0.08529982"
  "tight":true
  "met":true
  "method":"closed-form"
  "engine":"malachite"}

  $ dpcert delta 'laplace(eps=1/10)^100' --at 0..3:1
  | eps | delta                        |
  |-----|------------------------------|
  | 0   | [0.37740523, 0.37758944]     |
  | 1   | [0.12121579, 0.1213112]      |
  | 2   | [0.01856831, 0.01858363]     |
  | 3   | [0.0011709077, 0.0011717131] |
  method grid, engine malachite"#;

pub const EPS: &str = r#"The answer is 0 if delta is at least the total variation, and inf if it is below the mass at infinite loss.

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
  | j | eps     | delta         | delta exact |
  |---|---------|---------------|-------------|
  | 0 | 0       | 0.481481[4,5] | 13/27       |
  | 1 | ln(2)   | 0.222222[2,3] | 2/9         |
  | 2 | 2*ln(2) | 0.148148[1,2] | 4/27        |
  | 3 | 3*ln(2) | 0             | 0           |
    1.2[3,4] is [1.23, 1.24].
  method lattice, engine malachite"#;

pub const TV: &str = r#"Example:
  $ dpcert tv 'laplace(eps=1)' --digits 30
  tv in [0.3934693402873665763962004650088, 0.3934693402873665763962004650089]
  method closed-form, engine malachite"#;

pub const RHO: &str = r#"It is the supremum of the Renyi divergence divided by its order, over the orders above 1 and both directions of
neighbours. It is known for zcdp, gaussian, gdp and discrete-gaussian, for exponential, laplace and what has finitely many
finite losses (discrete-laplace, randomized-response, unary-encoding), and for compositions of these. It is exact where it
is reached at order 1. A response with seven categories or more may reach it at a larger one.

Examples:
  $ dpcert rho 'laplace(eps=1)'
  rho in [0.367879441171442321595, 0.367879441171442321596]
    exact exp(-1)
  method zcdp-sum, engine malachite

  $ dpcert rho 'discrete-gaussian(sigma_sq=50, shifts=[1, -1])^5 * zcdp(rho=1)'
  rho = 1.1
    exact 11/10
  method zcdp-sum, engine malachite"#;

pub const GDP: &str = r#"mu-GDP: no test of the neighbours separates them better than the best tests separate N(0, 1) and N(mu, 1). It
counts the tests of which both errors are at least alpha_min.

The cut matters. A sample that has the record with a small probability loses much, seldom: without a cut its mu is that of
the mechanism itself, and at 1e-9 a single step measures its tail. State alpha_min beside mu.

Examples:
  $ dpcert gdp 'gaussian(sigma=2)^16'
  gdp = 2
  method closed-form, engine malachite

  $ dpcert gdp --alpha-min 1e-3,1e-9 --digits 6 \
      'poisson(1/100, gaussian(sigma=1))'
  | alpha_min | gdp            |
  |-----------|----------------|
  | 1e-3      | 0.0477003[8,9] |
  | 1e-9      | 0.224619[8,9]  |
    1.2[3,4] is [1.23, 1.24].
  method closed-form, engine malachite"#;

pub const GDP_REGRET: &str = r#"By how much mu-GDP, with the mu of gdp, overstates the success of attacks: whatever the prior
probability of membership is, the least average error of a decision is at most that much above the one that mu-GDP allows. A
regret near 0 says that mu describes the mechanism. Read it beside mu, with the same alpha_min.

Examples:
  $ dpcert gdp-regret 'poisson(1/100, gaussian(sigma=1))^1000' --digits 3
  gdp-regret in [0.01982, 0.01984]
  method supporting-lines, engine malachite"#;

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
  $ dpcert renyi --order 2 --digits 10 'poisson(1/10, laplace(eps=1))'
  renyi in [0.0085364570194, 0.0085364570195]
    exact ln(81/100 + 9/50 + 1/100*(2/3*exp(1) + 1/3*exp(-2)))
  method sum-over-steps, engine malachite

It has every order there, and of several orders a table:
  $ dpcert renyi 'poisson(1/100, gaussian(sigma=1))' --order 3/2,2 --digits 10
  | order | renyi                |
  |-------|----------------------|
  | 3/2   | 0.0001272537433[2,3] |
  | 2     | 0.0001718134220[7,8] |
    1.2[3,4] is [1.23, 1.24].
  method sum-over-steps, engine malachite"#;

pub const CHI_SQUARED: &str = r#"1 + chi^2 multiplies under composition.

Example:
  $ dpcert chi-squared 'finite-pair(p=[1/2, 1/3, 1/6], q=[1/6, 1/3, 1/2])^2'
  chi-squared in [2.56790123456790123456, 2.56790123456790123457]
    exact 208/81
  method sum-over-steps, engine malachite"#;

pub const FUNCTIONALS: &str = r#"The moments kl, kappa2, kappa3 and kappa3-bar of ln|f'| that the central limit theorems of Dong, Roth & Su
need, and their chi^2_+, for f = T(Q, P): kl is the divergence of Q from P, which the command kl calls reverse. Of a pair
that is not symmetric, exchange p and q for T(P, Q). Under Poisson sampling P has the record; without replacement f is
C_p(f). Of continuous noise on a sample they are enclosed to about eight digits.

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

pub const BETA: &str = r#"The null hypothesis is Q: alpha is the probability under Q of what a test rejects, and beta that under P
of what it keeps. So beta of finite-pair(p, q) is the T(Q, P) of papers; exchange p and q, or write inverse(mechanism=M),
for T(P, Q).

Example:
  $ dpcert beta 'gdp(mu=1)' --at 1/10
  beta in [0.61085630835463903096, 0.610856308354639030961]
  method closed-form, engine malachite"#;

pub const REGION: &str = r#"The vertices run from alpha = 0 to 1; the other half of the region is its mirror image. As for beta, the null
hypothesis is Q: the vertices of finite-pair(p, q) are those of T(Q, P).

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
  | alpha       | beta      |
  |-------------|-----------|
  | 0           | 1         |
  | 0.000032359 | 0.9978    |
  | 0.0097892   | 0.87599   |
  | 0.084048    | 0.5753    |
  | 0.22612     | 0.33031   |
  | 0.57535     | 0.084053  |
  | 0.87617     | 0.0098016 |
  | 1           | 0         |
  outer polygon
  | alpha     | beta     |
  |-----------|----------|
  | 0         | 0.99926  |
  | 0.0012457 | 0.93124  |
  | 0.032329  | 0.70156  |
  | 0.14282   | 0.40122  |
  | 0.40123   | 0.1428   |
  | 0.70158   | 0.032312 |
  | 0.94034   | 0        |
  | 1         | 0        |
  gap <= 0.0838
  method supporting-lines, engine malachite"#;

pub const LIKELIHOOD_RATIOS: &str = r#"Example:
  $ dpcert likelihood-ratios 'approx-dp(eps=1, delta=1/10)^2' --digits 4 \
      --exact never
  | ratio       | P            | Q            |
  |-------------|--------------|--------------|
  | inf         | 0.19         | 0            |
  | 7.389[0,1]  | 0.4329[0,1]  | 0.05858[6,7] |
  | 1           | 0.3185[1,2]  | 0.3185[1,2]  |
  | 0.1353[3,4] | 0.05858[6,7] | 0.4329[0,1]  |
  | 0           | 0            | 0.19         |
    1.2[3,4] is [1.23, 1.24].
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
