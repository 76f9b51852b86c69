(* How the program walks: coefficients by a recurrence, every delta from the next.

   equal_steps_recurrence: for k equal steps of one lattice unit, the masses t_i of the composed
   loss obey c i t_i = alpha (k-i+1) t_(i-1) + b (2k-i+2) t_(i-2), with t_0 = c^k and
   c t_1 = alpha k t_0 (equal_steps_first, equal_steps_second).
   at_least l m is the probability under Q that no step fails and the loss is at least m units.
   delta_between: for x^j <= g <= x^(j+1), delta(g) = delta(x^(j+1)) + (x^(j+1) - g) at_least (j+1),
   so delta is linear in e^eps between lattice points; delta_recurrence: g = x^j.
   delta_top: from j = N on, delta(x^j) = 1 - prod (1 - delta_i). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick GhaziIssa Heterogeneous Lattice.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section EqualSteps.
Variables (x al d : R).
Let s := LStep 1 al d.
Let c := cof x s.
Let b := bof x s.
Definition equal_mass (k t : nat) : R := mass x (nseq k s) t.
Notation M := equal_mass.

Lemma equal_mass0 t : M 0 t = if t is 0%N then 1 else 0. Proof. by []. Qed.
Lemma equal_massS0 k : M k.+1 0 = c * M k 0.
Proof. by rewrite /M /= /delay /= -/c -/b; ring. Qed.
Lemma equal_massS1 k : M k.+1 1 = c * M k 1 + al * M k 0.
Proof. by rewrite /M /= /delay /= subnn -/c -/b; ring. Qed.
Lemma equal_massSS k t : M k.+1 t.+2 = c * M k t.+2 + al * M k t.+1 + b * M k t.
Proof. by rewrite /M /= /delay /= -[(1 + 1)%N]/2%N subn1 subn2 -/c -/b. Qed.

Theorem equal_steps_first k : M k 0 = c ^ k.
Proof. by elim: k => // k IH; rewrite equal_massS0 IH. Qed.

(* the derivative of a power *)
Lemma derivative1 k : M k.+1 1 = INR k.+1 * (al * M k 0).
Proof.
elim: k => [|k IH]; first by rewrite equal_massS1 !equal_mass0 /=; ring.
by rewrite equal_massS1 IH equal_massS0 [INR k.+2]S_INR; ring.
Qed.
Lemma derivative k t : INR t.+2 * M k.+1 t.+2 = INR k.+1 * (al * M k t.+1 + 2 * b * M k t).
Proof.
elim: k t => [|k IH] t.
  rewrite equal_massSS !equal_mass0; case: t => [|t] /=; ring.
have IH2 := IH t.
case: t IH2 => [|[|t]] IH2.
- have h1 := derivative1 k.
  rewrite [M k.+2 _]equal_massSS.
  rewrite (_ : INR 2 * (c * M k.+1 2 + al * M k.+1 1 + b * M k.+1 0)
    = c * (INR 2 * M k.+1 2) + al * M k.+1 1 + (al * M k.+1 1 + 2 * b * M k.+1 0)); last by rewrite /=; ring.
  by rewrite IH2 {1}h1 equal_massS1 equal_massS0 [INR k.+2]S_INR; ring.
- have h1 := derivative1 k; have h2 := IH 0%N.
  rewrite [M k.+2 _]equal_massSS.
  rewrite (_ : INR 3 * (c * M k.+1 3 + al * M k.+1 2 + b * M k.+1 1)
    = c * (INR 3 * M k.+1 3) + al * (INR 2 * M k.+1 2) + b * M k.+1 1 + (al * M k.+1 2 + 2 * b * M k.+1 1)); last by rewrite /=; ring.
  rewrite IH2 h2 {1}h1 !equal_massSS equal_massS1 [INR k.+2]S_INR; ring.
- have h1 := IH t.+1; have h2 := IH t.
  rewrite [M k.+2 _]equal_massSS.
  rewrite (_ : INR t.+4 * (c * M k.+1 t.+4 + al * M k.+1 t.+3 + b * M k.+1 t.+2)
    = c * (INR t.+4 * M k.+1 t.+4) + al * (INR t.+3 * M k.+1 t.+3) + b * (INR t.+2 * M k.+1 t.+2)
      + (al * M k.+1 t.+3 + 2 * b * M k.+1 t.+2)); last by rewrite !S_INR; ring.
  by rewrite IH2 h1 h2 !equal_massSS [INR k.+2]S_INR; ring.
Qed.

Theorem equal_steps_second k : c * M k 1 = al * INR k * M k 0.
Proof.
case: k => [|k]; first by rewrite !equal_mass0 /=; ring.
by rewrite derivative1 equal_massS0; ring.
Qed.

Theorem equal_steps_recurrence k t :
  c * INR t.+2 * M k t.+2 = al * (INR k - INR t.+1) * M k t.+1 + b * (2 * INR k - INR t) * M k t.
Proof.
case: k => [|k]; first by rewrite !equal_mass0; case: t => [|t] /=; ring.
have h2 := derivative k t.
rewrite Rmult_assoc h2.
case: t h2 => [|[|t]] h2.
- have h0 := derivative1 k.
  rewrite (_ : al * (INR k.+1 - INR 1) * M k.+1 1 + b * (2 * INR k.+1 - INR 0) * M k.+1 0
    = INR k.+1 * (al * M k.+1 1 + 2 * b * M k.+1 0) - al * M k.+1 1); last by rewrite /=; ring.
  by rewrite {2}h0 equal_massS1 equal_massS0; ring.
- have h1 := derivative k 0; have h0 := derivative1 k.
  rewrite (_ : al * (INR k.+1 - INR 2) * M k.+1 2 + b * (2 * INR k.+1 - INR 1) * M k.+1 1
    = INR k.+1 * (al * M k.+1 2 + 2 * b * M k.+1 1) - al * (INR 2 * M k.+1 2) - b * M k.+1 1); last by rewrite /=; ring.
  by rewrite h1 {2}h0 equal_massSS equal_massS1; ring.
- have h1 := derivative k t.+1; have h0 := derivative k t.
  rewrite (_ : al * (INR k.+1 - INR t.+3) * M k.+1 t.+3 + b * (2 * INR k.+1 - INR t.+2) * M k.+1 t.+2
    = INR k.+1 * (al * M k.+1 t.+3 + 2 * b * M k.+1 t.+2) - al * (INR t.+3 * M k.+1 t.+3)
      - b * (INR t.+2 * M k.+1 t.+2)); last by ring.
  by rewrite h1 h0 !equal_massSS; ring.
Qed.
End EqualSteps.

Section Walk.
Variables (x y : R).
Hypotheses (x1 : 1 <= x) (xy : x * y = 1).
Variable l : seq lstep.
Hypothesis Hl : forall s, List.In s l -> valid_lstep s.
Let N := span l.
Let steps := map (the_step x) l.

Definition at_least (m : nat) : R :=
  survival steps *
  \rsum_(t < (N + N).+1) (if (N + m <= t)%N then mass x l t * (x ^ N * y ^ t) else 0).

(* x^a y^t against 1 *)
Lemma xy_small a t : (a <= t)%N -> x ^ a * y ^ t <= 1.
Proof.
move=> h; have yp := y_pos x1 xy.
rewrite -(subnK h) pow_add Rmult_comm Rmult_assoc (Rmult_comm (y ^ a)) (xyn xy) Rmult_1_r.
by rewrite -(pow1 (t - a)); apply: pow_incr; split; nra.
Qed.
Lemma xy_large a t : (t <= a)%N -> 1 <= x ^ a * y ^ t.
Proof.
by move=> h; rewrite -(subnK h) pow_add Rmult_assoc (xyn xy) Rmult_1_r; exact: pow_R1_Rle.
Qed.

Theorem delta_between j g : x ^ j <= g <= x ^ j.+1 ->
  total_delta steps g = total_delta steps (x ^ j.+1) + (x ^ j.+1 - g) * at_least j.+1.
Proof.
move=> [g1 g2]; rewrite /total_delta /at_least.
suff -> : inner_delta steps g = inner_delta steps (x ^ j.+1) + (x ^ j.+1 - g) *
    \rsum_(t < (N + N).+1) (if (N + j.+1 <= t)%N then mass x l t * (x ^ N * y ^ t) else 0) by ring.
rewrite !(lattice_distribution x1 xy _ Hl) -/N -rsumZ -rsumD; apply: eq_bigr => t _.
have yp := y_pos x1 xy.
have z0 : 0 <= x ^ N * y ^ t by apply: Rmult_le_pos; apply: pow_le; lra.
rewrite !(Rmult_assoc _ (x ^ N)); case: ifP => h.
- have h1 := xy_small h; rewrite pow_add Rmult_assoc (Rmult_comm (x ^ N)) Rmult_assoc in h1.
  rewrite (Rmult_comm (y ^ t)) in h1.
  have h2 : g * (x ^ N * y ^ t) <= x ^ j.+1 * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  by rewrite !pos_eq; [ring | lra | lra].
- have h0 : (t <= N + j)%N by rewrite leqNgt -addnS h.
  have h1 := xy_large h0; rewrite pow_add Rmult_assoc (Rmult_comm (x ^ N)) Rmult_assoc in h1.
  rewrite (Rmult_comm (y ^ t)) in h1.
  have h2 : x ^ j * (x ^ N * y ^ t) <= g * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  have h3 : g * (x ^ N * y ^ t) <= x ^ j.+1 * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  by rewrite !pos_eq0; [ring | lra | lra].
Qed.

Theorem delta_recurrence j :
  total_delta steps (x ^ j) = total_delta steps (x ^ j.+1) + x ^ j * (x - 1) * at_least j.+1.
Proof.
have xj : 0 <= x ^ j by apply: pow_le; lra.
rewrite (@delta_between j (x ^ j)) -?tech_pow_Rmult; first by ring.
by split; [exact: Rle_refl | rewrite /=; nra].
Qed.

Theorem delta_top j : (N <= j)%N -> total_delta steps (x ^ j) = 1 - survival steps.
Proof.
move=> h; rewrite /total_delta (lattice_distribution x1 xy _ Hl) big1 => [|t _]; first by ring.
rewrite pos_eq0 ?Rmult_0_r // -/N.
suff : 1 <= x ^ (j + N) * y ^ t by rewrite pow_add => h1; apply: Rle_minus.
by apply: xy_large; rewrite -ltnS; apply: leq_trans (ltn_ord t) _; rewrite ltnS leq_add2r.
Qed.
End Walk.
