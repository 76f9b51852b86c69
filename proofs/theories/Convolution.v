(* Pairs whose outcomes carry a loss on a grid, and the law of the sum of losses.

   A labelled pair gives every outcome a label: Some n (a grid point, counted from the lowest
   one in use) or None (loss +infinity, or anything cut off). In a product labels add, None
   absorbs. law l m n is the mass of label n, linf l m that of None.
   Proved here
     law_prod       the law of a product is the convolution of the laws
     linf_prod      its infinite part: inf tot' + (tot - inf) inf'
     conv_shift     rows may start at an offset: offsets add
     conv_total     a convolution has the product of the totals
   Nothing here depends on what the masses are: it is used for P and for Q, each on its own. *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PairProduct.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- sums over the numbers below N ---------- *)
Definition psum (N : nat) (f : nat -> R) := \rsum_(n < N) f n.
Definition ind (b : bool) : R := if b then 1 else 0.
Definition supp (N : nat) (f : nat -> R) := forall n, (N <= n)%N -> f n = 0.
Definition shift (o : nat) (f : nat -> R) n := if (n < o)%N then 0 else f (n - o)%N.

Lemma psum_le N f g : (forall n, (n < N)%N -> f n <= g n) -> psum N f <= psum N g.
Proof. by move=> h; apply: rsum_le => i; exact: h. Qed.
Lemma psum_ge0 N f : (forall n, 0 <= f n) -> 0 <= psum N f.
Proof. by move=> h; apply: rsum_ge0. Qed.
Lemma psum_ext N f g : (forall n, (n < N)%N -> f n = g n) -> psum N f = psum N g.
Proof. by move=> h; apply: eq_bigr => i _; exact: h. Qed.
Lemma psumS N f : psum N.+1 f = psum N f + f N.
Proof. by rewrite /psum big_ord_recr. Qed.
Lemma psum0 f : psum 0 f = 0. Proof. by rewrite /psum big_ord0. Qed.
Lemma psum_cat M N f : psum (M + N) f = psum M f + psum N (fun n => f (M + n)%N).
Proof.
elim: N => [|N IH]; first by rewrite addn0 psum0; ring.
by rewrite addnS !psumS IH; ring.
Qed.
Lemma psum_mono M N f : (forall n, 0 <= f n) -> (M <= N)%N -> psum M f <= psum N f.
Proof.
move=> f0 /subnKC <-; rewrite psum_cat.
by have := @psum_ge0 (N - M) (fun n => f (M + n)%N) (fun n => f0 _); lra.
Qed.
Lemma psum_supp M N f : supp M f -> (M <= N)%N -> psum N f = psum M f.
Proof.
move=> sf /subnKC <-; rewrite psum_cat [psum (N - M) _]/psum big1; first by ring.
by move=> i _; apply: sf; exact: leq_addr.
Qed.
Lemma psumZ N c f : psum N (fun n => c * f n) = c * psum N f.
Proof. exact: rsumZ. Qed.
Lemma psumD N f g : psum N (fun n => f n + g n) = psum N f + psum N g.
Proof. exact: rsumD. Qed.
Lemma psumB N f g : psum N (fun n => f n - g n) = psum N f - psum N g.
Proof. exact: rsumB. Qed.

(* ---------- convolution ---------- *)
Definition conv (f g : nat -> R) (n : nat) := \rsum_(i < n.+1) (f i * g (n - i)%N).
Definition delta0 (n : nat) := ind (n == 0%N).

Lemma conv_ge0 f g : (forall n, 0 <= f n) -> (forall n, 0 <= g n) -> forall n, 0 <= conv f g n.
Proof. by move=> f0 g0 n; apply: rsum_ge0 => i; exact: Rmult_le_pos. Qed.

Lemma conv_le f f' g g' : (forall n, 0 <= f n <= f' n) -> (forall n, 0 <= g n <= g' n) ->
  forall n, conv f g n <= conv f' g' n.
