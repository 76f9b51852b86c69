(* Products of finite pairs at an eps that is at least the sum of their largest finite losses: only outcomes of infinite loss count.

   inf_mass D       the P-mass of the outcomes with Q = 0
   losses_below x D no finite loss of D is above ln x
   Proved here
     delta_beyond        delta x D = inf_mass D where no finite loss is above ln x
     delta_beyond_all    for a product: 1 - prod (1 - inf_mass D), from the product of the ratios on
   Justifies the rule "infinite", for any finite pairs. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson FinitePair Domination PairProduct.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition only_P (q p : R) : R := if Req_EM_T q 0 then p else 0.
Definition inf_mass (D : fpair) : R := \rsum_(a : atom D) only_P (mQ D a) (mP D a).
Definition losses_below x (D : fpair) : Prop := forall a, mQ D a <> 0 -> mP D a <= x * mQ D a.

Lemma only_P0 q p : q = 0 -> only_P q p = p.
Proof. by rewrite /only_P; case: Req_EM_T. Qed.
Lemma only_PN q p : q <> 0 -> only_P q p = 0.
Proof. by rewrite /only_P; case: Req_EM_T. Qed.

Theorem delta_beyond x D : nneg D -> losses_below x D -> delta x D = inf_mass D.
Proof.
move=> [P0 Q0] h; apply: eq_bigr => a _; case: (Req_EM_T (mQ D a) 0) => q0.
- rewrite only_P0 // q0 Rmult_0_r Rminus_0_r Rmax_right //; exact: P0.
- by rewrite only_PN // Rmax_left //; have := h a q0; lra.
Qed.

Lemma inf_mass_prod2 D D' : inf_mass (prod2 D D') = inf_mass D * totP D' + (totP D - inf_mass D) * inf_mass D'.
Proof.
have E (p q p' q' : R) : only_P (q * q') (p * p') = only_P q p * p' + (p - only_P q p) * only_P q' p'.
  case: (Req_EM_T q 0) => h; first by rewrite !(only_P0 _ h) only_P0; [ring | rewrite h; ring].
  case: (Req_EM_T q' 0) => h'; first by rewrite (only_PN _ h) !(only_P0 _ h') only_P0; [ring | rewrite h'; ring].
  by rewrite !only_PN // ; [ring | apply: Rmult_integral_contrapositive_currified].
rewrite {1}/inf_mass rsum_pair.
have row (a : atom D) : \rsum_(b : atom D') only_P (mQ (prod2 D D') (a, b)) (mP (prod2 D D') (a, b))
  = only_P (mQ D a) (mP D a) * totP D' + (mP D a - only_P (mQ D a) (mP D a)) * inf_mass D'.
  rewrite (eq_bigr (fun b => only_P (mQ D a) (mP D a) * mP D' b
    + (mP D a - only_P (mQ D a) (mP D a)) * only_P (mQ D' b) (mP D' b))); last by move=> b _; exact: E.
  by rewrite rsumD !rsumZ.
rewrite (eq_bigr _ (fun a _ => row a)) rsumD; congr (_ + _).
- by rewrite /inf_mass big_distrl.
- by rewrite /totP /inf_mass -rsumB big_distrl.
Qed.

Lemma losses_below_prod2 x x' D D' : nneg D -> nneg D' -> 0 <= x -> 0 <= x' ->
  losses_below x D -> losses_below x' D' -> losses_below (x * x') (prod2 D D').
Proof.
move=> [P0 Q0] [P0' Q0'] x0 x0' h h' [a b] /= q0.
have qa : mQ D a <> 0 by move=> e; apply: q0; rewrite e; ring.
have qb : mQ D' b <> 0 by move=> e; apply: q0; rewrite e; ring.
have -> : x * x' * (mQ D a * mQ D' b) = (x * mQ D a) * (x' * mQ D' b) by ring.
by apply: Rmult_le_compat; [exact: P0 | exact: P0' | exact: h | exact: h'].
Qed.

(* each pair with a bound of its finite ratios *)
Definition bounded (e : R * fpair) : Prop := [/\ nneg e.2, totP e.2 = 1, 0 <= e.1 & losses_below e.1 e.2].

Theorem delta_beyond_all (s : seq (R * fpair)) x : List.Forall bounded s -> \big[Rmult/1]_(e <- s) e.1 <= x ->
  delta x (prods (map snd s)) = 1 - \big[Rmult/1]_(e <- s) (1 - inf_mass e.2).
Proof.
move=> hs hx; have [nn [tot inf below]] : nneg (prods (map snd s)) /\
    [/\ totP (prods (map snd s)) = 1, inf_mass (prods (map snd s)) = 1 - \big[Rmult/1]_(e <- s) (1 - inf_mass e.2)
      & 0 <= \big[Rmult/1]_(e <- s) e.1 /\ losses_below (\big[Rmult/1]_(e <- s) e.1) (prods (map snd s))].
  elim: hs {hx} => [|[y D] {}s [nD tD y0 bD] _ [nn [tot inf [below0 below]]]] /=.
    rewrite !big_nil; split; first exact: nneg_unit.
    split; [by rewrite /totP sum_unit | | by split; [lra | move=> a _ /=; lra]].
    by rewrite /inf_mass sum_unit only_PN /=; lra.
  rewrite !big_cons /=; split; first exact: nneg_prod2.
  split.
  - by rewrite totP_prod2 tot; rewrite /= in tD; rewrite tD; ring.
  - by rewrite inf_mass_prod2 inf tot; rewrite /= in tD; rewrite tD; ring.
  - by split; [exact: Rmult_le_pos | exact: losses_below_prod2].
rewrite -inf; apply: delta_beyond => // a q0.
apply: Rle_trans (proj2 below a q0) _; apply: Rmult_le_compat_r => //.
by case: nn => _; apply.
Qed.
