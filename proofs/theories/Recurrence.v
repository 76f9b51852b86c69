(* How the program walks: coefficients by a recurrence, every delta from the next.

   equal_steps_top: the delta of equal steps as a sum over the largest losses, whose masses are
   the coefficients of (b + alpha z + c z^2)^k and obey the same recurrence with b for c.
   equal_steps_recurrence: for k equal steps of one lattice unit, the masses t_i of the composed
   loss obey c i t_i = alpha (k-i+1) t_(i-1) + b (2k-i+2) t_(i-2), with t_0 = c^k and
   c t_1 = alpha k t_0 (equal_steps_first, equal_steps_second).
   at_least l m is the probability under Q that no step fails and the loss is at least m units.
   delta_between: for x^j <= g <= x^(j+1), delta(g) = delta(x^(j+1)) + (x^(j+1) - g) at_least (j+1),
   so delta is linear in e^eps between lattice points; delta_recurrence: g = x^j.
   delta_top: from j = N on, delta(x^j) = 1 - prod (1 - delta_i). *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick GhaziIssa Heterogeneous Lattice.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section Powers.
(* the coefficients of (c + al z + b z^2)^k *)
Variables (c al b : R).
Fixpoint coef (k t : nat) : R :=
  if k is k'.+1 then c * coef k' t + al * delay 1 (coef k') t + b * delay 2 (coef k') t
  else if t is 0%N then 1 else 0.
Notation M := coef.

Lemma coef_0 t : M 0 t = if t is 0%N then 1 else 0. Proof. by []. Qed.
Lemma coefS k t : coef k.+1 t = c * coef k t + al * delay 1 (coef k) t + b * delay 2 (coef k) t.
Proof. by []. Qed.
Lemma coef_S0 k : M k.+1 0 = c * M k 0.
Proof. by rewrite /= /delay /=; ring. Qed.
Lemma coef_S1 k : M k.+1 1 = c * M k 1 + al * M k 0.
Proof. by rewrite /= /delay /= subnn; ring. Qed.
Lemma coef_SS k t : M k.+1 t.+2 = c * M k t.+2 + al * M k t.+1 + b * M k t.
Proof. by rewrite /= /delay /= subn1 subn2. Qed.

Lemma coef_first k : M k 0 = c ^ k.
Proof. by elim: k => // k IH; rewrite coef_S0 IH. Qed.

(* the derivative of a power *)
Lemma derivative1 k : M k.+1 1 = INR k.+1 * (al * M k 0).
Proof.
elim: k => [|k IH]; first by rewrite coef_S1 !coef_0 /=; ring.
by rewrite coef_S1 IH coef_S0 [INR k.+2]S_INR; ring.
Qed.
Lemma derivative k t : INR t.+2 * M k.+1 t.+2 = INR k.+1 * (al * M k t.+1 + 2 * b * M k t).
Proof.
elim: k t => [|k IH] t.
  rewrite coef_SS !coef_0; case: t => [|t] /=; ring.
have IH2 := IH t.
case: t IH2 => [|[|t]] IH2.
- have h1 := derivative1 k.
  rewrite [M k.+2 _]coef_SS.
  rewrite (_ : INR 2 * (c * M k.+1 2 + al * M k.+1 1 + b * M k.+1 0)
    = c * (INR 2 * M k.+1 2) + al * M k.+1 1 + (al * M k.+1 1 + 2 * b * M k.+1 0)); last by rewrite /=; ring.
  by rewrite IH2 {1}h1 coef_S1 coef_S0 [INR k.+2]S_INR; ring.
- have h1 := derivative1 k; have h2 := IH 0%N.
  rewrite [M k.+2 _]coef_SS.
  rewrite (_ : INR 3 * (c * M k.+1 3 + al * M k.+1 2 + b * M k.+1 1)
    = c * (INR 3 * M k.+1 3) + al * (INR 2 * M k.+1 2) + b * M k.+1 1 + (al * M k.+1 2 + 2 * b * M k.+1 1)); last by rewrite /=; ring.
  rewrite IH2 h2 {1}h1 !coef_SS coef_S1 [INR k.+2]S_INR; ring.
- have h1 := IH t.+1; have h2 := IH t.
  rewrite [M k.+2 _]coef_SS.
  rewrite (_ : INR t.+4 * (c * M k.+1 t.+4 + al * M k.+1 t.+3 + b * M k.+1 t.+2)
    = c * (INR t.+4 * M k.+1 t.+4) + al * (INR t.+3 * M k.+1 t.+3) + b * (INR t.+2 * M k.+1 t.+2)
      + (al * M k.+1 t.+3 + 2 * b * M k.+1 t.+2)); last by rewrite !S_INR; ring.
  by rewrite IH2 h1 h2 !coef_SS [INR k.+2]S_INR; ring.
Qed.

Lemma coef_second k : c * M k 1 = al * INR k * M k 0.
Proof.
case: k => [|k]; first by rewrite !coef_0 /=; ring.
by rewrite derivative1 coef_S0; ring.
Qed.

Lemma coef_recurrence k t :
  c * INR t.+2 * M k t.+2 = al * (INR k - INR t.+1) * M k t.+1 + b * (2 * INR k - INR t) * M k t.
Proof.
case: k => [|k]; first by rewrite !coef_0; case: t => [|t] /=; ring.
have h2 := derivative k t.
rewrite Rmult_assoc h2.
case: t h2 => [|[|t]] h2.
- have h0 := derivative1 k.
  rewrite (_ : al * (INR k.+1 - INR 1) * M k.+1 1 + b * (2 * INR k.+1 - INR 0) * M k.+1 0
    = INR k.+1 * (al * M k.+1 1 + 2 * b * M k.+1 0) - al * M k.+1 1); last by rewrite /=; ring.
  by rewrite {2}h0 coef_S1 coef_S0; ring.
- have h1 := derivative k 0; have h0 := derivative1 k.
  rewrite (_ : al * (INR k.+1 - INR 2) * M k.+1 2 + b * (2 * INR k.+1 - INR 1) * M k.+1 1
    = INR k.+1 * (al * M k.+1 2 + 2 * b * M k.+1 1) - al * (INR 2 * M k.+1 2) - b * M k.+1 1); last by rewrite /=; ring.
  by rewrite h1 {2}h0 coef_SS coef_S1; ring.
- have h1 := derivative k t.+1; have h0 := derivative k t.
  rewrite (_ : al * (INR k.+1 - INR t.+3) * M k.+1 t.+3 + b * (2 * INR k.+1 - INR t.+2) * M k.+1 t.+2
    = INR k.+1 * (al * M k.+1 t.+3 + 2 * b * M k.+1 t.+2) - al * (INR t.+3 * M k.+1 t.+3)
      - b * (INR t.+2 * M k.+1 t.+2)); last by ring.
  by rewrite h1 h0 !coef_SS; ring.
Qed.

Lemma coef_ge0 : 0 <= c -> 0 <= al -> 0 <= b -> forall k t, 0 <= M k t.
Proof.
move=> c0 a0 b0; elim=> [|k IH] t; first by case: t => [|t] /=; lra.
have D n u : 0 <= delay n (M k) u by rewrite /delay; case: ifP => // _; lra.
by have := Rmult_le_pos _ _ c0 (IH t); have := Rmult_le_pos _ _ a0 (D 1%N t);
  have := Rmult_le_pos _ _ b0 (D 2%N t); rewrite /=; lra.
Qed.
Lemma coef_big k t : (k + k < t)%N -> M k t = 0.
Proof.
elim: k t => [|k IH] t /= h; first by case: t h.
have lt2 a : (a <= 2)%N -> (a + (k + k) < t)%N.
  by move=> ha; apply: leq_trans h; apply/leP; move/leP: ha; rewrite -!plusE; lia.
rewrite IH; last exact: (lt2 0%N).
by rewrite !(@delay_big _ (k + k)) //; [ring | exact: lt2 | exact: lt2].
Qed.
End Powers.

Section EqualSteps.
Variables (x al d : R) (k : nat).
Let s := LStep 1 al d.
Let c := cof x s.
Let b := bof x s.

Lemma mass_coef n t : mass x (nseq n s) t = coef c al b n t.
Proof.
elim: n t => [|n IH] t //=; rewrite IH -/c -/b; congr (_ + _ * _ + _ * _);
  by rewrite /delay IH.
Qed.

Theorem equal_steps_first : mass x (nseq k s) 0 = c ^ k.
Proof. by rewrite mass_coef coef_first. Qed.
Theorem equal_steps_second : c * mass x (nseq k s) 1 = al * INR k * mass x (nseq k s) 0.
Proof. by rewrite !mass_coef coef_second. Qed.
Theorem equal_steps_recurrence t :
  c * INR t.+2 * mass x (nseq k s) t.+2 = al * (INR k - INR t.+1) * mass x (nseq k s) t.+1
                                        + b * (2 * INR k - INR t) * mass x (nseq k s) t.
Proof. by rewrite !mass_coef coef_recurrence. Qed.

(* from the largest loss downwards *)
Variable (y : R).
Hypotheses (x1 : 1 <= x) (xy : x * y = 1) (vs : valid_lstep s).

Lemma value_top n G i : value x y (nseq n s) G (n + i)
  = \rsum_(t < (n + n).+1) (coef b al c n t * value x y [::] G (i + (n + n - t))).
Proof.
elim: n i => [|n IH] i; first by rewrite big_ord_recl big_ord0 /= !addn0 add0n; ring.
rewrite [nseq _ _]/= -[(n.+1 + i)%N]/(ln s + (n + i))%N (lattice_recursion x1 xy _ _ _ vs).
rewrite [ln s]/= -/c -/b -[lal s]/al.
rewrite [(1 + (n + i))%N](_ : _ = n + (1 + i))%N; last by rewrite addnCA.
rewrite [(1 + 1 + (n + i))%N](_ : _ = n + (2 + i))%N; last by rewrite addnCA.
rewrite !IH; pose F u := value x y [::] G (i + (n.+1 + n.+1 - u)).
have -> : (n.+1 + n.+1).+1 = ((n + n).+1 + 2)%N by rewrite -!plusE; lia.
rewrite [RHS](eq_bigr (fun t : 'I_ _ => b * (coef b al c n t * F t) + (al * (delay 1 (coef b al c n) t * F t)
   + c * (delay 2 (coef b al c n) t * F t)))); last by move=> t _; rewrite coefS /F; ring.
