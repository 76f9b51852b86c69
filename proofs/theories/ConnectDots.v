(* Connecting the dots (Doroshenko, Ghazi, Kamath, Kumar & Manurangsi 2022, "Connect the Dots:
   Tighter Discrete Approximations of Privacy Loss Distributions").

   Let 0 = g 0 <= g 1 <= ... <= g N be a grid of ratios e^eps. A pair lives on the grid when
   every atom has Q = 0 (loss +infinity) or P = g j Q for a grid point (j = 0: P = 0).
   Proved here
     connect_dots_profile   f convex and nonincreasing on [0, oo), f (g j) <= delta (g j) B at all
                            grid points, B on the grid: f x <= delta x B for every x >= 0. (f may
                            be the profile of any pair, continuous ones too.)
     connect_dots           for a finite pair D: B dominates D. No condition on total masses: the
                            grid point 0 says totP D <= totP B, the last one that the mass of B at
                            +infinity is at least delta (g N) D
     dots, dots_last, dots_step   the pair with Q mass b j at g (j+1) and P mass c at +infinity, and
                            delta at its grid points by a recurrence of positive terms, from above
     connect_dots_data      the rule: any b, c >= 0 whose recurrence stays above the upper bounds d j
     dots_of_values         the b that attain given values d exactly: differences of slopes; they are
                            >= 0 exactly when d is convex (so the lower convex hull of rounded
                            upper bounds has to be taken, and clipping is not the same)
     dots_row               on the lattice g (j+1) = 1/(k y^j), P masses rounded up: the pair is
                            dominated by a row of LatticeRow.v
   Justifies the rule "discrete pair from delta at grid points". *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination Convolution LatticeRow.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section Dots.
Variables (N : nat) (g : nat -> R).
Hypothesis g00 : g 0%N = 0.
Hypothesis g_up : forall j, (j < N)%N -> g j <= g j.+1.

Lemma grid_mono i j : (i <= j)%N -> (j <= N)%N -> g i <= g j.
Proof.
move=> /subnKC <-; elim: (j - i)%N => [|d IH]; first by rewrite addn0; lra.
rewrite addnS => h; apply: Rle_trans (g_up h); exact: IH (ltnW h).
Qed.
Lemma grid_ge0 j : (j <= N)%N -> 0 <= g j.
Proof. by move=> h; rewrite -g00; exact: grid_mono. Qed.

Lemma grid_cell x : 0 <= x -> g N <= x \/ exists2 j, (j < N)%N & g j <= x < g j.+1.
Proof.
move=> x0; suff : forall n, (n <= N)%N -> g n <= x \/ exists2 j, (j < n)%N & g j <= x < g j.+1.
  exact.
elim=> [_|n IH h]; first by left; rewrite g00.
case: (IH (ltnW h)) => [h1|[j jn hj]]; last by right; exists j => //; exact: ltnW.
by case: (Rle_lt_dec (g n.+1) x) => h2; [left | right; exists n].
Qed.

(* ---------- pairs on the grid ---------- *)
Definition on_grid (B : fpair) :=
  forall a, mQ B a = 0 \/ exists2 j, (j <= N)%N & mP B a = g j * mQ B a.

Section Profile.
Variables (B : fpair) (f : R -> R).
Hypotheses (nB : nneg B) (gB : on_grid B).

Lemma delta_above x : g N <= x -> delta x B = delta (g N) B.
Proof.
move=> hx; apply: eq_bigr => a _; have Qa := proj2 nB a; have Pa := proj1 nB a.
case: (gB a) => [->|[j hj ->]]; first by congr Rmax; ring.
have := grid_mono hj (leqnn N) => h.
by rewrite -/(pos _) -/(pos (g j * _ - _)) !pos_eq0 //; nra.
Qed.

Lemma delta_cell j l : (j < N)%N -> 0 <= l <= 1 ->
  delta (l * g j + (1 - l) * g j.+1) B = l * delta (g j) B + (1 - l) * delta (g j.+1) B.
Proof.
move=> jN l01; rewrite /delta /HS -rsum_lin; apply: eq_bigr => a _.
have Qa := proj2 nB a; have Pa := proj1 nB a; have gj := g_up jN.
case: (gB a) => [->|[i hi ->]].
  by rewrite !(Rmult_0_r (_ : R)) !Rminus_0_r; ring.
have m1 : g j <= l * g j + (1 - l) * g j.+1 by nra.
have m2 : l * g j + (1 - l) * g j.+1 <= g j.+1 by nra.
set x := l * g j + _ in m1 m2 *.
rewrite -!/(pos (_ - _)); case: (leqP i j) => h.
- have h1 := grid_mono h (ltnW jN).
  by rewrite !pos_eq0; [ring | nra | nra | nra].
- have h1 := grid_mono h hi.
  by rewrite !pos_eq; [rewrite /x; ring | nra | nra | nra].
Qed.

Theorem connect_dots_profile :
  (forall l a b, 0 <= l <= 1 -> 0 <= a -> 0 <= b -> f (l * a + (1 - l) * b) <= l * f a + (1 - l) * f b) ->
  (forall a b, 0 <= a -> a <= b -> f b <= f a) ->
  (forall j, (j <= N)%N -> f (g j) <= delta (g j) B) ->
  forall x, 0 <= x -> f x <= delta x B.
Proof.
move=> fc fd hf x x0; case: (grid_cell x0) => [h|[j jN [h1 h2]]].
- rewrite delta_above //; apply: Rle_trans (hf N (leqnn N)).
  by apply: fd => //; exact: grid_ge0.
- set l := (g j.+1 - x) / (g j.+1 - g j).
  have dp : 0 < g j.+1 - g j by lra.
  have l0 : 0 <= l by apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat].
  have ld : l * (g j.+1 - g j) = g j.+1 - x by rewrite /l; field; lra.
  have l1 : l <= 1 by nra.
  have -> : x = l * g j + (1 - l) * g j.+1 by lra.
  rewrite delta_cell //; apply: Rle_trans (fc _ _ _ _ _ _) _; try by [|apply: grid_ge0; rewrite // ltnW].
  have k1 := Rmult_le_compat_l _ _ _ l0 (hf j (ltnW jN)).
  have k2 := Rmult_le_compat_l (1 - l) _ _ ltac:(lra) (hf j.+1 jN); lra.
Qed.
End Profile.

Theorem connect_dots (D B : fpair) : nneg D -> nneg B -> on_grid B ->
  (forall j, (j <= N)%N -> delta (g j) D <= delta (g j) B) -> D <=d B.
Proof.
move=> nD nB gB h; apply/(domP _ nD) => x x0.
apply: (connect_dots_profile (f := fun x => delta x D)) => // [l a b l01 _ _|a b _ ab].
- exact: delta_conv.
- exact: delta_noninc.
Qed.

(* ---------- the discrete pair ---------- *)
Definition dots (b : nat -> R) (c : R) : fpair :=
  @FP (option_finType (ordinal_finType N))
      (fun o => if o is Some i then g i.+1 * b i else c)
      (fun o => if o is Some i then b i else 0).

Section Pair.
Variables (b : nat -> R) (c : R).
Hypotheses (b0 : forall n, (n < N)%N -> 0 <= b n) (c0 : 0 <= c).

Lemma dots_nneg : nneg (dots b c).
Proof.
split; case=> [i|] //=; [| exact: b0 | lra].
by apply: Rmult_le_pos; [exact: grid_ge0 | exact: b0].
Qed.
Lemma dots_on_grid : on_grid (dots b c).
Proof. by case=> [i|]; [right; exists i.+1 | left]. Qed.

Lemma dots_delta x : delta x (dots b c) = c + psum N (fun i => b i * pos (g i.+1 - x)).
Proof.
rewrite /delta /HS sum_option /= Rmult_0_r Rminus_0_r Rmax_right //; congr (_ + _).
apply: eq_bigr => i _; have := b0 (ltn_ord i) => h.
by rewrite -posM // /pos; congr Rmax; ring.
Qed.

Theorem dots_last : delta (g N) (dots b c) = c.
Proof.
rewrite dots_delta [psum _ _]/psum big1 ?Rplus_0_r // => i _.
by rewrite pos_eq0; [ring | have := @grid_mono i.+1 N (ltn_ord i) (leqnn N); lra].
Qed.

Theorem dots_step j : (j < N)%N ->
  delta (g j) (dots b c) = delta (g j.+1) (dots b c) + (g j.+1 - g j) * (psum N b - psum j b).
Proof.
move=> jN; rewrite !dots_delta Rplus_assoc; congr (_ + _).
have -> : psum N b - psum j b = psum N (fun i => ind (j <= i)%N * b i).
  rewrite -(subnKC (ltnW jN)) !psum_cat (_ : psum j (fun i => ind (j <= i)%N * b i) = 0); last first.
    by rewrite /psum big1 // => i _; rewrite leqNgt ltn_ord /=; ring.
  rewrite (@psum_ext _ (fun n => ind _ * _) (fun n => b (j + n)%N)); first by ring.
  by move=> n _; rewrite leq_addr /=; ring.
rewrite -psumZ -psumD; apply: psum_ext => i iN; have gj := g_up jN.
case: (leqP j i) => h /=.
- have h1 := @grid_mono j.+1 i.+1 h iN.
  by rewrite !pos_eq; [ring | lra | lra].
- have h1 := @grid_mono i.+1 j h (ltnW jN).
  by rewrite !pos_eq0; [ring | lra | lra].
Qed.

(* the rule: run the recurrence from above, compare with the upper bounds d *)
Theorem connect_dots_data (D : fpair) (d e : nat -> R) : nneg D ->
  (forall j, (j <= N)%N -> delta (g j) D <= d j) ->
  e N <= c ->
  (forall j, (j < N)%N -> e j <= e j.+1 + (g j.+1 - g j) * (psum N b - psum j b)) ->
  (forall j, (j <= N)%N -> d j <= e j) ->
  D <=d dots b c.
Proof.
move=> nD hd eN es de; apply: connect_dots; [done | exact: dots_nneg | exact: dots_on_grid |].
suff H j : (j <= N)%N -> e j <= delta (g j) (dots b c).
  by move=> j jN; apply: Rle_trans (hd j jN) _; apply: Rle_trans (de j jN) _; exact: H.
move=> jN; rewrite -(subKn jN); elim: (N - j)%N (leq_subr j N) => [|i IH] h.
  by rewrite subn0 dots_last.
have hi : (N - i.+1 < N)%N by rewrite ltn_subrL /= (leq_trans _ h).
rewrite dots_step //; apply: Rle_trans (es _ hi) _; apply: Rplus_le_compat_r.
by rewrite subnSK //; exact: IH (ltnW h).
Qed.
End Pair.

(* ---------- the masses that attain given values ---------- *)
Section Values.
Variable d : nat -> R.
Hypothesis g_str : forall j, (j < N)%N -> g j < g j.+1.
(* minus the slope of the cell (g j, g j.+1); zero above the grid *)
Definition drop j := if (j < N)%N then (d j - d j.+1) / (g j.+1 - g j) else 0.
Definition dots_mass j := drop j - drop j.+1.

Lemma dots_mass_tail j : (j <= N)%N -> psum N dots_mass - psum j dots_mass = drop j.
Proof.
have H n : psum n dots_mass = drop 0 - drop n.
  by elim: n => [|n IH]; rewrite ?psum0 ?psumS ?IH /dots_mass; ring.
have dN0 : drop N = 0 by rewrite /drop ltnn.
by move=> _; rewrite !H dN0; ring.
Qed.

Theorem dots_of_values : (forall j, (j < N)%N -> 0 <= dots_mass j) -> 0 <= d N ->
  forall j, (j <= N)%N -> delta (g j) (dots dots_mass (d N)) = d j.
Proof.
move=> m0 dN j jN; rewrite -(subKn jN); elim: (N - j)%N (leq_subr j N) => [|i IH] h.
  by rewrite subn0 dots_last.
have hi : (N - i.+1 < N)%N by rewrite ltn_subrL /= (leq_trans _ h).
rewrite dots_step // dots_mass_tail; last exact: ltnW.
rewrite /drop hi subnSK // IH; last exact: ltnW.
have := g_str hi; rewrite subnSK // => hg; field; lra.
Qed.

(* convex values (of any upper bounds d j) give a dominating pair *)
Corollary connect_dots_values (D : fpair) : nneg D ->
  (forall j, (j < N)%N -> 0 <= dots_mass j) -> 0 <= d N ->
  (forall j, (j <= N)%N -> delta (g j) D <= d j) -> D <=d dots dots_mass (d N).
Proof.
move=> nD m0 dN h; apply: connect_dots; [done | exact: dots_nneg | exact: dots_on_grid |].
by move=> j jN; rewrite dots_of_values //; exact: h.
Qed.
End Values.

(* ---------- on a lattice ---------- *)
(* grid point g (j+1) has label j; P masses u j rounded up *)
Theorem dots_row k y b c u c' : 0 <= k -> 0 <= y -> (forall n, 0 <= u n) -> 0 <= c ->
  (forall n, (n < N)%N -> 0 <= b n) ->
  (forall n, (n < N)%N -> g n.+1 * (k * y ^ n) <= 1) ->
  (forall n, (n < N)%N -> g n.+1 * b n <= u n) -> c <= c' ->
  dots b c <=d lat k y N u c'.
Proof.
move=> k0 y0 u0 c0 b0 hk hu cc p q p0 q0; rewrite hs_lat //; last lra.
rewrite /hs /HS2 sum_option /= Rmult_0_r Rminus_0_r pos_eq; last exact: Rmult_le_pos.
apply: Rplus_le_compat; first exact: Rmult_le_compat_l.
apply: rsum_le => i; have iN := ltn_ord i; have gi := @grid_ge0 i.+1 iN.
have bi := b0 _ iN; have w0 : 0 <= weight k y p q i by exact: pos_ge0.
apply: Rle_trans (Rmult_le_compat_r _ _ _ w0 (hu _ iN)).
rewrite /weight -posM; last exact: Rmult_le_pos.
apply: pos_le.
have := Rmult_le_compat_l _ _ _ (Rmult_le_pos _ _ q0 bi) (hk _ iN); lra.
Qed.
End Dots.
