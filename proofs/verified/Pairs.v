(* The least guaranteed delta is the divergence of the product of pairs, one for each step: the bound and its attainment, and
   the same for the errors of tests. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Domination PostProcessing.
From Verified Require Import Literal Claim Outcomes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the directions ---------- *)
Definition symmetric (k : kind) : Prop := if k is FinitePair _ _ then False else True.
Lemma allowed_sym k (A : finType) (P Q : A -> R) : symmetric k -> allowed k P Q -> allowed k Q P.
Proof.
case: k => [e d|e d t|e d al|e n|p q|cs|e n|q e d] //= _.
- by move=> [h1 h2].
- by move=> [h1 h2 h3]; split=> //; rewrite TV_sym.
- by move=> [h1 h2 h3]; split=> //; rewrite TV_sym.
- move=> [s [a [b [[c ha hb ab] [hP hQ]]]]]; exists s, b, a; split=> //; split=> // h; exact: ab.
- by move=> h c /h [].
- move=> [C [C0 CN dC h]]; set N := Pos.to_nat n in CN h *; exists (fun i => C (N - i)%N).
  rewrite subn0 subnn; split=> // i hi; have [h1 h2] := h (N - i.+1)%N (ltac:(by rewrite ltn_subrL (leq_ltn_trans _ hi))).
  by rewrite -subSn // subSS in h1 h2.
