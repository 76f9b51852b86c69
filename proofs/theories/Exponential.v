(* An enclosure of exp(-a/b), in integers, for every rational a/b >= 0.

   series: partial sums of the alternating series as exact fractions, for 0 <= a/b <= 1.
   exp_neg p a b: the argument is halved h times, to at most 1/64; the series is summed to
   2n+1 and 2n terms, rounded to p + h + 8 bits, squared h times and rounded to p bits.
   exp_neg_sound: the two integers enclose exp(-a/b) 2^p. That h and n are chosen well
   matters for the width only. *)
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
Fixpoint series (a b : Z) (n : nat) : Z * Z * Z :=
  if n is n'.+1 then
    let: (t, d, q) := series a b n' in
    let m := (b * Z.of_nat n)%Z in let q' := (- (q * a))%Z in ((t * m + q')%Z, (d * m)%Z, q')
  else (1, 1, 1)%Z.

Lemma series_spec a b n : (0 < b)%Z ->
  let: (t, d, q) := series a b n in
  [/\ 0 < IZR d, IZR d = IZR b ^ n * INR (fact n),
      IZR q = (-1) ^ n * IZR a ^ n & sum_f_R0 (tg_alt (Un (IZR a / IZR b))) n = IZR t / IZR d].
Proof.
move=> /IZR_lt b0; elim: n => [|n].
  by rewrite /=; split; [lra | lra | lra | rewrite /tg_alt /Un /=; field].
have -> : series a b n.+1 = let: (t, d, q) := series a b n in
    let m := (b * Z.of_nat n.+1)%Z in let q' := (- (q * a))%Z in ((t * m + q')%Z, (d * m)%Z, q') by [].
case: (series a b n) => [[t d] q] [d0 hd hq hs].
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

Lemma div_le n1 d1 n2 d2 : 0 < d1 -> 0 < d2 -> n1 * d2 <= n2 * d1 -> n1 / d1 <= n2 / d2.
Proof.
move=> h1 h2 h; apply: (Rmult_le_reg_r (d1 * d2)); first exact: Rmult_lt_0_compat.
have -> : n1 / d1 * (d1 * d2) = n1 * d2 by field; lra.
by have -> : n2 / d2 * (d1 * d2) = n2 * d1 by field; lra.
Qed.

Definition halvings (a b : Z) : nat := (Z.to_nat (Z.log2_up (a / b + 1)) + 6)%N.
Definition terms (p : Z) : nat := (Z.to_nat (p / 16)).+2.
Definition square (rnd : Z -> Z) (z : Z) : Z := rnd (z * z)%Z.

Definition exp_neg (p a b : Z) : Z * Z :=
  let h := halvings a b in let g := (Z.of_nat h + 8)%Z in let q := (p + g)%Z in
  let n := terms p in let b' := (b * 2 ^ Z.of_nat h)%Z in
  let: (t1, d1, _) := series a b' (S (2 * n)) in
  let: (t0, d0, _) := series a b' (2 * n) in
  (dn g (iter h (square (dn q)) (Z.max 0 (t1 * 2 ^ q / d1))),
   up g (iter h (square (up q)) (quot_up (t0 * 2 ^ q) d0))).

Lemma halvings_le a b : (0 <= a)%Z -> (0 < b)%Z -> (a <= b * 2 ^ Z.of_nat (halvings a b))%Z.
Proof.
move=> a0 b0; rewrite /halvings -plusE Nat2Z.inj_add Z2Nat.id; last exact: Z.log2_up_nonneg.
rewrite Z.pow_add_r; [|exact: Z.log2_up_nonneg|by []].
have h : (a / b + 1 <= 2 ^ Z.log2_up (a / b + 1))%Z.
  have d0 : (0 <= a / b)%Z by apply: Z.div_pos.
  case: (Z.eq_dec (a / b) 0) => [->|ne] //.
  by have [] := Z.log2_up_spec (a / b + 1) ltac:(lia).
