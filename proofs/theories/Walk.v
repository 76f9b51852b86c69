(* Equal steps in O(k): the recurrence of the masses, in integers.

   For k equal steps of one lattice unit the masses r_0, r_1, ... of the largest losses follow from
   one another (equal_steps_top, coef_recurrence): r_0 = b^k and
   (t+1) r_(t+1) = (alpha/b) (k-t) r_t + y (2k-t+1) r_(t-1). All terms are positive. walk adds
   r_t (1 - w y^(k-j-1-t)) up; r is kept to so many bits q that b^k has p of them.
   Where b is not known to be above 0, or there is no step, it only knows 0 and 1.
   check_equal: the check of Certificate.v with this evaluator, over Z; it refuses all records but
   those of one group of one unit. certificate_sound_equal: what it accepts is certified. *)
From Coq Require Import Reals Lra Lia ZArith List.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick GhaziIssa Heterogeneous Lattice Recurrence FixedPoint Exponential Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the program ---------- *)
Fixpoint walk (T : Type) (next : Z -> T -> T -> T) (madd : T -> T -> T -> T)
    (t : Z) (r1 r2 acc : T) (ws : seq T) : T :=
  if ws is v :: ws' then walk next madd (t + 1)%Z (next t r1 r2) r1 (madd acc r1 v) ws' else acc.
Definition maddZ (acc r v : Z) : Z := (acc + r * v)%Z.
Definition next_lo (p a y k t r1 r2 : Z) : Z :=
  (dn p (a * (k - t) * r1 + y * (2 * k - t + 1) * r2) / (t + 1))%Z.
Definition next_up (p a y k t r1 r2 : Z) : Z :=
  quot_up (up p (a * (k - t) * r1 + y * (2 * k - t + 1) * r2)) (t + 1).
(* bits behind the point of the masses *)
Definition places (p b : Z) (k : nat) : Z :=
  Z.max 0 (p + Z.of_nat k * (8 * p - Z.log2 (b ^ 8)) / 8 + 16).
Definition step0 := ZStep 0 0 0 0.
Definition factors (one : Z) (pw : seq Z) : seq Z := rev (map (fun v => one - v)%Z pw).

Definition walk_lo : evaluator := fun p e =>
  let sl := head step0 (lows e) in let su := head step0 (ups e) in
  let k := total_units e in let q := places p (zb sl) k in
  if (0 <? zb sl)%Z then
    let r0 := iter k (fun c => dn p (c * zb sl)) (2 ^ q)%Z in
    let ws := factors (2 ^ p) (powersZ (up p) (y_up e) (w_up e) (k - pos_j e)) in
    dn q (walk (next_lo p (za sl * 2 ^ p / zb su) (y_lo e) (Z.of_nat k)) maddZ 0 r0 0 0 ws)%Z
  else 0%Z.
Definition walk_up : evaluator := fun p e =>
  let sl := head step0 (lows e) in let su := head step0 (ups e) in
  let k := total_units e in let q := places p (zb sl) k in
  if (0 <? zb sl)%Z then
    let r0 := iter k (fun c => up p (c * zb su)) (2 ^ q)%Z in
    let ws := factors (2 ^ p) (powersZ (dn p) (y_lo e) (w_lo e) (k - pos_j e)) in
    up q (walk (next_up p (quot_up (za su * 2 ^ p) (zb sl)) (y_up e) (Z.of_nat k)) maddZ 0 r0 0 0 ws)%Z
  else (2 ^ p)%Z.

Definition one_group (C : claim) : bool := if groups C is [:: g] then units g == 1%N else false.
Definition check_equal (C : claim) : bool := one_group C && check_with walk_lo walk_up C.

(* ---------- soundness ---------- *)
Section Walk.
Variables (p q : Z).
Hypotheses (p0 : (0 <= p)%Z) (q0 : (0 <= q)%Z).
Let B := IZR (2 ^ p).
Let Q := IZR (2 ^ q).
Let Bp : 0 < B. Proof. exact: B0. Qed.
Let Qp : 0 < Q. Proof. exact: B0. Qed.

