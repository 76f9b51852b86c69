(* An evaluator of equation (5) in fixed-point integers, and its soundness.

   bound_lo and bound_up are programs on integers scaled by 2^p that round down and up.
   bound_lo_sound and bound_up_sound: given enclosures of e^-eps, alpha and the two masses of
   the pair, they enclose delta0 of GhaziIssa.v. *)
From Coq Require Import Reals Lra Lia ZArith List.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick Product GhaziIssa.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the program (only Z) ---------- *)
Section Prog.
Variable rnd : Z -> Z.
Fixpoint stepZ (c a b : Z) (s : seq Z) : seq Z :=
  match s with
  | v0 :: ((v1 :: v2 :: _) as s') => rnd (c * v0 + a * v1 + b * v2)%Z :: stepZ c a b s'
  | _ => [::]
  end.
Fixpoint powsZ (y cur : Z) (n : nat) : seq Z :=
  if n is n'.+1 then cur :: powsZ y (rnd (cur * y)%Z) n' else [::].
End Prog.
Definition dn (p : Z) (z : Z) := Z.shiftr z p.
Definition up (p : Z) := let m := (2 ^ p - 1)%Z in fun z : Z => Z.shiftr (z + m) p.
Definition run rnd c a b (s : seq Z) (k : nat) : Z := head 0%Z (iter k (stepZ rnd c a b) s).
Definition init (one : Z) (pw : seq Z) (k j : nat) : seq Z :=
  nseq (j + k).+1 0%Z ++ map (fun v => one - v)%Z pw.
Definition bound_lo p (yu cl al bl : Z) k j : Z :=
  run (dn p) cl al bl (init (2 ^ p)%Z (powsZ (up p) yu yu (k - j)) k j) k.
Definition bound_up p (yl cu au bu : Z) k j : Z :=
  run (up p) cu au bu (init (2 ^ p)%Z (powsZ (dn p) yl yl (k - j)) k j) k.

(* ---------- real-valued specification ---------- *)
Fixpoint stepR (c a b : R) (s : seq R) : seq R :=
  match s with
  | v0 :: ((v1 :: v2 :: _) as s') => c * v0 + a * v1 + b * v2 :: stepR c a b s'
  | _ => [::]
  end.

Section Spec.
Variables (x y al : R).
Hypotheses (x1 : 1 <= x) (al01 : 0 <= al <= 1) (xy : x * y = 1).
Let c := cc x al.
Let b := cc x al * x.
Variables (k j : nat).
Hypothesis jk : (j <= k)%N.

Definition V m i := HS2 1 (x ^ (j + k) * y ^ i) (@prodd _ m (Q0 x al)) (@prodd _ m (Q1 x al)).

Lemma y0 : 0 < y.
Proof. by case: (Rle_lt_dec y 0) => // h; nra. Qed.

Lemma VS m i : V m.+1 i.+1 = c * V m i + al * V m i.+1 + b * V m i.+2.
Proof.
have c0 := cc0 x1 al01; have b0 : 0 <= b by rewrite /b; nra.
rewrite /V HS2_prodS sum3 /Q0 /Q1 !inordK //=.
rewrite -/c -/b; set r := x ^ _.
rewrite -!HS2Z ?Rmult_1_r ?Rmult_1_l //; try lra.
have e1 : r * (y * y ^ i) * c = b * (r * (y * (y * y ^ i))).
  by rewrite /b -/c; transitivity ((x * y) * (r * (y * y ^ i) * c)); [rewrite xy; ring | ring].
have e2 : r * (y * y ^ i) * b = c * (r * y ^ i).
  by rewrite /b -/c; transitivity ((x * y) * (c * (r * y ^ i))); [ring | rewrite xy; ring].
rewrite e1 e2 (Rmult_comm _ al); ring.
Qed.

Lemma V0_small i : (i <= j + k)%N -> V 0 i = 0.
Proof.
move=> h; rewrite /V HS2_prod0 pos_eq0 //.
have -> : (j + k = (j + k - i) + i)%N by rewrite subnK.
rewrite pow_add Rmult_assoc -Rpow_mult_distr xy pow1 Rmult_1_r.
by have := pow_R1_Rle x (j + k - i) x1; lra.
Qed.
Lemma V0_big t : V 0 (j + k + t) = 1 - y ^ t.
Proof.
rewrite /V HS2_prod0 [y ^ _]pow_add -Rmult_assoc -Rpow_mult_distr xy pow1 Rmult_1_l.
rewrite pos_eq //; suff: y ^ t <= 1 by lra.
have yp := y0; rewrite -(pow1 t); apply: pow_incr; split; first by lra.
by nra.
Qed.

Lemma stepR_V m n s : stepR c al b [seq V m i | i <- iota s n.+2] = [seq V m.+1 i | i <- iota s.+1 n].
Proof.
elim: n s => [|n IH] s //.
have := IH s.+1; rewrite -[iota s n.+3]/(s :: iota s.+1 n.+2) -[iota s.+1 n.+1]/(s.+1 :: iota s.+2 n) !map_cons => <-.
by rewrite VS.
Qed.

Lemma iter_V m : (m <= k)%N ->
  iter m (stepR c al b) [seq V 0 i | i <- iota 0 (k.*2).+1]
  = [seq V m i | i <- iota m ((k - m).*2).+1].
Proof.
elim: m => [|m IH] h; first by rewrite subn0.
rewrite iterS IH; last exact: ltnW.
by rewrite -subnSK // doubleS stepR_V.
Qed.

Definition initR : seq R := nseq (j + k).+1 0 ++ [seq 1 - y ^ t | t <- iota 1 (k - j)].
Lemma initR_V : initR = [seq V 0 i | i <- iota 0 (k.*2).+1].
Proof.
have -> : (k.*2.+1 = (j + k).+1 + (k - j))%N.
  by move/leP: jk; rewrite -addnn -!plusE -!minusE; lia.
rewrite iotaD map_cat; congr (_ ++ _).
- have -> : nseq (j + k).+1 0 = [seq (fun=> 0) i | i <- iota 0 (j + k).+1].
    by elim: (j + k).+1 0%N => //= n IH s; rewrite -IH.
  by apply/eq_in_map => i; rewrite mem_iota add0n ltnS => /andP [_ h]; rewrite V0_small.
- rewrite add0n -[(j + k).+1]addn1 iotaDl -map_comp; apply: eq_map => t /=.
  by rewrite V0_big.
Qed.

Theorem delta0_iter : iter k (stepR c al b) initR = [:: delta0 x al k j].
Proof.
rewrite initR_V iter_V // subnn /= /V; congr cons.
rewrite -(ghazi_issa_equation_5 x1 al01) HS_HS2; congr HS2.
by rewrite pow_add Rmult_assoc -Rpow_mult_distr xy pow1 Rmult_1_r.
Qed.
End Spec.

(* ---------- soundness ---------- *)
Lemma Forall2_head (A B : Type) (r : A -> B -> Prop) s t z : Forall2 r s [:: t] -> r (head z s) t.
Proof. by move=> H; inversion H. Qed.
Lemma Forall2_cat (A B : Type) (r : A -> B -> Prop) s1 t1 s2 t2 :
  Forall2 r s1 t1 -> Forall2 r s2 t2 -> Forall2 r (s1 ++ s2) (t1 ++ t2).
Proof. by move=> H H2; elim: H => //= a b s t h _ IH; constructor. Qed.
Section Sound.
Variable p : Z.
Hypothesis p0 : (0 <= p)%Z.
Let B := IZR (2 ^ p).
Lemma B0 : 0 < B. Proof. by apply: IZR_lt; apply: Z.pow_pos_nonneg; lia. Qed.

Definition lo (z : Z) (r : R) := IZR z <= r * B /\ 0 <= r.
Definition hi (z : Z) (r : R) := r * B <= IZR z /\ 0 <= r.

Lemma dn_le z : IZR (dn p z) * B <= IZR z.
Proof.
rewrite /dn Z.shiftr_div_pow2 // /B -mult_IZR; apply: IZR_le.
by rewrite Z.mul_comm; apply: Z.mul_div_le; apply: Z.pow_pos_nonneg; lia.
Qed.
Lemma up_ge z : IZR z <= IZR (up p z) * B.
Proof.
rewrite /up Z.shiftr_div_pow2 // /B -mult_IZR; apply: IZR_le.
have h : (0 < 2 ^ p)%Z by apply: Z.pow_pos_nonneg; lia.
have := Z.mod_pos_bound (z + (2 ^ p - 1)) _ h; have := Z.div_mod (z + (2 ^ p - 1)) (2 ^ p).
lia.
Qed.

Variables (cZ aZ bZ : Z) (c a b : R).

Lemma lo_dn z r : IZR z <= r * B * B -> 0 <= r -> lo (dn p z) r.
Proof.
move=> h r0; split=> //; apply: (Rmult_le_reg_r B); first exact: B0.
by have := dn_le z; lra.
Qed.
Lemma hi_up z r : r * B * B <= IZR z -> 0 <= r -> hi (up p z) r.
Proof.
move=> h r0; split=> //; apply: (Rmult_le_reg_r B); first exact: B0.
by have := up_ge z; lra.
Qed.
Lemma lo_mul z w r s : (0 <= z)%Z -> lo z r -> lo w s -> IZR (z * w) <= (r * s) * B * B.
Proof.
move=> /IZR_le z0 [h1 r0] [h2 s0]; rewrite mult_IZR; have Bp := B0.
apply: (Rle_trans _ (IZR z * (s * B))); first exact: Rmult_le_compat_l.
have : 0 <= s * B by apply: Rmult_le_pos; lra.
by move=> h; have := Rmult_le_compat_r _ _ _ h h1; lra.
Qed.
Lemma hi_mul z w r s : hi z r -> hi w s -> (r * s) * B * B <= IZR (z * w).
Proof.
move=> [h1 r0] [h2 s0]; rewrite mult_IZR; have Bp := B0.
have h3 : 0 <= r * B by apply: Rmult_le_pos; lra.
have h4 : 0 <= s * B by apply: Rmult_le_pos; lra.
by have := Rmult_le_compat _ _ _ _ h3 h4 h1 h2; lra.
Qed.

Lemma step_lo s t : (0 <= cZ)%Z -> (0 <= aZ)%Z -> (0 <= bZ)%Z ->
  lo cZ c -> lo aZ a -> lo bZ b -> Forall2 lo s t ->
  Forall2 lo (stepZ (dn p) cZ aZ bZ s) (stepR c a b t).
Proof.
move=> c0 a0 b0 hc ha hb; elim => [|v0 r0 s' t' h0 H IH]; first by constructor.
case: H IH => [|v1 r1 s2 t2 h1 H] IH; first by constructor.
case: H IH => [|v2 r2 s3 t3 h2 H] IH; first by constructor.
constructor; last exact: IH.
apply: lo_dn.
- have := lo_mul c0 hc h0; have := lo_mul a0 ha h1; have := lo_mul b0 hb h2.
  by rewrite !plus_IZR; lra.
- case: hc ha hb h0 h1 h2 => _ hc [_ ha] [_ hb] [_ h0] [_ h1] [_ h2].
  by have := Rmult_le_pos _ _ hc h0; have := Rmult_le_pos _ _ ha h1;
     have := Rmult_le_pos _ _ hb h2; lra.
Qed.
Lemma step_hi s t :
  hi cZ c -> hi aZ a -> hi bZ b -> Forall2 hi s t ->
  Forall2 hi (stepZ (up p) cZ aZ bZ s) (stepR c a b t).
Proof.
move=> hc ha hb; elim => [|v0 r0 s' t' h0 H IH]; first by constructor.
case: H IH => [|v1 r1 s2 t2 h1 H] IH; first by constructor.
case: H IH => [|v2 r2 s3 t3 h2 H] IH; first by constructor.
constructor; last exact: IH.
apply: hi_up.
- have := hi_mul hc h0; have := hi_mul ha h1; have := hi_mul hb h2.
  by rewrite !plus_IZR; lra.
- case: hc ha hb h0 h1 h2 => _ hc [_ ha] [_ hb] [_ h0] [_ h1] [_ h2].
  by have := Rmult_le_pos _ _ hc h0; have := Rmult_le_pos _ _ ha h1;
     have := Rmult_le_pos _ _ hb h2; lra.
Qed.

Lemma pows_lo yZ y n : (0 <= yZ)%Z -> lo yZ y -> forall cur t, lo cur (y ^ t) ->
  Forall2 lo (powsZ (dn p) yZ cur n) [seq y ^ i | i <- iota t n].
Proof.
move=> y0 hy; elim: n => [|n IH] cur t h /=; first by constructor.
constructor => //; apply: IH => /=; apply: lo_dn.
- by rewrite Z.mul_comm; exact: lo_mul.
- by apply: Rmult_le_pos; [case: hy | case: h].
Qed.
Lemma pows_hi yZ y n : hi yZ y -> forall cur t, hi cur (y ^ t) ->
  Forall2 hi (powsZ (up p) yZ cur n) [seq y ^ i | i <- iota t n].
Proof.
move=> hy; elim: n => [|n IH] cur t h /=; first by constructor.
constructor => //; apply: IH => /=; apply: hi_up.
- by rewrite Z.mul_comm; exact: hi_mul.
- by apply: Rmult_le_pos; [case: hy | case: h].
Qed.

Lemma pow_le1 y n : 0 <= y <= 1 -> y ^ n <= 1.
Proof. by move=> h; rewrite -(pow1 n); apply: pow_incr. Qed.

Lemma init_lo y pw k j : 0 <= y <= 1 ->
  Forall2 hi pw [seq y ^ i | i <- iota 1 (k - j)] -> Forall2 lo (init (2 ^ p) pw k j) (initR y k j).
Proof.
move=> hy H; apply: Forall2_cat.
- by elim: (j + k).+1 => [|n IH] /=; constructor => //; split; rewrite ?Rmult_0_l; lra.
- move: (iota _ _) H => s; elim: pw s => [|v pw IH] [|i s] H; inversion H; subst; constructor.
  + case: H3 => h1 h2; split; first by rewrite minus_IZR -/B; lra.
    by have := pow_le1 i hy; lra.
  + exact: IH.
Qed.
Lemma init_hi y pw k j : 0 <= y <= 1 ->
  Forall2 lo pw [seq y ^ i | i <- iota 1 (k - j)] -> Forall2 hi (init (2 ^ p) pw k j) (initR y k j).
Proof.
move=> hy H; apply: Forall2_cat.
- by elim: (j + k).+1 => [|n IH] /=; constructor => //; split; rewrite ?Rmult_0_l; lra.
- move: (iota _ _) H => s; elim: pw s => [|v pw IH] [|i s] H; inversion H; subst; constructor.
  + case: H3 => h1 h2; split; first by rewrite minus_IZR -/B; lra.
    by have := pow_le1 i hy; lra.
  + exact: IH.
Qed.
End Sound.

(* z / 2^p as a real *)
Definition fx (p z : Z) : R := IZR z / IZR (2 ^ p).

Section Main.
Variables (p : Z) (x al : R) (k j : nat).
Hypotheses (p0 : (0 <= p)%Z) (x1 : 1 <= x) (al01 : 0 <= al <= 1) (jk : (j <= k)%N).
Let B0' := B0 p0.
Let y01 : 0 <= / x <= 1.
Proof.
split; first by apply/Rlt_le/Rinv_0_lt_compat; lra.
by rewrite -Rinv_1; apply: Rinv_le_contravar; lra.
Qed.
Let xy : x * / x = 1. Proof. by apply: Rinv_r; lra. Qed.

Theorem bound_lo_sound yu cl a bl :
  (0 <= cl)%Z -> (0 <= a)%Z -> (0 <= bl)%Z ->
  / x <= fx p yu -> fx p cl <= (1 - al) / (1 + x) -> fx p a <= al ->
  fx p bl <= (1 - al) * x / (1 + x) ->
  fx p (bound_lo p yu cl a bl k j) <= delta0 x al k j.
Proof.
move=> c0 a0 b0 hy hc ha hb; rewrite /bound_lo /run /fx.
have c0R := cc0 x1 al01.
have F z r : fx p z <= r -> 0 <= r -> lo p z r.
  move=> h r0; split=> //; move: (Rmult_le_compat_r _ _ _ (Rlt_le _ _ B0') h).
  by rewrite /fx /Rdiv Rmult_assoc Rinv_l; lra.
have Hc : lo p cl (cc x al) by apply: F.
have Ha : lo p a al by apply: F; lra.
have Hb : lo p bl (cc x al * x).
  apply: F; last by nra.
  by move: hb; rewrite /cc /Rdiv Rmult_assoc (Rmult_comm x) -Rmult_assoc.
have Hy : hi p yu (/ x).
  split; last by lra.
  move: (Rmult_le_compat_r _ _ _ (Rlt_le _ _ B0') hy).
  by rewrite /fx /Rdiv Rmult_assoc Rinv_l; lra.
have H1 : hi p yu ((/ x) ^ 1) by rewrite pow_1.
have H0 := init_lo y01 (pows_hi p0 (k - j) Hy H1).
have Hn n : Forall2 (lo p) (iter n (stepZ (dn p) cl a bl) (init (2 ^ p) (powsZ (up p) yu yu (k - j)) k j))
                 (iter n (stepR (cc x al) al (cc x al * x)) (initR (/ x) k j)).
  by elim: n => [|n IH] //=; apply: step_lo.
have := Hn k; rewrite (delta0_iter x1 al01 xy jk) => /(Forall2_head 0%Z) [h _]; apply: (Rmult_le_reg_r (IZR (2 ^ p))) => //.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.

Theorem bound_up_sound yl cu a bu :
  (0 <= yl)%Z ->
  fx p yl <= / x -> (1 - al) / (1 + x) <= fx p cu -> al <= fx p a ->
  (1 - al) * x / (1 + x) <= fx p bu ->
  delta0 x al k j <= fx p (bound_up p yl cu a bu k j).
Proof.
move=> y0 hy hc ha hb; rewrite /bound_up /run /fx.
have c0R := cc0 x1 al01.
have F z r : r <= fx p z -> 0 <= r -> hi p z r.
  move=> h r0; split=> //; move: (Rmult_le_compat_r _ _ _ (Rlt_le _ _ B0') h).
  by rewrite /fx /Rdiv Rmult_assoc Rinv_l; lra.
have Hc : hi p cu (cc x al) by apply: F.
have Ha : hi p a al by apply: F; lra.
have Hb : hi p bu (cc x al * x).
  apply: F; last by nra.
  by move: hb; rewrite /cc /Rdiv Rmult_assoc (Rmult_comm x) -Rmult_assoc.
have Hy : lo p yl (/ x).
  split; last by lra.
  move: (Rmult_le_compat_r _ _ _ (Rlt_le _ _ B0') hy).
  by rewrite /fx /Rdiv Rmult_assoc Rinv_l; lra.
have H1 : lo p yl ((/ x) ^ 1) by rewrite pow_1.
have H0 := init_hi y01 (pows_lo p0 (k - j) y0 Hy H1).
have Hn n : Forall2 (hi p) (iter n (stepZ (up p) cu a bu) (init (2 ^ p) (powsZ (dn p) yl yl (k - j)) k j))
                 (iter n (stepR (cc x al) al (cc x al * x)) (initR (/ x) k j)).
  by elim: n => [|n IH] //=; apply: step_hi.
have := Hn k; rewrite (delta0_iter x1 al01 xy jk) => /(Forall2_head 0%Z) [h _]; apply: (Rmult_le_reg_r (IZR (2 ^ p))) => //.
by rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
End Main.
