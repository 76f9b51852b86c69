(* Certificates: a record of integers, one boolean, and what it proves.

   A `claim` says: these mechanisms, in this order, compose to a least delta between `lower`
   and `upper` at this eps. `check` evaluates the composition in fixed-point integers from
   the record alone.
   certificate_sound: if check C is true, then
   (1) whatever adaptive mechanisms keep to the ledger, their composition is
       (eps, upper)-DP, in both directions;
   (2) some mechanisms that keep to the ledger are not (eps, d)-DP for any d < lower.
   certificate_with: the same for any sound evaluator (Fast.v, Walk.v have others).
   To know what is claimed, read the definitions from `scale` to `keeps`, `dist`, `DP` and
   `TV` (HockeyStick.v, NeymanPearson.v), and `joint` (Composition.v). *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition
  Heterogeneous Lattice FixedPoint Exponential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the record ---------- *)
(* a number >= 1: exp(a/b), or a/b *)
Inductive scale := Exp (a b : Z) | Ratio (a b : Z).
(* what is known of the total variation distance: nothing, alpha, or a bound eta *)
Inductive budget := AnyTV | Alpha (num den : Z) | Eta (num den : Z).
(* `count` steps, each of eps = units * step, delta = dnum/dden and a total variation budget *)
Record group := Group { count : nat; units : nat; dnum : Z; dden : Z; tv : budget }.
(* e^eps = x^j, or another number with x^j <= e^eps <= x^(j+1) *)
Inductive query := AtStep (j : nat) | At (j : nat) (g : scale).
Record claim := Claim {
  precision : Z; base : scale; groups : seq group; at_eps : query;
  lower_num : Z; lower_den : Z; upper_num : Z; upper_den : Z }.

(* ---------- what it means ---------- *)
Definition value_of (s : scale) : R :=
  match s with Exp a b => exp (IZR a / IZR b) | Ratio a b => IZR a / IZR b end.
Definition query_value (x : R) (q : query) : R :=
  match q with AtStep j => x ^ j | At _ g => value_of g end.