(* the masses and their predecessors *)
Variables (b al c : R) (k : nat).
Hypotheses (b0 : 0 < b) (al0 : 0 <= al) (c0 : 0 <= c).
Let r t := coef b al c k t.
Let before t := if t is t'.+1 then r t' else 0.
Let r0 t : 0 <= r t. Proof. by apply: coef_ge0 => //; lra. Qed.
Let before0 t : 0 <= before t. Proof. by case: t => [|t] /=; [lra | exact: r0]. Qed.

Lemma walk_recurrence t : INR t.+1 * r t.+1 = al / b * (INR k - INR t) * r t + c / b * (2 * INR k - INR t + 1) * before t.
Proof.
have E : b * (INR t.+1 * r t.+1) = al * (INR k - INR t) * r t + c * (2 * INR k - INR t + 1) * before t.
  case: t => [|t]; rewrite /before /r.
    by rewrite Rmult_0_r Rplus_0_r /= Rmult_1_l coef_second; ring.
  rewrite -Rmult_assoc coef_recurrence !S_INR; ring.
apply: (Rmult_eq_reg_l b); last by lra.
by rewrite E; field; lra.
Qed.

Let kz t : (t <= k)%N -> (0 <= Z.of_nat k - Z.of_nat t)%Z /\ (0 <= 2 * Z.of_nat k - Z.of_nat t + 1)%Z.
Proof. by move/leP; lia. Qed.
Let kr t : (t <= k)%N -> 0 <= INR k - INR t /\ 0 <= 2 * INR k - INR t + 1.
Proof.
move/leP => h; have := le_INR _ _ h; have := pos_INR k; lra.
Qed.
Let kzr t : IZR (Z.of_nat k - Z.of_nat t) = INR k - INR t.
Proof. by rewrite minus_IZR -!INR_IZR_INZ. Qed.
Let kzr2 t : IZR (2 * Z.of_nat k - Z.of_nat t + 1) = 2 * INR k - INR t + 1.
Proof. by rewrite plus_IZR minus_IZR mult_IZR -!INR_IZR_INZ. Qed.
Let tzr t : IZR (Z.of_nat t + 1) = INR t.+1.
Proof. by rewrite plus_IZR -INR_IZR_INZ S_INR. Qed.
Let t1 t : 0 < INR t.+1. Proof. by apply: lt_0_INR; lia. Qed.

(* a product of an upper or lower bound of scale 2^q and one of scale 2^p *)
Lemma mix_lo (z v : Z) (u w : R) : (0 <= z)%Z -> IZR z <= u * Q -> IZR v <= w * B -> 0 <= w ->
  IZR (z * v) <= u * w * (Q * B).
Proof.
move=> /IZR_le z0 h1 h2 w0; rewrite mult_IZR.
have a1 := Rmult_le_compat_l _ _ _ z0 h2.
have wB : 0 <= w * B by apply: Rmult_le_pos; lra.
by have := Rmult_le_compat_r _ _ _ wB h1; lra.
Qed.
Lemma mix_up (z v : Z) (u w : R) : u * Q <= IZR z -> w * B <= IZR v -> 0 <= u -> 0 <= w ->
  u * w * (Q * B) <= IZR (z * v).
Proof.
move=> h1 h2 u0 w0; rewrite mult_IZR.
have uQ : 0 <= u * Q by apply: Rmult_le_pos; lra.
have wB : 0 <= w * B by apply: Rmult_le_pos; lra.
by have := Rmult_le_compat _ _ _ _ uQ wB h1 h2; lra.
Qed.

Variables (a y : Z).

Lemma next_lo_sound t z1 z2 : (t <= k)%N -> (0 <= a)%Z -> (0 <= y)%Z ->
  lo p a (al / b) -> lo p y (c / b) -> (0 <= z1)%Z -> (0 <= z2)%Z -> lo q z1 (r t) -> lo q z2 (before t) ->
  (0 <= next_lo p a y (Z.of_nat k) (Z.of_nat t) z1 z2)%Z /\
  lo q (next_lo p a y (Z.of_nat k) (Z.of_nat t) z1 z2) (r t.+1).
