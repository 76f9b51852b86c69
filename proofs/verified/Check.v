(* The decision of a claim, and the theorem: from the bytes of a certificate to a claim about all mechanisms of the ledger.
   The ledger and the claim are all that is needed: what follows is computed here, and compared with the verdict. *)
From Coq Require Import Reals Lra Lia ZArith Ascii String.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Lattice FixedPoint Exponential Certificate Walk.
From Verified Require Import Json Literal Claim Reader Guarantee Outcomes Rational Beyond Enclosed Between Errors.
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
Definition delta_ge (r : rows) (g : expr) (v : Z * Z) : bool :=
  positive_den v && match exactly r g with
  | Some q => zle v q
  | None =>
      if delta_between r g is Some (low, _) then zle v low
      else if r is [:: (k, n)] then (Zpos n <=? max_count)%Z && enclosed k (Pos.to_nat n) g v (1, 1)%Z else false
  end.
Definition delta_lt (r : rows) (g : expr) (v : Z * Z) : bool := delta_le r g (v.1 * margin - v.2, v.2 * margin)%Z.
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
- case Eb: delta_between => [[low high]|].
    move=> h; have [pr [h0 _] [hb _]] := delta_between_sound Eb; split=> //.
    by apply: Rle_trans hb; exact: zleP.
  by case: r E Eb => [|[k n] [|]] // _ _ /andP [_ /single_sound [pr [h _]]].
Qed.
Lemma margin_pos : (0 < margin)%Z. Proof. by []. Qed.
Lemma delta_lt_sound r g v : (0 < v.2)%Z -> delta_lt r g v ->
  all_proper r /\ total_delta (real_steps r) (exp (value g)) < frac_of v.
Proof.
move=> v0 /delta_le_sound [pr _ h]; split=> //; apply: Rle_lt_trans h _; rewrite /frac_of [_.1]/= [_.2]/=.
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

(* ---------- the decision ---------- *)
(* eps is below v = x where delta is reached at some u < v: just below v, or at 99 hundredths of it *)
Definition nearer (x : Z * Z) : seq (Z * Z) := [:: (x.1 * margin - x.2, x.2 * margin); (x.1 * 99, x.2 * 100); (x.1, x.2 * 2); (0, 1)]%Z.
Definition refutes_eps (r : rows) (y x : Z * Z) : bool :=
  List.existsb (fun u => [&& (0 <=? u.1)%Z, (0 <? u.2)%Z, zlt u x & delta_le r (Num u.1 (Z.to_pos u.2)) y]) (nearer x).
Lemma refutes_eps_sound r y x : (0 < x.2)%Z -> (0 < x.1)%Z -> refutes_eps r y x ->
  all_proper r /\ exists u, [/\ 0 <= u, u < frac_of x & total_delta (real_steps r) (exp u) <= frac_of y].
Proof.
move=> x0 _ /List.existsb_exists [u [_ /and4P [/Z.leb_le u1 /Z.ltb_lt u2 ux /delta_le_sound [pr _ h]]]]; split=> //.
have e : value (Num u.1 (Z.to_pos u.2)) = frac_of u by rewrite /= Z2Pos.id.
exists (frac_of u); rewrite -e; split=> //; rewrite e; last exact: zltP.
by apply: Rmult_le_pos; [exact: IZR_le | apply/Rlt_le/Rinv_0_lt_compat/IZR_lt].
Qed.

(* the parameters of a claim *)
Definition nonnegative (e : expr) : bool :=
  if rat e is Some x then (0 <=? x.1)%Z else if eratio e is Some (a, b) then (b <=? a)%Z else false.
Definition probability (d : expr) : bool := if rat d is Some x then (0 <=? x.1)%Z && (x.1 <=? x.2)%Z else false.
Definition is_quantity (q : quantity) : bool := match q with DeltaAt e => nonnegative e | EpsAt d | BetaAt d => probability d end.
(* some delta is computed for all steps: they are in their domain *)
Definition is_ledger (r : rows) : bool := delta_ge r (Num 0 1) (0, 1)%Z.

