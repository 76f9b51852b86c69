(* Fixed-point integers with directed rounding, and the evaluator of a lattice composition.

   A real r >= 0 is enclosed at precision p by integers: lo p z r says z <= r 2^p, hi p z r
   says r 2^p <= z. dn and up divide by 2^p, rounding down and up; quotients are rounded by
   lo_quot and hi_quot.
   run_lo, run_hi: the sweeps of Lattice.v on integers, all rounded one way, bound the
   divergence of the composed steps from below and from above. *)
From Coq Require Import Reals Lra Lia ZArith List.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick Heterogeneous Lattice.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the program ---------- *)
Definition dn (p : Z) (z : Z) := Z.shiftr z p.
Definition up (p : Z) := let m := (2 ^ p - 1)%Z in fun z : Z => Z.shiftr (z + m) p.
Definition quot_up (a b : Z) : Z := (- ((- a) / b))%Z.

(* cur, cur y, cur y^2, ... : n terms *)
Fixpoint powersZ (rnd : Z -> Z) (y cur : Z) (n : nat) : seq Z :=
  if n is n'.+1 then cur :: powersZ rnd y (rnd (cur * y)%Z) n' else [::].
(* a step: n and the masses c, alpha, b *)
Record zstep := ZStep { zn : nat; zc : Z; za : Z; zb : Z }.
Definition combineZ (rnd : Z -> Z) (r : zstep) (v0 v1 v2 : Z) : Z :=
  rnd (zc r * v0 + za r * v1 + zb r * v2)%Z.
Definition runZ (rnd : Z -> Z) (l : seq zstep) (s : seq Z) : Z :=
  head 0%Z (foldr (fun r => sweep (zn r) (combineZ rnd r)) s l).
Definition initialZ (one : Z) (pw : seq Z) (N j : nat) : seq Z :=
  nseq (N + j).+1 0%Z ++ map (fun v => one - v)%Z pw.
Definition evaluate_lo (p : Z) (l : seq zstep) (yu wu : Z) (N j : nat) : Z :=
  runZ (dn p) l (initialZ (2 ^ p) (powersZ (up p) yu wu (N - j)) N j).
Definition evaluate_up (p : Z) (l : seq zstep) (yl wl : Z) (N j : nat) : Z :=
  runZ (up p) l (initialZ (2 ^ p) (powersZ (dn p) yl wl (N - j)) N j).

(* ---------- soundness ---------- *)
Lemma Forall2_cat (A B : Type) (r : A -> B -> Prop) s1 t1 s2 t2 :
  Forall2 r s1 t1 -> Forall2 r s2 t2 -> Forall2 r (s1 ++ s2) (t1 ++ t2).
Proof. by move=> H H2; elim: H => //= a b s t h _ IH; constructor. Qed.
Lemma Forall2_drop (A B : Type) (r : A -> B -> Prop) n s t :
  Forall2 r s t -> Forall2 r (drop n s) (drop n t).
Proof. by elim: n s t => [|n IH] s t H; rewrite ?drop0 //; case: H => //= *; exact: IH. Qed.
Lemma Forall2_zip3 (A B : Type) (r : A -> B -> Prop) f g s0 t0 s1 t1 s2 t2 :
  (forall a0 b0 a1 b1 a2 b2, r a0 b0 -> r a1 b1 -> r a2 b2 -> r (f a0 a1 a2) (g b0 b1 b2)) ->
  Forall2 r s0 t0 -> Forall2 r s1 t1 -> Forall2 r s2 t2 ->
  Forall2 r (zip3 f s0 s1 s2) (zip3 g t0 t1 t2).
Proof.
move=> H H0; elim: H0 s1 t1 s2 t2 => [|a0 b0 s0' t0' h0 _ IH] s1 t1 s2 t2 H1 H2 //=.
by case: H1 => [|a1 b1 s1' t1' h1 H1]; [constructor | case: H2 => [|a2 b2 s2' t2' h2 H2];
  constructor; [exact: H | exact: IH]].