rewrite [RHS]rsumD [X in _ = _ + X]rsumD !rsumZ.
rewrite (@sum_more 2 _ (coef b al c n) F); last by move=> t h; exact: coef_big.
rewrite [in X in _ = _ + (al * X + _)](_ : ((n + n).+1 + 2 = (1 + (n + n).+1) + 1)%N); last by rewrite -!plusE; lia.
rewrite (@sum_more 1 _ (delay 1 (coef b al c n)) F); last first.
  by move=> t h; apply: (delay_big (m := n + n)) => // u hu; exact: coef_big.
rewrite (@sum_delay 1) [in X in _ = _ + (_ + c * X)]addnC (@sum_delay 2).
rewrite [LHS](_ : _ = b * (\rsum_(t < (n + n).+1) (coef b al c n t * value x y [::] G (2 + i + (n + n - t))))
   + (al * (\rsum_(t < (n + n).+1) (coef b al c n t * value x y [::] G (1 + i + (n + n - t))))
   + c * (\rsum_(t < (n + n).+1) (coef b al c n t * value x y [::] G (i + (n + n - t)))))); last by ring.
congr (_ * _ + (_ * _ + _ * _)); apply: eq_bigr => -[u hu] _ /=; rewrite /F; congr (_ * value _ _ _ _ _);
  move/leP: hu; rewrite -!plusE -!minusE; lia.