Proof.
move=> tk a0 y0 [ha _] [hy _] z10 z20 [h1 _] [h2 _]; have [k1 k2] := kz tk; have [k3 k4] := kr tk.
have A0 : 0 <= al / b by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
have Y0 : 0 <= c / b by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
split.
  apply: Z.div_pos; last by lia.
  by apply/Z.shiftr_nonneg; apply: Z.add_nonneg_nonneg; apply: Z.mul_nonneg_nonneg => //; apply: Z.mul_nonneg_nonneg.
apply: lo_quot => //; first by lia.
rewrite -/Q tzr; apply: (Rmult_le_reg_r B) => //.
apply: (Rle_trans _ _ _ (dn_le p0 _)).
have -> : r t.+1 * Q * INR t.+1 * B = (INR t.+1 * r t.+1) * (Q * B) by ring.
rewrite walk_recurrence plus_IZR.
have g1 : IZR (a * (Z.of_nat k - Z.of_nat t)) <= al / b * (INR k - INR t) * B.
  by rewrite mult_IZR kzr; have := Rmult_le_compat_r _ _ _ k3 ha; rewrite -/B; lra.
have g2 : IZR (y * (2 * Z.of_nat k - Z.of_nat t + 1)) <= c / b * (2 * INR k - INR t + 1) * B.
  by rewrite mult_IZR kzr2; have := Rmult_le_compat_r _ _ _ k4 hy; rewrite -/B; lra.
have m1 := mix_lo z10 h1 g1 (Rmult_le_pos _ _ A0 k3).
have m2 := mix_lo z20 h2 g2 (Rmult_le_pos _ _ Y0 k4).
by rewrite !(Z.mul_comm _ z1) !(Z.mul_comm _ z2); lra.
Qed.

Lemma next_up_sound t z1 z2 : (t <= k)%N ->
  hi p a (al / b) -> hi p y (c / b) -> hi q z1 (r t) -> hi q z2 (before t) ->
  hi q (next_up p a y (Z.of_nat k) (Z.of_nat t) z1 z2) (r t.+1).
Proof.
move=> tk [ha A0] [hy Y0] [h1 _] [h2 _]; have [k3 k4] := kr tk.
apply: hi_quot => //; first by lia.
rewrite -/Q tzr; apply: (Rmult_le_reg_r B) => //.
apply: Rle_trans (up_ge p0 _).
have -> : r t.+1 * Q * INR t.+1 * B = (INR t.+1 * r t.+1) * (Q * B) by ring.
rewrite walk_recurrence plus_IZR.
have g1 : al / b * (INR k - INR t) * B <= IZR (a * (Z.of_nat k - Z.of_nat t)).
  by rewrite mult_IZR kzr; have := Rmult_le_compat_r _ _ _ k3 ha; rewrite -/B; lra.
have g2 : c / b * (2 * INR k - INR t + 1) * B <= IZR (y * (2 * Z.of_nat k - Z.of_nat t + 1)).
  by rewrite mult_IZR kzr2; have := Rmult_le_compat_r _ _ _ k4 hy; rewrite -/B; lra.
have m1 := mix_up h1 g1 (r0 t) (Rmult_le_pos _ _ A0 k3).
have m2 := mix_up h2 g2 (before0 t) (Rmult_le_pos _ _ Y0 k4).
by rewrite !(Z.mul_comm _ z1) !(Z.mul_comm _ z2); lra.
Qed.

Variable v : nat -> R.
Let of_nat_S t : (Z.of_nat t + 1)%Z = Z.of_nat t.+1. Proof. by lia. Qed.

Lemma walk_lo_sound n t z1 z2 acc s ws : (t + n <= k)%N -> (0 <= a)%Z -> (0 <= y)%Z ->
  lo p a (al / b) -> lo p y (c / b) -> (0 <= z1)%Z -> (0 <= z2)%Z -> lo q z1 (r t) -> lo q z2 (before t) ->
  (forall i, 0 <= v i) -> IZR acc <= s * (Q * B) -> Forall2 (lo p) ws [seq v i | i <- iota t n] ->
  IZR (walk (next_lo p a y (Z.of_nat k)) maddZ (Z.of_nat t) z1 z2 acc ws)
  <= (s + \big[Rplus/0]_(i <- iota t n) (r i * v i)) * (Q * B).
