(* Certificates: one boolean computation, and what it proves.

   cert_sound, cert_privacy: from enclosures of the real parameters. full_sound,
   full_privacy: from integers alone. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition FixedPoint Exponential.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Record cert := Cert { prec : Z; yl : Z; yu : Z; cl : Z; cu : Z;
                      al0 : Z; al1 : Z; bl : Z; bu : Z; lob : Z; upb : Z }.

Definition check (c : cert) (k j : nat) : bool :=
  [&& Z.leb 0 (prec c), leq j k, Z.leb 0 (cl c), Z.leb 0 (al0 c), Z.leb 0 (bl c), Z.leb 0 (yl c),
      Z.leb (lob c) (bound_lo (prec c) (yu c) (cl c) (al0 c) (bl c) k j)
    & Z.leb (bound_up (prec c) (yl c) (cu c) (al1 c) (bu c) k j) (upb c)].

(* the only real-number obligations left to the certificate *)
Definition enclosed (c : cert) (x al : R) : Prop :=
  let f := fx (prec c) in
  [/\ 1 <= x /\ 0 <= al <= 1,
      f (yl c) <= / x <= f (yu c),
      f (cl c) <= (1 - al) / (1 + x) <= f (cu c),
      f (al0 c) <= al <= f (al1 c)
    & f (bl c) <= (1 - al) * x / (1 + x) <= f (bu c)].

Theorem cert_sound c k j x al : enclosed c x al -> check c k j ->
  fx (prec c) (lob c) <= delta0 x al k j <= fx (prec c) (upb c).
Proof.
move=> [[x1 al01] [y1 y2] [c1 c2] [a1 a2] [b1 b2]] /and5P [/Z.leb_le p0 jk].
move=> /Z.leb_le h1 /Z.leb_le h2 /and4P [/Z.leb_le h3 /Z.leb_le h4 /Z.leb_le h5 /Z.leb_le h6].
have fxle u v : (u <= v)%Z -> fx (prec c) u <= fx (prec c) v.
  move=> /IZR_le h; apply: Rmult_le_compat_r => //.
  by apply/Rlt_le/Rinv_0_lt_compat/B0.
split.
- by apply: (Rle_trans _ _ _ (fxle _ _ h5)); apply: bound_lo_sound.
- by apply: (Rle_trans _ _ _ _ (fxle _ _ h6)); apply: bound_up_sound.
Qed.

(* ... and hence a privacy statement about every adaptive k-fold composition *)
Theorem cert_privacy c k j x al d : enclosed c x al -> check c k j -> 0 <= d <= 1 ->
  forall (A : finType) (K K' : seq A -> A -> R),
  (forall h, dist (K h)) -> (forall h, dist (K' h)) ->
  (forall h, DP x d (K h) (K' h)) -> (forall h, DP x d (K' h) (K h)) ->
  (forall h, TV (K h) (K' h) <= d + (1 - d) * (1 - al) * ((x - 1) / (x + 1))) ->
  DP (x ^ j) (1 - (1 - d) ^ k * (1 - fx (prec c) (upb c)))
     (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> H ck d01 A K K' dK dK' h1 h2 h3 S.
have [[x1 al01] _ _ _ _] := H.
have [_ hu] := cert_sound H ck.
have := ghazi_issa_theorem_2 x1 al01 d01 j dK dK' h1 h2 h3 S.
have := pow_le (1 - d) k; nra.
Qed.

(* eps = ea/eb in [0,1], alpha = aa/ab *)
Record params := Params { ea : Z; eb : Z; aa : Z; ab : Z }.
Definition rx (P : params) := exp (IZR (ea P) / IZR (eb P)).
Definition ral (P : params) := IZR (aa P) / IZR (ab P).

Definition check_all (c : cert) (P : params) (n k j : nat) : bool :=
  let B := (2 ^ prec c)%Z in
  [&& check_exp (prec c) (ea P) (eb P) n (yl c) (yu c),
      [&& Z.ltb 0 (ab P), Z.leb 0 (aa P) & Z.leb (aa P) (ab P)],
      [&& Z.leb 0 (yl c), Z.leb (al0 c * ab P) (aa P * B) & Z.leb (aa P * B) (al1 c * ab P)],
      [&& Z.leb (cl c * (B + yl c) * ab P) ((ab P - aa P) * yl c * B),
          Z.leb ((ab P - aa P) * yu c * B) (cu c * (B + yu c) * ab P),
          Z.leb (bl c * (B + yu c) * ab P) ((ab P - aa P) * B * B)
        & Z.leb ((ab P - aa P) * B * B) (bu c * (B + yl c) * ab P)]
    & check c k j].

Lemma check_all_enclosed c P n k j : check_all c P n k j ->
  enclosed c (rx P) (ral P) /\ check c k j.
Proof.
move=> /and5P [/check_exp_sound [p0 r01 yy] /and3P [/Z.ltb_lt ab0 /Z.leb_le a0 /Z.leb_le a1]].
move=> /and3P [/Z.leb_le y0 /Z.leb_le h1 /Z.leb_le h2].
move=> /and4P [/Z.leb_le h3 /Z.leb_le h4 /Z.leb_le h5 /Z.leb_le h6] ck; split => //.
have Bp := B0 p0; set B := IZR (2 ^ prec c) in Bp *.
move: ab0 a0 a1 y0 h1 h2 h3 h4 h5 h6.
move=> /IZR_lt ab0 /IZR_le a0 /IZR_le a1 /IZR_le y0 /IZR_le h1 /IZR_le h2.
move=> /IZR_le h3 /IZR_le h4 /IZR_le h5 /IZR_le h6.
move: h1 h2 h3 h4 h5 h6; rewrite !mult_IZR !minus_IZR !plus_IZR -/B => h1 h2 h3 h4 h5 h6.
have ex : / rx P = exp (- (IZR (ea P) / IZR (eb P))) by rewrite /rx exp_Ropp.
have x1 : 1 <= rx P.
  have [_] := exp_alt 0 r01; rewrite /= /tg_alt /Un /= -ex => h.
  have p1 : 0 < rx P by exact: exp_pos.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ p1) h; rewrite Rinv_r; lra.
set y := / rx P in ex; have yp : 0 < y by apply: Rinv_0_lt_compat; lra.
move: yy; rewrite -ex => -[yl1 yu1].
have YL : IZR (yl c) <= y * B.
  by apply: (Rmult_le_reg_r (/ B)); [exact: Rinv_0_lt_compat | rewrite Rmult_assoc Rinv_r; move: yl1; rewrite /fx -/B /Rdiv; lra].
have YU : y * B <= IZR (yu c).
  by apply: (Rmult_le_reg_r (/ B)); [exact: Rinv_0_lt_compat | rewrite Rmult_assoc Rinv_r; move: yu1; rewrite /fx -/B /Rdiv; lra].
have rxy : rx P = / y by rewrite /y Rinv_inv.
have Ec : (1 - ral P) / (1 + rx P) = ((IZR (ab P) - IZR (aa P)) * y) / ((1 + y) * IZR (ab P)).
  by rewrite rxy /ral; field; repeat split; lra.
have Eb : (1 - ral P) * rx P / (1 + rx P) = (IZR (ab P) - IZR (aa P)) / ((1 + y) * IZR (ab P)).
  by rewrite rxy /ral; field; repeat split; lra.
have den : 0 < (1 + y) * IZR (ab P) by apply: Rmult_lt_0_compat; lra.
set u := IZR (ab P) - IZR (aa P) in h3 h4 h5 h6 Ec Eb; have u0 : 0 <= u by rewrite /u; lra.
set A := IZR (ab P) in ab0 a1 h1 h2 h3 h4 h5 h6 den Ec Eb.
split => //.
- split => //; rewrite /ral -/A; split.
  + by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  + by apply: (Rmult_le_reg_r A) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
- rewrite Ec /fx -/B; split; apply: div_le => //.
  + (* cl (1+y) A <= u y B *)
    apply: (Rmult_le_reg_r (B + IZR (yl c))); first by lra.
    have q : 0 <= u * B by apply: Rmult_le_pos; lra.
    have := Rmult_le_compat_r (1 + y) _ _ _ h3.
    have := Rmult_le_compat_l _ _ _ q YL.
    move=> g1 g2; have {}g2 := g2 ltac:(lra); lra.
  + apply: (Rmult_le_reg_r (B + IZR (yu c))); first by lra.
    have q : 0 <= u * B by apply: Rmult_le_pos; lra.
    have := Rmult_le_compat_r (1 + y) _ _ _ h4.
    have := Rmult_le_compat_l _ _ _ q YU.
    move=> g1 g2; have {}g2 := g2 ltac:(lra); lra.
- rewrite /ral /fx -/B -/A; split; apply: div_le => //; lra.
- rewrite Eb /fx -/B; split; apply: div_le => //.
  + apply: (Rmult_le_reg_r (B + IZR (yu c))); first by lra.
    have q : 0 <= u * B by apply: Rmult_le_pos; lra.
    have := Rmult_le_compat_r (1 + y) _ _ _ h5.
    have := Rmult_le_compat_l _ _ _ q YU.
    move=> g1 g2; have {}g2 := g2 ltac:(lra); lra.
  + apply: (Rmult_le_reg_r (B + IZR (yl c))); first by lra.
    have q : 0 <= u * B by apply: Rmult_le_pos; lra.
    have := Rmult_le_compat_r (1 + y) _ _ _ h6.
    have := Rmult_le_compat_l _ _ _ q YL.
    move=> g1 g2; have {}g2 := g2 ltac:(lra); lra.
Qed.

Theorem full_sound c P n k j : check_all c P n k j ->
  fx (prec c) (lob c) <= delta0 (rx P) (ral P) k j <= fx (prec c) (upb c).
Proof. by move=> /check_all_enclosed [h1 h2]; apply: cert_sound. Qed.

(* total delta for rational per-step delta = dn/dd *)
Definition check_total (c : cert) (dn dd : Z) (k : nat) (tot : Z) : bool :=
  let B := (2 ^ prec c)%Z in let kz := Z.of_nat k in
  [&& Z.leb 0 dn, Z.leb dn dd, Z.ltb 0 dd &
      Z.leb (dd ^ kz * B - (dd - dn) ^ kz * (B - upb c)) (tot * dd ^ kz)].

Theorem full_privacy c P n k j dn dd tot :
  check_all c P n k j -> check_total c dn dd k tot ->
  let x := rx P in let d := IZR dn / IZR dd in
  forall (A : finType) (K K' : seq A -> A -> R),
  (forall h, dist (K h)) -> (forall h, dist (K' h)) ->
  (forall h, DP x d (K h) (K' h)) -> (forall h, DP x d (K' h) (K h)) ->
  (forall h, TV (K h) (K' h) <= d + (1 - d) * (1 - ral P) * ((x - 1) / (x + 1))) ->
  DP (x ^ j) (fx (prec c) tot)
     (fun t : k.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> ca; have [H ck] := check_all_enclosed ca.
move=> /and4P [/Z.leb_le /IZR_le d0 /Z.leb_le /IZR_le d1 /Z.ltb_lt /IZR_lt dd0 /Z.leb_le /IZR_le ht].
move=> x d A K K' dK dK' h1 h2 h3 S.
have d01 : 0 <= d <= 1.
  split; first by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: (Rmult_le_reg_r (IZR dd)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have p0 : (0 <= prec c)%Z by case/and5P: ck => /Z.leb_le.
have := cert_privacy H ck d01 dK dK' h1 h2 h3 S.
suff Hs : 1 - (1 - d) ^ k * (1 - fx (prec c) (upb c)) <= fx (prec c) tot.
  by move/Rle_trans; apply; apply: Rplus_le_compat_l.
move: ht; rewrite minus_IZR !mult_IZR -!pow_IZR !minus_IZR /fx.
have := B0 p0; set B := IZR (2 ^ prec c) => Bp ht.
have E : (1 - d) ^ k = (IZR dd - IZR dn) ^ k / IZR dd ^ k.
  rewrite /d (_ : 1 - _ = (IZR dd - IZR dn) * / IZR dd); last by field; lra.
  by rewrite Rpow_mult_distr pow_inv.
have kp : 0 < IZR dd ^ k by apply: pow_lt.
rewrite E; have -> : 1 - (IZR dd - IZR dn) ^ k / IZR dd ^ k * (1 - IZR (upb c) / B)
  = (IZR dd ^ k * B - (IZR dd - IZR dn) ^ k * (B - IZR (upb c))) / (IZR dd ^ k * B).
  by field; split; lra.
apply: div_le => //; first exact: Rmult_lt_0_compat.
by have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ Bp) ht; lra.
Qed.
