(* An (eps, delta)-DP mechanism on a Poisson sample: its delta at x = e^eps is q times that of the mechanism itself at
   (x - (1 - q))/q, where x (1 - q) >= 1 (there the other direction of neighbours is 0; Balle, Barthe & Gaboardi 2018). *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition.
From Verified Require Import Literal Claim Reader Pairs Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.

Lemma HS_ge0 (T : finType) x (P Q : T -> R) : 0 <= HS x P Q.
Proof. by apply: rsum_ge0 => i; exact: Rmax_l. Qed.
Lemma DP_single (A : finType) x d (K K' : seq A -> A -> R) :
  DP x d (fun t : 1.-tuple A => joint K [::] t) (fun t : 1.-tuple A => joint K' [::] t) <-> DP x d (K [::]) (K' [::]).
Proof.
rewrite !DP_HS; suff -> : HS x (fun t : 1.-tuple A => joint K [::] t) (fun t : 1.-tuple A => joint K' [::] t)
  = HS x (K [::]) (K' [::]) by [].
by rewrite /HS rsum_tupleS; apply: eq_bigr => a _; rewrite rsum_tuple0 /= !Rmult_1_r.
Qed.
(* one step: its distributions are any that are allowed *)
Lemma guaranteed_single k x d : guaranteed [:: k] x d <->
  forall (A : finType) (P Q : A -> R), dist P -> dist Q -> allowed k P Q -> DP x d P Q.
Proof.
split=> [H A P Q dP dQ al|H A K K' [dK dK' h]].
- have r : runs [:: k] (fun=> P) (fun=> Q) by split=> // h; rewrite ltnS leqn0 => /eqP ->.
  by have /DP_single := H A _ _ r.
- by apply/DP_single; exact: H (dK _) (dK' _) (h [::] isT).
Qed.

(* what the sample leaves of x *)
Definition left_of (q x : R) : R := (x - (1 - q)) / q.
Theorem sampled_guaranteed q e d x t : 0 < value q <= 1 -> 1 <= x * (1 - value q) ->
  guaranteed [:: SampledDP q e d] x t <-> guaranteed [:: ApproxDP e d] (left_of (value q) x) (t / value q).
Proof.
move=> q01 xq; have x0 : 0 <= x by nra.
have mixed (T : finType) (A B M : T -> R) : (forall i, M i = (1 - value q) * A i + value q * B i) ->
    HS x M A = value q * HS (left_of (value q) x) B A.
  move=> hM; rewrite /HS -rsumZ; apply: eq_bigr => i _; rewrite hM /left_of -!/(pos _) -posM; last lra.
  by congr pos; field; lra.
have other (T : finType) (A B M : T -> R) : nonneg A -> nonneg B ->
    (forall i, M i = (1 - value q) * A i + value q * B i) -> HS x A M = 0.
  move=> nA nB hM; apply: big1 => i _; apply: Rmax_left; rewrite hM; have := nA i; have := nB i => b0 a0.
  have := Rmult_le_compat_r (A i) _ _ a0 xq; have : 0 <= x * (value q * B i) by apply: Rmult_le_pos => //; nra.
  lra.
have less u v : value q * u <= v <-> u <= v / value q.
  split=> h; first by apply: (Rmult_le_reg_l (value q)); [lra|]; have -> : value q * (v / value q) = v by field; lra.
  by have := Rmult_le_compat_l (value q) _ _ (ltac:(lra)) h; have -> : value q * (v / value q) = v by field; lra.
rewrite !guaranteed_single; split=> H T P Q dP dQ.
- have one (A B : T -> R) : dist A -> dist B -> DP (exp (value e)) (value d) A B -> DP (exp (value e)) (value d) B A ->
      DP (left_of (value q) x) (t / value q) B A.
    move=> dA dB h1 h2; pose M i := (1 - value q) * A i + value q * B i.
    have dM : dist M.
      split; first by move=> i; have := proj1 dA i; have := proj1 dB i; rewrite /M; nra.
      by rewrite /M rsumD !rsumZ (proj2 dA) (proj2 dB); ring.
    have /DP_HS h : DP x t M A by apply: H => //; exists A, B; split=> //; left.
    by apply/DP_HS; apply/less; rewrite -(mixed _ A B M).
  by move=> [h1 h2]; exact: one.
- move=> [A [B [dA dB h1 h2]]] hM.
  have /DP_HS hB := H T B A dB dA (conj h2 h1).
  have t0 : 0 <= t by have := HS_ge0 (left_of (value q) x) B A => h; have := proj2 (less _ _) hB; nra.
  pose M i := (1 - value q) * A i + value q * B i.
  have hMA : DP x t M A by apply/DP_HS; rewrite (mixed _ A B M) //; exact/less.
  have hAM : DP x t A M by apply/DP_HS; rewrite (other _ A B M) //; [case: dA | case: dB].
  have same (P' Q' : T -> R) : (forall i, P i = P' i /\ Q i = Q' i) -> DP x t P' Q' -> DP x t P Q.
    move=> E; suff EP : HS x P Q = HS x P' Q' by rewrite !DP_HS EP.
    by apply: eq_bigr => i _; have [-> ->] := E i.
  by case: hM => E; [exact: (same M A) | exact: (same A M)].
Qed.

(* ---------- the program ---------- *)
(* the mechanism itself, eps for (x - (1 - q))/q, and t/q; of fractions *)
Definition unsampled (r : rows) (q x t : Z * Z) : option (rows * expr * (Z * Z)) :=
  if r is [:: (SampledDP _ e d, xH)] then
    if [&& (0 <? q.1)%Z, (q.1 <=? q.2)%Z, (0 <? x.2)%Z & (x.2 * q.2 <=? x.1 * (q.2 - q.1))%Z] then
      Some ([:: (ApproxDP e d, xH)], Ln (Num (x.1 * q.2 - (q.2 - q.1) * x.2) (Z.to_pos (x.2 * q.1))), (t.1 * q.2, t.2 * q.1))%Z
    else None
  else None.
Definition rate_of (r : rows) : option (Z * Z) := if r is [:: (SampledDP q _ _, xH)] then rat q else None.

Theorem unsampled_sound r q x t r' g t' : rate_of r = Some q -> (0 < t.2)%Z -> unsampled r q x t = Some (r', g, t') ->
  (guaranteed (steps r) (frac_of x) (frac_of t) <-> guaranteed (steps r') (exp (value g)) (frac_of t')) /\
  ((forall k, List.In k (steps r') -> in_domain k) -> forall k, List.In k (steps r) -> in_domain k).
Proof.
case: r => [|[[e d|e d y|e d al|e n|p1 p2|cs|e n|p e d] [m|m|]] [|? ?]] //= Eq t0.
have [q2 vq] := rat_sound _ _ Eq; rewrite /unsampled.
case: ifP => // /and4P [/Z.ltb_lt q1 /Z.leb_le qq /Z.ltb_lt x2 /Z.leb_le xq] [<- <- <-].
have q1R := IZR_lt _ _ q1; have q2R := IZR_lt _ _ q2; have qqR := IZR_le _ _ qq; have x2R := IZR_lt _ _ x2.
have tR := IZR_lt _ _ t0; have xqR := IZR_le _ _ xq; rewrite !mult_IZR minus_IZR in xqR.
have q01 : 0 < value p <= 1.
  have i0 : 0 < / IZR q.2 by apply: Rinv_0_lt_compat.
  rewrite vq; split; first exact: Rmult_lt_0_compat.
  by apply: (Rmult_le_reg_r (IZR q.2)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have xle : 1 <= frac_of x * (1 - value p).
  rewrite vq /frac_of; apply: (Rmult_le_reg_r (IZR x.2 * IZR q.2)); first exact: Rmult_lt_0_compat.
  have -> : IZR x.1 / IZR x.2 * (1 - IZR q.1 / IZR q.2) * (IZR x.2 * IZR q.2) = IZR x.1 * (IZR q.2 - IZR q.1) by field; lra.
  lra.
have up0 : (0 < x.1 * q.2 - (q.2 - q.1) * x.2)%Z by nia.
have down0 : (0 < x.2 * q.1)%Z by nia.
have gE : exp (value (Ln (Num (x.1 * q.2 - (q.2 - q.1) * x.2) (Z.to_pos (x.2 * q.1))))) = left_of (value p) (frac_of x).
  rewrite /= Z2Pos.id // exp_ln; last by apply: Rmult_lt_0_compat; [exact: IZR_lt | apply/Rinv_0_lt_compat/IZR_lt].
  by rewrite /left_of vq /frac_of minus_IZR !mult_IZR minus_IZR; field; repeat split; lra.
split; last first.
  by move=> h k [<-|[]]; have /= [e0 d01] := h (ApproxDP e d) (or_introl erefl); split=> //; lra.
have -> : frac_of (t.1 * q.2, t.2 * q.1)%Z = frac_of t / value p.
  by rewrite vq /frac_of /= !mult_IZR; field; repeat split; lra.
by rewrite gE; exact: sampled_guaranteed.
Qed.
