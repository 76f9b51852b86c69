(* An enclosure of exp(-a/b) for 0 <= a/b <= 1, checked in integers.

   expT: partial sums of the alternating series as exact fractions. check_exp_sound: two
   integers that pass the check enclose exp(-a/b) 2^p. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FixedPoint.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition Un r i := r ^ i / INR (fact i).

Lemma exp_alt r n : 0 <= r <= 1 ->
  sum_f_R0 (tg_alt (Un r)) (S (2 * n)) <= exp (- r) <= sum_f_R0 (tg_alt (Un r)) (2 * n).
Proof.
move=> [r0 r1]; apply: alternated_series_ineq.
- move=> i; rewrite /Un fact_simpl mult_INR /=.
  have f0 := INR_fact_lt_0 i; have s1 : 1 <= INR i.+1.
    by rewrite S_INR; have := pos_INR i; lra.
  have p0 := pow_le r i r0.
  have -> : r * r ^ i / (INR i.+1 * INR (fact i)) = (r ^ i / INR (fact i)) * (r / INR i.+1).
    by field; split; lra.
  have h0 : 0 <= r ^ i / INR (fact i).
    by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  have h1 : r / INR i.+1 <= 1.
    apply: (Rmult_le_reg_r (INR i.+1)); first by lra.
    by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
  by have := Rmult_le_compat_l _ _ _ h0 h1; lra.
- exact: cv_speed_pow_fact.
- have := proj2_sig (exist_exp (- r)); rewrite -/(exp (- r)) => H e e0.
  have [N HN] := H e e0; exists N => n' hn; have := HN n' hn.
  rewrite (PartSum.sum_eq (tg_alt (Un r)) (fun i => / INR (fact i) * (- r) ^ i)) // => i _.
  rewrite /tg_alt /Un (_ : - r = -1 * r); last by ring.
  by rewrite Rpow_mult_distr; field; apply: INR_fact_neq_0.
Qed.

(* partial sums as exact fractions T/D *)
Fixpoint expT (a b : Z) (n : nat) : Z * Z * Z :=
  if n is n'.+1 then
    let: (t, d, q) := expT a b n' in
    let m := (b * Z.of_nat n)%Z in let q' := (- (q * a))%Z in ((t * m + q')%Z, (d * m)%Z, q')
  else (1, 1, 1)%Z.

Lemma expT_spec a b n : (0 < b)%Z ->
  let: (t, d, q) := expT a b n in
  [/\ 0 < IZR d, IZR d = IZR b ^ n * INR (fact n),
      IZR q = (-1) ^ n * IZR a ^ n & sum_f_R0 (tg_alt (Un (IZR a / IZR b))) n = IZR t / IZR d].
Proof.
move=> /IZR_lt b0; elim: n => [|n].
  by rewrite /=; split; [lra | lra | lra | rewrite /tg_alt /Un /=; field].
have -> : expT a b n.+1 = let: (t, d, q) := expT a b n in
    let m := (b * Z.of_nat n.+1)%Z in let q' := (- (q * a))%Z in ((t * m + q')%Z, (d * m)%Z, q') by [].
case: (expT a b n) => [[t d] q] [d0 hd hq hs].
cbv zeta beta; have m0 : 0 < IZR (b * Z.of_nat n.+1).
  by rewrite mult_IZR -INR_IZR_INZ; apply: Rmult_lt_0_compat => //; apply: lt_0_INR; lia.
split.
- by rewrite mult_IZR; apply: Rmult_lt_0_compat.
- rewrite !mult_IZR -INR_IZR_INZ hd fact_simpl mult_INR -tech_pow_Rmult; ring.
- by rewrite opp_IZR mult_IZR hq -!tech_pow_Rmult; ring.
- rewrite tech5 hs /tg_alt /Un plus_IZR !mult_IZR opp_IZR mult_IZR -INR_IZR_INZ hq hd.
  rewrite fact_simpl mult_INR.
  have f0 := INR_fact_neq_0 n; have s0 : INR n.+1 <> 0 by apply: not_0_INR.
  have bn := pow_nonzero (IZR b) n.
  have bn' : IZR b ^ n <> 0 by apply: bn; lra.
  rewrite /Rdiv Rpow_mult_distr pow_inv.
  rewrite -!tech_pow_Rmult.
  by field; repeat split => //; lra.
Qed.

Definition check_exp (p a b : Z) (n : nat) (yl yu : Z) : bool :=
  let B := (2 ^ p)%Z in
  let: (t1, d1, _) := expT a b (S (2 * n)) in
  let: (t0, d0, _) := expT a b (2 * n) in
  [&& Z.leb 0 p, Z.leb 0 a, Z.leb a b, Z.ltb 0 b, Z.leb (yl * d1) (t1 * B) & Z.leb (t0 * B) (yu * d0)].

Lemma div_le n1 d1 n2 d2 : 0 < d1 -> 0 < d2 -> n1 * d2 <= n2 * d1 -> n1 / d1 <= n2 / d2.
Proof.
move=> h1 h2 h; apply: (Rmult_le_reg_r (d1 * d2)); first exact: Rmult_lt_0_compat.
have -> : n1 / d1 * (d1 * d2) = n1 * d2 by field; lra.
by have -> : n2 / d2 * (d1 * d2) = n2 * d1 by field; lra.
Qed.

Lemma check_exp_sound p a b n yl yu : check_exp p a b n yl yu ->
  [/\ (0 <= p)%Z, 0 <= IZR a / IZR b <= 1 & fx p yl <= exp (- (IZR a / IZR b)) <= fx p yu].
Proof.
rewrite /check_exp.
case E1: (expT a b (S (2 * n))) => [[t1 d1] q1]; case E0: (expT a b (2 * n)) => [[t0 d0] q0].
move=> /and5P [/Z.leb_le p0 /Z.leb_le a0 /Z.leb_le ab /Z.ltb_lt b0 /andP [/Z.leb_le h1 /Z.leb_le h0]].
have Bp := B0 p0.
have := expT_spec a (S (2 * n)) b0; rewrite E1 => -[d1p _ _ s1].
have := expT_spec a (2 * n) b0; rewrite E0 => -[d0p _ _ s0].
have bR := IZR_lt _ _ b0; have aR := IZR_le _ _ a0; have abR := IZR_le _ _ ab.
have r01 : 0 <= IZR a / IZR b <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
split=> //; have [] := exp_alt n r01; rewrite s1 s0 => l u; rewrite /fx; split.
- apply: Rle_trans l; apply: div_le => //; rewrite -!mult_IZR; exact: IZR_le.
- apply: (Rle_trans _ _ _ u); apply: div_le => //; rewrite -!mult_IZR; exact: IZR_le.
Qed.
