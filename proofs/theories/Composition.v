(* Domination, adaptive composition, and Ghazi & Issa's Theorem 2.

   dominated P Q P' Q': at every weight, P against Q diverges at most as P' against Q'.
   adaptive_composition: if each of k mechanisms, chosen adaptively (a kernel of the history),
   is dominated by the pair (D0, D1), the joint law of the k answers is dominated by its
   k-fold product.
   ghazi_issa_pair_dominates: a pair that is (eps, delta)-DP in both directions, with total
   variation at most eta, is dominated by the pair of GhaziIssa.v.
   ghazi_issa_theorem_2: hence k-fold adaptive composition is (j eps, 1-(1-delta)^k(1-delta_j))-
   DP, delta_j from (5). ghazi_issa_theorem_2_tight: the pair meets the hypotheses and attains
   the bound. At alpha = 0 these are Kairouz, Oh & Viswanath, Theorem 3.3. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition dominated (T T' : finType) (P Q : T -> R) (P' Q' : T' -> R) :=
  forall p q, 0 <= p -> 0 <= q -> HS2 p q P Q <= HS2 p q P' Q'.

(* ---------- adaptive composition ---------- *)
Section Adaptive.
Variables (A B : finType) (D0 D1 : B -> R).
(* kernels: history -> distribution of the next answer, on the two neighbouring inputs *)
Variables (K K' : seq A -> A -> R).
Fixpoint joint (M : seq A -> A -> R) (h t : seq A) : R :=
  if t is a :: t' then M h a * joint M (rcons h a) t' else 1.

Hypotheses (K0 : forall h, nonneg (K h)) (K'0 : forall h, nonneg (K' h)).
Hypotheses (D00 : nonneg D0) (D10 : nonneg D1).
Hypothesis dom : forall h, dominated (K h) (K' h) D0 D1.

Lemma prodd_ge0 (C : finType) (P : C -> R) k (t : k.-tuple C) : nonneg P -> 0 <= prodd P t.
Proof.
move=> P0; rewrite /prodd; apply: (big_ind (Rle 0)) => [|*|i _];
  [lra | exact: Rmult_le_pos | exact: P0].
Qed.

Theorem adaptive_composition k : forall h,
  dominated (fun t : k.-tuple A => joint K h t) (fun t => joint K' h t)
            (@prodd _ k D0) (@prodd _ k D1).
Proof.
elim: k => [|k IH] h p q p0 q0.
  by rewrite HS2_prod0 /HS2 rsum_tuple0 /= !Rmult_1_r; lra.
rewrite {1}/HS2 rsum_tupleS /=.
apply: (Rle_trans _ (\rsum_(a : A) HS2 (p * K h a) (q * K' h a) (@prodd _ k D0) (@prodd _ k D1))).
  apply: rsum_le => a.
  have := IH (rcons h a) _ _ (Rmult_le_pos _ _ p0 (K0 h a)) (Rmult_le_pos _ _ q0 (K'0 h a)).
  rewrite {1}/HS2; apply: Rle_trans; apply: Req_le; apply: eq_bigr => t _.
  by congr pos; ring.
apply: (Rle_trans _ (\rsum_(t : k.-tuple B) HS2 (p * prodd D0 t) (q * prodd D1 t) (K h) (K' h))).
  rewrite /HS2 exchange_big /=; apply: Req_le; apply: eq_bigr => t _; apply: eq_bigr => a _.
  by congr pos; ring.
apply: (Rle_trans _ (\rsum_(t : k.-tuple B) HS2 (p * prodd D0 t) (q * prodd D1 t) D0 D1)).
  by apply: rsum_le => t; apply: dom; apply: Rmult_le_pos => //; apply: prodd_ge0.
rewrite HS2_prodS /HS2 exchange_big /=; apply: Req_le; apply: eq_bigr => b _.
by apply: eq_bigr => t _; congr pos; ring.
Qed.
End Adaptive.

(* ---------- single-step domination ---------- *)
Lemma HS2_sub (T : finType) p q p' q' (P Q : T -> R) :
  HS2 (p + p') (q + q') P Q <= HS2 p q P Q + HS2 p' q' P Q.
Proof.
rewrite /HS2 -rsumD; apply: rsum_le => i; apply: (Rle_trans _ _ _ _ (posD _ _)).
by apply: Req_le; congr pos; ring.
Qed.

Section Single.
Variables (x al d : R).
Hypotheses (x1 : 1 <= x) (al01 : 0 <= al <= 1) (d01 : 0 <= d <= 1).
Let P0 := P0 x al d.
Let P1 := P1 x al d.

Lemma HS2_mirror p q : HS2 p q P1 P0 = HS2 p q P0 P1.
Proof.
rewrite /HS2 (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _.
by rewrite /P0 /P1 !P1_mirror rev_ordK.
Qed.

Lemma HS2_low p q : 0 <= p -> x * p <= q -> HS2 p q P0 P1 = p * d.
Proof.
move=> p0 pq; have q0 : 0 <= q by nra. have c0 := cc0 x1 al01.
have pq' : p <= q by nra. have pq2 : p <= x * q by nra.
have h1 : 0 <= cc x al * (q - x * p) by apply: Rmult_le_pos; lra.
have h2 : 0 <= cc x al * (x * q - p) by apply: Rmult_le_pos; lra.
have h3 : 0 <= al * (q - p) by apply: Rmult_le_pos; lra.
by rewrite HS2_P // /HS2 sum3 /Q0 /Q1 !inordK //= !pos_eq0; lra.
Qed.

Lemma HS2_mid p q : 0 <= p -> p <= q -> q <= x * p ->
  HS2 p q P0 P1 = p * d + (1 - d) * cc x al * (x * p - q).
Proof.
move=> p0 pq qp; have q0 : 0 <= q by lra. have c0 := cc0 x1 al01.
have pq2 : p <= x * q by nra.
rewrite HS2_P // /HS2 sum3 /Q0 /Q1 !inordK //=.
rewrite (pos_eq (u := p * (cc x al * x) - _)); last first.
  have : 0 <= cc x al * (x * p - q) by apply: Rmult_le_pos; lra.
  by lra.
have h2 : 0 <= cc x al * (x * q - p) by apply: Rmult_le_pos; lra.
have h3 : 0 <= al * (q - p) by apply: Rmult_le_pos; lra.
by rewrite !pos_eq0; lra.
Qed.

Section Half.
Variables (T : finType) (P Q : T -> R).
Hypotheses (dP : dist P) (dQ : dist Q).
Hypotheses (HDP : HS x P Q <= d) (HTV : HS 1 P Q <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1))).

Lemma HS2_0q q : 0 <= q -> HS2 0 q P Q = 0.
Proof.
move=> q0; rewrite /HS2 big1 // => i _; apply: pos_eq0.
by have := (proj1 dQ) i; nra.
Qed.

Lemma HS2_bound s t u : 0 <= s -> 0 <= t -> 0 <= u ->
  HS2 (s + t) (s + t * x + u) P Q
  <= s * (d + (1 - d) * cc x al * (x - 1)) + t * d.
Proof.
move=> s0 t0 u0.
have -> : s + t = (s * 1 + t * 1) + 0 by ring.
have -> : s + t * x + u = (s * 1 + t * x) + u by ring.
apply: (Rle_trans _ _ _ (HS2_sub _ _ _ _ _ _)); rewrite HS2_0q //.
apply: (Rle_trans _ (HS2 (s * 1) (s * 1) P Q + HS2 (t * 1) (t * x) P Q + 0)).
  by apply: Rplus_le_compat_r; exact: HS2_sub.
rewrite !HS2Z // -!HS_HS2.
have -> : (1 - d) * cc x al * (x - 1) = (1 - d) * (1 - al) * ((x - 1) / (x + 1)).
  by rewrite /cc; field; lra.
have h1 := Rmult_le_compat_l _ _ _ s0 HTV; have h2 := Rmult_le_compat_l _ _ _ t0 HDP.
lra.
Qed.

Lemma dom_half p q : 0 <= p -> p <= q -> HS2 p q P Q <= HS2 p q P0 P1.
Proof.
move=> p0 pq; case: (Rle_lt_dec (x * p) q) => h.
- rewrite HS2_low //; have := HS2_bound (Rle_refl 0) p0 (u := q - x * p) _.
  rewrite (_ : 0 + p = p); last by ring.
  rewrite (_ : 0 + p * x + _ = q); last by ring.
  by move=> H; have := H ltac:(lra); lra.
- have x1' : 0 < x - 1 by nra.
  rewrite HS2_mid //; last by lra.
  set t := (q - p) / (x - 1).
  have t0 : 0 <= t.
    by rewrite /t; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
  have tx : t * (x - 1) = q - p by rewrite /t; field; lra.
  have s0 : 0 <= p - t.
    have e : (p - t) * (x - 1) = x * p - q by lra.
    by apply: (Rmult_le_reg_r (x - 1)); lra.
  have := HS2_bound s0 t0 (Rle_refl 0).
  rewrite (_ : p - t + t = p); last by ring.
  rewrite (_ : p - t + t * x + 0 = q); last by lra.
  move/Rle_trans; apply; apply: Req_le.
  have -> : x * p - q = (p - t) * (x - 1) by lra.
  by ring.
Qed.
End Half.

Theorem ghazi_issa_pair_dominates (T : finType) (P Q : T -> R) : dist P -> dist Q ->
  DP x d P Q -> DP x d Q P -> TV P Q <= TV P0 P1 -> dominated P Q P0 P1.
Proof.
move=> dP dQ /DP_HS h1 /DP_HS h2; rewrite (ghazi_issa_pair_TV x1 al01 d01) => tv p q p0 q0.
have tv1 := tv; rewrite (TV_HS dP dQ) in tv1.
have tv2 : HS 1 Q P <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1)).
  by move: tv1; rewrite !HS_HS2 (HS2_dual 1 1 dP dQ); lra.
case: (Rle_lt_dec p q) => h; first by apply: dom_half.
have D0 := P0_dist x1 al01 d01; have D1 := P1_dist x1 al01 d01.
rewrite (HS2_dual _ _ dP dQ) (HS2_dual _ _ D0 D1) HS2_mirror.
by apply: Rplus_le_compat_l; apply: dom_half => //; lra.
Qed.

(* ---------- main theorem ---------- *)
Lemma ghazi_issa_one_way (A : finType) (K K' : seq A -> A -> R) k j :
  (forall h, dist (K h)) -> (forall h, dist (K' h)) ->
  (forall h, DP x d (K h) (K' h)) -> (forall h, DP x d (K' h) (K h)) ->
  (forall h, TV (K h) (K' h) <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1))) ->
  DP (x ^ j) (1 - (1 - d) ^ k * (1 - delta0 x al k j))
     (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> dK dK' dp dp' tv; apply/DP_HS.
rewrite -(ghazi_issa_composed_pair x1 al01 d01) !HS_HS2.
apply: (adaptive_composition (D0 := P0) (D1 := P1)); try lra; last by apply: pow_le; lra.
- by move=> h; case: (dK h).
- by move=> h; case: (dK' h).
- by case: (P0_dist x1 al01 d01).
- by case: (P1_dist x1 al01 d01).
- by move=> h; apply: ghazi_issa_pair_dominates => //; rewrite (ghazi_issa_pair_TV x1 al01 d01).
Qed.

(* k adaptive mechanisms, each (eps,delta)-DP with TV <= eta = TV(P0,P1): the composition is
   (j eps, 1 - (1-delta)^k (1-delta_j))-DP, in both directions. *)
Theorem ghazi_issa_theorem_2 (A : finType) (K K' : seq A -> A -> R) k j :
  (forall h, dist (K h)) -> (forall h, dist (K' h)) ->
  (forall h, DP x d (K h) (K' h)) -> (forall h, DP x d (K' h) (K h)) ->
  (forall h, TV (K h) (K' h) <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1))) ->
  DP (x ^ j) (1 - (1 - d) ^ k * (1 - delta0 x al k j))
     (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t) /\
  DP (x ^ j) (1 - (1 - d) ^ k * (1 - delta0 x al k j))
     (fun t : k.-tuple A => joint K' [::] t) (fun t => joint K [::] t).
Proof.
move=> dK dK' h1 h2 tv; split; first exact: ghazi_issa_one_way.
by apply: ghazi_issa_one_way => // h; rewrite TV_sym.
Qed.

Theorem ghazi_issa_theorem_2_tight k j : HS (x ^ j) (@prodd _ k P0) (@prodd _ k P1)
   = 1 - (1 - d) ^ k * (1 - delta0 x al k j)
 /\ DP x d P0 P1 /\ DP x d P1 P0
 /\ TV P0 P1 = d + (1 - d) * (1 - al) * ((x - 1) / (x + 1)).
Proof.
split; first exact: ghazi_issa_composed_pair.
have h := ghazi_issa_pair_DP x1 al01 d01.
do !split; [apply/DP_HS | apply/DP_HS | exact: ghazi_issa_pair_TV].
- by rewrite -/P0 -/P1 in h; rewrite h; lra.
- by rewrite HS_HS2 HS2_mirror -HS_HS2 /P0 /P1 h; lra.
Qed.
End Single.