Definition is_at_most (r : rows) (q : quantity) (v : expr) : option bool :=
  match q, rat v with
  | DeltaAt e, Some x => if delta_le r e x then Some true else if delta_gt r e x then Some false else None
  | EpsAt d, Some x =>
      if (x.1 <? 0)%Z then (if is_ledger r then Some false else None)
      else if rat d is Some y then if delta_le r v y then Some true else if delta_gt r v y then Some false else None else None
  | BetaAt a, Some x =>
      if beta_bounds r a is Some (low, high) then if zle high x then Some true else if zlt x low then Some false else None else None
  | _, _ => None
  end.
Definition is_at_least (r : rows) (q : quantity) (v : expr) : option bool :=
  match q, rat v with
  | DeltaAt e, Some x => if delta_ge r e x then Some true else if delta_lt r e x then Some false else None
  | EpsAt d, Some x =>
      if (x.1 <=? 0)%Z then (if is_ledger r then Some true else None)
      else if rat d is Some y then if delta_gt r v y then Some true else if refutes_eps r y x then Some false else None else None
  | BetaAt a, Some x =>
      if beta_bounds r a is Some (low, high) then if zle x low then Some true else if zlt high x then Some false else None else None
  | _, _ => None
  end.
(* both ends, of which the first is not above the second *)
Definition in_order (u v : expr) : bool := match rat u, rat v with Some x, Some y => zle x y | _, _ => false end.
Definition decide (r : rows) (q : quantity) (rel : relation) : option bool :=
  if is_quantity q then
    match rel with
    | AtMost v => is_at_most r q v
    | AtLeast v => is_at_least r q v
    | Between u v =>
        if in_order u v then
          match is_at_least r q u, is_at_most r q v with
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
Definition decided (r : rows) (b : bool) (P : Prop) : Prop := all_proper r /\ answers b P.
Lemma is_ledger_sound r : is_ledger r -> all_proper r.
Proof. by move=> /delta_ge_sound []. Qed.
Lemma is_at_most_sound r q v b : is_at_most r q v = Some b -> decided r b (at_most (steps r) q (value v)).
Proof.
case: q => [e|d|a]; rewrite /is_at_most; case Ev: (rat v) => [x|] //; have [vv x0] := rat_frac Ev.
- case E1: delta_le.
    by move=> [<-]; have [pr _ h] := delta_le_sound E1; split=> //; apply: delta_at_most => //; rewrite vv.
  by case E2: delta_gt => // -[<-]; have [pr _ h] := delta_gt_sound E2; split=> //; apply: delta_not_at_most => //; rewrite vv.
- have xR := IZR_lt _ _ x0; have ix : 0 < / IZR x.2 by apply: Rinv_0_lt_compat.
  case: (Z.ltb_spec x.1 0) => s0.
    case E: is_ledger => // -[<-]; split; first exact: is_ledger_sound.
    by apply: eps_negative; rewrite vv /frac_of; have := IZR_lt _ _ s0; nra.
  case Ed: (rat d) => [y|] //; have [vd y0] := rat_frac Ed.
  case E1: delta_le.
    move=> [<-]; have [pr _ h] := delta_le_sound E1; split=> //; apply: eps_at_most => //; last by rewrite vd.
    by rewrite vv /frac_of; have := IZR_le _ _ s0; nra.
  by case E2: delta_gt => // -[<-]; have [pr _ h] := delta_gt_sound E2; split=> //; apply: eps_not_at_most => //; rewrite vd.
- case Eb: beta_bounds => [[low high]|] //; have [pr [low0 high0] hl hh] := beta_bounds_sound Eb.
  case E1: zle.
    by move=> [<-]; split=> // u /hh hu; apply: Rle_trans hu _; rewrite vv; exact: zleP.
  case E2: zlt => // -[<-]; split=> // H; have := H _ hl; rewrite vv; have := zltP x0 low0 E2; lra.
