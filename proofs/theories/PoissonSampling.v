(* Poisson sampling in one step, add-remove.

   sampled r D is the pair ((1-r) Q + r P, Q), swap D the reversed pair (Q, P).
   Proved here
     sampled_delta        delta x (sampled r D) = r delta (1 + (x-1)/r) D for x >= 1 - r
                          (Balle, Barthe & Gaboardi 2018, Theorem 2, "advanced joint convexity"
                          with both mixtures sharing Q)
     sampled_DP           (ln(1 + (x-1)/r), d)-DP becomes (ln x, r d)-DP, x >= 1 (their Theorem 8)
     swap_sampled_delta   the other direction (Q, (1-r) Q + r P)
     dom_sampled          D <=d D' and totQ D <= totQ D' give sampled r D <=d sampled r D'. The
                          condition is needed: a pair whose Q mass at -infinity was dropped must
                          get it back before sampling (dom_drop of Domination.v)
     dom_swap_sampled     the other direction: needs swap D <=d swap D', no condition on masses
     swap_dom             for distributions the two orders are the same
     dom_mixture          a mixture of dominated pairs is dominated
     poisson_sampling, poisson_sampling_swap   the mechanism: average over the sample T of the
                          other records, with probability r the record joins it. If each pair
                          (M (T + record), M T) is dominated by D, the sampled mechanism is
                          dominated by sampled r D (and its reverse by swap (sampled r D))
   Justifies the rule "Poisson, add-remove": each of the two directions is one pair; they are
   composed apart. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PostProcessing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition swap (D : fpair) : fpair := FP (mQ D) (mP D).
Definition mix (r : R) (T : Type) (P Q : T -> R) (a : T) := (1 - r) * Q a + r * P a.
Definition sampled (r : R) (D : fpair) : fpair := FP (mix r (mP D) (mQ D)) (mQ D).

Lemma swap_nneg D : nneg D -> nneg (swap D). Proof. by case. Qed.

Section Sampled.
Variable r : R.
Hypothesis r01 : 0 <= r <= 1.

Lemma mix_ge0 (T : finType) (P Q : T -> R) : nonneg P -> nonneg Q -> nonneg (mix r P Q).
Proof.
move=> P0 Q0 a; have := Rmult_le_pos r _ ltac:(lra) (P0 a).
by have := Rmult_le_pos (1 - r) _ ltac:(lra) (Q0 a); rewrite /mix; lra.
Qed.
Lemma sampled_nneg D : nneg D -> nneg (sampled r D).
Proof. by case=> P0 Q0; split => //; exact: mix_ge0. Qed.

Lemma hs_sampled_high p q D : p * (1 - r) <= q ->
  hs p q (sampled r D) = hs (p * r) (q - p * (1 - r)) D.
Proof. by move=> h; apply: eq_bigr => a _; congr pos; rewrite /= /mix; ring. Qed.

Lemma hs_sampled_low p q D : nneg D -> 0 <= p -> q <= p * (1 - r) ->
  hs p q (sampled r D) = p * r * totP D + (p * (1 - r) - q) * totQ D.
Proof.
move=> [P0 Q0] p0 h; rewrite /totP /totQ -rsum_lin; apply: eq_bigr => a _.
rewrite pos_eq /= /mix; first by ring.
have h1 := Rmult_le_pos (p * r) _ (Rmult_le_pos _ _ p0 (proj1 r01)) (P0 a).
have h2 := Rmult_le_pos (p * (1 - r) - q) _ ltac:(lra) (Q0 a); lra.
Qed.

Theorem sampled_delta x D : 0 < r -> 1 - r <= x ->
  delta x (sampled r D) = r * delta (1 + (x - 1) / r) D.
Proof.
move=> r0 hx; rewrite !delta_hs hs_sampled_high -?hs_scale; try lra.
by congr hs; field; lra.
Qed.

Corollary sampled_DP x d D : nneg D -> 0 < r -> 1 <= x ->
  DP (1 + (x - 1) / r) d (mP D) (mQ D) -> DP x (r * d) (mix r (mP D) (mQ D)) (mQ D).
Proof.
move=> nD r0 x1 /delta_DP h; apply/(@delta_DP x _ (sampled r D)).
by rewrite sampled_delta //; [apply: Rmult_le_compat_l => //; lra | lra].
Qed.

Theorem dom_sampled D D' : nneg D -> nneg D' -> totQ D <= totQ D' ->
  D <=d D' -> sampled r D <=d sampled r D'.
Proof.
move=> nD nD' hQ h p q p0 q0; case: (Rle_lt_dec (p * (1 - r)) q) => hq.
- rewrite !hs_sampled_high //; apply: h; last lra.
  by apply: Rmult_le_pos; lra.
- rewrite !hs_sampled_low //; try lra.
  have hP : totP D <= totP D'.
    by rewrite -!delta_0 //; apply: dom_delta => //; lra.
  have h1 := Rmult_le_compat_l (p * r) _ _ (Rmult_le_pos _ _ p0 (proj1 r01)) hP.
  have h2 := Rmult_le_compat_l (p * (1 - r) - q) _ _ ltac:(lra) hQ; lra.
Qed.

(* ---------- the other direction ---------- *)
Lemma hs_swap_high p q D : q * (1 - r) <= p ->
  hs p q (swap (sampled r D)) = hs (p - q * (1 - r)) (q * r) (swap D).
Proof. by move=> h; apply: eq_bigr => a _; congr pos; rewrite /= /mix; ring. Qed.

Lemma hs_swap_low p q D : nneg D -> 0 <= q -> p <= q * (1 - r) ->
  hs p q (swap (sampled r D)) = 0.
Proof.
move=> [P0 Q0] q0 h; rewrite /hs /HS2 big1 // => a _; apply: pos_eq0; rewrite /= /mix.
have h1 := Rmult_le_pos (q * r) _ (Rmult_le_pos _ _ q0 (proj1 r01)) (P0 a).
have h2 := Rmult_le_pos (q * (1 - r) - p) _ ltac:(lra) (Q0 a); lra.
Qed.

Theorem swap_sampled_delta x D : x * (1 - r) < 1 ->
  delta x (swap (sampled r D))
  = (1 - x * (1 - r)) * delta (x * r / (1 - x * (1 - r))) (swap D).
Proof.
move=> hx; rewrite !delta_hs hs_swap_high -?hs_scale; try lra.
by congr hs; field; lra.
Qed.

Theorem dom_swap_sampled D D' : nneg D -> nneg D' ->
  swap D <=d swap D' -> swap (sampled r D) <=d swap (sampled r D').
