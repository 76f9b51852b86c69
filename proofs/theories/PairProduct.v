(* Products of lists of different finite pairs, and adaptive composition.

   prod2 D D' is the product of two pairs, prods s that of a list.
   Proved here
     dom_prod2, dom_prods          domination step by step passes to the product
     hs_prods_cat, hs_prods_perm   the product may be regrouped and reordered
     dom_prods_cat, dom_repeat     a ledger may be composed in parts; n m steps as n times m
     prodd_prods                   the k-fold product of Product.v is the product of k copies
     adaptive_composition_list     step i of an adaptive mechanism dominated by D i, for every
                                   history of length i: the joint law is dominated by the product
     adaptive_composition_DP       ... and hence is (ln x, d)-DP when the product is
   Justifies the rules "compose" (two rows, a list of rows, a row repeated, any order of the
   ledger). It is the theorem that a ledger of dominated mechanisms, each chosen after seeing
   the earlier answers, may be judged by the product of their dominating pairs. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product Composition.
From DPCert Require Import FinitePair Domination.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition prod2 (D D' : fpair) : fpair :=
  @FP (prod_finType (atom D) (atom D'))
      (fun a => mP D a.1 * mP D' a.2) (fun a => mQ D a.1 * mQ D' a.2).
Definition unit_pair : fpair := @FP unit_finType (fun=> 1) (fun=> 1).
Fixpoint prods (s : seq fpair) : fpair := if s is D :: s' then prod2 D (prods s') else unit_pair.
Definition nnegs (s : seq fpair) := List.Forall nneg s.

Lemma rsum_pair (A B : finType) (F : A * B -> R) :
  \rsum_(c : A * B) F c = \rsum_(a : A) \rsum_(b : B) F (a, b).
Proof. by rewrite (pair_bigA _ (fun a b => F (a, b))); apply: eq_bigr => -[]. Qed.

Lemma nneg_prod2 D D' : nneg D -> nneg D' -> nneg (prod2 D D').
Proof. by move=> [h1 h2] [h3 h4]; split=> a; apply: Rmult_le_pos. Qed.
Lemma nneg_unit : nneg unit_pair. Proof. by split=> a /=; lra. Qed.
Lemma nneg_prods s : nnegs s -> nneg (prods s).
Proof. by elim=> [|D {}s nD _ IH] /=; [exact: nneg_unit | exact: nneg_prod2]. Qed.

Lemma hs_prod2 p q D D' :
  hs p q (prod2 D D') = \rsum_(a : atom D) hs (p * mP D a) (q * mQ D a) D'.
Proof.
rewrite {1}/hs /HS2 rsum_pair; apply: eq_bigr => a _; apply: eq_bigr => b _ /=.
by congr pos; ring.
Qed.

Lemma hs_prod2C p q D D' : hs p q (prod2 D D') = hs p q (prod2 D' D).
Proof.
rewrite !hs_prod2 /hs /HS2 exchange_big; apply: eq_bigr => b _; apply: eq_bigr => a _ /=.
by congr pos; ring.
Qed.

Lemma hs_prod2r p q D D' :
  hs p q (prod2 D D') = \rsum_(b : atom D') hs (p * mP D' b) (q * mQ D' b) D.
Proof. by rewrite hs_prod2C hs_prod2. Qed.

Lemma hs_unit p q : hs p q unit_pair = pos (p - q).
Proof. by rewrite /hs /HS2 sum_unit /= !Rmult_1_r. Qed.

Lemma totP_prod2 D D' : totP (prod2 D D') = totP D * totP D'.
Proof.
rewrite /totP rsum_pair Rmult_comm -rsumZ; apply: eq_bigr => a _ /=.
by rewrite Rmult_comm -rsumZ.
Qed.
Lemma totQ_prod2 D D' : totQ (prod2 D D') = totQ D * totQ D'.
Proof.
rewrite /totQ rsum_pair Rmult_comm -rsumZ; apply: eq_bigr => a _ /=.
by rewrite Rmult_comm -rsumZ.
Qed.

(* ---------- domination passes to products ---------- *)
Lemma dom_prod2l D1 D1' D2 : nneg D2 -> D1 <=d D1' -> prod2 D1 D2 <=d prod2 D1' D2.
Proof.
move=> [P0 Q0] h p q p0 q0; rewrite !(hs_prod2r _ _ _ D2); apply: rsum_le => b.
by apply: h; apply: Rmult_le_pos.
Qed.
Lemma dom_prod2r D1 D2 D2' : nneg D1 -> D2 <=d D2' -> prod2 D1 D2 <=d prod2 D1 D2'.
Proof.
move=> [P0 Q0] h p q p0 q0; rewrite !hs_prod2; apply: rsum_le => b.
by apply: h; apply: Rmult_le_pos.
Qed.

Theorem dom_prod2 D1 D1' D2 D2' : nneg D2 -> nneg D1' ->
  D1 <=d D1' -> D2 <=d D2' -> prod2 D1 D2 <=d prod2 D1' D2'.
Proof.
move=> n2 n1' h1 h2.
by apply: (dom_trans (dom_prod2l n2 h1)); exact: dom_prod2r.
Qed.

Theorem dom_prods s s' : nnegs s -> nnegs s' -> List.Forall2 dom s s' -> prods s <=d prods s'.
Proof.
move=> + + h; elim: h => [|D D' {}s {}s' hD _ IH] ns ns' /=; first exact: dom_refl.
move: ns ns' => /List.Forall_cons_iff [nD ns] /List.Forall_cons_iff [nD' ns'].
by apply: dom_prod2 => //; [exact: nneg_prods | exact: IH].
Qed.

(* ---------- regrouping and reordering ---------- *)
Lemma hs_prods_cat p q s s' : hs p q (prods (s ++ s')) = hs p q (prod2 (prods s) (prods s')).
Proof.
elim: s p q => [|D s IH] p q /=.
  by rewrite hs_prod2 sum_unit /= !Rmult_1_r.
rewrite hs_prod2 (hs_prod2 _ _ (prod2 _ _)) rsum_pair; apply: eq_bigr => a _.
by rewrite IH hs_prod2; apply: eq_bigr => b _; congr hs => /=; ring.
Qed.

Theorem dom_prods_cat s s' D D' : nnegs s' -> nneg D ->
  prods s <=d D -> prods s' <=d D' -> prods (s ++ s') <=d prod2 D D'.
Proof.
move=> ns' nD h h' p q p0 q0; rewrite hs_prods_cat.
by apply: dom_prod2 => //; exact: nneg_prods.
Qed.

Lemma hs_prods_head p q D s s' : hs p q (prods (s ++ D :: s')) = hs p q (prods (D :: s ++ s')).
Proof.
rewrite -cat1s hs_prods_cat [RHS]hs_prod2 hs_prod2C hs_prod2 rsum_pair.
apply: eq_bigr => a _; rewrite hs_prods_cat hs_prod2C hs_prod2; apply: eq_bigr => b _ /=.
by congr hs; ring.
Qed.

Theorem hs_prods_perm (I : eqType) (F : I -> fpair) p q s s' : perm_eq s s' ->
  hs p q (prods (map F s)) = hs p q (prods (map F s')).
Proof.
elim: s s' p q => [|i s IH] s' p q h; first by rewrite perm_sym in h; rewrite (perm_nilP h).
have /splitPr hi : i \in s' by rewrite -(perm_mem h) mem_head.
case: hi h => s1 s2; rewrite -[_ :: s2]cat1s perm_sym perm_catCA perm_sym /= perm_cons => h.
rewrite map_cat /= hs_prods_head /= !hs_prod2; apply: eq_bigr => a _.
by rewrite -map_cat; exact: IH.
Qed.

(* ---------- repetition ---------- *)
Definition power n D := prods (nseq n D).
Lemma nnegs_nseq n D : nneg D -> nnegs (nseq n D).
Proof. by move=> nD; elim: n => [|n IH] /=; constructor. Qed.
Lemma nneg_power n D : nneg D -> nneg (power n D).
Proof. by move=> nD; apply/nneg_prods/nnegs_nseq. Qed.

Theorem dom_power n D D' : nneg D -> nneg D' -> D <=d D' -> power n D <=d power n D'.
Proof.
move=> nD nD' h; apply: dom_prods; try exact: nnegs_nseq.
by elim: n => [|n IH] /=; constructor.
Qed.

Theorem dom_repeat m n D D' : nneg D -> nneg D' ->
  power m D <=d D' -> power (n * m) D <=d power n D'.
Proof.
move=> nD nD' h; elim: n => [|n IH]; first exact: dom_refl.
rewrite /power mulSn nseqD; apply: dom_prods_cat => //.
exact: nnegs_nseq.
Qed.

Theorem dom_power_add m n D D1 D2 : nneg D -> nneg D1 ->
  power m D <=d D1 -> power n D <=d D2 -> power (m + n) D <=d prod2 D1 D2.
Proof. by move=> nD n1 h1 h2; rewrite /power nseqD; apply: dom_prods_cat => //; exact: nnegs_nseq. Qed.

Lemma power1 D : power 1 D =d D.
Proof.
by move=> p q _ _; rewrite /power /= hs_prod2r sum_unit /= !Rmult_1_r.
Qed.

Theorem prodd_prods (A : finType) (P Q : A -> R) k :
  FP (@prodd _ k P) (@prodd _ k Q) =d power k (FP P Q).
Proof.
suff H p q : HS2 p q (@prodd _ k P) (@prodd _ k Q) = hs p q (power k (FP P Q)) by move=> p q _ _; exact: H.
elim: k p q => [|k IH] p q; first by rewrite HS2_prod0 hs_unit.
by rewrite HS2_prodS /power /= hs_prod2; apply: eq_bigr => a _; rewrite IH.
Qed.

(* ---------- adaptive composition, a different pair at every step ---------- *)
Section AdaptiveList.
Variables (A : finType) (K K' : seq A -> A -> R) (D : nat -> fpair).
Hypotheses (K0 : forall h, nonneg (K h)) (K'0 : forall h, nonneg (K' h)).
Hypothesis nD : forall i, nneg (D i).

Definition transcript k h : fpair :=
  FP (fun t : k.-tuple A => joint K h t) (fun t => joint K' h t).

Lemma nnegs_steps i k : nnegs [seq D j | j <- iota i k].
Proof. elim: k i => [|k IH] i /=; first exact: List.Forall_nil.
by apply: List.Forall_cons => //; exact: IH.
Qed.

Theorem adaptive_composition_list k h :
  (forall h', (size h <= size h' < size h + k)%N -> FP (K h') (K' h') <=d D (size h')) ->
  transcript k h <=d prods [seq D i | i <- iota (size h) k].
Proof.
elim: k h => [|k IH] h hD.
  by move=> p q _ _; rewrite hs_unit /hs /HS2 rsum_tuple0 /= !Rmult_1_r; lra.
apply: (@dom_trans (prod2 (FP (K h) (K' h)) (prods [seq D i | i <- iota (size h).+1 k]))).
- move=> p q p0 q0; rewrite hs_prod2 {1}/hs /HS2 rsum_tupleS; apply: rsum_le => a.
  have {}IH := IH (rcons h a); rewrite size_rcons in IH.
  have := IH _ (p * K h a) (q * K' h a); rewrite /hs /HS2 /=.
  move=> H; apply: (Rle_trans _ _ _ _ (H _ _ _)).
  + by apply: Req_le; apply: eq_bigr => t _; congr pos; ring.
  + by move=> h' /andP [h1 h2]; apply: hD; rewrite (ltnW h1) /= addnS -addSn.
  + by apply: Rmult_le_pos => //; exact: K0.
  + by apply: Rmult_le_pos => //; exact: K'0.
- rewrite /=; apply: dom_prod2l; first exact/nneg_prods/nnegs_steps.
  by apply: hD; rewrite leqnn addnS ltnS leq_addr.
Qed.

Corollary adaptive_composition_DP k x d : 0 <= x ->
  (forall h, (size h < k)%N -> FP (K h) (K' h) <=d D (size h)) ->
  delta x (prods [seq D i | i <- iota 0 k]) <= d ->
  DP x d (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> x0 hD hd; apply: (@dom_DP (transcript k [::]) _ _ _ _ x0 hd).
by apply: (@adaptive_composition_list k [::]) => h'; rewrite add0n => /andP [_]; exact: hD.
Qed.
End AdaptiveList.
