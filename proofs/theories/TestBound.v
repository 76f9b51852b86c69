(* Lower bounds by a test.

   Proved here
     test_bound          any test phi in [0,1]: delta x D >= E_P phi - x E_Q phi
     threshold_bound     the test "sum of the labels at least t, or infinite" on a product of
                         different pairs, the labels l_i(a) being any functions of the outcomes:
                         delta x (P_1 x ... x P_k, Q_1 x ... x Q_k)
                           >= (totP - sum_{n<t} (p_1*...*p_k)(n)) - x (totQ - sum_{n<t} (q_1*...*q_k)(n))
     threshold_bound_enclosed   any lower bound of the first and upper bound of the second tail do
   The rows a checker composes, P rounded down and Q rounded up:
     low_row m g c       g n <= mass of label n, c <= mass of "infinite" (0 if it is ignored)
     up_row m N u c      c covers all mass that is not covered by u(n), n < N: mass that was
                         infinite, cut at either end, or lost by rounding down
     low_row_leaf, up_row_leaf, low_row_compose, up_row_compose   how rows arise and compose:
                         g'' <= g * g', c'' <= c (c' + sum g') + (sum g) c'
                         u'' any row,   c'' >= U c' + c U' + c c' + sum (u * u' - u'')^+
     low_row_tail, up_row_tail    what they say of the tails
     row_threshold_bound          the rule: low tail - x up tail <= delta x
   Justifies the rule "lower bound by threshold test" for a ledger of different mechanisms;
   by domination (dom_delta) the bound holds for any pair that dominates the product. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PairProduct Convolution.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Theorem test_bound (D : fpair) x phi : test phi -> E (mP D) phi - x * E (mQ D) phi <= delta x D.
Proof. by move=> h; rewrite -E_lin; exact: neyman_pearson_bound. Qed.

Corollary event_bound (D : fpair) x (S : {set atom D}) :
  Pr (mP D) S - x * Pr (mQ D) S <= delta x D.
Proof.
rewrite !Pr_E; apply: test_bound => i; case: (i \in S); lra.
Qed.

Lemma labelled_bound (L : lpair) x t :
  (totP (lp L) - psum t (pairP L)) - x * (totQ (lp L) - psum t (pairQ L)) <= delta x (lp L).
Proof.
rewrite /totP /totQ /pairP /pairQ -!rej_law.
apply: (@test_bound (lp L) x (fun a => ind (rej t (lab L a)))) => a.
by case: (rej _ _) => /=; lra.
Qed.

Definition prodR (f : fpair -> R) (s : seq lpair) := foldr (fun L r => f (lp L) * r) 1 s.
Lemma totP_lprods s : totP (lp (lprods s)) = prodR totP s.
Proof.
by elim: s => [|L s IH]; [rewrite /totP sum_unit | rewrite [LHS]totP_prod2 IH].
Qed.
Lemma totQ_lprods s : totQ (lp (lprods s)) = prodR totQ s.
Proof.
by elim: s => [|L s IH]; [rewrite /totQ sum_unit | rewrite [LHS]totQ_prod2 IH].
Qed.

Theorem threshold_bound (s : seq lpair) x t :
  (prodR totP s - psum t (convs (map pairP s))) - x * (prodR totQ s - psum t (convs (map pairQ s)))
  <= delta x (prods (map lp s)).
Proof.
rewrite -lprods_lp -totP_lprods -totQ_lprods.
rewrite -(@psum_ext t _ _ (fun n _ => law_prodsP s n)) -(@psum_ext t _ _ (fun n _ => law_prodsQ s n)).
exact: labelled_bound.
Qed.

Theorem threshold_bound_enclosed (s : seq lpair) x t lo up : 0 <= x ->
  lo <= prodR totP s - psum t (convs (map pairP s)) ->
  prodR totQ s - psum t (convs (map pairQ s)) <= up ->
  lo - x * up <= delta x (prods (map lp s)).
Proof.
move=> x0 h1 h2; apply: Rle_trans (threshold_bound s x t).
have := Rmult_le_compat_l _ _ _ x0 h2; lra.
Qed.

(* ---------- rows: enclosures of one law ---------- *)
Section Row.
Variables (T : finType) (l : T -> option nat) (m : T -> R).
Definition low_row (g : nat -> R) (c : R) :=
  [/\ forall n, 0 <= g n <= law l m n, 0 <= c & c <= linf l m].
