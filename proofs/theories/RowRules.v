(* The rules of a numeric checker for rows on a lattice of losses.

   A ledger is a list of pairs (one for each mechanism run); prods s is what it composes to.

   The lattice is given by y = e^-h > 0, h the step: y^z (z an integer) is Q/P at the loss z h.
   Nothing is said of h itself, so y may be a rational number.
   Upper row: a number start, coefficients coef, a cut. It stands for the pair with P mass coef_i
   and Q mass y^(start+i) coef_i at loss (start+i) h, and P mass cut at +infinity.
     upper y s r    "the row r dominates the ledger s"
     upper_empty    the empty ledger
     upper_leaf, upper_dots     one pair that the row dominates (directly, or by its dots)
     upper_compose  two ledgers side by side: starts add, coefficients are convolved and may be
                    rounded up, down or cut at both ends; whatever the new row has less than the
                    convolution, and the cuts, goes to its cut
     upper_compose_kept   the same, stated by what is kept: the new cut is at least the product of
                    the totals less sum_i min((coef * coef')_(m+i), coef''_i)
     upper_compose_up   the usual case: rounded up inside a window, all outside counted as cut
     upper_round, upper_tail   cut a row; move mass to greater losses
     upper_perm, upper_ledger   reorder the ledger; replace its pairs by pairs that they dominate
     upper_read     delta x <= cut + sum coef_i v_i, v_i >= max(0, 1 - x y^(start+i))
     upper_DP       hence every adaptive composition whose step i is dominated by the i-th pair of
                    the ledger is (ln x, d)-DP

   Lower row: an offset, P coefficients and P mass at infinity (rounded down), Q coefficients and
   Q cut (rounded up), for some labelling of the outcomes by grid points.
     lower s r      "some labelled pair dominated by the ledger has laws enclosed by r"
     lower_leaf, lower_compose, lower_compose_kept, lower_perm, lower_ledger
     lower_read     delta x >= (pinf + sum_{i>=j} plow_i) - x (qcut + sum_{i>=j} qup_i)

   All masses are real numbers here; a checker has them as integers over a power of two. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound LatticeRow.
From DPCert Require Import ConnectDots.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition at_ (s : seq R) (n : nat) : R := nth 0 s n.
Definition sumR (s : seq R) : R := psum (size s) (at_ s).
Definition convl (s s' : seq R) : nat -> R := conv (at_ s) (at_ s').
Definition coefs_ok (s : seq R) := forall n, 0 <= at_ s n.

Lemma at_supp s : supp (size s) (at_ s).
Proof. by move=> n h; rewrite /at_ nth_default. Qed.

Lemma prods1 D : prods [:: D] =d D. Proof. exact: power1. Qed.

(* ---------- upper rows ---------- *)
Record row := Row { start : Z; coef : seq R; cut : R }.
Definition row_ok (r : row) := coefs_ok (coef r) /\ 0 <= cut r.

Section Upper.
Variable y : R.
Definition first (z : Z) := powerRZ y z.
Definition row_pair (r : row) : fpair := lat (first (start r)) y (size (coef r)) (at_ (coef r)) (cut r).
Definition upper (s : seq fpair) (r : row) :=
  [/\ nnegs s, row_ok r & prods s <=d row_pair r].

Hypothesis y0 : 0 < y.
Lemma y_ge0 : 0 <= y. Proof. by left. Qed.
Lemma y_ne0 : y <> 0. Proof. by have := y0; lra. Qed.
Lemma first_ge0 z : 0 <= first z. Proof. exact: powerRZ_le. Qed.
Lemma first_add z z' : first (z + z')%Z = first z * first z'.
Proof. exact: powerRZ_add y_ne0. Qed.
Lemma first_pow z n : first z * y ^ n = first (z + Z.of_nat n)%Z.
Proof. by rewrite first_add pow_powerRZ. Qed.
Lemma row_nneg r : row_ok r -> nneg (row_pair r).
Proof. by case=> h1 h2; apply: lat_nneg => //; [exact: first_ge0 | exact: y_ge0]. Qed.

Theorem upper_leaf D r : nneg D -> row_ok r -> D <=d row_pair r -> upper [:: D] r.
Proof.
move=> nD ok hD; split => //; first by constructor.
exact: dom_trans (deq_dom (prods1 D)) hD.
Qed.

(* nothing run: loss 0 with mass 1 *)
Theorem upper_empty : upper [::] (Row 0 [:: 1] 0).
Proof.
split; first by constructor.
- by split => /=; [case=> [|n]; rewrite /at_ /= ?nth_nil | ]; lra.
- move=> p q p0 q0; rewrite hs_unit hs_lat //; try lra.
  + rewrite /= psumS psum0 /weight /first /at_ /= !Rmult_1_l Rmult_0_r !Rplus_0_l Rmult_1_r; lra.
  + by case=> [|n]; rewrite /at_ /= ?nth_nil; lra.
  + by rewrite /=; lra.
Qed.

Lemma lat_shift k N M m (f : nat -> R) c : 0 <= k -> (forall n, 0 <= f n) -> 0 <= c -> supp N f ->
  lat k y M (shift m f) c <=d lat (k * y ^ m) y N f c.
Proof.
move=> k0 f0 c0 sf p q p0 q0.
have s0 n : 0 <= shift m f n by rewrite /shift; case: ifP => _; [lra | exact: f0].
rewrite !hs_lat //; apply: Rplus_le_compat_l.
set F := fun n => shift m f n * weight k y p q n.
have F0 n : 0 <= F n by apply: Rmult_le_pos => //; exact: pos_ge0.
have sF : supp (m + N) F by move=> n hn; rewrite /F (shift_supp sf) //; ring.
apply: (Rle_trans _ (psum (M + (m + N)) F)); first by apply: psum_mono => //; exact: leq_addr.
rewrite (psum_supp sF) ?leq_addl // psum_cat.
rewrite (_ : psum m F = 0) ?Rplus_0_l; last by rewrite /psum big1 // => i _; rewrite /F /shift ltn_ord; ring.
apply: Req_le; apply: psum_ext => n _; rewrite /F /shift ltnNge leq_addr /= addKn.
by congr (_ * _); rewrite /weight pow_add; congr pos; ring.
Qed.

(* what the new row has less than the convolution *)
Definition lost (r r' : row) (m : nat) (c : seq R) :=
  psum (size (coef r) + size (coef r')) (fun n => pos (convl (coef r) (coef r') n - shift m (at_ c) n)).

Theorem upper_compose s s' r r' r'' (m : nat) : upper s r -> upper s' r' -> row_ok r'' ->
  start r'' = (start r + start r' + Z.of_nat m)%Z ->
  sumR (coef r) * cut r' + cut r * sumR (coef r') + cut r * cut r' + lost r r' m (coef r'') <= cut r'' ->
  upper (s ++ s') r''.
Proof.
move=> [ns ok hs1] [ns' ok' hs2] ok'' hst hc; split => //.
  by apply/List.Forall_app; split.
have [c0 k0] := ok; have [c0' k0'] := ok'; have [c0'' k0''] := ok''.
apply: (dom_trans (dom_prods_cat ns' (row_nneg ok) hs1 hs2)).
have s0 n : 0 <= shift m (at_ (coef r'')) n by rewrite /shift; case: ifP => _; [lra | exact: c0''].
have := @lat_compose y y_ge0 (first (start r)) (first (start r')) _ _ _ _ _ _ (shift m (at_ (coef r'')))
  (cut r'') (first_ge0 _) (first_ge0 _) c0 c0' k0 k0' (@at_supp _) (@at_supp _) s0 hc.
move/dom_trans; apply; rewrite /row_pair hst -first_pow -first_add.
by apply: lat_shift => //; [exact: first_ge0 | exact: at_supp].
Qed.

(* the same, by what is kept: what is missing is the product of the totals less the kept part *)
Lemma kept_lost (s s' c : seq R) (m : nat) : coefs_ok s -> coefs_ok s' -> coefs_ok c ->
  psum (size s + size s') (fun n => pos (convl s s' n - shift m (at_ c) n))
  = sumR s * sumR s' - psum (size c) (fun i => Rmin (convl s s' (m + i)) (at_ c i)).
Proof.
move=> s0 s0' c0; set M := (size s + size s')%N.
set G := fun n => Rmin (convl s s' n) (shift m (at_ c) n).
have cv n : 0 <= convl s s' n by exact: conv_ge0.
have w0 n : 0 <= shift m (at_ c) n by rewrite /shift; case: ifP => _; [lra | exact: c0].
have sM : supp M G.
  by move=> n hn; rewrite /G /convl (conv_supp (@at_supp s) (@at_supp s') hn) Rmin_left.
have sW : supp (m + size c) G.
  by move=> n hn; rewrite /G (shift_supp (@at_supp c) hn) Rmin_right.
rewrite (@psum_ext _ _ (fun n => convl s s' n - G n)); last first.
  by move=> n _; rewrite /pos /G /Rmin /Rmax; do 2 case: Rle_dec; lra.
rewrite psumB /M (conv_total (@at_supp s) (@at_supp s')) -/M; congr (_ - _).
rewrite -(psum_supp sM (leq_addr (m + size c) M)) (psum_supp sW (leq_addl M _)) psum_cat.
rewrite [psum m G]/psum big1 ?Rplus_0_l; last by move=> i _; rewrite /G /shift ltn_ord Rmin_right.
by apply: psum_ext => i _; rewrite /G /shift ltnNge leq_addr /= addKn.
Qed.

Theorem upper_compose_kept s s' r r' r'' (m : nat) : upper s r -> upper s' r' -> row_ok r'' ->
  start r'' = (start r + start r' + Z.of_nat m)%Z ->
  (sumR (coef r) + cut r) * (sumR (coef r') + cut r')
    - psum (size (coef r'')) (fun i => Rmin (convl (coef r) (coef r') (m + i)) (at_ (coef r'') i))
    <= cut r'' ->
  upper (s ++ s') r''.
Proof.
move=> us us' ok'' hst hc; apply: (upper_compose us us' ok'' hst); apply: Rle_trans hc.
rewrite /lost kept_lost; first lra.
- by case: us => _ [].
- by case: us' => _ [].
- by case: ok''.
Qed.

(* rounded up in a window [m, m + size), all other products counted as cut *)
Theorem upper_compose_up s s' r r' r'' (m : nat) : upper s r -> upper s' r' -> row_ok r'' ->
  start r'' = (start r + start r' + Z.of_nat m)%Z ->
  (forall i, (i < size (coef r''))%N -> convl (coef r) (coef r') (m + i) <= at_ (coef r'') i) ->
  sumR (coef r) * cut r' + cut r * sumR (coef r') + cut r * cut r'
    + psum (size (coef r) + size (coef r'))
        (fun n => ind (~~ (m <= n < m + size (coef r''))%N) * convl (coef r) (coef r') n) <= cut r'' ->
  upper (s ++ s') r''.
Proof.
move=> us us' ok'' hst hup hc; apply: (upper_compose us us' ok'' hst).
apply: Rle_trans hc; apply: Rplus_le_compat_l; apply: psum_le => n _.
have cv : 0 <= convl (coef r) (coef r') n.
  by apply: conv_ge0; [case: us => _ [] | case: us' => _ []].
rewrite /shift; case: (ltnP n m) => h1 /=; first by rewrite Rminus_0_r pos_eq //; lra.
case: (ltnP n (m + size (coef r''))) => h2 /=.
- rewrite pos_eq0; first lra.
  have := hup (n - m)%N; rewrite subnKC // => hh.
  by have := hh ltac:(by rewrite ltn_subLR); lra.
- by rewrite (@at_supp _ (n - m)%N) ?leq_subRL // Rminus_0_r pos_eq //; lra.
Qed.

Theorem upper_round s r r' (m : nat) : upper s r -> row_ok r' ->
  start r' = (start r + Z.of_nat m)%Z -> (size (coef r) <= m + size (coef r'))%N ->
  cut r + psum (size (coef r)) (fun n => pos (at_ (coef r) n - shift m (at_ (coef r')) n)) <= cut r' ->
  upper s r'.
Proof.
move=> [ns [c0 k0] hs1] [c0' k0'] hst hN hc; split => //.
apply: (dom_trans hs1).
have s0 n : 0 <= shift m (at_ (coef r')) n by rewrite /shift; case: ifP => _; [lra | exact: c0'].
apply: (@dom_trans (lat (first (start r)) y (m + size (coef r')) (shift m (at_ (coef r'))) (cut r'))).
  by apply: lat_round => //; [exact: y_ge0 | exact: first_ge0].
rewrite /row_pair hst -first_pow.
by apply: lat_shift => //; [exact: first_ge0 | exact: at_supp].
Qed.

(* mass moved to greater losses or to the cut: every tail sum must grow *)
Theorem upper_tail s r r' : y <= 1 -> upper s r -> row_ok r' ->
  start r' = start r -> size (coef r') = size (coef r) -> cut r <= cut r' ->
  (forall t, (t <= size (coef r))%N ->
     cut r + (sumR (coef r) - psum t (at_ (coef r))) <= cut r' + (sumR (coef r') - psum t (at_ (coef r')))) ->
  upper s r'.
Proof.
move=> y1 [ns [c0 k0] hs1] [c0' k0'] hst hsz hc ht; split => //.
apply: (dom_trans hs1); rewrite /row_pair hst hsz; apply: lat_tail => //.
- exact: y_ge0.
- exact: first_ge0.
- by move=> t h; have := ht t h; rewrite /sumR hsz.
Qed.

Theorem upper_perm (I : eqType) (F : I -> fpair) s s' r : (forall i, nneg (F i)) ->
  perm_eq s s' -> upper (map F s) r -> upper (map F s') r.
Proof.
move=> nF hp [_ ok hd]; split => //; first by elim: (s') => [|i s1 IH] /=; constructor.
by move=> p q p0 q0; rewrite -(hs_prods_perm F p q hp); exact: hd.
Qed.

Theorem upper_ledger s s' r : nnegs s -> List.Forall2 dom s s' -> upper s' r -> upper s r.
Proof.
by move=> ns hd [ns' ok h']; split => //; apply: dom_trans h'; exact: dom_prods.
Qed.

Theorem upper_read s r x (v : seq R) : upper s r -> 0 <= x ->
  (forall i, (i < size (coef r))%N ->
     Rmax 0 (1 - x * powerRZ y (start r + Z.of_nat i)) <= at_ v i) ->
  delta x (prods s) <= cut r + psum (size (coef r)) (fun i => at_ (coef r) i * at_ v i).
Proof.
move=> [ns [c0 k0] hd] x0 hv; apply: (Rle_trans _ _ _ (dom_delta hd x0)).
rewrite delta_hs hs_lat //; last lra.
rewrite Rmult_1_l; apply: Rplus_le_compat_l; apply: psum_le => i hi.
by apply: Rmult_le_compat_l => //; rewrite /weight first_pow; exact: hv.
Qed.

(* the conclusion about mechanisms *)
Theorem upper_DP (A : finType) (K K' : seq A -> A -> R) (D : nat -> fpair) k r x v d :
  (forall g, nonneg (K g)) -> (forall g, nonneg (K' g)) -> (forall i, nneg (D i)) ->
  (forall g, (size g < k)%N -> FP (K g) (K' g) <=d D (size g)) ->
  upper [seq D i | i <- iota 0 k] r -> 0 <= x ->
  (forall i, (i < size (coef r))%N ->
     Rmax 0 (1 - x * powerRZ y (start r + Z.of_nat i)) <= at_ v i) ->
  cut r + psum (size (coef r)) (fun i => at_ (coef r) i * at_ v i) <= d ->
  DP x d (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> K0 K'0 nD hD ur x0 hv hd; apply: (adaptive_composition_DP K0 K'0 nD x0 hD).
exact: Rle_trans (upper_read ur x0 hv) hd.
Qed.

(* a leaf from delta at grid points y^-start, y^-(start+1), ..., or below (ConnectDots.v) *)
Theorem upper_dots N (g : nat -> R) (b d e : nat -> R) c D r : nneg D -> row_ok r ->
  g 0%N = 0 -> (forall j, (j < N)%N -> g j <= g j.+1) ->
  (forall j, (j < N)%N -> g j.+1 * powerRZ y (start r + Z.of_nat j) <= 1) ->
  (forall j, (j < N)%N -> 0 <= b j) -> 0 <= c ->
  (forall j, (j <= N)%N -> delta (g j) D <= d j) ->
  e N <= c ->
  (forall j, (j < N)%N -> e j <= e j.+1 + (g j.+1 - g j) * (psum N b - psum j b)) ->
  (forall j, (j <= N)%N -> d j <= e j) ->
  size (coef r) = N -> (forall j, (j < N)%N -> g j.+1 * b j <= at_ (coef r) j) -> c <= cut r ->
  upper [:: D] r.
Proof.
move=> nD ok g00 g_up gE b0 c0 hd eN es de sz hu hc; apply: upper_leaf => //.
apply: (dom_trans (connect_dots_data g00 g_up b0 c0 nD hd eN es de)).
rewrite /row_pair sz; apply: dots_row => //; try by case: ok.
- exact: first_ge0.
- exact: y_ge0.
- by move=> j hj; rewrite first_pow; exact: gE.
Qed.

Lemma powerRZ_exp h z : powerRZ (exp (- h)) z = exp (- (IZR z * h)).
Proof.
have pw u n : exp u ^ n = exp (INR n * u).
  elim: n => [|n IH]; first by rewrite /= -exp_0; congr exp; ring.
  by rewrite S_INR /= IH -exp_plus; congr exp; ring.
case: z => [|p|p]; first by rewrite /= -exp_0; congr exp; ring.
- by rewrite /= pw INR_IPR; congr exp; rewrite /IZR; ring.
- by rewrite /= pw INR_IPR -exp_Ropp; congr exp; rewrite /IZR; ring.
Qed.
End Upper.

(* ---------- lower rows ---------- *)
Record lrow := LRow { off : nat; plow : seq R; pinf : R; qup : seq R; qcut : R }.
Definition lrow_ok (r : lrow) := coefs_ok (qup r).
Definition span (r : lrow) := (off r + size (qup r))%N.

Definition encloses (r : lrow) (L : lpair) :=
  low_row (lab L) (mP (lp L)) (shift (off r) (at_ (plow r))) (pinf r)
  /\ up_row (lab L) (mQ (lp L)) (span r) (shift (off r) (at_ (qup r))) (qcut r).
Definition lower (s : seq fpair) (r : lrow) :=
  [/\ nnegs s, lrow_ok r & exists L : lpair, [/\ nneg (lp L), lp L <=d prods s & encloses r L]].

Theorem lower_leaf (L : lpair) r : nneg (lp L) -> lrow_ok r -> encloses r L -> lower [:: lp L] r.
Proof.
move=> nL ok hr; split => //; first by constructor.
by exists L; split => //; exact: deq_dom' (prods1 _).
Qed.

Lemma shift_ok o s : coefs_ok s -> forall n, 0 <= shift o (at_ s) n.
Proof. by move=> ok n; rewrite /shift; case: ifP => _; [lra | exact: ok]. Qed.
Lemma qup_supp r : supp (span r) (shift (off r) (at_ (qup r))).
Proof. exact: shift_supp (@at_supp _). Qed.
Lemma sum_shift o s : psum (o + size s) (shift o (at_ s)) = sumR s.
Proof. exact: psum_shift. Qed.

(* the length of a row does not matter beyond its last coefficient *)
Lemma up_row_supp (T : finType) (l : T -> option nat) (mu : T -> R) N M w c : nonneg mu ->
  supp M w -> (forall n, 0 <= w n) -> up_row l mu N w c -> up_row l mu M w c.
Proof.
move=> mu0 sw w0; rewrite /up_row; set F := fun n => Rmin _ _ => hN.
have F0 n : 0 <= F n by apply: Rmin_glb; [exact: law_ge0 | exact: w0].
have sF : supp M F by move=> n hn; rewrite /F sw // Rmin_right //; exact: law_ge0.
have := psum_mono F0 (leq_addr M N); rewrite (psum_supp sF (leq_addl N M)); lra.
Qed.

(* m positions cut at the low end *)
Theorem lower_compose s s' r r' r'' (m : nat) : lower s r -> lower s' r' -> lrow_ok r'' ->
  off r'' = (off r + off r' + m)%N ->
  (* P, rounded down *)
  coefs_ok (plow r'') ->
  (forall i, (i < size (plow r''))%N -> at_ (plow r'') i <= convl (plow r) (plow r') (m + i)) ->
  0 <= pinf r'' <= pinf r * (pinf r' + sumR (plow r')) + sumR (plow r) * pinf r' ->
  (* Q, rounded up; what is missing is in the cut *)
  sumR (qup r) * qcut r' + qcut r * sumR (qup r') + qcut r * qcut r'
    + psum (size (qup r) + size (qup r'))
        (fun n => pos (convl (qup r) (qup r') n - shift m (at_ (qup r'')) n)) <= qcut r'' ->
  lower (s ++ s') r''.
Proof.
move=> [ns ok [L [nL hL [lr ur]]]] [ns' ok' [L' [nL' hL' [lr' ur']]]] ok'' hoff p0 hp hinf hq.
split => //; first by apply/List.Forall_app; split.
exists (lprod2 L L'); split; first exact: nneg_prod2.
  apply: (dom_trans (dom_prod2 nL' (nneg_prods ns) hL hL')).
  by move=> p q _ _; rewrite hs_prods_cat; lra.
have [PL QL] := nL; have [PL' QL'] := nL'; split.
- apply: (low_row_compose (N := (off r + size (plow r))%N) (N' := (off r' + size (plow r'))%N) PL PL' lr lr').
  + move=> n; split; first exact: shift_ok.
    rewrite /shift hoff; case: ltnP => hn.
      by apply: conv_ge0 => i; [case: lr => hh _ _; case: (hh i) => hi _ | case: lr' => hh _ _; case: (hh i) => hi _].
    move: hn => /subnKC; set i := (n - _)%N => <-; rewrite -addnA conv_shift.
    case: (ltnP i (size (plow r''))) => hi; first exact: hp.
    rewrite (at_supp hi); apply: conv_ge0 => {hi}i.
    * case: lr => hh _ _; case: (hh (off r + i)%N) => + _.
      by rewrite /shift ltnNge leq_addr /= addKn.
    * case: lr' => hh _ _; case: (hh (off r' + i)%N) => + _.
      by rewrite /shift ltnNge leq_addr /= addKn.
  + by rewrite !sum_shift.
- apply: (@up_row_supp _ _ _ (span r + span r')%N); [by case: (nneg_prod2 nL nL') | exact: qup_supp | exact: shift_ok |].
  apply: (up_row_compose QL QL' (@qup_supp r) (@qup_supp r') (shift_ok _ ok) (shift_ok _ ok') ur ur').
  rewrite !sum_shift; apply: Rle_trans hq; apply: Rplus_le_compat_l.
  rewrite /span (_ : (_ + _ + _ = (off r + off r') + (size (qup r) + size (qup r')))%N); last by rewrite addnACA.
  rewrite psum_cat [psum (off r + off r') _]/psum big1 ?Rplus_0_l; last first.
    by move=> i _; rewrite conv_shift_small // pos_eq0 //; have := shift_ok (off r'') ok'' i; lra.
  apply: psum_le => n _; apply: Req_le; rewrite conv_shift hoff /convl; congr pos; congr (_ - _).
  by rewrite /shift ltn_add2l subnDl.
Qed.

Theorem lower_compose_kept s s' r r' r'' (m : nat) : lower s r -> lower s' r' -> lrow_ok r'' ->
  off r'' = (off r + off r' + m)%N ->
  coefs_ok (plow r'') ->
  (forall i, (i < size (plow r''))%N -> at_ (plow r'') i <= convl (plow r) (plow r') (m + i)) ->
  0 <= pinf r'' <= pinf r * (pinf r' + sumR (plow r')) + sumR (plow r) * pinf r' ->
  (sumR (qup r) + qcut r) * (sumR (qup r') + qcut r')
    - psum (size (qup r'')) (fun i => Rmin (convl (qup r) (qup r') (m + i)) (at_ (qup r'') i))
    <= qcut r'' ->
  lower (s ++ s') r''.
Proof.
move=> lr lr' ok'' ho p0 hp hi hq; apply: (lower_compose lr lr' ok'' ho p0 hp hi).
apply: Rle_trans hq; rewrite kept_lost; first lra.
- by case: lr.
- by case: lr'.
- exact: ok''.
Qed.

Theorem lower_perm (I : eqType) (F : I -> fpair) s s' r : (forall i, nneg (F i)) ->
  perm_eq s s' -> lower (map F s) r -> lower (map F s') r.
Proof.
move=> nF hp [_ ok [L [nL hL hr]]]; split => //; first by elim: (s') => [|i s1 IH] /=; constructor.
exists L; split => // p q p0 q0; rewrite -(hs_prods_perm F p q hp); exact: hL.
Qed.

Theorem lower_ledger s s' r : nnegs s' -> List.Forall2 dom s s' -> lower s r -> lower s' r.
Proof.
move=> ns' hd [ns ok [L [nL hL hr]]]; split => //; exists L; split => //.
exact: dom_trans hL (dom_prods ns ns' hd).
Qed.

(* threshold: position j of the row and above, or infinite *)
Theorem lower_read s r x (j : nat) : lower s r -> 0 <= x -> (j <= size (qup r))%N ->
  (pinf r + (sumR (plow r) - psum j (at_ (plow r))))
   - x * (qcut r + (sumR (qup r) - psum j (at_ (qup r)))) <= delta x (prods s).
Proof.
move=> [ns ok [L [nL hL [lr ur]]]] x0 hj; apply: Rle_trans (dom_delta hL x0).
apply: Rle_trans (labelled_bound L x (off r + j)).
have h1 := @low_row_tail _ _ _ (proj1 nL) (off r + (j + size (plow r))) _ _ (off r + j) _ lr.
have h2 := @up_row_tail _ _ _ (span r) _ _ (off r + j) _ ur.
have {}h1 := h1 ltac:(by rewrite leq_add2l leq_addr).
have {}h2 := h2 ltac:(by rewrite leq_add2l).
move: h1 h2; rewrite !psum_shift (psum_supp (@at_supp _) (leq_addl _ _)) -/(sumR (plow r)) -/(sumR (qup r)).
move=> h1 h2; have := Rmult_le_compat_l _ _ _ x0 h2.
rewrite /totP /totQ /pairP /pairQ; rewrite /total in h1 *; lra.
Qed.

(* what a lower bound says: (ln x, d)-DP fails for every smaller d *)
Theorem lower_not_DP s r x (j : nat) d : lower s r -> 0 <= x -> (j <= size (qup r))%N ->
  d < (pinf r + (sumR (plow r) - psum j (at_ (plow r))))
      - x * (qcut r + (sumR (qup r) - psum j (at_ (qup r)))) ->
  ~ DP x d (mP (prods s)) (mQ (prods s)).
Proof.
by move=> lr x0 hj hd /delta_DP; have := lower_read lr x0 hj; lra.
Qed.