Proof.
move=> + a0 y0 ha hy + + + + v0; elim: n t z1 z2 acc s ws => [|n IH] t z1 z2 acc s ws tn z10 z20 h1 h2 hs H;
  inversion H as [|w0 u0 ws' us' H2 H3]; subst => /=; first by rewrite big_nil Rplus_0_r.
have tk : (t <= k)%N by apply: leq_trans tn; exact: leq_addr.
have [n0 nl] := next_lo_sound tk a0 y0 ha hy z10 z20 h1 h2.
rewrite big_cons -Rplus_assoc of_nat_S; apply: IH => //; first by rewrite addSnnS.
rewrite /maddZ plus_IZR Rmult_plus_distr_r; apply: Rplus_le_compat => //.
by case: h1 => h1 _; case: H2 => H2 _; exact: mix_lo.
Qed.

Lemma walk_up_sound n t z1 z2 acc s ws : (t + n <= k)%N ->
  hi p a (al / b) -> hi p y (c / b) -> hi q z1 (r t) -> hi q z2 (before t) ->
  (forall i, 0 <= v i) -> s * (Q * B) <= IZR acc -> Forall2 (hi p) ws [seq v i | i <- iota t n] ->
  (s + \big[Rplus/0]_(i <- iota t n) (r i * v i)) * (Q * B)
  <= IZR (walk (next_up p a y (Z.of_nat k)) maddZ (Z.of_nat t) z1 z2 acc ws).
Proof.
move=> + ha hy + + v0; elim: n t z1 z2 acc s ws => [|n IH] t z1 z2 acc s ws tn h1 h2 hs H;
  inversion H as [|w0 u0 ws' us' H2 H3]; subst => /=; first by rewrite big_nil Rplus_0_r.
have tk : (t <= k)%N by apply: leq_trans tn; exact: leq_addr.
have nl := next_up_sound tk ha hy h1 h2.
rewrite big_cons -Rplus_assoc of_nat_S; apply: IH => //; first by rewrite addSnnS.
rewrite /maddZ plus_IZR Rmult_plus_distr_r; apply: Rplus_le_compat => //.
by case: h1 => h1 _; case: H2 => H2 _; apply: mix_up => //; exact: r0.
Qed.
End Walk.

Lemma Forall2_rev (A C : Type) (r : A -> C -> Prop) s t : Forall2 r s t -> Forall2 r (rev s) (rev t).
Proof.
elim => [|x y s' t' h _ IH]; first by constructor.
rewrite !rev_cons -!cats1.
by apply: Forall2_cat => //; constructor.
Qed.

Lemma factors_map n w y : rev [seq 1 - w * y ^ i | i <- iota 0 n] = [seq 1 - w * y ^ (n - t).-1 | t <- iota 0 n].
Proof.
apply: (@eq_from_nth _ 0); first by rewrite size_rev !size_map size_iota.
move=> i; rewrite size_rev size_map size_iota => hi_.
rewrite nth_rev ?size_map ?size_iota // !(nth_map 0%N) ?size_iota //; last first.
  by rewrite ltn_subrL /=; apply: leq_ltn_trans hi_.
rewrite !nth_iota ?add0n ?subnS //.
by rewrite prednK ?subn_gt0 // leq_subr.
Qed.

Section Factors.
Variables (p : Z) (x w : R).
Hypotheses (p0 : (0 <= p)%Z) (x1 : 1 <= x) (hw : / x <= w <= 1).
Let xy : x * / x = 1. Proof. by apply: Rinv_r; lra. Qed.

Lemma factor_ge0 i : 0 <= 1 - w * (/ x) ^ i.
Proof. by have := wyt x1 xy hw i; lra. Qed.

Lemma minus_lo pw s : Forall2 (hi p) pw [seq w * (/ x) ^ i | i <- s] ->
  Forall2 (lo p) [seq (2 ^ p - v)%Z | v <- pw] [seq 1 - w * (/ x) ^ i | i <- s].