Definition up_row (N : nat) (u : nat -> R) (c : R) :=
  total m - psum N (fun n => Rmin (law l m n) (u n)) <= c.

Hypothesis m0 : nonneg m.

Lemma low_row_leaf (g : nat -> R) c : (forall n, 0 <= g n <= law l m n) ->
  0 <= c <= linf l m -> low_row g c.
Proof. by move=> h [h1 h2]; split. Qed.

(* u may be anything on the grid points in use; c at least the rest *)
Lemma up_row_leaf N u c :
  linf l m + (\rsum_(a : T) ind (rej N (l a)) * m a - linf l m)
    + psum N (fun n => pos (law l m n - u n)) <= c -> up_row N u c.
Proof.
rewrite rej_law /up_row => h; apply: Rle_trans h.
suff -> : psum N (fun n => Rmin (law l m n) (u n))
  = psum N (law l m) - psum N (fun n => pos (law l m n - u n)) by lra.
rewrite -psumB; apply: psum_ext => n _; rewrite /pos /Rmin /Rmax.
by do 2 case: Rle_dec; lra.
Qed.

(* the simplest case: u n bounds the mass at n for n < N, c all other mass *)
Lemma up_row_above N u c : (forall n, (n < N)%N -> law l m n <= u n) ->
  total m - psum N (law l m) <= c -> up_row N u c.
Proof.
move=> h hc; rewrite /up_row (@psum_ext N _ (law l m)) // => n /h; exact: Rmin_left.
Qed.

