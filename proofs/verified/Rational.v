(* total_delta as a rational number, where each e^eps is rational. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Lattice FixedPoint Exponential Certificate Walk.
From Verified Require Import Literal Claim Reader Guarantee Outcomes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* the most steps of a row: counts become unary numbers *)
Definition max_count : Z := 20000.
Definition frac_of (q : Z * Z) : R := IZR q.1 / IZR q.2.
Definition real_steps (r : rows) := map step_of (steps r).

(* ---------- numbers ---------- *)
(* e^e where it is known to be rational *)
Fixpoint eratio (e : expr) : option (Z * Z) :=
  match e with
  | Ln f => if rat f is Some (a, b) then if (0 <? a)%Z then Some (a, b) else None else None
  | Mul f g =>
      if rat f is Some (k, d) then
        if eratio g is Some (a, b) then
          if [&& (d =? 1)%Z, (0 <=? k)%Z, (k * (bits a b + 1) <=? max_bits)%Z, (0 <? a)%Z & (0 <? b)%Z] then Some (a ^ k, b ^ k)%Z else None
        else None
      else None
  | _ => if rat e is Some (a, b) then if (a =? 0)%Z then Some (1, 1)%Z else None else None
  end.

Lemma eratio_sound e q : eratio e = Some q -> [/\ (0 < q.1)%Z, (0 < q.2)%Z & exp (value e) = frac_of q].
Proof.
have zero f : (if rat f is Some (a, b) then if (a =? 0)%Z then Some (1, 1)%Z else None else None) = Some q ->
  [/\ (0 < q.1)%Z, (0 < q.2)%Z & exp (value f) = frac_of q].
  case E: (rat f) => [[a b]|] //; case: (Z.eqb_spec a 0) => [a0|//] [<-]; split=> //.
  by have [_ ->] := rat_sound _ _ E; rewrite a0 /frac_of /= /Rdiv Rmult_0_l exp_0; lra.
elim: e q zero => [n d|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf|f IHf g IHg|f IHf|f IHf|f IHf] q zero;
  try exact: zero; try by [].
- rewrite [eratio _]/=; case E: (rat f) => [[k d]|] //; case Eg: (eratio g) => [[a b]|] //.
  case: ifP => //; case: (Z.eqb_spec d 1) => [d1|//]; case: (Z.leb_spec 0 k) => [k0|//] /=.
  case/and3P => _ /Z.ltb_lt a0 /Z.ltb_lt b0 [<-]; split; [exact: Z.pow_pos_nonneg | exact: Z.pow_pos_nonneg |].
  have [_ vf] := rat_sound _ _ E.
  have vg : exp (value g) = IZR a / IZR b.
    have zg : forall f0, (if rat f0 is Some (a, b) then if (a =? 0)%Z then Some (1, 1)%Z else None else None) = Some (a, b) ->
      [/\ (0 < (a, b).1)%Z, (0 < (a, b).2)%Z & exp (value f0) = frac_of (a, b)].
      move=> f0; case E0: (rat f0) => [[a' b']|] //; case: (Z.eqb_spec a' 0) => [a0'|//] [<- <-]; split=> //.
      by have [_ ->] := rat_sound _ _ E0; rewrite a0' /frac_of /= /Rdiv Rmult_0_l exp_0; lra.
    by have [_ _] := IHg _ zg Eg.
  have ek : k = Z.of_nat (Z.to_nat k) by rewrite Z2Nat.id.
  move: (Z.to_nat k) ek vf k0 => n -> /= vf k0.
  rewrite /frac_of /= vf d1 !pow_IZR // -!pow_powerRZ; elim: n {k0 vf} => [|n IH] /=.
    by rewrite /Rdiv !Rmult_0_l exp_0; lra.
  rewrite -/(Z.of_nat n.+1) Nat2Z.inj_succ succ_IZR.
  rewrite (_ : (IZR (Z.of_nat n) + 1) / 1 * value g = IZR (Z.of_nat n) / 1 * value g + value g); last by field.
  have bR := IZR_lt _ _ b0.
  have bn : IZR b ^ n <> 0 by apply: pow_nonzero; lra.
  by rewrite exp_plus IH vg; field; split; lra.
