(* Bounds of total_delta for one kind of step whose e^eps may be irrational: proofs/theories/Walk.v, in integers of 256 bits. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Lattice FixedPoint Exponential Certificate Walk.
From Verified Require Import Literal Claim Reader Guarantee Outcomes Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.pow : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.

(* ---------- the enclosed engine: one kind of step, n times ---------- *)
(* long numbers are refused: the check multiplies them as often as there are steps *)
Definition scale_of (e : expr) : option Certificate.scale :=
  if eratio e is Some (a, b) then if (bits a b <=? 512)%Z then Some (Ratio a b) else None
  else if rat e is Some (a, b) then if (bits a b <=? 2048)%Z then Some (Exp a b) else None else None.
Definition budget_of (k : kind) : option (Z * Z * budget * expr) :=
  match k with
  | ApproxDP e d => if rat d is Some (dn, dd) then Some (dn, dd, AnyTV, e) else None
  | ApproxDPTV e d t =>
      if rat d is Some (dn, dd) then if rat t is Some (n, m) then Some (dn, dd, Eta n m, e) else None else None
  | ApproxDPAlpha e d al =>
      if rat d is Some (dn, dd) then if rat al is Some (n, m) then Some (dn, dd, Certificate.Alpha n m, e) else None else None
  | RandomizedResponse e 2 => Some (0, 1, AnyTV, e)%Z
  | RandomizedResponse e n =>
      if eratio e is Some (a, b) then
        if response_alpha a b n is Some (an, ad) then Some (0, 1, Certificate.Alpha an ad, e)%Z else None
      else None
  | FinitePair _ _ | MultiDP _ | GroupDP _ _ | SampledDP _ _ _ => None
  end.
(* the position of the query on the lattice of the step; the check looks at it again *)
Fixpoint climb (n : nat) (a b qa qb u v : Z) (j : nat) : nat :=   (* a/b, qa/qb; u/v = (a/b)^(j+1) *)
  if n is n'.+1 then if (u * qb <=? qa * v)%Z then climb n' a b qa qb (u * a)%Z (v * b)%Z j.+1 else j else j.
Definition query_of (s : Certificate.scale) (n : nat) (g : expr) : option query :=
  if rat g is Some (0%Z, _) then Some (AtStep 0)
  else match s, scale_of g with
  | Exp a b, Some (Exp qa qb) => if [&& (0 <? a * qb) & ((qa * b) / (qb * a) <=? 20000)]%Z then Some (At (Z.to_nat ((qa * b) / (qb * a))) (Exp qa qb)) else None
  | Ratio a b, Some (Ratio qa qb) => Some (At (climb n a b qa qb a b 0) (Ratio qa qb))
  | _, _ => None
  end.
Definition record_of (p : Z) (k : kind) (n : nat) (g : expr) (lower upper : Z * Z) : option Certificate.claim :=
  if budget_of k is Some (dn, dd, tv, e) then
    if scale_of e is Some s then
      if query_of s n g is Some q then
        Some (Certificate.Claim p s [:: Group n 1 dn dd tv] q lower.1 lower.2 upper.1 upper.2)
      else None
    else None
  else None.
(* eta is of use where eps > 0 and delta < 1 *)
Definition strict (k : kind) : bool :=
  match k with
  | ApproxDPTV e d _ =>
      (if rat d is Some (dn, dd) then dn <? dd else false)%Z
      && (if eratio e is Some (a, b) then b <? a else if rat e is Some (a, b) then 0 <? a else false)%Z
  | _ => true
  end.
Definition precision_bits : Z := 256.
(* the powers of a ratio up to the number of steps are not too long *)
Definition is_short (k : kind) (n : nat) : bool :=
  if budget_of k is Some (_, e) then if eratio e is Some (a, b) then (Z.of_nat n * bits a b <=? 2 ^ 19)%Z else true else false.
Definition enclosed (k : kind) (n : nat) (g : expr) (lower upper : Z * Z) : bool :=
  strict k && is_short k n && if record_of precision_bits k n g lower upper is Some C then check_equal C else false.

Lemma scale_of_sound e s : scale_of e = Some s -> value_of s = exp (value e).
Proof.
rewrite /scale_of; case E: (eratio e) => [[a b]|].
- by case: ifP => // _ [<-] /=; have [_ _ ->] := eratio_sound E.
- by case Er: (rat e) => [[a b]|] //; case: ifP => // _ [<-] /=; have [_ ->] := rat_sound _ _ Er.
Qed.
Lemma query_of_sound s n g q x : query_of s n g = Some q -> query_value x q = exp (value g).
Proof.
rewrite /query_of; case Er: (rat g) => [[a b]|].
- have [_ vg] := rat_sound _ _ Er; rewrite /= in vg; case: a Er vg => [|a|a] Er vg.
  + by move=> [<-] /=; rewrite vg /= /Rdiv Rmult_0_l exp_0.
  + by case: s => [u v|u v]; case Es: (scale_of g) => [[qa qb|qa qb]|] //; [case: ifP => // _|]; move=> [<-] /=;
      rewrite -(scale_of_sound Es).
  + by case: s => [u v|u v]; case Es: (scale_of g) => [[qa qb|qa qb]|] //; [case: ifP => // _|]; move=> [<-] /=;
      rewrite -(scale_of_sound Es).
- by case: s => [u v|u v]; case Es: (scale_of g) => [[qa qb|qa qb]|] //; [case: ifP => // _|]; move=> [<-] /=;
      rewrite -(scale_of_sound Es).
Qed.

Lemma strict_sound e d t : strict (ApproxDPTV e d t) -> 1 < exp (value e) /\ value d < 1.
Proof.
have lt1 a b : (0 < b)%Z -> (a < b)%Z -> IZR a / IZR b < 1.
  move=> b0 ab; have bR := IZR_lt _ _ b0; have := IZR_lt _ _ ab => h.
  by apply: (Rmult_lt_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
rewrite /strict; case Ed: (rat d) => [[dn dd]|] // /andP [/Z.ltb_lt h1 h2].
have [dd0 vd] := rat_sound _ _ Ed; split; last by rewrite vd; exact: lt1.
move: h2; case Ee: (eratio e) => [[a b]|].
- move=> /Z.ltb_lt ab; have [a0 b0 ->] := eratio_sound Ee; rewrite /frac_of /=; rewrite /= in b0.
  have bR := IZR_lt _ _ b0; have aR := IZR_lt _ _ ab.
  by apply: (Rmult_lt_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
- case Er: (rat e) => [[a b]|] // /Z.ltb_lt a0; have [b0 ve] := rat_sound _ _ Er.
  have e0 : 0 < value e.
    by rewrite ve; apply: Rmult_lt_0_compat; [exact: IZR_lt | apply/Rinv_0_lt_compat/IZR_lt].
  by rewrite -exp_0; apply: exp_increasing.
Qed.

Theorem enclosed_sound k n g lower upper : (0 < n)%N -> enclosed k n g lower upper ->
  proper k /\ frac_of lower <= total_delta (nseq n (step_of k)) (exp (value g)) <= frac_of upper.
Proof.
move=> n0 /andP [/andP [hs _]]; rewrite /record_of.
case Eb: (budget_of k) => [[[[dn dd] tv] e]|] //; case Es: (scale_of e) => [s|] //; case Eq: (query_of s n g) => [q|] //.
set C := Certificate.Claim _ _ _ _ _ _ _ _; move=> /andP [h1 h2].
have [m [al [d E]]] := one_group_equal h1.
have := @check_sound walk_lo walk_up C; rewrite E => /(_ (@walk_lo_correct _ _ _) (@walk_up_correct _ _ _) h2).
move=> [x1 g0 hv _ [_ hb]].
have ve := scale_of_sound Es.
have vx : value_of (base C) = exp (value e) by rewrite /= ve.
have vg : query_value (value_of (base C)) (at_eps C) = exp (value g) by rewrite /=; exact: query_of_sound Eq.
have tE : the_steps C = nseq n (step_of k).
  rewrite /the_steps /ledger /= cats0 map_nseq; congr nseq.
  rewrite /gstep /the_step vx /= Rmult_1_r.
  move: hs Eb; clear; case: k => [e' d'|e' d' t'|e' d' al'|e' k'|p p'|cs|e' m|q e' d'] hs //=.
  - case Ed: (rat d') => [[dn' dd']|] // [<- <- <- <-]; have [_ ->] := rat_sound _ _ Ed.
    by rewrite /alpha_of /delta_of.
  - case Ed: (rat d') => [[dn' dd']|] //; case Et: (rat t') => [[n' m']|] // [<- <- <- <-].
    have [_ vd] := rat_sound _ _ Ed; have [_ vt] := rat_sound _ _ Et.
    by rewrite /alpha_of /delta_of /eta_alpha /= Rmult_1_r vd vt.
  - case Ed: (rat d') => [[dn' dd']|] //; case Ea: (rat al') => [[n' m']|] // [<- <- <- <-].
    by have [_ ->] := rat_sound _ _ Ed; have [_ ->] := rat_sound _ _ Ea; rewrite /alpha_of /delta_of.
  - have many : (if eratio e' is Some (a, b) then if response_alpha a b k' is Some (an, ad) then
        Some (0, 1, Certificate.Alpha an ad, e')%Z else None else None) = Some (dn, dd, tv, e) ->
      Step (exp (value e)) (alpha_of (exp (value e)) (Group n 1 dn dd tv)) (delta_of (Group n 1 dn dd tv))
        = step_of (RandomizedResponse e' k').
      case Ee: (eratio e') => [[a b]|] //; case Ea: response_alpha => [[an ad]|] // [<- <- <- <-].
      have [_ b0 ve] := eratio_sound Ee; have [_] := response_alpha_sound b0 ve Ea; rewrite /= => ->.
      by rewrite /alpha_of /delta_of /frac_of /=; congr Step; lra.
    case: k' hs many => [k'|[k'|k'|]|] hs many; try exact: many.
    by move=> [<- <- <- <-]; rewrite /alpha_of /delta_of /= Rminus_eq_0; congr Step; lra.
have pk : proper k.
  split; first by apply: hv; rewrite tE; move: n0; clear; case: n => // m _; left.
  by move: hs; clear; case: k => [e' d'|e' d' t'|e' d' al'|e' k'|p p'|cs|e' m|q e' d'] // /strict_sound.
by split=> //; rewrite -tE -vg.
Qed.