Qed.
Lemma Forall2_sweep (A B : Type) (r : A -> B -> Prop) n f g s t :
  (forall a0 b0 a1 b1 a2 b2, r a0 b0 -> r a1 b1 -> r a2 b2 -> r (f a0 a1 a2) (g b0 b1 b2)) ->
  Forall2 r s t -> Forall2 r (sweep n f s) (sweep n g t).
Proof. by move=> H Hs; apply: Forall2_zip3 => //; do ?apply: Forall2_drop. Qed.

Section Rounding.
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


Lemma lo_quot n d r : (0 < d)%Z -> IZR n <= r * B * IZR d -> 0 <= r -> lo (n / d) r.
Proof.
move=> d0 h r0; split=> //; apply: (Rmult_le_reg_r (IZR d)); first exact: IZR_lt.
apply: Rle_trans h; rewrite -mult_IZR; apply: IZR_le.
by rewrite Z.mul_comm; apply: Z.mul_div_le.
Qed.
Lemma hi_quot n d r : (0 < d)%Z -> r * B * IZR d <= IZR n -> 0 <= r -> hi (quot_up n d) r.
Proof.
move=> d0 h r0; split=> //; apply: (Rmult_le_reg_r (IZR d)); first exact: IZR_lt.
apply: (Rle_trans _ _ _ h); rewrite -mult_IZR; apply: IZR_le.
rewrite /quot_up; have := Z.mul_div_le (- n) d d0; lia.
Qed.
Lemma lo_max z r : lo z r -> lo (Z.max 0 z) r.
Proof.
move=> [h r0]; split=> //; case: (Z.max_spec 0 z) => -[_ ->] //.
by have := B0; rewrite -/B; nra.
Qed.

Lemma powers_lo yZ y n : (0 <= yZ)%Z -> lo yZ y -> forall cur w, lo cur w ->
  Forall2 lo (powersZ (dn p) yZ cur n) [seq w * y ^ i | i <- iota 0 n].
Proof.
move=> y0 hy; elim: n => [|n IH] cur w h /=; first by constructor.
constructor; first by rewrite Rmult_1_r.
have := IH (dn p (cur * yZ)) (w * y).
rewrite (iotaDl 1 0) -map_comp (eq_map (f2 := fun i => w * y * y ^ i)); last by move=> i /=; ring.
apply; apply: lo_dn; first by rewrite Z.mul_comm (Rmult_comm w); exact: lo_mul.
by apply: Rmult_le_pos; [case: h | case: hy].
Qed.
Lemma powers_hi yZ y n : hi yZ y -> forall cur w, hi cur w ->
  Forall2 hi (powersZ (up p) yZ cur n) [seq w * y ^ i | i <- iota 0 n].
Proof.
move=> hy; elim: n => [|n IH] cur w h /=; first by constructor.
constructor; first by rewrite Rmult_1_r.
have := IH (up p (cur * yZ)) (w * y).
rewrite (iotaDl 1 0) -map_comp (eq_map (f2 := fun i => w * y * y ^ i)); last by move=> i /=; ring.
apply; apply: hi_up; first exact: hi_mul.
by apply: Rmult_le_pos; [case: h | case: hy].
Qed.

Section Run.
Variables (x y w : R) (N j : nat).
Hypotheses (x1 : 1 <= x) (xy : x * y = 1) (wy : y <= w <= 1).

Lemma wyt t : 0 <= w * y ^ t <= 1.
Proof.
have yp := y_pos x1 xy; have h : 0 <= y ^ t <= 1; last by nra.
split; first by apply: pow_le; lra.
by rewrite -(pow1 t); apply: pow_incr; split; nra.
Qed.

Lemma initial_lo pw : Forall2 hi pw [seq w * y ^ t | t <- iota 0 (N - j)] ->
  Forall2 lo (initialZ (2 ^ p) pw N j) (initial y w N j).
Proof.
move=> H; apply: Forall2_cat.
- by elim: (N + j).+1 => [|n IH] /=; constructor => //; split; rewrite ?Rmult_0_l; lra.
- move: (iota _ _) H => s; elim: pw s => [|v pw IH] [|i s] H; inversion H; subst; constructor.
  + case: H3 => h1 h2; split; first by rewrite minus_IZR -/B; lra.
    by have := wyt i; lra.
  + exact: IH.
