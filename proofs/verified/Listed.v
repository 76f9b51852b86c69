(* Steps whose pair is a list of outcomes: two distributions that are stated, and the pair of several constraints (eps,
   delta), which is computed and then checked. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Domination PostProcessing.
From Verified Require Import Literal Claim Reader Outcomes Pairs Guarantee Rational Between Errors.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never. Arguments Z.log2 : simpl never.

(* ---------- a list of outcomes as a pair ---------- *)
Definition total (f : Z * Z -> Z) (L : outcomes) : Z := foldr (fun c s => f c + s)%Z 0%Z L.
Definition is_pair (X : upair) : bool :=
  [&& (0 <? X.1)%Z, List.forallb (fun c => (0 <=? c.1) && (0 <=? c.2))%Z X.2, (total fst X.2 =? X.1)%Z
    & (total snd X.2 =? X.1)%Z].
Definition listed (X : upair) : pair := @Pair [finType of 'I_(size X.2)]
  (fun i => IZR (nth (0, 0)%Z X.2 i).1 / IZR X.1) (fun i => IZR (nth (0, 0)%Z X.2 i).2 / IZR X.1).

Lemma over_sum L F : \rsum_(i : 'I_(size L)) F (nth (0, 0)%Z L i) = over L F.
Proof.
rewrite /over; transitivity (\big[Rplus/0]_(c <- L) F c); last by rewrite unlock.
by rewrite (big_nth (0, 0)%Z) big_mkord.
Qed.
Lemma total_over f L : IZR (total f L) = over L (fun c => IZR (f c)).
Proof. by elim: L => [|c L IH] //=; rewrite plus_IZR IH. Qed.
Lemma listed_sum X F :
  \rsum_(i : letters (listed X)) F (law0 i) (law1 i) = over X.2 (fun c => F (IZR c.1 / IZR X.1) (IZR c.2 / IZR X.1)).
Proof. exact: (over_sum X.2 (fun c => F (IZR c.1 / IZR X.1) (IZR c.2 / IZR X.1))). Qed.

Section IsPair.
Variable X : upair.
Hypothesis ok : is_pair X.
Let D0 : (0 < X.1)%Z. Proof. by case/and4P: ok => /Z.ltb_lt. Qed.
Let DR : 0 < IZR X.1 := IZR_lt _ _ D0.
Lemma is_pair_nonneg : nonnegs X.2.
Proof. by case/and4P: ok => _ /List.forallb_forall h _ _ c /h /andP [/Z.leb_le h1 /Z.leb_le]. Qed.
Lemma listed_dist : dist_pair (listed X).
Proof.
have at_ i : (0 <= (nth (0, 0) X.2 i).1 /\ 0 <= (nth (0, 0) X.2 i).2)%Z.
  case: (leqP (size X.2) i) => h; first by rewrite nth_default.
  by apply: is_pair_nonneg; exact: In_nth.
have i0 : 0 < / IZR X.1 by apply: Rinv_0_lt_compat.
case/and4P: ok => _ _ /Z.eqb_eq t1 /Z.eqb_eq t2; split; split=> [i|].
- by case: (at_ i) => h _; apply: Rmult_le_pos; [exact: IZR_le | exact: Rlt_le].
- rewrite (listed_sum X (fun p _ => p)) (over_ext (G := fun c => / IZR X.1 * IZR c.1));
    last by move=> c _; rewrite Rmult_comm.
  by rewrite overZ -(total_over fst) t1 Rinv_l //; lra.
- by case: (at_ i) => _ h; apply: Rmult_le_pos; [exact: IZR_le | exact: Rlt_le].
- rewrite (listed_sum X (fun _ q => q)) (over_ext (G := fun c => / IZR X.1 * IZR c.2));
    last by move=> c _; rewrite Rmult_comm.
  by rewrite overZ -(total_over snd) t2 Rinv_l //; lra.
Qed.
Lemma listed_represents : represents X [:: listed X].
Proof.
split=> [//||F hF p q p0 q0]; first exact: is_pair_nonneg.
rewrite [functional _ _ _ _]/= (listed_sum X (fun u v => F (p * u) (q * v))) -overZ.
apply: over_ext => c /is_pair_nonneg [c1 c2].
have := IZR_le _ _ c1; have := IZR_le _ _ c2 => c2R c1R; have i0 : 0 < / IZR X.1 by apply: Rinv_0_lt_compat.
rewrite -(homogeneous hF); [|lra| |].
- by congr F; field; lra.
- by do 2 (apply: Rmult_le_pos => //); apply: Rlt_le.
- by do 2 (apply: Rmult_le_pos => //); apply: Rlt_le.
Qed.
Lemma listed_HS n m : (0 <= n)%Z -> (0 < m)%Z ->
  HS (IZR n / IZR m) (@law0 (listed X)) (@law1 (listed X)) = IZR (excess n m X.2) / IZR (X.1 * m).
Proof.
move=> n0 m0; rewrite -(excess_correct m0 n0 listed_represents) divergenceE HS_HS2.
by apply: eq_bigr => i _; rewrite /excess_of Rmult_1_l.
Qed.
End IsPair.

(* outcomes in the order of Outcomes.v *)
Fixpoint ordered (L : outcomes) : outcomes := if L is c :: L' then merge [:: c] (ordered L') else [::].
Lemma ordered_nonneg L : nonnegs L -> nonnegs (ordered L).
Proof.
elim: L => [|c L IH] h //; rewrite -[ordered _]/(merge [:: c] (ordered L)); apply: merge_nonneg.
- by move=> e [<-|[]]; apply: h; left.
- by apply: IH => e he; apply: h; right.
Qed.
Lemma ordered_represents X l : represents X l -> represents (X.1, ordered X.2) l.
Proof.
move=> [D0 nX hX]; split=> //=; first exact: ordered_nonneg.
move=> F hF p q p0 q0; rewrite -hX //; elim: X.2 nX => [|c L IH] h //.
have hL : nonnegs L by move=> e he; apply: h; right.
rewrite -[ordered _]/(merge [:: c] (ordered L)) H_merge //; [|by move=> e [<-|[]]; apply: h; left|exact: ordered_nonneg].
by rewrite IH // /H /=; ring.
Qed.

(* ---------- two distributions ---------- *)
(* limits of the work: the common denominator is computed step by step, and sorting multiplies such numbers n^2 times *)
Definition max_outcomes : Z := 1000.
Definition max_unit_bits : Z := 2 ^ 14.
Definition lcm_of (D : Z) (e : expr) : Z :=
  if rat e is Some (_, b) then if (Z.log2 D + Z.log2 b <=? max_unit_bits)%Z then (D / Z.gcd D b * b)%Z else 0%Z else 0%Z.
Definition in_units (D : Z) (e : expr) : option Z :=
  if rat e is Some (a, b) then if (D mod b =? 0)%Z then Some (a * (D / b))%Z else None else None.
Fixpoint outcomes_of (D : Z) (p q : seq expr) : option outcomes :=
  match p, q with
  | [::], [::] => Some [::]
  | e :: p', f :: q' =>
      match in_units D e, in_units D f, outcomes_of D p' q' with
      | Some u, Some v, Some L => Some ((u, v) :: L)
      | _, _, _ => None
      end
  | _, _ => None
  end.
Definition finite_pair (p q : seq expr) : option upair :=
  if (Z.of_nat (List.length p) <=? max_outcomes)%Z && (Z.of_nat (List.length q) <=? max_outcomes)%Z then
    let D := foldl lcm_of 1%Z (p ++ q) in
    if (Z.of_nat (List.length p) ^ 2 * Z.log2 D <=? 2 ^ 26)%Z then
      if outcomes_of D p q is Some L then if is_pair (D, L) then Some (D, L) else None else None
    else None
  else None.

Lemma in_units_sound D e u : (0 < D)%Z -> in_units D e = Some u -> value e = IZR u / IZR D.
Proof.
rewrite /in_units => D0; case Ee: (rat e) => [[a b]|] //; case: Z.eqb_spec => // m [<-].
have [b0 ->] := rat_sound _ _ Ee; rewrite /= in b0 *; have bR := IZR_lt _ _ b0; have DR := IZR_lt _ _ D0.
have -> : IZR D = IZR b * IZR (D / b) by rewrite -mult_IZR -Z_div_exact_full_2 //; lia.
have k0 : IZR (D / b) <> 0.
  move=> h; have : IZR D = IZR b * IZR (D / b) by rewrite -mult_IZR -Z_div_exact_full_2 //; lia.
  by rewrite h; lra.
by rewrite mult_IZR; field; split; lra.
Qed.
Lemma outcomes_of_sound D p q L : (0 < D)%Z -> outcomes_of D p q = Some L ->
  [/\ size p = size q, nonnegs L -> forall e, List.In e p \/ List.In e q -> 0 <= value e,
      foldr (fun e s => value e + s) 0 p = IZR (total fst L) / IZR D /\
      foldr (fun e s => value e + s) 0 q = IZR (total snd L) / IZR D
    & forall x, delta_at x p q = over L (fun c => pos (IZR c.1 / IZR D - x * (IZR c.2 / IZR D)))].
Proof.
move=> D0; have DR := IZR_lt _ _ D0; have i0 : 0 < / IZR D by apply: Rinv_0_lt_compat.
elim: p q L => [|e p IH] [|f q] L //=.
  by move=> [<-]; split=> //=; [move=> _ e [] | rewrite /Rdiv Rmult_0_l].
case Eu: in_units => [u|] //; case Ev: in_units => [v|] //; case El: outcomes_of => [L'|] // [<-].
have [h1 h2 [h3 h4] h5] := IH _ _ El; have eu := in_units_sound D0 Eu; have ev := in_units_sound D0 Ev; split=> /=.
- by rewrite h1.
- move=> n; have [u0 v0] := n _ (or_introl erefl); have {}h2 := h2 (fun c hc => n c (or_intror hc)).
  have u0R := IZR_le _ _ u0; have v0R := IZR_le _ _ v0; rewrite /= in u0R v0R.
  move=> g [[<-|hg]|[<-|hg]]; [|by apply: h2; left| |by apply: h2; right].
  + by rewrite eu; apply: Rmult_le_pos => //; exact: Rlt_le.
  + by rewrite ev; apply: Rmult_le_pos => //; exact: Rlt_le.
- by rewrite h3 h4 eu ev !plus_IZR /Rdiv !Rmult_plus_distr_r.
- by move=> x; have := h5 x; rewrite /delta_at /= => ->; rewrite eu ev.
Qed.
Lemma finite_pair_sound p q X : finite_pair p q = Some X ->
  [/\ in_domain (FinitePair p q), is_pair X & stands_for (FinitePair p q) (listed X)].
Proof.
rewrite /finite_pair; case: andP => // _; set D := foldl _ _ _; case: ifP => // _.
case E: outcomes_of => [L|] //; case ok: is_pair => // -[<-].
have /and4P [/Z.ltb_lt D0 _ /Z.eqb_eq t1 /Z.eqb_eq t2] := ok; rewrite /= in D0 t1 t2; have DR := IZR_lt _ _ D0.
have [h1 h2 [h3 h4] h5] := outcomes_of_sound D0 E; have {}h2 := h2 (is_pair_nonneg ok).
have hs x : HS x (@law0 (listed (D, L))) (@law1 (listed (D, L))) = delta_at x p q.
  by rewrite h5 /HS (listed_sum (D, L) (fun u v => Rmax 0 (u - x * v))).
split=> //.
- split=> //; split; try by move=> e he; apply: h2; auto.
  + by rewrite h3 t1 /Rdiv Rinv_r //; lra.
  + by rewrite h4 t2 /Rdiv Rinv_r //; lra.
- split; first exact: listed_dist.
  + move=> A P Q [P0 _] [Q0 _] a.
    apply: (proj2 (@domP (FP P Q) (FP (@law0 (listed (D, L))) (@law1 (listed (D, L)))) _)) => //.
    by move=> x x0; rewrite /delta hs; apply/DP_HS; exact: a.
  + by move=> A f inj x x0; apply: DP_spread => //; apply/DP_HS; rewrite hs; apply: Rle_refl.
Qed.

(* ---------- several constraints ---------- *)
(* The points at which the constraints bound delta as a function of x = e^eps: P against Q, and by duality Q against P. Their
   lower convex hull is the candidate; what is found is checked, so that nothing about the search has to be proved. *)
Definition reduced (q : Z * Z) : Z * Z := let g := Z.gcd q.1 q.2 in if (g =? 0)%Z then q else (q.1 / g, q.2 / g)%Z.
Definition minus (a b : Z * Z) : Z * Z := reduced (a.1 * b.2 - b.1 * a.2, a.2 * b.2)%Z.
Definition mult (a b : Z * Z) : Z * Z := reduced (a.1 * b.1, a.2 * b.2)%Z.
Definition over_by (a b : Z * Z) : Z * Z := reduced (a.1 * b.2, a.2 * b.1)%Z.
Definition point : Type := (Z * Z) * (Z * Z).
Record bound := Bound { ba : Z; bb : Z; bn : Z; bd : Z }.   (* e^eps = ba/bb, delta = bn/bd *)
Definition points (c : bound) : seq point :=
  [:: ((ba c, bb c), (bn c, bd c)); ((bb c, ba c), reduced ((ba c - bb c) * bd c + bb c * bn c, ba c * bd c))]%Z.
Fixpoint insert (c : point) (l : seq point) : seq point :=
  if l is e :: l' then if zle c.1 e.1 then c :: l else e :: insert c l' else [:: c].
(* from the right: the point before last is left out unless it is below the line of its neighbours *)
Fixpoint push (c : point) (h : seq point) : seq point :=
  match h with
  | [::] => [:: c]
  | b :: h' =>
      if h' is a :: _ then
        if zlt (mult (minus b.2 a.2) (minus c.1 b.1)) (mult (minus c.2 b.2) (minus b.1 a.1)) then c :: h else push c h'
      else c :: h
  end.
Definition lowest (h : seq point) : Z * Z := if h is b :: _ then b.2 else (1, 1)%Z.
Definition hull (l : seq point) : seq point :=
  foldl (fun h c => if zlt c.2 (lowest h) then push c h else h) [:: ((0, 1), (1, 1))%Z] (foldr insert [::] l).
(* the mass under Q of a corner is the change of the slope there *)
Fixpoint corners (h : seq point) (slope : Z * Z) : seq point :=
  match h with
  | b :: ((a :: _) as h') =>
      let s := over_by (minus b.2 a.2) (minus b.1 a.1) in let q := minus slope s in (mult b.1 q, q) :: corners h' s
  | _ => [:: ((0, 1)%Z, minus slope (- 1, 1)%Z)]
  end.
Definition candidate (l : seq point) : upair :=
  let h := hull l in
  let L := (lowest h, (0, 1)%Z) :: corners h (0, 1)%Z in
  let D := foldl (fun D c => Z.lcm (Z.lcm D c.1.2) c.2.2) 1%Z L in
  (D, filter (fun e => ~~ ((e.1 =? 0) && (e.2 =? 0))) [seq (c.1.1 * (D / c.1.2), c.2.1 * (D / c.2.2)) | c <- L])%Z.

(* limits of the work: of the numbers in a constraint, and of the common denominator, which is multiplied a few thousand times *)
Definition max_bound_bits : Z := 2 ^ 12.
Definition max_pair_bits : Z := 2 ^ 16.
(* e^eps has to be rational *)
Definition bound_of (c : expr * expr) : option bound :=
  match eratio c.1, rat c.2 with
  | Some (a, b), Some (n, d) =>
      if [&& (bits a b <=? max_bound_bits)%Z, (bits n d <=? max_bound_bits)%Z, (b <=? a)%Z, (0 <=? n)%Z & (n <=? d)%Z]
      then Some (Bound a b n d) else None
  | _, _ => None
  end.
(* the pair meets the constraint, in both directions *)
Definition meets (X : upair) (c : bound) : bool :=
  (excess (ba c) (bb c) X.2 * bd c <=? bn c * X.1 * bb c)%Z
  && ((bb c * X.1 - ba c * X.1 + excess (bb c) (ba c) X.2) * bd c <=? bn c * X.1 * bb c)%Z.
(* at the ratio of an outcome the pair is not below what a constraint allows *)
Definition is_reached (X : upair) (bs : seq bound) (e : Z * Z) : bool :=
  [|| (e.1 =? 0)%Z, (e.2 =? 0)%Z |
   List.existsb (fun c =>
     (e.1 * bb c =? e.2 * ba c)%Z && (bn c * X.1 * e.2 <=? excess e.1 e.2 X.2 * bd c)%Z
     || (e.1 * ba c =? e.2 * bb c)%Z
        && (((ba c - bb c) * bd c + bb c * bn c) * X.1 * e.2 <=? excess e.1 e.2 X.2 * (ba c * bd c))%Z) bs].
Definition multi_pair (cs : seq (expr * expr)) : option upair :=
  if ~~ nilp cs && (Z.of_nat (List.length cs) <=? 16)%Z then
    if all_of bound_of cs is Some bs then
      let X := candidate (flatten (map points bs)) in
      if [&& (Z.log2 X.1 <=? max_pair_bits)%Z, is_pair X, List.forallb (meets X) bs & List.forallb (is_reached X bs) X.2]
      then Some X else None
    else None
  else None.

(* A convex function that is at most a pair's at 0 and at each ratio of its outcomes, between which the pair's is linear. *)
Lemma next_below (ts : seq R) x : (exists2 t, List.In t ts & t <= x) ->
  exists lo, [/\ List.In lo ts, lo <= x & forall t, List.In t ts -> t <= x -> t <= lo].
Proof.
elim: ts => [|u ts IH] [t]; first by [].
have add lo : [/\ List.In lo ts, lo <= x & forall t, List.In t ts -> t <= x -> t <= lo] ->
    exists lo, [/\ List.In lo (u :: ts), lo <= x & forall t, List.In t (u :: ts) -> t <= x -> t <= lo].
  move=> [h1 h2 h3]; case: (Rle_lt_dec u lo) => h; last case: (Rle_lt_dec u x) => hu.
  - by exists lo; split=> //; [right | move=> v [<-|/h3]].
  - exists u; split=> //; [by left | move=> v [<-|hv] vx; [lra | have := h3 v hv vx; lra]].
  - by exists lo; split=> //; [right | move=> v [<-|/h3] // vx; lra].
case=> [<-|ht] tx; last by have [lo h] := IH (ex_intro2 _ _ t ht tx); exact: add h.
case: (List.Exists_dec (fun v => v <= x) ts (fun v => Rle_dec v x)) => [/List.Exists_exists [v [hv vx]]|none].
  by have [lo h] := IH (ex_intro2 _ _ v hv vx); exact: add h.
exists u; split=> //; [by left | move=> v [<-|hv] vx; [lra |]].
by case: none; apply/List.Exists_exists; exists v.
Qed.
Lemma next_above (ts : seq R) x :
  (forall t, List.In t ts -> t <= x) \/ exists hi, [/\ List.In hi ts, x < hi & forall t, List.In t ts -> x < t -> hi <= t].
Proof.
elim: ts => [|u ts [IH|[hi [h1 h2 h3]]]]; first by left.
- case: (Rle_lt_dec u x) => h; first by left=> t [<-|/IH].
  by right; exists u; split=> //; [left | move=> t [<-|/IH] *; lra].
- right; case: (Rle_lt_dec u x) => h; last case: (Rle_lt_dec u hi) => h'.
  + by exists hi; split=> //; [right | move=> t [<-|/h3] // *; lra].
  + by exists u; split=> //; [left | move=> t [<-|ht] *; [lra | have := h3 t ht; lra]].
  + by exists hi; split=> //; [right | move=> t [<-|/h3] // *; lra].
Qed.

Lemma corners_dominate (T A : finType) (p q : T -> R) (P Q : A -> R) (ts : seq R) :
  nonneg p -> nonneg q -> nonneg P -> nonneg Q -> List.In 0 ts ->
  (forall b, q b = 0 \/ exists2 t, List.In t ts & p b = t * q b) ->
  (forall t, List.In t ts -> HS t P Q <= HS t p q) -> forall x, 0 <= x -> HS x P Q <= HS x p q.
Proof.
move=> p0 q0 P0 Q0 t0 corner below x x0; have nn : nneg (FP P Q) by split.
have [lo [lo_in lox lo_max]] := next_below (ex_intro2 _ _ 0 t0 x0).
have [none|[hi [hi_in xhi hi_min]]] := next_above ts x.
- apply: (Rle_trans _ (HS lo p q)); first exact: Rle_trans (delta_noninc nn lox) (below _ lo_in).
  apply: rsum_le => b; case: (corner b) => [->|[t t_in ->]]; first by rewrite !Rmult_0_r; apply: Rle_refl.
  have h := lo_max t t_in (none t t_in); have qb := q0 b.
  by rewrite Rmax_left; [exact: Rmax_l | nra].
- pose w := (hi - x) / (hi - lo); have d0 : 0 < hi - lo by lra.
  have i0 : 0 < / (hi - lo) by apply: Rinv_0_lt_compat.
  have w01 : 0 <= w <= 1.
    split; first by apply: Rmult_le_pos; lra.
    by apply: (Rmult_le_reg_r (hi - lo)) => //; rewrite /w /Rdiv Rmult_assoc Rinv_l; lra.
  have xE : x = w * lo + (1 - w) * hi by rewrite /w; field; lra.
  apply: (Rle_trans _ (w * HS lo p q + (1 - w) * HS hi p q)).
    rewrite {1}xE; apply: Rle_trans (delta_conv lo hi (FP P Q) w01) _.
    by apply: Rplus_le_compat; apply: Rmult_le_compat_l; [lra | exact: below | lra | exact: below].
  rewrite /HS -rsum_lin; apply: rsum_le => b; have qb := q0 b; have pb := p0 b; rewrite -!/(pos _).
  have lin : 0 <= p b - hi * q b -> w * pos (p b - lo * q b) + (1 - w) * pos (p b - hi * q b) <= pos (p b - x * q b).
    by move=> h; rewrite !pos_eq; [rewrite xE; lra | nra | lra | nra].
  case: (corner b) => [e|[t t_in e]]; first by apply: lin; rewrite e; lra.
  case: (Rle_lt_dec t x) => h.
  + have h' := lo_max t t_in h; rewrite !(@pos_eq0 (p b - _)); last 3 first.
    * by rewrite e; nra.
    * by rewrite e; nra.
    * by rewrite e; nra.
    by lra.
  + by apply: lin; have := hi_min t t_in h; rewrite e; nra.
Qed.

Lemma all_of_In (T U : Type) (f : T -> option U) l l' : all_of f l = Some l' ->
  (forall x, List.In x l -> exists2 y, List.In y l' & f x = Some y) /\
  (forall y, List.In y l' -> exists2 x, List.In x l & f x = Some y).
Proof.
elim: l l' => [|x l IH] l' /=; first by move=> [<-]; split.
case Ex: (f x) => [y|] //; case El: all_of => [l''|] // [<-]; have [h1 h2] := IH _ El; split.
- by move=> z [<-|/h1 [u hu e]]; [exists y => //; left | exists u => //; right].
- by move=> z [<-|/h2 [u hu e]]; [exists x => //; left | exists u => //; right].
Qed.
Lemma bound_of_sound c b : bound_of c = Some b ->
  [/\ (0 < ba b)%Z /\ (0 < bb b)%Z, (0 < bd b)%Z, exp (value c.1) = IZR (ba b) / IZR (bb b),
      value c.2 = IZR (bn b) / IZR (bd b)
    & 0 <= value c.1 /\ 0 <= value c.2 <= 1].
Proof.
rewrite /bound_of; case Ea: (eratio c.1) => [[a b']|] //; case Ed: (rat c.2) => [[n d]|] //.
case: ifP => // /and5P [_ _ /Z.leb_le ab /Z.leb_le n0 /Z.leb_le nd] [<-].
have [a0 b0 va] := eratio_sound Ea; have [d0 vd] := rat_sound _ _ Ed; rewrite /= in a0 b0 d0 vd; split=> //; split.
- have bR := IZR_lt _ _ b0; have abR := IZR_le _ _ ab.
  have x1 : 1 <= exp (value c.1).
    by rewrite va /frac_of /=; apply: (Rmult_le_reg_r (IZR b')) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
  by case: (Rle_lt_dec 0 (value c.1)) => // /exp_lt1; lra.
- have dR := IZR_lt _ _ d0; have nR := IZR_le _ _ n0; have ndR := IZR_le _ _ nd.
  have i0 : 0 < / IZR d by apply: Rinv_0_lt_compat.
  rewrite vd; split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (IZR d)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
(* the divergence at 1/x is that of the reversed pair at x *)
Lemma HS_reversed (T : finType) (P Q : T -> R) x : dist P -> dist Q -> 0 < x -> HS (/ x) P Q = 1 - / x + / x * HS x Q P.
Proof.
move=> dP dQ x0; rewrite !HS_HS2 (HS2_dual _ _ dP dQ) -HS2Z; last by apply/Rlt_le/Rinv_0_lt_compat.
by rewrite Rmult_1_r Rinv_l; lra.
Qed.
Lemma fraction_le a b c d : 0 < b -> 0 < d -> a * d <= c * b -> a / b <= c / d.
Proof.
move=> b0 d0 h; apply: (Rmult_le_reg_r (b * d)); first exact: Rmult_lt_0_compat.
have -> : a / b * (b * d) = a * d by field; lra.
by have -> : c / d * (b * d) = c * b by field; lra.
Qed.
Lemma HS0 (T : finType) (P Q : T -> R) : dist P -> HS 0 P Q = 1.
Proof.
by move=> [P0 P1]; rewrite -P1; apply: eq_bigr => i _; rewrite Rmult_0_l Rminus_0_r Rmax_right.
Qed.

Lemma multi_pair_sound cs X : multi_pair cs = Some X ->
  [/\ in_domain (MultiDP cs), is_pair X & stands_for (MultiDP cs) (listed X)].
Proof.
rewrite /multi_pair; case: ifP => // _; case Eb: all_of => [bs|] //.
move: (candidate _) => Y; case: ifP => // /and4P [_ ok mt rc] [<-].
have [toB ofB] := all_of_In Eb; have /and4P [/Z.ltb_lt D0 _ _ _] := ok; have DR := IZR_lt _ _ D0.
have [d0 d1] := listed_dist ok; have nn := is_pair_nonneg ok.
move/List.forallb_forall: mt => mt; move/List.forallb_forall: rc => rc.
split=> //; first by move=> c /toB [b _ /bound_of_sound []].
split=> // [A P Q dP dQ al|A f inj c /toB [b hb /bound_of_sound [[a0 b0] bd0 va vd _]]]; last first.
  have aR := IZR_lt _ _ a0; have bR := IZR_lt _ _ b0; have dR := IZR_lt _ _ bd0.
  have /andP [/Z.leb_le m1 /Z.leb_le m2] := mt _ hb.
  have m1R := IZR_le _ _ m1; have m2R := IZR_le _ _ m2; rewrite !mult_IZR in m1R.
  rewrite !mult_IZR plus_IZR minus_IZR !mult_IZR in m2R.
  rewrite va vd; split; apply: DP_spread => //; apply/DP_HS.
  - rewrite listed_HS //; last exact: Z.lt_le_incl.
    by rewrite mult_IZR; apply: fraction_le => //; [exact: Rmult_lt_0_compat | lra].
  - have i0 : 0 < IZR (bb b) / IZR (ba b) by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
    have -> : IZR (ba b) / IZR (bb b) = / (IZR (bb b) / IZR (ba b)) by field; lra.
    rewrite (HS_reversed d1 d0 i0) listed_HS //; last exact: Z.lt_le_incl.
    have -> : 1 - / (IZR (bb b) / IZR (ba b)) + / (IZR (bb b) / IZR (ba b)) * (IZR (excess (bb b) (ba b) Y.2)
        / IZR (Y.1 * ba b))
      = (IZR (bb b) * IZR Y.1 - IZR (ba b) * IZR Y.1 + IZR (excess (bb b) (ba b) Y.2)) / (IZR Y.1 * IZR (bb b)).
      by rewrite mult_IZR; field; lra.
    by apply: fraction_le => //; [exact: Rmult_lt_0_compat | lra].
pose ts := 0 :: [seq IZR e.1 / IZR e.2 | e <- filter (fun e : Z * Z => ~~ (e.2 =? 0)%Z) Y.2].
have t_in (e : Z * Z) : List.In e Y.2 -> e.2 <> 0%Z -> List.In (IZR e.1 / IZR e.2) ts.
  move=> he e0; right; apply/List.in_map_iff; exists e; split=> //; elim: (Y.2) he => [|u L IH] //= [->|/IH h].
  - by have /Z.eqb_neq -> := e0; left.
  - by case: (~~ _) => //; right.
have in_t t : List.In t ts -> t = 0 \/ exists e, [/\ List.In e Y.2, (0 < e.2)%Z & t = IZR e.1 / IZR e.2].
  move=> [<-|/List.in_map_iff [e [<- he]]]; first by left.
  right; exists e; have [h1 h2] : List.In e Y.2 /\ e.2 <> 0%Z.
    elim: (Y.2) he => [|u L IH] //=; case: Z.eqb_spec => h /=; first by move=> /IH [h1 h2]; split=> //; right.
    by move=> [<-|/IH [h1 h2]]; split=> //; [left | right].
  by split=> //; have [_] := nn _ h1; lia.
have dom : forall x, 0 <= x -> HS x P Q <= HS x (@law0 (listed Y)) (@law1 (listed Y)).
  apply: (@corners_dominate _ _ _ _ _ _ ts) => //; try by [case: d0 | case: d1 | case: dP | case: dQ].
  - by left.
  - move=> i; set e := nth (0, 0)%Z Y.2 i; have he : List.In e Y.2 by apply: In_nth; exact: ltn_ord.
    case: (Z.eq_dec e.2 0) => e0; first by left; rewrite /= -/e e0 /Rdiv Rmult_0_l.
    right; exists (IZR e.1 / IZR e.2); first exact: t_in.
    have e0R : IZR e.2 <> 0 by move=> h; apply: e0; exact: eq_IZR.
    by rewrite /= -/e; field; split=> //; lra.
  - move=> t /in_t [->|[e [he e20 ->]]]; first by rewrite !HS0 //; apply: Rle_refl.
    have [e10 _] := nn _ he; have e2R := IZR_lt _ _ e20; have DeR : 0 < IZR Y.1 * IZR e.2 by exact: Rmult_lt_0_compat.
    have /or3P [/Z.eqb_eq e1|/Z.eqb_eq|/List.existsb_exists [b [hb h]]] := rc _ he; [|lia|].
      by rewrite e1 /Rdiv Rmult_0_l !HS0 //; apply: Rle_refl.
    have [c hc /bound_of_sound [[a0 b0] bd0 va vd _]] := ofB _ hb; have [/DP_HS h1 /DP_HS h2] := al _ hc.
    rewrite va vd in h1 h2; have aR := IZR_lt _ _ a0; have bR := IZR_lt _ _ b0; have dR := IZR_lt _ _ bd0.
    rewrite listed_HS // mult_IZR; case/orP: h => /andP [/Z.eqb_eq e1 /Z.leb_le e2];
      have e1R := f_equal IZR e1; have e2R' := IZR_le _ _ e2; rewrite !mult_IZR in e1R e2R'.
    + have -> : IZR e.1 / IZR e.2 = IZR (ba b) / IZR (bb b).
        by apply: (Rmult_eq_reg_r (IZR e.2 * IZR (bb b))); [field_simplify; lra | apply: Rmult_integral_contrapositive; lra].
      by apply: Rle_trans h1 _; apply: fraction_le => //; lra.
    + have -> : IZR e.1 / IZR e.2 = / (IZR (ba b) / IZR (bb b)).
        by apply: (Rmult_eq_reg_r (IZR e.2 * IZR (ba b))); [field_simplify; lra | apply: Rmult_integral_contrapositive; lra].
      have x0 : 0 < IZR (ba b) / IZR (bb b) by apply: Rmult_lt_0_compat => //; exact: Rinv_0_lt_compat.
      rewrite HS_reversed //; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (Rinv_0_lt_compat _ x0)) h2 => h3.
      apply: (Rle_trans _ (1 - / (IZR (ba b) / IZR (bb b)) + / (IZR (ba b) / IZR (bb b)) * (IZR (bn b) / IZR (bd b))));
        first lra.
      have -> : 1 - / (IZR (ba b) / IZR (bb b)) + / (IZR (ba b) / IZR (bb b)) * (IZR (bn b) / IZR (bd b))
        = ((IZR (ba b) - IZR (bb b)) * IZR (bd b) + IZR (bb b) * IZR (bn b)) / (IZR (ba b) * IZR (bd b)) by field; lra.
      rewrite plus_IZR !mult_IZR minus_IZR in e2R'; apply: fraction_le => //; first exact: Rmult_lt_0_compat.
      lra.
by apply: (proj2 (@domP (FP P Q) (FP (@law0 (listed Y)) (@law1 (listed Y))) _)) => //; split; [case: dP | case: dQ].
Qed.

(* ---------- ledgers with such steps ---------- *)
Definition is_listed (k : kind) : bool := match k with FinitePair _ _ | MultiDP _ => true | _ => false end.
Definition is_mixed (r : rows) : bool := List.existsb (fun e => is_listed e.1) r.
Definition row_pair (k : kind) : option upair :=
  let in_order o := if o is Some X then Some (X.1, ordered X.2) else None in
  match k with
  | FinitePair p q => in_order (finite_pair p q)
  | MultiDP cs => in_order (multi_pair cs)
  | _ => if rational_row k is Some q then Some (pair_of (ra q) (rb q) (ran q) (rad q) (rdn q) (rdd q)) else None
  end.
(* A limit of the work: the most outcomes of a row, as in Rational.v or all sequences of outcomes, and the bits of masses. *)
Definition row_size (k : kind) (n : positive) (X : upair) : Z :=
  let m := Z.of_nat (List.length X.2) in
  if is_listed k then if (Zpos n * (Z.log2 m + 1) <=? 15)%Z then (m ^ Zpos n)%Z else (2 ^ 15)%Z else (2 * Zpos n + 3)%Z.
Definition is_light (r : rows) : bool :=
  let sizes := foldr (fun e s => if row_pair e.1 is Some X then if s is Some (c, b) then
    Some (row_size e.1 e.2 X * c, Zpos e.2 * (Z.log2 X.1 + 1) + b)%Z else None else None) (Some (1, 1)%Z) r in
  if sizes is Some (c, b) then (c <=? 20000)%Z && (c * c * b <=? 2 ^ 34)%Z else false.
Fixpoint mixed_pair (r : rows) : option upair :=
  match r with
  | [::] => Some nothing
  | (k, n) :: r' =>
      match row_pair k, mixed_pair r' with Some X, Some Y => Some (compose_pairs Y (repeated X n)) | _, _ => None end
  end.
Definition light_pair (r : rows) : option upair := if is_light r then mixed_pair r else None.
Definition mixed_delta (r : rows) (g : expr) : option (Z * Z) :=
  if eratio g is Some (n, m) then if light_pair r is Some X then Some (excess n m X.2, X.1 * m)%Z else None else None.
Definition mixed_beta (r : rows) (a : expr) : option ((Z * Z) * (Z * Z)) :=
  if light_pair r is Some X then bounds_of X a else None.

Lemma row_pair_sound k X : row_pair k = Some X -> in_domain k /\ exists2 s, stands_for k s & represents X [:: s].
Proof.
have step : (if rational_row k is Some q then Some (pair_of (ra q) (rb q) (ran q) (rad q) (rdn q) (rdd q)) else None)
  = Some X -> in_domain k /\ exists2 s, stands_for k s & represents X [:: s].
  case Eq: rational_row => [q|] // [<-]; have [w e pk] := rational_row_sound Eq; split; first exact: proper_in_domain.
  exists (pair_of_kind k); first exact: pair_of_kind_stands.
  apply: represents_kind => //; rewrite e; move: w; rewrite /within.
  case/and5P => /Z.ltb_lt b0 /Z.leb_le ab /Z.ltb_lt d0 /Z.leb_le n0 /and4P [/Z.leb_le nd /Z.ltb_lt e0 /Z.leb_le m0 /Z.leb_le me].
  exact: pair_of_represents.
case: k step => [e d|e d t|e d al|e n|p q|cs|e n|q e d] step; try exact: step; rewrite /row_pair.
- case E: finite_pair => [Y|] // [<-]; have [h1 h2 h3] := finite_pair_sound E; split=> //.
  by exists (listed Y) => //; apply: ordered_represents; exact: listed_represents.
- case E: multi_pair => [Y|] // [<-]; have [h1 h2 h3] := multi_pair_sound E; split=> //.
  by exists (listed Y) => //; apply: ordered_represents; exact: listed_represents.
Qed.
Lemma mixed_pair_sound r X : mixed_pair r = Some X ->
  (forall k, List.In k (steps r) -> in_domain k) /\ exists2 l, stand_for (steps r) l & represents X l.
Proof.
elim: r X => [|[k n] r IH] X /=; first by move=> [<-]; split=> //; exists [::]; [constructor | exact: nothing_represents].
case Ek: row_pair => [Y|] //; case Er: mixed_pair => [Z|] // [<-].
have [dk [s st rs]] := row_pair_sound Ek; have [dr [l stl rl]] := IH _ Er; have [[[d0 _] [d1 _]] _ _] := st.
have ns : nonneg_pair s by split.
rewrite /steps /= -/(steps r); split.
  by move=> k' /List.in_app_iff [|/dr //]; elim: (Pos.to_nat n) => [|m IHm] //= [<-|/IHm].
exists (nseq (Pos.to_nat n) s ++ l).
- by elim: (Pos.to_nat n) => [|m IHm] //=; constructor.
- apply: compose_represents => //; last exact: repeated_represents.
  by elim: (Pos.to_nat n) => [|m IHm] //= t [<-|/IHm].
Qed.
Lemma light_pair_sound r X : light_pair r = Some X ->
  (forall k, List.In k (steps r) -> in_domain k) /\ exists2 l, stand_for (steps r) l & represents X l.
Proof. by rewrite /light_pair; case: is_light => //; exact: mixed_pair_sound. Qed.

Theorem mixed_delta_sound r g q : mixed_delta r g = Some q ->
  [/\ forall k, List.In k (steps r) -> in_domain k, (0 < q.2)%Z
    & forall d, guaranteed (steps r) (exp (value g)) d <-> frac_of q <= d].
Proof.
rewrite /mixed_delta; case Eg: eratio => [[n m]|] //; case Ex: light_pair => [X|] // [<-].
have [n0 m0 vg] := eratio_sound Eg; have [dr [l st rX]] := light_pair_sound Ex; have [D0 _ _] := rX; rewrite /= in n0 m0.
split=> //=; first lia.
move=> d; rewrite (guaranteed_pairs st); last exact/Rlt_le/exp_pos.
by rewrite vg /frac_of /= (excess_correct m0 (Z.lt_le_incl _ _ n0) rX).
Qed.
Theorem mixed_beta_sound r a low high : mixed_beta r a = Some (low, high) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, (0 < low.2)%Z /\ (0 < high.2)%Z, errors (steps r) (value a) (frac_of low)
    & forall u, errors (steps r) (value a) u -> u <= frac_of high].
Proof.
rewrite /mixed_beta; case Ex: light_pair => [X|] // h; have [dr [l st rX]] := light_pair_sound Ex.
by have [h1 h2 h3] := bounds_of_sound st rX h.
Qed.