(* weakening: larger entries, more cut *)
Lemma up_row_weaken N u u' c c' : (forall n, (n < N)%N -> u n <= u' n) -> c <= c' ->
  up_row N u c -> up_row N u' c'.
Proof.
move=> hu hc h; apply: Rle_trans hc; apply: Rle_trans h.
suff : psum N (fun n => Rmin (law l m n) (u n)) <= psum N (fun n => Rmin (law l m n) (u' n)) by lra.
by apply: psum_le => n hn; apply: Rle_min_compat_l; exact: hu.
Qed.

(* reading the tail "label at least t, or infinite" *)
Theorem low_row_tail N g c t : (t <= N)%N -> low_row g c ->
  c + (psum N g - psum t g) <= total m - psum t (law l m).
Proof.
move=> tN [hg c0 hc]; have := law_total l m0 N; move: tN => /subnKC <-.
rewrite !psum_cat => h.
suff : psum (N - t) (fun n => g (t + n)%N) <= psum (N - t) (fun n => law l m (t + n)) by lra.
by apply: psum_le => n _; case: (hg (t + n)%N).
Qed.

Theorem up_row_tail N u c t : (t <= N)%N -> up_row N u c ->
  total m - psum t (law l m) <= c + (psum N u - psum t u).
Proof.
move=> /subnKC <-; rewrite /up_row !psum_cat => h.
have h1 : psum t (fun n => Rmin (law l m n) (u n)) <= psum t (law l m).
  by apply: psum_le => n _; exact: Rmin_l.
have h2 : psum (N - t) (fun n => Rmin (law l m (t + n)) (u (t + n)%N)) <= psum (N - t) (fun n => u (t + n)%N).
  by apply: psum_le => n _; exact: Rmin_r.
lra.
Qed.
End Row.

(* ---------- composition of rows ---------- *)
Section RowProd.
Variables (T T' : finType) (l : T -> option nat) (l' : T' -> option nat).
Variables (m : T -> R) (m' : T' -> R).
Hypotheses (m0 : nonneg m) (m'0 : nonneg m').

Theorem low_row_compose N N' g g' c c' g'' c'' :
  low_row l m g c -> low_row l' m' g' c' ->
  (forall n, 0 <= g'' n <= conv g g' n) ->
  0 <= c'' <= c * (c' + psum N' g') + psum N g * c' ->
  low_row (lprod l l') (mprod m m') g'' c''.
Proof.
move=> [hg c0 hc] [hg' c'0 hc'] h'' [k0 k1]; split => //.
- move=> n; have [h1 h2] := h'' n; split=> //; apply: Rle_trans h2 _.
  by rewrite law_prod; apply: conv_le.
- apply: Rle_trans k1 _; rewrite linf_prod.
  have e1 : c' + psum N' g' <= total m'.
    apply: Rle_trans (law_total l' m'0 N'); apply: Rplus_le_compat => //.
    by apply: psum_le => n _; case: (hg' n).
  have e2 : psum N g <= total m - linf l m.
    have := law_total l m0 N; suff : psum N g <= psum N (law l m) by lra.
    by apply: psum_le => n _; case: (hg n).
  have p1 : 0 <= psum N' g' by apply: psum_ge0 => n; case: (hg' n).
  have p2 : 0 <= psum N g by apply: psum_ge0 => n; case: (hg n).
  by apply: Rplus_le_compat; apply: Rmult_le_compat => //; lra.
Qed.

(* entries beyond N are taken to be zero; the new row has N + N' entries or fewer, what is
   missing (cut at either end, rounded down) is counted in c'' *)
Theorem up_row_compose N N' u u' c c' w c'' : supp N u -> supp N' u' ->
  (forall n, 0 <= u n) -> (forall n, 0 <= u' n) ->
  up_row l m N u c -> up_row l' m' N' u' c' ->
  psum N u * c' + c * psum N' u' + c * c'
    + psum (N + N') (fun n => pos (conv u u' n - w n)) <= c'' ->
  up_row (lprod l l') (mprod m m') (N + N') w c''.
Proof.
move=> su su' u0 u'0 h h' hc; apply: Rle_trans hc; rewrite /up_row total_prod.
move: h h'; rewrite /up_row; set a := fun n => _ : R; set b := fun n => Rmin (law l' _ _) _ => h h'.
have a0 n : 0 <= a n by apply: Rmin_glb; [exact: law_ge0 | exact: u0].
have b0 n : 0 <= b n by apply: Rmin_glb; [exact: law_ge0 | exact: u'0].
have sa : supp N a.
  by move=> n hn; rewrite /a su // Rmin_right //; exact: law_ge0.
have sb : supp N' b.
  by move=> n hn; rewrite /b su' // Rmin_right //; exact: law_ge0.
have au : psum N a <= psum N u by apply: psum_le => n _; exact: Rmin_r.
have bu : psum N' b <= psum N' u' by apply: psum_le => n _; exact: Rmin_r.
have am : psum N a <= total m.
  by apply: Rle_trans (law_le_total l m0 N); apply: psum_le => n _; exact: Rmin_l.
have bm : psum N' b <= total m'.
  by apply: Rle_trans (law_le_total l' m'0 N'); apply: psum_le => n _; exact: Rmin_l.
have pa : 0 <= psum N a by exact: psum_ge0.
have pb : 0 <= psum N' b by exact: psum_ge0.
have key : psum N a * psum N' b - psum (N + N') (fun n => pos (conv u u' n - w n))
   <= psum (N + N') (fun n => Rmin (law (lprod l l') (mprod m m') n) (w n)).
  rewrite -(conv_total sa sb) -psumB; apply: psum_le => n _; apply: Rmin_glb.
  - apply: (Rle_trans _ (conv a b n)); first by have := pos_ge0 (conv u u' n - w n); lra.
    rewrite law_prod; apply: conv_le => i; split=> //; exact: Rmin_l.
  - suff : conv a b n <= conv u u' n by have := pos_ge (conv u u' n - w n); lra.
    by apply: conv_le => i; split=> //; exact: Rmin_r.
have e1 : total m * total m' <= (psum N a + c) * (psum N' b + c').
  by apply: Rmult_le_compat; lra.
have c0 : 0 <= c by lra. have c'0 : 0 <= c' by lra.
have e2 := Rmult_le_compat_r _ _ _ c'0 au; have e3 := Rmult_le_compat_l _ _ _ c0 bu.
lra.
Qed.
End RowProd.

(* ---------- the rule ---------- *)
Theorem row_threshold_bound (L : lpair) x t N g c u d : nneg (lp L) -> 0 <= x -> (t <= N)%N ->
  low_row (lab L) (mP (lp L)) g c -> up_row (lab L) (mQ (lp L)) N u d ->
  (c + (psum N g - psum t g)) - x * (d + (psum N u - psum t u)) <= delta x (lp L).
Proof.
move=> [nP nQ] x0 tN hg hu; apply: Rle_trans (labelled_bound L x t).
have h1 := low_row_tail nP tN hg.
have h2 := Rmult_le_compat_l _ _ _ x0 (up_row_tail tN hu).
rewrite /totP /totQ /pairP /pairQ; rewrite /total in h1 h2; lra.
Qed.