Qed.
Lemma initial_hi pw : Forall2 lo pw [seq w * y ^ t | t <- iota 0 (N - j)] ->
  Forall2 hi (initialZ (2 ^ p) pw N j) (initial y w N j).
Proof.
move=> H; apply: Forall2_cat.
- by elim: (N + j).+1 => [|n IH] /=; constructor => //; split; rewrite ?Rmult_0_l; lra.
- move: (iota _ _) H => s; elim: pw s => [|v pw IH] [|i s] H; inversion H; subst; constructor.
  + case: H3 => h1 h2; split; first by rewrite minus_IZR -/B; lra.
    by have := wyt i; lra.
  + exact: IH.
Qed.

Definition step_lo (r : zstep) (s : lstep) :=
  [/\ zn r = ln s, (0 <= zc r)%Z /\ lo (zc r) (cof x s), (0 <= za r)%Z /\ lo (za r) (lal s)
    & (0 <= zb r)%Z /\ lo (zb r) (bof x s)].
Definition step_hi (r : zstep) (s : lstep) :=
  [/\ zn r = ln s, hi (zc r) (cof x s), hi (za r) (lal s) & hi (zb r) (bof x s)].

Lemma combine_lo r s v0 v1 v2 u0 u1 u2 : step_lo r s -> lo v0 u0 -> lo v1 u1 -> lo v2 u2 ->
  lo (combineZ (dn p) r v0 v1 v2) (combine (cof x s) (lal s) (bof x s) u0 u1 u2).
Proof.
move=> [_ [c0 hc] [a0 ha] [b0 hb]] h0 h1 h2; apply: lo_dn.
- have := lo_mul c0 hc h0; have := lo_mul a0 ha h1; have := lo_mul b0 hb h2.
  by rewrite /combine !plus_IZR; lra.
- case: hc ha hb h0 h1 h2 => _ hc [_ ha] [_ hb] [_ h0] [_ h1] [_ h2]; rewrite /combine.
  by have := Rmult_le_pos _ _ hc h0; have := Rmult_le_pos _ _ ha h1;
     have := Rmult_le_pos _ _ hb h2; lra.
Qed.
Lemma combine_hi r s v0 v1 v2 u0 u1 u2 : step_hi r s -> hi v0 u0 -> hi v1 u1 -> hi v2 u2 ->
  hi (combineZ (up p) r v0 v1 v2) (combine (cof x s) (lal s) (bof x s) u0 u1 u2).
Proof.
move=> [_ hc ha hb] h0 h1 h2; apply: hi_up.
- have := hi_mul hc h0; have := hi_mul ha h1; have := hi_mul hb h2.
  by rewrite /combine !plus_IZR; lra.
- case: hc ha hb h0 h1 h2 => _ hc [_ ha] [_ hb] [_ h0] [_ h1] [_ h2]; rewrite /combine.
  by have := Rmult_le_pos _ _ hc h0; have := Rmult_le_pos _ _ ha h1;
     have := Rmult_le_pos _ _ hb h2; lra.
Qed.

Lemma Forall2_head (r : Z -> R -> Prop) s t v : Forall2 r s (v :: t) -> r (head 0%Z s) v.
Proof. by move=> H; inversion H. Qed.

Variables (zl : seq zstep) (l : seq lstep).
Hypotheses (Hl : forall s, List.In s l -> valid_lstep s) (HN : span l = N).

Theorem run_lo pw : Forall2 step_lo zl l -> Forall2 hi pw [seq w * y ^ t | t <- iota 0 (N - j)] ->
  lo (runZ (dn p) zl (initialZ (2 ^ p) pw N j)) (inner_delta (map (the_step x) l) (x ^ j.+1 * w)).
