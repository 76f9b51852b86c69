(* The Poisson sampler itself: every record of the data set joins the sample with probability r,
   independently of the others.

   sampler r S T is the probability of the sample T from the data set S, run r M S the law of the
   mechanism M on the sample.
   Proved here
     sampler_total       the probabilities of the samples of a data set sum to one
     run_add             adding record i: run on i |: S is the average over the samples T of S of
                         (1-r) M T + r M (i |: T)
     poisson_add, poisson_remove   if (M (i |: T), M T) is dominated by D for every T without i, the
                         sampled mechanism on (i |: S, S) is dominated by sampled r D, and on
                         (S, i |: S) by swap (sampled r D)
   These are the hypotheses of poisson_sampling (PoissonSampling.v) for the real sampler: Theorem 8
   of Balle, Barthe & Gaboardi 2018, as domination. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PostProcessing PoissonSampling.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Section Sampler.
Variables (I A : finType) (r : R).
Hypothesis r01 : 0 <= r <= 1.
Implicit Types (S T : {set I}).

Definition sampler S T : R := if T \subset S then r ^ #|T| * (1 - r) ^ (#|S| - #|T|) else 0.
Definition run (M : {set I} -> A -> R) S : A -> R := average (sampler S) M.

Lemma sampler_ge0 S : nonneg (sampler S).
Proof.
by move=> T; rewrite /sampler; case: ifP => _; [apply: Rmult_le_pos; apply: pow_le; lra | lra].
Qed.

Lemma sampler_out i S T : i \notin S -> i \notin T -> sampler (i |: S) T = (1 - r) * sampler S T.
Proof.
move=> iS iT; rewrite /sampler.
have -> : (T \subset i |: S) = (T \subset S).
  apply/subsetP/subsetP => h j jT; have := h j jT; rewrite !inE; last by move=> ->; rewrite orbT.
  by case/orP => [/eqP e|//]; rewrite -e jT in iT.
case: ifP => [h|_]; last by ring.
by rewrite cardsU1 iS add1n subSn ?subset_leq_card //=; ring.
Qed.
Lemma sampler_in i S T : i \notin S -> i \notin T -> sampler (i |: S) (i |: T) = r * sampler S T.
Proof.
move=> iS iT; rewrite /sampler.
have -> : (i |: T \subset i |: S) = (T \subset S).
  apply/subsetP/subsetP => h j jT.
  - have := h j; rewrite !inE jT orbT => /(_ isT) /orP [/eqP e|//].
    by rewrite -e jT in iT.
  - by move: jT; rewrite !inE => /orP [->|/h ->] //; rewrite orbT.
case: ifP => [h|_]; last by ring.
by rewrite !cardsU1 iS iT !add1n subSS /=; ring.
Qed.
Lemma sampler_none i S T : i \notin S -> i \in T -> sampler S T = 0.
Proof.
by move=> iS iT; rewrite /sampler; case: ifP => // /subsetP /(_ i iT) h; rewrite h in iS.
Qed.

(* sums over all samples, by whether they hold i *)
Lemma sum_split i (F : {set I} -> R) :
  \rsum_(T : {set I}) F T = \big[Rplus/0]_(T : {set I} | i \notin T) (F T + F (i |: T)).
Proof.
rewrite big_split /= (bigID (fun T : {set I} => i \notin T)) /=; congr (_ + _).
rewrite (reindex_onto (fun T : {set I} => i |: T) (fun T => T :\ i)) /=; last first.
  by move=> T; rewrite negbK => h; rewrite setD1K.
apply: eq_bigl => T; rewrite !inE eqxx /=; apply/eqP/idP => [<-|h].
- by rewrite !inE eqxx.
- by rewrite setU1K.
Qed.

Lemma sum_sampler i S (G : {set I} -> R) : i \notin S ->
  \rsum_(T : {set I}) (sampler (i |: S) T * G T)
  = \rsum_(T : {set I}) (sampler S T * ((1 - r) * G T + r * G (i |: T))).
Proof.
move=> iS; rewrite (sum_split i) [RHS](sum_split i); apply: eq_bigr => T iT.
rewrite sampler_out // sampler_in // (@sampler_none i S (i |: T)) ?inE ?eqxx //; ring.
Qed.

Theorem sampler_total S : \rsum_(T : {set I}) sampler S T = 1.
Proof.
have E X : \rsum_(T : {set I}) sampler X T = \rsum_(T : {set I}) (sampler X T * 1).
  by apply: eq_bigr => T _; ring.
move: {2}#|S| (erefl #|S|) => n; elim: n S => [|n IH] S.
- move/eqP; rewrite cards_eq0 => /eqP ->; rewrite (bigD1 set0) //= big1 => [|T].
  + by rewrite /sampler sub0set cards0 /=; ring.
  + by rewrite /sampler subset0 => /negbTE ->.
- move=> hS; have /card_gt0P [i iS] : (0 < #|S|)%N by rewrite hS.
  rewrite -(setD1K iS) E sum_sampler ?inE ?eqxx //.
  rewrite (eq_bigr (sampler (S :\ i))) => [|T _]; last by ring.
  by apply: IH; move: hS; rewrite (cardsD1 i) iS add1n => -[].
Qed.

Theorem run_add M i S a : i \notin S ->
  run M (i |: S) a = average (sampler S) (fun T => mix r (M (i |: T)) (M T)) a.
Proof. by move=> iS; rewrite /run /average sum_sampler. Qed.

Section Neighbours.
Variables (M : {set I} -> A -> R) (i : I) (S : {set I}) (D : fpair).
Hypotheses (M0 : forall T, nonneg (M T)) (iS : i \notin S) (nD : nneg D).
(* off the samples of S nothing is used: take the sample without i *)
Let M1 T := M (i |: (T :\ i)).
Let M2 T := M (T :\ i).

Lemma run_with a : run M (i |: S) a = average (sampler S) (fun T => mix r (M1 T) (M2 T)) a.
Proof.
rewrite run_add // /average; apply: eq_bigr => T _.
case: (boolP (i \in T)) => h; first by rewrite (sampler_none iS h) !Rmult_0_l.
by rewrite /M1 /M2 (_ : T :\ i = T) //; apply/setDidPl; rewrite disjoint_sym disjoints1.
Qed.
Lemma run_without a : run M S a = average (sampler S) M2 a.
Proof.
rewrite /run /average; apply: eq_bigr => T _.
case: (boolP (i \in T)) => h; first by rewrite (sampler_none iS h) !Rmult_0_l.
by rewrite /M2 (_ : T :\ i = T) //; apply/setDidPl; rewrite disjoint_sym disjoints1.
Qed.
Lemma run_hs p q : hs p q (FP (run M (i |: S)) (run M S))
  = hs p q (FP (average (sampler S) (fun T => mix r (M1 T) (M2 T))) (average (sampler S) M2)).
Proof. by apply: eq_bigr => a _; rewrite /= run_with run_without. Qed.
Lemma run_hs_swap p q : hs p q (FP (run M S) (run M (i |: S)))
  = hs p q (FP (average (sampler S) M2) (average (sampler S) (fun T => mix r (M1 T) (M2 T)))).
Proof. by apply: eq_bigr => a _; rewrite /= run_with run_without. Qed.

Theorem poisson_add :
  (forall T, i \notin T -> FP (M (i |: T)) (M T) <=d D) ->
  (forall T, i \notin T -> \rsum_(a : A) M T a <= totQ D) ->
  FP (run M (i |: S)) (run M S) <=d sampled r D.
Proof.
move=> h hQ p q p0 q0; rewrite run_hs.
have out T : i \notin T :\ i by rewrite !inE eqxx.
apply: (@poisson_sampling _ _ (sampler S) M1 M2 r D) => //.
- exact: sampler_ge0.
- by rewrite sampler_total; lra.
- by move=> T; exact: M0.
- by move=> T; exact: M0.
- by move=> T; apply: h.
- by move=> T; apply: hQ.
Qed.

Theorem poisson_remove :
  (forall T, i \notin T -> FP (M T) (M (i |: T)) <=d swap D) ->
  FP (run M S) (run M (i |: S)) <=d swap (sampled r D).
Proof.
move=> h p q p0 q0; rewrite run_hs_swap.
have out T : i \notin T :\ i by rewrite !inE eqxx.
apply: (@poisson_sampling_swap _ _ (sampler S) M1 M2 r D) => //.
- exact: sampler_ge0.
- by rewrite sampler_total; lra.
- by move=> T; exact: M0.
- by move=> T; exact: M0.
- by move=> T; apply: h.
Qed.
End Neighbours.
End Sampler.
