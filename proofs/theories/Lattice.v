(* Steps on a lattice: eps_i = n_i step, for natural n_i.

   With x = e^step and y = 1/x, the step i moves the loss by n_i, 0 or -n_i with the masses
   b_i = c_i x^n_i, alpha_i and c_i = (1-alpha_i)/(1+x^n_i).
   lattice_recursion: the divergence of the product, as a function of a position on the
   lattice, is a positive combination of three values with one step less.
   sweep, sweep_correct: hence the divergence by repeated sweeps over a list of initial
   values max(0, 1 - g x^N y^i), N = sum n_i. The evaluator of FixedPoint.v does this.
   mass, lattice_distribution: the same divergence as a sum over the distribution of the
   loss, whose masses under P are the coefficients of prod (c_i + alpha_i z^n_i + b_i z^(2 n_i)).
   lattice_total: delta at j steps from it. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* a step of the lattice: n, alpha, delta *)
Record lstep := LStep { ln : nat; lal : R; ld : R }.
Definition the_step (x : R) (s : lstep) := Step (x ^ ln s) (lal s) (ld s).
Definition valid_lstep (s : lstep) := 0 <= lal s <= 1 /\ 0 <= ld s <= 1.
Definition span (l : seq lstep) : nat := sumn (map ln l).

(* one sweep: v_i becomes c v_i + a v_(i+n) + b v_(i+2n) *)
Fixpoint zip3 (T : Type) (f : T -> T -> T -> T) (s0 s1 s2 : seq T) : seq T :=
  match s0, s1, s2 with
  | v0 :: t0, v1 :: t1, v2 :: t2 => f v0 v1 v2 :: zip3 f t0 t1 t2
  | _, _, _ => [::]
  end.
Definition sweep (T : Type) (n : nat) (f : T -> T -> T -> T) (s : seq T) : seq T :=
  let s1 := drop n s in zip3 f s s1 (drop n s1).

Lemma zip3_map (T : Type) (f : T -> T -> T -> T) (F : nat -> T) m a b c :
  zip3 f [seq F i | i <- iota a m] [seq F i | i <- iota b m] [seq F i | i <- iota c m]
  = [seq f (F (a + i)%N) (F (b + i)%N) (F (c + i)%N) | i <- iota 0 m].
Proof.
elim: m a b c => [|m IH] a b c //=; rewrite IH !addn0 -[1%N]addn0 iotaDl -map_comp.
by congr cons; apply: eq_map => i /=; rewrite !addnS !addSn.
Qed.
Lemma zip3_cat (T : Type) (f : T -> T -> T -> T) s0 s1 s2 r0 r1 :
  size s0 = size s2 -> size s1 = size s2 -> zip3 f (s0 ++ r0) (s1 ++ r1) s2 = zip3 f s0 s1 s2.
Proof.
elim: s2 s0 s1 => [|v2 s2 IH] [|v0 s0] [|v1 s1] //=; first by case: r0; case: r1.
by move=> [h0] [h1]; rewrite IH.
Qed.

Lemma sweep_map (T : Type) (f : T -> T -> T -> T) (F : nat -> T) n a m :
  sweep n f [seq F i | i <- iota a (n + n + m)]
  = [seq f (F (a + i)%N) (F (a + n + i)%N) (F (a + n + n + i)%N) | i <- iota 0 m].
Proof.
have E k c r : drop k (iota c (k + r)) = iota (c + k) r by rewrite drop_iota addKn.
rewrite /sweep -!map_drop -addnA !E.
rewrite addnA [(n + n + m)%N]addnC [(n + m)%N]addnC (iotaD a m) (iotaD (a + n) m) !map_cat.
by rewrite zip3_cat ?size_map ?size_iota // zip3_map.
Qed.

Section Lattice.
Variables (x y : R).
Hypotheses (x1 : 1 <= x) (xy : x * y = 1).

Definition value (l : seq lstep) (G : R) (i : nat) : R :=
  divergence (map (fun s => pair3 (the_step x s)) l) 1 (G * y ^ i).
Definition cof (s : lstep) := cc (x ^ ln s) (lal s).
Definition bof (s : lstep) := cc (x ^ ln s) (lal s) * x ^ ln s.

