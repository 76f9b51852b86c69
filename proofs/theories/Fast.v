(* The same check over BigZ, integers made of 63-bit machine words: some ten times faster.

   check_fastE: check_fast C = check C for every C, hence certificate_sound_fast. What is
   trusted besides is Coq's primitive integers, which Print Assumptions lists.
   check_walkE: likewise check_walk, for the O(k) walk of Walk.v. *)
From Coq Require Import Reals Lia ZArith.
From Bignums Require Import BigZ.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import HockeyStick Lattice FixedPoint Certificate Walk.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Notation bz := BigZ.t_.
Notation tz := BigZ.to_Z.
Notation oz := BigZ.of_Z.

Section Run.
Variables (m p : bz).
Definition rndB (z : bz) : bz := BigZ.shiftr (BigZ.add z m) p.
Definition combineB (c a b : bz) (v0 v1 v2 : bz) : bz :=
  rndB (BigZ.add (BigZ.add (BigZ.mul c v0) (BigZ.mul a v1)) (BigZ.mul b v2)).
Definition sweepB (r : zstep) : seq bz -> seq bz :=
  let c := oz (zc r) in let a := oz (za r) in let b := oz (zb r) in
  sweep (zn r) (combineB c a b).
Definition runB (l : seq zstep) (s : seq Z) : Z :=
  tz (head BigZ.zero (foldr sweepB (map oz s) l)).
End Run.

Definition evaluate_loB (p : Z) (l : seq zstep) (yu wu : Z) (N j : nat) : Z :=
  runB (oz 0) (oz p) l (initialZ (2 ^ p) (powersZ (up p) yu wu (N - j)) N j).
Definition evaluate_upB (p : Z) (l : seq zstep) (yl wl : Z) (N j : nat) : Z :=
  runB (oz (2 ^ p - 1)) (oz p) l (initialZ (2 ^ p) (powersZ (dn p) yl wl (N - j)) N j).
Definition fast_lo : evaluator := fun p e => evaluate_loB p (lows e) (y_up e) (w_up e) (total_units e) (pos_j e).
Definition fast_up : evaluator := fun p e => evaluate_upB p (ups e) (y_lo e) (w_lo e) (total_units e) (pos_j e).
Definition check_fast : claim -> bool := check_with fast_lo fast_up.

Lemma map_zip3 (A B : Type) (h : A -> B) f g :
  (forall v0 v1 v2, h (f v0 v1 v2) = g (h v0) (h v1) (h v2)) ->
  forall s0 s1 s2, map h (zip3 f s0 s1 s2) = zip3 g (map h s0) (map h s1) (map h s2).
Proof. by move=> H; elim=> [|v0 s0 IH] [|v1 s1] [|v2 s2] //=; rewrite H IH. Qed.
Lemma map_sweep (A B : Type) (h : A -> B) f g n s :
  (forall v0 v1 v2, h (f v0 v1 v2) = g (h v0) (h v1) (h v2)) ->
  map h (sweep n f s) = sweep n g (map h s).
Proof. by move=> H; rewrite /sweep (map_zip3 H) !map_drop. Qed.
Lemma ozK z : tz (oz z) = z. Proof. exact: BigZ.spec_of_Z. Qed.

Lemma runB_spec m p rnd l s : (forall z, rnd z = Z.shiftr (z + m) p) ->
  runB (oz m) (oz p) l s = runZ rnd l s.
Proof.
move=> e; rewrite /runB /runZ.
have <- : map tz (foldr (sweepB (oz m) (oz p)) (map oz s) l)
        = foldr (fun r => sweep (zn r) (combineZ rnd r)) s l.
  elim: l => [|r l IH] /=.
    by elim: s => //= z s ->; rewrite ozK.
  rewrite -IH; apply: map_sweep => v0 v1 v2; rewrite /combineZ e /combineB /rndB.
  by rewrite BigZ.spec_shiftr !BigZ.spec_add !BigZ.spec_mul !ozK.
by case: (foldr _ _ _).
Qed.

Lemma fast_loE p e : fast_lo p e = sweeps_lo p e.
Proof. by apply: runB_spec => z; rewrite Z.add_0_r. Qed.
Lemma fast_upE p e : fast_up p e = sweeps_up p e.
Proof. exact: runB_spec. Qed.

Theorem check_fastE C : check_fast C = check C.
Proof.
rewrite /check_fast /check /check_with; case: (inverse _ _) => yl yu.
by case: (rest _ _) => // w; case: (inverse _ _) => wl wu; rewrite fast_loE fast_upE.
Qed.

Theorem certificate_sound_fast C : check_fast C = true -> certified C.
Proof. by rewrite check_fastE; exact: certificate_sound. Qed.

(* ---------- equal steps ---------- *)
Section WalkB.
Variables (pB aB yB : bz) (mB : bz).
Definition next_loB (k : Z) (t : Z) (r1 r2 : bz) : bz :=
  BigZ.div (BigZ.shiftr (BigZ.add (BigZ.mul (BigZ.mul aB (oz (k - t))) r1)
                                  (BigZ.mul (BigZ.mul yB (oz (2 * k - t + 1))) r2)) pB) (oz (t + 1)).
Definition next_upB (k : Z) (t : Z) (r1 r2 : bz) : bz :=
  BigZ.opp (BigZ.div (BigZ.opp (BigZ.shiftr (BigZ.add (BigZ.add (BigZ.mul (BigZ.mul aB (oz (k - t))) r1)
                                  (BigZ.mul (BigZ.mul yB (oz (2 * k - t + 1))) r2)) mB) pB)) (oz (t + 1))).
