(* The same checker over BigZ (63-bit machine integers), proved equal to the one over Z. *)
From Coq Require Import Reals Lia ZArith.
From Bignums Require Import BigZ.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick GhaziIssa FixedPoint Exponential Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Notation bz := BigZ.t_.
Notation tz := BigZ.to_Z.
Section F.
Variables (m p : bz).
Definition rndB (z : bz) : bz := BigZ.shiftr (BigZ.add z m) p.
Fixpoint stepB (c a b : bz) (s : seq bz) : seq bz :=
  match s with
  | v0 :: ((v1 :: v2 :: _) as s') =>
      rndB (BigZ.add (BigZ.add (BigZ.mul c v0) (BigZ.mul a v1)) (BigZ.mul b v2)) :: stepB c a b s'
  | _ => [::]
  end.
Let rnd z := Z.shiftr (z + tz m) (tz p).
Lemma stepB_spec c a b s : map tz (stepB c a b s) = stepZ rnd (tz c) (tz a) (tz b) (map tz s).
Proof.
elim: s => [|v0 [|v1 [|v2 s]] IH] //.
transitivity (tz (rndB (BigZ.add (BigZ.add (BigZ.mul c v0) (BigZ.mul a v1)) (BigZ.mul b v2)))
   :: map tz (stepB c a b [:: v1, v2 & s])) => //.
by rewrite IH /rndB BigZ.spec_shiftr !BigZ.spec_add !BigZ.spec_mul.
Qed.
Definition runB c a b s k : Z := tz (head BigZ.zero (iter k (stepB c a b) s)).
Lemma runB_spec c a b s k : runB c a b s k = run rnd (tz c) (tz a) (tz b) (map tz s) k.
Proof.
rewrite /runB /run.
have <- : map tz (iter k (stepB c a b) s) = iter k (stepZ rnd (tz c) (tz a) (tz b)) (map tz s).
  by elim: k => //= k <-; rewrite stepB_spec.
by case: (iter _ _ _).
Qed.
End F.
Definition oz := BigZ.of_Z.
Definition bound_loB p yu cl al bl k j :=
  runB (oz 0) (oz p) (oz cl) (oz al) (oz bl) (map oz (init (2 ^ p)%Z (powsZ (up p) yu yu (k - j)) k j)) k.
Definition bound_upB p yl cu au bu k j :=
  runB (oz (2 ^ p - 1)) (oz p) (oz cu) (oz au) (oz bu) (map oz (init (2 ^ p)%Z (powsZ (dn p) yl yl (k - j)) k j)) k.
Lemma ozK z : tz (oz z) = z. Proof. exact: BigZ.spec_of_Z. Qed.
Lemma map_ozK s : map tz (map oz s) = s.
Proof. by elim: s => //= z s ->; rewrite ozK. Qed.
Lemma eq_step r1 r2 c a b s : r1 =1 r2 -> stepZ r1 c a b s = stepZ r2 c a b s.
Proof.
move=> e; elim: s => [|v0 [|v1 [|v2 s]] IH] //.
transitivity (r1 (c * v0 + a * v1 + b * v2)%Z :: stepZ r1 c a b [:: v1, v2 & s]) => //.
by rewrite IH e.
Qed.
Lemma eq_run r1 r2 c a b s k : r1 =1 r2 -> run r1 c a b s k = run r2 c a b s k.
Proof. by move=> e; rewrite /run; congr head; apply: eq_iter => t; exact: eq_step. Qed.
Lemma bound_loBE p yu cl al bl k j : bound_loB p yu cl al bl k j = bound_lo p yu cl al bl k j.
Proof.
rewrite /bound_loB runB_spec !ozK map_ozK; apply: eq_run => z.
by rewrite Z.add_0_r.
Qed.
Lemma bound_upBE p yl cu au bu k j : bound_upB p yl cu au bu k j = bound_up p yl cu au bu k j.
Proof. by rewrite /bound_upB runB_spec !ozK map_ozK. Qed.

Definition checkB (c : cert) (k j : nat) : bool :=
  [&& Z.leb 0 (prec c), leq j k, Z.leb 0 (cl c), Z.leb 0 (al0 c), Z.leb 0 (bl c), Z.leb 0 (yl c),
      Z.leb (lob c) (bound_loB (prec c) (yu c) (cl c) (al0 c) (bl c) k j)
    & Z.leb (bound_upB (prec c) (yl c) (cu c) (al1 c) (bu c) k j) (upb c)].
Lemma checkBE c k j : checkB c k j = check c k j.
Proof. by rewrite /checkB bound_loBE bound_upBE. Qed.
(* everything but the dynamic program is cheap: reuse check_all on a cert with the DP factored out *)
Definition check_allB (c : cert) (P : params) (n k j : nat) : bool :=
  let B := (2 ^ prec c)%Z in
  [&& check_exp (prec c) (ea P) (eb P) n (yl c) (yu c),
      [&& Z.ltb 0 (ab P), Z.leb 0 (aa P) & Z.leb (aa P) (ab P)],
      [&& Z.leb 0 (yl c), Z.leb (al0 c * ab P) (aa P * B) & Z.leb (aa P * B) (al1 c * ab P)],
      [&& Z.leb (cl c * (B + yl c) * ab P) ((ab P - aa P) * yl c * B),
          Z.leb ((ab P - aa P) * yu c * B) (cu c * (B + yu c) * ab P),
          Z.leb (bl c * (B + yu c) * ab P) ((ab P - aa P) * B * B)
        & Z.leb ((ab P - aa P) * B * B) (bu c * (B + yl c) * ab P)]
    & checkB c k j].
Theorem check_allB_sound c P n k j : check_allB c P n k j = true -> check_all c P n k j = true.
Proof. by rewrite /check_allB checkBE. Qed.
