(* total_delta at an irrational e^eps, where the steps have rational ratios: between its values at two rational numbers. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import FixedPoint Exponential.
From Verified Require Import Literal Claim Reader Guarantee Outcomes Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition exp_bits : Z := 1024.
(* e^g from below and from above; the limits are those of the work and of the precision *)
Definition exp_bounds (g : expr) : option ((Z * Z) * (Z * Z)) :=
  if rat g is Some (a, b) then
    if [&& (0 <=? a)%Z, (a <=? 400 * b)%Z & (bits a b <=? 2048)%Z] then
      let (l, u) := exp_neg exp_bits a b in
      if (0 <? l)%Z && (0 <? u)%Z then Some ((2 ^ exp_bits, u), (2 ^ exp_bits, l))%Z else None
    else None
  else None.
Definition delta_between (r : rows) (g : expr) : option ((Z * Z) * (Z * Z)) :=
  if exp_bounds g is Some (x, y) then
    if is_small r then
      if exact_pair r is Some X then
        Some ((excess y.1 y.2 X.2, X.1 * y.2), (excess x.1 x.2 X.2, X.1 * x.2))%Z
      else None
    else None
  else None.

(* 1/e^-g from an enclosure of e^-g *)
Lemma reciprocal (P l u : Z) e : 0 < e -> (0 < P)%Z -> (0 < l)%Z -> (0 < u)%Z ->
  IZR l <= / e * IZR P -> / e * IZR P <= IZR u -> frac_of (P, u) <= e <= frac_of (P, l).
Proof.
move=> eg /IZR_lt pR /IZR_lt lR /IZR_lt uR hl hu; rewrite /frac_of /=.
have eI : e * / e = 1 by apply: Rinv_r; lra.
have key v : e * (/ e * v) = v by rewrite -Rmult_assoc eI Rmult_1_l.
split.
- apply: (Rmult_le_reg_r (IZR u)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
  by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ eg) hu; rewrite key; lra.
- apply: (Rmult_le_reg_r (IZR l)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; last lra.
  by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ eg) hl; rewrite key; lra.
Qed.

Lemma exp_bounds_sound g x y : exp_bounds g = Some (x, y) ->
  [/\ (0 < x.1)%Z, (0 < x.2)%Z, (0 < y.1)%Z & (0 < y.2)%Z] /\ frac_of x <= exp (value g) <= frac_of y.
Proof.
rewrite /exp_bounds; have p0 : (0 <= exp_bits)%Z by apply: Z.lt_le_incl.
move: exp_bits p0 => B p0.
have : (0 < 2 ^ B)%Z by apply: Z.pow_pos_nonneg.
case Eg: (rat g) => [[a b]|]; last by [].
case: (Z.leb_spec 0 a) => [a0|]; last by [].
case: (true && _); last by [].
have [b0 vg] := rat_sound _ _ Eg; rewrite [_.1]/= [_.2]/= in b0 vg.
have := exp_neg_sound p0 a0 b0; case: (exp_neg B a b) => l u [_ [hl _] [hu _]].
have E : exp (- (IZR a / IZR b)) = / exp (value g) by rewrite exp_Ropp vg.
rewrite E in hl hu; move: (2 ^ B)%Z hl hu => P hl hu P0.
case: (Z.ltb_spec 0 l) => [l0|]; last by [].
case: (Z.ltb_spec 0 u) => [u0|]; last by [].
move=> [<- <-]; split; first by split.
exact: (reciprocal (exp_pos _) P0 l0 u0 hl hu).
Qed.

Theorem delta_between_sound r g low high : delta_between r g = Some (low, high) ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < low.2)%Z /\ (0 < high.2)%Z
    & frac_of low <= total_delta (real_steps r) (exp (value g)) <= frac_of high].
Proof.
rewrite /delta_between; case Eg: exp_bounds => [[x y]|] //; case: is_small => //; case Ex: exact_pair => [X|] // [<- <-].
have [[x1 x2 y1 y2] [gx gy]] := exp_bounds_sound Eg; have [rX pr] := exact_pair_sound Ex; have [X0 _ _] := rX.
have at_ (q : Z * Z) : (0 < q.1)%Z -> (0 < q.2)%Z ->
    0 <= frac_of q /\ total_delta (real_steps r) (frac_of q) = frac_of (excess q.1 q.2 X.2, (X.1 * q.2)%Z).
  move=> q1 q2; have q0 : 0 <= frac_of q.
    by apply: Rmult_le_pos; [apply/Rlt_le/IZR_lt | apply/Rlt_le/Rinv_0_lt_compat/IZR_lt].
  split=> //; rewrite -(steps_delta (map_valid pr)) //.
  by apply: excess_correct => //; exact: Z.lt_le_incl.
have [hx0 <-] := at_ _ x1 x2; have [hy0 <-] := at_ _ y1 y2.
split=> //; first by split=> /=; nia.
split; apply: (total_delta_decreases pr) => //.
exact/Rlt_le/exp_pos.
Qed.
