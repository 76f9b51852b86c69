(* Different steps: composition of (eps_i, delta_i)-DP mechanisms of total variation eta_i.

   A `pair` is a finite alphabet with two laws. divergence l p q is the homogeneous
   hockey-stick divergence of the product of the pairs in the list l, by the first letter.
   adaptive_steps: k mechanisms, the i-th chosen adaptively and dominated by the i-th pair of
   l, are together dominated by the product of l.
   A `step` (x, alpha, delta) stands for the pair of GhaziIssa.v with these parameters.
   steps_delta: the product of such pairs has divergence
   1 - prod(1-delta_i) (1 - that of the pairs with delta = 0).
   heterogeneous_composition: adaptive mechanisms, the i-th (eps_i, delta_i)-DP with total
   variation at most eta_i, compose to (ln g, total_delta l g)-DP in both directions, for
   every g >= 0; heterogeneous_tight: and some attain it (for alpha_i = 0: Murtagh & Vadhan,
   Theorem 1.5). steps_equation_5: for k equal steps total_delta is the formula of Ghazi &
   Issa's Theorem 2.
   kov_TV: total variation of a pair that is (eps, delta)-DP in both directions is at most
   delta + (1-delta)(x-1)/(x+1); alpha = 0 therefore needs no bound on it (Ghazi & Issa,
   Proposition 2, for delta = 0). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- products of different pairs ---------- *)
Record pair := Pair { letters : finType; law0 : letters -> R; law1 : letters -> R }.
Definition nonneg_pair (s : pair) := nonneg (@law0 s) /\ nonneg (@law1 s).
Definition dist_pair (s : pair) := dist (@law0 s) /\ dist (@law1 s).

Fixpoint divergence (l : seq pair) (p q : R) : R :=
  if l is s :: l' then \rsum_(b : letters s) divergence l' (p * law0 b) (q * law1 b)
  else pos (p - q).

Lemma divergence_mono (l : seq pair) (A B : finType) (P Q : A -> R) (P' Q' : B -> R) :
  (forall s, List.In s l -> nonneg_pair s) -> dominated P Q P' Q' ->
  forall p q, 0 <= p -> 0 <= q ->
  \rsum_(a : A) divergence l (p * P a) (q * Q a) <= \rsum_(b : B) divergence l (p * P' b) (q * Q' b).
Proof.
move=> Hl dom; elim: l Hl => [|s l IH] Hl p q p0 q0 /=; first exact: dom.
rewrite exchange_big [X in _ <= X]exchange_big; apply: rsum_le => c /=.
have [n0 n1] := Hl s (or_introl erefl).
have E (X : finType) (M N : X -> R) :
  \rsum_(a : X) divergence l (p * M a * law0 c) (q * N a * law1 c)
  = \rsum_(a : X) divergence l (p * law0 c * M a) (q * law1 c * N a).
  by apply: eq_bigr => a _; congr divergence; ring.
rewrite !E; apply: IH; [by move=> t h; apply: Hl; right | exact: Rmult_le_pos | exact: Rmult_le_pos].
Qed.

Lemma divergence_prodd k (A : finType) (P Q : A -> R) p q :
  divergence (nseq k (Pair P Q)) p q = HS2 p q (@prodd _ k P) (@prodd _ k Q).
Proof.
elim: k p q => [|k IH] p q; first by rewrite HS2_prod0.
by rewrite HS2_prodS /=; apply: eq_bigr => a _; exact: IH.
Qed.

Lemma divergenceZ l c p q : 0 <= c -> divergence l (c * p) (c * q) = c * divergence l p q.
Proof.
move=> c0; elim: l p q => [|s l IH] p q /=; first by rewrite -posM //; congr pos; ring.
by rewrite -rsumZ; apply: eq_bigr => b _; rewrite -IH; congr divergence; ring.
Qed.

Lemma divergence_p0 l q : (forall s, List.In s l -> nonneg_pair s) -> 0 <= q -> divergence l 0 q = 0.
Proof.
elim: l q => [|s l IH] q Hl q0 /=; first by apply: pos_eq0; lra.
rewrite big1 // => b _; rewrite Rmult_0_l IH //; first by move=> t h; apply: Hl; right.
by apply: Rmult_le_pos => //; case: (Hl s (or_introl erefl)) => _; apply.
Qed.

Lemma divergence_q0 l p : (forall s, List.In s l -> dist_pair s) -> 0 <= p -> divergence l p 0 = p.
Proof.
elim: l p => [|s l IH] p Hl p0 /=; first by rewrite pos_eq; lra.
have [[n0 s0] _] := Hl s (or_introl erefl).
rewrite (eq_bigr (fun b => p * law0 b)) ?rsumZ ?s0 ?Rmult_1_r // => b _.
rewrite Rmult_0_l IH //; first by move=> t h; apply: Hl; right.
exact: Rmult_le_pos.
Qed.

