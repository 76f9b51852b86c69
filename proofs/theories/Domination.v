(* The domination order on finite pairs.

   (P, Q) <=d (P', Q')  iff  delta x (P, Q) <= delta x (P', Q') for every ratio x >= 0.
   It is defined in the homogeneous form (which products need); domP shows that the two agree.

   Proved here
     dom_refl, dom_trans, dom_delta, domP, dom_DP    a preorder that carries (eps, delta)-DP over
     dom_pointwise    more mass under P and less under Q, atom by atom, dominates
                      (loss rounded up to the next grid point at equal P; any P mass rounded up)
     dom_drop, dom_extra    atoms with P = 0 may be dropped or added
     dom_lossup       a loss moved up: (p, q) |-> (p, q') with q' <= q, the lost q - q' kept as P = 0
     dom_shortfall    P masses rounded down, the shortfall moved to an atom at +infinity
   Justifies the rules "loss rounded up", "mass rounded up", "rest to infinity". *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson FinitePair.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition dom (D D' : fpair) := forall p q, 0 <= p -> 0 <= q -> hs p q D <= hs p q D'.
Definition deq (D D' : fpair) := forall p q, 0 <= p -> 0 <= q -> hs p q D = hs p q D'.
Notation "D <=d D'" := (dom D D') (at level 70).
Notation "D =d D'" := (deq D D') (at level 70).

Lemma dom_refl D : D <=d D. Proof. by move=> p q _ _; lra. Qed.
Lemma dom_trans D2 D1 D3 : D1 <=d D2 -> D2 <=d D3 -> D1 <=d D3.
Proof. by move=> h h' p q p0 q0; exact: Rle_trans (h p q p0 q0) (h' p q p0 q0). Qed.
Lemma deq_refl D : D =d D. Proof. by []. Qed.
Lemma deq_sym D D' : D =d D' -> D' =d D. Proof. by move=> h p q p0 q0; rewrite h. Qed.
Lemma deq_trans D2 D1 D3 : D1 =d D2 -> D2 =d D3 -> D1 =d D3.
Proof. by move=> h h' p q p0 q0; rewrite h // h'. Qed.
Lemma deq_dom D D' : D =d D' -> D <=d D'. Proof. by move=> h p q p0 q0; rewrite h //; lra. Qed.
Lemma deq_dom' D D' : D =d D' -> D' <=d D. Proof. by move=> h p q p0 q0; rewrite h //; lra. Qed.
Lemma dom_anti D D' : D <=d D' -> D' <=d D -> D =d D'.
Proof. by move=> h h' p q p0 q0; apply: Rle_antisym; auto. Qed.

Theorem dom_delta D D' x : D <=d D' -> 0 <= x -> delta x D <= delta x D'.
Proof. by move=> h x0; rewrite !delta_hs; apply: h => //; lra. Qed.
Lemma deq_delta D D' x : D =d D' -> 0 <= x -> delta x D = delta x D'.
Proof. by move=> h x0; rewrite !delta_hs; apply: h => //; lra. Qed.

Theorem domP D D' : nneg D -> (D <=d D' <-> forall x, 0 <= x -> delta x D <= delta x D').
Proof.
move=> nD; split => [h x|h p q [p0|<-] q0]; first exact: dom_delta.
- rewrite !hs_delta //; apply: Rmult_le_compat_l; first lra.
  by apply: h; apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
- by rewrite hs_p0 //; exact: hs_ge0.
Qed.

Theorem dom_DP D D' x d : D <=d D' -> 0 <= x -> delta x D' <= d -> DP x d (mP D) (mQ D).
Proof. by move=> h x0 hd; apply/delta_DP; apply: Rle_trans hd; exact: dom_delta. Qed.

(* ---------- order between atoms ---------- *)
Theorem dom_pointwise (T : finType) (P Q P' Q' : T -> R) :
  (forall a, P a <= P' a) -> (forall a, Q' a <= Q a) -> FP P Q <=d FP P' Q'.
Proof.
move=> hP hQ p q p0 q0; apply: rsum_le => a; apply: pos_le => /=.
have := Rmult_le_compat_l _ _ _ p0 (hP a); have := Rmult_le_compat_l _ _ _ q0 (hQ a); lra.
Qed.

(* disjoint union: atoms put side by side *)
Definition join (D D' : fpair) : fpair :=
  @FP (sum_finType (atom D) (atom D'))
      (fun a => match a with inl b => mP D b | inr b => mP D' b end)
      (fun a => match a with inl b => mQ D b | inr b => mQ D' b end).

Lemma hs_join p q D D' : hs p q (join D D') = hs p q D + hs p q D'.
Proof. by rewrite /hs /HS2 big_sumType. Qed.

Lemma join_nneg D D' : nneg D -> nneg D' -> nneg (join D D').
Proof. by move=> [h1 h2] [h3 h4]; split; case=> a /=. Qed.

Lemma join_dom D1 D1' D2 D2' : D1 <=d D1' -> D2 <=d D2' -> join D1 D2 <=d join D1' D2'.
Proof. by move=> h h' p q p0 q0; rewrite !hs_join; apply: Rplus_le_compat; auto. Qed.

(* atoms at +infinity and at -infinity *)
Definition inf_atom (m : R) : fpair := @FP unit_finType (fun=> m) (fun=> 0).
Definition neg_atom (m : R) : fpair := @FP unit_finType (fun=> 0) (fun=> m).

Lemma sum_unit (F : unit -> R) : \rsum_(i : unit) F i = F tt.
Proof. by rewrite (big_pred1 tt) // => -[]. Qed.

Lemma hs_inf p q m : 0 <= m -> 0 <= p -> hs p q (inf_atom m) = p * m.
Proof. by move=> m0 p0; rewrite /hs /HS2 sum_unit /= pos_eq; have := Rmult_le_pos _ _ p0 m0; lra. Qed.
Lemma hs_neg p q m : 0 <= m -> 0 <= q -> hs p q (neg_atom m) = 0.
Proof. by move=> m0 q0; rewrite /hs /HS2 sum_unit /= pos_eq0 //; have := Rmult_le_pos _ _ q0 m0; lra. Qed.

Theorem dom_extra D D' : D <=d join D D'.
Proof. by move=> p q _ _; rewrite hs_join; have := hs_ge0 p q D'; lra. Qed.

(* atoms with P = 0 carry no divergence: they may be dropped (or added) *)
Theorem dom_drop D (T : finType) (Q : T -> R) : nonneg Q -> join D (FP (fun=> 0) Q) =d D.
Proof.
move=> Q0 p q _ q0; rewrite hs_join (_ : hs p q (FP _ _) = 0) ?Rplus_0_r //.
rewrite /hs /HS2 big1 // => a _; apply: pos_eq0 => /=; have := Q0 a => h; have := Rmult_le_pos _ _ q0 h; lra.
Qed.

(* losses moved up (at most the Q mass is lost); the lost Q mass is kept at -infinity, so
   that the total under Q does not change *)
Section LossUp.
Variables (T : finType) (P Q Q' : T -> R).
Hypothesis up : forall a, Q' a <= Q a.
Definition lossup : fpair := join (FP P Q') (FP (fun=> 0) (fun a => Q a - Q' a)).
Theorem dom_lossup : FP P Q <=d lossup.
Proof.
apply: dom_trans (@dom_extra (FP P Q') _).
by apply: dom_pointwise => // a; lra.
Qed.
Lemma lossup_totQ : totQ lossup = totQ (FP P Q).
Proof. by rewrite /totQ big_sumType /= rsumB; ring. Qed.
Lemma lossup_totP : totP lossup = totP (FP P Q).
Proof. by rewrite /totP big_sumType /= [X in _ + X]big1 // Rplus_0_r. Qed.
Lemma lossup_nneg : nneg (FP P Q) -> nonneg Q' -> nneg lossup.
Proof.
by move=> [/= h h'] h''; split; case=> a /=; [exact: h | lra | exact: h'' | have := up a; lra].
Qed.
End LossUp.

(* P masses rounded down (or cut), the shortfall, rounded up, put at +infinity *)
Theorem dom_shortfall (T : finType) (P P' Q : T -> R) m : nonneg Q -> 0 <= m ->
  \rsum_(a : T) pos (P a - P' a) <= m -> FP P Q <=d join (FP P' Q) (inf_atom m).
Proof.
move=> Q0 m0 hm p q p0 q0; rewrite hs_join hs_inf //.
apply: (Rle_trans _ (hs p q (FP P' Q) + p * \rsum_(a : T) pos (P a - P' a))); last first.
  by apply: Rplus_le_compat_l; exact: Rmult_le_compat_l.
rewrite /hs /HS2 -rsumZ -rsumD; apply: rsum_le => a /=.
rewrite -posM //; apply: Rle_trans (posD _ _); apply: pos_le; lra.
Qed.
