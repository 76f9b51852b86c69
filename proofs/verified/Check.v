(* The decision of a claim, and the theorem: from the bytes of a certificate to a claim about all mechanisms of the ledger.
   The ledger and the claim are all that is needed: what follows is computed here, and compared with the verdict. *)
From Coq Require Import Reals Lra Lia ZArith Ascii String.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Lattice FixedPoint Exponential Certificate Walk.
From Verified Require Import Json Literal Claim Reader Outcomes Pairs Guarantee Rational Beyond Enclosed Between.
From Verified Require Import Errors Listed Group Sampled Enclose Rounded.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- bounds of delta ---------- *)
Definition exactly (r : rows) (g : expr) : option (Z * Z) :=
  if beyond_delta r g is Some q then Some q else exact_delta r g.
Definition positive_den (q : Z * Z) : bool := (0 <? q.2)%Z.
Definition margin : Z := (2 ^ 220)%Z.
Definition delta_le (r : rows) (g : expr) (v : Z * Z) : bool :=
  positive_den v && match exactly r g with
  | Some q => zle q v
  | None =>
      if delta_between r g is Some (_, high) then zle high v
      else if r is [:: (k, n)] then (Zpos n <=? max_count)%Z && enclosed k (Pos.to_nat n) g (0, 1)%Z v else false
  end.
Definition at_infinity (r : rows) (g : expr) (v : Z * Z) : bool := if infinite_losses r g is Some q then zle v q else false.
Definition delta_ge (r : rows) (g : expr) (v : Z * Z) : bool :=
  positive_den v && match exactly r g with
  | Some q => zle v q
  | None =>
      if at_infinity r g v then true
      else if delta_between r g is Some (low, _) then zle v low
      else if r is [:: (k, n)] then (Zpos n <=? max_count)%Z && enclosed k (Pos.to_nat n) g v (1, 1)%Z else false
  end.
Definition delta_gt (r : rows) (g : expr) (v : Z * Z) : bool :=
  positive_den v && match exactly r g with
  | Some q => zlt v q
  | None => delta_ge r g (v.1 * margin + v.2, v.2 * margin)%Z
  end.

Definition all_proper (r : rows) := forall k, List.In k (steps r) -> proper k.
Lemma exactly_sound r g q : exactly r g = Some q ->
  [/\ all_proper r, (0 < q.2)%Z & total_delta (real_steps r) (exp (value g)) = frac_of q].
