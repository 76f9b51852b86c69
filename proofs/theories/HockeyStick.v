(* Distributions, tests, total variation and the hockey-stick divergence.

   HS g P Q = sum max(0, P - g Q) is the least delta for which P is (ln g, delta)-
   indistinguishable from Q (proved in NeymanPearson.v). HS2 p q P Q = sum max(0, p P - q Q)
   is the same with both weights free: HS g P Q = HS2 1 g P Q. Proofs by induction over the
   steps of a composition are short in this homogeneous form.

   TV_HS: the total variation distance is the hockey-stick divergence at g = 1, eps = 0
   (Ghazi & Issa, definition 3). HS2_dual: the value at 1/g of the reversed pair follows
   from that at g. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition pos (u : R) := Rmax 0 u.
Lemma pos_ge0 u : 0 <= pos u. Proof. exact: Rmax_l. Qed.
Lemma pos_ge u : u <= pos u. Proof. exact: Rmax_r. Qed.
Lemma pos_eq u : 0 <= u -> pos u = u. Proof. exact: Rmax_right. Qed.
Lemma pos_eq0 u : u <= 0 -> pos u = 0. Proof. exact: Rmax_left. Qed.
Lemma posM c u : 0 <= c -> pos (c * u) = c * pos u.
Proof. by move=> c0; rewrite /pos -RmaxRmult // Rmult_0_r. Qed.
Lemma pos_le u v : u <= v -> pos u <= pos v.
Proof. by move=> uv; apply: Rle_max_compat_l. Qed.
Lemma posD u v : pos (u + v) <= pos u + pos v.
Proof.
by apply: Rmax_lub; move: (pos_ge0 u) (pos_ge0 v) (pos_ge u) (pos_ge v); lra.
Qed.
Lemma pos_conv l u v : 0 <= l <= 1 -> pos (l * u + (1 - l) * v) <= l * pos u + (1 - l) * pos v.
Proof. by move=> [l0 l1]; rewrite -!posM; [exact: posD | lra | lra]. Qed.
Lemma pos_test f u : 0 <= f <= 1 -> f * u <= pos u.
Proof. by move=> [f0 f1]; move: (pos_ge0 u) (pos_ge u); nra. Qed.

Section HS.
Variable T : finType.
Implicit Types (P Q phi : T -> R) (S : {set T}).

Definition nonneg P := forall i, 0 <= P i.
Definition dist P := nonneg P /\ \rsum_(i : T) P i = 1.
Definition test phi := forall i, 0 <= phi i <= 1.
Definition E P phi := \rsum_(i : T) (phi i * P i).
Definition Pr P S := \big[Rplus/0]_(i in S) P i.

(* homogeneous form; HS g P Q = HS2 1 g P Q *)
Definition HS2 p q P Q := \rsum_(i : T) pos (p * P i - q * Q i).
Definition HS g P Q := \rsum_(i : T) Rmax 0 (P i - g * Q i).
Lemma HS_HS2 g P Q : HS g P Q = HS2 1 g P Q.
Proof. by apply: eq_bigr => i _; rewrite Rmult_1_l. Qed.

(* duality HS_g(P,Q) = 1 - g + g HS_{1/g}(Q,P), in homogeneous form *)
Lemma HS2_dual p q P Q : dist P -> dist Q -> HS2 p q P Q = p - q + HS2 q p Q P.
Proof.
move=> [_ P1] [_ Q1].
transitivity (\rsum_(i : T) (p * P i - q * Q i + pos (q * Q i - p * P i))).
- apply: eq_bigr => i _; rewrite /pos /Rmax; do 2 case: Rle_dec; lra.
- by rewrite rsumD rsumB !rsumZ P1 Q1 /HS2; ring.
Qed.

Lemma HS2Z c p q P Q : 0 <= c -> HS2 (c * p) (c * q) P Q = c * HS2 p q P Q.
Proof.
by move=> c0; rewrite /HS2 -rsumZ; apply: eq_bigr => i _; rewrite -posM //; congr pos; ring.
Qed.

Definition TV P Q := / 2 * \rsum_(i : T) Rabs (P i - Q i).
Lemma TV_sym P Q : TV P Q = TV Q P.
Proof. by rewrite /TV; congr (_ * _); apply: eq_bigr => i _; rewrite Rabs_minus_sym. Qed.
Theorem TV_HS P Q : dist P -> dist Q -> TV P Q = HS 1 P Q.
Proof.
move=> dP dQ.
have H1 := HS2_dual 1 1 dP dQ.
have -> : TV P Q = / 2 * (HS2 1 1 P Q + HS2 1 1 Q P).
  rewrite /TV /HS2 -rsumD; congr (_ * _); apply: eq_bigr => i _.
  rewrite /pos /Rmax /Rabs; case: Rcase_abs; do 2 case: Rle_dec; lra.
by rewrite HS_HS2 H1; lra.
Qed.
End HS.