Qed.

Theorem equal_steps_top j w : y <= w <= 1 ->
  inner_delta (map (the_step x) (nseq k s)) (x ^ j.+1 * w)
  = \big[Rplus/0]_(t <- iota 0 (k - j)) (coef b al c k t * (1 - w * y ^ (k - j - t).-1)).
Proof.
move=> wy; rewrite (inner_value xy).
have -> : span (nseq k s) = k by rewrite /span map_nseq sumn_nseq mul1n.
have := value_top k (x ^ j.+1 * w * x ^ k) 0; rewrite addn0 => ->.
rewrite -(big_mkord xpredT (fun t => coef b al c k t * value x y [::] (x ^ j.+1 * w * x ^ k) (0 + (k + k - t)))).
rewrite /index_iota subn0.
have -> : (k + k).+1 = ((k - j) + ((k + k).+1 - (k - j)))%N.
  by rewrite subnKC //; apply/leP; rewrite -!plusE -!minusE; lia.
rewrite iotaD big_cat /= [X in _ + X]big1_seq ?Rplus_0_r.
- rewrite big_seq [RHS]big_seq; apply: eq_bigr => t; rewrite mem_iota add0n /= => ht.
  rewrite add0n -(initial_one x1 xy k j _ wy); congr (_ * value _ _ _ _ _).
  move/ltP: ht; rewrite -!plusE -!minusE; lia.