Lemma y_pos : 0 < y. Proof. by case: (Rle_lt_dec y 0) => // h; nra. Qed.
Lemma xyn n : x ^ n * y ^ n = 1. Proof. by rewrite -Rpow_mult_distr xy pow1. Qed.
Lemma xn1 n : 1 <= x ^ n. Proof. exact: pow_R1_Rle. Qed.

Lemma cof_ge0 s : valid_lstep s -> 0 <= cof s.
Proof. by case=> h _; apply: cc0 => //; exact: xn1. Qed.
Lemma bof_ge0 s : valid_lstep s -> 0 <= bof s.
Proof. by move=> h; apply: Rmult_le_pos; [exact: cof_ge0 | have := xn1 (ln s); lra]. Qed.

Theorem lattice_recursion s l G i : valid_lstep s ->
  value (s :: l) G (ln s + i) =
  cof s * value l G i + lal s * value l G (ln s + i) + bof s * value l G (ln s + ln s + i).
Proof.
move=> vs; have c0 := cof_ge0 vs; have b0 := bof_ge0 vs; case: vs => a01 _.
rewrite /value /= sum3 /Q0 /Q1 !inordK //= -/(cof s) -/(bof s).
have xy' := xyn (ln s); rewrite -!divergenceZ ?Rmult_1_r ?Rmult_1_l; try lra.
rewrite !pow_add; set X := x ^ ln s in xy' *; set Y := y ^ ln s in xy' *; set Z := y ^ i.
have e1 : G * (Y * Z) * cof s = bof s * (G * (Y * Y * Z)).
  by rewrite /bof -/(cof s) -/X; transitivity ((X * Y) * (G * (Y * Z) * cof s)); [rewrite xy'; ring | ring].
have e2 : G * (Y * Z) * bof s = cof s * (G * Z).
  by rewrite /bof -/(cof s) -/X; transitivity ((X * Y) * (cof s * (G * Z))); [ring | rewrite xy'; ring].
rewrite e1 e2 (Rmult_comm _ (lal s)); ring.
Qed.

Definition combine (c a b : R) (v0 v1 v2 : R) : R := c * v0 + a * v1 + b * v2.
Definition sweeps (l : seq lstep) (s : seq R) : seq R :=
  foldr (fun r => sweep (ln r) (combine (cof r) (lal r) (bof r))) s l.

Theorem sweep_correct l G m : (forall s, List.In s l -> valid_lstep s) ->
  sweeps l [seq value [::] G i | i <- iota 0 (span l + span l + m)]
  = [seq value l G (span l + i) | i <- iota 0 m].
Proof.
elim: l m => [|s l IH] m Hl //.
rewrite /sweeps [foldr _ _ _]/= -/(sweeps l _) /span [sumn _]/= -/(span l).
have -> : (ln s + span l + (ln s + span l) + m = span l + span l + (ln s + ln s + m))%N.
  by rewrite -!plusE; lia.
rewrite IH; last by move=> t h; apply: Hl; right.
rewrite (eq_map (f2 := fun i => value l G (i + span l))); last by move=> i; rewrite addnC.
rewrite (sweep_map _ (fun i => value l G (i + span l)) (ln s) 0 m).
apply: eq_map => i; rewrite -[(ln s + span l + i)%N]addnA lattice_recursion; last by apply: Hl; left.
by rewrite /combine !add0n -!addnA ![(i + span l)%N]addnC.
Qed.

(* the initial values for g = x^(j+1) w with y <= w <= 1 *)
Definition initial (w : R) (N j : nat) : seq R :=
  nseq (N + j).+1 0 ++ [seq 1 - w * y ^ t | t <- iota 0 (N - j)].

Lemma initial_zero w N j i : y <= w <= 1 -> (i <= N + j)%N -> value [::] (x ^ j.+1 * w * x ^ N) i = 0.
Proof.
move=> [wy w1] h; rewrite /value /= pos_eq0 //.
have -> : x * x ^ j * w * x ^ N * y ^ i = (x * w) * (x ^ (N + j - i) * (x ^ i * y ^ i)).
  have -> : x * x ^ j * w * x ^ N * y ^ i = (x * w) * (x ^ (N + j) * y ^ i).
    by rewrite pow_add; ring.
  by rewrite -{1}(subnK h) pow_add; ring.
rewrite xyn Rmult_1_r; have := xn1 (N + j - i).
have xw : 1 <= x * w by rewrite -xy; apply: Rmult_le_compat_l; lra.
by move=> h'; have := Rmult_le_compat _ _ _ _ Rle_0_1 Rle_0_1 xw h'; lra.
Qed.
Lemma initial_one w N j t : y <= w <= 1 ->
  value [::] (x ^ j.+1 * w * x ^ N) ((N + j).+1 + t) = 1 - w * y ^ t.
Proof.
move=> [wy w1]; rewrite /value /=.
have -> : x * x ^ j * w * x ^ N * (y * y ^ (N + j + t))
        = (x * y) * (w * ((x ^ j * y ^ j) * (x ^ N * y ^ N) * y ^ t)) by rewrite !pow_add; ring.
rewrite xy !xyn !Rmult_1_l; have yp := y_pos; apply: pos_eq.
have yt : 0 <= y ^ t <= 1.
  split; first by apply: pow_le; lra.
  by rewrite -(pow1 t); apply: pow_incr; split; nra.
by nra.
Qed.

Lemma initial_correct w N j : y <= w <= 1 ->
  initial w N j = [seq value [::] (x ^ j.+1 * w * x ^ N) i | i <- iota 0 ((N + j).+1 + (N - j))].
Proof.
move=> wy; rewrite iotaD map_cat; congr (_ ++ _).
- have -> : nseq (N + j).+1 0 = [seq (fun=> 0) i | i <- iota 0 (N + j).+1].
    by elim: (N + j).+1 0%N => //= n IH s; rewrite -IH.
  by apply/eq_in_map => i; rewrite mem_iota add0n ltnS => /andP [_ h]; rewrite initial_zero.
- rewrite add0n -[in RHS](addn0 (N + j).+1) iotaDl -map_comp.
  by apply: eq_map => t /=; rewrite -(initial_one N j t wy).
Qed.

Lemma inner_value l g : inner_delta (map (the_step x) l) g = value l (g * x ^ span l) (span l).
Proof.
by rewrite /inner_delta -map_comp /value Rmult_assoc xyn Rmult_1_r.
Qed.

Theorem sweeps_initial l w j : (forall s, List.In s l -> valid_lstep s) -> y <= w <= 1 ->
  exists r, sweeps l (initial w (span l) j)
  = inner_delta (map (the_step x) l) (x ^ j.+1 * w) :: r.
Proof.
move=> Hl wy; rewrite initial_correct // inner_value.
set N := span l; pose m := ((N + j).+1 + (N - j) - (N + N))%N.
have m0 : ((N + j).+1 + (N - j) = N + N + m.-1.+1)%N.
  rewrite /m -!plusE -!minusE; lia.
rewrite m0 sweep_correct // [iota 0 _]/= map_cons addn0.
by eexists.
Qed.

(* ---------- the distribution of the loss ---------- *)
Definition delay (n : nat) (f : nat -> R) (t : nat) : R := if (n <= t)%N then f (t - n)%N else 0.
Fixpoint mass (l : seq lstep) (t : nat) : R :=
  if l is s :: l' then
    cof s * mass l' t + lal s * delay (ln s) (mass l') t + bof s * delay (ln s + ln s) (mass l') t
  else if t is 0%N then 1 else 0.

Lemma delay_big n m f t : (forall u, (m < u)%N -> f u = 0) -> (n + m < t)%N -> delay n f t = 0.
Proof. by move=> H h; rewrite /delay; case: ifP => // _; apply: H; rewrite ltn_subRL. Qed.

Lemma mass_big l t : (span l + span l < t)%N -> mass l t = 0.
Proof.
elim: l t => [|s l IH] t; first by case: t.
rewrite /span [sumn _]/= -/(span l) /= => h.
have lt2 a : (a + (span l + span l) <= ln s + span l + (ln s + span l))%N ->
  (a + (span l + span l) < t)%N by move=> h'; apply: leq_ltn_trans h.
rewrite IH; last by apply: (lt2 0%N); apply/leP; rewrite -!plusE; lia.
rewrite !(@delay_big _ (span l + span l)) //; first by ring.
- by apply: lt2; apply/leP; rewrite -!plusE; lia.
- by apply: lt2; apply/leP; rewrite -!plusE; lia.
Qed.

Lemma sum_delay n m (f F : nat -> R) : 
  \rsum_(t < n + m) (delay n f t * F t) = \rsum_(t < m) (f t * F (n + t)%N).
Proof.
rewrite big_split_ord /= big1 ?Rplus_0_l => [|i _]; last first.
  by rewrite /delay leqNgt ltn_ord /=; ring.
by apply: eq_bigr => i _; rewrite /delay leq_addr addKn.
Qed.

Lemma sum_more n m (f F : nat -> R) : (forall t, (m <= t)%N -> f t = 0) ->
  \rsum_(t < m + n) (f t * F t) = \rsum_(t < m) (f t * F t).
Proof.
move=> H; rewrite big_split_ord /= [X in _ + X]big1 ?Rplus_0_r // => i _.
by rewrite H ?leq_addr //; ring.
Qed.

Lemma value_mass l G i : (forall s, List.In s l -> valid_lstep s) ->
  value l G (span l + i)
  = \rsum_(t < (span l + span l).+1) (mass l t * value [::] G (i + t)).
Proof.
elim: l i => [|s l IH] i Hl.
  by rewrite big_ord_recl big_ord0 /= addn0 add0n; ring.
have vs := Hl s (or_introl erefl).
have Hl' t : List.In t l -> valid_lstep t by move=> h; apply: Hl; right.
rewrite /span /= -/(span l) -addnA lattice_recursion //.
set n := ln s; set N := span l.
rewrite [(n + n + _)%N](_ : _ = N + (n + n + i))%N; last by rewrite -!plusE; lia.
rewrite [(n + (N + i))%N](_ : _ = N + (n + i))%N; last by rewrite -!plusE; lia.
rewrite !IH //.
have -> : (n + N + (n + N)).+1 = ((N + N).+1 + (n + n))%N by rewrite -!plusE; lia.
rewrite (eq_bigr (fun t : 'I_ _ => 
   cof s * (mass l t * value [::] G (i + t)) + (lal s * (delay n (mass l) t * value [::] G (i + t))
   + bof s * (delay (n + n) (mass l) t * value [::] G (i + t))))); last by move=> t _; rewrite /n; ring.
rewrite !rsumD !rsumZ.
rewrite (@sum_more (n + n) _ (mass l) (fun t => value [::] G (i + t))); last by move=> t h; exact: mass_big.
have -> : ((N + N).+1 + (n + n) = (n + (N + N).+1) + n)%N by rewrite -!plusE; lia.
rewrite (@sum_more n _ (delay n (mass l)) (fun t => value [::] G (i + t))); last first.
  move=> t h; apply: (delay_big (m := N + N)); first by move=> u; exact: mass_big.
  by move: h; rewrite addnS.
rewrite (@sum_delay n _ (mass l) (fun t => value [::] G (i + t))).
have -> : ((n + (N + N).+1) + n = (n + n) + (N + N).+1)%N by rewrite -!plusE; lia.
rewrite (@sum_delay (n + n) _ (mass l) (fun t => value [::] G (i + t))) Rplus_assoc.
by congr (_ * _ + (_ * _ + _ * _)); apply: eq_bigr => t _; rewrite -!addnA ?(addnCA i).
Qed.

(* mass l t is the probability under P that the loss is (t - N) step; under Q it is x^(N-t) times that *)
Theorem lattice_distribution l g : (forall s, List.In s l -> valid_lstep s) ->
  inner_delta (map (the_step x) l) g
  = \rsum_(t < (span l + span l).+1) (mass l t * pos (1 - g * x ^ span l * y ^ t)).
Proof.
move=> Hl; rewrite inner_value; have := value_mass (g * x ^ span l) 0 Hl; rewrite addn0 => ->.
by apply: eq_bigr => t _; rewrite add0n.
Qed.
Theorem lattice_total l j : (forall s, List.In s l -> valid_lstep s) ->
  total_delta (map (the_step x) l) (x ^ j)
  = 1 - \big[Rmult/1]_(s <- l) (1 - ld s)
        * (1 - \rsum_(t < (span l + span l).+1) (mass l t * pos (1 - x ^ (span l + j) * y ^ t))).
Proof.
move=> Hl; rewrite /total_delta lattice_distribution // /survival big_map.
by congr (1 - _ * (1 - _)); apply: eq_bigr => t _; rewrite pow_add; congr (_ * pos _); ring.
Qed.
End Lattice.
