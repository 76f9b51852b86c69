(* The dominating pair of "(eps, delta)-DP with total variation eta", and its k-fold product.

   With x = e^eps and alpha as in Ghazi & Issa, Theorem 2: P0 and P1 are their (7) and (8)
   with a letter of mass delta on either side; Q0 and Q1 are the case delta = 0.
   ghazi_issa_pair_TV, ghazi_issa_pair_DP: its total variation
   delta + (1-delta)(1-alpha)(x-1)/(x+1) and its divergence delta at x.
   ghazi_issa_equation_5: the divergence of the k-fold product at j eps is the printed
   double sum (5), for delta = 0, all x >= 1, alpha, k and j.
   ghazi_issa_composed_pair: for every delta it is 1 - (1-delta)^k (1 - (5)). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- binomial / trinomial sums ---------- *)
Definition BR n m : R := INR 'C(n, m).

Definition D k (G : nat -> nat -> R) : R :=
  \rsum_(a < k.+1) (BR k a * G a (k - a)%N).

Lemma D_ext k G H : (forall i j, (i + j)%N = k -> G i j = H i j) -> D k G = D k H.
Proof.
move=> e; apply: eq_bigr => a _; congr (_ * _); apply: e.
by rewrite subnKC // -ltnS.
Qed.

Lemma D0 G : D 0 G = G 0%N 0%N.
Proof. by rewrite /D big_ord_recl big_ord0 /BR bin0 /= subnn; ring. Qed.