- rewrite [eratio _]/=; case Ef: (rat f) => [[a b]|]; last by [].
  case: (Z.ltb_spec 0 a) => [a0|]; last by []. move=> [<-].
  have [b0 v] := rat_sound _ _ Ef; split=> //; rewrite /= v exp_ln //.
  by apply: Rmult_lt_0_compat; [exact: IZR_lt | apply/Rinv_0_lt_compat/IZR_lt].
Qed.

Definition zle (p q : Z * Z) : bool := (p.1 * q.2 <=? q.1 * p.2)%Z.
Definition zlt (p q : Z * Z) : bool := (p.1 * q.2 <? q.1 * p.2)%Z.
Lemma zleP p q : (0 < p.2)%Z -> (0 < q.2)%Z -> zle p q -> frac_of p <= frac_of q.
Proof.
move=> p0 q0 /Z.leb_le /IZR_le; rewrite !mult_IZR /frac_of => h.
have pR := IZR_lt _ _ p0; have qR := IZR_lt _ _ q0.
apply: (Rmult_le_reg_r (IZR p.2 * IZR q.2)); first exact: Rmult_lt_0_compat.
have -> : IZR p.1 / IZR p.2 * (IZR p.2 * IZR q.2) = IZR p.1 * IZR q.2 by field; lra.
by have -> : IZR q.1 / IZR q.2 * (IZR p.2 * IZR q.2) = IZR q.1 * IZR p.2 by field; lra.
Qed.
Lemma zltP p q : (0 < p.2)%Z -> (0 < q.2)%Z -> zlt p q -> frac_of p < frac_of q.
Proof.
move=> p0 q0 /Z.ltb_lt /IZR_lt; rewrite !mult_IZR /frac_of => h.
have pR := IZR_lt _ _ p0; have qR := IZR_lt _ _ q0.
apply: (Rmult_lt_reg_r (IZR p.2 * IZR q.2)); first exact: Rmult_lt_0_compat.
have -> : IZR p.1 / IZR p.2 * (IZR p.2 * IZR q.2) = IZR p.1 * IZR q.2 by field; lra.
by have -> : IZR q.1 / IZR q.2 * (IZR p.2 * IZR q.2) = IZR q.1 * IZR p.2 by field; lra.
Qed.

(* ---------- rows with rational parameters ---------- *)
Record ratios := Ratios { ra : Z; rb : Z; ran : Z; rad : Z; rdn : Z; rdd : Z }.
Definition within (r : ratios) : bool :=
  [&& (0 <? rb r)%Z, (rb r <=? ra r)%Z, (0 <? rad r)%Z, (0 <=? ran r)%Z, (ran r <=? rad r)%Z, (0 <? rdd r)%Z,
      (0 <=? rdn r)%Z & (rdn r <=? rdd r)%Z].
Definition step_at (r : ratios) : step := Step (IZR (ra r) / IZR (rb r)) (IZR (ran r) / IZR (rad r)) (IZR (rdn r) / IZR (rdd r)).
Definition checked (r : ratios) : option ratios := if within r then Some r else None.
(* alpha of randomised response with k answers, at e^eps = a/b *)
Definition response_alpha (a b : Z) (k : positive) : option (Z * Z) := frac ((Zpos k - 2) * b) (a + (Zpos k - 1) * b).
Definition rational_row (k : kind) : option ratios :=
  match k with
  | ApproxDP e d =>
      if eratio e is Some (a, b) then if rat d is Some (dn, dd) then checked (Ratios a b 0 1 dn dd) else None else None
  | ApproxDPAlpha e d al =>
      if eratio e is Some (a, b) then if rat d is Some (dn, dd) then if rat al is Some (an, ad)
      then checked (Ratios a b an ad dn dd) else None else None else None
  | RandomizedResponse e n =>
      if eratio e is Some (a, b) then
        if response_alpha a b n is Some (an, ad) then checked (Ratios a b an ad 0 1) else None
      else None
  | ApproxDPTV e d t =>
      if eratio e is Some (a, b) then if rat d is Some (dn, dd) then if rat t is Some (n, m) then
        let vn := (n * dd - dn * m)%Z in let vd := (m * (dd - dn))%Z in
        if [&& (b <? a)%Z & (dn <? dd)%Z] then
          if frac (vd * (a - b) - vn * (a + b)) (vd * (a - b)) is Some (an, ad)
          then checked (Ratios a b an ad dn dd) else None
        else None
      else None else None else None
  | FinitePair _ _ | MultiDP _ | GroupDP _ _ | SampledDP _ _ _ => None
  end.

