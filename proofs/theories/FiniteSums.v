(* Finite sums of real numbers.

   Sums over a finite type, and over words (k-tuples) by their first letter. Probability
   distributions in this development are functions to R on a finite type. Only the monoid
   structures that big operators need are put on R: no axiom beyond those of Coq's reals. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Open Scope R_scope.

Lemma RplusA : associative Rplus. Proof. by move=> x y z; rewrite Rplus_assoc. Qed.
Lemma Rplus0r : right_id 0 Rplus. Proof. exact: Rplus_0_r. Qed.
Lemma RmultA : associative Rmult. Proof. by move=> x y z; rewrite Rmult_assoc. Qed.
Lemma Rmult1r : right_id 1 Rmult. Proof. exact: Rmult_1_r. Qed.
Lemma Rmult0l : left_zero 0 Rmult. Proof. exact: Rmult_0_l. Qed.
Lemma Rmult0r : right_zero 0 Rmult. Proof. exact: Rmult_0_r. Qed.
Lemma RmultDl : left_distributive Rmult Rplus. Proof. by move=> x y z; ring. Qed.
Lemma RmultDr : right_distributive Rmult Rplus. Proof. by move=> x y z; ring. Qed.
Canonical Rplus_monoid := Monoid.Law RplusA Rplus_0_l Rplus0r.
Canonical Rplus_comoid := Monoid.ComLaw Rplus_comm.
Canonical Rmult_monoid := Monoid.Law RmultA Rmult_1_l Rmult1r.
Canonical Rmult_comoid := Monoid.ComLaw Rmult_comm.
Canonical Rmult_muloid := Monoid.MulLaw Rmult0l Rmult0r.
Canonical Rplus_addoid := Monoid.AddLaw RmultDl RmultDr.

Notation "\rsum_ i F" := (\big[Rplus/0]_i F)
  (at level 41, F at level 41, i at level 50, format "\rsum_ i  F") : R_scope.
Notation "\rsum_ ( i : T ) F" := (\big[Rplus/0]_(i : T) F)
  (at level 41, F at level 41, i at level 50, only parsing) : R_scope.
Notation "\rsum_ ( i < n ) F" := (\big[Rplus/0]_(i < n) F)
  (at level 41, F at level 41, i, n at level 50, format "\rsum_ ( i  <  n )  F") : R_scope.

Section Sums.
Variable T : finType.
Implicit Types F G : T -> R.

Lemma rsum_le F G : (forall i, F i <= G i) -> \rsum_(i : T) F i <= \rsum_(i : T) G i.
Proof. by move=> H; apply: (big_ind2 Rle) => [|*|i _]; [lra|lra|exact: H]. Qed.

Lemma rsum_ge0 F : (forall i, 0 <= F i) -> 0 <= \rsum_(i : T) F i.
Proof. by move=> H; apply: (big_ind (Rle 0)) => [|*|i _]; [lra|lra|exact: H]. Qed.

Lemma rsum_lin a b F G :
  \rsum_(i : T) (a * F i + b * G i) = a * (\rsum_(i : T) F i) + b * \rsum_(i : T) G i.
Proof. by rewrite big_split /= -!big_distrr. Qed.

Lemma rsumZ a F : \rsum_(i : T) (a * F i) = a * \rsum_(i : T) F i.
Proof. by rewrite -big_distrr. Qed.
Lemma rsumB F G : \rsum_(i : T) (F i - G i) = \rsum_(i : T) F i - \rsum_(i : T) G i.
Proof.
rewrite (_ : _ - _ = 1 * (\rsum_(i : T) F i) + (-1) * \rsum_(i : T) G i); last by ring.
by rewrite -rsum_lin; apply: eq_bigr => i _; ring.
Qed.
Lemma rsumD F G : \rsum_(i : T) (F i + G i) = \rsum_(i : T) F i + \rsum_(i : T) G i.
Proof. by rewrite big_split. Qed.
End Sums.

(* peel the first letter of a word *)
Lemma rsum_tuple0 (A : finType) (F : 0.-tuple A -> R) :
  \rsum_(t : 0.-tuple A) F t = F [tuple].
Proof.
rewrite (big_pred1 [tuple]) // => t; apply/esym/eqP; exact: tuple0.
Qed.
Lemma rsum_tupleS (A : finType) n (F : n.+1.-tuple A -> R) :
  \rsum_(t : n.+1.-tuple A) F t
  = \rsum_(a : A) \rsum_(t : n.-tuple A) F [tuple of a :: t].
Proof.
rewrite pair_big /=.
rewrite (reindex (fun p : A * n.-tuple A => [tuple of p.1 :: p.2])) //=.
exists (fun t : n.+1.-tuple A => (thead t, [tuple of behead t])).
- by case=> a t _ /=; rewrite theadE; congr pair; apply: val_inj.
- by move=> t _ /=; rewrite -tuple_eta.
Qed.
