(* The kinds whose pair is that of a step (proofs/theories/Heterogeneous.v): their least guaranteed delta is total_delta. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Product GhaziIssa Composition Heterogeneous FinitePair.
From DPCert Require Import Domination PostProcessing.
From Verified Require Import Literal Claim Outcomes Pairs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition eta_alpha (x d t : R) : R := 1 - (t - d) * (x + 1) / ((1 - d) * (x - 1)).
Definition step_of (k : kind) : step :=
  match k with
  | ApproxDP e d => Step (exp (value e)) 0 (value d)
  | ApproxDPTV e d t => Step (exp (value e)) (eta_alpha (exp (value e)) (value d) (value t)) (value d)
  | ApproxDPAlpha e d al => Step (exp (value e)) (value al) (value d)
  | RandomizedResponse e k => Step (exp (value e)) ((IZR (Zpos k) - 2) / (exp (value e) + IZR (Zpos k) - 1)) 0
  | FinitePair _ _ | MultiDP _ | GroupDP _ _ | SampledDP _ _ _ => Step 0 0 0   (* not that of a step, and not valid *)
  end.
(* eta is of use only where eps > 0 and delta < 1 *)
Definition proper (k : kind) : Prop :=
  valid_step (step_of k) /\
  match k with ApproxDPTV e d _ => 1 < exp (value e) /\ value d < 1 | _ => True end.

Lemma eta_tv x d t : 1 < x -> d < 1 -> step_tv (Step x (eta_alpha x d t) d) = t.
Proof. by move=> x1 d1; rewrite /step_tv /eta_alpha /=; field; repeat split; lra. Qed.
Lemma exp_lt1 r : r < 0 -> exp r < 1.
Proof. by move=> h; rewrite -exp_0; apply: exp_increasing. Qed.
Lemma categories_ge2 x k : 1 <= x -> 0 <= (IZR (Zpos k) - 2) / (x + IZR (Zpos k) - 1) -> (2 <= k)%positive.
Proof.
move=> x1 h; case: (Pos.leb_spec 2 k) => // k1; have -> : k = xH by lia.
move: h; have -> : k = xH by lia.
have -> : (1 - 2) / (x + 1 - 1) = - / x by field; lra.
have : 0 < / x by apply: Rinv_0_lt_compat; lra.
lra.
Qed.
Lemma proper_in_domain k : proper k -> in_domain k.
Proof.
have ge0 r : 1 <= exp r -> 0 <= r by move=> h; case: (Rle_lt_dec 0 r) => // /exp_lt1; lra.
move=> [[x1 al1 d01] hk]; case: k x1 al1 d01 hk => [e d|e d t|e d al|e n|p q|cs|e n|q' e d] /= x1 al1 d01 hk;
  first by split=> //; exact: ge0.
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
- by split; [exact: ge0 | exact: categories_ge2 x1 (proj1 al1)].
- by lra.
- by lra.
- by lra.
- by lra.
Qed.

(* ---------- randomised response ---------- *)
Lemma sum_const (A : finType) (s : {set A}) c : \big[Rplus/0]_(i in s) c = INR #|s| * c.
Proof. by rewrite big_const; elim: #|s| => [|n IH] /=; [ring | rewrite IH -/(INR n.+1) S_INR; ring]. Qed.

Section Response.
Variables (x : R) (k : positive).
Hypotheses (x1 : 1 <= x) (k2 : (2 <= k)%positive).
Let n := x + IZR (Zpos k) - 1.
Let kR : 2 <= IZR (Zpos k). Proof. by apply: (IZR_le 2); lia. Qed.
Let INRk : INR (Pos.to_nat k) = IZR (Zpos k). Proof. by rewrite INR_IZR_INZ positive_nat_Z. Qed.

(* the functional of two laws of which one answers a, and the other one b, most often *)
Lemma response_sum (A : finType) (s : {set A}) a b (P Q : A -> R) F :
  [/\ #|s| = Pos.to_nat k, a \in s, b \in s & a <> b] -> F 0 0 = 0 ->
  (forall i, P i = if i == a then x / n else if i \in s then 1 / n else 0) ->
  (forall i, Q i = if i == b then x / n else if i \in s then 1 / n else 0) ->
  \rsum_(i : A) F (P i) (Q i) = F (x / n) (1 / n) + F (1 / n) (x / n) + (IZR (Zpos k) - 2) * F (1 / n) (1 / n).
Proof.
move=> [c ha hb /eqP ab] F0 hP hQ.
rewrite (bigID (fun i => i \in s)) /= [X in _ + X]big1 => [|i hi]; last first.
  have ne u : u \in s -> (i == u) = false by move=> hu; apply/eqP => e; rewrite e hu in hi.
  by rewrite hP hQ !ne // (negbTE hi).
have hb' : b \in s :\ a by rewrite !inE hb eq_sym ab.
rewrite (big_setD1 a) //= (big_setD1 b) //= Rplus_0_r.
rewrite (eq_bigr (fun=> F (1 / n) (1 / n))) => [|i]; last first.
  by rewrite !inE => /and3P [h1 h2 h3]; rewrite hP hQ (negbTE h1) (negbTE h2) h3.
have cD : INR #|s :\ a :\ b| = IZR (Zpos k) - 2.
  have := cardsD1 b (s :\ a); have := cardsD1 a s; rewrite hb' ha c => e1 e2.
  by rewrite -INRk e1 e2 !plus_INR /=; ring.
by rewrite sum_const cD !hP !hQ !eqxx ha hb (eq_sym b a) (negbTE ab); ring.
Qed.

Definition response : pair := @Pair [finType of 'I_(Pos.to_nat k)]
  (fun i => if val i == 0%N then x / n else 1 / n) (fun i => if val i == 1%N then x / n else 1 / n).
Let lt0 : (0 < Pos.to_nat k)%N. Proof. by apply/ltP; lia. Qed.
Let lt1 : (1 < Pos.to_nat k)%N. Proof. by apply/ltP; lia. Qed.

(* its laws on a larger alphabet are in the form of Claim.v *)
Lemma response_spread (A : finType) (f : letters response -> A) : injective f ->
  let s := f @: setT in let a := f (Ordinal lt0) in let b := f (Ordinal lt1) in
  [/\ [/\ #|s| = Pos.to_nat k, a \in s, b \in s & a <> b],
      forall i, mass f (@law0 response) i = if i == a then x / n else if i \in s then 1 / n else 0
    & forall i, mass f (@law1 response) i = if i == b then x / n else if i \in s then 1 / n else 0].
Proof.
move=> inj s a b; have hm m u : (forall i, m i = if i == u then x / n else 1 / n) ->
    forall i, mass f m i = if i == f u then x / n else if i \in s then 1 / n else 0.
  move=> hm i; case: (boolP (i \in s)) => [/imsetP [j _ ->]|hi]; first by rewrite mass_at // hm inj_eq.
  rewrite mass_off => [|j]; last by apply/eqP => e; move: hi; rewrite -e imset_f.
  by case: eqP => // e; move: hi; rewrite e imset_f.
split; last 2 first.
- by apply: hm => i /=.
- by apply: hm => i /=.
split; [by rewrite card_imset // cardsT card_ord | exact: imset_f | exact: imset_f |].
by move=> /inj /(f_equal val).
Qed.
Lemma response_functional F p q : F 0 0 = 0 -> functional F [:: response] p q
  = F (p * (x / n)) (q * (1 / n)) + F (p * (1 / n)) (q * (x / n)) + (IZR (Zpos k) - 2) * F (p * (1 / n)) (q * (1 / n)).
Proof.
move=> F0; have [h1 h2 h3] := response_spread (@inj_id _); rewrite /=.
rewrite -(@sum_spread _ _ id (@inj_id _) (fun u v => F (p * u) (q * v))) ?Rmult_0_r //.
by rewrite (response_sum (F := fun u v => F (p * u) (q * v)) h1 _ h2 h3) // !Rmult_0_r.
Qed.
Lemma response_dist : dist_pair response.
Proof.
have n0 : 0 < n by rewrite /n; lra.
have i0 : 0 < / n by apply: Rinv_0_lt_compat.
have h0 (c : bool) : 0 <= if c then x / n else 1 / n by case: c; apply: Rmult_le_pos; lra.
have hn : n = x + 1 + (IZR (Zpos k) - 2) by rewrite /n; ring.
split; split=> [i|]; try exact: h0.
- have := @response_functional (fun p _ => p) 1 1 erefl; rewrite /= => E.
  rewrite (eq_bigr (fun b => 1 * law0 (p := response) b)); last by move=> i _; rewrite Rmult_1_l.
  by rewrite E !Rmult_1_l; apply: (Rmult_eq_reg_r n); [field_simplify; lra | lra].
- have := @response_functional (fun _ q => q) 1 1 erefl; rewrite /= => E.
  rewrite (eq_bigr (fun b => 1 * law1 (p := response) b)); last by move=> i _; rewrite Rmult_1_l.
  by rewrite E !Rmult_1_l; apply: (Rmult_eq_reg_r n); [field_simplify; lra | lra].
Qed.
(* it has the functionals of a step *)
Lemma response_alike : alike [:: response] [:: pair5 (Step x ((IZR (Zpos k) - 2) / n) 0)].
Proof.
have n0 : 0 < n by rewrite /n; lra.
have i0 : 0 < / n by apply: Rinv_0_lt_compat.
move=> F hF p q p0 q0; rewrite response_functional ?linear0 // /= sum5 /P0 /P1 !inordK //= -/n.
have -> : cc x ((IZR (Zpos k) - 2) / n) = 1 / n.
  rewrite /cc; apply: (Rmult_eq_reg_r ((1 + x) * n)); last by apply: Rmult_integral_contrapositive; lra.
  rewrite /n in n0 *; field; lra.
rewrite !Rmult_0_r linear0 // Rminus_0_r !Rmult_1_l.
have -> : p * ((IZR (Zpos k) - 2) / n) = (IZR (Zpos k) - 2) * (p * (1 / n)) by field; lra.
have -> : q * ((IZR (Zpos k) - 2) / n) = (IZR (Zpos k) - 2) * (q * (1 / n)) by field; lra.
rewrite (homogeneous hF); [|lra|apply: Rmult_le_pos; lra|apply: Rmult_le_pos; lra].
have -> : 1 / n * x = x / n by field; lra.
ring.
Qed.
Lemma response_stands e : exp (value e) = x -> stands_for (RandomizedResponse e k) response.
Proof.
move=> ex; split; first exact: response_dist.
- move=> A P Q dP dQ /=; rewrite ex -/n => -[s [a [b [h [hP hQ]]]]] p q p0 q0; apply: Req_le.
  have F0 : excess_of (p * 0) (q * 0) = 0 by rewrite /excess_of pos_eq0; lra.
  transitivity (functional excess_of [:: response] p q) => //.
  rewrite response_functional; last by rewrite /excess_of pos_eq0; lra.
  exact: (response_sum (F := fun u v => excess_of (p * u) (q * v)) h F0 hP hQ).
- move=> A f inj /=; rewrite ex -/n; have [h1 h2 h3] := response_spread inj.
  by exists (f @: setT), (f (Ordinal lt0)), (f (Ordinal lt1)).
Qed.
End Response.

(* ---------- the pair of a kind that is a step ---------- *)
Definition pair_of_kind (k : kind) : pair :=
  match k with RandomizedResponse e n => response (exp (value e)) n | _ => pair5 (step_of k) end.

Lemma pair_of_kind_stands k : proper k -> stands_for k (pair_of_kind k).
Proof.
move=> [[x1 al1 d01] hk].
have dist5 : dist_pair (pair5 (step_of k)) by apply: dist_pair5; split.
have [_ [t1 [t2 t3]]] := ghazi_issa_theorem_2_tight x1 al1 d01 0 0.
have dom (A : finType) (P Q : A -> R) : dist P -> dist Q -> DP (sx (step_of k)) (sd (step_of k)) P Q ->
    DP (sx (step_of k)) (sd (step_of k)) Q P -> TV P Q <= step_tv (step_of k) ->
    dominated P Q (P0 (sx (step_of k)) (sal (step_of k)) (sd (step_of k)))
                  (P1 (sx (step_of k)) (sal (step_of k)) (sd (step_of k))).
  by move=> dP dQ h1 h2 h3; apply: ghazi_issa_pair_dominates => //; rewrite ghazi_issa_pair_TV.
case: k x1 al1 d01 hk dist5 t1 t2 t3 dom => [e d|e d t|e d al|e n|p q|cs|e n|q' e d] /= x1 al1 d01 hk dist5 t1 t2 t3 dom.
- split=> // [A P Q dP dQ [h1 h2]|A f inj]; last by split; exact: DP_spread.
  by apply: dom => //; rewrite /step_tv /= Rminus_0_r Rmult_1_r; apply: kov_TV => //; lra.
- have E := eta_tv (value t) (proj1 hk) (proj2 hk); split=> // [A P Q dP dQ [h1 h2 h3]|A f inj].
  + by apply: dom => //; rewrite E.
  + by split; [exact: DP_spread | exact: DP_spread | rewrite TV_spread // t3; apply: Req_le].
- split=> // [A P Q dP dQ [h1 h2 h3]|A f inj]; first exact: dom.
  by split; [exact: DP_spread | exact: DP_spread | rewrite TV_spread // t3; apply: Rle_refl].
- exact: response_stands x1 (categories_ge2 x1 (proj1 al1)) _ erefl.
- by lra.
- by lra.
- by lra.
- by lra.
Qed.
Lemma pair_of_kind_alike k : proper k -> alike [:: pair_of_kind k] [:: pair5 (step_of k)].
Proof.
case: k => [e d|e d t|e d al|e n|p q|cs|e n|q' e d] // -[[/= x1 al1 _] _].
exact: response_alike x1 (categories_ge2 x1 (proj1 al1)).
Qed.
Lemma represents_kind X k : proper k -> represents X [:: pair5 (step_of k)] -> represents X [:: pair_of_kind k].
Proof. by move=> pk; apply: alike_represents => F hF p q p0 q0; rewrite (pair_of_kind_alike pk). Qed.

Section Steps.
Variable ks : seq kind.
Hypothesis ok : forall k, List.In k ks -> proper k.
Let l := map step_of ks.

Lemma valid_l s : List.In s l -> valid_step s.
Proof.
rewrite /l => h; have [k [<- hk]] : exists k, step_of k = s /\ List.In k ks.
  elim: ks h => [|a s' IH] //= [<-|h]; first by exists a; split => //; left.
  by have [k [e hk]] := IH h; exists k; split => //; right.
by have [v _] := ok hk.
Qed.

Lemma steps_stand : stand_for ks (map pair_of_kind ks).
Proof.
elim: ks ok => [|k s IH] h /=; constructor; first by apply: pair_of_kind_stands; apply: h; left.
by apply: IH => k' hk'; apply: h; right.
Qed.
Lemma steps_alike : alike (map pair_of_kind ks) (map pair5 l).
Proof.
rewrite /l; elim: ks ok => [|k s IH] h //=; have pk := h k (or_introl erefl).
have hs k' : List.In k' s -> proper k' by move=> hk'; apply: h; right.
apply: alike_cons; [| |exact: pair_of_kind_alike|exact: IH].
- by have [[[d0 _] [d1 _]] _ _] := pair_of_kind_stands pk.
- move=> t; elim: (s) hs => [|k' s' IHs] hs //= [<-|]; last by apply: IHs => k'' hk; apply: hs; right.
  by have [v _] := hs k' (or_introl erefl); have [[d0 _] [d1 _]] := dist_pair5 v.
Qed.

Theorem guaranteedE x d : 0 <= x -> guaranteed ks x d <-> total_delta l x <= d.
Proof.
move=> x0; rewrite (guaranteed_pairs steps_stand) // divergenceE (steps_alike excess_linear) //; last lra.
by rewrite -divergenceE (steps_delta valid_l).
Qed.

(* delta decreases with eps *)
Lemma total_delta_decreases x x' : 0 <= x -> x <= x' -> total_delta l x' <= total_delta l x.
Proof.
move=> x0 xx; apply/guaranteedE; first lra.
by apply: guaranteed_up xx _; apply/guaranteedE => //; apply: Rle_refl.
Qed.
End Steps.

(* ---------- claims from bounds of the least guaranteed delta ---------- *)
Definition above_all (ks : seq kind) (x v : R) : Prop := forall d, guaranteed ks x d -> v <= d.
Definition beyond_all (ks : seq kind) (x v : R) : Prop := forall d, guaranteed ks x d -> v < d.
Lemma steps_at_least ks x v : (forall k, List.In k ks -> proper k) -> 0 <= x ->
  v <= total_delta (map step_of ks) x -> above_all ks x v.
Proof. by move=> ok x0 h d /(guaranteedE ok _ x0); lra. Qed.
Lemma steps_above ks x v : (forall k, List.In k ks -> proper k) -> 0 <= x ->
  v < total_delta (map step_of ks) x -> beyond_all ks x v.
Proof. by move=> ok x0 h d /(guaranteedE ok _ x0); lra. Qed.

Section Claims.
Variable ks : seq kind.
Lemma delta_not_at_most e v : beyond_all ks (exp (value e)) v -> ~ at_most ks (DeltaAt e) v.
Proof. by move=> h /h; lra. Qed.
Lemma delta_not_at_least e u v : u < v -> guaranteed ks (exp (value e)) u -> ~ at_least ks (DeltaAt e) v.
Proof. by move=> uv h /(_ _ h); lra. Qed.
Lemma eps_negative d v : v < 0 -> ~ at_most ks (EpsAt d) v.
Proof. by move=> h [h' _]; lra. Qed.
Lemma eps_not_at_most d v : beyond_all ks (exp v) (value d) -> ~ at_most ks (EpsAt d) v.
Proof. by move=> h [_ /h]; lra. Qed.
Lemma eps_at_least d v : beyond_all ks (exp v) (value d) -> at_least ks (EpsAt d) v.
Proof.
move=> h u [u0 hu]; case: (Rle_lt_dec v u) => // uv.
by have := h _ (guaranteed_up (exp_le (Rlt_le _ _ uv)) hu); lra.
Qed.
Lemma eps_at_least_0 d v : v <= 0 -> at_least ks (EpsAt d) v.
Proof. by move=> h u [u0 _]; lra. Qed.
Lemma eps_not_at_least d u v : 0 <= u -> u < v -> guaranteed ks (exp u) (value d) -> ~ at_least ks (EpsAt d) v.
Proof. by move=> u0 uv h /(_ u (conj u0 h)); lra. Qed.
End Claims.