- by move=> [U [V [dU dV h1 h2 hM]]]; exists U, V; split=> //; case: hM => hM; [right | left] => i; have [] := hM i.
Qed.
Lemma In_nth (T : Type) (d : T) s i : (i < size s)%N -> List.In (nth d s i) s.
Proof. by elim: s i => [|a s IH] [|i] //= h; [left | right; exact: IH]. Qed.
(* what is guaranteed holds in both directions *)
Lemma runs_sym ks (A : finType) (K K' : seq A -> A -> R) : (forall k, List.In k ks -> symmetric k) ->
  runs ks K K' -> runs ks K' K.
Proof. by move=> sy [h1 h2 h3]; split=> // h hh; apply: allowed_sym; [apply: sy; exact: In_nth | exact: h3]. Qed.

Lemma joint_ge0 (A : finType) (K : seq A -> A -> R) h t : (forall h, dist (K h)) -> 0 <= joint K h t.
Proof.
move=> dK; elim: t h => [|a t IH] h /=; first lra.
by apply: Rmult_le_pos; [case: (dK h) | exact: IH].
Qed.
(* delta decreases with eps *)
Lemma guaranteed_up ks x x' d : x <= x' -> guaranteed ks x d -> guaranteed ks x' d.
Proof.
move=> xx H A K K' r S; have h := H A K K' r S; apply: Rle_trans h _; apply: Rplus_le_compat_r.
apply: Rmult_le_compat_r => //; apply: (big_ind (Rle 0)) => [|*|i _]; [lra | lra |].
by case: r => _ dK _; exact: joint_ge0.
Qed.

(* ---------- a law on a larger alphabet ---------- *)
Section Spread.
Variables (T A : finType) (f : T -> A).
Hypothesis inj : injective f.
Lemma mass_at m b : mass f m (f b) = m b.
Proof. by rewrite /mass (big_pred1 b) // => a; exact: inj_eq. Qed.
Lemma mass_off m a : (forall b, f b != a) -> mass f m a = 0.
Proof. by move=> h; rewrite /mass big_pred0 // => b; exact/negbTE/h. Qed.
Lemma sum_spread (F : R -> R -> R) P Q : F 0 0 = 0 ->
  \rsum_(a : A) F (mass f P a) (mass f Q a) = \rsum_(b : T) F (P b) (Q b).
Proof.
move=> F0; rewrite [RHS](partition_big f predT) //=; apply: eq_bigr => a _.
case: (pickP (fun b => f b == a)) => [b /eqP <-|none].
- by rewrite !mass_at (big_pred1 b) // => b'; exact: inj_eq.
- by rewrite big_pred0 // !mass_off // => b; rewrite none.
Qed.
Lemma mass_dist m : dist m -> dist (mass f m).
Proof. by move=> [h1 h2]; split; [exact: mass_nneg | rewrite mass_total]. Qed.
Lemma HS_spread x P Q : HS x (mass f P) (mass f Q) = HS x P Q.
Proof. by rewrite /HS (sum_spread (F := fun u v => Rmax 0 (u - x * v))) // Rmult_0_r Rminus_0_r Rmax_left //; lra. Qed.
Lemma DP_spread x d P Q : DP x d P Q -> DP x d (mass f P) (mass f Q).
Proof. by move=> /DP_HS h; apply/DP_HS; rewrite HS_spread. Qed.
Lemma TV_spread P Q : TV (mass f P) (mass f Q) = TV P Q.
Proof. by rewrite /TV (sum_spread (F := fun u v => Rabs (u - v))) // Rminus_0_r Rabs_R0. Qed.
End Spread.

(* ---------- a pair for a kind ---------- *)
(* the pair s dominates what is allowed, and is allowed *)
Definition stands_for (k : kind) (s : pair) : Prop :=
  [/\ dist_pair s,
      forall (A : finType) (P Q : A -> R), dist P -> dist Q -> allowed k P Q -> dominated P Q (@law0 s) (@law1 s)
    & forall (A : finType) (f : letters s -> A), injective f -> allowed k (mass f (@law0 s)) (mass f (@law1 s))].
Definition stand_for (ks : seq kind) (l : seq pair) : Prop := List.Forall2 stands_for ks l.

Lemma stand_size ks l : stand_for ks l -> size l = size ks.
Proof. by elim=> //= k s ks' l' _ _ ->. Qed.
Lemma stand_nth k0 s0 ks l i : stand_for ks l -> (i < size ks)%N -> stands_for (nth k0 ks i) (nth s0 l i).
Proof. by move=> H; elim: H i => [|k s ks' l' h _ IH] [|i] //=; exact: IH. Qed.
Lemma stand_dist ks l : stand_for ks l -> forall s, List.In s l -> dist_pair s.
Proof. by elim=> [|k s ks' l' [h _ _] _ IH] t //= [<-|/IH]. Qed.

(* ---------- pairs with the same functionals ---------- *)
Definition alike (l l' : seq pair) : Prop :=
  forall F, linear F -> forall p q, 0 <= p -> 0 <= q -> functional F l p q = functional F l' p q.
Lemma functional_linear F l : linear F -> nonneg_pairs l -> linear (functional F l).
Proof.
move=> hF; elim: l => [|s l IH] //= hl.
have [n0 n1] := hl s (or_introl erefl); have {}IH := IH (fun t h => hl t (or_intror h)).
split=> [a b a' b' a0 b0 a0' b0' e|c a b c0 a0 b0].
- rewrite -rsumD; apply: eq_bigr => i _; have h0 := n0 i; have h1 := n1 i.
  rewrite !Rmult_plus_distr_r (additive IH) //; try exact: Rmult_le_pos.
  by have := f_equal (Rmult (law0 i * law1 i)) e; lra.
- rewrite -rsumZ; apply: eq_bigr => i _; have h0 := n0 i; have h1 := n1 i.
  by rewrite !Rmult_assoc (homogeneous IH) //; exact: Rmult_le_pos.
Qed.
Lemma alike_cons s s' l l' : nonneg_pair s -> nonneg_pairs l' -> alike [:: s] [:: s'] -> alike l l' ->
  alike (s :: l) (s' :: l').
Proof.
move=> [n0 n1] hl' hs hl F hF p q p0 q0.
have := hs _ (functional_linear hF hl') p q p0 q0; rewrite /= => <-.
by apply: eq_bigr => b _; apply: hl => //; exact: Rmult_le_pos.
Qed.
Lemma alike_represents X l l' : alike l l' -> represents X l -> represents X l'.
Proof. by move=> h [h1 h2 h3]; split=> // F hF p q p0 q0; rewrite h3 // h. Qed.

(* ---------- the product is attained on one alphabet for all steps ---------- *)
Lemma functional_0 F l : F 0 0 = 0 -> functional F l 0 0 = 0.
Proof. by move=> F0; elim: l => [|s l IH] //=; rewrite big1 // => b _; rewrite !Rmult_0_l. Qed.

Section Attained.
Variable l : seq pair.
Let N := foldr maxn 0%N (map (fun s => #|letters s|) l).
Definition place (s : pair) (b : letters s) : 'I_N.+1 := inord (enum_rank b).
Definition s0 := Pair (fun=> 1) (fun _ : unit => 1).
Definition kernel0 (h : seq 'I_N.+1) : 'I_N.+1 -> R := let s := nth s0 l (size h) in mass (@place s) (@law0 s).
Definition kernel1 (h : seq 'I_N.+1) : 'I_N.+1 -> R := let s := nth s0 l (size h) in mass (@place s) (@law1 s).

Lemma place_inj s : (#|letters s| <= N.+1)%N -> injective (@place s).
Proof.
move=> h b c /(f_equal val); rewrite /= !inordK; try exact: leq_trans (ltn_ord _) h.
by move=> e; apply: enum_rank_inj; exact: val_inj.
Qed.
Lemma fits i : (#|letters (nth s0 l i)| <= N.+1)%N.
Proof.
case: (leqP (size l) i) => h; first by rewrite nth_default //= card_unit.
apply: (@leq_trans N) => //; rewrite /N; elim: (l) i h => [|s m IH] [|i] //= h; first exact: leq_maxl.
by apply: leq_trans (leq_maxr _ _); exact: IH.
Qed.

Theorem functional_attained F p q : F 0 0 = 0 ->
  \rsum_(t : (size l).-tuple 'I_N.+1) F (p * joint kernel0 [::] t) (q * joint kernel1 [::] t) = functional F l p q.
Proof.
move=> F0; suff H m h : drop (size h) l = m -> forall p q,
  \rsum_(t : (size m).-tuple 'I_N.+1) F (p * joint kernel0 h t) (q * joint kernel1 h t) = functional F m p q.
  by apply: H; rewrite drop0.
elim: m h => [|s m IH] h Hd {}p {}q; first by rewrite rsum_tuple0 /= !Rmult_1_r.
have Hn : nth s0 l (size h) = s by rewrite -[size h]addn0 -nth_drop Hd.
have Hd' a : drop (size (rcons h a)) l = m by rewrite size_rcons -add1n -drop_drop Hd /= drop0.
rewrite rsum_tupleS /= -/(size _).
have inj : injective (@place s) by apply: place_inj; rewrite -Hn; exact: fits.
rewrite -(sum_spread inj (F := fun u v => functional F m (p * u) (q * v))); last by rewrite !Rmult_0_r; exact: functional_0.
apply: eq_bigr => a _; rewrite -(IH (rcons h a)) //; apply: eq_bigr => t _ /=.
by rewrite /kernel0 /kernel1 Hn; congr F; ring.
Qed.
End Attained.

(* ---------- what is guaranteed ---------- *)
Section Guaranteed.
Variables (ks : seq kind) (l : seq pair).
Hypothesis st : stand_for ks l.
Let k0 := ApproxDP (Num 0 1) (Num 0 1).

Lemma attained_runs : runs ks (kernel0 (l := l)) (kernel1 (l := l)).
Proof.
have d i : dist_pair (nth s0 l i).
  case: (leqP (size l) i) => h; last by case: (stand_nth k0 s0 (i := i) st) => //; rewrite -(stand_size st).
  rewrite nth_default //; split; split=> [[]|] /=; rewrite ?sum_unit //; lra.
split=> [h|h|h hh].
- by apply: mass_dist; case: (d (size h)).
- by apply: mass_dist; case: (d (size h)).
- by have [_ _ a] := stand_nth k0 s0 st hh; apply: a; apply: place_inj; exact: fits.
Qed.

Theorem guaranteed_pairs x d : 0 <= x -> guaranteed ks x d <-> divergence l 1 x <= d.
Proof.
move=> x0; have sz := stand_size st; split=> [H|H A K K' [dK dK' a]].
- have /DP_HS := H _ _ _ attained_runs; rewrite HS_HS2 -sz divergenceE => h.
  by rewrite -(@functional_attained l) // /excess_of pos_eq0; lra.
- have := @adaptive_steps A K K' s0 (fun h => proj1 (dK h)) (fun h => proj1 (dK' h)) l
    (dist_nonneg (stand_dist st)) [::] _ 1 x Rle_0_1 x0.
  rewrite sz => h; apply/DP_HS; rewrite HS_HS2; apply: Rle_trans (h _) H => h' hh /=.
  by have [_ dom _] := stand_nth k0 s0 st hh; apply: dom => //; exact: a.
Qed.

(* Neyman & Pearson *)
Lemma errors_from_delta x d a : 0 <= x -> divergence l 1 x <= d -> errors ks a (1 - d - x * a).
Proof.
move=> x0 h A K K' r phi hphi P Q hE.
have /DP_HS h1 := (proj2 (guaranteed_pairs d x0)) h A K K' r.
have := neyman_pearson_bound x P Q hphi; rewrite E_lin => n.
by have := Rmult_le_compat_l _ _ _ x0 hE; rewrite -/P -/Q in h1; lra.
Qed.

(* the test that rejects with probability w p q what has the probabilities p and q *)
Lemma errors_from_test (w : R -> R -> R) a u : (forall p q, 0 <= w p q <= 1) ->
  functional (fun p q => w p q * q) l 1 1 <= a -> errors ks a u -> u <= 1 - functional (fun p q => w p q * p) l 1 1.
Proof.
move=> w01 ha H; move: (H _ _ _ attained_runs); rewrite -(stand_size st) => {}H.
set T := (size l).-tuple _ in H.
have := H (fun t : T => w (joint (kernel0 (l := l)) [::] t) (joint (kernel1 (l := l)) [::] t)) (fun t => w01 _ _).
have E0 : functional (fun p q => w p q * q) l 1 1 = E (fun t : T => joint (kernel1 (l := l)) [::] t)
  (fun t : T => w (joint (kernel0 (l := l)) [::] t) (joint (kernel1 (l := l)) [::] t)).
  by rewrite -functional_attained ?Rmult_0_r //; apply: eq_bigr => t _; rewrite !Rmult_1_l.
have E1 : functional (fun p q => w p q * p) l 1 1 = E (fun t : T => joint (kernel0 (l := l)) [::] t)
  (fun t : T => w (joint (kernel0 (l := l)) [::] t) (joint (kernel1 (l := l)) [::] t)).
  by rewrite -functional_attained ?Rmult_0_r //; apply: eq_bigr => t _; rewrite !Rmult_1_l.
by rewrite E1; apply; rewrite -E0.
Qed.
End Guaranteed.

Lemma errors_down ks a b b' : errors ks a b -> b' <= b -> errors ks a b'.
Proof. by move=> H h A K K' r phi hphi P Q /(H A K K' r phi hphi) h'; apply: Rle_trans h h'. Qed.
