(* The same check over BigZ, integers made of 63-bit machine words: some ten times faster.

   check_fastE: check_fast C = check C for every C, hence certificate_sound_fast. What is
   trusted besides is Coq's primitive integers, which Print Assumptions lists. *)
From Coq Require Import Reals Lia ZArith.
From Bignums Require Import BigZ.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import HockeyStick Lattice FixedPoint Certificate.
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
