(* The least guaranteed delta is total_delta of the steps: the bound and its attainment, from proofs/theories/Heterogeneous.v. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From Verified Require Import Literal Claim.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition eta_alpha (x d t : R) : R := 1 - (t - d) * (x + 1) / ((1 - d) * (x - 1)).
Definition step_of (k : kind) : step :=
  match k with
  | ApproxDP e d => Step (exp (value e)) 0 (value d)
  | ApproxDPTV e d t => Step (exp (value e)) (eta_alpha (exp (value e)) (value d) (value t)) (value d)
  | ApproxDPAlpha e d al => Step (exp (value e)) (value al) (value d)
  | RandomizedResponse e => Step (exp (value e)) 0 0
  end.
(* eta is of use only where eps > 0 and delta < 1 *)
Definition proper (k : kind) : Prop :=
  valid_step (step_of k) /\
  match k with ApproxDPTV e d _ => 1 < exp (value e) /\ value d < 1 | _ => True end.

Lemma eta_tv x d t : 1 < x -> d < 1 -> step_tv (Step x (eta_alpha x d t) d) = t.
Proof. by move=> x1 d1; rewrite /step_tv /eta_alpha /=; field; repeat split; lra. Qed.
Lemma exp_lt1 r : r < 0 -> exp r < 1.
Proof. by move=> h; rewrite -exp_0; apply: exp_increasing. Qed.
Lemma proper_in_domain k : proper k -> in_domain k.
Proof.
have ge0 r : 1 <= exp r -> 0 <= r by move=> h; case: (Rle_lt_dec 0 r) => // /exp_lt1; lra.
move=> [[x1 al1 d01] hk]; case: k x1 al1 d01 hk => [e d|e d t|e d al|e] /= x1 al1 d01 hk; first by split=> //; exact: ge0.
- move: hk => [e1 d1]; split=> //; last 1 first.
  + rewrite -(eta_tv (value t) e1 d1) /step_tv /=.
    set al := eta_alpha _ _ _ in al1 *; set x := exp _ in e1 *; set v := value d in d01 d1 *.
    have [f0 f1] : 0 <= (x - 1) / (x + 1) <= 1.
      have i0 : 0 < / (x + 1) by apply: Rinv_0_lt_compat; lra.
      split; first by apply: Rmult_le_pos; lra.
      by apply: (Rmult_le_reg_r (x + 1)); [lra|]; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
    set f := (x - 1) / (x + 1) in f0 f1 *.
    have a0 : 0 <= (1 - al) * f by apply: Rmult_le_pos; lra.
    have a1 : (1 - al) * f <= 1 by nra.
    by rewrite Rmult_assoc; nra.
  + case: (Rle_lt_dec (value e) 0) => // -[h|h]; [have := exp_lt1 h | move: e1; rewrite h exp_0]; lra.
  + lra.
- by split=> //; exact: ge0.
- exact: ge0.
Qed.

Section Steps.
Variable ks : seq kind.
Hypothesis ok : forall k, List.In k ks -> proper k.
Let l := map step_of ks.
Let k0 := ApproxDP (Num 0 1) (Num 0 1).

Lemma In_nth (T : Type) (d : T) s i : (i < size s)%N -> List.In (nth d s i) s.
Proof. by elim: s i => [|a s IH] [|i] //= h; [left | right; exact: IH]. Qed.

Lemma valid_l s : List.In s l -> valid_step s.
Proof.
rewrite /l => h; have [k [<- hk]] : exists k, step_of k = s /\ List.In k ks.
  elim: ks h => [|a s' IH] //= [<-|h]; first by exists a; split => //; left.
  by have [k [e hk]] := IH h; exists k; split => //; right.
by have [v _] := ok hk.
Qed.

Lemma allowed_step k (A : finType) (P Q : A -> R) : proper k -> dist P -> dist Q -> allowed k P Q ->
  let s := step_of k in [/\ DP (sx s) (sd s) P Q, DP (sx s) (sd s) Q P & TV P Q <= step_tv s].
Proof.
move=> [[x1 al1 d01] hk] dP dQ; case: k x1 al1 d01 hk => [e d|e d t|e d al|e] /= x1 al1 d01 hk.
- move=> [h1 h2]; split=> //; rewrite /step_tv /= Rminus_0_r Rmult_1_r; apply: kov_TV => //; lra.
- by move=> [h1 h2 h3]; split=> //; rewrite eta_tv; lra.
- by [].
- set x := exp _ in x1 *; move=> [a [b [ab [hP hQ]]]].
  have half (M N : A -> R) a' b' : a' <> b' ->
    (forall i, M i = if i == a' then x / (1 + x) else if i == b' then 1 / (1 + x) else 0) ->
    (forall i, N i = if i == a' then 1 / (1 + x) else if i == b' then x / (1 + x) else 0) ->
    DP x 0 M N.
    move=> _ hM hN; apply/DP_HS; rewrite /HS big1 => [|i _]; first lra.
    apply: Rmax_left; rewrite hM hN; have x0 : 0 < 1 + x by lra.
    have hi : 0 < / (1 + x) by apply: Rinv_0_lt_compat.
    have hx : 0 <= / (1 + x) * (x * x - 1) by apply: Rmult_le_pos; nra.
    rewrite /Rdiv; case: (i == a'); first by apply: Req_le; ring.
    by case: (i == b'); lra.
  have h1 := half _ _ a b ab hP hQ.
  have h2 : DP x 0 Q P.
    apply: (half Q P b a); first by move=> h; apply: ab.
    + move=> i; rewrite hQ; case: eqP => [->|//]; case: eqP => // e'; by case: ab.
    + move=> i; rewrite hP; case: eqP => [->|//]; case: eqP => // e'; by case: ab.
  split=> //; have x0 : 0 <= x by lra.
  by have := kov_TV x0 dP dQ h1 h2; rewrite /step_tv /=; lra.
Qed.

Lemma step_allowed k : proper k -> let s := step_of k in
  allowed k (P0 (sx s) (sal s) (sd s)) (P1 (sx s) (sal s) (sd s)).
Proof.
move=> [[x1 al1 d01] hk]; have [_ [h1 [h2 h3]]] := ghazi_issa_theorem_2_tight x1 al1 d01 0 0.
case: k x1 al1 d01 hk h1 h2 h3 => [e d|e d t|e d al|e] /= x1 al1 d01 hk h1 h2 h3; first by [].
- split=> //; apply: Req_le; rewrite h3; exact: (eta_tv (value t) (proj1 hk) (proj2 hk)).
- by split=> //; apply: Req_le; rewrite h3.
- have cE : cc (exp (value e)) 0 = 1 / (1 + exp (value e)) by rewrite /cc Rminus_0_r.
  exists (inord 1), (inord 3); split; first by move=> /(f_equal val) /=; rewrite !inordK.
  split=> i; rewrite /P0 /P1 cE -!val_eqE /= !inordK //;
    by case: i => [[|[|[|[|[|m]]]]] hi] //=; rewrite /Rdiv; ring.
Qed.

Lemma runs_steps (A : finType) (K K' : seq A -> A -> R) : runs ks K K' -> keeps_steps l K K'.
Proof.
move=> [dK dK' H]; split=> // h; rewrite /l size_map => hh; rewrite (nth_map k0) //.
by apply: allowed_step => //; [apply: ok; exact: In_nth | exact: H].
Qed.

Lemma tight_runs : runs ks (K0 l) (K1 l).
Proof.
have [[d1 d2 _] _] := heterogeneous_tight valid_l (Rle_refl 0).
split=> // h hh; rewrite /K0 /K1 /l (nth_map k0) //.
by apply: step_allowed; apply: ok; exact: In_nth.
Qed.

Theorem guaranteedE x d : 0 <= x -> guaranteed ks x d <-> total_delta l x <= d.
Proof.
move=> x0; have sz : size l = size ks by rewrite /l size_map.
split=> [H|H A K K' /runs_steps kp].
- have [/DP_HS h _] := H _ _ _ tight_runs; have [_ E] := heterogeneous_tight valid_l x0.
  by rewrite -E; move: h; rewrite -sz.
- have := heterogeneous_composition valid_l x0 kp; rewrite sz => -[/DP_HS h1 /DP_HS h2].
  by split; apply/DP_HS; [apply: Rle_trans h1 H | apply: Rle_trans h2 H].
Qed.

(* delta decreases with eps *)
Lemma total_delta_decreases x x' : 0 <= x -> x <= x' -> total_delta l x' <= total_delta l x.
Proof.
move=> x0 xx; have x0' : 0 <= x' by lra.
have [_ E] := heterogeneous_tight valid_l x0; have [_ E'] := heterogeneous_tight valid_l x0'.
rewrite -E -E'; apply: rsum_le => t; apply: pos_le.
suff q0 : 0 <= joint (K1 l) [::] t by nra.
have [[_ d2 _] _] := heterogeneous_tight valid_l x0.
elim: (val t) [::] => [|a s IH] h /=; first lra.
by apply: Rmult_le_pos; [case: (d2 h) | exact: IH].
Qed.
End Steps.

(* ---------- claims from bounds of total_delta ---------- *)
Section Claims.
Variable ks : seq kind.
Hypothesis ok : forall k, List.In k ks -> proper k.
Let D x := total_delta (map step_of ks) x.

Lemma delta_at_most e v : D (exp (value e)) <= v -> at_most ks (DeltaAt e) v.
Proof. by move=> h; apply/guaranteedE => //; apply/Rlt_le/exp_pos. Qed.
Lemma delta_at_least e v : v <= D (exp (value e)) -> at_least ks (DeltaAt e) v.
Proof. by move=> h u /guaranteedE -/(_ ok (Rlt_le _ _ (exp_pos _))); rewrite -/(D _); lra. Qed.
Lemma delta_not_at_most e v : v < D (exp (value e)) -> ~ at_most ks (DeltaAt e) v.
Proof. by move=> h /guaranteedE -/(_ ok (Rlt_le _ _ (exp_pos _))); rewrite -/(D _); lra. Qed.
Lemma delta_not_at_least e v : D (exp (value e)) < v -> ~ at_least ks (DeltaAt e) v.
Proof. by move=> h H; have := H _ (delta_at_most (Rle_refl _)); lra. Qed.

Lemma eps_at_most d v : 0 <= v -> D (exp v) <= value d -> at_most ks (EpsAt d) v.
Proof. by move=> v0 h; split=> //; apply/guaranteedE => //; apply/Rlt_le/exp_pos. Qed.
Lemma eps_negative d v : v < 0 -> ~ at_most ks (EpsAt d) v.
Proof. by move=> h [h' _]; lra. Qed.
Lemma eps_not_at_most d v : value d < D (exp v) -> ~ at_most ks (EpsAt d) v.
Proof. by move=> h [_] /guaranteedE -/(_ ok (Rlt_le _ _ (exp_pos _))); rewrite -/(D _); lra. Qed.
Lemma eps_at_least d v : value d < D (exp v) -> at_least ks (EpsAt d) v.
Proof.
move=> h u [u0] /guaranteedE -/(_ ok (Rlt_le _ _ (exp_pos _))) hu; case: (Rle_lt_dec v u) => // uv.
have := total_delta_decreases ok (Rlt_le _ _ (exp_pos u)) (exp_le (Rlt_le _ _ uv)); rewrite -/(D _) in hu *; rewrite -/(D _).
lra.
Qed.
Lemma eps_at_least_0 d v : v <= 0 -> at_least ks (EpsAt d) v.
Proof. by move=> h u [u0 _]; lra. Qed.
Lemma eps_not_at_least d u v : 0 <= u -> u < v -> D (exp u) <= value d -> ~ at_least ks (EpsAt d) v.
Proof. by move=> u0 uv h H; have := H _ (eps_at_most u0 h); lra. Qed.
End Claims.