Proof.
rewrite /exactly; case E: beyond_delta => [q'|]; first by move=> [<-]; exact: beyond_delta_sound.
exact: exact_delta_sound.
Qed.
Lemma single_sound k n g lower upper : enclosed k (Pos.to_nat n) g lower upper ->
  all_proper [:: (k, n)] /\ frac_of lower <= total_delta (real_steps [:: (k, n)]) (exp (value g)) <= frac_of upper.
Proof.
move=> h; have n0 : (0 < Pos.to_nat n)%N by apply/ltP; exact: Pos2Nat.is_pos.
have [pk hb] := enclosed_sound n0 h; rewrite /real_steps /all_proper /steps /= cats0 map_nseq; split=> // k'.
by elim: (Pos.to_nat n) => [|m IHm] //= [<-|].
Qed.

Lemma at_infinity_sound r g v : (0 < v.2)%Z -> at_infinity r g v ->
  all_proper r /\ frac_of v <= total_delta (real_steps r) (exp (value g)).
Proof.
move=> v0; rewrite /at_infinity; case E: infinite_losses => [q|] // h; have [pr q0 hq] := infinite_losses_sound E.
by split=> //; apply: Rle_trans hq; exact: zleP.
Qed.

Lemma delta_le_sound r g v : delta_le r g v ->
  [/\ all_proper r, (0 < v.2)%Z & total_delta (real_steps r) (exp (value g)) <= frac_of v].
Proof.
move=> /andP [/Z.ltb_lt v0]; case E: (exactly r g) => [q|].
- by have [pr q0 ->] := exactly_sound E => h; split=> //; exact: zleP.
- case Eb: delta_between => [[low high]|].
    move=> h; have [pr [_ h0] [_ hb]] := delta_between_sound Eb; split=> //.
    by apply: Rle_trans hb _; exact: zleP.
  by case: r E Eb => [|[k n] [|]] // _ _ /andP [_ /single_sound [pr [_ h]]].
Qed.
Lemma delta_ge_sound r g v : delta_ge r g v ->
  [/\ all_proper r, (0 < v.2)%Z & frac_of v <= total_delta (real_steps r) (exp (value g))].
Proof.
move=> /andP [/Z.ltb_lt v0]; case E: (exactly r g) => [q|].
- by have [pr q0 ->] := exactly_sound E => h; split=> //; exact: zleP.
- case Ei: at_infinity; first by have [pr h] := at_infinity_sound v0 Ei.
  move=> {Ei}; case Eb: delta_between => [[low high]|].
    move=> h; have [pr [h0 _] [hb _]] := delta_between_sound Eb; split=> //.
    by apply: Rle_trans hb; exact: zleP.
  by case: r E Eb => [|[k n] [|]] // _ _ /andP [_ /single_sound [pr [h _]]].
Qed.
Lemma margin_pos : (0 < margin)%Z. Proof. by []. Qed.
Lemma below_margin v : (0 < v.2)%Z -> frac_of (v.1 * margin - v.2, v.2 * margin)%Z < frac_of v.
Proof.
move=> v0; rewrite /frac_of [_.1]/= [_.2]/=.
have vR := IZR_lt _ _ v0; have mR := IZR_lt _ _ margin_pos; move: margin mR => m mR.
rewrite minus_IZR !mult_IZR; apply: (Rmult_lt_reg_r (IZR v.2 * IZR m)); first exact: Rmult_lt_0_compat.
have -> : (IZR v.1 * IZR m - IZR v.2) / (IZR v.2 * IZR m) * (IZR v.2 * IZR m) = IZR v.1 * IZR m - IZR v.2 by field; lra.
have -> : IZR v.1 / IZR v.2 * (IZR v.2 * IZR m) = IZR v.1 * IZR m by field; lra.
lra.
Qed.
Lemma delta_gt_sound r g v : delta_gt r g v ->
  [/\ all_proper r, (0 < v.2)%Z & frac_of v < total_delta (real_steps r) (exp (value g))].
Proof.
move=> /andP [/Z.ltb_lt v0]; case E: (exactly r g) => [q|].
- by have [pr q0 ->] := exactly_sound E => h; split=> //; exact: zltP.
- move=> /delta_ge_sound [pr _ h]; split=> //; apply: Rlt_le_trans h; rewrite /frac_of [_.1]/= [_.2]/=.
  have vR := IZR_lt _ _ v0; have mR := IZR_lt _ _ margin_pos; move: margin mR => m mR.
  rewrite plus_IZR !mult_IZR; apply: (Rmult_lt_reg_r (IZR v.2 * IZR m)); first exact: Rmult_lt_0_compat.
  have -> : (IZR v.1 * IZR m + IZR v.2) / (IZR v.2 * IZR m) * (IZR v.2 * IZR m) = IZR v.1 * IZR m + IZR v.2 by field; lra.
  have -> : IZR v.1 / IZR v.2 * (IZR v.2 * IZR m) = IZR v.1 * IZR m by field; lra.
  lra.
Qed.

(* ---------- what is guaranteed ---------- *)
(* a ledger with a step that is a list of outcomes has its own way *)
Definition mixed (test : Z * Z -> Z * Z -> bool) (r : rows) (g : expr) (v : Z * Z) : bool :=
  positive_den v && if mixed_bounds r g is Some (low, high) then test low high else false.
Definition any_le (r : rows) (g : expr) (v : Z * Z) : bool :=
  if is_mixed r then mixed (fun _ high => zle high v) r g v else delta_le r g v.
Definition any_ge (r : rows) (g : expr) (v : Z * Z) : bool :=
  if is_mixed r then mixed (fun low _ => zle v low) r g v else delta_ge r g v.
Definition any_gt (r : rows) (g : expr) (v : Z * Z) : bool :=
  if is_mixed r then mixed (fun low _ => zlt v low) r g v else delta_gt r g v.
Definition any_beta (r : rows) (a : expr) : option ((Z * Z) * (Z * Z)) :=
  if group_beta r a is Some b then Some (b, b) else if is_mixed r then mixed_beta r a else beta_bounds r a.

Definition all_in_domain (r : rows) := forall k, List.In k (steps r) -> in_domain k.
Lemma exp_ge0 x : 0 <= exp x.
Proof. exact/Rlt_le/exp_pos. Qed.
Lemma proper_all r : all_proper r -> all_in_domain r.
Proof. by move=> h k /h; exact: proper_in_domain. Qed.
Lemma mixed_sound test r g v : mixed test r g v -> exists low high,
  [/\ all_in_domain r, [/\ 0 < v.2, 0 < low.2 & 0 < high.2]%Z, test low high, above_all (steps r) (exp (value g)) (frac_of low)
    & guaranteed (steps r) (exp (value g)) (frac_of high)].
Proof.
move=> /andP [/Z.ltb_lt v0]; case E: mixed_bounds => [[low high]|] // t.
by have [h1 [h2 h3] h4 h5] := mixed_bounds_sound E; exists low, high.
Qed.
Lemma any_le_sound r g v : any_le r g v ->
  [/\ all_in_domain r, (0 < v.2)%Z & guaranteed (steps r) (exp (value g)) (frac_of v)].
Proof.
rewrite /any_le; case: is_mixed.
  move=> /mixed_sound [low [high [dr [v0 _ h0] t _ h]]]; split=> // A K K' /h hd S.
  by have := hd S; have := zleP h0 v0 t; lra.
by move=> /delta_le_sound [pr v0 h]; split=> //; [exact: proper_all | apply/guaranteedE => //; exact: exp_ge0].
Qed.
Lemma any_ge_sound r g v : any_ge r g v ->
  [/\ all_in_domain r, (0 < v.2)%Z & above_all (steps r) (exp (value g)) (frac_of v)].
Proof.
rewrite /any_ge; case: is_mixed.
  by move=> /mixed_sound [low [high [dr [v0 l0 _] t h _]]]; split=> // d /h; apply: Rle_trans; exact: zleP.
by move=> /delta_ge_sound [pr v0 h]; split=> //; [exact: proper_all | apply: steps_at_least => //; exact: exp_ge0].
Qed.
Lemma any_gt_sound r g v : any_gt r g v ->
  [/\ all_in_domain r, (0 < v.2)%Z & beyond_all (steps r) (exp (value g)) (frac_of v)].
Proof.
rewrite /any_gt; case: is_mixed.
  by move=> /mixed_sound [low [high [dr [v0 l0 _] t h _]]]; split=> // d /h; apply: Rlt_le_trans; exact: zltP.
by move=> /delta_gt_sound [pr v0 h]; split=> //; [exact: proper_all | apply: steps_above => //; exact: exp_ge0].
Qed.
Lemma any_beta_sound r a low high : any_beta r a = Some (low, high) ->
  [/\ all_in_domain r, (0 < low.2)%Z /\ (0 < high.2)%Z, errors (steps r) (value a) (frac_of low)
    & forall u, errors (steps r) (value a) u -> u <= frac_of high].
Proof.
rewrite /any_beta; case E: group_beta => [b|]; first by move=> [<- <-]; have [] := group_beta_sound E.
case: is_mixed; first exact: mixed_beta_sound.
by move=> /beta_bounds_sound [pr h1 h2 h3]; split=> //; exact: proper_all.
Qed.

(* ---------- the decision ---------- *)
(* delta is below v = x where it is at most some smaller number *)
Definition any_lt (r : rows) (g : expr) (x : Z * Z) : bool := any_le r g (x.1 * margin - x.2, x.2 * margin)%Z.
Lemma any_lt_sound r g x : (0 < x.2)%Z -> any_lt r g x ->
  all_in_domain r /\ exists2 u, u < frac_of x & guaranteed (steps r) (exp (value g)) u.
Proof.
move=> x0 /any_le_sound [pr _ h]; split=> //; exists (frac_of (x.1 * margin - x.2, x.2 * margin)%Z) => //.
exact: below_margin.
Qed.
Lemma exp_bounds_nonneg g x : exp_bounds g = Some x -> 0 <= value g.
Proof.
rewrite /exp_bounds; case E: (rat g) => [[a b]|] //; have [b0 ->] := rat_sound _ _ E.
case: (Z.leb_spec 0 a) => // a0 _; apply: Rmult_le_pos; first exact: IZR_le.
by apply/Rlt_le/Rinv_0_lt_compat/IZR_lt.
Qed.
(* eps is below v = x where delta is reached at some u < v: just below v, or at 99 hundredths of it *)
Definition nearer (x : Z * Z) : seq (Z * Z) := [:: (x.1 * margin - x.2, x.2 * margin); (x.1 * 99, x.2 * 100); (x.1, x.2 * 2); (0, 1)]%Z.
Definition refutes_eps (r : rows) (y x : Z * Z) : bool :=
  List.existsb (fun u => [&& (0 <=? u.1)%Z, (0 <? u.2)%Z, zlt u x & any_le r (Num u.1 (Z.to_pos u.2)) y]) (nearer x).
Lemma refutes_eps_sound r y x : (0 < x.2)%Z -> refutes_eps r y x ->
  all_in_domain r /\ exists u, [/\ 0 <= u, u < frac_of x & guaranteed (steps r) (exp u) (frac_of y)].
Proof.
move=> x0 /List.existsb_exists [u [_ /and4P [/Z.leb_le u1 /Z.ltb_lt u2 ux /any_le_sound [pr _ h]]]]; split=> //.
have e : value (Num u.1 (Z.to_pos u.2)) = frac_of u by rewrite /= Z2Pos.id.
exists (frac_of u); rewrite -e; split=> //; rewrite e; last exact: zltP.
by apply: Rmult_le_pos; [exact: IZR_le | apply/Rlt_le/Rinv_0_lt_compat/IZR_lt].
Qed.

(* the parameters of a claim *)
Definition nonnegative (e : expr) : bool :=
  if rat e is Some x then (0 <=? x.1)%Z else if eratio e is Some (a, b) then (b <=? a)%Z else false.
Definition in_order (u v : expr) : bool :=
  match rounded true u, rounded false v with
  | Some u', Some v' => match rat u', rat v' with Some x, Some y => zle x y | _, _ => false end
  | _, _ => false
  end.
Definition probability (d : expr) : bool := in_order (Num 0 1) d && in_order d (Num 1 1).
Definition is_quantity (q : quantity) : bool := match q with DeltaAt e => nonnegative e | EpsAt d | BetaAt d => probability d end.
(* some delta is computed for all steps: they are in their domain *)
Definition is_ledger (r : rows) : bool := any_ge r (Num 0 1) (0, 1)%Z.

Definition is_at_most (r : rows) (q : quantity) (v : expr) : option bool :=
  match q, rat v with
  | DeltaAt e, Some x => if any_le r e x then Some true else if any_gt r e x then Some false else None
  | EpsAt d, Some x =>
      if (x.1 <? 0)%Z then (if is_ledger r then Some false else None)
      else if rat d is Some y then if any_le r v y then Some true else if any_gt r v y then Some false else None else None
  | BetaAt a, Some x =>
      if any_beta r a is Some (low, high) then if zle high x then Some true else if zlt x low then Some false else None else None
  | _, _ => None
  end.
Definition is_at_least (r : rows) (q : quantity) (v : expr) : option bool :=
  match q, rat v with
  | DeltaAt e, Some x => if any_ge r e x then Some true else if any_lt r e x then Some false else None
  | EpsAt d, Some x =>
      if (x.1 <=? 0)%Z then (if is_ledger r then Some true else None)
      else if rat d is Some y then if any_gt r v y then Some true else if refutes_eps r y x then Some false else None else None
  | BetaAt a, Some x =>
      if any_beta r a is Some (low, high) then if zle x low then Some true else if zlt high x then Some false else None else None
  | _, _ => None
  end.
(* eps of one step on a sample: from delta of the step itself *)
Definition is_at_most_sampled (r : rows) (q : quantity) (v : expr) : option bool :=
  if rate_of r is Some rate then
    match q, exp_bounds v with
    | EpsAt d, Some (x, x') =>
        if rat d is Some t then
          match unsampled r rate x t, unsampled r rate x' t with
          | Some (r1, g1, t1), Some (r2, g2, t2) =>
              if any_le r1 g1 t1 then Some true else if any_gt r2 g2 t2 then Some false else None
          | _, _ => None
          end
        else None
    | _, _ => None
    end
  else is_at_most r q v.
(* A claim holds if one of larger parameters does that says more of other rows, and is false if one that says less is false. *)
Definition by_rounding (f : rows -> quantity -> expr -> option bool) (more less : rows) (up : bool) (q : quantity) (v : expr) :=
  match rounded_claim up q v, rounded_claim (~~ up) q v with
  | Some (q1, v1), Some (q2, v2) =>
      if f more q1 v1 is Some true then Some true else if f less q2 v2 is Some false then Some false else None
  | _, _ => None
  end.
(* as it is, with its parameters rounded, and with those of the rows rounded too *)
Definition in_turn (f : rows -> quantity -> expr -> option bool) (g : rows -> rows -> option bool) (r : rows) q v : option bool :=
  if f r q v is Some b then Some b
  else if is_rational_claim q v then if squeeze_rows q r is Some (lower, upper) then g lower upper else None
  else if g r r is Some b then Some b
  else if squeeze_rows q r is Some (lower, upper) then g lower upper else None.
Definition near_at_most q v (l u : rows) := by_rounding is_at_most_sampled (larger q l u) (smaller q l u) false q v.
Definition near_at_least q v (l u : rows) := by_rounding is_at_least (smaller q l u) (larger q l u) true q v.
Definition decide_at_most r q v := in_turn is_at_most_sampled (near_at_most q v) r q v.
Definition decide_at_least r q v := in_turn is_at_least (near_at_least q v) r q v.
(* both ends, of which the first is not above the second *)
Definition decide (r : rows) (q : quantity) (rel : relation) : option bool :=
  if is_quantity q then
    match rel with
    | AtMost v => decide_at_most r q v
    | AtLeast v => decide_at_least r q v
    | Between u v =>
        if in_order u v then
          match decide_at_least r q u, decide_at_most r q v with
          | Some true, Some true => Some true
          | Some false, _ | _, Some false => Some false
          | _, _ => None
          end
        else None
    end
  else None.

Lemma rat_frac v x : rat v = Some x -> value v = frac_of x /\ (0 < x.2)%Z.
Proof. by move=> /rat_sound [h ->]. Qed.

Definition answers (b : bool) (P : Prop) : Prop := if b then P else ~ P.
(* what was decided is true, of a ledger in its domain *)
Definition decided (r : rows) (b : bool) (P : Prop) : Prop := all_in_domain r /\ answers b P.
Lemma is_ledger_sound r : is_ledger r -> all_in_domain r.
Proof. by move=> /any_ge_sound []. Qed.
Lemma is_at_most_sound r q v b : is_at_most r q v = Some b -> decided r b (at_most (steps r) q (value v)).
Proof.
case: q => [e|d|a]; rewrite /is_at_most; case Ev: (rat v) => [x|] //; have [vv x0] := rat_frac Ev.
- case E1: any_le.
    by move=> [<-]; have [pr _ h] := any_le_sound E1; split=> //=; rewrite vv.
  by case E2: any_gt => // -[<-]; have [pr _ h] := any_gt_sound E2; split=> //; apply: delta_not_at_most; rewrite vv.
- have xR := IZR_lt _ _ x0; have ix : 0 < / IZR x.2 by apply: Rinv_0_lt_compat.
  case: (Z.ltb_spec x.1 0) => s0.
    case E: is_ledger => // -[<-]; split; first exact: is_ledger_sound.
    by apply: eps_negative; rewrite vv /frac_of; have := IZR_lt _ _ s0; nra.
  case Ed: (rat d) => [y|] //; have [vd y0] := rat_frac Ed.
  case E1: any_le.
    move=> [<-]; have [pr _ h] := any_le_sound E1; split=> //; split; last by rewrite vd.
    by rewrite vv /frac_of; have := IZR_le _ _ s0; nra.
  by case E2: any_gt => // -[<-]; have [pr _ h] := any_gt_sound E2; split=> //; apply: eps_not_at_most; rewrite vd.
- case Eb: any_beta => [[low high]|] //; have [pr [low0 high0] hl hh] := any_beta_sound Eb.
  case E1: zle.
    by move=> [<-]; split=> // u /hh hu; apply: Rle_trans hu _; rewrite vv; exact: zleP.
  case E2: zlt => // -[<-]; split=> // H; have := H _ hl; rewrite vv; have := zltP x0 low0 E2; lra.
Qed.
Lemma is_at_least_sound r q v b : is_at_least r q v = Some b -> decided r b (at_least (steps r) q (value v)).
Proof.
case: q => [e|d|a]; rewrite /is_at_least; case Ev: (rat v) => [x|] //; have [vv x0] := rat_frac Ev.
- case E1: any_ge.
    by move=> [<-]; have [pr _ h] := any_ge_sound E1; split=> //=; rewrite vv.
  case E2: any_lt => // -[<-]; have [pr [u ux h]] := any_lt_sound x0 E2; split=> //.
  by apply: delta_not_at_least h; rewrite vv.
- have xR := IZR_lt _ _ x0; have ix : 0 < / IZR x.2 by apply: Rinv_0_lt_compat.
  case: (Z.leb_spec x.1 0) => s0.
    case E: is_ledger => // -[<-]; split; first exact: is_ledger_sound.
    by apply: eps_at_least_0; rewrite vv /frac_of; have := IZR_le _ _ s0; nra.
  case Ed: (rat d) => [y|] //; have [vd y0] := rat_frac Ed.
  case E2: any_gt.
    by move=> [<-]; have [pr _ h] := any_gt_sound E2; split=> //; apply: eps_at_least; rewrite vd.
  case E3: refutes_eps => // -[<-]; have [pr [u [u0 ux h]]] := refutes_eps_sound x0 E3.
  by split=> //; apply: (eps_not_at_least u0); [rewrite vv | rewrite vd].
- case Eb: any_beta => [[low high]|] //; have [pr [low0 high0] hl hh] := any_beta_sound Eb.
  case E1: zle.
    by move=> [<-]; split=> //; apply: errors_down hl _; rewrite vv; exact: zleP.
  case E2: zlt => // -[<-]; split=> // /hh; rewrite vv; have := zltP high0 x0 E2; lra.
Qed.

Lemma is_at_most_sampled_sound r q v b : is_at_most_sampled r q v = Some b -> decided r b (at_most (steps r) q (value v)).
Proof.
rewrite /is_at_most_sampled; case Er: (rate_of r) => [p|]; last exact: is_at_most_sound.
case: q => // d; case Ex: exp_bounds => [[x x']|] //; case Ed: (rat d) => [t|] //.
case E1: unsampled => [[[r1 g1] t1]|] //; case E2: unsampled => [[[r2 g2] t2]|] //; have [vd t0] := rat_frac Ed.
have [_ [hx hx']] := exp_bounds_sound Ex; have [G1 D1] := unsampled_sound Er t0 E1; have [G2 D2] := unsampled_sound Er t0 E2.
case E: any_le.
- move=> [<-]; have [dr _ h] := any_le_sound E; split; first exact: D1.
  by split; [exact: exp_bounds_nonneg Ex | rewrite vd; apply: (guaranteed_up hx); exact/G1].
- case E': any_gt => // -[<-]; have [dr _ h] := any_gt_sound E'; split; first exact: D2.
  by move=> [_]; rewrite vd => /(guaranteed_up hx') /G2 /h; lra.
Qed.
Lemma in_turn_sound f g r q v b : in_turn f g r q v = Some b ->
  [\/ f r q v = Some b, g r r = Some b | exists l u, squeeze_rows q r = Some (l, u) /\ g l u = Some b].
Proof.
rewrite /in_turn; case Ef: f => [b'|]; first by move=> [<-]; apply: Or31.
have last : (if squeeze_rows q r is Some (l, u) then g l u else None) = Some b ->
    exists l u, squeeze_rows q r = Some (l, u) /\ g l u = Some b.
  by case: squeeze_rows => [[l u]|] // h; exists l, u.
case: is_rational_claim; first by move=> /last; exact: Or33.
by case: (g r r) => [b'|]; [move=> [<-]; exact: Or32 | move=> /last; exact: Or33].
Qed.
Lemma by_rounding_sound f more less up q v b : by_rounding f more less up q v = Some b ->
  exists q' v', if b then rounded_claim up q v = Some (q', v') /\ f more q' v' = Some true
                else rounded_claim (~~ up) q v = Some (q', v') /\ f less q' v' = Some false.
Proof.
rewrite /by_rounding; case E1: rounded_claim => [[q1 v1]|] //; case E2: rounded_claim => [[q2 v2]|] //.
case Ef: (f more q1 v1) => [[]|]; first by move=> [<-]; exists q1, v1.
- by case Ef': (f less q2 v2) => [[]|] // [<-]; exists q2, v2.
- by case Ef': (f less q2 v2) => [[]|] // [<-]; exists q2, v2.
Qed.
Lemma larger_of (P : rows -> Prop) q l u : P (larger q l u) -> P l \/ P u.
Proof. by case: q => *; [right | right | left]. Qed.
Lemma smaller_of (P : rows -> Prop) q l u : P (smaller q l u) -> P l \/ P u.
Proof. by case: q => *; [left | left | right]. Qed.
Lemma steps_larger q l u : steps (larger q l u) = larger q (steps l) (steps u). Proof. by case: q. Qed.
Lemma steps_smaller q l u : steps (smaller q l u) = smaller q (steps l) (steps u). Proof. by case: q. Qed.

Lemma near_at_most_sound l u ks q v b : lesser q (steps l) ks -> lesser q ks (steps u) ->
  near_at_most q v l u = Some b ->
  (all_in_domain l \/ all_in_domain u) /\ answers b (at_most ks q (value v)).
Proof.
move=> hl hu /by_rounding_sound [q' [v']]; have [H1 H2] := at_most_rows (value v) hl hu.
case: b => -[/rounded_claim_sound /= hb /is_at_most_sampled_sound [pr h]].
- rewrite steps_larger in h; split; [exact: larger_of pr | apply: H1; exact: at_most_below hb h].
- rewrite steps_smaller in h; split; first exact: smaller_of pr.
  by move=> H; apply: h; apply: (at_most_below hb); exact: H2.
Qed.
Lemma near_at_least_sound l u ks q v b : lesser q (steps l) ks -> lesser q ks (steps u) ->
  near_at_least q v l u = Some b ->
  (all_in_domain l \/ all_in_domain u) /\ answers b (at_least ks q (value v)).
Proof.
move=> hl hu /by_rounding_sound [q' [v']]; have [H1 H2] := at_least_rows (value v) hl hu.
case: b => -[/rounded_claim_sound /= hb /is_at_least_sound [pr h]].
- rewrite steps_smaller in h; split; [exact: smaller_of pr | apply: H1; exact: at_least_below hb h].
- rewrite steps_larger in h; split; first exact: larger_of pr.
  by move=> H; apply: h; apply: (at_least_below hb); exact: H2.
Qed.
Lemma decide_at_most_sound r q v b : decide_at_most r q v = Some b -> decided r b (at_most (steps r) q (value v)).
Proof.
move=> /in_turn_sound [/is_at_most_sampled_sound //|h|[l [u [/squeeze_rows_sound [dr hl hu] h]]]].
- have [pr h'] := near_at_most_sound (@lesser_refl _ _) (@lesser_refl _ _) h.
  by split=> //; case: pr.
- by split=> //; have [] := near_at_most_sound hl hu h.
Qed.
Lemma decide_at_least_sound r q v b : decide_at_least r q v = Some b -> decided r b (at_least (steps r) q (value v)).
Proof.
move=> /in_turn_sound [/is_at_least_sound //|h|[l [u [/squeeze_rows_sound [dr hl hu] h]]]].
- have [pr h'] := near_at_least_sound (@lesser_refl _ _) (@lesser_refl _ _) h.
  by split=> //; case: pr.
- by split=> //; have [] := near_at_least_sound hl hu h.
Qed.
Theorem decide_sound r q rel b : decide r q rel = Some b -> decided r b (claim_holds (steps r) q rel).
Proof.
rewrite /decide; case: is_quantity => //.
case: rel => [v|v|u v]; [exact: decide_at_most_sound | exact: decide_at_least_sound |].
case: in_order => //.
have HL := @decide_at_least_sound r q u; have HM := @decide_at_most_sound r q v; rewrite /decided in HL HM *.
destruct (decide_at_least r q u) as [[|]|]; destruct (decide_at_most r q v) as [[|]|]; intros h; inversion h; subst;
  try (pose proof (HL _ (erefl _))); try (pose proof (HM _ (erefl _))); simpl in *; tauto.
Qed.

(* ---------- the theorem ---------- *)
(* Invalid: the certificate says the contrary of what is true. None: not decided here. *)
Inductive answer := Valid | Refuted | Invalid.
Definition answer_of (c : certificate) : option answer :=
  if decide (the_rows c) (the_quantity c) (the_relation c) is Some b then
    Some (if Bool.eqb b (says c) then if b then Valid else Refuted else Invalid)
  else None.
Definition check (bytes : Json.text) : option answer :=
  if read_json bytes is Some j then if read_certificate j is Some c then answer_of c else None else None.

Definition claim_of (c : certificate) : Prop := claim_holds (steps (the_rows c)) (the_quantity c) (the_relation c).
Definition true_of (a : answer) (c : certificate) : Prop :=
  match a with
  | Valid => says c = true /\ claim_of c
  | Refuted => says c = false /\ ~ claim_of c
  | Invalid => if says c then ~ claim_of c else claim_of c
  end.
Lemma answer_sound c a : answer_of c = Some a -> all_in_domain (the_rows c) /\ true_of a c.
Proof.
rewrite /answer_of; case Ed: decide => [b|] // [<-]; have [pr h] := decide_sound Ed; split; first exact: pr.
by move: h; rewrite /true_of /claim_of; case: b Ed => _; case: (says c).
Qed.
Theorem check_sound bytes a : check bytes = Some a ->
  exists c, [/\ means bytes c, forall k, List.In k (steps (the_rows c)) -> in_domain k & true_of a c].
Proof.
rewrite /check; case Ej: (read_json bytes) => [j|] //; case Ec: (read_certificate j) => [c|] // /answer_sound [pr h].
by exists c; split=> //; exists j; split=> //; exact: read_json_sound.
Qed.
