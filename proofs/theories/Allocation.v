(* Random allocation: a record is in one of k steps, drawn at random for each record.

   Q is the distribution of a step without the record, P that of a step with it; the noise of the
   steps is independent. allocation k P Q is the pair of all k steps: with the record in one of
   them, each with probability 1/k, and without it. l a is the likelihood ratio P a / Q a, and fin
   says which outcomes have mass under Q.
   mean k Q l g is the expectation under Q of g of the sum of the k ratios.

   Proved here
     hs_allocation, hs_swap_allocation
                          delta in both directions, by the sum of the ratios alone:
                            E_Q max(0, p s/k - q) + p * (P-mass where Q has none), E_Q max(0, p - q s/k)
     mean_next, mean_add  the distribution of the sum: one step more, and two groups of steps
     allocation_sums      the pair that the checker builds from the distribution of the sum (m b is
                          the mass of the sum v b) has the divergences of the allocation, in both
                          directions
     spread_cell, spread_tail
                          Jensen's inequality: masses spread to the two ends of their cell with the
                          mean kept, or to the lower end and to infinity, give no smaller
                          expectation of a convex function
     below_cells, below_cutvals, below_add
                          the same for the ratio of one step, for what is cut off at the largest sum,
                          and for a sum of which both parts were spread
     below_allocation, below_swap_allocation
                          delta of an allocation is at most that of the spread sums
     allocation_labels    a function of the outputs: the distribution of a sum of labels with the
                          record. With PostProcessing.lump_dom a lower bound *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product.
From DPCert Require Import FinitePair Domination PairProduct Convolution LatticeRow PoissonSampling.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section Steps.
Variable A : finType.
Implicit Types (P Q l : A -> R) (g : R -> R).

(* the sum over the steps: the record in this one, or in one of those that follow *)
Fixpoint inone P Q (s : seq A) : R :=
  if s is a :: s' then P a * \big[Rmult/1]_(b <- s') Q b + Q a * inone P Q s' else 0.
Definition allocation k P Q : fpair :=
  FP (fun w : k.-tuple A => inone P Q w / INR k) (fun w : k.-tuple A => prodd Q w).

Definition sumof l (s : seq A) : R := \big[Rplus/0]_(a <- s) l a.
Definition mean k Q l g : R := \rsum_(w : k.-tuple A) (prodd Q w * g (sumof l w)).

Lemma mean0 Q l g : mean 0 Q l g = g 0.
Proof. by rewrite /mean rsum_tuple0 /prodd /sumof !big_nil; ring. Qed.

Theorem mean_next k Q l g :
  mean k.+1 Q l g = \rsum_(a : A) (Q a * mean k Q l (fun s => g (l a + s))).
Proof.
rewrite /mean rsum_tupleS; apply: eq_bigr => a _; rewrite -rsumZ; apply: eq_bigr => w _.
by rewrite prodd_cons /sumof big_cons; ring.
Qed.

Theorem mean_add k n Q l g :
  mean (k + n) Q l g = mean k Q l (fun s => mean n Q l (fun u => g (s + u))).
Proof.
elim: k g => [|k IH] g.
  by rewrite add0n mean0; apply: eq_bigr => w _; rewrite Rplus_0_l.
rewrite addSn !mean_next; apply: eq_bigr => a _; congr (_ * _); rewrite IH.
apply: eq_bigr => w _; congr (_ * _); apply: eq_bigr => u _; congr (_ * g _); ring.
Qed.

Lemma inone_ratio P Q l s : (forall a, P a = l a * Q a) ->
  inone P Q s = sumof l s * \big[Rmult/1]_(a <- s) Q a.
Proof.
move=> h; elim: s => [|a s IH] /=; first by rewrite /sumof !big_nil; ring.
by rewrite IH h /sumof !big_cons; ring.
Qed.

Lemma inone_add P P' Q s : inone (fun a => P a + P' a) Q s = inone P Q s + inone P' Q s.
Proof. by elim: s => [|a s IH] /=; [ring | rewrite IH; ring]. Qed.