Definition maddB (acc r v : bz) : bz := BigZ.add acc (BigZ.mul r v).
End WalkB.

Lemma walk_morphism (A C : Type) (h : A -> C) next next' madd madd' :
  (forall t r1 r2, h (next t r1 r2) = next' t (h r1) (h r2)) ->
  (forall acc r v, h (madd acc r v) = madd' (h acc) (h r) (h v)) ->
  forall ws t r1 r2 acc, h (walk next madd t r1 r2 acc ws) = walk next' madd' t (h r1) (h r2) (h acc) (map h ws).
Proof. by move=> Hn Hm; elim=> [|v ws IH] t r1 r2 acc //=; rewrite IH Hn Hm. Qed.

Definition walk_loB : evaluator := fun p e =>
  let sl := head step0 (lows e) in let su := head step0 (ups e) in
  let k := total_units e in let q := places p (zb sl) k in
  if (0 <? zb sl)%Z then
    let zbB := oz (zb sl) in let pB := oz p in
    let r0 := iter k (fun c => BigZ.shiftr (BigZ.mul c zbB) pB) (oz (2 ^ q)) in
    let ws := factors (2 ^ p) (powersZ (up p) (y_up e) (w_up e) (k - pos_j e)) in
    dn q (tz (walk (next_loB pB (oz (za sl * 2 ^ p / zb su)) (oz (y_lo e)) (Z.of_nat k)) maddB
                   0 r0 (oz 0) (oz 0) (map oz ws)))
  else 0%Z.
Definition walk_upB : evaluator := fun p e =>
  let sl := head step0 (lows e) in let su := head step0 (ups e) in
  let k := total_units e in let q := places p (zb sl) k in
  if (0 <? zb sl)%Z then
    let zbB := oz (zb su) in let pB := oz p in let mB := oz (2 ^ p - 1) in
    let r0 := iter k (fun c => BigZ.shiftr (BigZ.add (BigZ.mul c zbB) mB) pB) (oz (2 ^ q)) in
    let ws := factors (2 ^ p) (powersZ (dn p) (y_lo e) (w_lo e) (k - pos_j e)) in
    up q (tz (walk (next_upB pB (oz (quot_up (za su * 2 ^ p) (zb sl))) (oz (y_up e)) mB (Z.of_nat k)) maddB
                   0 r0 (oz 0) (oz 0) (map oz ws)))
  else (2 ^ p)%Z.
Definition check_walk (C : claim) : bool := one_group C && check_with walk_loB walk_upB C.

Lemma iter_tz f g n z : (forall c, tz (f c) = g (tz c)) -> tz (iter n f z) = iter n g (tz z).
Proof. by move=> H; elim: n => //= n <-. Qed.
Lemma map_ozK s : map tz (map oz s) = s.
Proof. by elim: s => //= z s ->; rewrite ozK. Qed.

Lemma walk_loBE p e : walk_loB p e = walk_lo p e.
Proof.
rewrite /walk_loB /walk_lo; case: ifP => // _; congr dn.
rewrite (walk_morphism (next' := next_lo p (za (head step0 (lows e)) * 2 ^ p / zb (head step0 (ups e))) (y_lo e) (Z.of_nat (total_units e))) (madd' := maddZ)).
- rewrite !ozK map_ozK (iter_tz (g := fun c => dn p (c * zb (head step0 (lows e))))) ?ozK // => c.
  by rewrite BigZ.spec_shiftr BigZ.spec_mul !ozK.
- move=> t r1 r2; rewrite /next_loB /next_lo /dn.
  by rewrite BigZ.spec_div BigZ.spec_shiftr BigZ.spec_add !BigZ.spec_mul !ozK.
- by move=> acc r v; rewrite /maddB BigZ.spec_add BigZ.spec_mul.
Qed.
Lemma walk_upBE p e : walk_upB p e = walk_up p e.
Proof.
rewrite /walk_upB /walk_up; case: ifP => // _; congr up.
rewrite (walk_morphism (next' := next_up p (quot_up (za (head step0 (ups e)) * 2 ^ p) (zb (head step0 (lows e)))) (y_up e) (Z.of_nat (total_units e))) (madd' := maddZ)).
- rewrite !ozK map_ozK (iter_tz (g := fun c => up p (c * zb (head step0 (ups e))))) ?ozK // => c.
  by rewrite BigZ.spec_shiftr BigZ.spec_add BigZ.spec_mul !ozK.
- move=> t r1 r2; rewrite /next_upB /next_up /quot_up /up.
  by rewrite BigZ.spec_opp BigZ.spec_div BigZ.spec_opp BigZ.spec_shiftr !BigZ.spec_add !BigZ.spec_mul !ozK.
- by move=> acc r v; rewrite /maddB BigZ.spec_add BigZ.spec_mul.
Qed.

Theorem check_walkE C : check_walk C = check_equal C.
Proof.
rewrite /check_walk /check_equal /check_with; case: (one_group C) => //; case: (inverse _ _) => yl yu.
by case: (rest _ _) => // w; case: (inverse _ _) => wl wu; rewrite walk_loBE walk_upBE.
Qed.

Theorem certificate_sound_walk C : check_walk C = true -> certified C.
Proof. by rewrite check_walkE; exact: certificate_sound_equal. Qed.