Proof.
move=> H Hpw; have [r e] := sweeps_initial x1 xy j Hl wy.
apply: (Forall2_head (t := r)); rewrite -e HN /sweeps.
elim: H => [|zs s zl' l' hs _ IH] /=; first exact: initial_lo.
by case: (hs) => -> _ _ _; apply: Forall2_sweep => // *; exact: combine_lo.
Qed.
Theorem run_hi pw : Forall2 step_hi zl l -> Forall2 lo pw [seq w * y ^ t | t <- iota 0 (N - j)] ->
  hi (runZ (up p) zl (initialZ (2 ^ p) pw N j)) (inner_delta (map (the_step x) l) (x ^ j.+1 * w)).
Proof.
move=> H Hpw; have [r e] := sweeps_initial x1 xy j Hl wy.
apply: (Forall2_head (t := r)); rewrite -e HN /sweeps.
elim: H => [|zs s zl' l' hs _ IH] /=; first exact: initial_hi.
by case: (hs) => -> _ _ _; apply: Forall2_sweep => // *; exact: combine_hi.
Qed.

Theorem evaluate_lo_sound yu wu : Forall2 step_lo zl l -> hi yu y -> hi wu w ->
  lo (evaluate_lo p zl yu wu N j) (inner_delta (map (the_step x) l) (x ^ j.+1 * w)).
Proof. by move=> H hy hw; apply: run_lo => //; exact: powers_hi. Qed.
Theorem evaluate_up_sound yl wl : Forall2 step_hi zl l -> (0 <= yl)%Z -> lo yl y -> lo wl w ->
  hi (evaluate_up p zl yl wl N j) (inner_delta (map (the_step x) l) (x ^ j.+1 * w)).
Proof. by move=> H y0 hy hw; apply: run_hi => //; exact: powers_lo. Qed.
End Run.
End Rounding.

(* ---------- evaluators ---------- *)
(* what an evaluator is given: both ends of the masses of the steps, of y and of w; N and j *)
Record enclosed := Enclosed {
  lows : seq zstep; ups : seq zstep; y_lo : Z; y_up : Z; w_lo : Z; w_up : Z; total_units : nat; pos_j : nat }.
Definition evaluator := Z -> enclosed -> Z.
Record encloses (p : Z) (x w : R) (l : seq lstep) (e : enclosed) : Prop := Encloses {
  enc_lows : Forall2 (step_lo p x) (lows e) l; enc_ups : Forall2 (step_hi p x) (ups e) l;
  enc_y0 : (0 <= y_lo e)%Z; enc_yl : lo p (y_lo e) (/ x); enc_yu : hi p (y_up e) (/ x);
  enc_w0 : (0 <= w_lo e)%Z; enc_wl : lo p (w_lo e) w; enc_wu : hi p (w_up e) w;
  enc_N : span l = total_units e }.
Definition bounds_with (bound : Z -> Z -> R -> Prop) (f : evaluator) (l : seq lstep) : Prop :=
  forall p x w e, (0 <= p)%Z -> 1 <= x -> / x <= w <= 1 ->
  (forall s, List.In s l -> valid_lstep s) -> encloses p x w l e ->
  bound p (f p e) (inner_delta (map (the_step x) l) (x ^ (pos_j e).+1 * w)).
Definition sound_lo := bounds_with lo.
Definition sound_up := bounds_with hi.

Definition sweeps_lo : evaluator := fun p e => evaluate_lo p (lows e) (y_up e) (w_up e) (total_units e) (pos_j e).
Definition sweeps_up : evaluator := fun p e => evaluate_up p (ups e) (y_lo e) (w_lo e) (total_units e) (pos_j e).
Theorem sweeps_lo_sound l : sound_lo sweeps_lo l.
Proof.
move=> p x w e p0 x1 hw Hl [? ? ? ? ? ? ? ? HN].
by apply: (evaluate_lo_sound p0 (pos_j e) x1 _ hw Hl HN) => //; apply: Rinv_r; lra.
Qed.
Theorem sweeps_up_sound l : sound_up sweeps_up l.
Proof.
move=> p x w e p0 x1 hw Hl [? ? ? ? ? ? ? ? HN].
by apply: (evaluate_up_sound p0 (pos_j e) x1 _ hw Hl HN) => //; apply: Rinv_r; lra.
Qed.