Lemma DS k G : D k.+1 G = D k (fun i j => G i.+1 j) + D k (fun i j => G i j.+1).
Proof.
rewrite /D big_ord_recl /BR bin0 subn0.
rewrite (eq_bigr (fun a : 'I_k.+1 => INR 'C(k, a) * G a.+1 (k - a)%N
                                   + INR 'C(k, a.+1) * G a.+1 (k - a)%N)); last first.
  by move=> a _; rewrite lift0 subSS binS plus_INR; ring.
rewrite rsumD.
have -> : \rsum_(a < k.+1) (INR 'C(k, a.+1) * G a.+1 (k - a)%N)
        = \rsum_(a < k) (INR 'C(k, a.+1) * G a.+1 (k - a.+1).+1).
  rewrite big_ord_recr /= bin_small // Rmult_0_l Rplus_0_r.
  by apply: eq_bigr => a _; rewrite subnSK.
rewrite [X in _ = _ + X]big_ord_recl bin0 subn0.
under [X in _ = _ + (_ + X)]eq_bigr => a _ do rewrite lift0.
rewrite /=; set S1 := \big[_/_]_(a < k.+1) _; set S2 := \big[_/_]_(a < k) _; ring.
Qed.

Lemma DD k G H : D k (fun i j => G i j + H i j) = D k G + D k H.
Proof. by rewrite /D -rsumD; apply: eq_bigr => a _; ring. Qed.

(* sum over all words of length k of F(#plus, #tie, #minus) *)
Definition W k (F : nat -> nat -> nat -> R) : R :=
  D k (fun z n' => D n' (fun m n => F n z m)).

Lemma W0 F : W 0 F = F 0%N 0%N 0%N. Proof. by rewrite /W D0 D0. Qed.
Lemma WS k F : W k.+1 F = W k (fun n z m => F n.+1 z m)
   + (W k (fun n z m => F n z.+1 m) + W k (fun n z m => F n z m.+1)).
Proof.
rewrite /W DS.
rewrite (@D_ext k (fun i j => D j.+1 (fun m n => F n i m))
   (fun i j => D j (fun m n => F n i m.+1) + D j (fun m n => F n.+1 i m)));
  last by move=> *; exact: DS.
by rewrite DD; ring.
Qed.
Lemma W_ext k F G : (forall n z m, (n + z + m)%N = k -> F n z m = G n z m) -> W k F = W k G.
Proof.
move=> e; apply: D_ext => z n' h; apply: D_ext => m n h'; apply: e.
by rewrite -h -h' -addnA addnC -addnA.
Qed.

Ltac rpos := repeat match goal with |- 0 <= _ * _ => apply: Rmult_le_pos end; lra.

(* ---------- the dominating pair ---------- *)
Section GI.
Variables (x al d : R).
Definition cc := (1 - al) / (1 + x).
Definition P0 (i : 'I_5) : R :=
  nth 0 [:: d; (1 - d) * (cc * x); (1 - d) * al; (1 - d) * cc; 0] i.
Definition P1 (i : 'I_5) : R :=
  nth 0 [:: 0; (1 - d) * cc; (1 - d) * al; (1 - d) * (cc * x); d] i.
Definition Q0 (i : 'I_3) : R := nth 0 [:: cc * x; al; cc] i.
Definition Q1 (i : 'I_3) : R := nth 0 [:: cc; al; cc * x] i.

Lemma P1_mirror i : P1 i = P0 (rev_ord i).
Proof. by case: i => [[|[|[|[|[|]]]]] Hi]. Qed.
Lemma Q1_mirror i : Q1 i = Q0 (rev_ord i).
Proof. by case: i => [[|[|[|]]] Hi]. Qed.

Lemma sum5 (F : 'I_5 -> R) : \rsum_(i : 'I_5) F i =
  F (inord 0) + (F (inord 1) + (F (inord 2) + (F (inord 3) + F (inord 4)))).
Proof.
rewrite !big_ord_recl big_ord0 Rplus_0_r.
by do !congr (_ + _); congr F; apply: val_inj; rewrite /= inordK.
Qed.
Lemma sum3 (F : 'I_3 -> R) : \rsum_(i : 'I_3) F i =
  F (inord 0) + (F (inord 1) + F (inord 2)).
Proof.
rewrite !big_ord_recl big_ord0 Rplus_0_r.
by do !congr (_ + _); congr F; apply: val_inj; rewrite /= inordK.
Qed.

Hypotheses (x1 : 1 <= x) (al01 : 0 <= al <= 1) (d01 : 0 <= d <= 1).

Lemma cc0 : 0 <= cc.
Proof. by rewrite /cc; apply: Rmult_le_pos; [lra | apply/Rlt_le/Rinv_0_lt_compat; lra]. Qed.
Lemma ccx : cc * x + cc = 1 - al.
Proof. by rewrite /cc; field; lra. Qed.

Lemma Q0_dist : dist Q0.
Proof.
split; last by rewrite sum3 /Q0 !inordK //=; have := ccx; lra.
by have c0 := cc0; case=> [[|[|[|]]] Hi] //; rewrite /Q0 /=; nra.
Qed.
Lemma Q1_dist : dist Q1.
Proof.
split; last by rewrite sum3 /Q1 !inordK //=; have := ccx; lra.
by have c0 := cc0; case=> [[|[|[|]]] Hi] //; rewrite /Q1 /=; nra.
Qed.
Lemma P0_sum : \rsum_(i : 'I_5) P0 i = 1.
Proof. by rewrite sum5 /P0 !inordK //=; have := ccx; nra. Qed.
Lemma P0_dist : dist P0.
Proof.
split; last exact: P0_sum.
by have c0 := cc0; case=> [[|[|[|[|[|]]]]] Hi] //; rewrite /P0 /=; rpos.
Qed.
Lemma P1_dist : dist P1.
Proof.
split; last by rewrite sum5 /P1 !inordK //=; have := ccx; nra.
by have c0 := cc0; case=> [[|[|[|[|[|]]]]] Hi] //; rewrite /P1 /=; rpos.
Qed.

(* homogeneous hockey-stick of the pair, reduced to three letters *)
Lemma HS2_P p q : 0 <= p -> 0 <= q ->
  HS2 p q P0 P1 = p * d + (1 - d) * HS2 p q Q0 Q1.
Proof.
move=> p0 q0; rewrite /HS2 sum5 sum3 /P0 /P1 /Q0 /Q1 !inordK //=.
rewrite (pos_eq (u := p * d - _)); last by nra.
rewrite (pos_eq0 (u := p * 0 - _)); last by nra.
have E u v : pos (p * ((1 - d) * u) - q * ((1 - d) * v)) = (1 - d) * pos (p * u - q * v).
  by rewrite -posM; [congr pos; ring | lra].
by rewrite !E; ring.
Qed.

Theorem ghazi_issa_pair_TV : TV P0 P1 = d + (1 - d) * (1 - al) * ((x - 1) / (x + 1)).
Proof.
rewrite (TV_HS P0_dist P1_dist) HS_HS2 HS2_P; try lra.
rewrite /HS2 sum3 /Q0 /Q1 !inordK //=; have c0 := cc0.
rewrite (pos_eq (u := 1 * (cc * x) - _)); last by nra.
rewrite (pos_eq0 (u := 1 * cc - _)); last by nra.
rewrite (pos_eq0 (u := 1 * al - _)); last by nra.
by rewrite /cc; field; lra.
Qed.

Theorem ghazi_issa_pair_DP : HS x P0 P1 = d.
Proof.
rewrite HS_HS2 HS2_P; try lra.
rewrite /HS2 sum3 /Q0 /Q1 !inordK //=; have c0 := cc0.
rewrite (pos_eq0 (u := 1 * (cc * x) - _)); last by nra.
rewrite (pos_eq0 (u := 1 * cc - _)); last first.
  have h : 0 <= cc * (x - 1) by nra.
  by nra.
rewrite (pos_eq0 (u := 1 * al - _)); last by nra.
by ring.
Qed.

(* ---------- k-fold product, delta = 0 ---------- *)
Definition wt p q n z m :=
  pos (p * ((cc * x) ^ n * (al ^ z * cc ^ m)) - q * (cc ^ n * (al ^ z * (cc * x) ^ m))).

Lemma HS2_Q_W k : forall p q, HS2 p q (@prodd _ k Q0) (@prodd _ k Q1) = W k (wt p q).
Proof.
elim: k => [|k IH] p q; first by rewrite HS2_prod0 W0 /wt /=; congr pos; ring.
rewrite HS2_prodS sum3 !IH /Q0 /Q1 !inordK //= WS.
by do 2?congr (_ + _); apply: W_ext => n z m _; rewrite /wt /=; congr pos; ring.
Qed.

(* Ghazi-Issa eq. (5) *)
Definition delta0 (k j : nat) : R :=
  \rsum_(a < k.+1) \big[Rplus/0]_(l < (k - a).+1 | (j + l.*2 + a < k)%N)
     (INR 'C(k, a) * INR 'C(k - a, l) * ((1 - al) / (1 + x)) ^ (k - a)
       * al ^ a * (x ^ (k - l - a) - x ^ (l + j))).

Lemma wt_val j n z m : wt 1 (x ^ j) n z m =
  cc ^ (n + m) * al ^ z * (if (j + m < n)%N then x ^ n - x ^ (m + j) else 0).
Proof.
have c0 := cc0.
have -> : wt 1 (x ^ j) n z m = cc ^ (n + m) * al ^ z * pos (x ^ n - x ^ (m + j)).
  rewrite -posM; last by apply: Rmult_le_pos; apply: pow_le; lra.
  by rewrite /wt !Rpow_mult_distr !pow_add; congr pos; ring.
congr (_ * _); case: ifP => h.
- rewrite pos_eq // ; suff: x ^ (m + j) <= x ^ n by lra.
  by apply: Rle_pow => //; apply/leP; rewrite addnC ltnW.
- rewrite pos_eq0 //; suff: x ^ n <= x ^ (m + j) by lra.
  by apply: Rle_pow => //; apply/leP; rewrite addnC leqNgt h.
Qed.

Theorem ghazi_issa_equation_5 k j :
  HS (x ^ j) (@prodd _ k Q0) (@prodd _ k Q1) = delta0 k j.
Proof.
rewrite HS_HS2 HS2_Q_W /W /D /delta0; apply: eq_bigr => a _.
rewrite big_distrr [RHS]big_mkcond; apply: eq_bigr => l _ /=.
have lea : (a <= k)%N by rewrite -ltnS.
have lel : (l <= k - a)%N by rewrite -ltnS.
rewrite wt_val subnK // -/cc /BR (subnAC k l a).
have -> : (j + l < k - a - l)%N = (j + l.*2 + a < k)%N.
  have e : (a + (l + (j + l)))%N = (j + l.*2 + a)%N by rewrite -addnn -!plusE; lia.
  by rewrite !ltn_subRL -e addnCA.
by case: ifP => _; ring.
Qed.

(* ---------- general delta ---------- *)
Lemma HS2_P_prod k : forall p q, 0 <= p -> 0 <= q ->
  HS2 p q (@prodd _ k P0) (@prodd _ k P1)
  = p * (1 - (1 - d) ^ k) + (1 - d) ^ k * HS2 p q (@prodd _ k Q0) (@prodd _ k Q1).
Proof.
elim: k => [|k IH] p q p0 q0; first by rewrite !HS2_prod0 /=; ring.
have c0 := cc0; have cx0 : 0 <= cc * x by nra.
rewrite !HS2_prodS sum5 sum3 !IH /P0 /P1 /Q0 /Q1 ?inordK //=;
  try by rpos.
set QQ0 := @prodd _ k Q0; set QQ1 := @prodd _ k Q1.
have E u v : HS2 (p * ((1 - d) * u)) (q * ((1 - d) * v)) QQ0 QQ1
           = (1 - d) * HS2 (p * u) (q * v) QQ0 QQ1.
  by rewrite -HS2Z; [congr HS2; ring | lra].
rewrite !E.
have -> : HS2 (p * d) (q * 0) QQ0 QQ1 = p * d.
  rewrite /HS2 (eq_bigr (fun t => p * d * QQ0 t)).
    by rewrite rsumZ (proj2 (prodd_dist k Q0_dist)); ring.
  move=> t _; rewrite pos_eq; first by ring.
  have := proj1 (prodd_dist k Q0_dist) t; rewrite -/QQ0 => h.
  by rewrite Rmult_0_r Rmult_0_l Rminus_0_r; rpos.
have -> : HS2 (p * 0) (q * d) QQ0 QQ1 = 0.
  rewrite /HS2 big1 // => t _; apply: pos_eq0.
  have := proj1 (prodd_dist k Q1_dist) t; rewrite -/QQ1 => h.
  suff: 0 <= q * d * QQ1 t by lra.
  by rpos.
have := ccx; set w := (1 - d) ^ k; move=> ccx'.
rewrite (_ : al = 1 - cc * x - cc); last by lra.
ring.
Qed.

Theorem ghazi_issa_composed_pair k j :
  HS (x ^ j) (@prodd _ k P0) (@prodd _ k P1) = 1 - (1 - d) ^ k * (1 - delta0 k j).
Proof.
rewrite HS_HS2 HS2_P_prod; try lra; last by apply: pow_le; lra.
by rewrite -HS_HS2 ghazi_issa_equation_5; ring.
Qed.
End GI.