- move=> t /andP [_]; rewrite mem_iota => /andP [ht _].
  rewrite initial_zero ?Rmult_0_r // add0n; apply/leP; move/leP: ht; rewrite -!plusE -!minusE; lia.
Qed.
End EqualSteps.

Section Walk.
Variables (x y : R).
Hypotheses (x1 : 1 <= x) (xy : x * y = 1).
Variable l : seq lstep.
Hypothesis Hl : forall s, List.In s l -> valid_lstep s.
Let N := span l.
Let steps := map (the_step x) l.

Definition at_least (m : nat) : R :=
  survival steps *
  \rsum_(t < (N + N).+1) (if (N + m <= t)%N then mass x l t * (x ^ N * y ^ t) else 0).

(* x^a y^t against 1 *)
Lemma xy_small a t : (a <= t)%N -> x ^ a * y ^ t <= 1.
Proof.
move=> h; have yp := y_pos x1 xy.
rewrite -(subnK h) pow_add Rmult_comm Rmult_assoc (Rmult_comm (y ^ a)) (xyn xy) Rmult_1_r.
by rewrite -(pow1 (t - a)); apply: pow_incr; split; nra.
Qed.
Lemma xy_large a t : (t <= a)%N -> 1 <= x ^ a * y ^ t.
Proof.
by move=> h; rewrite -(subnK h) pow_add Rmult_assoc (xyn xy) Rmult_1_r; exact: pow_R1_Rle.
Qed.

Theorem delta_between j g : x ^ j <= g <= x ^ j.+1 ->
  total_delta steps g = total_delta steps (x ^ j.+1) + (x ^ j.+1 - g) * at_least j.+1.
Proof.
move=> [g1 g2]; rewrite /total_delta /at_least.
suff -> : inner_delta steps g = inner_delta steps (x ^ j.+1) + (x ^ j.+1 - g) *
    \rsum_(t < (N + N).+1) (if (N + j.+1 <= t)%N then mass x l t * (x ^ N * y ^ t) else 0) by ring.
rewrite !(lattice_distribution x1 xy _ Hl) -/N -rsumZ -rsumD; apply: eq_bigr => t _.
have yp := y_pos x1 xy.
have z0 : 0 <= x ^ N * y ^ t by apply: Rmult_le_pos; apply: pow_le; lra.
rewrite !(Rmult_assoc _ (x ^ N)); case: ifP => h.
- have h1 := xy_small h; rewrite pow_add Rmult_assoc (Rmult_comm (x ^ N)) Rmult_assoc in h1.
  rewrite (Rmult_comm (y ^ t)) in h1.
  have h2 : g * (x ^ N * y ^ t) <= x ^ j.+1 * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  by rewrite !pos_eq; [ring | lra | lra].
- have h0 : (t <= N + j)%N by rewrite leqNgt -addnS h.
  have h1 := xy_large h0; rewrite pow_add Rmult_assoc (Rmult_comm (x ^ N)) Rmult_assoc in h1.
  rewrite (Rmult_comm (y ^ t)) in h1.
  have h2 : x ^ j * (x ^ N * y ^ t) <= g * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  have h3 : g * (x ^ N * y ^ t) <= x ^ j.+1 * (x ^ N * y ^ t) by apply: Rmult_le_compat_r.
  by rewrite !pos_eq0; [ring | lra | lra].
Qed.

Theorem delta_recurrence j :
  total_delta steps (x ^ j) = total_delta steps (x ^ j.+1) + x ^ j * (x - 1) * at_least j.+1.
Proof.
have xj : 0 <= x ^ j by apply: pow_le; lra.
rewrite (@delta_between j (x ^ j)) -?tech_pow_Rmult; first by ring.
by split; [exact: Rle_refl | rewrite /=; nra].
Qed.

Theorem delta_top j : (N <= j)%N -> total_delta steps (x ^ j) = 1 - survival steps.
Proof.
move=> h; rewrite /total_delta (lattice_distribution x1 xy _ Hl) big1 => [|t _]; first by ring.
rewrite pos_eq0 ?Rmult_0_r // -/N.
suff : 1 <= x ^ (j + N) * y ^ t by rewrite pow_add => h1; apply: Rle_minus.
by apply: xy_large; rewrite -ltnS; apply: leq_trans (ltn_ord t) _; rewrite ltnS leq_add2r.
Qed.
End Walk.
