(* Post-processing.

   image M D is the law of a randomised map (kernel) M of the outcome of D; lump f D that of a
   function f.
   Proved here
     post_processing        image M D <=d D for every (sub-)stochastic kernel M
     lump_dom               lump f D <=d D: merging outcomes never adds divergence
     lump_sufficient        lump f D =d D when the ratio P : Q is a function of f (f is a
                            sufficient statistic): P a = m a r(f a), Q a = m a s(f a)
   Justifies: binning outcomes for a lower bound, and merging equal losses (the atoms of a
   product by their sum of losses) in a composed row, which loses nothing. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Lemma pos_sum (T : finType) (F : T -> R) : pos (\rsum_(a : T) F a) <= \rsum_(a : T) pos (F a).
Proof.
apply: (big_ind2 (fun u v => pos u <= v)) => [|u u' v v' h h'|a _]; last lra.
- by rewrite pos_eq0; lra.
- by apply: Rle_trans (posD _ _) _; lra.
Qed.

Lemma pos_sum_cond (T : finType) (C : pred T) (F : T -> R) :
  pos (\big[Rplus/0]_(a | C a) F a) <= \big[Rplus/0]_(a | C a) pos (F a).
Proof.
apply: (big_ind2 (fun u v => pos u <= v)) => [|u u' v v' h h'|a _]; last lra.
- by rewrite pos_eq0; lra.
- by apply: Rle_trans (posD _ _) _; lra.
Qed.

Section Kernel.
Variables (T T' : finType) (M : T -> T' -> R).
Definition kernel := forall a, nonneg (M a) /\ \rsum_(b : T') M a b <= 1.
Definition image (P Q : T -> R) : fpair :=
  FP (fun b => \rsum_(a : T) (M a b * P a)) (fun b => \rsum_(a : T) (M a b * Q a)).

Theorem post_processing P Q : kernel -> image P Q <=d FP P Q.
Proof.
move=> hM p q p0 q0.
apply: (Rle_trans _ (\rsum_(b : T') \rsum_(a : T) (M a b * pos (p * P a - q * Q a)))).
  apply: rsum_le => b; rewrite /= -!rsumZ -rsumB.
  apply: Rle_trans (pos_sum _) _; apply: rsum_le => a.
  by rewrite -posM; [apply: pos_le; lra | case: (hM a)].
rewrite exchange_big; apply: rsum_le => a /=.
under eq_bigr => b _ do rewrite Rmult_comm.
rewrite rsumZ -[X in _ <= X]Rmult_1_r.
by apply: Rmult_le_compat_l; [exact: pos_ge0 | case: (hM a)].
Qed.
End Kernel.

Section Lump.
Variables (T T' : finType) (f : T -> T').
Definition mass (m : T -> R) (b : T') := \big[Rplus/0]_(a | f a == b) m a.
Definition lump (P Q : T -> R) : fpair := FP (mass P) (mass Q).

Lemma mass_nneg m : nonneg m -> nonneg (mass m).
Proof. by move=> h b; apply: (big_ind (Rle 0)) => [|*|a _]; [lra | lra | exact: h]. Qed.

Lemma mass_total m : \rsum_(b : T') mass m b = \rsum_(a : T) m a.
Proof. by rewrite [RHS](partition_big f predT). Qed.

Lemma lump_nneg P Q : nneg (FP P Q) -> nneg (lump P Q).
Proof. by move=> [h h']; split; exact: mass_nneg. Qed.

Lemma mass_lin p q P Q b :
  p * mass P b - q * mass Q b = \big[Rplus/0]_(a | f a == b) (p * P a - q * Q a).
Proof.
have -> : p * mass P b - q * mass Q b = p * mass P b + (- q) * mass Q b by ring.
rewrite /mass !big_distrr -big_split /=; apply: eq_bigr => a _; ring.
Qed.

Theorem lump_dom P Q : lump P Q <=d FP P Q.
Proof.
move=> p q p0 q0; rewrite /hs /HS2 [X in _ <= X](partition_big f predT) //=.
by apply: rsum_le => b; rewrite mass_lin; exact: pos_sum_cond.
Qed.

Theorem lump_sufficient P Q (m : T -> R) (r s : T' -> R) : nonneg m ->
  (forall a, P a = m a * r (f a)) -> (forall a, Q a = m a * s (f a)) ->
  lump P Q =d FP P Q.
Proof.
move=> m0 hP hQ p q p0 q0; rewrite /hs /HS2 [RHS](partition_big f predT) //=.
apply: eq_bigr => b _; rewrite mass_lin.
have E a : f a == b -> p * P a - q * Q a = m a * (p * r b - q * s b).
  by move/eqP => <-; rewrite hP hQ; ring.
rewrite (eq_bigr _ E) [RHS](eq_bigr (fun a => m a * pos (p * r b - q * s b))).
  by rewrite -!big_distrl /= posM //; exact: mass_nneg.
by move=> a h /=; rewrite E // posM.
Qed.
End Lump.
