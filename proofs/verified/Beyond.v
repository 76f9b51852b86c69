(* total_delta where eps is at least the sum of the eps of all steps: only infinite losses are above it. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Lattice FixedPoint Exponential Certificate Walk.
From Verified Require Import Literal Claim Reader Guarantee Outcomes Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.pow : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.

(* a limit of the work *)
Definition few (n : positive) (dd u v s t : Z) : bool :=
  [&& (Zpos n <=? max_count)%Z, (Zpos n * (bits dd 1 + 1) <=? 2 ^ 22)%Z, (bits u v <=? 2 ^ 22)%Z & (bits s t <=? 2 ^ 22)%Z].
Fixpoint beyond_sums (r : rows) : option (Z * Z * (Z * Z)) :=   (* the sum of the eps, and the product of 1 - delta *)
  match r with
  | [::] => Some ((0, 1), (1, 1))%Z
  | (k, n) :: r' =>
      let eps_delta := match k with
        | ApproxDP e d => if rat e is Some x then if rat d is Some y then Some (x, y) else None else None
        | RandomizedResponse e n => if rat e is Some x then if (2 <=? Zpos n)%Z then Some (x, (0, 1)%Z) else None else None
        | ApproxDPAlpha e d al =>
            if rat e is Some x then if rat d is Some y then if rat al is Some (n, m) then
              if (0 <=? n)%Z && (n <=? m)%Z then Some (x, y) else None else None else None else None
        | ApproxDPTV _ _ _ | FinitePair _ _ | MultiDP _ | GroupDP _ _ | SampledDP _ _ _ => None
        end in
      if eps_delta is Some ((a, b), (dn, dd)) then
        if beyond_sums r' is Some ((u, v), (s, t)) then
          if [&& few n dd u v s t, (0 <=? a)%Z, (0 <=? dn)%Z & (dn <=? dd)%Z]
          then Some ((u * b + Zpos n * a * v, v * b), (s * (dd - dn) ^ Zpos n, t * dd ^ Zpos n))%Z else None
        else None
      else None
  end.
Definition beyond_delta (r : rows) (g : expr) : option (Z * Z) :=
  if rat g is Some q then
    if beyond_sums r is Some (sum, (s, t)) then
      if [&& zle sum q & (0 <? t)%Z] then Some (t - s, t)%Z else None
    else None
  else None.
(* what no eps removes: the delta at the sum of the eps of all steps, where that is above eps *)
Definition infinite_losses (r : rows) (g : expr) : option (Z * Z) :=
  if rat g is Some q then
    if beyond_sums r is Some (sum, _) then
      if (0 <? sum.2)%Z && zle q sum then beyond_delta r (Num sum.1 (Z.to_pos sum.2)) else None
    else None
  else None.

Lemma inner_beyond l : (forall s, List.In s l -> valid_step s) -> forall p q, 0 <= p -> p * \big[Rmult/1]_(s <- l) sx s <= q ->
  divergence (map pair3 l) p q = 0.
Proof.
elim: l => [|s l IH] hl p q p0; first by rewrite big_nil Rmult_1_r /= => h; apply: pos_eq0; lra.
rewrite big_cons /= => h; have hl' t : List.In t l -> valid_step t by move=> ht; apply: hl; right.
have [x1 al1 d1] := hl s (or_introl erefl); have c0 := cc0 x1 al1.
set Pi := \big[_/_]_(_ <- _) _ in h IH; have Pi0 : 0 <= Pi.
  rewrite /Pi; elim: (l) hl' => [|t m IHm] hm; first by rewrite big_nil; lra.
  rewrite big_cons; apply: Rmult_le_pos; last by apply: IHm => u hu; apply: hm; right.
  by have [t1 _ _] := hm t (or_introl erefl); lra.
have h' : p * sx s * Pi <= q by lra.
have hx : p * Pi <= q.
  have : 0 <= p * Pi by exact: Rmult_le_pos.
  nra.
rewrite sum3 /Q0 /Q1 !inordK //= !IH //; try lra.
- by apply: Rmult_le_pos.
- have := Rmult_le_compat_l _ _ _ c0 hx; have : 0 <= cc (sx s) (sal s) * (p * Pi) by apply: Rmult_le_pos => //; apply: Rmult_le_pos.
  move=> k1 k2; have := Rmult_le_compat_l _ _ _ c0 hx; nra.
- apply: Rmult_le_pos => //; lra.
- have := Rmult_le_compat_l _ _ _ (proj1 al1) hx; lra.
- by apply: Rmult_le_pos => //; apply: Rmult_le_pos => //; lra.
- have := Rmult_le_compat_l _ _ _ c0 h'; lra.
Qed.

Theorem beyond_delta_sound r g q : beyond_delta r g = Some q ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < q.2)%Z & total_delta (real_steps r) (exp (value g)) = frac_of q].
Proof.
have sums : forall r sum s t, beyond_sums r = Some (sum, (s, t)) ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < sum.2)%Z /\ (0 < t)%Z,
      \big[Rmult/1]_(s <- real_steps r) sx s = exp (frac_of sum)
    & survival (real_steps r) = IZR s / IZR t].
  elim=> [|[k n] r' IH] sum s t.
    move=> [<- <- <-]; split=> //; rewrite /real_steps /= ?big_nil /frac_of /=; last by rewrite /survival big_nil; lra.
    by rewrite /Rdiv Rmult_0_l exp_0.
  rewrite [beyond_sums _]/=.
  have step a b dn dd : (0 < b)%Z -> (0 < dd)%Z -> proper k -> sx (step_of k) = exp (IZR a / IZR b) ->
    sd (step_of k) = IZR dn / IZR dd -> 
    (if beyond_sums r' is Some ((u, v), (s, t)) then
          if [&& few n dd u v s t, (0 <=? a)%Z, (0 <=? dn)%Z & (dn <=? dd)%Z]
          then Some ((u * b + Zpos n * a * v, v * b), (s * (dd - dn) ^ Zpos n, t * dd ^ Zpos n))%Z else None
        else None) = Some (sum, (s, t)) ->
    [/\ forall k0, List.In k0 (steps ((k, n) :: r')) -> proper k0, (0 < sum.2)%Z /\ (0 < t)%Z,
      \big[Rmult/1]_(s <- real_steps ((k, n) :: r')) sx s = exp (frac_of sum)
    & survival (real_steps ((k, n) :: r')) = IZR s / IZR t].
    move=> b0 dd0 pk ex ed; case Er: (beyond_sums r') => [[[u v] [s' t']]|] //; case: ifP => // _ [<- <- <-].
    have [pr [v0 t0] e1 e2] := IH _ _ _ Er; rewrite /= in v0.
    have bR := IZR_lt _ _ b0; have ddR := IZR_lt _ _ dd0; have vR := IZR_lt _ _ v0; have tR := IZR_lt _ _ t0.
    split.
    - move=> k'; rewrite /steps /= => /List.in_app_iff [|]; last exact: pr.
      by elim: (Pos.to_nat n) => [|m IHm] //= [<-|].
    - have hp : (0 < dd ^ Zpos n)%Z by apply: Z.pow_pos_nonneg.
      by split=> /=; [nia | exact: Z.mul_pos_pos t0 hp].
    - rewrite /real_steps /steps /= map_cat map_nseq big_cat -/(steps r') -/(real_steps r') /= e1 /frac_of /=.
      have -> : \big[Rmult/1]_(i <- nseq (Pos.to_nat n) (step_of k)) sx i = exp (INR (Pos.to_nat n) * (IZR a / IZR b)).
        elim: (Pos.to_nat n) => [|m IHm]; first by rewrite big_nil Rmult_0_l exp_0.
        by rewrite big_cons IHm ex -exp_plus S_INR; congr exp; ring.
      rewrite -exp_plus; congr exp; rewrite plus_IZR !mult_IZR INR_IZR_INZ positive_nat_Z; field; split; lra.
    - rewrite /survival /real_steps /steps /= map_cat map_nseq big_cat -/(steps r') -/(real_steps r') /=.
      rewrite -/(survival (real_steps r')) e2.
      have -> : \big[Rmult/1]_(i <- nseq (Pos.to_nat n) (step_of k)) (1 - sd i) = IZR ((dd - dn) ^ Zpos n) / IZR (dd ^ Zpos n).
        rewrite -(positive_nat_Z n); elim: (Pos.to_nat n) => [|m IHm]; first by rewrite big_nil /= !Z.pow_0_r; lra.
        have hp : (0 < dd ^ Z.of_nat m)%Z by apply: Z.pow_pos_nonneg => //; lia.
        have hR := IZR_lt _ _ hp.
        rewrite big_cons IHm ed Nat2Z.inj_succ !Z.pow_succ_r; try lia.
        by rewrite !mult_IZR minus_IZR; field; split; lra.
      have hp : (0 < dd ^ Zpos n)%Z by apply: Z.pow_pos_nonneg.
      have hR := IZR_lt _ _ hp.
      by rewrite !mult_IZR; field; split; lra.
  have prop e d a b dn dd : rat e = Some (a, b) -> value d = IZR dn / IZR dd -> (0 < dd)%Z ->
    [&& (0 <=? a)%Z, (0 <=? dn)%Z & (dn <=? dd)%Z] ->
    1 <= exp (value e) /\ 0 <= IZR dn / IZR dd <= 1.
    move=> Ee vd dd0 /and3P [/Z.leb_le a0 /Z.leb_le n0 /Z.leb_le nd]; have [b0 ve] := rat_sound _ _ Ee; rewrite /= in b0.
    have aR := IZR_le _ _ a0; have bR := IZR_lt _ _ b0; have nR := IZR_le _ _ n0; have ndR := IZR_le _ _ nd; have dR := IZR_lt _ _ dd0.
    have ib : 0 < / IZR b by apply: Rinv_0_lt_compat.
    have id : 0 < / IZR dd by apply: Rinv_0_lt_compat.
    split; first by rewrite ve /=; apply: exp_ge1; apply: Rmult_le_pos; lra.
    split; first by apply: Rmult_le_pos; lra.
    by apply: (Rmult_le_reg_r (IZR dd)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
  case: k step => [e d|e d t'|e d al|e m|p p'|cs|e m|q0 e d] step //.
  - case Ee: (rat e) => [[a b]|] //; case Ed: (rat d) => [[dn dd]|] // H0.
    have [b0 ve] := rat_sound _ _ Ee; have [dd0 vd] := rat_sound _ _ Ed; rewrite /= in b0 dd0 ve vd.
    have c3 : [&& (0 <=? a)%Z, (0 <=? dn)%Z & (dn <=? dd)%Z].
      by move: H0; case: (beyond_sums r') => [[[? ?] [? ?]]|] //; case: ifP => // /andP [_ ->].
    have [h1 h2] := prop _ _ _ _ _ _ Ee vd dd0 c3.
    apply: (step a b dn dd) => //=; rewrite ?ve //.
    by split=> //; split=> /=; rewrite ?vd; try lra.
  - case Ee: (rat e) => [[a b]|] //; case Ed: (rat d) => [[dn dd]|] //; case Ea: (rat al) => [[u v]|] //.
    case E: (0 <=? u)%Z => //=; case E': (u <=? v)%Z => // H0; move/Z.leb_le: E => E; move/Z.leb_le: E' => E'.
    have [b0 ve] := rat_sound _ _ Ee; have [dd0 vd] := rat_sound _ _ Ed; have [v0 va] := rat_sound _ _ Ea.
    rewrite /= in b0 dd0 v0 ve vd va.
    have c3 : [&& (0 <=? a)%Z, (0 <=? dn)%Z & (dn <=? dd)%Z].
      by move: H0; case: (beyond_sums r') => [[[? ?] [? ?]]|] //; case: ifP => // /andP [_ ->].
    have [h1 h2] := prop _ _ _ _ _ _ Ee vd dd0 c3.
    have vR := IZR_lt _ _ v0; have uR := IZR_le _ _ E; have uvR := IZR_le _ _ E'.
    have al01 : 0 <= value al <= 1.
      rewrite va; split; first by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
      by apply: (Rmult_le_reg_r (IZR v)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
    apply: (step a b dn dd) => //=; rewrite ?ve //.
    by split=> //; split=> //=; rewrite ?vd; try lra.
  - case Ee: (rat e) => [[a b]|] //; case: Z.leb_spec => // m2 H0.
    have [b0 ve] := rat_sound _ _ Ee; rewrite /= in b0 ve.
    have c3 : [&& (0 <=? a)%Z, (0 <=? 0)%Z & (0 <=? 1)%Z].
      by move: H0; case: (beyond_sums r') => [[[? ?] [? ?]]|] //; case: ifP => // /andP [_ ->].
    have vd : value (Num 0 1) = IZR 0 / IZR 1 by [].
    have [h1 h2] := prop _ _ _ _ _ _ Ee vd (ltac:(lia)) c3.
    apply: (step a b 0%Z 1%Z) => //=; rewrite ?ve //; try lra.
    split=> //; split=> /=; [lra | | lra].
    have mR := IZR_le _ _ m2; have i0 : 0 < / (exp (value e) + IZR (Zpos m) - 1) by apply: Rinv_0_lt_compat; lra.
    split; first by apply: Rmult_le_pos; lra.
    by apply: (Rmult_le_reg_r (exp (value e) + IZR (Zpos m) - 1)); first lra; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
rewrite /beyond_delta; case Eg: (rat g) => [[a b]|] //; case Er: (beyond_sums r) => [[sum [s t]]|] //.
case: andP => // -[hz _] [<-]; have [b0 vg] := rat_sound _ _ Eg; have [pr [v0 t0] e1 e2] := sums _ _ _ _ Er.
have tR := IZR_lt _ _ t0.
split=> //=; rewrite /total_delta /inner_delta (inner_beyond (map_valid pr)); last 2 first.
- lra.
- rewrite Rmult_1_l e1 vg; apply: exp_le; exact: (zleP v0 b0 hz).
rewrite e2 /frac_of /= minus_IZR; field; lra.
Qed.

Theorem infinite_losses_sound r g q : infinite_losses r g = Some q ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < q.2)%Z & frac_of q <= total_delta (real_steps r) (exp (value g))].
Proof.
rewrite /infinite_losses; case Eg: (rat g) => [y|] //; case Er: (beyond_sums r) => [[sum st]|] //.
case: (Z.ltb_spec 0 sum.2) => //= s0; case Ez: zle => // h; have [y0 vg] := rat_sound _ _ Eg.
have [pr q0 <-] := beyond_delta_sound h; split=> //.
apply: (total_delta_decreases pr); first exact/Rlt_le/exp_pos.
by apply: exp_le; rewrite vg /= Z2Pos.id //; exact: (zleP y0 s0 Ez).
Qed.