Lemma inone_apart P Q s : (forall a, P a * Q a = 0) -> inone P Q s * \big[Rmult/1]_(a <- s) Q a = 0.
Proof.
move=> h; elim: s => [|a s IH] /=; first by ring.
rewrite big_cons; set m := \big[Rmult/1]_(j <- s) Q j in IH *; set i := inone P Q s in IH *.
transitivity (P a * Q a * (m * m) + Q a * Q a * (i * m)); first by ring.
by rewrite h IH; ring.
Qed.

Lemma prod_ge0 Q (s : seq A) : nonneg Q -> 0 <= \big[Rmult/1]_(a <- s) Q a.
Proof. by move=> h; apply: (big_ind (Rle 0)) => [|*|a _]; [lra | exact: Rmult_le_pos | exact: h]. Qed.
Lemma inone_ge0 P Q s : nonneg P -> nonneg Q -> 0 <= inone P Q s.
Proof.
move=> P0 Q0; elim: s => [|a s IH] /=; first lra.
by apply: Rplus_le_le_0_compat; apply: Rmult_le_pos => //; exact: prod_ge0.
Qed.

Lemma prodd_total k Q : \rsum_(a : A) Q a = 1 -> \rsum_(w : k.-tuple A) prodd Q w = 1.
Proof.
move=> Q1; elim: k => [|k IH]; first by rewrite rsum_tuple0 /prodd big_nil.
rewrite rsum_tupleS -[RHS]Q1; apply: eq_bigr => a _.
by rewrite (eq_bigr (fun w => Q a * prodd Q w)) => [|w _]; [rewrite rsumZ IH; ring | exact: prodd_cons].
Qed.

(* the record is in exactly one step *)
Lemma inone_total k P Q : \rsum_(a : A) Q a = 1 ->
  \rsum_(w : k.-tuple A) inone P Q w = INR k * \rsum_(a : A) P a.
Proof.
move=> Q1; elim: k => [|k IH]; first by rewrite rsum_tuple0 /=; ring.
rewrite rsum_tupleS.
transitivity (\rsum_(a : A) (1 * P a + INR k * (\rsum_(b : A) P b) * Q a)).
  apply: eq_bigr => a _ /=; rewrite rsumD !rsumZ -/(@prodd A k Q) IH.
  by rewrite -[X in P a * X]/(\rsum_(w : k.-tuple A) prodd Q w) prodd_total //; ring.
by rewrite rsum_lin Q1 S_INR; ring.
Qed.

Section Ratio.
Variables (P Q l : A -> R) (fin : A -> bool).
Hypotheses (P0 : nonneg P) (Q0 : nonneg Q) (Q1 : \rsum_(a : A) Q a = 1).
Hypothesis ratio : forall a, fin a -> P a = l a * Q a.
Hypothesis none : forall a, ~~ fin a -> Q a = 0.

(* the P-mass of the outcomes that only the record makes possible *)
Definition only (a : A) := if fin a then 0 else P a.
Definition pinf := \rsum_(a : A) only a.