have := Z.mul_succ_div_gt a b b0; set P := (2 ^ Z.log2_up _)%Z in h * => h'.
have : (b * (a / b + 1) <= b * P)%Z by apply: Z.mul_le_mono_nonneg_l; lia.
have P0 : (0 < P)%Z by have := Z.div_pos a b a0 b0; lia.
rewrite -[(2 ^ Z.of_nat 6)%Z]/64%Z; nia.
Qed.

Section Shift.
Variables (p g : Z).
Hypotheses (p0 : (0 <= p)%Z) (g0 : (0 <= g)%Z).
Lemma IZR_pow_add : IZR (2 ^ (p + g)) = IZR (2 ^ p) * IZR (2 ^ g).
Proof. by rewrite Z.pow_add_r // mult_IZR. Qed.
Lemma lo_shift z r : lo (p + g) z r -> lo p (dn g z) r.
Proof.
move=> [h r0]; split=> //; apply: (Rmult_le_reg_r (IZR (2 ^ g))); first exact: B0.
by have := dn_le g0 z; rewrite IZR_pow_add in h; lra.
Qed.
Lemma hi_shift z r : hi (p + g) z r -> hi p (up g z) r.
Proof.
move=> [h r0]; split=> //; apply: (Rmult_le_reg_r (IZR (2 ^ g))); first exact: B0.
by have := up_ge g0 z; rewrite IZR_pow_add in h; lra.
Qed.
End Shift.

Lemma square_lo p h z r : (0 <= p)%Z -> (0 <= z)%Z -> lo p z r ->
  (0 <= iter h (square (dn p)) z)%Z /\ lo p (iter h (square (dn p)) z) (r ^ (2 ^ h)).
Proof.
move=> p0 z0 hz; elim: h => [|h [IH0 IH]] /=; first by rewrite Rmult_1_r.
split; first by apply/Z.shiftr_nonneg; nia.
rewrite expnS mul2n -addnn pow_add; apply: lo_dn => //; first exact: lo_mul.
by apply: Rmult_le_pos; case: IH.
Qed.
Lemma square_hi p h z r : (0 <= p)%Z -> hi p z r -> hi p (iter h (square (up p)) z) (r ^ (2 ^ h)).
Proof.
move=> p0 hz; elim: h => [|h IH] /=; first by rewrite Rmult_1_r.
rewrite expnS mul2n -addnn pow_add; apply: hi_up => //; first exact: hi_mul.
by apply: Rmult_le_pos; case: IH.
Qed.

Lemma exp_pow r n : exp (- r) ^ n = exp (- (INR n * r)).
Proof.
elim: n => [|n IH]; first by rewrite /= Rmult_0_l Ropp_0 exp_0.
by rewrite -tech_pow_Rmult IH -exp_plus S_INR; congr exp; ring.
Qed.

(* exp is monotone; the library's proof of this needs excluded middle *)
Lemma exp_ge1 r : 0 <= r -> 1 <= exp r.
Proof.
move=> r0; have small s : 0 <= s <= 1 -> 1 <= exp s.
  move=> s01; have [_] := exp_alt 0 s01; rewrite /= /tg_alt /Un /= => h.
  have e0 := exp_pos s; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ e0) h.
  by rewrite -exp_plus Rplus_opp_r exp_0; lra.
pose n := S (Z.to_nat (Rdefinitions.up r)); have [hn _] := archimed r.
have n0 : 0 < INR n by apply: lt_0_INR; lia.
have rn : r <= INR n.
  rewrite /n S_INR INR_IZR_INZ Z2Nat.id; first by lra.
  by apply: le_IZR; lra.
have -> : r = - (INR n * - (r / INR n)) by field; lra.
rewrite -exp_pow -(pow1 n); apply: pow_incr; split; first by lra.
rewrite Ropp_involutive; apply: small; split.
  by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
