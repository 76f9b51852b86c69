(* Trade-off functions.

   tradeoff P Q t is the least type II error at level t (Dong, Roth & Su, definition 2.1;
   null hypothesis P, alternative Q), an infimum over all randomised tests that is
   constructed from the completeness of the reals.
   wasserman_zhou: a pair is (eps, delta)-DP if and only if t + e^eps f(t) >= 1 - delta for
   every t (Wasserman & Zhou; Dong, Roth & Su, Proposition 2.4; Ghazi & Issa, Theorem 1). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section TradeOff.
Variable T : finType.
Implicit Types (P Q phi : T -> R) (S : {set T}).

(* trade-off function  f(t) = inf { type II : type I <= t }  (DRS 2019), built with completeness *)
Section Tradeoff.
Variables (P Q : T -> R).
Hypotheses (dP : dist P) (dQ : dist Q).

Definition powers t := fun y => exists phi, [/\ test phi, E P phi <= t & y = E Q phi].

Lemma E_le1 phi : test phi -> E Q phi <= 1.
Proof.
move=> H; rewrite -(proj2 dQ); apply: rsum_le => i.
by have [h0 h1] := H i; have := (proj1 dQ) i; nra.
Qed.
Lemma powers_bound t : bound (powers t).
Proof. by exists 1 => y [phi [H _ ->]]; exact: E_le1. Qed.
Lemma powers_inh t : 0 <= t -> exists y, powers t y.
Proof.
move=> t0; exists (E Q (fun=> 0)), (fun=> 0); split => //; first by move=> i; lra.
by rewrite /E big1 // => i _; ring.
Qed.

Definition tradeoff t (t0 : 0 <= t) : R :=
  1 - proj1_sig (completeness (powers t) (powers_bound t) (powers_inh t0)).

Lemma tradeoff_le t (t0 : 0 <= t) phi : test phi -> E P phi <= t -> tradeoff t0 <= 1 - E Q phi.
Proof.
move=> Hphi Ht; rewrite /tradeoff; case: completeness => m [ub _] /=.
by have := ub (E Q phi) (ex_intro _ phi (And3 Hphi Ht erefl)); lra.
Qed.
Lemma tradeoff_glb t (t0 : 0 <= t) m :
  (forall phi, test phi -> E P phi <= t -> m <= 1 - E Q phi) -> m <= tradeoff t0.
Proof.
move=> H; rewrite /tradeoff; case: completeness => l [_ lub] /=.
suff: l <= 1 - m by lra.
by apply: lub => y [phi [Hp Ht ->]]; have := H _ Hp Ht; lra.
Qed.

Lemma E_ge0 phi : test phi -> 0 <= E P phi.
Proof. by move=> H; apply: rsum_ge0 => i; have := H i; have := (proj1 dP) i; nra. Qed.

Theorem wasserman_zhou x d : 0 < x ->
  DP x d P Q <-> forall t (t0 : 0 <= t), t + x * tradeoff t0 >= 1 - d.
Proof.
move=> x0; rewrite DP_errors //; split => [H t t0|H phi Hphi].
- suff : (1 - d - t) / x <= tradeoff t0.
    move=> h; have := Rmult_le_compat_l x _ _ (Rlt_le _ _ x0) h.
    by rewrite /Rdiv (Rmult_comm x) Rmult_assoc Rinv_l; lra.
  apply: tradeoff_glb => phi Hphi Ht; apply: (Rmult_le_reg_l x) => //.
  rewrite /Rdiv (Rmult_comm x) Rmult_assoc Rinv_l; last by lra.
  by have := H _ Hphi; lra.
- have := H _ (E_ge0 Hphi); have := tradeoff_le (E_ge0 Hphi) Hphi (Rle_refl _); nra.
Qed.
End Tradeoff.
End TradeOff.
