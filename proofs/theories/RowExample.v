(* The rules at work, where everything can be seen: randomised response with E = e^eps = 2,
   twice. Masses are integers over 18.

   response_twice: delta at eps = ln 2 is exactly 2/9: the certificates from above and from below
   meet. response_twice_DP: every adaptive composition of two mechanisms that are eps-DP in both
   directions is (eps, 2/9)-DP (Kairouz, Oh & Viswanath, Theorem 3.3 at k = 2). *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson GhaziIssa Composition Heterogeneous.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound LatticeRow.
From DPCert Require Import RowRules RowCheck Leaves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

Definition B := 18%Z.
Lemma B0 : (0 < B)%Z. Proof. by []. Qed.
Definition y := / 2.
Definition response : fpair := approx_dp_pair 2 0 0.

(* the certificates: a leaf, the row for two steps, what is read off *)
Definition leaf1 := ZRow (-1) [:: 6; 0; 12]%Z 0.
Definition leaf2 := ZRow (-2) [:: 2; 0; 8; 0; 8]%Z 0.
Definition above := Twice leaf2 0 (Leaf zrow 0).
Definition weights := [:: 0; 0; 0; 0; 9]%Z.
Definition lleaf1 := ZLRow 0 [:: 6; 0; 12]%Z 0 [:: 12; 0; 6]%Z 0.
Definition lleaf2 := ZLRow 0 [:: 2; 0; 8; 0; 8]%Z 0 [:: 8; 0; 8; 0; 2]%Z 0.
Definition below_ := Twice lleaf2 0 (Leaf zlrow 0).

Lemma above_concludes : conclude (check_upper B) (fun i => if i is 0%N then Some leaf1 else None) above = Some leaf2.
Proof. by vm_compute. Qed.
Lemma above_read : check_upper_read B leaf2 weights 4.
Proof. by vm_compute. Qed.
Lemma below_concludes : conclude (check_lower B) (fun i => if i is 0%N then Some lleaf1 else None) below_ = Some lleaf2.
Proof. by vm_compute. Qed.
Lemma below_read : check_lower_read B lleaf2 (2 * B) 4 4.
Proof. by vm_compute. Qed.
(* a row with one unit less is refused, as is a lower row with one more *)
Lemma less_refused : conclude (check_upper B) (fun i => if i is 0%N then Some leaf1 else None)
  (Twice (ZRow (-2) [:: 2; 0; 8; 0; 7]%Z 0) 0 (Leaf zrow 0)) = None.
Proof. by vm_compute. Qed.
Lemma more_refused : conclude (check_lower B) (fun i => if i is 0%N then Some lleaf1 else None)
  (Twice (ZLRow 0 [:: 2; 0; 8; 0; 9]%Z 0 [:: 8; 0; 8; 0; 2]%Z 0) 0 (Leaf zlrow 0)) = None.
Proof. by vm_compute. Qed.

Lemma y0 : 0 < y. Proof. by rewrite /y; lra. Qed.
Lemma x1 : 1 <= 2. Proof. by lra. Qed.
Lemma c_third : cc 2 0 = 1 / 3. Proof. by rewrite /cc; field. Qed.
Lemma z01 : 0 <= 0 <= 1. Proof. by lra. Qed.
Lemma response_nneg : nneg response. Proof. exact: (approx_dp_nneg x1 z01 z01). Qed.

Lemma leaf_above : upper y [:: response] (rowR B leaf1).
Proof.
apply: (@upper_approx_dp 2 0 0 x1 z01 z01 y 1) => //.
- exact: y0.
- by rewrite /y /=; lra.
- split; last by rewrite /= /val /B; lra.
  exact: (@nonnegz_ok B B0 (zcoef leaf1)).
- by rewrite c_third at_val /val /B /atz /=; lra.
- by rewrite at_val /val /B /atz /=; lra.
- by rewrite c_third at_val /val /B /atz /=; lra.
- by rewrite /= /val /B; lra.
Qed.

Definition lbl (i : 'I_5) : option nat := nth None [:: None; Some 2; Some 1; Some 0; None]%N i.
Lemma leaf_below : lower [:: response] (lrowR B lleaf1).
Proof.
have E (m : 'I_5 -> R) n : law (T := ordinal_finType 5) lbl m n
  = ind (n == 2)%N * m (inord 1) + (ind (n == 1)%N * m (inord 2) + ind (n == 0)%N * m (inord 3)).
  rewrite /law sum5 /lbl !inordK //=.
  by rewrite /ind; case: n => [|[|[|n]]] //=; ring.
apply: (@lower_bins response lbl) => //.
- exact: response_nneg.
- exact: (@nonnegz_ok B B0 (zqup lleaf1)).
- exact: (@nonnegz_ok B B0 (zplow lleaf1)).
- move=> i hi; rewrite at_val [law _ _ _]E /= /P0 !inordK //= c_third.
  by case: i hi => [|[|[|i]]] // _; rewrite /atz /val /B /ind /=; lra.
- split; first by rewrite /= /val /B; lra.
  have -> : linf lbl (mP response) = 0; last by rewrite /= /val /B; lra.
  by rewrite /linf [LHS]sum5 /lbl /= /P0 !inordK //= /ind /=; ring.
- have -> : total (mQ response) = 1.
    by rewrite /total; case: (P1_dist x1 z01 z01).
  rewrite /= !psumS psum0 ![law _ _ _]E /at_ /= /P1 !inordK //= c_third.
  by rewrite /val /B /ind /= !Rmin_left; lra.
Qed.

Lemma leaves_above i r : (if i is 0%N then Some leaf1 else None) = Some r -> upper y [:: response] (rowR B r).
Proof. by case: i => // -[<-]; exact: leaf_above. Qed.
Lemma leaves_below i r : (if i is 0%N then Some lleaf1 else None) = Some r -> lower [:: response] (lrowR B r).
Proof. by case: i => // -[<-]; exact: leaf_below. Qed.

(* max(0, 1 - 2 e^-loss) at the losses -2, ..., 2 (in units of ln 2) *)
Lemma weights_ok i : (i < size weights)%N ->
  Rmax 0 (1 - 2 * powerRZ y (zstart leaf2 + Z.of_nat i)) <= val B (atz weights i).
Proof.
rewrite /weights /val /B /y.
by case: i => [|[|[|[|[|i]]]]] //= _; apply: Rmax_lub; rewrite /atz /=; lra.
Qed.

Theorem response_twice : delta 2 (prods [:: response; response]) = 2 / 9.
Proof.
have D0 : 0 <= 2 by lra.
apply: Rle_antisym.
- have u := conclude_sound B0 (D := fun=> response) y0 leaves_above above_concludes.
  have := check_upper_read_sound B0 y0 above_read u D0 weights_ok.
  by rewrite /= /val /B; lra.
- have l := lower_conclude_sound B0 (D := fun=> response) leaves_below below_concludes.
  have := check_lower_read_sound B0 below_read l (x := 2).
  rewrite /= /val /B /= => H; have := H ltac:(lra) ltac:(lia) isT; lra.
Qed.

Theorem response_twice_DP (A : finType) (K K' : seq A -> A -> R) :
  (forall g, dist (K g)) -> (forall g, dist (K' g)) ->
  (forall g, DP 2 0 (K g) (K' g)) -> (forall g, DP 2 0 (K' g) (K g)) ->
  DP 2 (2 / 9) (fun t : 2.-tuple A => joint K [::] t) (fun t => joint K' [::] t).
Proof.
move=> dK dK' h1 h2; apply: (adaptive_composition_DP (D := fun=> response)).
- by move=> g; case: (dK g).
- by move=> g; case: (dK' g).
- by move=> _; exact: response_nneg.
- lra.
- move=> g _; apply: (approx_dp_dominated x1 z01 z01) => //.
  by have := kov_TV (x := 2) _ (dK g) (dK' g) (h1 g) (h2 g); lra.
- by rewrite /= response_twice; lra.
Qed.
