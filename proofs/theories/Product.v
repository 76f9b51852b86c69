(* Products: the same pair k times, independently.

   prodd P is the law of k independent letters. HS2_prodS computes a divergence of products
   by the first letter; everything about compositions rests on it. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- product distributions on words ---------- *)
Section Prod.
Variable A : finType.
Definition prodd k (P : A -> R) (t : k.-tuple A) : R := \big[Rmult/1]_(s <- t) P s.

Lemma prodd_cons k P a (t : k.-tuple A) : prodd P [tuple of a :: t] = P a * prodd P t.
Proof. by rewrite /prodd big_cons. Qed.

Lemma prodd_dist k P : dist P -> dist (@prodd k P).
Proof.
move=> [P0 P1]; split.
- move=> t; rewrite /prodd; apply: (big_ind (Rle 0)) => [|*|i _];
    [lra | exact: Rmult_le_pos | exact: P0].
- elim: k => [|k IH]; first by rewrite rsum_tuple0 /prodd big_nil.
  rewrite rsum_tupleS -[RHS]P1; apply: eq_bigr => a _.
  rewrite (eq_bigr (fun t => P a * prodd P t)) => [|t _]; last exact: prodd_cons.
  by rewrite rsumZ IH; ring.
Qed.

Lemma HS2_prod0 p q P Q : HS2 p q (@prodd 0 P) (@prodd 0 Q) = pos (p - q).
Proof. by rewrite /HS2 rsum_tuple0 /prodd !big_nil; congr pos; ring. Qed.

Lemma HS2_prodS k p q P Q :
  HS2 p q (@prodd k.+1 P) (@prodd k.+1 Q)
  = \rsum_(a : A) HS2 (p * P a) (q * Q a) (@prodd k P) (@prodd k Q).
Proof.
rewrite /HS2 rsum_tupleS; apply: eq_bigr => a _; apply: eq_bigr => t _.
by rewrite !prodd_cons; congr pos; ring.
Qed.
End Prod.
