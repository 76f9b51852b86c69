(* A checker of composed rows, on integers.

   Masses are integers over a common denominator B (a power of two, say). The programs use only
   +, *, min and comparisons of integers; their soundness rests on RowRules.v.
   Proved here
     check_upper_sound, check_upper_read_sound     one composition of upper rows; reading delta
     check_lower_sound, check_lower_read_sound     the same for lower rows
     conclude_sound, certificate_DP                a whole derivation: leaves, compositions of two
                    parts, and a part taken twice (repeated squaring of a step run many times);
                    the ledger is the list of leaves, each as often as it occurs
     lower_conclude_sound, certificate_lower      the same from below
   What stays outside: that the leaf rows hold (upper_leaf, upper_dots, lower_leaf) and the
   enclosures v of max(0, 1 - x y^z), x = e^eps, y = e^-step. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound LatticeRow RowRules.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the programs ---------- *)
Fixpoint addz (s t : seq Z) : seq Z :=
  match s, t with
  | [::], _ => t
  | _, [::] => s
  | a :: s', b :: t' => (a + b)%Z :: addz s' t'
  end.
Fixpoint mulz (s t : seq Z) : seq Z :=
  if s is a :: s' then addz (map (Z.mul a) t) (0%Z :: mulz s' t) else [::].
Definition sumz (s : seq Z) : Z := foldr Z.add 0%Z s.
(* sum of the smaller of f_i and B c_i, over the entries of c *)
Fixpoint keptz (B : Z) (f c : seq Z) {struct c} : Z :=
  match c, f with
  | x :: c', y :: f' => (Z.min y (B * x) + keptz B f' c')%Z
  | _, _ => 0%Z
  end.
Definition nonnegz (s : seq Z) := all (Z.leb 0) s.
(* B c_i <= f_i for all entries of c *)
Fixpoint belowz (B : Z) (f c : seq Z) {struct c} : bool :=
  match c, f with
  | [::], _ => true
  | x :: c', y :: f' => Z.leb (B * x) y && belowz B f' c'
  | x :: c', [::] => Z.eqb x 0 && belowz B [::] c'
  end.
Fixpoint dotz (s t : seq Z) : Z :=
  match s, t with a :: s', b :: t' => (a * b + dotz s' t')%Z | _, _ => 0%Z end.

