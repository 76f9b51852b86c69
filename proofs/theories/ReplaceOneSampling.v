(* Sampling without replacement, replace-one, in one step.

   With probability r the sample holds the record in which the neighbours differ: the two sides
   are (1-r) M0 + r M1 and (1-r) M0 + r M1', where M0, M1, M1' are the laws of the mechanism on
   three samples, any two of them neighbours.
   Proved here
     advanced_joint_convexity   delta x of that pair is r delta (1 + (x-1)/r) of (M1, b M1' + (1-b) M0),
                                b = x / (1 + (x-1)/r), for x >= 1 (Theorem 2 of Balle, Barthe &
                                Gaboardi 2018)
     replace_one_delta          so it is at most r d, if d bounds delta at 1 + (x-1)/r of (M1, M0)
                                and of (M1, M1') (their Theorem 9, one step)
     replace_one_mixture        the mechanism: the average over the other records' samples
     replace_one_below          for x < 1, from the other direction: 1 - x + x r d', d' a bound at
                                1 + (1/x-1)/r
   The two bounds together are values at grid points: connect_dots_data (ConnectDots.v) makes of
   them a dominating pair, which composes. Neither direction of the pair that Poisson sampling has
   dominates here: the profile does. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PoissonSampling Leaves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* convex in the second law *)
Lemma delta_conv_r (T : finType) (P Q Q' : T -> R) x b : 0 <= b <= 1 ->
  delta x (FP P (fun a => b * Q a + (1 - b) * Q' a))
  <= b * delta x (FP P Q) + (1 - b) * delta x (FP P Q').
Proof.
move=> b01; rewrite /delta /HS -rsum_lin; apply: rsum_le => a /=.
by apply: Rle_trans (pos_conv _ _ b01); apply: Req_le; rewrite /pos; congr Rmax; ring.
Qed.

Section Convexity.
Variables (T : finType) (M0 M1 M1' : T -> R) (r x : R).
Hypotheses (r01 : 0 < r <= 1) (x1 : 1 <= x).
Let x' := 1 + (x - 1) / r.
Let b := x / x'.

Lemma amplified : r * x' = r + x - 1. Proof. by rewrite /x'; field; lra. Qed.
Lemma amplified_ge : x <= x'.
Proof. by apply: (Rmult_le_reg_l r); [lra | rewrite amplified; nra]. Qed.
Lemma share : 0 <= b <= 1 /\ b * x' = x.
Proof.
have h := amplified_ge; have bx : b * x' = x by rewrite /b; field; lra.
split => //; split; last by apply: (Rmult_le_reg_r x'); lra.
by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra].
Qed.

Theorem advanced_joint_convexity :
  delta x (FP (mix r M1 M0) (mix r M1' M0))
  = r * delta x' (FP M1 (fun a => b * M1' a + (1 - b) * M0 a)).
Proof.
have [_ bx] := share; have rx := amplified.
rewrite /delta /HS -rsumZ; apply: eq_bigr => a _ /=.
rewrite -!/(pos (_ - _)) -posM; last lra.
congr pos; rewrite /mix; transitivity (r * M1 a - r * (b * x') * M1' a - (r * x' - r * (b * x')) * M0 a).
  by rewrite bx rx; ring.
ring.
Qed.

Theorem replace_one_delta d : delta x' (FP M1 M1') <= d -> delta x' (FP M1 M0) <= d ->
  delta x (FP (mix r M1 M0) (mix r M1' M0)) <= r * d.
Proof.
move=> h1 h2; have [b01 _] := share; rewrite advanced_joint_convexity.
apply: Rmult_le_compat_l; first lra.
apply: Rle_trans (delta_conv_r _ _ _ _ b01) _.
have := Rmult_le_compat_l b _ _ ltac:(lra) h1.
have := Rmult_le_compat_l (1 - b) _ _ ltac:(lra) h2; lra.
Qed.
End Convexity.

(* averages: the profile of a mixture is at most the largest profile *)
Lemma delta_average (I A : finType) (w : I -> R) (P Q : I -> A -> R) x d :
  nonneg w -> \rsum_(i : I) w i <= 1 -> 0 <= d -> (forall i, delta x (FP (P i) (Q i)) <= d) ->
  delta x (FP (average w P) (average w Q)) <= d.
Proof.
move=> w0 w1 d0 h; apply: (Rle_trans _ (\rsum_(i : I) (w i * delta x (FP (P i) (Q i))))).
  rewrite (eq_bigr (fun i => \rsum_(a : A) (w i * pos (P i a - x * Q i a)))); last first.
    by move=> i _; rewrite rsumZ.
  rewrite exchange_big; apply: rsum_le => a /=.
  rewrite /average -rsumZ -rsumB; apply: Rle_trans (PostProcessing.pos_sum _) _; apply: rsum_le => i.
  by rewrite -posM //; apply: pos_le; lra.
apply: (Rle_trans _ (\rsum_(i : I) (w i * d))).
  by apply: rsum_le => i; apply: Rmult_le_compat_l; [exact: w0 | exact: h].
under eq_bigr => i _ do rewrite Rmult_comm.
by rewrite rsumZ; have := Rmult_le_compat_l _ _ _ d0 w1; lra.
Qed.

Section Mechanism.
(* I: the samples of the other records; M0 i: the sample without the record, M1 i and M1' i: with
   either value of it in the place of one of the others *)
Variables (I A : finType) (w : I -> R) (M0 M1 M1' : I -> A -> R) (r : R).
Hypotheses (w0 : nonneg w) (w1 : \rsum_(i : I) w i = 1) (r01 : 0 < r <= 1).
Let P := average w (fun i => mix r (M1 i) (M0 i)).
Let Q := average w (fun i => mix r (M1' i) (M0 i)).

Theorem replace_one_mixture x d : 1 <= x -> 0 <= d ->
  (forall i, delta (1 + (x - 1) / r) (FP (M1 i) (M1' i)) <= d) ->
  (forall i, delta (1 + (x - 1) / r) (FP (M1 i) (M0 i)) <= d) ->
  delta x (FP P Q) <= r * d.
Proof.
move=> x1 d0 h1 h2; apply: delta_average => //; first by lra.
- by apply: Rmult_le_pos; lra.
- by move=> i; exact: replace_one_delta.
Qed.
End Mechanism.

Theorem replace_one_below (A : finType) (P Q : A -> R) x e : dist P -> dist Q -> 0 < x ->
  delta (/ x) (FP Q P) <= e -> delta x (FP P Q) <= 1 - x + x * e.
Proof.
move=> dP dQ x0 h.
have := @delta_reverse (/ x) (FP P Q) (Rinv_0_lt_compat _ x0) dP dQ.
rewrite Rinv_inv => ->; apply: Rplus_le_compat_l; apply: Rmult_le_compat_l => //; lra.
Qed.