Qed.
Lemma is_at_least_sound r q v b : is_at_least r q v = Some b -> decided r b (at_least (steps r) q (value v)).
Proof.
case: q => [e|d|a]; rewrite /is_at_least; case Ev: (rat v) => [x|] //; have [vv x0] := rat_frac Ev.
- case E1: delta_ge.
    by move=> [<-]; have [pr _ h] := delta_ge_sound E1; split=> //; apply: delta_at_least => //; rewrite vv.
  case E2: delta_lt => // -[<-]; have [pr h] := delta_lt_sound x0 E2; split=> //.
  by apply: delta_not_at_least => //; rewrite vv.
- have xR := IZR_lt _ _ x0; have ix : 0 < / IZR x.2 by apply: Rinv_0_lt_compat.
  case: (Z.leb_spec x.1 0) => s0.
    case E: is_ledger => // -[<-]; split; first exact: is_ledger_sound.
    by apply: eps_at_least_0; rewrite vv /frac_of; have := IZR_le _ _ s0; nra.
  case Ed: (rat d) => [y|] //; have [vd y0] := rat_frac Ed.
  case E2: delta_gt.
    by move=> [<-]; have [pr _ h] := delta_gt_sound E2; split=> //; apply: eps_at_least => //; rewrite vd.
  case E3: refutes_eps => // -[<-]; have [pr [u [u0 ux h]]] := refutes_eps_sound x0 s0 E3.
  by split=> //; apply: (eps_not_at_least pr u0) => //; [rewrite vv | rewrite vd].
- case Eb: beta_bounds => [[low high]|] //; have [pr [low0 high0] hl hh] := beta_bounds_sound Eb.
  case E1: zle.
    by move=> [<-]; split=> //; apply: errors_down hl _; rewrite vv; exact: zleP.
  case E2: zlt => // -[<-]; split=> // /hh; rewrite vv; have := zltP high0 x0 E2; lra.
Qed.
Theorem decide_sound r q rel b : decide r q rel = Some b -> decided r b (claim_holds (steps r) q rel).
Proof.
rewrite /decide; case: is_quantity => //.
case: rel => [v|v|u v]; [exact: is_at_most_sound | exact: is_at_least_sound |].
case: in_order => //.
have HL := @is_at_least_sound r q u; have HM := @is_at_most_sound r q v; rewrite /decided in HL HM *.
destruct (is_at_least r q u) as [[|]|]; destruct (is_at_most r q v) as [[|]|]; intros h; inversion h; subst;
  try (pose proof (HL _ (erefl _))); try (pose proof (HM _ (erefl _))); simpl in *; tauto.
Qed.

(* ---------- the theorem ---------- *)
(* Invalid: the certificate says the contrary of what is true. None: not decided here. *)
Inductive answer := Valid | Refuted | Invalid.
Definition check (bytes : Json.text) : option answer :=
  if read_json bytes is Some j then
    if read_certificate j is Some c then
      if decide (the_rows c) (the_quantity c) (the_relation c) is Some b then
        Some (if Bool.eqb b (says c) then if b then Valid else Refuted else Invalid)
      else None
    else None
  else None.

Definition claim_of (c : certificate) : Prop := claim_holds (steps (the_rows c)) (the_quantity c) (the_relation c).
Definition true_of (a : answer) (c : certificate) : Prop :=
  match a with
  | Valid => says c = true /\ claim_of c
  | Refuted => says c = false /\ ~ claim_of c
  | Invalid => if says c then ~ claim_of c else claim_of c
  end.
Theorem check_sound bytes a : check bytes = Some a ->
  exists c, [/\ means bytes c, forall k, List.In k (steps (the_rows c)) -> in_domain k & true_of a c].
Proof.
rewrite /check; case Ej: (read_json bytes) => [j|] //; case Ec: (read_certificate j) => [c|] //.
case Ed: decide => [b|] // [<-]; exists c; have [pr h] := decide_sound Ed; split.
- by exists j; split=> //; exact: read_json_sound.
- by move=> k hk; apply: proper_in_domain; exact: pr.
- by move: h; rewrite /true_of /claim_of; case: b Ed => _; case: (says c).
Qed.