Proof.
elim: pw s => [|z pw IH] [|i s] H; inversion H as [|z' u' pw' s' H2 H3]; subst; constructor; last exact: IH.
case: H2 => h _; split; last exact: factor_ge0.
by rewrite minus_IZR; lra.
Qed.
Lemma minus_up pw s : Forall2 (lo p) pw [seq w * (/ x) ^ i | i <- s] ->
  Forall2 (hi p) [seq (2 ^ p - v)%Z | v <- pw] [seq 1 - w * (/ x) ^ i | i <- s].
Proof.
elim: pw s => [|z pw IH] [|i s] H; inversion H as [|z' u' pw' s' H2 H3]; subst; constructor; last exact: IH.
case: H2 => h _; split; last exact: factor_ge0.
by rewrite minus_IZR; lra.
Qed.
Lemma factors_lo n yu wu : hi p yu (/ x) -> hi p wu w ->
  Forall2 (lo p) (factors (2 ^ p) (powersZ (up p) yu wu n)) [seq 1 - w * (/ x) ^ (n - t).-1 | t <- iota 0 n].
Proof.
by move=> hy hw'; rewrite -factors_map; apply/Forall2_rev/minus_lo; exact: powers_hi.
Qed.
Lemma factors_up n yl wl : (0 <= yl)%Z -> lo p yl (/ x) -> lo p wl w ->
  Forall2 (hi p) (factors (2 ^ p) (powersZ (dn p) yl wl n)) [seq 1 - w * (/ x) ^ (n - t).-1 | t <- iota 0 n].
Proof.
by move=> y0 hy hw'; rewrite -factors_map; apply/Forall2_rev/minus_up; exact: powers_lo.
Qed.

Section First.
Variables (q : Z) (b : R).
Hypotheses (q0 : (0 <= q)%Z).
Let Bp := B0 p0.
Let Qp := B0 q0.
Lemma first_lo z n : (0 <= z)%Z -> lo p z b ->
  (0 <= iter n (fun c => dn p (c * z)) (2 ^ q))%Z /\ lo q (iter n (fun c => dn p (c * z)) (2 ^ q)%Z) (b ^ n).
Proof.
move=> z0 [h b0]; have q2 : (0 <= 2 ^ q)%Z by apply: Z.pow_nonneg.
elim: n => [|n [IH0 [IH1 IH2]]] /=; first by split => //; split; lra.
split; first by apply/Z.shiftr_nonneg; nia.
split; last by rewrite -/(b ^ n.+1); apply: pow_le.
apply: (Rmult_le_reg_r (IZR (2 ^ p))) => //; apply: (Rle_trans _ _ _ (dn_le p0 _)).
by have := mix_lo p0 IH0 IH1 h b0; lra.
Qed.
Lemma first_up z n : hi p z b -> hi q (iter n (fun c => up p (c * z)) (2 ^ q)%Z) (b ^ n).
Proof.
move=> [h b0]; elim: n => [|n [IH1 IH2]] /=; first by split; lra.
split; last by apply: Rmult_le_pos.
apply: (Rmult_le_reg_r (IZR (2 ^ p))) => //; apply: Rle_trans (up_ge p0 _).
by have := mix_up p0 q0 IH1 h IH2 b0; lra.
Qed.
End First.
End Factors.

Lemma heads p x s zl zu n : Forall2 (step_lo p x) zl (nseq n s) -> Forall2 (step_hi p x) zu (nseq n s) ->
  (0 < zb (head step0 zl))%Z ->
  [/\ step_lo p x (head step0 zl) s, step_hi p x (head step0 zu) s & List.In s (nseq n s)].
Proof.
case: zl => [|a1 r1] //; case: n => [|n] H1 H2; first by inversion H1.
inversion H1 as [|? ? ? ? h1 _]; subst; inversion H2 as [|? ? ? ? h2 _]; subst => /= _.
by split => //; left.
Qed.

Section Sound.
Variables (k : nat) (al d : R).
Let s := LStep 1 al d.
Let l := nseq k s.

Let span_l : span l = k. Proof. by rewrite /l /span map_nseq sumn_nseq mul1n. Qed.

Lemma inner01 x g : 1 <= x -> 0 <= g -> (forall t, List.In t l -> valid_lstep t) ->
  0 <= inner_delta (map (the_step x) l) g <= 1.