Record zrow := ZRow { zstart : Z; zcoef : seq Z; zcut : Z }.
Definition check_upper (B : Z) (r r' r'' : zrow) (m : nat) : bool :=
  [&& nonnegz (zcoef r''), Z.leb 0 (zcut r''),
      Z.eqb (zstart r'') (zstart r + zstart r' + Z.of_nat m)
    & Z.leb ((sumz (zcoef r) + zcut r) * (sumz (zcoef r') + zcut r')
             - keptz B (drop m (mulz (zcoef r) (zcoef r'))) (zcoef r'')) (B * zcut r'')].
(* v: upper bounds of B max(0, 1 - x y^(start+i)) *)
Definition check_upper_read (B : Z) (r : zrow) (v : seq Z) (d : Z) : bool :=
  (size v == size (zcoef r)) && Z.leb (B * zcut r + dotz (zcoef r) v) (B * d).

Record zlrow := ZLRow { zoff : nat; zplow : seq Z; zpinf : Z; zqup : seq Z; zqcut : Z }.
Definition check_lower (B : Z) (r r' r'' : zlrow) (m : nat) : bool :=
  [&& nonnegz (zplow r''), nonnegz (zqup r''), Z.leb 0 (zpinf r''),
      zoff r'' == (zoff r + zoff r' + m)%N
    & [&& belowz B (drop m (mulz (zplow r) (zplow r'))) (zplow r''),
          Z.leb (B * zpinf r'') (zpinf r * (zpinf r' + sumz (zplow r')) + sumz (zplow r) * zpinf r')
        & Z.leb ((sumz (zqup r) + zqcut r) * (sumz (zqup r') + zqcut r')
             - keptz B (drop m (mulz (zqup r) (zqup r'))) (zqup r'')) (B * zqcut r'')]].
(* xu: an upper bound of B x; the test rejects from position j on *)
Definition check_lower_read (B : Z) (r : zlrow) (xu : Z) (j : nat) (d : Z) : bool :=
  (j <= size (zqup r))%N &&
  Z.leb (B * d) (B * (zpinf r + sumz (drop j (zplow r))) - xu * (zqcut r + sumz (drop j (zqup r)))).

(* ---------- meaning ---------- *)
Section Sound.
Variable B : Z.
Hypothesis B0 : (0 < B)%Z.
Lemma BR : 0 < IZR B. Proof. exact: IZR_lt. Qed.
Hint Resolve BR : core.
Definition val (z : Z) : R := IZR z / IZR B.
Definition val2 (z : Z) : R := IZR z / (IZR B * IZR B).
Definition atz (s : seq Z) n := nth 0%Z s n.

Lemma val0 : val 0 = 0. Proof. by rewrite /val; lra. Qed.
Lemma val20 : val2 0 = 0. Proof. by rewrite /val2 /Rdiv Rmult_0_l. Qed.
Lemma val_le a b : (a <= b)%Z -> val a <= val b.
Proof.
move=> /IZR_le h; apply: Rmult_le_compat_r => //; exact/Rlt_le/Rinv_0_lt_compat.
Qed.
Lemma val2_le a b : (a <= b)%Z -> val2 a <= val2 b.
Proof.
move=> /IZR_le h; apply: Rmult_le_compat_r => //; apply/Rlt_le/Rinv_0_lt_compat.
exact: Rmult_lt_0_compat.
Qed.
Lemma val_ge0 a : (0 <= a)%Z -> 0 <= val a.
Proof. by move=> /val_le; rewrite val0. Qed.
Lemma valD a b : val (a + b) = val a + val b.
Proof. by rewrite /val plus_IZR /Rdiv; ring. Qed.
Lemma val2D a b : val2 (a + b) = val2 a + val2 b.
Proof. by rewrite /val2 plus_IZR /Rdiv; ring. Qed.
Lemma val2B a b : val2 (a - b) = val2 a - val2 b.
Proof. by rewrite /val2 minus_IZR /Rdiv; ring. Qed.
Lemma valM a b : val a * val b = val2 (a * b).
Proof. by have b0 := BR; rewrite /val /val2 mult_IZR; field; lra. Qed.
Lemma val_val2 a : val a = val2 (B * a).
Proof. by have b0 := BR; rewrite /val /val2 mult_IZR; field; lra. Qed.

Lemma at_val s n : at_ (map val s) n = val (atz s n).
Proof.
rewrite /at_ /atz; case: (ltnP n (size s)) => h; first by rewrite (nth_map 0%Z).
by rewrite !nth_default ?size_map // val0.
Qed.
Lemma nonnegz_ok s : nonnegz s -> coefs_ok (map val s).
Proof.
move=> /(all_nthP 0%Z) h n; rewrite at_val /atz; case: (ltnP n (size s)) => hn.
- by apply: val_ge0; apply/Z.leb_le; exact: h.
- by rewrite nth_default // val0; lra.
Qed.
Lemma sum_val s : sumR (map val s) = val (sumz s).
Proof.
rewrite /sumR size_map; elim: s => [|a s IH]; first by rewrite psum0 val0.
rewrite /= -add1n psum_cat psumS psum0 valD -IH.
by rewrite Rplus_0_l.
Qed.

Lemma atz_add s t n : atz (addz s t) n = (atz s n + atz t n)%Z.
Proof.
elim: s t n => [|a s IH] [|b t] [|n] //=; rewrite /atz /= ?nth_nil; try lia; exact: IH.
Qed.
Lemma atz_scale a s n : atz (map (Z.mul a) s) n = (a * atz s n)%Z.
Proof.
rewrite /atz; case: (ltnP n (size s)) => h; first by rewrite (nth_map 0%Z).
by rewrite !nth_default ?size_map //; lia.
Qed.
Lemma conv_mulz s t n : convl (map val s) (map val t) n = val2 (atz (mulz s t) n).
Proof.
elim: s n => [|a s IH] n.
  rewrite /convl /conv big1; first by rewrite /atz nth_nil /val2; lra.
  by move=> i _; rewrite at_val /atz nth_nil val0; ring.
rewrite /convl /conv big_ord_recl subn0 /= atz_add atz_scale val2D -valM; congr (_ + _).
  by rewrite at_val.
case: n => [|n]; first by rewrite big_ord0 /atz /= /val2; lra.
rewrite [atz _ _]/(atz (mulz s t) n) -IH; apply: eq_bigr => i _.
by rewrite /bump /= add1n subSS.
Qed.

Lemma atz_drop m s n : atz (drop m s) n = atz s (m + n). Proof. exact: nth_drop. Qed.

Lemma kept_val f c : nonnegz c -> 
  psum (size c) (fun i => Rmin (val2 (atz f i)) (val (atz c i))) = val2 (keptz B f c).
Proof.
elim: c f => [|x c IH] f /=; first by rewrite psum0 /val2; lra.
move=> /andP [/Z.leb_le x0 hc]; rewrite -add1n psum_cat psumS psum0 Rplus_0_l.
have mn a b : Rmin (val2 a) (val b) = val2 (Z.min a (B * b)).
  rewrite (val_val2 b); case: (Z.min_spec a (B * b)) => -[h ->].
  - by apply/Rmin_left/val2_le; lia.
  - by apply/Rmin_right/val2_le.
case: f => [|y f]; last by rewrite val2D -mn -IH.
have v0 := val20.
have z i : atz [::] i = 0%Z by rewrite /atz nth_nil.
have m0 a : (0 <= a)%Z -> Rmin (val2 0) (val a) = 0.
  by move=> h; rewrite mn Z.min_l //; apply: Z.mul_nonneg_nonneg => //; lia.
rewrite /= ?z m0 // v0 Rplus_0_l /psum big1 // => i _;
have hi : (0 <= atz c i)%Z by exact/Z.leb_le/(all_nthP 0%Z hc).
by apply: Rmin_left; have := val_ge0 hi.
Qed.

Lemma below_val f c : belowz B f c ->
  forall i, (i < size c)%N -> val (atz c i) <= val2 (atz f i).
Proof.
elim: c f => [|x c IH] f //=.
case: f => [|y f] /andP [] => [/Z.eqb_eq -> h|/Z.leb_le h1 h] [|i] hi.
- by rewrite /atz /= val0 val20; lra.
- by have := IH [::] h i hi; rewrite /atz /= !nth_nil.
- by rewrite /atz /= val_val2; exact: val2_le.
- exact: IH h i hi.
Qed.

(* ---------- upper rows ---------- *)
Definition rowR (r : zrow) : row := Row (zstart r) (map val (zcoef r)) (val (zcut r)).

Theorem check_upper_sound y s s' r r' r'' m : 0 < y -> check_upper B r r' r'' m ->
  upper y s (rowR r) -> upper y s' (rowR r') -> upper y (s ++ s') (rowR r'').
Proof.
move=> y0 /and4P [hc /Z.leb_le hk /Z.eqb_eq hs /Z.leb_le hl] u u'.
apply: (@upper_compose_kept y y0 _ _ _ _ (rowR r'') m u u') => //.
  by split; [exact: nonnegz_ok | exact: val_ge0].
rewrite /= !sum_val -!valD valM size_map.
rewrite (@psum_ext _ _ (fun i => Rmin (val2 (atz (drop m (mulz (zcoef r) (zcoef r'))) i)) (val (atz (zcoef r'') i)))).
  by rewrite kept_val // -val2B val_val2; exact: val2_le.
by move=> i _; rewrite conv_mulz at_val atz_drop.
Qed.

Lemma dot_val s t : size t = size s ->
  psum (size s) (fun i => val (atz s i) * val (atz t i)) = val2 (dotz s t).
Proof.
elim: s t => [|a s IH] [|b t] //=; first by rewrite psum0 val20.
by move=> [e]; rewrite -add1n psum_cat psumS psum0 Rplus_0_l val2D -IH //= valM.
Qed.

Theorem check_upper_read_sound y s r v d x : 0 < y -> check_upper_read B r v d ->
  upper y s (rowR r) -> 0 <= x ->
  (forall i, (i < size v)%N ->
     Rmax 0 (1 - x * powerRZ y (zstart r + Z.of_nat i)) <= val (atz v i)) ->
  delta x (prods s) <= val d.
Proof.
move=> y0 /andP [/eqP sv /Z.leb_le hd] u x0 hv.
apply: (Rle_trans _ _ _ (upper_read y0 (v := map val v) u x0 _)).
  by move=> i; rewrite /= size_map at_val -sv; exact: hv.
rewrite /= size_map (@psum_ext _ _ (fun i => val (atz (zcoef r) i) * val (atz v i))); last first.
  by move=> i _; rewrite !at_val.
by rewrite dot_val // (val_val2 (zcut r)) -val2D (val_val2 d); exact: val2_le.
Qed.

(* ---------- lower rows ---------- *)
Definition lrowR (r : zlrow) : lrow :=
  LRow (zoff r) (map val (zplow r)) (val (zpinf r)) (map val (zqup r)) (val (zqcut r)).

Theorem check_lower_sound s s' r r' r'' m : check_lower B r r' r'' m ->
  lower s (lrowR r) -> lower s' (lrowR r') -> lower (s ++ s') (lrowR r'').
Proof.
move=> /and5P [hp hq /Z.leb_le hi /eqP ho /and3P [hb /Z.leb_le hpi /Z.leb_le hl]] u u'.
apply: (@lower_compose_kept _ _ _ _ (lrowR r'') m u u') => //=.
- exact: nonnegz_ok.
- exact: nonnegz_ok.
- move=> i; rewrite size_map => hs; rewrite conv_mulz at_val -atz_drop.
  exact: below_val.
- split; first exact: val_ge0.
  by rewrite !sum_val -!valD !valM -val2D val_val2; exact: val2_le.
- rewrite !sum_val -!valD valM size_map.
  rewrite (@psum_ext _ _ (fun i => Rmin (val2 (atz (drop m (mulz (zqup r) (zqup r'))) i)) (val (atz (zqup r'') i)))).
    by rewrite kept_val // -val2B val_val2; exact: val2_le.
  by move=> i _; rewrite conv_mulz at_val atz_drop.
Qed.

Lemma tail_val s j : sumR (map val s) - psum j (at_ (map val s)) = val (sumz (drop j s)).
Proof.
rewrite -sum_val; case: (leqP j (size s)) => h.
- rewrite /sumR !size_map size_drop -{1}(subnKC h) psum_cat.
  rewrite (@psum_ext (size s - j) _ (at_ (map val (drop j s)))); first by ring.
  by move=> n _; rewrite !at_val atz_drop.
- rewrite drop_oversize; last exact: ltnW.
  rewrite {2}/sumR psum0 (@psum_supp (size (map val s)) j); [rewrite /sumR; ring | exact: at_supp |].
  by rewrite size_map ltnW.
Qed.

Theorem check_lower_read_sound s r xu j d x : check_lower_read B r xu j d ->
  lower s (lrowR r) -> 0 <= x <= val xu -> (0 <= zqcut r)%Z -> nonnegz (zqup r) ->
  val d <= delta x (prods s).
Proof.
move=> /andP [hj /Z.leb_le hd] u [x0 hx] c0 q0.
have hj' : (j <= size (qup (lrowR r)))%N by rewrite /= size_map.
apply: Rle_trans (lower_read u x0 hj'); rewrite /= !tail_val -!valD.
have t0 : 0 <= val (zqcut r + sumz (drop j (zqup r))).
  apply: val_ge0; suff : (0 <= sumz (drop j (zqup r)))%Z by lia.
  move: q0; rewrite -{1}(cat_take_drop j (zqup r)) /nonnegz all_cat => /andP [_].
  by elim: (drop _ _) => [|a t IH] //= /andP [/Z.leb_le a0 /IH]; lia.
apply: (Rle_trans _ (val (zpinf r + sumz (drop j (zplow r)))
                     - val xu * val (zqcut r + sumz (drop j (zqup r))))); last first.
  by have := Rmult_le_compat_r _ _ _ t0 hx; lra.
by rewrite valM !val_val2 -val2B; exact: val2_le.
Qed.

(* ---------- whole derivations ---------- *)
Inductive deriv (row : Type) :=
  | Leaf (i : nat)                                  (* the i-th leaf row *)
  | Both (r : row) (m : nat) (t t' : deriv row)     (* two parts side by side *)
  | Twice (r : row) (m : nat) (t : deriv row).      (* one part, twice *)

(* how often and in which order the leaves are taken *)
Fixpoint ledger row (t : deriv row) : seq nat :=
  match t with
  | Leaf i => [:: i]
  | Both _ _ t t' => ledger t ++ ledger t'
  | Twice _ _ t => ledger t ++ ledger t
  end.

Section Conclude.
Variables (row : Type) (check : row -> row -> row -> nat -> bool) (leaves : nat -> option row).
Fixpoint conclude (t : deriv row) : option row :=
  match t with
  | Leaf i => leaves i
  | Both r m t t' =>
      match conclude t, conclude t' with
      | Some a, Some b => if check a b r m then Some r else None
      | _, _ => None
      end
  | Twice r m t =>
      if conclude t is Some a then if check a a r m then Some r else None else None
  end.

Variable holds : seq fpair -> row -> Prop.
Variable D : nat -> fpair.
Hypothesis sound : forall s s' a b r m, check a b r m -> holds s a -> holds s' b -> holds (s ++ s') r.
Hypothesis leaf : forall i r, leaves i = Some r -> holds [:: D i] r.
Lemma conclude_holds t r : conclude t = Some r -> holds (map D (ledger t)) r.
Proof.
elim: t r => [i|r0 m t IH t' IH'|r0 m t IH] r /=; first exact: leaf.
- case e : (conclude t) => [a|] //; case e' : (conclude t') => [b|] //.
  case: ifP => // hc [<-]; rewrite map_cat; exact: sound hc (IH _ e) (IH' _ e').
- case e : (conclude t) => [a|] //; case: ifP => // hc [<-].
  by rewrite map_cat; exact: sound hc (IH _ e) (IH _ e).
Qed.
End Conclude.

Theorem conclude_sound y (D : nat -> fpair) leaves t r : 0 < y ->
  (forall i r, leaves i = Some r -> upper y [:: D i] (rowR r)) ->
  conclude (check_upper B) leaves t = Some r -> upper y (map D (ledger t)) (rowR r).
Proof.
move=> y0 hl; apply: (@conclude_holds _ _ _ (fun s r => upper y s (rowR r)) D) => //.
by move=> s s' a b r0 m hc; exact: check_upper_sound y0 hc.
Qed.

Theorem lower_conclude_sound (D : nat -> fpair) leaves t r :
  (forall i r, leaves i = Some r -> lower [:: D i] (lrowR r)) ->
  conclude (check_lower B) leaves t = Some r -> lower (map D (ledger t)) (lrowR r).
Proof.
move=> hl; apply: (@conclude_holds _ _ _ (fun s r => lower s (lrowR r)) D) => //.
by move=> s s' a b r0 m hc; exact: check_lower_sound hc.
Qed.

(* mechanisms: step i is dominated by the pair of the i-th entry of the ledger, in any order *)
Theorem certificate_DP y (D : nat -> fpair) leaves t r v d x
    (A : finType) (K K' : seq A -> A -> R) (steps : seq nat) : 0 < y ->
  (forall g, nonneg (K g)) -> (forall g, nonneg (K' g)) -> (forall i, nneg (D i)) ->
  (forall g, (size g < size steps)%N -> FP (K g) (K' g) <=d D (nth 0%N steps (size g))) ->
  (forall i r, leaves i = Some r -> upper y [:: D i] (rowR r)) ->
  perm_eq (ledger t) steps ->
  conclude (check_upper B) leaves t = Some r -> check_upper_read B r v d -> 0 <= x ->
  (forall i, (i < size v)%N ->
     Rmax 0 (1 - x * powerRZ y (zstart r + Z.of_nat i)) <= val (atz v i)) ->
  DP x (val d) (fun u : (size steps).-tuple A => joint K [::] u) (fun u => joint K' [::] u).
Proof.
move=> y0 K0 K'0 nD hK hl hp hc hr x0 hv.
apply: (adaptive_composition_DP (D := fun i => D (nth 0%N steps i)) K0 K'0 _ x0 hK) => //.
have := upper_perm nD hp (conclude_sound y0 hl hc).
rewrite -{1}(mkseq_nth 0%N steps) -map_comp => u.
by apply: (check_upper_read_sound y0 hr _ x0 hv).
Qed.

Theorem certificate_lower (D : nat -> fpair) leaves t r xu j d x :
  (forall i r, leaves i = Some r -> lower [:: D i] (lrowR r)) ->
  conclude (check_lower B) leaves t = Some r -> check_lower_read B r xu j d ->
  0 <= x <= val xu -> (0 <= zqcut r)%Z -> nonnegz (zqup r) ->
  val d <= delta x (prods (map D (ledger t))).
Proof.
move=> hl hc hr hx c0 q0; exact: check_lower_read_sound hr (lower_conclude_sound hl hc) hx c0 q0.
Qed.
End Sound.
