(* Finite pairs (P, Q) of masses, and their hockey-stick divergence as a function of the
   ratio x = e^eps:  delta x D = sum_a max(0, P a - x Q a).

   Masses need not sum to one: a pair may be a sub- or super-probability (a row rounded down
   or up), mass at loss +infinity is an atom with Q = 0, mass at -infinity one with P = 0.

   Proved here
     delta_noninc, delta_conv, delta_lip, delta_0, delta_le_tot   the shape of a privacy profile
     delta_DP, delta_DP_up                 delta x D <= d  iff  D is (ln x, d)-DP, then at every x' >= x too
     eps_upper, eps_lower                  eps from delta: both ends of "the least eps with delta(eps) <= d"
   Justifies the rules that read a delta or an eps off a composed pair: an upper bound of
   delta(x) gives an upper end of eps, a lower bound above d a lower end. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Record fpair := FP { atom : finType; mP : atom -> R; mQ : atom -> R }.
Arguments mP D a : rename, clear implicits.
Arguments mQ D a : rename, clear implicits.

Definition nneg (D : fpair) := nonneg (mP D) /\ nonneg (mQ D).
Definition totP (D : fpair) := \rsum_(a : atom D) mP D a.
Definition totQ (D : fpair) := \rsum_(a : atom D) mQ D a.

(* homogeneous form: sum of max(0, p P - q Q); delta is the case p = 1 *)
Definition hs p q (D : fpair) := HS2 p q (mP D) (mQ D).
Definition delta x (D : fpair) := HS x (mP D) (mQ D).

Lemma delta_hs x D : delta x D = hs 1 x D. Proof. exact: HS_HS2. Qed.

Lemma hs_ge0 p q D : 0 <= hs p q D.
Proof. by apply: rsum_ge0 => a; exact: pos_ge0. Qed.

Lemma hs_scale c p q D : 0 <= c -> hs (c * p) (c * q) D = c * hs p q D.
Proof. exact: HS2Z. Qed.

Lemma hs_delta p q D : 0 < p -> hs p q D = p * delta (q / p) D.
Proof.
move=> p0; rewrite delta_hs -hs_scale; last lra.
by congr hs; field; lra.
Qed.

Lemma hs_p0 q D : nneg D -> 0 <= q -> hs 0 q D = 0.
Proof.
move=> [_ Q0] q0; rewrite /hs /HS2 big1 // => a _; apply: pos_eq0.
by have := Q0 a; nra.
Qed.

Lemma hs_q0 p D : nneg D -> 0 <= p -> hs p 0 D = p * totP D.
Proof.
move=> [P0 _] p0; rewrite /hs /HS2 /totP -rsumZ; apply: eq_bigr => a _.
by rewrite pos_eq; [ring | have := P0 a; nra].
Qed.

Lemma totP_ge0 D : nneg D -> 0 <= totP D.
Proof. by case=> h _; apply: rsum_ge0. Qed.
Lemma totQ_ge0 D : nneg D -> 0 <= totQ D.
Proof. by case=> _ h; apply: rsum_ge0. Qed.

(* ---------- the shape of a profile ---------- *)
Lemma delta_ge0 x D : 0 <= delta x D.
Proof. by rewrite delta_hs; exact: hs_ge0. Qed.

Lemma delta_0 D : nneg D -> delta 0 D = totP D.
Proof. by move=> nD; rewrite delta_hs hs_q0 //; lra. Qed.

Theorem delta_noninc x x' D : nneg D -> x <= x' -> delta x' D <= delta x D.
Proof.
move=> [_ Q0] xx; apply: rsum_le => a; apply: pos_le; have := Q0 a; nra.
Qed.

Lemma delta_le_tot x D : nneg D -> 0 <= x -> delta x D <= totP D.
Proof. by move=> nD x0; rewrite -delta_0 //; exact: delta_noninc. Qed.

Lemma delta_ge_lin x D : totP D - x * totQ D <= delta x D.
Proof.
rewrite /totP /totQ -rsumZ -rsumB; apply: rsum_le => a; exact: pos_ge.
Qed.

Theorem delta_conv l x y D : 0 <= l <= 1 ->
  delta (l * x + (1 - l) * y) D <= l * delta x D + (1 - l) * delta y D.
Proof.
move=> l01; rewrite /delta /HS -rsum_lin; apply: rsum_le => a.
apply: Rle_trans (pos_conv _ _ l01); apply: Req_le; rewrite /pos; congr Rmax; ring.
Qed.

Theorem delta_lip x x' D : nneg D -> x <= x' -> delta x D <= delta x' D + (x' - x) * totQ D.
Proof.
move=> [_ Q0] xx; rewrite /delta /HS /totQ -rsumZ -rsumD; apply: rsum_le => a.
have := Q0 a; rewrite /Rmax => q0; do 2 case: Rle_dec => ? //; nra.
Qed.

(* ---------- delta and eps ---------- *)
Theorem delta_DP x d D : DP x d (mP D) (mQ D) <-> delta x D <= d.
Proof. exact: DP_HS. Qed.

Theorem delta_DP_up x x' d D : nneg D -> x <= x' -> delta x D <= d -> DP x' d (mP D) (mQ D).
Proof.
by move=> nD xx h; apply/delta_DP; apply: (Rle_trans _ _ _ (delta_noninc nD xx)).
Qed.

(* the set of eps >= 0 at which D is (eps, d)-DP is an up-set; eps_upper gives a member,
   eps_lower shows that everything up to a given eps is outside *)
Definition eps_ok d D e := 0 <= e /\ DP (exp e) d (mP D) (mQ D).

(* the exponential by its series: no more than the axioms of the reals *)
Lemma exp_ge1 u : 0 <= u -> 1 <= exp u.
Proof.
move=> u0; set An := fun N : nat => / INR (fact N) * u ^ N.
have H : Un_cv (fun n : nat => sum_f_R0 An n) (exp u).
  by rewrite /exp; case: (exist_exp u) => l Hl /=; exact: Hl.
rewrite (_ : 1 = sum_f_R0 An 0); last by rewrite /An /=; lra.
apply: sum_incr => // n; apply: Rmult_le_pos; last exact: pow_le.
by left; apply/Rinv_0_lt_compat/INR_fact_lt_0.
Qed.
Lemma exp_le u v : u <= v -> exp u <= exp v.
Proof.
move=> uv; rewrite (_ : v = u + (v - u)); last by ring.
rewrite exp_plus -{1}(Rmult_1_r (exp u)).
apply: Rmult_le_compat_l; [exact/Rlt_le/exp_pos | apply: exp_ge1; lra].
Qed.

Theorem eps_upper d D e : nneg D -> 0 <= e -> delta (exp e) D <= d ->
  forall e', e <= e' -> eps_ok d D e'.
Proof.
move=> nD e0 h e' ee; split; first by lra.
by apply: delta_DP_up h => //; exact: exp_le.
Qed.

Theorem eps_lower d D e : nneg D -> d < delta (exp e) D -> forall e', eps_ok d D e' -> e < e'.
Proof.
move=> nD h e' [_ /delta_DP h']; case: (Rlt_le_dec e e') => // ee.
by have := delta_noninc nD (exp_le ee); lra.
Qed.
