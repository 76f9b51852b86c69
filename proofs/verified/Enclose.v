(* Enclosures of the real number that a literal stands for, also where it is irrational: two integers around its value in units
   of 2^-320. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FixedPoint Exponential.
From Verified Require Import Literal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.pow : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.
Arguments rat : simpl never.

(* 40 digits of a claim are 133 bits; the others are lost in a composition *)
Definition places : Z := 320.
Definition unit : Z := (2 ^ places)%Z.
Definition interval : Type := Z * Z.

(* ---------- the program ---------- *)
Definition of_fraction (n d : Z) : interval := ((n * unit) / d, quot_up (n * unit) d)%Z.
Definition product (c e : interval) : interval :=
  let: (l, u) := c in let: (l', u') := e in
  (Z.min (Z.min (l * l') (l * u')) (Z.min (u * l') (u * u')) / unit,
   quot_up (Z.max (Z.max (l * l') (l * u')) (Z.max (u * l') (u * u'))) unit)%Z.
(* of positive numbers *)
Definition inverse (c : interval) : option interval :=
  let: (l, u) := c in if (0 <? l)%Z && (0 <? u)%Z then Some ((unit * unit) / u, quot_up (unit * unit) l)%Z else None.
(* e^(z/unit); larger exponents need more places, and are refused *)
Definition exponential (z : Z) : option interval :=
  if (Z.abs z <=? 400 * unit)%Z then
    if (z <=? 0)%Z then Some (exp_neg places (- z) unit) else inverse (exp_neg places z unit)
  else None.
Fixpoint enclose (e : expr) : option interval :=
  let two f g (op : interval -> interval -> option interval) :=
    match enclose f, enclose g with Some c, Some c' => op c c' | _, _ => None end in
  match e with
  | Num _ _ | Pow _ _ => if rat e is Some (n, d) then Some (of_fraction n d) else None
  | Add f g => two f g (fun c c' => Some (c.1 + c'.1, c.2 + c'.2)%Z)
  | Sub f g => two f g (fun c c' => Some (c.1 - c'.2, c.2 - c'.1)%Z)
  | Mul f g => two f g (fun c c' => Some (product c c'))
  | Div f g => two f g (fun c c' => if inverse c' is Some i then Some (product c i) else None)
  | Neg f => if enclose f is Some c then Some (- c.2, - c.1)%Z else None
  | ExpOf f =>
      if rat e is Some (n, d) then Some (of_fraction n d)
      else if enclose f is Some c then
        match exponential c.1, exponential c.2 with Some x, Some y => Some (x.1, y.2) | _, _ => None end
      else None
  | Sqrt f =>
      if enclose f is Some c then
        if (0 <=? c.1)%Z then Some (Z.sqrt (c.1 * unit), Z.sqrt (c.2 * unit) + 1)%Z else None
      else None
  | Ln _ => None
  end.

(* ---------- what it computes ---------- *)
Definition around (c : interval) (r : R) : Prop := IZR c.1 <= r * IZR unit <= IZR c.2.
Lemma unit_pos : (0 < unit)%Z. Proof. exact: Z.pow_pos_nonneg. Qed.
Lemma unitR : 0 < IZR unit. Proof. exact/IZR_lt/unit_pos. Qed.

Lemma quot_le n d : (0 < d)%Z -> IZR (n / d) * IZR d <= IZR n.
Proof. by move=> d0; rewrite -mult_IZR; apply: IZR_le; have := Z.mul_div_le n d d0; lia. Qed.
Lemma quot_up_ge n d : (0 < d)%Z -> IZR n <= IZR (quot_up n d) * IZR d.
Proof. by move=> d0; rewrite -mult_IZR; apply: IZR_le; rewrite /quot_up; have := Z.mul_div_le (- n) d d0; lia. Qed.

(* r is between n/d and n'/d' *)
Lemma around_quotients n d n' d' r : (0 < d)%Z -> (0 < d')%Z ->
  IZR n <= r * IZR unit * IZR d -> r * IZR unit * IZR d' <= IZR n' ->
  around (n / d, quot_up n' d')%Z r.
Proof.
move=> d0 d0' h h'; split=> /=.
- by apply: (Rmult_le_reg_r (IZR d)); [exact: IZR_lt | apply: Rle_trans h; exact: quot_le].
- by apply: (Rmult_le_reg_r (IZR d')); [exact: IZR_lt | apply: Rle_trans h' _; exact: quot_up_ge].
Qed.

Lemma of_fraction_sound n d : (0 < d)%Z -> around (of_fraction n d) (IZR n / IZR d).
Proof.
move=> d0; have dR := IZR_lt _ _ d0.
by apply: around_quotients => //; rewrite mult_IZR; apply: Req_le; field; lra.
Qed.

Lemma mul_between x a b y : a <= x <= b -> a * y <= x * y <= b * y \/ b * y <= x * y <= a * y.
Proof. by move=> h; case: (Rle_lt_dec 0 y) => hy; [left | right]; split; nra. Qed.
Lemma product_sound c e r s : around c r -> around e s -> around (product c e) (r * s).
Proof.
case: c => l u; case: e => l' u' hr hs; rewrite /around /= in hr hs.
have u0 := unit_pos; have uR := unitR.
set m := Z.min (Z.min (l * l') (l * u')) (Z.min (u * l') (u * u')).
set M := Z.max (Z.max (l * l') (l * u')) (Z.max (u * l') (u * u')).
have bound a b : (m <= a * b)%Z -> (a * b <= M)%Z -> IZR m <= IZR a * IZR b <= IZR M.
  by move=> /IZR_le h1 /IZR_le h2; rewrite mult_IZR in h1 h2.
have b1 : IZR m <= IZR l * IZR l' <= IZR M by apply: bound; rewrite /m /M; lia.
have b2 : IZR m <= IZR l * IZR u' <= IZR M by apply: bound; rewrite /m /M; lia.
have b3 : IZR m <= IZR u * IZR l' <= IZR M by apply: bound; rewrite /m /M; lia.
have b4 : IZR m <= IZR u * IZR u' <= IZR M by apply: bound; rewrite /m /M; lia.
have H : IZR m <= (r * IZR unit) * (s * IZR unit) <= IZR M.
  move: (r * IZR unit) (s * IZR unit) (IZR m) (IZR M) hr hs b1 b2 b3 b4 => x y mR MR hr hs b1 b2 b3 b4.
  have h1 := mul_between (IZR l) hs; have h2 := mul_between (IZR u) hs; have h3 := mul_between y hr.
  by case: h1 h2 h3 => [[? ?]|[? ?]] [[? ?]|[? ?]] [[? ?]|[? ?]]; split; lra.
by apply: around_quotients => //; rewrite -/m -/M; lra.
Qed.

Lemma inverse_sound c i r : around c r -> inverse c = Some i -> 0 < r /\ around i (/ r).
Proof.
case: c => l u; rewrite /inverse => -[/= h h'].
case: (Z.ltb_spec 0 l) => // l0; case: (Z.ltb_spec 0 u) => // u0 [<-].
have lR := IZR_lt _ _ l0; have uR := unitR.
have r0 : 0 < r by apply: (Rmult_lt_reg_r (IZR unit)) => //; lra.
split=> //.
have key a : / r * IZR unit * (a * IZR unit) = a * / r * (IZR unit * IZR unit) by ring.
have E : / r * (r * IZR unit) = IZR unit by field; lra.
have i0 : 0 <= / r * IZR unit by apply: Rmult_le_pos; [apply/Rlt_le/Rinv_0_lt_compat | lra].
have X : / r * IZR unit * (r * IZR unit) = IZR unit * IZR unit by field; lra.
apply: around_quotients => //; rewrite mult_IZR -X; exact: Rmult_le_compat_l.
Qed.

Lemma exp_neg_within p a b : (0 <= p)%Z -> (0 <= a)%Z -> (0 < b)%Z ->
  IZR (exp_neg p a b).1 <= exp (- (IZR a / IZR b)) * IZR (2 ^ p) <= IZR (exp_neg p a b).2.
Proof. by move=> p0 a0 b0; have := exp_neg_sound p0 a0 b0; case: (exp_neg _ _ _) => l u [_ [hl _] [hu _]]. Qed.
Lemma exp_neg_around a : (0 <= a)%Z -> around (exp_neg places a unit) (exp (- (IZR a / IZR unit))).
Proof. by move=> a0; apply: exp_neg_within => //; exact: unit_pos. Qed.
Lemma exponential_sound z c : exponential z = Some c -> around c (exp (IZR z / IZR unit)).
Proof.
rewrite /exponential; case: ifP => // _; have uR := unitR; case: (Z.leb_spec z 0) => z0.
- move=> [<-]; have := @exp_neg_around (- z) (ltac:(lia)); rewrite opp_IZR.
  by have -> : - (- IZR z / IZR unit) = IZR z / IZR unit by field; lra.
- by move=> h; have [_] := inverse_sound (@exp_neg_around z (ltac:(lia))) h; rewrite exp_Ropp Rinv_inv.
Qed.

Lemma sqrt_around l u r : (0 <= l)%Z -> around (l, u) r -> around (Z.sqrt (l * unit), Z.sqrt (u * unit) + 1)%Z (sqrt r).
Proof.
move=> l0 [/= h h'].
have uR := unitR; have u0 := unit_pos; have lR := IZR_le _ _ l0.
have r0 : 0 <= r by apply: (Rmult_le_reg_r (IZR unit)) => //; lra.
have s0 := sqrt_pos r; have sr := sqrt_sqrt r r0.
have S : sqrt r * IZR unit * (sqrt r * IZR unit) = r * IZR unit * IZR unit by rewrite -{3}sr; ring.
have S0 : 0 <= sqrt r * IZR unit by apply: Rmult_le_pos; lra.
have ru : 0 <= r * IZR unit by apply: Rmult_le_pos; lra.
have ur : 0 <= IZR u by lra.
have uz : (0 <= u)%Z by apply: le_IZR.
have [sl _] := Z.sqrt_spec (l * unit) (ltac:(nia)); have [_ su] := Z.sqrt_spec (u * unit) (ltac:(nia)).
have q0 := Z.sqrt_nonneg (u * unit); have q0' := Z.sqrt_nonneg (l * unit).
move: (Z.sqrt (l * unit)) (Z.sqrt (u * unit)) sl su q0 q0' => a b sl su q0 q0'.
split=> /=; apply: Rsqr_incr_0_var => //; rewrite /Rsqr ?S.
- rewrite -mult_IZR; apply: Rle_trans (IZR_le _ _ sl) _; rewrite mult_IZR; apply: Rmult_le_compat_r; lra.
- rewrite -mult_IZR; apply: Rle_trans (Rlt_le _ _ (IZR_lt _ _ su)); rewrite mult_IZR; apply: Rmult_le_compat_r; lra.
- by apply: IZR_le; lia.
Qed.

Lemma exp_around c x y r : around c r -> around x (exp (IZR c.1 / IZR unit)) -> around y (exp (IZR c.2 / IZR unit)) ->
  around (x.1, y.2) (exp r).
Proof.
move=> [h h'] [hx _] [_ hy]; have uR := unitR.
have le a b : a * IZR unit <= b * IZR unit -> exp a <= exp b by move=> k; apply: exp_le; exact: Rmult_le_reg_r k.
have E z : IZR z / IZR unit * IZR unit = IZR z by field; lra.
split=> /=; [apply: Rle_trans hx _ | apply: Rle_trans _ hy]; apply: Rmult_le_compat_r; try lra; by apply: le; rewrite E.
Qed.

Theorem enclose_sound e c : enclose e = Some c -> around c (value e).
Proof.
have known f x : (if rat f is Some (n, d) then Some (of_fraction n d) else None) = Some x -> around x (value f).
  case E: (rat f) => [[n d]|] // [<-]; have [d0 ->] := rat_sound _ _ E; exact: of_fraction_sound.
elim: e c => [n d|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf g IHg|f IHf|f _ g _|f IHf|f _|f IHf] c;
  rewrite [enclose _]/= ?[value (Add _ _)]/= ?[value (Sub _ _)]/= ?[value (Neg _)]/=.
- exact: (known (Num n d)).
- case Ef: (enclose f) => [[l u]|] //; case Eg: (enclose g) => [[l' u']|] // [<-].
  have [h1 h2] := IHf _ Ef; have [h3 h4] := IHg _ Eg; rewrite /= in h1 h2 h3 h4.
  by split; rewrite /= plus_IZR; lra.
- case Ef: (enclose f) => [[l u]|] //; case Eg: (enclose g) => [[l' u']|] // [<-].
  have [h1 h2] := IHf _ Ef; have [h3 h4] := IHg _ Eg; rewrite /= in h1 h2 h3 h4.
  by split; rewrite /= minus_IZR; lra.
- case Ef: (enclose f) => [x|] //; case Eg: (enclose g) => [y|] // [<-].
  by apply: product_sound; [exact: (IHf _ Ef) | exact: (IHg _ Eg)].
- case Ef: (enclose f) => [x|] //; case Eg: (enclose g) => [y|] //; case Ei: inverse => [i|] // [<-].
  have [_ hi] := inverse_sound (IHg _ Eg) Ei.
  by apply: product_sound; [exact: (IHf _ Ef) | exact: hi].
- case Ef: (enclose f) => [[l u]|] // [<-]; have [h1 h2] := IHf _ Ef; rewrite /= in h1 h2.
  by split; rewrite /= opp_IZR; lra.
- exact: (known (Pow f g)).
- case Er: (rat (ExpOf f)) => [[n d]|].
    by move=> h; apply: (known (ExpOf f)); rewrite Er.
  case Ef: (enclose f) => [x|] //; case E1: exponential => [y|] //; case E2: exponential => [z|] // [<-].
  by apply: (exp_around (IHf _ Ef)); exact: exponential_sound.
- by [].
- case Ef: (enclose f) => [[l u]|] //; case: (Z.leb_spec 0 l) => // l0 [<-].
  exact: (sqrt_around l0 (IHf _ Ef)).
Qed.

(* ---------- one end of it, as a literal ---------- *)
(* The work of an enclosure is that of some hundred multiplications for each exp: longer literals are refused. *)
Fixpoint nodes (e : expr) : Z :=
  match e with
  | Num _ _ => 1
  | Add f g | Sub f g | Mul f g | Div f g | Pow f g => 1 + nodes f + nodes g
  | Neg f | ExpOf f | Ln f | Sqrt f => 1 + nodes f
  end%Z.
Definition end_of (up : bool) (c : interval) : expr := Num (if up then c.2 else c.1) (Z.to_pos unit).
(* a rational number that is at least (up) or at most the value: the value itself where it is known to be rational *)
Definition rounded (up : bool) (e : expr) : option expr :=
  if rat e is Some _ then Some e
  else if (nodes e <=? 60)%Z then if enclose e is Some c then Some (end_of up c) else None else None.
Definition beside (up : bool) (r s : R) : Prop := if up then r <= s else s <= r.

Lemma end_beside up c r : around c r -> beside up r (value (end_of up c)).
Proof.
move=> [h h']; have uR := unitR.
rewrite [value _](_ : _ = IZR (if up then c.2 else c.1) / IZR unit); last by rewrite -[in RHS](Z2Pos.id unit unit_pos).
have D z : IZR z / IZR unit * IZR unit = IZR z by field; lra.
by case: up; rewrite /beside; apply: (Rmult_le_reg_r (IZR unit)) => //; rewrite D.
Qed.
Theorem rounded_sound up e f : rounded up e = Some f -> beside up (value e) (value f).
Proof.
rewrite /rounded; case: (rat e) => [q|]; first by move=> [<-]; case: up; exact: Rle_refl.
case: ifP => // _; case E: (enclose e) => [c|] // [<-]; apply: end_beside; exact: enclose_sound.
Qed.