Proof.
move=> hf hg n; apply: rsum_le => i.
by have [? ?] := hf i; have [? ?] := hg (n - i)%N; exact: Rmult_le_compat.
Qed.

Lemma conv_ext f f' g g' n : (forall i, (i <= n)%N -> f i = f' i) ->
  (forall i, (i <= n)%N -> g i = g' i) -> conv f g n = conv f' g' n.
Proof.
by move=> hf hg; apply: eq_bigr => i _; rewrite hf ?hg ?leq_subr // -ltnS.
Qed.

(* sum over the square [0,M) x [0,N) along the antidiagonals *)
Lemma psum_conv K f g :
  psum K (conv f g) = \rsum_(i < K) (f i * psum (K - i) g).
Proof.
elim: K => [|K IH]; first by rewrite psum0 big_ord0.
rewrite psumS IH [RHS]big_ord_recr /= subSnn psumS psum0 Rplus_0_l.
rewrite /conv big_ord_recr /= subnn -Rplus_assoc; congr (_ + _).
rewrite -rsumD; apply: eq_bigr => i _.
by rewrite subSn ?psumS; [ring | exact: ltnW].
Qed.

Lemma conv_total M N f g : supp M f -> supp N g ->
  psum (M + N) (conv f g) = psum M f * psum N g.
Proof.
move=> sf sg; rewrite psum_conv -/(psum _ (fun i => f i * psum (M + N - i) g)).
rewrite (@psum_supp M) ?leq_addr //; last by move=> n h; rewrite sf //; ring.
rewrite Rmult_comm -psumZ; apply: psum_ext => i h.
by rewrite (@psum_supp N) //; [ring | rewrite addnC -addnBA ?leq_addr // ltnW].
Qed.

Lemma conv_supp M N f g : supp M f -> supp N g -> supp (M + N) (conv f g).
Proof.
move=> sf sg n h; rewrite /conv big1 // => i _.
case: (leqP M i) => hi; first by rewrite sf //; ring.
rewrite sg; first by ring.
by rewrite leq_subRL; [apply: leq_trans h; rewrite leq_add2r ltnW | rewrite -ltnS].
Qed.

Lemma shift_supp o N f : supp N f -> supp (o + N) (shift o f).
Proof.
move=> sf n h; rewrite /shift; case: ifP => // _; apply: sf.
by rewrite leq_subRL //; apply: leq_trans h; exact: leq_addr.
Qed.
Lemma psum_shift o N f : psum (o + N) (shift o f) = psum N f.
Proof.
rewrite psum_cat [psum o _]/psum big1 ?Rplus_0_l; last by move=> i _; rewrite /shift ltn_ord.
by apply: psum_ext => n _; rewrite /shift ltnNge leq_addr /= addKn.
Qed.

Lemma conv_shift1 o f g n : conv (shift o f) g (o + n)%N = conv f g n.
Proof.
rewrite {1}/conv -addnS -/(psum _ (fun i => shift o f i * g (o + n - i)%N)) psum_cat.
rewrite [psum o _]/psum big1 ?Rplus_0_l; last by move=> i _; rewrite /shift ltn_ord; ring.
rewrite -[RHS]/(psum n.+1 (fun i => f i * g (n - i)%N)).
by apply: psum_ext => i _; rewrite /shift ltnNge leq_addr /= addKn subnDl.
Qed.
Lemma convC f g n : conv f g n = conv g f n.
Proof.
rewrite /conv (reindex_inj rev_ord_inj) /=; apply: eq_bigr => i _.
by rewrite subSS subKn; [exact: Rmult_comm | rewrite -ltnS].
Qed.
Theorem conv_shift o o' f g n :
  conv (shift o f) (shift o' g) (o + o' + n)%N = conv f g n.
Proof. by rewrite -addnA conv_shift1 convC conv_shift1 convC. Qed.
Lemma conv_shift_small o o' f g n : (n < o + o')%N -> conv (shift o f) (shift o' g) n = 0.
Proof.
move=> h; rewrite /conv big1 // => i _; rewrite /shift.
case: ltnP => h1; first by ring.
case: ltnP => h2; first by ring.
suff : (o + o' <= n)%N by rewrite leqNgt h.
by rewrite -(@subnKC i n) ?leq_add // -ltnS.
Qed.

(* ---------- labels and laws ---------- *)
Definition ladd (o o' : option nat) : option nat :=
  match o, o' with Some m, Some n => Some (m + n)%N | _, _ => None end.

Section Law.
Variables (T : finType) (l : T -> option nat) (m : T -> R).
Definition law (n : nat) := \rsum_(a : T) (ind (l a == Some n) * m a).
Definition linf := \rsum_(a : T) (ind (l a == None) * m a).
Definition total := \rsum_(a : T) m a.

Hypothesis m0 : nonneg m.
Lemma ind_ge0 b : 0 <= ind b. Proof. by case: b => /=; lra. Qed.
Lemma law_ge0 n : 0 <= law n.
Proof. by apply: rsum_ge0 => a; apply: Rmult_le_pos; [exact: ind_ge0 | exact: m0]. Qed.
Lemma linf_ge0 : 0 <= linf.
Proof. by apply: rsum_ge0 => a; apply: Rmult_le_pos; [exact: ind_ge0 | exact: m0]. Qed.

(* label n is below N *)
Definition below (N : nat) (o : option nat) := if o is Some n then (n < N)%N else false.
Lemma psum_law N : psum N law = \rsum_(a : T) (ind (below N (l a)) * m a).
Proof.
rewrite /psum exchange_big; apply: eq_bigr => a _ /=.
rewrite -big_distrl /=; congr (_ * _); case: (l a) => [n|] /=; last first.
  by rewrite big1.
case: (ltnP n N) => h /=; last first.
  rewrite big1 // => i _; rewrite /ind; case: eqP => // -[e].
  by move: (ltn_ord i); rewrite -e ltnNge h.
rewrite (bigD1 (Ordinal h)) //= eqxx /= big1 ?Rplus_0_r //= => i hi.
rewrite /ind; case: eqP => // -[e]; case/eqP: hi; exact: val_inj.
Qed.
Lemma law_total N : linf + psum N law <= total.
Proof.
rewrite psum_law /linf -rsumD; apply: rsum_le => a; have := m0 a.
by case: (l a) => [n|] /=; last lra; case: (n < N)%N => /=; lra.
Qed.
Lemma law_le_total N : psum N law <= total.
Proof. by have := law_total N; have := linf_ge0; lra. Qed.
(* the mass of the test "label at least t, or none" *)
Definition rej (t : nat) (o : option nat) := ~~ below t o.
Lemma rej_law t : \rsum_(a : T) (ind (rej t (l a)) * m a) = total - psum t law.
Proof.
rewrite psum_law /total -rsumB; apply: eq_bigr => a _; rewrite /rej.
by case: (below _ _) => /=; ring.
Qed.
End Law.

Section LawProd.
Variables (T T' : finType) (l : T -> option nat) (l' : T' -> option nat).
Variables (m : T -> R) (m' : T' -> R).
Definition lprod (a : T * T') := ladd (l a.1) (l' a.2).
Definition mprod (a : T * T') := m a.1 * m' a.2.

Lemma ind_ladd o o' n :
  ind (ladd o o' == Some n) = \rsum_(i < n.+1) (ind (o == Some (i : nat)) * ind (o' == Some (n - i)%N)).
Proof.
case: o o' => [i0|] [j0|] /=; try by rewrite big1 // => i _; ring.
case: (leqP i0 n) => h.
- have hi : (i0 < n.+1)%N by rewrite ltnS.
  rewrite (bigD1 (Ordinal hi)) //= eqxx /= big1 ?Rplus_0_r ?Rmult_1_l; last first.
    move=> i ne; rewrite /ind; case: eqP => [[e]|_]; last by ring.
    by case/eqP: ne; exact: val_inj.
  rewrite /ind; congr (if _ then _ else _); apply/eqP/eqP => [[<-]|[->]].
  + by rewrite addKn.
  + by rewrite subnKC.
- rewrite big1; last first.
    move=> i _; rewrite /ind; case: eqP => [[e]|_]; last by ring.
    by move: (ltn_ord i); rewrite -e ltnS leqNgt h.
  rewrite /ind; case: eqP => // -[e].
  by move: h; rewrite -e ltnNge leq_addr.
Qed.

Theorem law_prod n : law lprod mprod n = conv (law l m) (law l' m') n.
Proof.
rewrite {1}/law rsum_pair.
transitivity (\rsum_(a : T) \rsum_(b : T') \rsum_(i < n.+1)
   ((ind (l a == Some (i : nat)) * m a) * (ind (l' b == Some (n - i)%N) * m' b))).
  apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite ind_ladd big_distrl /=.
  by apply: eq_bigr => i _; rewrite /mprod /=; ring.
rewrite /conv; under eq_bigr => a _ do rewrite exchange_big.
rewrite exchange_big; apply: eq_bigr => i _ /=.
rewrite {1}/law big_distrl /=; apply: eq_bigr => a _.
by rewrite rsumZ.
Qed.

Lemma total_prod : total mprod = total m * total m'.
Proof.
rewrite /total rsum_pair Rmult_comm -rsumZ; apply: eq_bigr => a _ /=.
by rewrite Rmult_comm -rsumZ.
Qed.

Theorem linf_prod : linf lprod mprod
  = linf l m * total m' + (total m - linf l m) * linf l' m'.
Proof.
rewrite {1}/linf rsum_pair.
transitivity (\rsum_(a : T) (ind (l a == None) * m a * total m'
                             + (m a - ind (l a == None) * m a) * linf l' m')).
- apply: eq_bigr => a _; rewrite /linf /total -!rsumZ -rsumD; apply: eq_bigr => b _.
  by rewrite /lprod /mprod /=; case: (l a) (l' b) => [i|] [j|] /=; ring.
- rewrite rsumD /linf /total -rsumB; congr (_ + _); by rewrite big_distrl.
Qed.
End LawProd.

(* ---------- labelled pairs ---------- *)
Record lpair := LP { lp : fpair; lab : atom lp -> option nat }.
Arguments lab L a : rename, clear implicits.
Definition lprod2 (L L' : lpair) : lpair := @LP (prod2 (lp L) (lp L')) (lprod (lab L) (lab L')).
Definition lunit : lpair := @LP unit_pair (fun=> Some 0%N).
Fixpoint lprods (s : seq lpair) := if s is L :: s' then lprod2 L (lprods s') else lunit.
Lemma lprods_lp s : lp (lprods s) = prods (map lp s).
Proof. by elim: s => [|L s IH] //=; rewrite IH. Qed.

Definition pairP (L : lpair) := law (lab L) (mP (lp L)).
Definition pairQ (L : lpair) := law (lab L) (mQ (lp L)).
Definition convs (s : seq (nat -> R)) := foldr conv delta0 s.

Theorem law_prodsP s n : pairP (lprods s) n = convs (map pairP s) n.
Proof.
elim: s n => [|L s IH] n /=; last first.
  by rewrite {1}/pairP law_prod; apply: conv_ext => i _ //; exact: IH.
by rewrite /pairP /law sum_unit /= Rmult_1_r /delta0 eq_sym.
Qed.
Theorem law_prodsQ s n : pairQ (lprods s) n = convs (map pairQ s) n.
Proof.
elim: s n => [|L s IH] n /=; last first.
  by rewrite {1}/pairQ law_prod; apply: conv_ext => i _ //; exact: IH.
by rewrite /pairQ /law sum_unit /= Rmult_1_r /delta0 eq_sym.
Qed.