Proof.
move=> x1 g0 Hl; split; first exact: divergence_ge0.
apply: divergence_le => //; last by lra.
apply: (in_map_dist dist_pair3) => u hu; have [t /Hl [h1 h2] ->] := In_map_inv hu.
by split => //; exact: pow_R1_Rle.
Qed.

Lemma ratio_cb x : 1 <= x -> 0 < bof x s -> cof x s / bof x s = / x.
Proof.
rewrite /bof /= Rmult_1_r => x1 b0; rewrite /cof /= Rmult_1_r.
by field; split; [lra | nra].
Qed.

Theorem walk_lo_correct : sound_lo walk_lo l.
Proof.
move=> p x w e p0 x1 hw Hl [H1 H2 y0 yl yu w0 wl wu HN].
have xp : 0 < / x by apply: Rinv_0_lt_compat; lra.
have g0 : 0 <= x ^ (pos_j e).+1 * w by apply: Rmult_le_pos; [apply: pow_le; lra | lra].
have [I0 I1] := inner01 x1 g0 Hl; have Bp := B0 p0.
rewrite /walk_lo; case: ifP => [/Z.ltb_lt hb|_]; last by split => //; have := Rmult_le_pos _ _ I0 (Rlt_le _ _ Bp); lra.
have [[_ _ [za0 hza] [zb0 hzb]] [_ _ hza' hzb'] Hin] := heads H1 H2 hb.
have vs := Hl _ Hin; have [al0 al1] : 0 <= al <= 1 by case: vs.
rewrite -HN span_l; set q := places _ _ _; have q0 : (0 <= q)%Z by exact: Z.le_max_l.
have Qp := B0 q0.
set sl := head step0 (lows e) in hb hza za0 hzb zb0 *; set su := head step0 (ups e) in hza' hzb' *.
have b0 : 0 < bof x s.
  case: hzb => h _; have hbR := IZR_lt _ _ hb.
  by apply: (Rmult_lt_reg_r (IZR (2 ^ p))) => //; lra.
have c0 : 0 <= cof x s by apply: cof_ge0.
have xy : x * / x = 1 by apply: Rinv_r; lra.
have su0 : (0 < zb su)%Z.
  by apply: lt_IZR; case: hzb' => h _; have := Rmult_lt_0_compat _ _ b0 Bp; lra.
have HA : lo p (za sl * 2 ^ p / zb su) (al / bof x s).
  apply: lo_quot => //; last by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  case: hza => h1 _; case: hzb' => h2 _; rewrite mult_IZR.
  apply: (Rle_trans _ (al / bof x s * IZR (2 ^ p) * (bof x s * IZR (2 ^ p)))).
    have -> : al / bof x s * IZR (2 ^ p) * (bof x s * IZR (2 ^ p)) = al * IZR (2 ^ p) * IZR (2 ^ p) by field; lra.
    by apply: Rmult_le_compat_r; [lra | exact: h1].
  apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; last by lra.
  by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
have HA0 : (0 <= za sl * 2 ^ p / zb su)%Z.
  by apply: Z.div_pos => //; apply: Z.mul_nonneg_nonneg => //; apply: Z.pow_nonneg.
have [f0 f1] := first_lo p0 q0 k zb0 hzb.
set j := pos_j e.
have W := factors_lo p0 x1 hw (k - j) yu wu.
have Hy : lo p (y_lo e) (cof x s / bof x s) by rewrite ratio_cb.
rewrite -(coef_first (bof x s) al (cof x s)) in f1.
have acc0 : IZR 0 <= 0 * (IZR (2 ^ q) * IZR (2 ^ p)) by lra.
have z0 : lo q 0 0 by split; lra.
have := walk_lo_sound p0 b0 al0 c0 (t := 0) (n := k - j) (z2 := 0) (leq_subr _ _) HA0 y0 HA Hy f0 (Z.le_refl 0) f1 z0
  (fun i => factor_ge0 x1 hw (k - j - i).-1) acc0 W.
rewrite Rplus_0_l -(@equal_steps_top x al d k (/ x) x1 xy vs j w hw) -/s -/l => H.
split => //; apply: (Rmult_le_reg_r (IZR (2 ^ q))) => //; apply: (Rle_trans _ _ _ (dn_le q0 _)).
by apply: (Rle_trans _ _ _ H); lra.
Qed.