by apply: (Rmult_le_reg_r (INR n)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Lemma exp_le r s : r <= s -> exp r <= exp s.
Proof.
move=> rs; have -> : s = r + (s - r) by ring.
rewrite exp_plus -{1}[exp r]Rmult_1_r; apply: Rmult_le_compat_l; first exact/Rlt_le/exp_pos.
by apply: exp_ge1; lra.
Qed.

Theorem exp_neg_sound p a b : (0 <= p)%Z -> (0 <= a)%Z -> (0 < b)%Z ->
  let: (l, u) := exp_neg p a b in
  [/\ (0 <= l)%Z, lo p l (exp (- (IZR a / IZR b))) & hi p u (exp (- (IZR a / IZR b)))].
Proof.
move=> p0 a0 b0; rewrite /exp_neg.
have hle := halvings_le a0 b0; set h := halvings a b in hle *.
set g := (Z.of_nat h + 8)%Z; have g0 : (0 <= g)%Z by rewrite /g; lia.
have q0 : (0 <= p + g)%Z by lia.
set n := terms p; set b' := (b * _)%Z in hle *.
have p2 : (0 < 2 ^ Z.of_nat h)%Z by apply: Z.pow_pos_nonneg; lia.
have b'0 : (0 < b')%Z by rewrite /b'; nia.
case E1: (series a b' (S (2 * n))) => [[t1 d1] q1]; case E0: (series a b' (2 * n)) => [[t0 d0] q0'].
have := series_spec a (S (2 * n)) b'0; rewrite E1 => -[d1p _ _ s1].
have := series_spec a (2 * n) b'0; rewrite E0 => -[d0p _ _ s0].
have b'R := IZR_lt _ _ b'0; have aR := IZR_le _ _ a0; have abR := IZR_le _ _ hle.
have r01 : 0 <= IZR a / IZR b' <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (IZR b')) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have [] := exp_alt n r01; rewrite s1 s0 => l u.
have d1z := lt_IZR _ _ d1p; have d0z := lt_IZR _ _ d0p.
have e0 := Rlt_le _ _ (exp_pos (- (IZR a / IZR b'))).
have Bp := Rlt_le _ _ (B0 q0).
have L : lo (p + g) (Z.max 0 (t1 * 2 ^ (p + g) / d1)) (exp (- (IZR a / IZR b'))).
  apply: lo_max => //; apply: lo_quot => //; rewrite mult_IZR.
  have h1 : IZR t1 = IZR t1 / IZR d1 * IZR d1 by field; lra.
  rewrite h1; have := Rmult_le_compat_r _ _ _ (Rmult_le_pos _ _ Bp (Rlt_le _ _ d1p)) l; lra.
have U : hi (p + g) (quot_up (t0 * 2 ^ (p + g)) d0) (exp (- (IZR a / IZR b'))).
  apply: hi_quot => //; rewrite mult_IZR.
  have h1 : IZR t0 = IZR t0 / IZR d0 * IZR d0 by field; lra.
  rewrite h1; have := Rmult_le_compat_r _ _ _ (Rmult_le_pos _ _ Bp (Rlt_le _ _ d0p)) u; lra.
have E : exp (- (IZR a / IZR b)) = exp (- (IZR a / IZR b')) ^ (2 ^ h).
  rewrite exp_pow; congr (exp (- _)); rewrite /b' mult_IZR.
  have -> : INR (2 ^ h) = IZR (2 ^ Z.of_nat h).
    rewrite -pow_IZR; elim: (h) => [|m IH] //.
    by rewrite expnS mult_INR IH -tech_pow_Rmult.
  by field; split; apply: Rgt_not_eq; apply: IZR_lt.
rewrite E; have [l0 l1] := square_lo h q0 (Z.le_max_l 0 _) L.
split; [by apply/Z.shiftr_nonneg | exact: lo_shift | by apply: hi_shift => //; exact: square_hi].
Qed.