Lemma inone_split s : inone P Q s = sumof l s * \big[Rmult/1]_(a <- s) Q a + inone only Q s.
Proof.
rewrite -(@inone_ratio (fun a => l a * Q a) Q l) // -inone_add.
elim: s => [|a s IH] //=; rewrite IH; congr (_ * _ + _).
by rewrite /only; case: ifP => h; [rewrite ratio // | rewrite none ?h //]; ring.
Qed.
Lemma only_apart a : only a * Q a = 0.
Proof. by rewrite /only; case: ifP => h; [ring | rewrite none ?h //; ring]. Qed.
Lemma only_ge0 : nonneg only.
Proof. by move=> a; rewrite /only; case: ifP => _; [lra | exact: P0]. Qed.

Variable k : nat.
Hypothesis k0 : (0 < k)%N.
Lemma Ik : 0 < INR k. Proof. by apply: lt_0_INR; apply/ltP. Qed.

(* of both parts one is 0 *)
Lemma apart_cases (w : k.-tuple A) :
  (prodd Q w = 0 /\ 0 <= inone only Q w) \/ (inone only Q w = 0 /\ 0 <= prodd Q w).
Proof.
case: (Rmult_integral _ _ (inone_apart w only_apart)) => h; [right | left]; split => //.
- exact: prod_ge0.
- by apply: inone_ge0 => //; exact: only_ge0.
Qed.

Theorem hs_allocation p q : 0 <= p -> 0 <= q ->
  hs p q (allocation k P Q) = p * pinf + mean k Q l (fun s => pos (p * s / INR k - q)).
Proof.
move=> p0 q0; have k1 := Ik; have k2 := Rinv_0_lt_compat _ k1.
transitivity (\rsum_(w : k.-tuple A) (p / INR k * inone only Q w
                                      + 1 * (prodd Q w * pos (p * sumof l w / INR k - q)))).
- apply: eq_bigr => w _ /=; rewrite inone_split -/(prodd Q w).
  case: (apart_cases w) => -[h h'].
  + have -> : p * ((sumof l w * prodd Q w + inone only Q w) / INR k) - q * prodd Q w
             = p / INR k * inone only Q w by rewrite h; field; lra.
    rewrite pos_eq ?h; first by ring.
    by apply: Rmult_le_pos => //; apply: Rmult_le_pos => //; lra.
  + rewrite h -posM //.
    have -> : p * ((sumof l w * prodd Q w + 0) / INR k) - q * prodd Q w
             = prodd Q w * (p * sumof l w / INR k - q) by field; lra.
    by rewrite posM //; ring.
- rewrite rsum_lin inone_total // /mean /pinf; set u := bigop _ _ _; set v := bigop _ _ _; field; lra.
Qed.

Theorem hs_swap_allocation p q : 0 <= p -> 0 <= q ->
  hs p q (swap (allocation k P Q)) = mean k Q l (fun s => pos (p - q * s / INR k)).
Proof.
move=> p0 q0; have k1 := Ik; have k2 := Rinv_0_lt_compat _ k1.
apply: eq_bigr => w _ /=; rewrite inone_split -/(prodd Q w).
case: (apart_cases w) => -[h h'].
- rewrite h pos_eq0; first by ring.
  have -> : p * 0 - q * ((sumof l w * 0 + inone only Q w) / INR k)
           = - (q * (inone only Q w * / INR k)) by field; lra.
  have : 0 <= q * (inone only Q w * / INR k).
    by apply: Rmult_le_pos => //; apply: Rmult_le_pos => //; lra.
  lra.
- rewrite h -posM //; congr pos; field; lra.
Qed.

(* the pair that the checker builds *)
Section Listed.
Variables (B : finType) (m v : B -> R).
Hypothesis m0 : nonneg m.
Hypothesis listed : forall g, mean k Q l g = \rsum_(b : B) (m b * g (v b)).
Definition listed_pair : fpair :=
  @FP (option_finType B) (fun o => if o is Some b then v b / INR k * m b else pinf)
                         (fun o => if o is Some b then m b else 0).

Theorem allocation_sums :
  listed_pair =d allocation k P Q /\ swap listed_pair =d swap (allocation k P Q).
Proof.
have i0 : 0 <= pinf by apply: rsum_ge0; exact: only_ge0.
split=> p q p0 q0.
- rewrite hs_allocation // listed /hs /HS2 sum_option /=; congr (_ + _).
    by rewrite Rmult_0_r Rminus_0_r pos_eq //; exact: Rmult_le_pos.
  apply: eq_bigr => b _; rewrite -posM //; congr pos; field; have := Ik; lra.
- rewrite hs_swap_allocation // listed /hs /HS2 sum_option /= pos_eq0.
    rewrite Rplus_0_l; apply: eq_bigr => b _; rewrite -posM //; congr pos; field; have := Ik; lra.
  have := Rmult_le_pos _ _ q0 i0; lra.
Qed.
End Listed.
End Ratio.

(* ---------- a function of the outputs ---------- *)
Theorem allocation_labels k P Q l g : \rsum_(a : A) Q a = 1 ->
  \rsum_(w : k.+1.-tuple A) (inone P Q w * g (sumof l w))
  = INR k.+1 * \rsum_(a : A) (P a * mean k Q l (fun s => g (l a + s))).
Proof.
move=> Q1; elim: k g => [|k IH] g.
- rewrite rsum_tupleS S_INR /= Rplus_0_l Rmult_1_l; apply: eq_bigr => a _.
  by rewrite rsum_tuple0 mean0 /= /sumof !big_cons !big_nil Rmult_1_r Rmult_0_r Rplus_0_r.
- rewrite rsum_tupleS.
  transitivity (\rsum_(a : A) (1 * (P a * mean k.+1 Q l (fun s => g (l a + s)))
     + INR k.+1 * (Q a * \rsum_(b : A) (P b * mean k Q l (fun s => g (l a + (l b + s))))))).
    apply: eq_bigr => a _.
    transitivity (\rsum_(w : k.+1.-tuple A) (P a * (prodd Q w * g (l a + sumof l w))
                                             + Q a * (inone P Q w * g (l a + sumof l w)))).
      by apply: eq_bigr => w _; rewrite /sumof big_cons /= /prodd; ring.
    by rewrite rsum_lin (IH (fun s => g (l a + s))) -[X in P a * X]/(mean k.+1 Q l (fun s => g (l a + s))); ring.
  rewrite rsum_lin [INR k.+2]S_INR.
  have -> : \rsum_(a : A) (Q a * \rsum_(b : A) (P b * mean k Q l (fun s => g (l a + (l b + s)))))
            = \rsum_(b : A) (P b * mean k.+1 Q l (fun s => g (l b + s))).
    under eq_bigr => a _ do rewrite -rsumZ.
    rewrite exchange_big; apply: eq_bigr => b _; rewrite mean_next -rsumZ; apply: eq_bigr => a _ /=.
    rewrite -Rmult_assoc [Q a * P b]Rmult_comm Rmult_assoc; congr (_ * (_ * _)).
    apply: eq_bigr => w _; congr (_ * g _); ring.
  by ring.
Qed.
End Steps.

(* ---------- Jensen's inequality ---------- *)
Definition convex (g : R -> R) := forall r u v, 0 <= r <= 1 ->
  g (r * u + (1 - r) * v) <= r * g u + (1 - r) * g v.
(* it rises by at most c a unit *)
Definition rises (c : R) (g : R -> R) := forall u v, u <= v -> g v <= g u + c * (v - u).

Section Cell.
Variables (T : finType) (m x : T -> R) (a b : R).
Hypothesis m0 : nonneg m.
Let q := \rsum_(i : T) m i.
Let p := \rsum_(i : T) (m i * x i).

(* both shares are masses *)
Lemma spread_shares : a < b -> (forall i, m i = 0 \/ a <= x i <= b) ->
  0 <= (b * q - p) / (b - a) /\ 0 <= (p - a * q) / (b - a).
Proof.
move=> ab hx; have d0 := Rinv_0_lt_compat (b - a) ltac:(lra).
have h1 : p <= b * q.
  by rewrite /p /q -rsumZ; apply: rsum_le => i; case: (hx i) => [->|h]; [lra | have := m0 i; nra].
have h2 : a * q <= p.
  by rewrite /p /q -rsumZ; apply: rsum_le => i; case: (hx i) => [->|h]; [lra | have := m0 i; nra].
by split; apply: Rmult_le_pos; lra.
Qed.

Theorem spread_cell g : convex g -> a < b -> (forall i, m i = 0 \/ a <= x i <= b) ->
  \rsum_(i : T) (m i * g (x i)) <= (b * q - p) / (b - a) * g a + (p - a * q) / (b - a) * g b.
Proof.
move=> cg ab hx; have d0 : 0 < b - a by lra.
have e : (b * q - p) / (b - a) * g a + (p - a * q) / (b - a) * g b
  = \rsum_(i : T) (((b * g a - a * g b) / (b - a)) * m i + ((g b - g a) / (b - a)) * (m i * x i)).
  by rewrite rsum_lin -/q -/p; field; lra.
rewrite e; apply: rsum_le => i; case: (hx i) => [->|[h1 h2]]; first by apply: Req_le; ring.
set r := (b - x i) / (b - a).
have hr : r * (b - a) = b - x i by rewrite /r; field; lra.
have r01 : 0 <= r <= 1 by split; nra.
have ex : x i = r * a + (1 - r) * b by lra.
have := Rmult_le_compat_l _ _ _ (m0 i) (cg r a b r01); rewrite -ex => h.
apply: Rle_trans h _; apply: Req_le.
have -> : (b * g a - a * g b) / (b - a) * m i + (g b - g a) / (b - a) * (m i * x i)
          = m i * ((b - x i) / (b - a) * g a + (1 - (b - x i) / (b - a)) * g b) by field; lra.
by [].
Qed.

Theorem spread_tail c g : rises c g -> (forall i, m i = 0 \/ a <= x i) ->
  \rsum_(i : T) (m i * g (x i)) <= q * g a + c * (p - a * q).
Proof.
move=> rg hx.
have -> : q * g a + c * (p - a * q) = \rsum_(i : T) ((g a - c * a) * m i + c * (m i * x i)).
  by rewrite rsum_lin -/q -/p; ring.
apply: rsum_le => i; case: (hx i) => [->|h]; first by lra.
have := Rmult_le_compat_l _ _ _ (m0 i) (rg _ _ h); lra.
Qed.
End Cell.

(* values with their masses *)
Record vals := Vals { place : finType; vm : place -> R; vv : place -> R }.
Definition ex (V : vals) (g : R -> R) := \rsum_(i : place V) (vm i * g (vv i)).
Definition sum2 (V W : vals) : vals :=
  @Vals (prod_finType (place V) (place W)) (fun i => vm i.1 * vm i.2) (fun i => vv i.1 + vv i.2).
Definition ones : vals := @Vals unit_finType (fun=> 1) (fun=> 0).
Fixpoint copies k V : vals := if k is k'.+1 then sum2 V (copies k' V) else ones.
Definition proper V := nonneg (@vm V) /\ ex V (fun=> 1) = 1.

(* V was spread to W, and the mean e to infinity *)
Definition below (e : R) (V W : vals) := forall c g, 0 <= c -> convex g -> rises c g ->
  ex V g <= ex W g + c * e.

Lemma ex_sum2 V W g : ex (sum2 V W) g = ex V (fun u => ex W (fun s => g (u + s))).
Proof.
rewrite /ex /= -(pair_big predT predT (fun i j => vm i * vm j * g (vv i + vv j))) /=.
by apply: eq_bigr => i _; rewrite -rsumZ; apply: eq_bigr => j _; ring.
Qed.
Lemma ex_const V r : ex V (fun=> r) = r * ex V (fun=> 1).
Proof. by rewrite /ex -rsumZ; apply: eq_bigr => i _; ring. Qed.
Lemma ex_lin V r s f g : ex V (fun u => r * f u + s * g u) = r * ex V f + s * ex V g.
Proof. by rewrite /ex -rsum_lin; apply: eq_bigr => i _; ring. Qed.
Lemma ex_le V f g : nonneg (@vm V) -> (forall u, f u <= g u) -> ex V f <= ex V g.
Proof. by move=> m0 h; apply: rsum_le => i; apply: Rmult_le_compat_l. Qed.

Lemma convex_at g u : convex g -> convex (fun s => g (u + s)).
Proof.
move=> h r s t r01; have := h r (u + s) (u + t) r01.
by rewrite (_ : r * (u + s) + _ = u + (r * s + (1 - r) * t)); last ring.
Qed.
Lemma rises_at c g u : rises c g -> rises c (fun s => g (u + s)).
Proof.
move=> h s t st; have := h (u + s) (u + t) ltac:(lra).
by rewrite (_ : u + t - (u + s) = t - s); last ring.
Qed.
Lemma convex_ex W g : nonneg (@vm W) -> convex g -> convex (fun u => ex W (fun s => g (u + s))).
Proof.
move=> m0 h r u v r01; rewrite -ex_lin; apply: ex_le => // s.
have := h r (u + s) (v + s) r01.
by rewrite (_ : r * (u + s) + _ = r * u + (1 - r) * v + s); last ring.
Qed.
Lemma rises_ex W c g : proper W -> rises c g -> rises c (fun u => ex W (fun s => g (u + s))).
Proof.
move=> [m0 m1] h u v uv.
apply: (Rle_trans _ (ex W (fun s => 1 * g (u + s) + c * (v - u) * 1))); last by rewrite ex_lin m1; lra.
apply: ex_le => // s; have := h (u + s) (v + s) ltac:(lra).
by rewrite (_ : v + s - (u + s) = v - u); [lra | ring].
Qed.

Lemma proper_sum2 V W : proper V -> proper W -> proper (sum2 V W).
Proof.
move=> [h1 h2] [h3 h4]; split; first by move=> i; exact: Rmult_le_pos.
by rewrite ex_sum2 h4.
Qed.
Lemma below_refl V : below 0 V V.
Proof. by move=> c g *; lra. Qed.
Theorem below_trans e f V W X : below e V W -> below f W X -> below (e + f) V X.
Proof. by move=> h1 h2 c g c0 cg rg; have := h1 c g c0 cg rg; have := h2 c g c0 cg rg; lra. Qed.

Theorem below_add e e' V V' W W' : proper V -> proper W' -> below e V W -> below e' V' W' ->
  below (e + e') (sum2 V V') (sum2 W W').
Proof.
move=> [V0 V1] pW h h' c g c0 cg rg; rewrite !ex_sum2.
apply: (Rle_trans _ (ex V (fun u => 1 * ex W' (fun s => g (u + s)) + c * e' * 1))).
  apply: ex_le => // u; have := h' c _ c0 (convex_at u cg) (rises_at u rg); lra.
rewrite ex_lin V1.
have := h c _ c0 (convex_ex (proj1 pW) cg) (rises_ex pW rg); lra.
Qed.

(* the ratio of one step: cells [n w, (n+1) w) for n < N, and what is beyond them *)
Section Cells.
Variables (V : vals) (N : nat) (w : R) (cell : place V -> 'I_N.+1).
Hypotheses (V0 : nonneg (@vm V)) (w0 : 0 < w).
Hypothesis inside : forall i, (cell i < N)%N -> INR (cell i) * w <= vv i <= INR (cell i).+1 * w.
Hypothesis beyond : forall i, cell i = N :> nat -> INR N * w <= vv i.

Definition within n (i : place V) := if (cell i == n :> nat) then vm i else 0.
Definition cellq n := \rsum_(i : place V) within n i.
Definition cellp n := \rsum_(i : place V) (within n i * vv i).
Definition lower n := INR n.+1 * cellq n - cellp n / w.
Definition higher n := cellp n / w - INR n * cellq n.
Definition cells : vals :=
  @Vals (sum_finType (sum_finType (ordinal_finType N) (ordinal_finType N)) unit_finType)
    (fun i => match i with inl (inl n) => lower n | inl (inr n) => higher n | inr _ => cellq N end)
    (fun i => match i with inl (inl n) => INR n * w | inl (inr n) => INR n.+1 * w | inr _ => INR N * w end).
Definition excess := cellp N - INR N * w * cellq N.

Lemma within_ge0 n : nonneg (within n).
Proof. by move=> i; rewrite /within; case: ifP => _; [exact: V0 | lra]. Qed.
Lemma within_in n i : (n < N)%N -> within n i = 0 \/ INR n * w <= vv i <= INR n.+1 * w.
Proof.
rewrite /within => nN; case: eqP => h; last by left.
by right; have := @inside i; rewrite h; apply.
Qed.
Lemma ex_cells g : ex cells g = \rsum_(n < N) (lower n * g (INR n * w) + higher n * g (INR n.+1 * w))
                               + cellq N * g (INR N * w).
Proof.
by rewrite /ex !big_sumType /= rsumD; congr (_ + _); rewrite (big_pred1 tt) // => -[].
Qed.
Lemma ex_within g : ex V g = \rsum_(n < N.+1) \rsum_(i : place V) (within n i * g (vv i)).
Proof.
rewrite exchange_big; apply: eq_bigr => i _; rewrite (bigD1 (cell i)) //= big1 => [|n h].
  by rewrite /within eqxx; ring.
rewrite /within; case: eqP => // e; last by ring.
by case/eqP: h; apply: val_inj.
Qed.

Lemma step_up n : INR n * w < INR n.+1 * w.
Proof. by rewrite S_INR; lra. Qed.
Lemma shares n : lower n = (INR n.+1 * w * cellq n - cellp n) / (INR n.+1 * w - INR n * w)
              /\ higher n = (cellp n - INR n * w * cellq n) / (INR n.+1 * w - INR n * w).
Proof.
have -> : INR n.+1 * w - INR n * w = w by rewrite S_INR; ring.
by rewrite /lower /higher; split; field; lra.
Qed.

Theorem below_cells : below excess V cells.
Proof.
move=> c g c0 cg rg; rewrite ex_within ex_cells big_ord_recr /= Rplus_assoc.
apply: Rplus_le_compat.
- apply: rsum_le => n; have [-> ->] := shares n.
  apply: (spread_cell (within_ge0 n) cg) => [|i]; last exact: within_in.
  by rewrite S_INR; lra.
- apply: (spread_tail (within_ge0 N) rg) => i; rewrite /within; case: eqP => h; last by left.
  by right; exact: beyond.
Qed.

Theorem proper_cells : ex V (fun=> 1) = 1 -> proper cells.
Proof.
move=> V1; have both (n : 'I_N) := spread_shares (x := @vv V) (within_ge0 n) (step_up n) (fun i => within_in i (ltn_ord n)).
split.
- move=> [[n|n]|_] /=; last by apply: rsum_ge0; exact: within_ge0.
  + by have [-> _] := shares n; exact: (proj1 (both n)).
  + by have [_ ->] := shares n; exact: (proj2 (both n)).
- have one n : \rsum_(i : place V) (within n i * 1) = cellq n by apply: eq_bigr => i _; ring.
  rewrite -[RHS]V1 ex_cells ex_within big_ord_recr /= one.
  transitivity (\rsum_(n < N) cellq n + cellq N); last first.
    by congr (_ + _); apply: eq_bigr => n _; rewrite one.
  rewrite Rmult_1_r; congr (_ + _); apply: eq_bigr => n _; rewrite /lower /higher S_INR; ring.
Qed.
End Cells.

(* sums above a are moved down to it *)
Section Cut.
Variables (V : vals) (a : R).
Hypothesis V0 : nonneg (@vm V).
Definition cutvals : vals := @Vals (place V) (@vm V) (fun i => Rmin (vv i) a).
Theorem below_cutvals : below (\rsum_(i : place V) (vm i * pos (vv i - a))) V cutvals.
Proof.
move=> c g c0 cg rg; rewrite /ex -rsumZ -rsumD; apply: rsum_le => i /=.
rewrite -[X in _ <= _ + X]Rmult_assoc [c * _]Rmult_comm Rmult_assoc -Rmult_plus_distr_l.
apply: Rmult_le_compat_l; first exact: V0.
case: (Rle_dec (vv i) a) => h.
- by rewrite Rmin_left // pos_eq0; lra.
- rewrite Rmin_right ?pos_eq; try lra; apply: rg; lra.
Qed.
Lemma proper_cutvals : proper V -> proper cutvals.
Proof. by []. Qed.
End Cut.

(* masses that are rounded up *)
Lemma below_up (T : finType) (m m' v : T -> R) g : (forall i, m i <= m' i) -> (forall u, 0 <= g u) ->
  ex (Vals m v) g <= ex (Vals m' v) g.
Proof. by move=> h g0; apply: rsum_le => i; apply: Rmult_le_compat_r. Qed.

(* the ratios of all steps *)
Lemma mean_copies (A : finType) k (Q l : A -> R) g : mean k Q l g = ex (copies k (Vals Q l)) g.
Proof.
elim: k g => [|k IH] g; first by rewrite mean0 /ex (big_pred1 tt) /= => [|[]] //; rewrite Rmult_1_l.
rewrite mean_next [copies _ _]/= ex_sum2; apply: eq_bigr => a _; congr (_ * _); exact: IH.
Qed.

Lemma convex_call r q : 0 <= r -> convex (fun s => pos (r * s - q)).
Proof.
move=> r0 t u v t01; apply: Rle_trans (pos_conv _ _ t01); apply: Req_le; congr pos; ring.
Qed.
Lemma rises_call r q : 0 <= r -> rises r (fun s => pos (r * s - q)).
Proof.
move=> r0 u v uv; have := Rmult_le_compat_l _ _ _ r0 uv => h.
rewrite {1}/pos; apply: Rmax_lub; have := pos_ge0 (r * u - q); have := pos_ge (r * u - q); lra.
Qed.
Lemma convex_put p r : convex (fun s => pos (p - r * s)).
Proof.
move=> t u v t01; apply: Rle_trans (pos_conv _ _ t01); apply: Req_le; congr pos; ring.
Qed.
Lemma rises_put p r : 0 <= r -> rises 0 (fun s => pos (p - r * s)).
Proof.
move=> r0 u v uv; rewrite Rmult_0_l Rplus_0_r; apply: pos_le.
have := Rmult_le_compat_l _ _ _ r0 uv; lra.
Qed.

Section Spread.
Variables (A : finType) (P Q l : A -> R) (fin : A -> bool) (k : nat) (e : R) (W : vals).
Hypotheses (P0 : nonneg P) (Q0 : nonneg Q) (Q1 : \rsum_(a : A) Q a = 1).
Hypothesis ratio : forall a, fin a -> P a = l a * Q a.
Hypothesis none : forall a, ~~ fin a -> Q a = 0.
Hypothesis k0 : (0 < k)%N.
Hypothesis spread : below e (copies k (Vals Q l)) W.

Theorem below_allocation p q : 0 <= p -> 0 <= q ->
  hs p q (allocation k P Q) <= p * (pinf P fin + e / INR k) + ex W (fun s => pos (p / INR k * s - q)).
Proof.
move=> p0 q0; rewrite (hs_allocation P0 Q0 Q1 ratio none k0 p0 q0) mean_copies.
have k1 := Rinv_0_lt_compat _ (Ik k0); have k2 := Ik k0.
have r0 : 0 <= p / INR k by apply: Rmult_le_pos => //; lra.
have := spread r0 (convex_call q r0) (rises_call q r0).
have -> : p * (pinf P fin + e / INR k) = p * pinf P fin + p / INR k * e by field; lra.
have -> : ex (copies k (Vals Q l)) (fun s => pos (p * s / INR k - q))
          = ex (copies k (Vals Q l)) (fun s => pos (p / INR k * s - q)).
  by apply: eq_bigr => i _; congr (_ * pos _); field; lra.
lra.
Qed.

Theorem below_swap_allocation p q : 0 <= p -> 0 <= q ->
  hs p q (swap (allocation k P Q)) <= ex W (fun s => pos (p - q / INR k * s)).
Proof.
move=> p0 q0; rewrite (hs_swap_allocation P0 Q0 ratio none k0 p0 q0) mean_copies.
have k1 := Rinv_0_lt_compat _ (Ik k0); have k2 := Ik k0.
have r0 : 0 <= q / INR k by apply: Rmult_le_pos => //; lra.
have := spread (Rle_refl 0) (@convex_put p _) (rises_put p r0).
have -> : ex (copies k (Vals Q l)) (fun s => pos (p - q * s / INR k))
          = ex (copies k (Vals Q l)) (fun s => pos (p - q / INR k * s)).
  by apply: eq_bigr => i _; congr (_ * pos _); field; lra.
lra.
Qed.
End Spread.
