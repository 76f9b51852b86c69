(* Leaf rows: the single mechanisms that a certificate starts from.

   Proved here
     upper_atoms       a finite pair given atom by atom with labels: losses rounded up to the
                       lattice, masses rounded up, anything may be put into the cut
     upper_approx_dp   the pair of "(eps, delta)-DP and total variation eta", eps = n h: three
                       coefficients at -n, 0, n and the cut delta
     approx_dp_dominated     ... and the mechanisms in that class are dominated by that pair
     lower_bins        a finite pair with any labelling: bins rounded down (P) and up (Q)
     delta_reverse     delta at 1/x from the reversed pair: 1 - 1/x + delta(x of (Q, P))/x, for
                       distributions. A class given by several (eps_i, delta_i) in both directions
                       is so given by values at the grid points 1/x_i and x_i, and connect_dots_values
                       (ConnectDots.v) dominates it.
     divergence_hs     the products of Heterogeneous.v are those of PairProduct.v *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson GhaziIssa Composition Heterogeneous.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound LatticeRow.
From DPCert Require Import PoissonSampling RowRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- upper leaves ---------- *)
(* the label l a stands for the loss (start + l a) h: the true loss of a is at most that
   (y^loss P <= Q); None goes to +infinity *)
Theorem upper_atoms y (D : fpair) (l : atom D -> option nat) r : 0 < y -> nneg D -> row_ok r ->
  (forall a n, l a = Some n -> powerRZ y (start r + Z.of_nat n) * mP D a <= mQ D a) ->
  total (mP D) - psum (size (coef r)) (fun n => Rmin (law l (mP D) n) (at_ (coef r) n)) <= cut r ->
  upper y [:: D] r.
Proof.
move=> y0 nD ok hl hc; apply: upper_leaf => //.
(* first move the losses up, then read off the row *)
pose w n := first y (start r + Z.of_nat n).
pose Q' a := if l a is Some n then w n * mP D a else 0.
have w0 n : 0 <= w n by exact: (first_ge0 y0).
have [P0 Q0] := nD.
have n' : nneg (FP (mP D) Q').
  by split => // a; rewrite /Q' /=; case: (l a) => [n|]; [exact: Rmult_le_pos | lra].
