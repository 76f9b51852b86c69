(* The trade-off function of groups under (eps, 0)-DP: each member of the group lets the probability of an event grow from a to
   next a = min(x a, 1 - (1 - a)/x) at most (Dong, Roth & Su 2022, Theorem 2.14), and two outcomes attain it. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition.
From Verified Require Import Literal Claim Reader Pairs Rational.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.
Arguments Z.mul : simpl never. Arguments Z.sub : simpl never. Arguments Z.add : simpl never.

(* ---------- the program ---------- *)
(* the same at x = a/b, of fractions *)
Definition next_fraction (a b : Z) (q : Z * Z) : Z * Z :=
  if zle (a * q.1, b * q.2)%Z (a * q.2 - b * (q.2 - q.1), a * q.2)%Z then (a * q.1, b * q.2)%Z
  else (a * q.2 - b * (q.2 - q.1), a * q.2)%Z.
(* A limit of the work: each member makes the numbers longer by those of e^eps. *)
Definition few_members (n : positive) (a b : Z) (q : Z * Z) : bool :=
  (Zpos n * (bits q.1 q.2 + Zpos n * (bits a b + 1)) <=? 2 ^ 24)%Z.
Definition group_beta (r : rows) (al : expr) : option (Z * Z) :=
  if r is [:: (GroupDP e n, xH)] then
    if eratio e is Some (a, b) then
      if rat al is Some q then
        if [&& few_members n a b q, (b <=? a)%Z, (0 <=? q.1)%Z & (q.1 <=? q.2)%Z] then
          let v := iter (Pos.to_nat n) (next_fraction a b) q in Some (v.2 - v.1, v.2)%Z
        else None
      else None
    else None
  else None.

(* ---------- what it computes ---------- *)
Definition next (x a : R) : R := Rmin (x * a) (1 - (1 - a) / x).
Section Next.
Variable x : R.
Hypothesis x1 : 1 <= x.
Let i0 : 0 < / x. Proof. by apply: Rinv_0_lt_compat; lra. Qed.
Let i1 : / x <= 1. Proof. by rewrite -Rinv_1; apply: Rinv_le_contravar; lra. Qed.
Lemma next_le a a' : a <= a' -> next x a <= next x a'.
Proof.
move=> h; rewrite /next; apply: Rmin_glb; [apply: Rle_trans (Rmin_l _ _) _ | apply: Rle_trans (Rmin_r _ _) _].
- by apply: Rmult_le_compat_l; lra.
- by rewrite /Rdiv; have := Rmult_le_compat_r (/ x) (1 - a') (1 - a); lra.
Qed.
Lemma next01 a : 0 <= a <= 1 -> a <= next x a <= 1.
Proof.
move=> h; rewrite /next; have h1 := Rmult_le_compat_l (1 - a) (/ x) 1; have h2 := Rmult_le_compat_l a 1 x.
have h3 : 0 <= (1 - a) * / x by apply: Rmult_le_pos; lra.
split; first by apply: Rmin_glb; rewrite /Rdiv; lra.
by apply: Rle_trans (Rmin_r _ _) _; rewrite /Rdiv; lra.
Qed.
Lemma iter_le n a a' : a <= a' -> iter n (next x) a <= iter n (next x) a'.
Proof. by move=> h; elim: n => //= n IH; exact: next_le. Qed.
Lemma iter01 n a : 0 <= a <= 1 -> 0 <= iter n (next x) a <= 1.
Proof. by move=> h; elim: n => //= n IH; have := next01 IH; lra. Qed.

(* what one member does to a test *)
Lemma test_next (A : finType) (P Q phi : A -> R) : dist P -> dist Q -> test phi -> DP x 0 P Q -> DP x 0 Q P ->
  E Q phi <= next x (E P phi).
Proof.
move=> dP dQ hphi /DP_HS h1 /DP_HS h2; apply: Rmin_glb.
- by have := neyman_pearson_bound x Q P hphi; rewrite E_lin; lra.
- have := neyman_pearson_bound x P Q (test_comp hphi); rewrite E_lin !E_comp // => h.
  apply: (Rmult_le_reg_l x); first lra.
  have -> : x * (1 - (1 - E P phi) / x) = x - (1 - E P phi) by field; lra.
  lra.
Qed.
Lemma test_chain (A : finType) n (C : nat -> A -> R) phi : (forall i, dist (C i)) -> test phi ->
  (forall i, (i < n)%N -> DP x 0 (C i) (C i.+1) /\ DP x 0 (C i.+1) (C i)) ->
  E (C n) phi <= iter n (next x) (E (C 0%N) phi).
Proof.
move=> dC hphi; elim: n => [|n IH] h /=; first exact: Rle_refl.
have [h1 h2] := h n (ltnSn n); apply: Rle_trans (test_next (dC n) (dC n.+1) hphi h1 h2) _.
by apply: next_le; apply: IH => i hi; apply: h; exact: leq_trans hi (leqnSn n).
Qed.

(* two outcomes, the second of which has the probability a *)
Definition coin (a : R) (i : bool) : R := if i then a else 1 - a.
Lemma coin_dist a : 0 <= a <= 1 -> dist (coin a).
Proof. by move=> h; split; [case=> /=; lra | rewrite big_bool /=; lra]. Qed.
Lemma coin_near a : 0 <= a <= 1 -> DP x 0 (coin a) (coin (next x a)) /\ DP x 0 (coin (next x a)) (coin a).
Proof.
move=> h; have hn := next01 h.
have near (P Q : bool -> R) : (forall i, P i <= x * Q i) -> DP x 0 P Q.
  by move=> k; apply/DP_HS; rewrite /HS big1 => [|i _]; [lra | apply: Rmax_left; have := k i; lra].
have n1 : next x a <= x * a by exact: Rmin_l.
have n2 : x * (1 - next x a) >= 1 - a.
  have k : next x a <= 1 - (1 - a) / x by exact: Rmin_r.
  have := Rmult_le_compat_l x _ _ (Rle_trans _ _ _ Rle_0_1 x1) k.
  have -> : x * (1 - (1 - a) / x) = x - (1 - a) by field; lra.
  lra.
have n3 := Rmult_le_compat_r (next x a) 1 x; have n4 := Rmult_le_compat_r (1 - a) 1 x.
by split; apply: near; case=> /=; lra.
Qed.
End Next.

Section Ledger.
Variables (e : expr) (n : positive) (al : R).
Let x := exp (value e).
Let N := Pos.to_nat n.
Hypotheses (x1 : 1 <= x) (al01 : 0 <= al <= 1).

Lemma E_single (A : finType) (K : seq A -> A -> R) (phi : 1.-tuple A -> R) :
  E (fun t : 1.-tuple A => joint K [::] t) phi = E (K [::]) (fun a => phi [tuple of [:: a]]).
Proof.
rewrite /E rsum_tupleS; apply: eq_bigr => a _; rewrite rsum_tuple0 /=.
by rewrite Rmult_1_r; congr (phi _ * _); exact: val_inj.
Qed.

Lemma group_errors : errors [:: GroupDP e n] al (1 - iter N (next x) al).
Proof.
move=> A K K' [dK dK' h] phi hphi P Q.
have [C [C0 CN dC hC]] := @allowed_sym (GroupDP e n) _ _ _ I (h [::] isT); rewrite -/N -/x in CN hC.
rewrite /P /Q !E_single -C0 -CN; set psi := fun a => _; have hpsi : test psi by move=> a; exact: hphi.
by move=> ha; have := test_chain x1 dC hpsi hC; have := iter_le x1 N ha; lra.
Qed.

Lemma group_attained u : errors [:: GroupDP e n] al u -> u <= 1 - iter N (next x) al.
Proof.
pose C i := coin (iter i (next x) al); have dC i : dist (C i) by apply: coin_dist; exact: iter01.
move=> /(_ [finType of bool] (fun=> C N) (fun=> C 0%N)) H.
have r : runs [:: GroupDP e n] (fun=> C N) (fun=> C 0%N).
  split=> // h; rewrite ltnS leqn0 => /eqP ->; apply: (@allowed_sym (GroupDP e n)) => //; exists C; split=> // i _.
  exact: (coin_near x1 (iter01 x1 i al01)).
pose phi (t : 1.-tuple bool) := if thead t then 1 else 0.
have hphi : test phi by move=> t; rewrite /phi; case: (thead t); lra.
have Ecoin a : E (coin a) (fun i => phi [tuple of [:: i]]) = a by rewrite /E big_bool /phi /= /coin; ring.
have := H r phi hphi; cbv zeta; rewrite !E_single /C !Ecoin => h.
exact: (h (Rle_refl _)).
Qed.
End Ledger.

Lemma next_fraction_sound a b q : (0 < b)%Z -> (b <= a)%Z -> (0 < q.2)%Z ->
  (0 < (next_fraction a b q).2)%Z /\ frac_of (next_fraction a b q) = next (IZR a / IZR b) (frac_of q).
Proof.
move=> b0 ba q0; rewrite /next_fraction; set s := (_, _)%Z; set t := (_, _)%Z.
have s0 : (0 < s.2)%Z by rewrite /s /=; nia.
have t0 : (0 < t.2)%Z by rewrite /t /=; nia.
have bR := IZR_lt _ _ b0; have qR := IZR_lt _ _ q0; have aR : 0 < IZR a by apply: IZR_lt; lia.
have sE : frac_of s = IZR a / IZR b * frac_of q by rewrite /s /frac_of /= !mult_IZR; field; lra.
have tE : frac_of t = 1 - (1 - frac_of q) / (IZR a / IZR b).
  by rewrite /t /frac_of /= minus_IZR !mult_IZR minus_IZR; field; repeat split; lra.
rewrite /next -sE -tE; case E: zle; split=> //.
- by rewrite Rmin_left //; exact: zleP.
- rewrite Rmin_right //; apply: Rlt_le; apply: zltP => //.
  by move: E; rewrite /zle /zlt; case: Z.leb_spec => // h _; exact/Z.ltb_lt.
Qed.

Theorem group_beta_sound r al v : group_beta r al = Some v ->
  [/\ forall k, List.In k (steps r) -> in_domain k, (0 < v.2)%Z, errors (steps r) (value al) (frac_of v)
    & forall u, errors (steps r) (value al) u -> u <= frac_of v].
Proof.
case: r => [|[[e d|e d t|e d al'|e m'|p q|cs|e n|q' e d] [m|m|]] [|? ?]] //=.
case Ee: (eratio e) => [[a b]|] //; case Eq: (rat al) => [q|] //.
case: ifP => // /and4P [_ /Z.leb_le ba /Z.leb_le q0 /Z.leb_le q1] [<-].
have [a0 b0 ve] := eratio_sound Ee; have [d0 va] := rat_sound _ _ Eq; rewrite /= in a0 b0.
have bR := IZR_lt _ _ b0; have baR := IZR_le _ _ ba.
have qR := IZR_lt _ _ d0; have q0R := IZR_le _ _ q0; have q1R := IZR_le _ _ q1.
have x1 : 1 <= exp (value e).
  by rewrite ve /frac_of /=; apply: (Rmult_le_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have al01 : 0 <= value al <= 1.
  have j0 : 0 < / IZR q.2 by apply: Rinv_0_lt_compat.
  rewrite va; split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (IZR q.2)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have [v0 vE] : (0 < (iter (Pos.to_nat n) (next_fraction a b) q).2)%Z /\
  frac_of (iter (Pos.to_nat n) (next_fraction a b) q) = iter (Pos.to_nat n) (next (exp (value e))) (value al).
  rewrite va ve; elim: (Pos.to_nat n) => [|i [IH0 IH]] //=.
  by have [h1 h2] := next_fraction_sound b0 ba IH0; split=> //; rewrite h2 IH.
set w := iter _ _ _ in v0 vE *; have vR := IZR_lt _ _ v0.
have E : frac_of (w.2 - w.1, w.2)%Z = 1 - iter (Pos.to_nat n) (next (exp (value e))) (value al).
  by rewrite -vE /frac_of /= minus_IZR; field; lra.
split=> //.
- move=> k [<-|[]] /=; case: (Rle_lt_dec 0 (value e)) => // h.
  by have := exp_increasing _ _ h; rewrite exp_0; lra.
- by rewrite E; exact: group_errors.
- by rewrite E; move=> u; exact: group_attained.
Qed.
