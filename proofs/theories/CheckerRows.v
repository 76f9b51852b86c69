(* The rows of the checker, with the formulas that checker/src/row.rs computes.

   RowRules.v composes rows by counting what they have less than the convolution. The checker does
   not: it keeps masses that are at least those of a probability pair, so that the mass at infinity
   of a composition is 1 - (1 - c)(1 - c'). Here are its notions of a row and each of its steps.

   Upper row: a row of RowRules.v of total mass 1, every mass rounded up.
     covered y s r      "the row r is at least a row of total mass 1 that dominates the ledger s"
     covered_atoms      a leaf, from the outcomes of one pair
     covered_dots       a leaf, from a dominating row of total mass 1 (connecting the dots)
     covered_weaken     masses rounded up
     covered_compose    convolution, and 1 - (1 - c)(1 - c') at infinity
     covered_above      losses cut above become infinite
     covered_below      losses cut below move up to the first one kept
     covered_ledger     for another ledger whose pairs are dominated by those of the first
     covered_read       delta x <= c + sum_i coef_i max(0, 1 - x y^(start + i))

   Test row: outcomes that every test rejects, outcomes with a label, and outcomes that none rejects;
   P rounded down, Q rounded up.
     counted s p q pi qi
     counted_leaf, counted_weaken, counted_compose, counted_above, counted_below, counted_ledger
     counted_read       delta x >= (pi + sum_{n>t} p_n + rho p_t) - x (qi + sum_{n>t} q_n + rho q_t)
     counted_read_all   the same where all labels are rejected, or none

   Masses are real numbers here, integers over a common denominator there. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound LatticeRow RowRules Leaves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- upper rows ---------- *)
Definition covered y (s : seq fpair) (r : row) := exists r0,
  [/\ upper y s r0, start r0 = start r, (forall n, at_ (coef r0) n <= at_ (coef r) n), cut r0 <= cut r
    & sumR (coef r0) + cut r0 = 1].

Section Upper.
Variable y : R.
Hypothesis y0 : 0 < y.

Lemma at_mkseq f N n : at_ (mkseq f N) n = if (n < N)%N then f n else 0.
Proof. by rewrite /at_; case: ltnP => h; [rewrite nth_mkseq | rewrite nth_default ?size_mkseq]. Qed.
Lemma sumR_mkseq f N : sumR (mkseq f N) = psum N f.
Proof. by rewrite /sumR size_mkseq; apply: psum_ext => n h; rewrite at_mkseq h. Qed.
Lemma at_resize s M n : supp M (at_ s) -> at_ (mkseq (at_ s) M) n = at_ s n.
Proof. by move=> h; rewrite at_mkseq; case: ltnP => // /h ->. Qed.
Lemma sumR_supp s M : supp M (at_ s) -> psum M (at_ s) = sumR s.
Proof.
move=> h; rewrite /sumR -(psum_supp h (leq_addr (size s) M)).
by rewrite -(psum_supp (@at_supp s) (leq_addl M (size s))).
Qed.

(* coefficients that are 0 do not count *)
Lemma upper_resize s r M : upper y s r -> supp M (at_ (coef r)) ->
  upper y s (Row (start r) (mkseq (at_ (coef r)) M) (cut r)).
Proof.
move=> [ns [c0 k0] hd] sM; split => //; first by split => //= n; rewrite at_resize.
apply: (dom_trans hd) => p q p0 q0; rewrite !hs_lat //=; last by move=> n; rewrite at_resize.
rewrite size_mkseq; apply: Rplus_le_compat_l; apply: Req_le.
rewrite (@psum_ext M _ (fun n => at_ (coef r) n * weight (first y (start r)) y p q n)); last first.
  by move=> n _; rewrite at_resize.
set F := fun n => _; have sF : supp M F by move=> n /sM h; rewrite /F h; ring.
have sG : supp (size (coef r)) F by move=> n /(@at_supp _) h; rewrite /F h; ring.
by rewrite -(psum_supp sG (leq_addl M _)) (psum_supp sF (leq_addr _ M)).
Qed.

Lemma covered_size s r : covered y s r -> exists r0,
  [/\ [/\ upper y s r0, start r0 = start r & size (coef r0) = size (coef r)],
      (forall n, at_ (coef r0) n <= at_ (coef r) n), cut r0 <= cut r & sumR (coef r0) + cut r0 = 1].
Proof.
move=> [r0 [u hs hc hk ht]]; have [_ [c0 _] _] := u.
have sM : supp (size (coef r)) (at_ (coef r0)).
  by move=> n /(@at_supp _) h; have := hc n; have := c0 n; rewrite h; lra.
exists (Row (start r0) (mkseq (at_ (coef r0)) (size (coef r))) (cut r0)); split => //=.
- by split => //; [exact: upper_resize | rewrite size_mkseq].
- by move=> n; rewrite at_resize.
- by rewrite sumR_mkseq sumR_supp.
Qed.

Theorem covered_weaken s r r' : covered y s r -> start r' = start r ->
  (forall n, at_ (coef r) n <= at_ (coef r') n) -> cut r <= cut r' -> covered y s r'.
Proof.
move=> [r0 [u hs hc hk ht]] e h1 h2; exists r0; split => //; first by rewrite e.
- by move=> n; apply: Rle_trans (h1 n).
- lra.
Qed.

(* the label l a stands for the loss (start + l a) h, which is at least the loss of a *)
Theorem covered_atoms (D : fpair) (l : atom D -> option nat) r : nneg D -> totP D = 1 ->
  (forall a n, l a = Some n -> (n < size (coef r))%N) ->
  (forall a n, l a = Some n -> powerRZ y (start r + Z.of_nat n) * mP D a <= mQ D a) ->
  (forall n, (n < size (coef r))%N -> law l (mP D) n <= at_ (coef r) n) ->
  linf l (mP D) <= cut r -> covered y [:: D] r.
Proof.
move=> nD tP hl hloss hc hk; have [P0 _] := nD; set N := size (coef r) in hl hc *.
have tot : linf l (mP D) + psum N (law l (mP D)) = 1.
  rewrite -tP /totP psum_law /linf -rsumD; apply: eq_bigr => a _.
  by case e : (l a) => [n|] /=; [rewrite (hl _ _ e) /=|]; ring.
have l0 n : 0 <= law l (mP D) n by exact: law_ge0.
exists (Row (start r) (mkseq (law l (mP D)) N) (linf l (mP D))); split => //=.
- apply: (upper_atoms y0 nD (l := l)) => //=.
  + split => /=; last exact: linf_ge0.
    by move=> n; rewrite at_mkseq; case: ltnP => _; [exact: l0 | lra].
  + rewrite size_mkseq (@psum_ext N _ (law l (mP D))); last first.
      by move=> n h; rewrite at_mkseq h Rmin_left //; lra.
    have : total (mP D) = 1 := tP; lra.
- move=> n; rewrite at_mkseq; case: ltnP => h; first exact: hc.
  by rewrite at_supp //; lra.
- by rewrite sumR_mkseq; lra.
Qed.

(* the same from a row that is known to dominate: RowRules.upper_dots, Leaves.upper_approx_dp *)
Theorem covered_leaf s r r' : upper y s r -> sumR (coef r) + cut r = 1 -> start r' = start r ->
  (forall n, at_ (coef r) n <= at_ (coef r') n) -> cut r <= cut r' -> covered y s r'.
Proof. by move=> u t e h1 h2; exists r; split. Qed.

(* the larger the masses at infinity, the larger 1 - (1 - c)(1 - c'), up to 1 *)
Theorem covered_compose s s' r r' r'' : covered y s r -> covered y s' r' ->
  start r'' = (start r + start r')%Z ->
  (forall n, convl (coef r) (coef r') n <= at_ (coef r'') n) ->
  1 - (1 - Rmin 1 (cut r)) * (1 - Rmin 1 (cut r')) <= cut r'' ->
  covered y (s ++ s') r''.
Proof.
move=> [a [ua sa ca ka ta]] [b [ub sb cb kb tb]] hst hc hk.
have [_ [a0 ka0] _] := ua; have [_ [b0 kb0] _] := ub.
set N := (size (coef a) + size (coef b))%N.
have cv n : 0 <= convl (coef a) (coef b) n by exact: conv_ge0.
have sN : supp N (convl (coef a) (coef b)).
  by move=> n h; exact: (conv_supp (@at_supp _) (@at_supp _) h).
pose c := mkseq (convl (coef a) (coef b)) N.
have atc n : at_ c n = convl (coef a) (coef b) n by rewrite at_mkseq; case: ltnP => // /sN ->.
have sA : sumR (coef a) = 1 - cut a by lra.
have sB : sumR (coef b) = 1 - cut b by lra.
have sc : sumR c = (1 - cut a) * (1 - cut b).
  by rewrite sumR_mkseq /N (conv_total (@at_supp _) (@at_supp _)) -/(sumR (coef a)) -/(sumR (coef b)) sA sB.
have qa : 0 <= sumR (coef a) by apply: psum_ge0.
have qb : 0 <= sumR (coef b) by apply: psum_ge0.
exists (Row (start r'') c (1 - (1 - cut a) * (1 - cut b))); split => //=.
- apply: (upper_compose_kept (m := 0) y0 ua ub) => /=.
  + by split => /=; [move=> n; rewrite atc | nra].
  + by rewrite hst sa sb Z.add_0_r.
  + rewrite ta tb (@psum_ext _ _ (at_ c)); last by (move=> n _; rewrite atc add0n Rmin_left //; lra).
    by rewrite -/(sumR c) sc; lra.
- by move=> n; rewrite atc; apply: Rle_trans (hc n); apply: conv_le => i; split.
- apply: Rle_trans hk.
  have ma : cut a <= Rmin 1 (cut r) by apply: Rmin_glb; lra.
  have mb : cut b <= Rmin 1 (cut r') by apply: Rmin_glb; lra.
  have := Rmin_l 1 (cut r); have := Rmin_l 1 (cut r'); nra.
- by rewrite sc; lra.
Qed.

(* the first `kept` losses are kept *)
Theorem covered_above s r r' kept : covered y s r -> (kept <= size (coef r))%N -> start r' = start r ->
  (forall n, (n < kept)%N -> at_ (coef r) n <= at_ (coef r') n) -> coefs_ok (coef r') ->
  cut r + (sumR (coef r) - psum kept (at_ (coef r))) <= cut r' ->
  covered y s r'.
Proof.
move=> /covered_size [r0 [[u hs hz] hc hk ht]] hN e h1 ok hcut.
have [_ [c0 k0] _] := u; set N := size (coef r) in hN hz hcut *.
have lost f : psum N f - psum kept f = psum (N - kept) (fun n => f (kept + n)%N).
  by rewrite -{1}(subnKC hN) psum_cat; ring.
pose d n := if (n < kept)%N then at_ (coef r0) n else 0.
have d0 n : 0 <= d n by rewrite /d; case: ifP => _; [exact: c0 | lra].
have ed : psum N d = psum kept (at_ (coef r0)).
  rewrite -(subnKC hN) psum_cat [X in _ + X]/psum big1 ?Rplus_0_r => [|i _]; last first.
    by rewrite /d ltnNge leq_addr.
  by apply: psum_ext => n h; rewrite /d h.
have s0 : sumR (coef r0) = psum N (at_ (coef r0)) by rewrite /sumR hz.
have m0 : 0 <= psum N (at_ (coef r0)) - psum kept (at_ (coef r0)) by rewrite lost; apply: psum_ge0.
exists (Row (start r) (mkseq d N) (cut r0 + (psum N (at_ (coef r0)) - psum kept (at_ (coef r0))))).
split => //=.
- apply: (upper_round (m := 0) y0 u) => /=.
  + split => /=; last lra.
    by move=> n; rewrite at_mkseq; case: ifP => _; [exact: d0 | lra].
  + by rewrite hs Z.add_0_r.
  + by rewrite size_mkseq hz.
  + rewrite hz; apply: Rplus_le_compat_l; rewrite -ed -psumB; apply: psum_le => n h.
    rewrite /shift ltn0 subn0 at_mkseq h /d; case: ifP => _; last by rewrite Rminus_0_r pos_eq; [lra | exact: c0].
    by rewrite pos_eq; lra.
- move=> n; rewrite at_mkseq /d; case: ifP => _; last exact: ok.
  by case: ifP => [h|_]; [apply: Rle_trans (h1 _ h) | exact: ok].
- apply: Rle_trans hcut; apply: Rplus_le_compat => //; rewrite /sumR lost -/N lost.
  by apply: psum_le.
- by rewrite sumR_mkseq ed; lra.
Qed.

(* the first `below` losses move up to the next one *)
Theorem covered_below s r r' below : y <= 1 -> covered y s r -> (below < size (coef r))%N ->
  start r' = (start r + Z.of_nat below)%Z ->
  psum below.+1 (at_ (coef r)) <= at_ (coef r') 0 ->
  (forall n, (0 < n)%N -> at_ (coef r) (below + n) <= at_ (coef r') n) -> cut r <= cut r' ->
  covered y s r'.
Proof.
move=> y1 /covered_size [r0 [[u hs hz] hc hk ht]] hN e h0 h1 hcut.
have [_ [c0 k0] _] := u; set N := size (coef r) in hN hz *; set f := at_ (coef r0) in hc c0 *.
pose d n := if (n < below)%N then 0 else if n == below then psum below.+1 f else f n.
have d0 n : 0 <= d n.
  by rewrite /d; case: ifP => _; [lra | case: ifP => _; [exact: psum_ge0 | exact: c0]].
have small t : (t <= below)%N -> psum t d = 0.
  by move=> h; rewrite /psum big1 // => i _; rewrite /d (leq_trans (ltn_ord i) h).
have large t : (below < t)%N -> psum t d = psum t f.
  move=> /subnKC <-; rewrite !psum_cat; congr (_ + _).
    by rewrite psumS small // /d ltnn eqxx; ring.
  by apply: psum_ext => n _; rewrite /d !addSn ltnNge (leq_trans (leq_addr n below)) //= gtn_eqF // ltnS leq_addr.
have sd : sumR (mkseq d N) = sumR (coef r0) by rewrite sumR_mkseq large // /sumR hz.
have moved : upper y s (Row (start r0) (mkseq d N) (cut r0)).
  apply: (upper_tail y0 y1 u) => //=; try lra.
  - by split => //= n; rewrite at_mkseq; case: ifP => _; [exact: d0 | lra].
  - by rewrite size_mkseq hz.
  - move=> t; rewrite hz => tN; rewrite sd; apply: Rplus_le_compat_l; apply: Rplus_le_compat_l.
    apply: Ropp_le_contravar; rewrite (@psum_ext t _ d); last first.
      by move=> n h; rewrite at_mkseq (leq_trans h tN).
    by case: (leqP t below) => h; [rewrite small //; apply: psum_ge0 | rewrite large //; exact: Rle_refl].
pose g n := d (below + n)%N.
have eg : psum (N - below) g = psum N d.
  by rewrite -[in RHS](subnKC (ltnW hN)) psum_cat small // Rplus_0_l.
exists (Row (start r') (mkseq g (N - below)) (cut r0)); split => //=.
- apply: (upper_round (m := below) y0 moved) => //=.
  + by split => //= n; rewrite at_mkseq; case: ifP => _; [exact: d0 | lra].
  + by rewrite e hs.
  + by rewrite !size_mkseq subnKC // ltnW.
  + rewrite size_mkseq /psum big1 ?Rplus_0_r; first lra.
    move=> i _; rewrite at_mkseq ltn_ord /shift; case: ltnP => h; first by rewrite /d h pos_eq0; lra.
    by rewrite at_mkseq (ltn_sub2r hN (ltn_ord i)) /g subnKC // pos_eq0; lra.
- move=> n; rewrite at_mkseq; case: ltnP => h.
    rewrite /g /d ltnNge leq_addr /=; case: n h => [|n] h.
      by rewrite addn0 eqxx; apply: Rle_trans h0; apply: psum_le => i _.
    by rewrite -[X in _ == X]addn0 eqn_add2l /=; apply: Rle_trans (h1 n.+1 _).
  case: n h => [|n] h; first by move: h; rewrite leqn0 subn_eq0 leqNgt hN.
  by apply: Rle_trans (h1 n.+1 _) => //; apply: Rle_trans (hc _); exact: c0.
- lra.
- by rewrite sumR_mkseq eg large // -hz -/(sumR (coef r0)).
Qed.

Theorem covered_ledger s s' r : nnegs s -> List.Forall2 dom s s' -> covered y s' r -> covered y s r.
Proof. by move=> ns hd [r0 [u *]]; exists r0; split => //; exact: upper_ledger hd u. Qed.

Theorem covered_read s r x (v : seq R) : covered y s r -> 0 <= x -> (forall i, 0 <= at_ v i) ->
  (forall i, (i < size (coef r))%N -> Rmax 0 (1 - x * powerRZ y (start r + Z.of_nat i)) <= at_ v i) ->
  delta x (prods s) <= cut r + psum (size (coef r)) (fun i => at_ (coef r) i * at_ v i).
Proof.
move=> /covered_size [r0 [[u hs hz] hc hk _]] x0 v0 hv.
apply: (Rle_trans _ _ _ (upper_read (v := v) y0 u x0 _)); first by move=> i; rewrite hz hs; exact: hv.
by rewrite hz; apply: Rplus_le_compat => //; apply: psum_le => i _; apply: Rmult_le_compat_r.
Qed.
End Upper.

(* ---------- test rows ---------- *)
(* what every test rejects: `al`; it has no label *)
Definition lal (T : finType) (al : T -> bool) (a : T) : option nat := if al a then None else Some 0%N.

Definition counted (s : seq fpair) (p q : nat -> R) (pi qi : R) :=
  exists (D : fpair) (l : atom D -> option nat) (al : atom D -> bool),
  [/\ nneg D /\ D <=d prods s /\ nnegs s, totP D = 1 /\ totQ D = 1, (forall a, al a -> l a = None),
      (forall n, 0 <= p n <= law l (mP D) n) /\ (forall n, law l (mQ D) n <= q n)
    & 0 <= pi <= linf (lal al) (mP D) /\ linf (lal al) (mQ D) <= qi].

Lemma linf_lal (T : finType) (al : T -> bool) (m : T -> R) : linf (lal al) m = \rsum_(a : T) (ind (al a) * m a).
Proof. by apply: eq_bigr => a _; rewrite /lal; case: (al a). Qed.
Lemma linf_lal_le (T : finType) (al : T -> bool) (m : T -> R) : nonneg m -> linf (lal al) m <= total m.
Proof. by move=> m0; have := law_total (lal al) m0 0; rewrite psum0; lra. Qed.

Theorem counted_leaf (D : fpair) (l : atom D -> option nat) (al : atom D -> bool) p q pi qi :
  nneg D -> totP D = 1 -> totQ D = 1 -> (forall a, al a -> l a = None) ->
  (forall n, 0 <= p n <= law l (mP D) n) -> (forall n, law l (mQ D) n <= q n) ->
  0 <= pi <= linf (lal al) (mP D) -> linf (lal al) (mQ D) <= qi -> counted [:: D] p q pi qi.
Proof.
move=> nD tP tQ hal hp hq hi hj; exists D, l, al; split => //; split => //; split; last by constructor.
exact: deq_dom' (prods1 D).
Qed.

Theorem counted_weaken s p q pi qi p' q' pi' qi' : counted s p q pi qi ->
  (forall n, 0 <= p' n <= p n) -> (forall n, q n <= q' n) -> 0 <= pi' <= pi -> qi <= qi' ->
  counted s p' q' pi' qi'.
Proof.
move=> [D [l [al [h1 h2 h3 [hp hq] [hi hj]]]]] kp kq ki kj; exists D, l, al; split => //; split.
- by move=> n; have := hp n; have := kp n; lra.
- by move=> n; have := hq n; have := kq n; lra.
- lra.
- lra.
Qed.

Theorem counted_compose s s' p q pi qi p' q' pi' qi' p'' q'' pi'' qi'' :
  counted s p q pi qi -> counted s' p' q' pi' qi' ->
  (forall n, 0 <= p'' n <= conv p p' n) -> (forall n, conv q q' n <= q'' n) ->
  0 <= pi'' <= 1 - (1 - pi) * (1 - pi') -> 1 - (1 - Rmin 1 qi) * (1 - Rmin 1 qi') <= qi'' ->
  counted (s ++ s') p'' q'' pi'' qi''.
Proof.
move=> [D [l [al [[nD [hD ns]] [tP tQ] hal [hp hq] [[i0 hi] hj]]]]].
move=> [D' [l' [al' [[nD' [hD' ns']] [tP' tQ'] hal' [hp' hq'] [[i0' hi'] hj']]]]] h1 h2 [h3a h3] h4.
have [P0 Q0] := nD; have [P0' Q0'] := nD'.
pose al2 (a : atom (prod2 D D')) := al a.1 || al' a.2.
have E m : linf (lal al2) m = linf (lprod (lal al) (lal al')) m.
  by apply: eq_bigr => -[a b] _; rewrite /lal /lprod /al2 /=; case: (al a); case: (al' b).
have b1 := linf_lal_le al P0; have b1' := linf_lal_le al' P0'.
have b2 := linf_lal_le al Q0; have b2' := linf_lal_le al' Q0'.
have g1 := linf_ge0 (lal al) Q0; have g1' := linf_ge0 (lal al') Q0'.
have uP : total (mP D) = 1 := tP. have uP' : total (mP D') = 1 := tP'.
have uQ : total (mQ D) = 1 := tQ. have uQ' : total (mQ D') = 1 := tQ'.
exists (prod2 D D'), (lprod l l'), al2; split.
- split; first exact: nneg_prod2. split; last by apply/List.Forall_app; split.
  apply: (dom_trans (dom_prod2 nD' (nneg_prods ns) hD hD')).
  by move=> u v _ _; rewrite hs_prods_cat; lra.
- by rewrite totP_prod2 totQ_prod2 tP tP' tQ tQ'; split; lra.
- move=> [a b]; rewrite /al2 /lprod /=; case ea : (al a) => /=; first by rewrite (hal _ ea).
  by move=> eb; rewrite (hal' _ eb) /ladd; case: (l a).
- split=> n.
  + have [k1 k2] := h1 n; split=> //; apply: (Rle_trans _ _ _ k2).
    rewrite [law _ _ _](law_prod l l' (mP D) (mP D')); apply: conv_le => j; [exact: hp | exact: hp'].
  + apply: Rle_trans (h2 n); rewrite [law _ _ _](law_prod l l' (mQ D) (mQ D')).
    by apply: conv_le => j; split; [exact: law_ge0 | exact: hq | exact: law_ge0 | exact: hq'].
- have F1 := linf_prod (lal al) (lal al') (mP D) (mP D'); rewrite uP uP' in F1.
  have F2 := linf_prod (lal al) (lal al') (mQ D) (mQ D'); rewrite uQ uQ' in F2.
  have G1 : linf (lal al2) (mP (prod2 D D'))
      = linf (lal al) (mP D) * 1 + (1 - linf (lal al) (mP D)) * linf (lal al') (mP D') by rewrite E; exact: F1.
  have G2 : linf (lal al2) (mQ (prod2 D D'))
      = linf (lal al) (mQ D) * 1 + (1 - linf (lal al) (mQ D)) * linf (lal al') (mQ D') by rewrite E; exact: F2.
  rewrite G1 G2; split; first by split; nra.
  apply: Rle_trans h4.
  have c1 : linf (lal al) (mQ D) <= Rmin 1 qi by apply: Rmin_glb; lra.
  have c2 : linf (lal al') (mQ D') <= Rmin 1 qi' by apply: Rmin_glb; lra.
  have := Rmin_l 1 qi; have := Rmin_l 1 qi'; nra.
Qed.

(* of the labels below N the first `kept` are kept, the others rejected by every test *)
Theorem counted_above s p q pi qi kept N pi' qi' : counted s p q pi qi -> (kept <= N)%N ->
  0 <= pi' <= pi + (psum N p - psum kept p) -> qi + (psum N q - psum kept q) <= qi' ->
  counted s (fun n => if (n < kept)%N then p n else 0) (fun n => if (n < kept)%N then q n else 0) pi' qi'.
Proof.
move=> [D [l [al [h1 h2 hal [hp hq] [hi hj]]]]] kN hi' hj'; have [[P0 Q0] _] := h1.
pose l' a := if below kept (l a) then l a else None.
pose al' a := al a || (below N (l a) && ~~ below kept (l a)).
have law' m n : law l' m n = if (n < kept)%N then law l m n else 0.
  rewrite /law /l'; case: ltnP => h; last first.
    rewrite big1 // => a _; case e : (l a) => [i|] /=; last by rewrite /ind /=; ring.
    case: (ltnP i kept) => hb; last by rewrite /ind /=; ring.
    have -> : (Some i == Some n) = false by apply/eqP => -[ei]; move: hb; rewrite ei ltnNge h.
    by rewrite /ind; ring.
  apply: eq_bigr => a _; case e : (l a) => [i|] //=; case: (ltnP i kept) => // hb.
  have -> : (Some i == Some n) = false by apply/eqP => -[ei]; move: hb; rewrite ei leqNgt h.
  by rewrite /ind /=.
have inf' m : linf (lal al') m = linf (lal al) m + (psum N (law l m) - psum kept (law l m)).
  rewrite !linf_lal !psum_law -rsumB -rsumD; apply: eq_bigr => a _; rewrite /al'.
  case e : (l a) => [n|] /=; last by case: (al a) => /=; ring.
  have na : al a = false by apply/negP => /hal; rewrite e.
  rewrite na /=; case: (ltnP n kept) => h /=; first by rewrite (leq_trans h kN) /=; ring.
  by case: (n < N)%N => /=; ring.
have tail f : psum N f - psum kept f = psum (N - kept) (fun n => f (kept + n)%N).
  by rewrite -{1}(subnKC kN) psum_cat; ring.
exists D, l', al'; split => //.
- move=> a; rewrite /al' /l' => /orP [/hal ->|/andP [_ /negbTE ->]] //.
- split=> n; rewrite law'; case: ifP => _ //; try lra; exact: law_ge0.
- rewrite !inf'; move: hi' hj'; rewrite !tail => hi' hj'.
  have t1 : psum (N - kept) (fun n => p (kept + n)%N) <= psum (N - kept) (fun n => law l (mP D) (kept + n)).
    by apply: psum_le => n _; case: (hp (kept + n)%N).
  have t2 : psum (N - kept) (fun n => law l (mQ D) (kept + n)) <= psum (N - kept) (fun n => q (kept + n)%N).
    by apply: psum_le.
  by split; lra.
Qed.

(* the first `low` labels are rejected by no test *)
Theorem counted_below s p q pi qi low : counted s p q pi qi ->
  counted s (fun n => p (low + n)%N) (fun n => q (low + n)%N) pi qi.
Proof.
move=> [D [l [al [h1 h2 hal [hp hq] h5]]]].
pose l' a := if l a is Some n then if (n < low)%N then None else Some (n - low)%N else None.
have law' m n : law l' m n = law l m (low + n).
  apply: eq_bigr => a _; rewrite /l'; case: (l a) => [i|] //=; congr (ind _ * _).
  case: ltnP => h /=; apply/eqP/eqP => [|[e]] //.
  - by move: h; rewrite e ltnNge leq_addr.
  - by move=> -[<-]; rewrite subnKC.
  - by rewrite e addKn.
exists D, l', al; split => //.
- by move=> a /hal; rewrite /l' => ->.
- by split=> n; rewrite law'.
Qed.

Theorem counted_ledger s s' p q pi qi : nnegs s' -> List.Forall2 dom s s' ->
  counted s p q pi qi -> counted s' p q pi qi.
Proof.
move=> ns' hd [D [l [al [[nD [hD ns]] h2 h3 h4 h5]]]]; exists D, l, al; split => //; split => //; split => //.
exact: dom_trans hD (dom_prods ns ns' hd).
Qed.

(* labels above t are rejected, t itself with probability rho *)
Theorem counted_read s p q pi qi x t N rho : counted s p q pi qi -> 0 <= x -> 0 <= rho <= 1 -> (t < N)%N ->
  (pi + (psum N p - psum t.+1 p) + rho * p t) - x * (qi + (psum N q - psum t.+1 q) + rho * q t)
  <= delta x (prods s).
Proof.
move=> [D [l [al [[nD [hD _]] _ hal [hp hq] [[_ hi] hj]]]]] x0 r01 tN.
apply: Rle_trans (dom_delta hD x0).
pose phi a := if al a then 1 else if l a is Some n
  then (if (n < t)%N then 0 else if n == t then rho else if (n < N)%N then 1 else 0) else 0.
have phi01 : test phi.
  move=> a; rewrite /phi; case: (al a); first lra; case: (l a) => [n|]; last lra.
  by case: (n < t)%N; [lra | case: (n == t); [lra | case: (n < N)%N; lra]].
have value m : E m phi = linf (lal al) m + (psum N (law l m) - psum t.+1 (law l m)) + rho * law l m t.
  rewrite linf_lal !psum_law /law -rsumZ -rsumB -!rsumD; apply: eq_bigr => a _; rewrite /phi.
  case e : (l a) => [n|] /=; last by case: (al a) => /=; ring.
  have na : al a = false by apply/negP => /hal; rewrite e.
  have eqS : (Some n == Some t) = (n == t) by apply/eqP/eqP => [[]|->].
  rewrite na eqS ltnS /=; case: (ltngtP n t) => h /=.
  - by rewrite (ltn_trans h tN) /=; ring.
  - by case: (n < N)%N => /=; ring.
  - by rewrite h tN /=; ring.
have tail f : psum N f - psum t.+1 f = psum (N - t.+1) (fun n => f (t.+1 + n)%N).
  by rewrite -{1}(subnKC tN) psum_cat; ring.
apply: Rle_trans (test_bound x phi01); rewrite !value !tail.
have t1 : psum (N - t.+1) (fun n => p (t.+1 + n)%N) <= psum (N - t.+1) (fun n => law l (mP D) (t.+1 + n)).
  by apply: psum_le => n _; case: (hp (t.+1 + n)%N).
have t2 : psum (N - t.+1) (fun n => law l (mQ D) (t.+1 + n)) <= psum (N - t.+1) (fun n => q (t.+1 + n)%N).
  by apply: psum_le.
have [_ pt] := hp t; have qt := hq t.
have r1 := Rmult_le_compat_l _ _ _ (proj1 r01) pt; have r2 := Rmult_le_compat_l _ _ _ (proj1 r01) qt.
have := Rmult_le_compat_l _ _ _ x0 (Rplus_le_compat _ _ _ _ (Rplus_le_compat _ _ _ _ hj t2) r2).
lra.
Qed.

(* all labels below N are rejected: where the threshold is below the row. With N = 0, where it is above the row, none is *)
Theorem counted_read_all s p q pi qi x N : counted s p q pi qi -> 0 <= x ->
  (pi + psum N p) - x * (qi + psum N q) <= delta x (prods s).
Proof.
move=> [D [l [al [[nD [hD _]] _ hal [hp hq] [[_ hi] hj]]]]] x0.
apply: Rle_trans (dom_delta hD x0).
pose phi a := if al a then 1 else if l a is Some n then (if (n < N)%N then 1 else 0) else 0.
have phi01 : test phi by move=> a; rewrite /phi; case: (al a); first lra; case: (l a) => [n|]; last lra; case: ifP; lra.
have value m : E m phi = linf (lal al) m + psum N (law l m).
  rewrite linf_lal !psum_law -rsumD; apply: eq_bigr => a _; rewrite /phi.
  case e : (l a) => [n|] /=; last by case: (al a) => /=; ring.
  have na : al a = false by apply/negP => /hal; rewrite e.
  by rewrite na; case: (n < N)%N => /=; ring.
apply: Rle_trans (test_bound x phi01); rewrite !value.
have hP : psum N p <= psum N (law l (mP D)) by apply: psum_le => n _; case: (hp n).
have hQ : psum N (law l (mQ D)) <= psum N q by apply: psum_le => n _; exact: hq.
nra.
Qed.