apply: (@dom_trans (FP (mP D) Q')).
  suff hp : FP (mP D) (mQ D) <=d FP (mP D) Q' by exact: hp.
  apply: dom_pointwise => a; first lra.
  by rewrite /Q'; case e : (l a) => [n|]; [exact: hl | exact: Q0].
apply: (@row_dominates _ _ (LP (lp := FP (mP D) Q') l)) => //; try by case: ok.
- exact: first_ge0.
- exact: y_ge0.
- by move=> a n /= e; rewrite /Q' e /w -(first_pow y0).
Qed.

Lemma psum_last k N f : (forall n, 0 <= f n) -> (k < N)%N -> psum k f + f k <= psum N f.
Proof. by move=> f0 kN; rewrite -psumS; exact: psum_mono. Qed.

Section ApproxDP.
(* x = e^eps, and eps is n steps of the lattice *)
Variables (x al d : R).
Hypotheses (x1 : 1 <= x) (al01 : 0 <= al <= 1) (d01 : 0 <= d <= 1).
Definition approx_dp_pair : fpair := FP (P0 x al d) (P1 x al d).

Lemma approx_dp_nneg : nneg approx_dp_pair.
Proof. by split; [case: (P0_dist x1 al01 d01) | case: (P1_dist x1 al01 d01)]. Qed.

Theorem approx_dp_dominated (A : finType) (P Q : A -> R) : dist P -> dist Q ->
  DP x d P Q -> DP x d Q P -> TV P Q <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1)) ->
  FP P Q <=d approx_dp_pair.
Proof.
move=> dP dQ h1 h2 tv p q p0 q0.
by apply: (ghazi_issa_pair_dominates x1 al01 d01 dP dQ h1 h2) => //; rewrite (ghazi_issa_pair_TV x1 al01 d01).
Qed.

(* c = (1-alpha)/(1+E), E = x = e^eps: coefficients (1-d) c, (1-d) alpha, (1-d) c E *)
Theorem upper_approx_dp y n r : 0 < y -> y ^ n = / x -> (0 < n)%N -> row_ok r -> start r = (- Z.of_nat n)%Z ->
  (size (coef r) > n + n)%N ->
  (1 - d) * cc x al <= at_ (coef r) 0 ->
  (1 - d) * al <= at_ (coef r) n ->
  (1 - d) * (cc x al * x) <= at_ (coef r) (n + n) ->
  d <= cut r ->
  upper y [:: approx_dp_pair] r.
Proof.
move=> y0 yn n0 ok hst hN h0 h1 h2 hd; apply: upper_leaf => //; first exact: approx_dp_nneg.
move=> p q p0 q0; have [c0 k0] := ok; rewrite hs_lat //.
set k := first y (start r).
have cc0 := cc0 x1 al01.
have kx : k = x.
  have e : k * y ^ n = 1 by rewrite /k (first_pow y0) hst Z.add_opp_diag_l.
  by rewrite -[k]Rmult_1_r -(Rinv_l x) -?yn; [rewrite -Rmult_assoc e Rmult_1_l | lra].
set f := fun i : nat => at_ (coef r) i * weight k y p q i.
have f0 i : 0 <= f i by apply: Rmult_le_pos => //; exact: pos_ge0.
have s3 : f 0%N + f n + f (n + n)%N <= psum (size (coef r)) f.
  have := psum_last f0 hN.
  have := psum_last f0 (_ : n < n + n)%N; rewrite -{1}(addn0 n) ltn_add2l => /(_ n0).
  have := psum_last f0 n0; rewrite psum0; lra.
apply: Rle_trans (Rplus_le_compat_l _ _ _ s3).
have term m (u : nat) : 0 <= m -> m <= at_ (coef r) u -> forall v, v = m * (k * y ^ u) ->
   pos (p * m - q * v) <= f u.
  move=> m0 hm v ->.
  apply: (Rle_trans _ (m * weight k y p q u)).
    by rewrite /weight -posM //; apply: Req_le; congr pos; ring.
  by apply: Rmult_le_compat_r => //; exact: pos_ge0.
have d1 : 0 <= 1 - d by lra.
have t0 := term _ 0%N (Rmult_le_pos _ _ d1 cc0) h0 ((1 - d) * (cc x al * x)) ltac:(by rewrite kx /=; ring).
have t1 := term _ n (Rmult_le_pos _ _ d1 (proj1 al01)) h1 ((1 - d) * al) ltac:(by rewrite kx yn; field; lra).
have cx : 0 <= (1 - d) * (cc x al * x) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
have t2 := term _ (n + n)%N cx h2 ((1 - d) * cc x al) ltac:(by rewrite pow_add kx yn; field; lra).
have pd := Rmult_le_compat_l _ _ _ p0 hd.
have -> : hs p q approx_dp_pair = HS2 p q (P0 x al d) (P1 x al d) by [].
rewrite /HS2 sum5 /P0 /P1 !inordK //=.
rewrite (pos_eq (u := p * d - q * 0)); last by have := Rmult_le_pos _ _ p0 (proj1 d01); lra.
rewrite (pos_eq0 (u := p * 0 - q * d)); last by have := Rmult_le_pos _ _ q0 (proj1 d01); lra.
lra.
Qed.
End ApproxDP.

(* ---------- lower leaves ---------- *)
Theorem lower_bins (D : fpair) (l : atom D -> option nat) r : nneg D -> lrow_ok r ->
  coefs_ok (plow r) ->
  (forall i, (i < size (plow r))%N -> at_ (plow r) i <= law l (mP D) (off r + i)) ->
  0 <= pinf r <= linf l (mP D) ->
  total (mQ D) - psum (size (qup r)) (fun i => Rmin (law l (mQ D) (off r + i)) (at_ (qup r) i)) <= qcut r ->
  lower [:: D] r.
Proof.
move=> nD ok p0 hp hi hq; have [PD QD] := nD.
have h : lower [:: lp (LP (lp := D) l)] r; last exact: h.
apply: lower_leaf => //; split.
- apply: low_row_leaf => // n; split; first exact: shift_ok.
  rewrite /shift; case: ltnP => hn; first exact: law_ge0.
  case: (ltnP (n - off r) (size (plow r))) => h; last by rewrite at_supp //; exact: law_ge0.
  by rewrite -{2}(subnKC hn); exact: hp.
- rewrite /up_row /span psum_cat [psum (off r) _]/psum big1 ?Rplus_0_l; last first.
    by move=> i _; rewrite /shift ltn_ord Rmin_right //; exact: law_ge0.
  apply: Rle_trans hq; apply: Req_le; congr (_ - _); apply: psum_ext => i _.
  by rewrite /shift ltnNge leq_addr /= addKn.
Qed.

(* ---------- both directions ---------- *)
Theorem delta_reverse x (D : fpair) : 0 < x -> dist (mP D) -> dist (mQ D) ->
  delta (/ x) D = 1 - / x + / x * delta x (swap D).
Proof.
move=> x0 dP dQ; rewrite !delta_hs [hs 1 _ D](HS2_dual 1 (/ x) dP dQ); congr (_ + _).
rewrite -hs_scale; last by left; exact: Rinv_0_lt_compat.
by rewrite Rmult_1_r Rinv_l //; lra.
Qed.

(* ---------- the products of Heterogeneous.v ---------- *)
Definition of_pair (s : pair) : fpair := FP (@law0 s) (@law1 s).
Theorem divergence_hs l p q : divergence l p q = hs p q (prods (map of_pair l)).
Proof.
elim: l p q => [|s l IH] p q /=; first by rewrite hs_unit.
by rewrite hs_prod2; apply: eq_bigr => b _; rewrite IH.
Qed.