Lemma within_valid r : within r -> valid_step (step_at r).
Proof.
rewrite /within; case/and5P => /Z.ltb_lt b0 /Z.leb_le ab /Z.ltb_lt d0 /Z.leb_le n0 /and4P [/Z.leb_le nd /Z.ltb_lt e0 /Z.leb_le m0 /Z.leb_le me].
have unit n d : (0 < d)%Z -> (0 <= n)%Z -> (n <= d)%Z -> 0 <= IZR n / IZR d <= 1.
  move=> {}d0 {}n0 {}nd; have := IZR_lt _ _ d0; have := IZR_le _ _ n0; have := IZR_le _ _ nd => h1 h2 h3.
  have i0 : 0 < / IZR d by apply: Rinv_0_lt_compat.
  split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (IZR d)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
split=> /=; [|exact: unit|exact: unit].
have := IZR_lt _ _ b0; have := IZR_le _ _ ab => h1 h2.
by apply: (Rmult_le_reg_r (IZR (rb r))) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Lemma response_alpha_sound a b k x q : (0 < b)%Z -> x = IZR a / IZR b -> response_alpha a b k = Some q ->
  (0 < q.2)%Z /\ (IZR (Zpos k) - 2) / (x + IZR (Zpos k) - 1) = frac_of q.
Proof.
move=> b0 -> /frac_sound [n0 [h E]]; split=> //; rewrite /frac_of -E.
have bR := IZR_lt _ _ b0; move: n0; rewrite mult_IZR plus_IZR mult_IZR !minus_IZR => n0.
field; split; last by lra.
by move=> h0; apply: n0; lra.
Qed.