Lemma divergence_ge0 l p q : 0 <= divergence l p q.
Proof. by elim: l p q => [|s l IH] p q /=; [exact: pos_ge0 | apply: rsum_ge0 => b]. Qed.

Lemma divergence_le l p q : (forall s, List.In s l -> dist_pair s) -> 0 <= p -> 0 <= q ->
  divergence l p q <= p.
Proof.
elim: l p q => [|s l IH] p q Hl p0 q0 /=; first by apply: Rmax_lub; lra.
have [[n0 s0] [n1 _]] := Hl s (or_introl erefl).
rewrite -[X in _ <= X]Rmult_1_r -s0 -rsumZ; apply: rsum_le => b.
by apply: IH; [move=> t h; apply: Hl; right | exact: Rmult_le_pos | exact: Rmult_le_pos].
Qed.

(* ---------- adaptive composition ---------- *)
Section Adaptive.
Variables (A : finType) (K K' : seq A -> A -> R) (s0 : pair).
Hypotheses (K0 : forall h, nonneg (K h)) (K'0 : forall h, nonneg (K' h)).

Theorem adaptive_steps (l : seq pair) : (forall s, List.In s l -> nonneg_pair s) ->
  forall h, (forall h', (size h' < size l)%N -> let s := nth s0 l (size h') in
     dominated (K (h ++ h')) (K' (h ++ h')) (@law0 s) (@law1 s)) ->
  forall p q, 0 <= p -> 0 <= q ->
  HS2 p q (fun t : (size l).-tuple A => joint K h t) (fun t => joint K' h t) <= divergence l p q.
Proof.
elim: l => [|s l IH] Hl h dom p q p0 q0.
  by rewrite /HS2 rsum_tuple0 /= !Rmult_1_r; lra.
rewrite {1}/HS2 rsum_tupleS /= -/(size _).
have Hl' t : List.In t l -> nonneg_pair t by move=> H; apply: Hl; right.
apply: (Rle_trans _ (\rsum_(a : A) divergence l (p * K h a) (q * K' h a))).
  apply: rsum_le => a.
  have Hd h' : (size h' < size l)%N -> let s := nth s0 l (size h') in
    dominated (K (rcons h a ++ h')) (K' (rcons h a ++ h')) (@law0 s) (@law1 s).
    by move=> Hh'; rewrite !cat_rcons; apply: (dom (a :: h')).
  have := IH Hl' (rcons h a) Hd _ _ (Rmult_le_pos _ _ p0 (K0 h a)) (Rmult_le_pos _ _ q0 (K'0 h a)).
  rewrite {1}/HS2; apply: Rle_trans; apply: Req_le; apply: eq_bigr => t _.
  by congr pos; ring.
have := dom [::] isT; rewrite cats0 /= => d0.
exact: (divergence_mono Hl' d0 p0 q0).
Qed.
End Adaptive.

(* ---------- steps: Ghazi-Issa pairs with parameters of their own ---------- *)
Record step := Step { sx : R; sal : R; sd : R }.
Definition valid_step (s : step) := [/\ 1 <= sx s, 0 <= sal s <= 1 & 0 <= sd s <= 1].
Definition pair5 (s : step) := Pair (P0 (sx s) (sal s) (sd s)) (P1 (sx s) (sal s) (sd s)).
Definition pair3 (s : step) := Pair (Q0 (sx s) (sal s)) (Q1 (sx s) (sal s)).
(* probability that no step fails, and the divergence given that none does *)
Definition survival (l : seq step) : R := \big[Rmult/1]_(s <- l) (1 - sd s).
Definition inner_delta (l : seq step) (g : R) : R := divergence (map pair3 l) 1 g.
Definition total_delta (l : seq step) (g : R) : R := 1 - survival l * (1 - inner_delta l g).
Definition step_tv (s : step) : R := sd s + (1 - sd s) * (1 - sal s) * ((sx s - 1) / (sx s + 1)).

Lemma in_map_dist (f : step -> pair) (l : seq step) :
  (forall s, valid_step s -> dist_pair (f s)) -> (forall s, List.In s l -> valid_step s) ->
  forall t, List.In t (map f l) -> dist_pair t.
Proof.
move=> Hf; elim: l => [|s l IH] Hl t //= [<-|H]; first by apply: Hf; apply: Hl; left.
by apply: IH H => u hu; apply: Hl; right.
Qed.
Lemma dist_pair5 s : valid_step s -> dist_pair (pair5 s).
Proof. by case=> *; split; [exact: P0_dist | exact: P1_dist]. Qed.
Lemma dist_pair3 s : valid_step s -> dist_pair (pair3 s).
Proof. by case=> *; split; [exact: Q0_dist | exact: Q1_dist]. Qed.
Lemma dist_nonneg l : (forall s, List.In s l -> dist_pair s) -> forall s, List.In s l -> nonneg_pair s.
Proof. by move=> H s h; have [[a _] [b _]] := H s h. Qed.

Section Steps.
Implicit Types l : seq step.

Lemma survival01 l : (forall s, List.In s l -> valid_step s) -> 0 <= survival l <= 1.
Proof.
rewrite /survival; elim: l => [|s l IH] Hl; first by rewrite big_nil; lra.
rewrite big_cons; have [_ _ ds] := Hl s (or_introl erefl).
by have := IH (fun t h => Hl t (or_intror h)); nra.
Qed.

Theorem divergence_pair5 l : (forall s, List.In s l -> valid_step s) ->
  forall p q, 0 <= p -> 0 <= q ->
  divergence (map pair5 l) p q
  = p * (1 - survival l) + survival l * divergence (map pair3 l) p q.
Proof.
rewrite /survival; elim: l => [|s l IH] Hl p q p0 q0; first by rewrite big_nil /=; ring.
have Hl' t : List.In t l -> valid_step t by move=> h; apply: Hl; right.
have [x1 al01 d01] := Hl s (or_introl erefl).
have c0 := cc0 x1 al01; have cx0 : 0 <= cc (sx s) (sal s) * sx s by nra.
have D5 := in_map_dist dist_pair5 Hl'; have D3 := in_map_dist dist_pair3 Hl'.
rewrite big_cons /= sum5 sum3 /P0 /P1 /Q0 /Q1 !inordK //=.
rewrite Rmult_0_r (divergence_q0 D5); last by rpos.
rewrite Rmult_0_r (divergence_p0 (dist_nonneg D5)); last by rpos.
set c := cc _ _ in c0 cx0 *; set d := sd s in d01 *.
have E u v : divergence (map pair5 l) (p * ((1 - d) * u)) (q * ((1 - d) * v))
           = (1 - d) * divergence (map pair5 l) (p * u) (q * v).
  by rewrite -divergenceZ; [congr divergence; ring | lra].
rewrite !E !(IH Hl'); try by rpos.
have e : sal s = 1 - c * sx s - c by have := ccx (sal s) x1; rewrite -/c; lra.
set S := \big[_/_]_(_ <- l) _; rewrite {1}e; ring.
Qed.

Theorem steps_delta l g : (forall s, List.In s l -> valid_step s) -> 0 <= g ->
  divergence (map pair5 l) 1 g = total_delta l g.
Proof. by move=> Hl g0; rewrite divergence_pair5 //; rewrite /total_delta /inner_delta; lra. Qed.

(* k equal steps: the printed formula *)
Theorem steps_equation_5 k x al d j : 1 <= x -> 0 <= al <= 1 -> 0 <= d <= 1 ->
  total_delta (nseq k (Step x al d)) (x ^ j) = 1 - (1 - d) ^ k * (1 - delta0 x al k j).
Proof.
move=> x1 al01 d01; rewrite /total_delta /inner_delta map_nseq divergence_prodd /=.
rewrite -(ghazi_issa_equation_5 x1 al01) HS_HS2; congr (1 - _ * _).
by rewrite /survival; elim: k => [|k IH]; rewrite /= ?big_nil // big_cons IH.
Qed.

(* ---------- the product is attained by kernels on five letters ---------- *)
Definition K0 l (h : seq 'I_5) : 'I_5 -> R := let s := nth (Step 1 0 0) l (size h) in P0 (sx s) (sal s) (sd s).
Definition K1 l (h : seq 'I_5) : 'I_5 -> R := let s := nth (Step 1 0 0) l (size h) in P1 (sx s) (sal s) (sd s).

Theorem steps_attained l p q :
  HS2 p q (fun t : (size l).-tuple 'I_5 => joint (K0 l) [::] t) (fun t => joint (K1 l) [::] t)
  = divergence (map pair5 l) p q.
Proof.
suff H m h : drop (size h) l = m -> forall p q,
  HS2 p q (fun t : (size m).-tuple 'I_5 => joint (K0 l) h t) (fun t => joint (K1 l) h t)
  = divergence (map pair5 m) p q by apply: H; rewrite drop0.
elim: m h => [|s m IH] h Hd {}p {}q; first by rewrite /HS2 rsum_tuple0 /= !Rmult_1_r.
have Hn : nth (Step 1 0 0) l (size h) = s by rewrite -[size h]addn0 -nth_drop Hd.
have Hd' a : drop (size (rcons h a)) l = m.
  by rewrite size_rcons -add1n -drop_drop Hd /= drop0.
rewrite {1}/HS2 rsum_tupleS /= -/(size _); apply: eq_bigr => a _.
rewrite -(IH (rcons h a)) //; apply: eq_bigr => t _ /=.
by rewrite /K0 /K1 Hn; congr pos; ring.
Qed.
End Steps.

(* ---------- the least budget that says nothing ---------- *)
Theorem kov_TV (T : finType) (P Q : T -> R) x d : 0 <= x -> dist P -> dist Q ->
  DP x d P Q -> DP x d Q P -> TV P Q <= d + (1 - d) * ((x - 1) / (x + 1)).
Proof.
move=> x0 dP dQ h1 h2; rewrite (TV_HS dP dQ).
pose S := [set i | Rgtb (P i) (1 * Q i)].
have -> : HS 1 P Q = Pr P S - Pr Q S.
  rewrite -neyman_pearson_attained E_lin Rmult_1_l !Pr_E; congr (_ - _);
  by apply: eq_bigr => i _; rewrite inE.
have C (M : T -> R) : dist M -> Pr M (~: S) = 1 - Pr M S.
  move=> dM; rewrite !Pr_E -E_comp //; apply: eq_bigr => i _; rewrite inE.
  by case: (i \in S) => /=; ring.
have a := h1 S; have b := h2 (~: S); rewrite !C // in b.
apply: (Rmult_le_reg_r (x + 1)); first by lra.
have -> : (d + (1 - d) * ((x - 1) / (x + 1))) * (x + 1) = d * (x + 1) + (1 - d) * (x - 1).
  by field; lra.
lra.
Qed.

(* ---------- the main theorem for different steps ---------- *)
Section Main.
Variables (l : seq step) (g : R).
Hypotheses (Hl : forall s, List.In s l -> valid_step s) (g0 : 0 <= g).
Let s0 := Step 1 0 0.

(* the i-th mechanism, whatever was answered before, is (eps_i, delta_i)-DP with bounded TV *)
Definition keeps_steps (A : finType) (K K' : seq A -> A -> R) : Prop :=
  [/\ forall h, dist (K h), forall h, dist (K' h) &
      forall h, (size h < size l)%N -> let s := nth s0 l (size h) in
        [/\ DP (sx s) (sd s) (K h) (K' h), DP (sx s) (sd s) (K' h) (K h)
          & TV (K h) (K' h) <= step_tv s]].

Lemma valid_nth i : valid_step (nth s0 l i).
Proof.
case: (leqP (size l) i) => h; first by rewrite nth_default //; split => /=; lra.
elim: l i h Hl => //= s m IH [|i] h H; first by apply: H; left.
by apply: IH => // t Ht; apply: H; right.
Qed.

Lemma composition_one_way (A : finType) (K K' : seq A -> A -> R) : keeps_steps K K' ->
  DP g (total_delta l g) (fun t : (size l).-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> [dK dK' Hk]; apply/DP_HS; rewrite HS_HS2 -(steps_delta Hl g0).
have Hn : forall s, List.In s (map pair5 l) -> nonneg_pair s.
  by apply: dist_nonneg; apply: (in_map_dist dist_pair5).
have := @adaptive_steps A K K' (pair5 s0) (fun h => proj1 (dK h)) (fun h => proj1 (dK' h)) _ Hn [::].
rewrite size_map => H; apply: H => //; last by lra.
move=> h /= hh; have [h1 h2 h3] := Hk h hh; rewrite (nth_map s0) //.
by have [x1 a01 d01] := valid_nth (size h); apply: ghazi_issa_pair_dominates => //; rewrite ghazi_issa_pair_TV.
Qed.

Theorem heterogeneous_composition (A : finType) (K K' : seq A -> A -> R) : keeps_steps K K' ->
  DP g (total_delta l g) (fun t : (size l).-tuple A => joint K [::] t) (fun t => joint K' [::] t) /\
  DP g (total_delta l g) (fun t : (size l).-tuple A => joint K' [::] t) (fun t => joint K [::] t).
Proof.
move=> kp; split; first exact: composition_one_way.
case: kp => a b c; apply: composition_one_way; split => // h hh.
by have [q1 q2 q3] := c h hh; split => //; rewrite TV_sym.
Qed.

Theorem heterogeneous_tight : keeps_steps (K0 l) (K1 l) /\
  HS g (fun t : (size l).-tuple 'I_5 => joint (K0 l) [::] t) (fun t => joint (K1 l) [::] t)
  = total_delta l g.
Proof.
split; last by rewrite HS_HS2 steps_attained steps_delta.
split => [h|h|h hh].
- by have [a b c] := valid_nth (size h); exact: P0_dist.
- by have [a b c] := valid_nth (size h); exact: P1_dist.
- have [a b c] := valid_nth (size h); rewrite /K0 /K1.
  by have [_ [h1 [h2 h3]]] := ghazi_issa_theorem_2_tight a b c 0 0; split => //; rewrite h3; apply: Rle_refl.
Qed.
End Main.