Proof.
move=> nD nD' h p q p0 q0; case: (Rle_lt_dec (q * (1 - r)) p) => hq.
- by rewrite !hs_swap_high //; apply: h; [lra | apply: Rmult_le_pos; lra].
- by rewrite hs_swap_low //; [exact: hs_ge0 | lra].
Qed.
End Sampled.

Theorem swap_dom D D' : dist (mP D) -> dist (mQ D) -> dist (mP D') -> dist (mQ D') ->
  D <=d D' -> swap D <=d swap D'.
Proof.
move=> h1 h2 h3 h4 h p q p0 q0; rewrite /hs (HS2_dual _ _ h2 h1) (HS2_dual _ _ h4 h3).
by apply: Rplus_le_compat_l; exact: h.
Qed.

(* ---------- the sampled mechanism ---------- *)
Section Mixture.
Variables (I A : finType) (w : I -> R) (P Q : I -> A -> R).
Hypotheses (w0 : nonneg w) (w1 : \rsum_(i : I) w i <= 1).
Definition average (M : I -> A -> R) (a : A) := \rsum_(i : I) (w i * M i a).

Theorem dom_mixture D : (forall i, FP (P i) (Q i) <=d D) -> FP (average P) (average Q) <=d D.
Proof.
move=> h p q p0 q0.
apply: (Rle_trans _ (\rsum_(i : I) (w i * hs p q (FP (P i) (Q i))))).
  rewrite (eq_bigr (fun i => \rsum_(a : A) (w i * pos (p * P i a - q * Q i a)))); last first.
    by move=> i _; rewrite rsumZ.
  rewrite exchange_big; apply: rsum_le => a /=.
  rewrite /average -!rsumZ -rsumB; apply: Rle_trans (pos_sum _) _; apply: rsum_le => i.
  by rewrite -posM //; apply: pos_le; lra.
apply: (Rle_trans _ (\rsum_(i : I) (w i * hs p q D))).
  by apply: rsum_le => i; apply: Rmult_le_compat_l; [exact: w0 | exact: h].
under eq_bigr => i _ do rewrite Rmult_comm.
rewrite rsumZ; have := Rmult_le_compat_l _ _ _ (hs_ge0 p q D) w1; lra.
Qed.
End Mixture.

Section Mechanism.
(* I: the samples of the other records, with their probabilities w; Mwith and Mwithout: the
   mechanism on the sample with and without the record that the neighbours differ in *)
Variables (I A : finType) (w : I -> R) (Mwith Mwithout : I -> A -> R) (r : R) (D : fpair).
Hypotheses (w0 : nonneg w) (w1 : \rsum_(i : I) w i <= 1) (r01 : 0 <= r <= 1).
Hypotheses (nD : nneg D) (n1 : forall i, nonneg (Mwith i)) (n0 : forall i, nonneg (Mwithout i)).
Let inst i := FP (Mwith i) (Mwithout i).

Theorem poisson_sampling :
  (forall i, inst i <=d D) -> (forall i, totQ (inst i) <= totQ D) ->
  FP (average w (fun i => mix r (Mwith i) (Mwithout i))) (average w Mwithout) <=d sampled r D.
Proof.
move=> h hQ; apply: dom_mixture => // i.
by apply: (@dom_sampled r r01 (inst i) D); [split; [exact: n1 | exact: n0] | exact: nD | exact: hQ | exact: h].
Qed.

Theorem poisson_sampling_swap :
  (forall i, swap (inst i) <=d swap D) ->
  FP (average w Mwithout) (average w (fun i => mix r (Mwith i) (Mwithout i)))
    <=d swap (sampled r D).
Proof.
move=> h; apply: dom_mixture => // i.
by apply: (@dom_swap_sampled r r01 (inst i) D); [split; [exact: n1 | exact: n0] | exact: nD | exact: h].
Qed.
End Mechanism.