Theorem rational_row_sound k r : rational_row k = Some r -> [/\ within r, step_of k = step_at r & proper k].
Proof.
have done k' r' : checked r' = Some r -> step_of k' = step_at r' ->
  (match k' with ApproxDPTV e d _ => 1 < exp (value e) /\ value d < 1 | _ => True end) ->
  [/\ within r, step_of k' = step_at r & proper k'].
  rewrite /checked; case: ifP => // w [<-] e h; split=> //; split=> //; rewrite e; exact: within_valid.
case: k => [e d|e d t|e d al|e n|p q|cs|e n|q e d] //=.
- case Ee: (eratio e) => [[a b]|] //; case Ed: (rat d) => [[dn dd]|] // h.
  apply: (done (ApproxDP e d)) h _ _ => //=; rewrite /step_at /=.
  have [_ _ ->] := eratio_sound Ee; have [_ ->] := rat_sound _ _ Ed; rewrite /frac_of /=; congr Step; lra.
- case Ee: (eratio e) => [[a b]|] //; case Ed: (rat d) => [[dn dd]|] //; case Et: (rat t) => [[n m]|] //.
  case: andP => // -[/Z.ltb_lt ab /Z.ltb_lt dnd].
  case Ef: frac => [[an ad]|] // h.
  have [a0 b0 ve] := eratio_sound Ee; have [dd0 vd] := rat_sound _ _ Ed; have [m0 vt] := rat_sound _ _ Et.
  have [f0 [_ vf]] := frac_sound _ _ _ Ef; rewrite /= in a0 b0 dd0 m0 vf.
  have aR := IZR_lt _ _ a0; have bR := IZR_lt _ _ b0; have abR := IZR_lt _ _ ab.
  have dR := IZR_lt _ _ dnd; have ddR := IZR_lt _ _ dd0; have mR := IZR_lt _ _ m0.
  apply: (done (ApproxDPTV e d t)) h _ _ => /=.
  + rewrite /step_at /= ve vd vt /frac_of /= -vf; congr Step.
    rewrite /eta_alpha !minus_IZR !mult_IZR !minus_IZR !plus_IZR !mult_IZR; field; repeat split; lra.
  + rewrite ve vd /frac_of /=; split.
    * apply: (Rmult_lt_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
    * apply: (Rmult_lt_reg_r (IZR dd)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
- case Ee: (eratio e) => [[a b]|] //; case Ed: (rat d) => [[dn dd]|] //; case Ea: (rat al) => [[an ad]|] // h.
  apply: (done (ApproxDPAlpha e d al)) h _ _ => //=; rewrite /step_at /=.
  by have [_ _ ->] := eratio_sound Ee; have [_ ->] := rat_sound _ _ Ed; have [_ ->] := rat_sound _ _ Ea.
- case Ee: (eratio e) => [[a b]|] //; case Ea: response_alpha => [[an ad]|] // h.
  have [_ b0 ve] := eratio_sound Ee.
  apply: (done (RandomizedResponse e n)) h _ _ => //=; rewrite /step_at /= ve.
  by have [_ ->] := response_alpha_sound b0 erefl Ea; rewrite /frac_of /=; congr Step; lra.
Qed.

(* ---------- composition ---------- *)
(* A limit of the work: n steps of a row have at most 2n + 3 outcomes of different ratio, of n times the bits of one step. *)
Definition outcome_count (r : rows) : Z := foldr (fun e s => (2 * Zpos e.2 + 3) * s)%Z 1%Z r.
Definition outcome_bits (r : rows) : option Z :=
  foldr (fun e s => if rational_row e.1 is Some q then if s is Some t then
    Some (t + Zpos e.2 * (bits (ra q + rb q) 1 + bits (rad q) 1 + bits (rdd q) 1 + 3))%Z else None else None) (Some 1%Z) r.
Definition is_small (r : rows) : bool :=
  (outcome_count r <=? 20000)%Z && if outcome_bits r is Some b then (outcome_count r * outcome_count r * b <=? 2 ^ 34)%Z else false.
Fixpoint exact_pair (r : rows) : option upair :=
  match r with
  | [::] => Some nothing
  | (k, n) :: r' =>
      if rational_row k is Some q then
        if exact_pair r' is Some X then
          Some (compose_pairs X (repeated (pair_of (ra q) (rb q) (ran q) (rad q) (rdn q) (rdd q)) n)) else None
      else None
  end.
Definition exact_delta (r : rows) (g : expr) : option (Z * Z) :=
  if eratio g is Some (n, m) then
    if is_small r then
    if exact_pair r is Some X then Some (excess n m X.2, X.1 * m)%Z else None
    else None
  else None.

Lemma valid_nonneg s : valid_step s -> nonneg_pair (pair5 s).
Proof. by move=> /dist_pair5 [[h1 _] [h2 _]]. Qed.

Lemma exact_pair_sound r X : exact_pair r = Some X ->
  represents X (map pair5 (real_steps r)) /\ forall k, List.In k (steps r) -> proper k.
Proof.
elim: r X => [|[k n] r IH] X; first by move=> [<-]; split; [exact: nothing_represents | move=> k []].
rewrite [exact_pair _]/=; case Eq: (rational_row k) => [q|] //; case Er: (exact_pair r) => [Y|] // [<-].
have [w e pk] := rational_row_sound Eq; have [rY pr] := IH _ Er; have v := within_valid w.
split; last first.
  move=> k'; rewrite /steps /= => /List.in_app_iff [|]; last exact: pr.
  by elim: (Pos.to_nat n) => [|m IHm] //= [<-|].
rewrite /real_steps /steps /= map_cat map_cat -/(steps r) -/(real_steps r) map_nseq map_nseq e.
have ns := valid_nonneg v.
apply: compose_represents => //.
- by elim: (Pos.to_nat n) => [|m IHm] //= t [<-|/IHm].
- apply: repeated_represents => //.
  move: w; rewrite /within; case/and5P => /Z.ltb_lt b0 /Z.leb_le ab /Z.ltb_lt d0 /Z.leb_le n0 /and4P [/Z.leb_le nd /Z.ltb_lt e0 /Z.leb_le m0 /Z.leb_le me].
  exact: pair_of_represents.
Qed.

Lemma map_valid r : (forall k, List.In k (steps r) -> proper k) -> forall s, List.In s (real_steps r) -> valid_step s.
Proof. by move=> h; exact: (valid_l h). Qed.

Theorem exact_delta_sound r g q : exact_delta r g = Some q ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < q.2)%Z & total_delta (real_steps r) (exp (value g)) = frac_of q].
Proof.
rewrite /exact_delta; case Eg: (eratio g) => [[n m]|] //; case: is_small => //; case Er: (exact_pair r) => [X|] // [<-].
have [n0 m0 vg] := eratio_sound Eg; have [rX pr] := exact_pair_sound Er; have [x0 _ _] := rX.
split=> //=; first by rewrite /= in m0; lia.
rewrite -(steps_delta (map_valid pr)); last by apply/Rlt_le/exp_pos.
by rewrite vg /frac_of /=; apply: excess_correct => //; apply: Z.lt_le_incl.
Qed.
