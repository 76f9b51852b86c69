(* The Neyman-Pearson lemma, and differential privacy as a statement about errors.

   neyman_pearson: the hockey-stick divergence is the largest value of E_P phi - g E_Q phi over
   all randomised tests phi, attained by rejecting where P > g Q.
   DP_HS: (eps, delta)-differential privacy of a pair, P(S) <= e^eps Q(S) + delta for every
   event S, says HS e^eps P Q <= delta.
   DP_errors: it says type I + e^eps type II >= 1 - delta for every test (Kairouz, Oh &
   Viswanath, Theorem 2.1; Ghazi & Issa, Theorem 1). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section NeymanPearson.
Variable T : finType.
Implicit Types (P Q phi : T -> R) (S : {set T}).

Definition Rgtb (a b : R) : bool := if Rlt_dec b a then true else false.
Definition NP g P Q (i : T) : R := if Rgtb (P i) (g * Q i) then 1 else 0.

Theorem neyman_pearson_bound g P Q phi : test phi ->
  \rsum_(i : T) (phi i * (P i - g * Q i)) <= HS g P Q.
Proof.
by move=> Hphi; apply: rsum_le => i; exact: pos_test.
Qed.

Lemma NP_is_test g P Q : test (NP g P Q).
Proof. by move=> i; rewrite /NP; case: Rgtb; lra. Qed.

Theorem neyman_pearson_attained g P Q :
  \rsum_(i : T) (NP g P Q i * (P i - g * Q i)) = HS g P Q.
Proof.
apply: eq_bigr => i _; rewrite /NP /Rgtb; case: Rlt_dec => h /=.
- by rewrite Rmax_right; lra.
- by rewrite Rmax_left; lra.
Qed.

(* the supremum over tests is attained: HS is their maximum *)
Corollary neyman_pearson g P Q :
  is_lub (fun y => exists2 phi, test phi & y = \rsum_(i : T) (phi i * (P i - g * Q i))) (HS g P Q).
Proof.
split => [y [phi Hp ->]|m Hm]; first exact: neyman_pearson_bound.
by apply: Hm; exists (NP g P Q); [exact: NP_is_test | rewrite neyman_pearson_attained].
Qed.

Lemma E_lin P Q phi g :
  \rsum_(i : T) (phi i * (P i - g * Q i)) = E P phi - g * E Q phi.
Proof. by rewrite /E -rsumZ -rsumB; apply: eq_bigr => i _; ring. Qed.

Lemma E_comp P phi : dist P -> E P (fun i => 1 - phi i) = 1 - E P phi.
Proof. by move=> [_ P1]; rewrite /E -{2}P1 -rsumB; apply: eq_bigr => i _; ring. Qed.

Lemma test_comp phi : test phi -> test (fun i => 1 - phi i).
Proof. by move=> H i; have := H i; lra. Qed.

Lemma Pr_E P S : Pr P S = E P (fun i => if i \in S then 1 else 0).
Proof.
rewrite /Pr /E big_mkcond /=; apply: eq_bigr => i _.
by case: (i \in S); [rewrite Rmult_1_l | rewrite Rmult_0_l].
Qed.

(* (eps,delta)-indistinguishability of P from Q, x = e^eps *)
Definition DP x d P Q := forall S, Pr P S <= x * Pr Q S + d.

Theorem DP_HS x d P Q : DP x d P Q <-> HS x P Q <= d.
Proof.
split => [H|H S].
- have := H [set i | Rgtb (P i) (x * Q i)]; rewrite !Pr_E.
  rewrite -neyman_pearson_attained (eq_bigr (fun i => (if i \in [set i | Rgtb (P i) (x * Q i)] then 1 else 0) * (P i - x * Q i))).
  + by rewrite E_lin; lra.
  + by move=> i _; rewrite inE.
- rewrite !Pr_E; set phi := (fun i => _).
  have Hphi : test phi by move=> i; rewrite /phi; case: (i \in S); lra.
  by have := neyman_pearson_bound x P Q Hphi; rewrite E_lin; lra.
Qed.

(* type I / type II errors for null P against alternative Q, phi = rejection prob. *)
Theorem DP_errors x d P Q : dist P -> dist Q ->
  DP x d P Q <-> forall phi, test phi -> E P phi + x * (1 - E Q phi) >= 1 - d.
Proof.
move=> dP dQ; rewrite DP_HS; split => [H phi Hphi|H].
- by have := neyman_pearson_bound x P Q (test_comp Hphi); rewrite E_lin !E_comp //; lra.
- have := H _ (test_comp (NP_is_test x P Q)); rewrite !E_comp // -neyman_pearson_attained E_lin; lra.
Qed.
End NeymanPearson.