Theorem walk_up_correct : sound_up walk_up l.
Proof.
move=> p x w e p0 x1 hw Hl [H1 H2 y0 yl yu w0 wl wu HN].
have xp : 0 < / x by apply: Rinv_0_lt_compat; lra.
have g0 : 0 <= x ^ (pos_j e).+1 * w by apply: Rmult_le_pos; [apply: pow_le; lra | lra].
have [I0 I1] := inner01 x1 g0 Hl; have Bp := B0 p0.
rewrite /walk_up; case: ifP => [/Z.ltb_lt hb|_]; last first.
  by split => //; have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ Bp) I1; lra.
have [[_ _ [za0 hza] [zb0 hzb]] [_ _ hza' hzb'] Hin] := heads H1 H2 hb.
have vs := Hl _ Hin; have [al0 al1] : 0 <= al <= 1 by case: vs.
rewrite -HN span_l; set q := places _ _ _; have q0 : (0 <= q)%Z by exact: Z.le_max_l.
have Qp := B0 q0.
set sl := head step0 (lows e) in hb hza za0 hzb zb0 *; set su := head step0 (ups e) in hza' hzb' *.
have b0 : 0 < bof x s.
  case: hzb => h _; have hbR := IZR_lt _ _ hb.
  by apply: (Rmult_lt_reg_r (IZR (2 ^ p))) => //; lra.
have c0 : 0 <= cof x s by apply: cof_ge0.
have xy : x * / x = 1 by apply: Rinv_r; lra.
have HA : hi p (quot_up (za su * 2 ^ p) (zb sl)) (al / bof x s).
  have ab0 : 0 <= al / bof x s by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  apply: hi_quot => //.
  case: hza' => h1 _; case: hzb => h2 _; rewrite mult_IZR.
  apply: (Rle_trans _ (al / bof x s * IZR (2 ^ p) * (bof x s * IZR (2 ^ p)))).
    by apply: Rmult_le_compat_l => //; apply: Rmult_le_pos; lra.
  have -> : al / bof x s * IZR (2 ^ p) * (bof x s * IZR (2 ^ p)) = al * IZR (2 ^ p) * IZR (2 ^ p) by field; lra.
  by apply: Rmult_le_compat_r; [lra | exact: h1].
have f1 := first_up p0 q0 k hzb'.
set j := pos_j e.
have W := factors_up p0 x1 hw (k - j) y0 yl wl.
have Hy : hi p (y_up e) (cof x s / bof x s) by rewrite ratio_cb.
rewrite -(coef_first (bof x s) al (cof x s)) in f1.
have acc0 : 0 * (IZR (2 ^ q) * IZR (2 ^ p)) <= IZR 0 by lra.
have z0 : hi q 0 0 by split; lra.
have := walk_up_sound p0 q0 b0 al0 c0 (t := 0) (n := k - j) (z2 := 0) (leq_subr _ _) HA Hy f1 z0
  (fun i => factor_ge0 x1 hw (k - j - i).-1) acc0 W.
rewrite Rplus_0_l -(@equal_steps_top x al d k (/ x) x1 xy vs j w hw) -/s -/l => H.
split => //; apply: (Rmult_le_reg_r (IZR (2 ^ q))) => //; apply: Rle_trans (up_ge q0 _).
by apply: Rle_trans H; lra.
Qed.
End Sound.

Lemma one_group_equal C : one_group C -> exists k al d,
  map (gstep (value_of (base C))) (ledger C) = nseq k (LStep 1 al d).
Proof.
rewrite /one_group /ledger; case: (groups C) => [|g [|]] //= /eqP u1.
by exists (count g), (alpha_of (value_of (base C)) g), (delta_of g); rewrite cats0 map_nseq /gstep u1.
Qed.

Theorem certificate_sound_equal C : check_equal C = true -> certified C.
Proof.
move=> /andP [h1 h2]; have [k [al [d E]]] := one_group_equal h1.
apply: certificate_with h2; rewrite E; [exact: walk_lo_correct | exact: walk_up_correct].
Qed.
