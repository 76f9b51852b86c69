(* The trade-off function of a ledger whose pairs are known exactly: from above by a test with a threshold of the likelihood
   ratio, from below by the line of delta there (Neyman & Pearson). Both are sound at any threshold, and equal at the right one. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From Verified Require Import Literal Claim Reader Outcomes Pairs Guarantee Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.

(* ---------- the test ---------- *)
(* rejects where P > r Q, and with probability rho where P = r Q; below, p and q of weight are those of Q and P *)
Definition weight (r rho p q : R) : R := if Rlt_dec (r * p) q then 1 else if Req_EM_T q (r * p) then rho else 0.
Definition rejected_P r rho p q : R := weight r rho q p * p.
Definition rejected_Q r rho p q : R := weight r rho q p * q.

Lemma weight_above r rho p q : r * p < q -> weight r rho p q = 1.
Proof. by rewrite /weight; case: Rlt_dec. Qed.
Lemma weight_on r rho p q : q = r * p -> weight r rho p q = rho.
Proof. by rewrite /weight => h; case: Rlt_dec => h'; [lra | case: Req_EM_T]. Qed.
Lemma weight_below r rho p q : q < r * p -> weight r rho p q = 0.
Proof. by rewrite /weight => h; case: Rlt_dec => h'; [lra | case: Req_EM_T => // h2; lra]. Qed.

Lemma weight01 r rho p q : 0 <= rho <= 1 -> 0 <= weight r rho p q <= 1.
Proof.
move=> h; case: (Rtotal_order (r * p) q) => [h'|[h'|h']].
- by rewrite weight_above //; lra.
- by rewrite weight_on.
- by rewrite weight_below //; lra.
Qed.

Lemma weight_same r rho a b a' b' : 0 <= a -> 0 <= b -> 0 <= a' -> 0 <= b' -> a * b' = a' * b -> 0 < a + b -> 0 < a' + b' ->
  weight r rho a b = weight r rho a' b'.
Proof.
move=> a0 b0 a0' b0' e n n'.
have E1 : (b - r * a) * a' = (b' - r * a') * a by have := f_equal (Rmult r) e; lra.
have E2 : (b - r * a) * b' = (b' - r * a') * b by have := f_equal (Rmult r) e; lra.
have E : (b - r * a) * (a' + b') = (b' - r * a') * (a + b) by lra.
case: (Rtotal_order (r * a) b) => [h|[h|h]].
- have h' : r * a' < b'.
    have : 0 < (b - r * a) * (a' + b') by apply: Rmult_lt_0_compat; lra.
    rewrite E => h'; case: (Rlt_le_dec (r * a') b') => // h2; exfalso; nra.
  by rewrite !weight_above.
- have h' : b' = r * a'.
    have : (b' - r * a') * (a + b) = 0 by rewrite -E -h; ring.
    by move=> /Rmult_integral [] *; lra.
  by rewrite (weight_on rho (esym h)) (weight_on rho h').
- have h' : b' < r * a'.
    have : 0 < (r * a - b) * (a' + b') by apply: Rmult_lt_0_compat; lra.
    move=> h'; case: (Rlt_le_dec b' (r * a')) => // h2; exfalso; nra.
  by rewrite !weight_below.
Qed.

Lemma weight_scale r rho c p q : 0 < c -> weight r rho (c * p) (c * q) = weight r rho p q.
Proof.
move=> c0; case: (Rtotal_order (r * p) q) => [h|[h|h]].
- by rewrite (weight_above rho h) weight_above //; nra.
- by rewrite (weight_on rho (esym h)) weight_on // -h; ring.
- by rewrite (weight_below rho h) weight_below //; nra.
Qed.

(* the mass of the rejected outcomes, under either distribution *)
Lemma rejected_linear r rho (m : R -> R -> R) : (forall a b a' b', m (a + a') (b + b') = m a b + m a' b') ->
  (forall c a b, m (c * a) (c * b) = c * m a b) -> linear (fun p q => weight r rho p q * m p q).
Proof.
move=> mD mZ; split=> [a b a' b' a0 b0 a0' b0' e|c a b c0 a0 b0].
- case: (Rle_lt_or_eq_dec 0 (a + b)) => [|n|n]; first lra; last first.
    have [-> ->] : a = 0 /\ b = 0 by split; lra.
    have m0 : m 0 0 = 0 by have := mZ 0 0 0; rewrite !Rmult_0_l.
    by rewrite !Rplus_0_l m0; ring.
  case: (Rle_lt_or_eq_dec 0 (a' + b')) => [|n'|n']; first lra; last first.
    have [-> ->] : a' = 0 /\ b' = 0 by split; lra.
    have m0 : m 0 0 = 0 by have := mZ 0 0 0; rewrite !Rmult_0_l.
    by rewrite !Rplus_0_r m0; ring.
  rewrite mD Rmult_plus_distr_l; congr (_ * _ + _ * _); apply: weight_same => //; try lra.
- rewrite mZ; case: (Rle_lt_or_eq_dec _ _ c0) => [c1|<-]; last by ring.
  by rewrite weight_scale //; ring.
Qed.
Lemma linear_swap F : linear F -> linear (fun p q => F q p).
Proof.
move=> h; split=> [a b a' b' a0 b0 a0' b0' e|c a b c0 a0 b0]; last exact: (homogeneous h).
by apply: (additive h) => //; lra.
Qed.
Lemma rejected_P_linear r rho : linear (rejected_P r rho).
Proof. by apply: (linear_swap (rejected_linear r rho (m := fun _ q => q) _ _)) => *; ring. Qed.
Lemma rejected_Q_linear r rho : linear (rejected_Q r rho).
Proof. by apply: (linear_swap (rejected_linear r rho (m := fun p _ => p) _ _)) => *; ring. Qed.

(* ---------- the program ---------- *)
(* the masses of the outcomes with m P > n Q, and of those with m P = n Q *)
Definition above (f : Z * Z -> Z) (n m : Z) (L : outcomes) : Z :=
  foldr (fun c s => if (n * c.2 <? m * c.1)%Z then f c + s else s)%Z 0%Z L.
Definition on (f : Z * Z -> Z) (n m : Z) (L : outcomes) : Z :=
  foldr (fun c s => if (n * c.2 =? m * c.1)%Z then f c + s else s)%Z 0%Z L.
(* the ratio P/Q = n/m at which the mass of Q above passes an/ad; outcomes are by decreasing P/Q *)
Fixpoint threshold (L : outcomes) (acc goal ad : Z) : option (Z * Z) :=
  match L with
  | [::] => None
  | c :: L' =>
      if (0 <? c.2)%Z && (goal <=? (acc + c.2) * ad)%Z then Some c else threshold L' (acc + c.2)%Z goal ad
  end.
(* beta at an/ad is at least the first and at most the second *)
Definition bounds_at (D : Z) (L : outcomes) (an ad n m : Z) : (Z * Z) * (Z * Z) :=
  let '(q, e) := (above snd n m L, on snd n m L) in
  let room := (an * D - q * ad)%Z in
  let '(rn, rd) := if (e * ad <=? room)%Z then (1, 1)%Z else (room, e * ad)%Z in
  ((D * m * ad - excess n m L * ad - n * an * D, D * m * ad), (D * rd - above fst n m L * rd - rn * on fst n m L, D * rd))%Z.
Definition is_test (D : Z) (L : outcomes) (an ad n m : Z) : bool :=
  let room := (an * D - above snd n m L * ad)%Z in
  [&& (0 <=? n)%Z, (0 <? m)%Z, (0 <=? room)%Z & (0 <=? on snd n m L)%Z].
Definition bounds_of (X : upair) (a : expr) : option ((Z * Z) * (Z * Z)) :=
  if rat a is Some (an, ad) then
    if threshold X.2 0 (an * X.1) ad is Some (n, m) then
      if is_test X.1 X.2 an ad n m then Some (bounds_at X.1 X.2 an ad n m) else None
    else None
  else None.
Definition beta_bounds (r : rows) (a : expr) : option ((Z * Z) * (Z * Z)) :=
  if is_small r then if exact_pair r is Some X then bounds_of X a else None else None.

Lemma above_correct f F n m rho L : (0 < m)%Z -> (forall c, F (IZR c.1) (IZR c.2) = IZR (f c)) ->
  H (fun p q => weight (IZR n / IZR m) rho q p * F p q) L 1 1 = IZR (above f n m L) + rho * IZR (on f n m L).
Proof.
move=> m0 hF; have mR := IZR_lt _ _ m0; rewrite /H; elim: L => [|c L IH] /=; first by ring.
rewrite IH !Rmult_1_l hF.
have E : IZR n / IZR m * IZR c.2 = IZR (n * c.2) / IZR m by rewrite mult_IZR; field; lra.
have E' : IZR c.1 = IZR (m * c.1) / IZR m by rewrite mult_IZR; field; lra.
have i0 : 0 < / IZR m by apply: Rinv_0_lt_compat.
case: (Z.ltb_spec (n * c.2) (m * c.1)) => h.
- case: (Z.eqb_spec (n * c.2) (m * c.1)) => h'; first lia.
  rewrite weight_above ?plus_IZR; first by ring.
  by rewrite E E'; apply: Rmult_lt_compat_r => //; exact: IZR_lt.
- case: (Z.eqb_spec (n * c.2) (m * c.1)) => h'.
  + by rewrite weight_on ?plus_IZR; [ring | rewrite E E' h'].
  + rewrite weight_below; first by ring.
    by rewrite E E'; apply: Rmult_lt_compat_r => //; apply: IZR_lt; lia.
Qed.

Lemma randomisation (room w : Z) : (0 <= room)%Z -> let rr := if (w <=? room)%Z then (1, 1)%Z else (room, w) in
  [/\ (0 < rr.2)%Z, (0 <= rr.1)%Z, (rr.1 <= rr.2)%Z & (rr.1 * w <= room * rr.2)%Z].
Proof. by case: (Z.leb_spec w room) => h r0; split=> /=; lia. Qed.

Theorem bounds_of_sound ks l X a low high : stand_for ks l -> represents X l -> bounds_of X a = Some (low, high) ->
  [/\ (0 < low.2)%Z /\ (0 < high.2)%Z, errors ks (value a) (frac_of low)
    & forall u, errors ks (value a) u -> u <= frac_of high].
Proof.
move=> st rX; have [x0 nX hX] := rX.
rewrite /bounds_of; case Ea: (rat a) => [[an ad]|] //.
case: threshold => [[n m]|] //; case Et: is_test => //.
case Eb: bounds_at => [L U] -[<- <-].
move: Et => /and4P [/Z.leb_le n0 /Z.ltb_lt m0 /Z.leb_le room0 /Z.leb_le e0].
have [ad0 va] := rat_sound _ _ Ea; rewrite /= in ad0 va.
have mR := IZR_lt _ _ m0; have nR := IZR_le _ _ n0; have adR := IZR_lt _ _ ad0; have xR := IZR_lt _ _ x0.
have x1 : 0 <= IZR n / IZR m by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
set q := above snd n m X.2 in room0 *; set e := on snd n m X.2 in e0 *.
set room := (an * X.1 - q * ad)%Z in room0 *.
(* the randomisation *)
pose rr := if (e * ad <=? room)%Z then (1, 1)%Z else (room, e * ad)%Z.
have [rd0 rn0 rnd lvl] : [/\ (0 < rr.2)%Z, (0 <= rr.1)%Z, (rr.1 <= rr.2)%Z & (rr.1 * (e * ad) <= room * rr.2)%Z].
  exact: randomisation.
have rdR := IZR_lt _ _ rd0; have rnR := IZR_le _ _ rn0; have rndR := IZR_le _ _ rnd.
have r01 : 0 <= IZR rr.1 / IZR rr.2 <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (IZR rr.2)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
move: Eb; rewrite /bounds_at -/q -/e -/room -/rr.
move: rr rd0 rn0 rnd lvl rdR rnR rndR r01 => [rn rd] /= rd0 rn0 rnd lvl rdR rnR rndR r01 [<- <-].
have lvlR : IZR rn * (IZR e * IZR ad) <= (IZR an * IZR X.1 - IZR q * IZR ad) * IZR rd.
  by have := IZR_le _ _ lvl; rewrite /room !mult_IZR minus_IZR !mult_IZR.
split=> //; first by split=> /=; nia.
- have h := @errors_from_delta _ _ st _ _ (value a) x1 (Rle_refl _); move: h.
  rewrite (excess_correct m0 n0 rX) => h.
  suff -> : frac_of (X.1 * m * ad - excess n m X.2 * ad - n * an * X.1, X.1 * m * ad)%Z
    = 1 - IZR (excess n m X.2) / IZR (X.1 * m) - IZR n / IZR m * value a by [].
  by rewrite va /frac_of /= !minus_IZR !mult_IZR; field; repeat split; lra.
- move=> u hu.
  have fP := hX _ (rejected_P_linear (IZR n / IZR m) (IZR rn / IZR rd)) 1 1 Rle_0_1 Rle_0_1.
  have fQ := hX _ (rejected_Q_linear (IZR n / IZR m) (IZR rn / IZR rd)) 1 1 Rle_0_1 Rle_0_1.
  rewrite (above_correct _ _ (f := fst) (F := fun p _ => p)) // in fP.
  rewrite (above_correct _ _ (f := snd) (F := fun _ q => q)) // -/q -/e in fQ.
  have := @errors_from_test _ _ st (fun p q => weight (IZR n / IZR m) (IZR rn / IZR rd) q p) (value a) u
    (fun p q => weight01 _ _ _ r01).
  rewrite -/(rejected_P _ _) -/(rejected_Q _ _).
  set FP := functional (rejected_P _ _) _ 1 1 in fP *; set FQ := functional (rejected_Q _ _) _ 1 1 in fQ *.
  have FQE : FQ = (IZR q + IZR rn / IZR rd * IZR e) / IZR X.1 by rewrite fQ; field; lra.
  have FPE : FP = (IZR (above fst n m X.2) + IZR rn / IZR rd * IZR (on fst n m X.2)) / IZR X.1 by rewrite fP; field; lra.
  have lev : FQ <= value a.
    rewrite FQE va; apply: (Rmult_le_reg_r (IZR X.1 * IZR ad * IZR rd)); first by repeat apply: Rmult_lt_0_compat.
    have -> : (IZR q + IZR rn / IZR rd * IZR e) / IZR X.1 * (IZR X.1 * IZR ad * IZR rd)
      = IZR q * IZR ad * IZR rd + IZR rn * (IZR e * IZR ad) by field; lra.
    have -> : IZR an / IZR ad * (IZR X.1 * IZR ad * IZR rd) = IZR an * IZR X.1 * IZR rd by field; lra.
    lra.
  move=> /(_ lev hu) h; apply: Rle_trans h _; apply: Req_le.
  by rewrite FPE /frac_of /= !minus_IZR !mult_IZR; field; lra.
Qed.

Theorem beta_bounds_sound r a low high : beta_bounds r a = Some (low, high) ->
  [/\ forall k, List.In k (steps r) -> proper k, (0 < low.2)%Z /\ (0 < high.2)%Z, errors (steps r) (value a) (frac_of low)
    & forall u, errors (steps r) (value a) u -> u <= frac_of high].
Proof.
rewrite /beta_bounds; case: is_small => //; case Ex: exact_pair => [X|] // h; have [rX pr] := exact_pair_sound Ex.
have rX' : represents X (map pair_of_kind (steps r)).
  by apply: alike_represents rX => F hF p q p0 q0; rewrite (steps_alike pr).
by have [h1 h2 h3] := bounds_of_sound (steps_stand pr) rX' h.
Qed.