Definition delta_of (g : group) : R := IZR (dnum g) / IZR (dden g).
(* Ghazi & Issa's alpha *)
Definition alpha_of (x : R) (g : group) : R :=
  match tv g with
  | AnyTV => 0
  | Alpha n m => IZR n / IZR m
  | Eta n m => 1 - (IZR n / IZR m - delta_of g) * (x ^ units g + 1)
                   / ((1 - delta_of g) * (x ^ units g - 1))
  end.
Fixpoint expand (T : Type) (f : group -> T) (gs : seq group) : seq T :=
  if gs is g :: gs' then nseq (count g) (f g) ++ expand f gs' else [::].
(* the groups, one for each step *)
Definition ledger (C : claim) : seq group := expand id (groups C).

Definition within_tv (x : R) (g : group) (T : finType) (P Q : T -> R) : Prop :=
  match tv g with
  | AnyTV => True
  | Alpha n m => TV P Q <= delta_of g + (1 - delta_of g) * (1 - IZR n / IZR m)
                             * ((x ^ units g - 1) / (x ^ units g + 1))
  | Eta n m => TV P Q <= IZR n / IZR m
  end.
(* K and K': the laws of the next answer given the answers so far, on two neighbouring inputs *)
Definition keeps (x : R) (gs : seq group) (A : finType) (K K' : seq A -> A -> R) : Prop :=
  [/\ forall h, dist (K h), forall h, dist (K' h) &
      forall h, (size h < size gs)%N -> let g := nth (Group 0 0 0 1 AnyTV) gs (size h) in
        [/\ DP (x ^ units g) (delta_of g) (K h) (K' h),
            DP (x ^ units g) (delta_of g) (K' h) (K h)
          & within_tv x g (K h) (K' h)]].

(* ---------- the check ---------- *)
Definition scale_ok (s : scale) : bool :=
  match s with
  | Exp a b => (0 <=? a)%Z && (0 <? b)%Z
  | Ratio a b => (0 <? b)%Z && (b <=? a)%Z
  end.
(* bounds of 2^p / value_of s *)
Definition inverse (p : Z) (s : scale) : Z * Z :=
  match s with
  | Exp a b => exp_neg p a b
  | Ratio a b => (b * 2 ^ p / a, quot_up (b * 2 ^ p) a)%Z
  end.
Definition position (q : query) : nat := match q with AtStep j => j | At j _ => j end.
(* x^(j+1) / e^eps *)
Definition rest (x : scale) (q : query) : option scale :=
  match q, x with
  | AtStep _, _ => Some x
  | At j (Exp qa qb), Exp a b =>
      let r := (Z.of_nat j.+1 * a * qb - qa * b)%Z in
      if [&& (0 <? qb)%Z, (0 <=? r)%Z & (r <=? a * qb)%Z] then Some (Exp r (b * qb)) else None
  | At j (Ratio qa qb), Ratio a b =>
      let n := (qb * a ^ Z.of_nat j.+1)%Z in let m := (qa * b ^ Z.of_nat j.+1)%Z in
      if [&& (0 <? qb)%Z, (0 <? qa)%Z, (m <=? n)%Z & (b * n <=? m * a)%Z] then Some (Ratio n m) else None
  | _, _ => None
  end.

Definition group_ok (p : Z) (yu : Z) (g : group) : bool :=
  [&& (0 <? dden g)%Z, (0 <=? dnum g)%Z, (dnum g <=? dden g)%Z &
   match tv g with
   | AnyTV => true
   | Alpha n m => [&& (0 <? m)%Z, (0 <=? n)%Z & (n <=? m)%Z]
   | Eta n m =>
       let B := (2 ^ p)%Z in
       let vn := (n * dden g - dnum g * m)%Z in let vd := (m * (dden g - dnum g))%Z in
       [&& (0 <? m)%Z, (dnum g <? dden g)%Z, (0 <=? vn)%Z, (yu <? B)%Z
         & (vn * (B + yu) <=? vd * (B - yu))%Z]
   end].
(* the masses c, alpha, b of a step; yl and yu enclose e^-eps *)
Definition masses_lo (p yl yu : Z) (g : group) : zstep :=
  let B := (2 ^ p)%Z in
  let alpha n m := ZStep (units g) ((m - n) * yl * B / (m * (B + yl))) (n * B / m)
                         ((m - n) * B * B / (m * (B + yu))) in
  match tv g with
  | AnyTV => alpha 0%Z 1%Z
  | Alpha n m => alpha n m
  | Eta n m =>
      let vn := (n * dden g - dnum g * m)%Z in let vd := (m * (dden g - dnum g))%Z in
      ZStep (units g) (vn * yl * B / (vd * (B - yl)))
            (Z.max 0 (B - quot_up (vn * (B + yu) * B) (vd * (B - yu))))
            (vn * B * B / (vd * (B - yl)))
  end.
Definition masses_up (p yl yu : Z) (g : group) : zstep :=
  let B := (2 ^ p)%Z in
  let alpha n m := ZStep (units g) (quot_up ((m - n) * yu * B) (m * (B + yu))) (quot_up (n * B) m)
                         (quot_up ((m - n) * B * B) (m * (B + yl))) in
  match tv g with
  | AnyTV => alpha 0%Z 1%Z
  | Alpha n m => alpha n m
  | Eta n m =>
      let vn := (n * dden g - dnum g * m)%Z in let vd := (m * (dden g - dnum g))%Z in
      ZStep (units g) (quot_up (vn * yu * B) (vd * (B - yu)))
            (B - vn * (B + yl) * B / (vd * (B - yl)))
            (quot_up (vn * B * B) (vd * (B - yu)))
  end.
Definition power (rnd : Z -> Z) (one y : Z) (n : nat) : Z := iter n (fun c => rnd (c * y)%Z) one.
Definition survival_lo (p : Z) (gs : seq group) : Z :=
  foldr (fun f s => dn p (s * f)) (2 ^ p)%Z (expand (fun g => (dden g - dnum g) * 2 ^ p / dden g)%Z gs).
Definition survival_up (p : Z) (gs : seq group) : Z :=
  foldr (fun f s => up p (s * f)) (2 ^ p)%Z (expand (fun g => quot_up ((dden g - dnum g) * 2 ^ p) (dden g)) gs).

Definition check_with (eval_lo eval_up : evaluator) (C : claim) : bool :=
  let p := precision C in let B := (2 ^ p)%Z in let gs := groups C in
  let: (yl, yu) := inverse p (base C) in
  let pl n := power (dn p) B yl n in let pu n := power (up p) B yu n in
  if rest (base C) (at_eps C) is Some w then
    let: (wl, wu) := inverse p w in
    let e := Enclosed (expand (fun g => masses_lo p (pl (units g)) (pu (units g)) g) gs)
                      (expand (fun g => masses_up p (pl (units g)) (pu (units g)) g) gs)
                      yl yu wl wu (sumn (expand units gs)) (position (at_eps C)) in
    [&& (0 <=? p)%Z, scale_ok (base C), (0 <? lower_den C)%Z, (0 <? upper_den C)%Z,
        all (fun g => group_ok p (pu (units g)) g) gs,
        (lower_num C <=? 0)%Z ||
          (lower_num C * B <=? (B - up p (survival_up p gs * (B - eval_lo p e))) * lower_den C)%Z
      & (upper_den C <=? upper_num C)%Z ||
          ((B - dn p (survival_lo p gs * Z.max 0 (B - eval_up p e))) * upper_den C <=? upper_num C * B)%Z]
  else false.
Definition check : claim -> bool := check_with sweeps_lo sweeps_up.

(* ---------- soundness ---------- *)
Ltac zbool := repeat match goal with
  | H : is_true [&& _, _ & _] |- _ => let h := fresh "h" in move: H => /andP [h H]
  | H : is_true (_ && _) |- _ => let h := fresh "h" in move: H => /andP [h H]
  | H : is_true (_ <=? _)%Z |- _ => move/Z.leb_le: H => H
  | H : is_true (_ <? _)%Z |- _ => move/Z.ltb_lt: H => H
  end.

Ltac dpos := rewrite /Rdiv; rpos.

Lemma scale_ge1 s : scale_ok s -> 1 <= value_of s.
Proof.
case: s => a b /= H; zbool.
- have a0 := IZR_le _ _ h; have b0 := IZR_lt _ _ H.
  by apply: exp_ge1; apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
- have a0 := IZR_le _ _ H; have b0 := IZR_lt _ _ h.
  apply: (Rmult_le_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Lemma inverse_sound p s : (0 <= p)%Z -> scale_ok s ->
  let: (l, u) := inverse p s in [/\ (0 <= l)%Z, lo p l (/ value_of s) & hi p u (/ value_of s)].
Proof.
move=> p0; case: s => a b /= H; zbool.
- by have := exp_neg_sound p0 h H; rewrite exp_Ropp.
- have a0 : (0 < a)%Z by lia.
  have aR := IZR_lt _ _ a0; have bR := IZR_lt _ _ h; have Bp := B0 p0.
  have i0 : 0 <= / (IZR a / IZR b) by apply/Rlt_le/Rinv_0_lt_compat/Rdiv_lt_0_compat.
  have B1 : (0 < 2 ^ p)%Z by apply: Z.pow_pos_nonneg.
  split; first by apply: Z.div_pos => //; nia.
  + by apply: lo_quot => //; rewrite mult_IZR; apply: Req_le; field; lra.
  + by apply: hi_quot => //; rewrite mult_IZR; apply: Req_le; field; lra.
Qed.

Lemma rest_sound b q s : scale_ok b -> rest b q = Some s ->
  [/\ scale_ok s, / value_of b <= / value_of s <= 1
    & value_of b ^ (position q).+1 * / value_of s = query_value (value_of b) q].
Proof.
move=> ob; have v1 := scale_ge1 ob.
have inv1 r : 1 <= r -> / r <= 1 by move=> h; rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
case: q => [j|j [qa qb|qa qb]].
- case=> <-; split => //; first by split; [lra | exact: inv1].
  by rewrite /= Rmult_comm -Rmult_assoc Rinv_l; lra.
- case: b ob v1 => // a b ob v1; rewrite /rest [position _]/=; move: j.+1 => k; case: ifP => // H [<-].
  rewrite /= in ob; zbool.
  have oks : scale_ok (Exp (Z.of_nat k * a * qb - qa * b) (b * qb)).
    by rewrite /=; apply/andP; split; [apply/Z.leb_le | apply/Z.ltb_lt; nia].
  have s1 := scale_ge1 oks; have b0 := IZR_lt _ _ ob; have q0 := IZR_lt _ _ h.
  rewrite /= in s1 v1 *; split => //.
  + split; last exact: inv1.
    apply: Rinv_le_contravar; first by lra.
    suff: (IZR (Z.of_nat k * a * qb - qa * b) / IZR (b * qb)) <= IZR a / IZR b.
      exact: exp_le.
    rewrite mult_IZR; apply: div_le => //; first exact: Rmult_lt_0_compat.
    rewrite -!mult_IZR; apply: IZR_le; nia.
  + have E n r : exp r ^ n = exp (INR n * r).
      elim: n => [|n IH]; first by rewrite /= Rmult_0_l exp_0.
      by rewrite -tech_pow_Rmult IH -exp_plus S_INR; congr exp; ring.
    rewrite E -exp_Ropp -exp_plus; congr exp.
    rewrite minus_IZR !mult_IZR -INR_IZR_INZ; field; lra.
- case: b ob v1 => // a b ob v1; rewrite /rest [position _]/=; move: j.+1 => k; case: ifP => // H [<-].
  rewrite [scale_ok (Ratio a b)]/= in ob; zbool.
  have a0 : (0 < a)%Z by lia.
  have aR := IZR_lt _ _ a0; have bR := IZR_lt _ _ h2; have qaR := IZR_lt _ _ h0; have qbR := IZR_lt _ _ h.
  set n := (qb * _)%Z in H h1 *; set m := (qa * _)%Z in H h1 *.
  have an := pow_lt _ k aR; have bn := pow_lt _ k bR.
  have En : IZR n = IZR qb * IZR a ^ k by rewrite /n mult_IZR -pow_IZR.
  have Em : IZR m = IZR qa * IZR b ^ k by rewrite /m mult_IZR -pow_IZR.
  have mR : 0 < IZR m by rewrite Em; apply: Rmult_lt_0_compat.
  have nR : 0 < IZR n by rewrite En; apply: Rmult_lt_0_compat.
  have oks : scale_ok (Ratio n m).
    by rewrite /=; apply/andP; split; [apply/Z.ltb_lt/lt_IZR | apply/Z.leb_le].
  have s1 := scale_ge1 oks; split => //.
  + split; last exact: inv1.
    apply: Rinv_le_contravar; first by lra.
    by apply: div_le => //; rewrite -!mult_IZR; apply: IZR_le; lia.
  + rewrite /query_value /value_of.
    rewrite En Em /Rdiv Rpow_mult_distr pow_inv; field; repeat split; lra.
Qed.

Section Group.
Variables (p : Z) (x : R) (g : group) (yl yu : Z).
Hypotheses (p0 : (0 <= p)%Z) (x1 : 1 <= x).
Let X := x ^ units g.
Let Y := / X.
Hypotheses (yl0 : (0 <= yl)%Z) (Ly : lo p yl Y) (Uy : hi p yu Y) (ok : group_ok p yu g).
Let B := IZR (2 ^ p).
Let Bp : 0 < B. Proof. exact: B0. Qed.
Let BZ : (0 < 2 ^ p)%Z. Proof. exact: Z.pow_pos_nonneg. Qed.
Let X1 : 1 <= X. Proof. exact: pow_R1_Rle. Qed.
Let Yp : 0 < Y. Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Let XY : X = / Y. Proof. by rewrite /Y Rinv_inv. Qed.
Let ylR := IZR_le _ _ yl0.
Let yuR : 0 <= IZR yu. Proof. by case: Uy => h _; have := Rmult_le_pos _ _ (Rlt_le _ _ Yp) (Rlt_le _ _ Bp); rewrite -/B in h; lra. Qed.
Let yuZ : (0 <= yu)%Z. Proof. exact: le_IZR. Qed.

Definition gstep := LStep (units g) (alpha_of x g) (delta_of g).

Lemma delta01 : 0 <= delta_of g <= 1.
Proof.
move: ok => /and4P [/Z.ltb_lt /IZR_lt h1 /Z.leb_le /IZR_le h2 /Z.leb_le /IZR_le h3 _].
rewrite /delta_of; split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
by apply: (Rmult_le_reg_r (IZR (dden g))) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Lemma cofE s : ln s = units g -> cof x s = (1 - lal s) * Y / (1 + Y).
Proof. by move=> e; rewrite /cof e -/X /cc XY; field; lra. Qed.
Lemma bofE s : ln s = units g -> bof x s = (1 - lal s) / (1 + Y).
Proof. by move=> e; rewrite /bof e -/X /cc XY; field; lra. Qed.

(* the case of a rational alpha = n/m *)
Section AlphaCase.
Variables (n m : Z).
Hypotheses (m0 : (0 < m)%Z) (n0 : (0 <= n)%Z) (nm : (n <= m)%Z).
Let u := (1 - IZR n / IZR m).
Let mR := IZR_lt _ _ m0.
Let nR := IZR_le _ _ n0.
Let nmR := IZR_le _ _ nm.
Let uE : IZR (m - n) = u * IZR m. Proof. by rewrite /u minus_IZR; field; lra. Qed.
Lemma alpha01 : 0 <= IZR n / IZR m <= 1.
Proof.
split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
by apply: (Rmult_le_reg_r (IZR m)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Let u0 : 0 <= u. Proof. by have := alpha01; rewrite /u; lra. Qed.

(* t/(1+t) and 1/(1+t) are monotone *)
Lemma alpha_c_lo : lo p ((m - n) * yl * 2 ^ p / (m * (2 ^ p + yl))) (u * Y / (1 + Y)).
Proof.
have c0 : 0 <= u * Y / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: lo_quot => //; first by nia.
rewrite !mult_IZR plus_IZR uE -/B; case: Ly => h _; rewrite -/B in h.
have -> : u * Y / (1 + Y) * B * (IZR m * (B + IZR yl)) =
  u * IZR m * IZR yl * B + (u * IZR m * B / (1 + Y)) * (Y * B - IZR yl) by field; lra.
have : 0 <= u * IZR m * B / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
by nra.
Qed.
Lemma alpha_c_up : hi p (quot_up ((m - n) * yu * 2 ^ p) (m * (2 ^ p + yu))) (u * Y / (1 + Y)).
Proof.
have c0 : 0 <= u * Y / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: hi_quot => //; first by nia.
rewrite !mult_IZR plus_IZR uE -/B; case: Uy => h _; rewrite -/B in h.
have -> : u * Y / (1 + Y) * B * (IZR m * (B + IZR yu)) =
  u * IZR m * IZR yu * B + (u * IZR m * B / (1 + Y)) * (Y * B - IZR yu) by field; lra.
have : 0 <= u * IZR m * B / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
by nra.
Qed.
Lemma alpha_b_lo : lo p ((m - n) * 2 ^ p * 2 ^ p / (m * (2 ^ p + yu))) (u / (1 + Y)).
Proof.
have c0 : 0 <= u / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: lo_quot => //; first by nia.
rewrite !mult_IZR plus_IZR uE -/B; case: Uy => h _; rewrite -/B in h.
have -> : u / (1 + Y) * B * (IZR m * (B + IZR yu)) =
  u * IZR m * B * B + (u * IZR m * B / (1 + Y)) * (IZR yu - Y * B) by field; lra.
have : 0 <= u * IZR m * B / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
by nra.
Qed.
Lemma alpha_b_up : hi p (quot_up ((m - n) * 2 ^ p * 2 ^ p) (m * (2 ^ p + yl))) (u / (1 + Y)).
Proof.
have c0 : 0 <= u / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
apply: hi_quot => //; first by nia.
rewrite !mult_IZR plus_IZR uE -/B; case: Ly => h _; rewrite -/B in h.
have -> : u / (1 + Y) * B * (IZR m * (B + IZR yl)) =
  u * IZR m * B * B + (u * IZR m * B / (1 + Y)) * (IZR yl - Y * B) by field; lra.
have : 0 <= u * IZR m * B / (1 + Y) by apply: Rmult_le_pos; [dpos | apply/Rlt_le/Rinv_0_lt_compat; lra].
by nra.
Qed.
Lemma alpha_lo : lo p (n * 2 ^ p / m) (IZR n / IZR m).
Proof.
by apply: lo_quot => //; [rewrite mult_IZR; apply: Req_le; field; lra | case: alpha01].
Qed.
Lemma alpha_up : hi p (quot_up (n * 2 ^ p) m) (IZR n / IZR m).
Proof.
by apply: hi_quot => //; [rewrite mult_IZR; apply: Req_le; field; lra | case: alpha01].
Qed.
End AlphaCase.

(* the case of a bound eta = n/m *)
Section EtaCase.
Variables (n m : Z).
Let vn := (n * dden g - dnum g * m)%Z.
Let vd := (m * (dden g - dnum g))%Z.
Hypotheses (m0 : (0 < m)%Z) (dd : (dnum g < dden g)%Z) (vn0 : (0 <= vn)%Z) (yB : (yu < 2 ^ p)%Z)
  (dom : (vn * (2 ^ p + yu) <= vd * (2 ^ p - yu))%Z).
Let v := IZR vn / IZR vd.
Let vd0 : (0 < vd)%Z. Proof. by rewrite /vd; nia. Qed.
Let vdR := IZR_lt _ _ vd0.
Let vnR := IZR_le _ _ vn0.
Let v0 : 0 <= v. Proof. by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat. Qed.
Let vE : IZR vn = v * IZR vd. Proof. by rewrite /v; field; lra. Qed.
Let vnM z : IZR (vn * z) = v * IZR vd * IZR z. Proof. by rewrite mult_IZR vE. Qed.
Let vdM z : IZR (vd * z) = IZR vd * IZR z. Proof. exact: mult_IZR. Qed.
Let yBR : IZR yu < B. Proof. exact: IZR_lt. Qed.
Let LY : IZR yl <= Y * B. Proof. by case: Ly. Qed.
Let UY : Y * B <= IZR yu. Proof. by case: Uy. Qed.
Let ylB : IZR yl < B. Proof. by lra. Qed.
Let ylZ : (yl < 2 ^ p)%Z. Proof. exact: lt_IZR. Qed.
Let Y1 : Y < 1. Proof. by apply: (Rmult_lt_reg_r B) => //; lra. Qed.
Let ddR : 0 < IZR (dden g) - IZR (dnum g). Proof. by have := IZR_lt _ _ dd; lra. Qed.
Let dden0 : 0 < IZR (dden g).
Proof. by move: ok => /and4P [/Z.ltb_lt /IZR_lt]. Qed.

Definition eta_alpha : R := 1 - v * (1 + Y) / (1 - Y).
Lemma eta_alphaE : 1 - (IZR n / IZR m - delta_of g) * (X + 1) / ((1 - delta_of g) * (X - 1)) = eta_alpha.
Proof.
rewrite /eta_alpha /v /vn /vd /delta_of XY !mult_IZR !minus_IZR !mult_IZR.
have mR := IZR_lt _ _ m0; field; repeat split; lra.
Qed.
Lemma eta_alpha01 : 0 <= eta_alpha <= 1.
Proof.
have i0 : 0 < / (1 - Y) by apply: Rinv_0_lt_compat; lra.
have h0 : 0 <= v * (1 + Y) / (1 - Y) by dpos.
rewrite /eta_alpha; split; last by lra.
suff: v * (1 + Y) / (1 - Y) <= 1 by lra.
apply: (Rmult_le_reg_r (1 - Y)); first by lra.
rewrite /Rdiv Rmult_assoc Rinv_l; last by lra.
have := IZR_le _ _ dom; rewrite vnM vdM plus_IZR minus_IZR -/B => h.
have h1 : v * (B + IZR yu) <= B - IZR yu.
  by apply: (Rmult_le_reg_l (IZR vd)) => //; lra.
apply: (Rmult_le_reg_r B) => //.
have h2 : v * (Y * B) <= v * IZR yu by apply: Rmult_le_compat_l.
by lra.
Qed.
Lemma eta_tv : delta_of g + (1 - delta_of g) * (1 - eta_alpha) * ((X - 1) / (X + 1)) = IZR n / IZR m.
Proof.
rewrite /eta_alpha /v /vn /vd /delta_of XY !mult_IZR !minus_IZR !mult_IZR.
have mR := IZR_lt _ _ m0; field; repeat split; lra.
Qed.
Let cE : (1 - eta_alpha) * Y / (1 + Y) = v * Y / (1 - Y). Proof. by rewrite /eta_alpha; field; lra. Qed.
Let bE : (1 - eta_alpha) / (1 + Y) = v / (1 - Y). Proof. by rewrite /eta_alpha; field; lra. Qed.
Let i1Y : 0 < / (1 - Y). Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Let k0 : 0 <= v * IZR vd * B / (1 - Y). Proof. by dpos. Qed.

Lemma eta_c_lo : lo p (vn * yl * 2 ^ p / (vd * (2 ^ p - yl))) ((1 - eta_alpha) * Y / (1 + Y)).
Proof.
rewrite cE; have c0 : 0 <= v * Y / (1 - Y) by dpos.
apply: lo_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR -/B.
have -> : v * Y / (1 - Y) * B * (IZR vd * (B - IZR yl)) =
  v * IZR vd * IZR yl * B + (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yl) by field; lra.
by nra.
Qed.
Lemma eta_c_up : hi p (quot_up (vn * yu * 2 ^ p) (vd * (2 ^ p - yu))) ((1 - eta_alpha) * Y / (1 + Y)).
Proof.
rewrite cE; have c0 : 0 <= v * Y / (1 - Y) by dpos.
apply: hi_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR -/B.
have -> : v * Y / (1 - Y) * B * (IZR vd * (B - IZR yu)) =
  v * IZR vd * IZR yu * B + (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yu) by field; lra.
by nra.
Qed.
Lemma eta_b_lo : lo p (vn * 2 ^ p * 2 ^ p / (vd * (2 ^ p - yl))) ((1 - eta_alpha) / (1 + Y)).
Proof.
rewrite bE; have c0 : 0 <= v / (1 - Y) by dpos.
apply: lo_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR -/B.
have -> : v / (1 - Y) * B * (IZR vd * (B - IZR yl)) =
  v * IZR vd * B * B + (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yl) by field; lra.
by nra.
Qed.
Lemma eta_b_up : hi p (quot_up (vn * 2 ^ p * 2 ^ p) (vd * (2 ^ p - yu))) ((1 - eta_alpha) / (1 + Y)).
Proof.
rewrite bE; have c0 : 0 <= v / (1 - Y) by dpos.
apply: hi_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR -/B.
have -> : v / (1 - Y) * B * (IZR vd * (B - IZR yu)) =
  v * IZR vd * B * B + (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yu) by field; lra.
by nra.
Qed.
Let w0 : 0 <= v * (1 + Y) / (1 - Y). Proof. by dpos. Qed.
Let k2 : 0 <= 2 * (v * IZR vd * B / (1 - Y)). Proof. by lra. Qed.
Lemma eta_a_lo : lo p (Z.max 0 (2 ^ p - quot_up (vn * (2 ^ p + yu) * 2 ^ p) (vd * (2 ^ p - yu)))) eta_alpha.
Proof.
apply: lo_max => //; split; last by case: eta_alpha01.
suff [h _] : hi p (quot_up (vn * (2 ^ p + yu) * 2 ^ p) (vd * (2 ^ p - yu))) (v * (1 + Y) / (1 - Y)).
  by rewrite minus_IZR /eta_alpha -/B; rewrite -/B in h; lra.
apply: hi_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR plus_IZR -/B.
have -> : v * (1 + Y) / (1 - Y) * B * (IZR vd * (B - IZR yu)) =
  v * IZR vd * (B + IZR yu) * B + 2 * (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yu) by field; lra.
by nra.
Qed.
Lemma eta_a_up : hi p (2 ^ p - vn * (2 ^ p + yl) * 2 ^ p / (vd * (2 ^ p - yl))) eta_alpha.
Proof.
split; last by case: eta_alpha01.
suff [h _] : lo p (vn * (2 ^ p + yl) * 2 ^ p / (vd * (2 ^ p - yl))) (v * (1 + Y) / (1 - Y)).
  by rewrite minus_IZR /eta_alpha -/B; rewrite -/B in h; lra.
apply: lo_quot => //; first by nia.
rewrite (mult_IZR (vn * _)) vnM vdM minus_IZR plus_IZR -/B.
have -> : v * (1 + Y) / (1 - Y) * B * (IZR vd * (B - IZR yl)) =
  v * IZR vd * (B + IZR yl) * B + 2 * (v * IZR vd * B / (1 - Y)) * (Y * B - IZR yl) by field; lra.
by nra.
Qed.
End EtaCase.

Lemma gstep_valid : valid_lstep gstep.
Proof.
split; last exact: delta01; rewrite /= /alpha_of.
case E: (tv g) ok => [|n m|n m]; rewrite /group_ok E => H; first by lra.
- by move: H => /and4P [_ _ _ H]; zbool; exact: alpha01.
- move: H => /and4P [_ _ _ H]; zbool.
  by rewrite -/X eta_alphaE //; exact: eta_alpha01.
Qed.

Lemma quot_pos a b : (0 <= a)%Z -> (0 < b)%Z -> (0 <= a / b)%Z. Proof. exact: Z.div_pos. Qed.

Lemma masses_lo_sound : step_lo p x (masses_lo p yl yu g) gstep.
Proof.
rewrite /masses_lo /step_lo (cofE (s := gstep)) // (bofE (s := gstep)) //= /alpha_of.
have A n m : (0 < m)%Z -> (0 <= n)%Z -> (n <= m)%Z ->
  let r := ZStep (units g) ((m - n) * yl * 2 ^ p / (m * (2 ^ p + yl))) (n * 2 ^ p / m)
                 ((m - n) * 2 ^ p * 2 ^ p / (m * (2 ^ p + yu))) in let a := IZR n / IZR m in
  [/\ zn r = units g, (0 <= zc r)%Z /\ lo p (zc r) ((1 - a) * Y / (1 + Y)),
      (0 <= za r)%Z /\ lo p (za r) a & (0 <= zb r)%Z /\ lo p (zb r) ((1 - a) / (1 + Y))].
  move=> m0 n0 nm; split=> //=; split.
  - by apply: quot_pos; nia.
  - exact: alpha_c_lo.
  - by apply: quot_pos; nia.
  - exact: alpha_lo.
  - by apply: quot_pos; [apply: Z.mul_nonneg_nonneg; nia | nia].
  - exact: alpha_b_lo.
case E: (tv g) ok => [|n m|n m]; rewrite /group_ok E => /and4P [/Z.ltb_lt h1 _ _ H].
- have := A 0%Z 1%Z ltac:(lia) ltac:(lia) ltac:(lia); rewrite (_ : IZR 0 / IZR 1 = 0) //; by field.
- by zbool; apply: A.
- zbool; rewrite -/X eta_alphaE //.
  have ylB : (yl < 2 ^ p)%Z.
    by apply: lt_IZR; have := IZR_lt _ _ h3; case: Ly => + _; case: Uy => + _; lra.
  have vd0 : (0 < m * (dden g - dnum g))%Z by nia.
  split=> //=; split.
  + by apply: quot_pos; [apply: Z.mul_nonneg_nonneg; nia | apply: Z.mul_pos_pos; lia].
  + exact: eta_c_lo.
  + exact: Z.le_max_l.
  + exact: eta_a_lo.
  + by apply: quot_pos; [apply: Z.mul_nonneg_nonneg; nia | apply: Z.mul_pos_pos; lia].
  + exact: eta_b_lo.
Qed.

Lemma masses_up_sound : step_hi p x (masses_up p yl yu g) gstep.
Proof.
rewrite /masses_up /step_hi (cofE (s := gstep)) // (bofE (s := gstep)) //= /alpha_of.
case E: (tv g) ok => [|n m|n m]; rewrite /group_ok E => /and4P [/Z.ltb_lt h1 _ _ H].
- have h01 : 0 = IZR 0 / IZR 1 by field.
  split=> //=; rewrite [in X in hi _ _ X]h01.
  + exact: (alpha_c_up (n := 0) (m := 1)).
  + exact: (alpha_up (n := 0) (m := 1)).
  + exact: (alpha_b_up (n := 0) (m := 1)).
- by zbool; split=> //=; [exact: alpha_c_up | exact: alpha_up | exact: alpha_b_up].
- by zbool; rewrite -/X eta_alphaE //; split=> //=; [exact: eta_c_up | exact: eta_a_up | exact: eta_b_up].
Qed.

(* the budget is a bound on total variation by that of the pair of the step *)
Lemma within_step_tv (T : finType) (P Q : T -> R) : dist P -> dist Q ->
  DP X (delta_of g) P Q -> DP X (delta_of g) Q P ->
  within_tv x g P Q <-> TV P Q <= step_tv (the_step x gstep).
Proof.
move=> dP dQ h1 h2; rewrite /step_tv /within_tv /= /alpha_of; move: (ok); rewrite /group_ok.
case E: (tv g) => [|n m|n m] /and4P [_ _ _ H].
- by split=> // _; rewrite Rminus_0_r Rmult_1_r -/X; apply: kov_TV => //; lra.
- by [].
- by zbool; rewrite -/X eta_alphaE // eta_tv.
Qed.
End Group.

Lemma expand_map (T : Type) (f : group -> T) gs : expand f gs = map f (expand id gs).
Proof. by elim: gs => //= g gs ->; rewrite map_cat map_nseq. Qed.

Lemma Forall2_expand (A B : Type) (r : A -> B -> Prop) (ok : group -> bool) f f' gs :
  all ok gs -> (forall g, ok g -> r (f g) (f' g)) -> List.Forall2 r (expand f gs) (expand f' gs).
Proof.
move=> + H; elim: gs => [|g gs IH] /=; first by constructor.
move=> /andP [h hs]; apply: Forall2_cat; last exact: IH.
by elim: (count g) => [|n IHn] /=; constructor => //; exact: H.
Qed.
Lemma In_expand (ok : group -> bool) gs : all ok gs -> forall g, List.In g (expand id gs) -> ok g.
Proof.
move=> + g; elim: gs => [|h gs IH] //= /andP [o os] H.
case: (List.in_app_or _ _ _ H); last exact: IH.
by elim: (count h) => //= n IHn [<-|].
Qed.
Lemma In_map_inv (A B : Type) (f : A -> B) l b : List.In b (map f l) -> exists2 a, List.In a l & b = f a.
Proof.
by elim: l => [|a l IH] //= [<-|H]; [exists a; [left|] | have [c h ->] := IH H; exists c; [right|]].
Qed.
Lemma In_nth (A : Type) (d : A) l i : (i < size l)%N -> List.In (nth d l i) l.
Proof. by elim: l i => //= a l IH [|i] h /=; [left | right; exact: IH]. Qed.

Section Powers.
Variables (p : Z).
Hypothesis p0 : (0 <= p)%Z.
Lemma one_lo : lo p (2 ^ p) 1. Proof. by split; lra. Qed.
Lemma one_hi : hi p (2 ^ p) 1. Proof. by split; lra. Qed.
Lemma power_lo yl y n : (0 <= yl)%Z -> lo p yl y ->
  (0 <= power (dn p) (2 ^ p) yl n)%Z /\ lo p (power (dn p) (2 ^ p) yl n) (y ^ n).
Proof.
move=> y0 hy; have hp : (0 <= 2 ^ p)%Z by apply: Z.pow_nonneg.
elim: n => [|n [IH0 IH]] /=; first by split => //; exact: one_lo.
split; first by apply/Z.shiftr_nonneg; nia.
rewrite Rmult_comm; apply: lo_dn => //; first exact: lo_mul.
by apply: Rmult_le_pos; [case: IH | case: hy].
Qed.
Lemma power_up yu y n : hi p yu y -> hi p (power (up p) (2 ^ p) yu n) (y ^ n).
Proof.
move=> hy; elim: n => [|n IH] /=; first exact: one_hi.
rewrite Rmult_comm; apply: hi_up => //; first exact: hi_mul.
by apply: Rmult_le_pos; [case: IH | case: hy].
Qed.

Lemma survival_lo_sound gs : all (fun g => [&& (0 <? dden g)%Z, (0 <=? dnum g)%Z & (dnum g <=? dden g)%Z]) gs ->
  (0 <= survival_lo p gs)%Z /\
  lo p (survival_lo p gs) (\big[Rmult/1]_(g <- expand id gs) (1 - delta_of g)).
Proof.
move=> Hok; rewrite /survival_lo expand_map; have := In_expand Hok.
have hp : (0 <= 2 ^ p)%Z by apply: Z.pow_nonneg.
have Bp := B0 p0.
elim: (expand id gs) => [|g l IH] Hl; first by rewrite big_nil; split=> //; exact: one_lo.
have [IH0 IH1] := IH (fun t h => Hl t (or_intror h)).
have /and3P [/Z.ltb_lt d0 /Z.leb_le n0 /Z.leb_le nd] := Hl g (or_introl erefl).
have d0R := IZR_lt _ _ d0; have ndR := IZR_le _ _ nd.
have f0 : 0 <= 1 - delta_of g.
  suff: delta_of g <= 1 by lra.
  rewrite /delta_of; apply: (Rmult_le_reg_r (IZR (dden g))) => //.
  by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have f1 : lo p ((dden g - dnum g) * 2 ^ p / dden g) (1 - delta_of g).
  apply: lo_quot => //; rewrite mult_IZR minus_IZR /delta_of; apply: Req_le; field; lra.
rewrite big_cons /=; split.
- by apply/Z.shiftr_nonneg/Z.mul_nonneg_nonneg => //; apply: Z.div_pos => //; nia.
- rewrite Rmult_comm; apply: lo_dn => //; first exact: lo_mul.
  by apply: Rmult_le_pos => //; case: IH1.
Qed.
Lemma survival_up_sound gs : all (fun g => [&& (0 <? dden g)%Z, (0 <=? dnum g)%Z & (dnum g <=? dden g)%Z]) gs ->
  hi p (survival_up p gs) (\big[Rmult/1]_(g <- expand id gs) (1 - delta_of g)).
Proof.
move=> Hok; rewrite /survival_up expand_map; have := In_expand Hok; have Bp := B0 p0.
elim: (expand id gs) => [|g l IH] Hl; first by rewrite big_nil; exact: one_hi.
have IH1 := IH (fun t h => Hl t (or_intror h)).
have /and3P [/Z.ltb_lt d0 /Z.leb_le n0 /Z.leb_le nd] := Hl g (or_introl erefl).
have d0R := IZR_lt _ _ d0; have ndR := IZR_le _ _ nd.
have f0 : 0 <= 1 - delta_of g.
  suff: delta_of g <= 1 by lra.
  rewrite /delta_of; apply: (Rmult_le_reg_r (IZR (dden g))) => //.
  by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have f1 : hi p (quot_up ((dden g - dnum g) * 2 ^ p) (dden g)) (1 - delta_of g).
  apply: hi_quot => //; rewrite mult_IZR minus_IZR /delta_of; apply: Req_le; field; lra.
rewrite big_cons /= Rmult_comm; apply: hi_up => //; first exact: hi_mul.
by apply: Rmult_le_pos => //; case: IH1.
Qed.
End Powers.

Section Sound.
Variables (eval_lo eval_up : evaluator) (C : claim).
Let ck := check_with eval_lo eval_up.
Let x := value_of (base C).
Let g := query_value x (at_eps C).
Let L := map (gstep x) (ledger C).
Hypotheses (lo_ok : sound_lo eval_lo L) (up_ok : sound_up eval_up L).
(* the steps as real parameters *)
Definition the_steps : seq step := map (fun g => the_step x (gstep x g)) (ledger C).
Let lo_ := IZR (lower_num C) / IZR (lower_den C).
Let up_ := IZR (upper_num C) / IZR (upper_den C).

Theorem check_sound : ck C ->
  [/\ 1 <= x, 0 <= g, forall s, List.In s the_steps -> valid_step s,
      forall r, List.In r (ledger C) -> exists p yu,
        [/\ (0 <= p)%Z, hi p yu (/ x ^ units r) & group_ok p yu r]
    & 0 <= total_delta the_steps g /\ lo_ <= total_delta the_steps g <= up_].
Proof.
rewrite /ck /check_with; set p := precision C; set B := (2 ^ p)%Z.
case Ey: (inverse p (base C)) => [yl yu].
case Ew: (rest (base C) (at_eps C)) => [w|] //.
case Eww: (inverse p w) => [wl wu].
set N := sumn _; set j := position _; set e := Enclosed _ _ _ _ _ _ _ _.
move=> /and5P [/Z.leb_le p0 ob /Z.ltb_lt ld0 /Z.ltb_lt ud0 /and3P [Hgs Hlo Hup]].
have x1 : 1 <= x := scale_ge1 ob.
have Bp := B0 p0.
have := inverse_sound p0 ob; rewrite Ey -/x => -[yl0 Ly Uy].
have [ow wy eg] := rest_sound ob Ew; rewrite -/x -/g -/j in wy eg.
have := inverse_sound p0 ow; rewrite Eww => -[wl0 Lw Uw].
have w1 := scale_ge1 ow.
have y0 : 0 < / x by apply: Rinv_0_lt_compat; lra.
have g0 : 0 <= g by rewrite -eg; apply: Rmult_le_pos; [apply: pow_le | apply/Rlt_le/Rinv_0_lt_compat]; lra.
have pow_ok n : [/\ (0 <= power (dn p) B yl n)%Z, lo p (power (dn p) B yl n) (/ x ^ n)
  & hi p (power (up p) B yu n) (/ x ^ n)].
  rewrite -pow_inv; have [a b] := power_lo p0 n yl0 Ly; split => //; exact: power_up.
set okg := (fun g => _) in Hgs.
have okd : all (fun g => [&& (0 <? dden g)%Z, (0 <=? dnum g)%Z & (dnum g <=? dden g)%Z]) (groups C).
  by apply: sub_all Hgs => r /and4P [-> -> ->].
have Hok := In_expand Hgs; rewrite -/(ledger C) in Hok.
have valid r : okg r -> valid_lstep (gstep x r).
  by move=> h; have [a b c] := pow_ok (units r); apply: (gstep_valid p0 x1 c h).
have Hv s : List.In s (map (gstep x) (ledger C)) -> valid_lstep s.
  by move=> Hi; have [r /Hok h ->] := In_map_inv Hi; exact: valid.
have Es : the_steps = map (the_step x) (map (gstep x) (ledger C)) by rewrite -map_comp.
have Hs s : List.In s the_steps -> valid_step s.
  rewrite Es => Hi; have [t /Hv [h1 h2] ->] := In_map_inv Hi; split => //; exact: pow_R1_Rle.
have xy : x * / x = 1 by apply: Rinv_r; lra.
have HN : span (map (gstep x) (ledger C)) = N by rewrite /span -map_comp /N expand_map.
rewrite -/L in Es Hv HN.
have SE : survival the_steps = \big[Rmult/1]_(r <- expand id (groups C)) (1 - delta_of r).
  by rewrite /survival /the_steps big_map.
set S := survival the_steps in SE.
have S01 : 0 <= S <= 1 := survival01 Hs.
set I := inner_delta the_steps g.
have I1 : I <= 1.
  apply: divergence_le => //; last by lra.
  by apply: (in_map_dist dist_pair3).
have I0 : 0 <= I by apply: divergence_ge0.
have EI : I = inner_delta (map (the_step x) L) (x ^ j.+1 * / value_of w) by rewrite eg -Es.
have He : encloses p x (/ value_of w) L e.
  split => //.
  - rewrite /L /ledger -expand_map; apply: (Forall2_expand Hgs) => r h.
    by have [a b c] := pow_ok (units r); exact: masses_lo_sound.
  - rewrite /L /ledger -expand_map; apply: (Forall2_expand Hgs) => r h.
    by have [a b c] := pow_ok (units r); exact: masses_up_sound.
have ldR := IZR_lt _ _ ld0; have udR := IZR_lt _ _ ud0.
have T0 : 0 <= total_delta the_steps g by rewrite /total_delta -/S -/I; nra.
split => //.
  by move=> r /Hok h; have [a b c] := pow_ok (units r); exists p, (power (up p) B yu (units r)).
split => //; split.
- case/orP: Hlo => [/Z.leb_le /IZR_le h|/Z.leb_le].
    apply: Rle_trans T0; rewrite /lo_ /Rdiv.
    by have := Rinv_0_lt_compat _ ldR; nra.
  set inner := eval_lo _ _ => /IZR_le.
  have [hi1 _] : lo p inner I by rewrite EI; apply: (lo_ok p0 x1 wy Hv He).
  have [hs _] : hi p (survival_up p (groups C)) S by rewrite SE; exact: survival_up_sound.
  have [hm _] : hi p (up p (survival_up p (groups C) * (B - inner))) (S * (1 - I)).
    apply: hi_up => //; last by apply: Rmult_le_pos; lra.
    rewrite mult_IZR minus_IZR -/B.
    have le1 : (1 - I) * IZR B <= IZR B - IZR inner by rewrite -/p -/B in hi1; lra.
    have := Rmult_le_compat _ _ _ _ (Rmult_le_pos _ _ (proj1 S01) (Rlt_le _ _ Bp)) 
       (Rmult_le_pos (1 - I) (IZR B) ltac:(lra) (Rlt_le _ _ Bp)) hs le1.
    by rewrite -/B; lra.
  rewrite !mult_IZR minus_IZR => h.
  rewrite /lo_ /total_delta -/S -/I; apply: (Rmult_le_reg_r (IZR (lower_den C) * IZR B)).
    exact: Rmult_lt_0_compat.
  have -> : IZR (lower_num C) / IZR (lower_den C) * (IZR (lower_den C) * IZR B)
    = IZR (lower_num C) * IZR B by field; lra.
  apply: (Rle_trans _ _ _ h).
  have -> : (1 - S * (1 - I)) * (IZR (lower_den C) * IZR B)
          = (IZR B - S * (1 - I) * IZR B) * IZR (lower_den C) by ring.
  by apply: Rmult_le_compat_r; [lra | rewrite -/B in hm; lra].
- case/orP: Hup => [/Z.leb_le /IZR_le h|/Z.leb_le].
    apply: (Rle_trans _ 1); first by rewrite /total_delta -/S -/I; nra.
    apply: (Rmult_le_reg_r (IZR (upper_den C))) => //.
    by rewrite /up_ /Rdiv Rmult_assoc Rinv_l; lra.
  set inner := eval_up _ _ => /IZR_le.
  have [hi1 _] : hi p inner I by rewrite EI; apply: (up_ok p0 x1 wy Hv He).
  have [s0 hs] := survival_lo_sound p0 okd; rewrite -SE in hs.
  have [hm _] : lo p (dn p (survival_lo p (groups C) * Z.max 0 (B - inner))) (S * (1 - I)).
    apply: lo_dn => //; last by apply: Rmult_le_pos; lra.
    apply: lo_mul => //; apply: lo_max => //; split; last by lra.
    by rewrite minus_IZR -/B; rewrite -/B in hi1; lra.
  rewrite !mult_IZR minus_IZR => h.
  rewrite /up_ /total_delta -/S -/I; apply: (Rmult_le_reg_r (IZR (upper_den C) * IZR B)).
    exact: Rmult_lt_0_compat.
  have -> : IZR (upper_num C) / IZR (upper_den C) * (IZR (upper_den C) * IZR B)
    = IZR (upper_num C) * IZR B by field; lra.
  apply: Rle_trans h.
  have -> : (1 - S * (1 - I)) * (IZR (upper_den C) * IZR B)
          = (IZR B - S * (1 - I) * IZR B) * IZR (upper_den C) by ring.
  by apply: Rmult_le_compat_r; [lra | rewrite -/B in hm; lra].
Qed.

Let none := Group 0 0 0 1 AnyTV.
Lemma nth_the_steps i : (i < size (ledger C))%N ->
  nth (Step 1 0 0) the_steps i = the_step x (gstep x (nth none (ledger C) i)).
Proof. by move=> h; rewrite /the_steps (nth_map none). Qed.

Lemma keepsE : ck C -> forall (A : finType) (K K' : seq A -> A -> R),
  keeps x (ledger C) K K' <-> keeps_steps the_steps K K'.
Proof.
move=> /check_sound [x1 g0 Hs Hg _] A K K'; rewrite /keeps_steps /the_steps size_map.
split=> -[dK dK' H]; split=> // h hh; have := H h hh; rewrite -/none nth_the_steps //= => -[h1 h2 h3];
  have [p [yu [p0 Uy ok]]] := Hg _ (In_nth none hh); split=> //.
- exact/(within_step_tv p0 x1 Uy ok).
- exact/(within_step_tv p0 x1 Uy ok).
Qed.

(* (1): whatever keeps to the ledger is (ln g, upper)-DP, in both directions *)
Theorem certificate_upper : ck C ->
  forall (A : finType) (K K' : seq A -> A -> R), keeps x (ledger C) K K' ->
  DP g up_ (fun t : (size (ledger C)).-tuple A => joint K [::] t) (fun t => joint K' [::] t) /\
  DP g up_ (fun t : (size (ledger C)).-tuple A => joint K' [::] t) (fun t => joint K [::] t).
Proof.
move=> h A K K' /(keepsE h) kp; have [x1 g0 Hs _ [_ [_ hup]]] := check_sound h.
have := heterogeneous_composition Hs g0 kp; rewrite !size_map => -[H H'].
by split; apply/DP_HS; apply: Rle_trans hup; apply/DP_HS.
Qed.

(* (2): mechanisms that keep to the ledger and attain it *)
Theorem certificate_lower : ck C ->
  exists (A : finType) (K K' : seq A -> A -> R), keeps x (ledger C) K K' /\
  forall d, DP g d (fun t : (size (ledger C)).-tuple A => joint K [::] t) (fun t => joint K' [::] t) ->
  lo_ <= d.
Proof.
move=> h; have [x1 g0 Hs _ [_ [hlo _]]] := check_sound h.
have [kp] := heterogeneous_tight Hs g0; rewrite !size_map => E.
exists [finType of 'I_5], (K0 the_steps), (K1 the_steps); split; first exact/(keepsE h).
by move=> d /DP_HS hd; apply: Rle_trans hlo _; rewrite -E.
Qed.
End Sound.

(* what a certificate says *)
Definition certified (C : claim) : Prop :=
  let x := value_of (base C) in let g := query_value x (at_eps C) in
  let k := size (ledger C) in
  (forall (A : finType) (K K' : seq A -> A -> R), keeps x (ledger C) K K' ->
     DP g (IZR (upper_num C) / IZR (upper_den C))
        (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t) /\
     DP g (IZR (upper_num C) / IZR (upper_den C))
        (fun t : k.-tuple A => joint K' [::] t) (fun t => joint K [::] t)) /\
  (exists (A : finType) (K K' : seq A -> A -> R), keeps x (ledger C) K K' /\
     forall d, DP g d (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t) ->
     IZR (lower_num C) / IZR (lower_den C) <= d).

Theorem certificate_with eval_lo eval_up C :
  let l := map (gstep (value_of (base C))) (ledger C) in
  sound_lo eval_lo l -> sound_up eval_up l ->
  check_with eval_lo eval_up C = true -> certified C.
Proof. by move=> l hl hu h; split; [exact: certificate_upper h | exact: certificate_lower h]. Qed.

Theorem certificate_sound C : check C = true -> certified C.
Proof. by apply: certificate_with; [exact: sweeps_lo_sound | exact: sweeps_up_sound]. Qed.
