(* Upper bounds on a lattice of losses.

   A labelled pair is on the lattice (k, y) when every outcome with label n has Q = k y^n P
   (loss n h - ln k with y = e^-h); outcomes without label may have any Q. A row (u, c) stands
   for the pair lat k y N u c: P mass u n at label n < N, Q mass k y^n u n, and P mass c at
   +infinity.
   Proved here
     lattice_exact       delta x of a labelled pair whose ratio is a function of the label:
                         inf + sum_n max(0, p n - x q n): merging equal losses loses nothing
     lattice_prod        products of different pairs stay on the lattice: (k k', y)
     lattice_product_exact   ... hence delta x of a product of different lattice pairs is
                         inf + sum_n max(0, (p_1*...*p_k) n - x (q_1*...*q_k) n)
     row_dominates       if the row (u, c) covers the law of P (up_row of TestBound.v), then
                         lat k y N u c dominates: mass cut or lost by rounding is in c
     hs_lat, row_delta_bound   and delta x <= c + sum_n u n v n, v n >= max(0, 1 - x k y^n)
     lat_compose         the product of two rows is dominated by any row w with cut
                         >= U c' + c U' + c c' + sum (u * u' - w)^+
     lat_tail            mass may be moved up: if every tail sum grows, the row dominates
   Justifies the rules "compose lattice rows by convolution, rounded up", "cut" and "tail sum". *)
From Coq Require Import Reals Lra Lia.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson.
From DPCert Require Import FinitePair Domination PairProduct Convolution TestBound.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- weights on the labels ---------- *)
Section Weights.
Variables (T : finType) (l : T -> option nat) (m : T -> R).
Lemma law_weight (w : nat -> R) n :
  law l m n * w n = law l (fun a => w (odflt 0%N (l a)) * m a) n.
Proof.
rewrite /law big_distrl /=; apply: eq_bigr => a _; rewrite /ind.
by case: eqP => [->|_] /=; ring.
Qed.
Lemma psum_law_weight N (w : nat -> R) :
  psum N (fun n => law l m n * w n)
  = \rsum_(a : T) (ind (below N (l a)) * (w (odflt 0%N (l a)) * m a)).
Proof. by rewrite -psum_law; apply: psum_ext => n _; exact: law_weight. Qed.
End Weights.

(* ---------- the exact value ---------- *)
Section Exact.
Variable L : lpair.
Variables (r s : nat -> R) (mu : atom (lp L) -> R).
(* on label n the ratio is r n : s n; infinite outcomes have no Q mass *)
Hypotheses (mu0 : nonneg mu) (nL : nneg (lp L)).
Hypothesis ratioP : forall a n, lab L a = Some n -> mP (lp L) a = mu a * r n.
Hypothesis ratioQ : forall a n, lab L a = Some n -> mQ (lp L) a = mu a * s n.
Hypothesis infQ : forall a, lab L a = None -> mQ (lp L) a = 0.

Theorem lattice_exact N x : (forall a n, lab L a = Some n -> (n < N)%N) ->
  delta x (lp L) = linf (lab L) (mP (lp L)) + psum N (fun n => pos (pairP L n - x * pairQ L n)).
Proof.
move=> hN; have muL n : 0 <= law (lab L) mu n by exact: law_ge0.
have eP n : pairP L n = law (lab L) mu n * r n.
  rewrite law_weight; apply: eq_bigr => a _; rewrite /ind; case: eqP => [e|_] /=; last ring.
  by rewrite (ratioP e) e /=; ring.
have eQ n : pairQ L n = law (lab L) mu n * s n.
  rewrite law_weight; apply: eq_bigr => a _; rewrite /ind; case: eqP => [e|_] /=; last ring.
  by rewrite (ratioQ e) e /=; ring.
rewrite (@psum_ext N _ (fun n => law (lab L) mu n * pos (r n - x * s n))); last first.
  by move=> n _; rewrite eP eQ -posM //; congr pos; ring.
rewrite psum_law_weight /linf -rsumD /delta /HS; apply: eq_bigr => a _.
case e : (lab L a) => [n|] /=.
- by rewrite (hN _ _ e) /= Rmult_0_l Rplus_0_l Rmult_1_l [RHS]Rmult_comm -posM // (ratioP e) (ratioQ e);
    congr Rmax; ring.
- by rewrite (infQ e) Rmax_right; case: nL => h _; have := h a; lra.
Qed.
End Exact.

(* ---------- pairs on a lattice ---------- *)
Definition on_lattice (k y : R) (L : lpair) :=
  forall a n, lab L a = Some n -> mQ (lp L) a = k * y ^ n * mP (lp L) a.
Definition inf_clean (L : lpair) := forall a, lab L a = None -> mQ (lp L) a = 0.

Lemma lattice_prod k k' y L L' : on_lattice k y L -> on_lattice k' y L' ->
  on_lattice (k * k') y (lprod2 L L').
Proof.
move=> h h' [a b] n /=; rewrite /lprod /=.
case e : (lab L a) => [i|] //; case e' : (lab L' b) => [j|] //= -[<-].
by rewrite (h _ _ e) (h' _ _ e') pow_add; ring.
Qed.

Lemma lattice_unit y : on_lattice 1 y lunit.
Proof. by move=> a n /= [<-] /=; ring. Qed.

Fixpoint on_lattices y (s : seq lpair) (ks : seq R) : Prop :=
  match s, ks with
  | [::], [::] => True
  | L :: s', k :: ks' => on_lattice k y L /\ on_lattices y s' ks'
  | _, _ => False
  end.
Lemma lattice_prods y s ks : on_lattices y s ks -> on_lattice (foldr Rmult 1 ks) y (lprods s).
Proof.
elim: s ks => [|L s IH] [|k ks] //=; first by move=> _; exact: lattice_unit.
by move=> [h h']; apply: lattice_prod => //; exact: IH.
Qed.

Lemma nneg_lprods s : List.Forall (fun L => nneg (lp L)) s -> nneg (lp (lprods s)).
Proof. by elim=> [|L {}s n1 _ IH]; [exact: nneg_unit | exact: nneg_prod2]. Qed.

(* infinite outcomes without Q mass: kept by products of pairs that are positive under Q *)
Theorem lattice_product_exact y s ks N x : on_lattices y s ks ->
  List.Forall (fun L => nneg (lp L)) s -> inf_clean (lprods s) ->
  (forall a n, lab (lprods s) a = Some n -> (n < N)%N) ->
  delta x (prods (map lp s)) = linf (lab (lprods s)) (mP (lp (lprods s)))
    + psum N (fun n => pos (convs (map pairP s) n - x * convs (map pairQ s) n)).
Proof.
move=> hl nL clean hN; rewrite -lprods_lp.
have nl : nneg (lp (lprods s)) by exact: nneg_lprods.
rewrite (@lattice_exact (lprods s) (fun=> 1) (fun n => foldr Rmult 1 ks * y ^ n) (mP (lp (lprods s))) _ nl _ _ clean N) //.
- by congr (_ + _); apply: psum_ext => n _; rewrite law_prodsP law_prodsQ.
- by case: nl.
- by move=> a n _; ring.
- by move=> a n /(lattice_prods hl) ->; ring.
Qed.

Lemma inf_clean_prods s : List.Forall inf_clean s -> inf_clean (lprods s).
Proof.
elim=> [|L {}s h _ IH] //= [a b] /=; rewrite /lprod /=.
case e : (lab L a) => [i|]; last by rewrite (h _ e) => _; ring.
by case e' : (lab (lprods s) b) => [j|] //= _; rewrite (IH _ e'); ring.
Qed.

(* ---------- rows as pairs ---------- *)
Definition lat (k y : R) (N : nat) (u : nat -> R) (c : R) : fpair :=
  @FP (option_finType (ordinal_finType N))
      (fun o => if o is Some i then u i else c)
      (fun o => if o is Some i then k * y ^ i * u i else 0).
Definition llat k y N u c : lpair := @LP (lat k y N u c) (omap (@nat_of_ord N)).

Lemma sum_option (A : finType) (F : option A -> R) :
  \rsum_(o : option A) F o = F None + \rsum_(a : A) F (Some a).
Proof. by rewrite (bigD1 None) //= (reindex_omap Some id) //= => [|[a|]] //; congr (_ + _); apply: eq_bigl => a; rewrite eqxx. Qed.

Lemma lat_nneg k y N u c : 0 <= k -> 0 <= y -> (forall n, 0 <= u n) -> 0 <= c ->
  nneg (lat k y N u c).
Proof.
move=> k0 y0 u0 c0; split; case=> [i|] //=; last lra.
by apply: Rmult_le_pos => //; apply: Rmult_le_pos => //; exact: pow_le.
Qed.

(* the weight of label n in a divergence *)
Definition weight (k y p q : R) (n : nat) := pos (p - q * (k * y ^ n)).
Lemma hs_lat k y N u c p q : (forall n, 0 <= u n) -> 0 <= c -> 0 <= p ->
  hs p q (lat k y N u c) = p * c + psum N (fun n => u n * weight k y p q n).
Proof.
move=> u0 c0 p0; rewrite /hs /HS2 sum_option /= pos_eq; last first.
  by have := Rmult_le_pos _ _ p0 c0; lra.
by congr (_ + _); [ring | apply: eq_bigr => i _; rewrite -posM //; congr pos; ring].
Qed.

Lemma lat_on_lattice k y N u c : on_lattice k y (llat k y N u c).
Proof. by case=> [i|] n //= [<-]. Qed.
Lemma lat_law k y N u c n : (n < N)%N -> pairP (llat k y N u c) n = u n.
Proof.
move=> h; rewrite /pairP /law sum_option /= Rmult_0_l Rplus_0_l (bigD1 (Ordinal h)) //= eqxx /=.
rewrite big1 ?Rplus_0_r ?Rmult_1_l // => i ne; rewrite /ind; case: eqP => [[e]|_]; last by ring.
by case/eqP: ne; exact: val_inj.
Qed.
Lemma lat_total k y N u c : total (mP (lat k y N u c)) = c + psum N u.
Proof. by rewrite /total sum_option. Qed.
Lemma lat_up_row k y N u c :
  up_row (lab (llat k y N u c)) (mP (lat k y N u c)) N u c.
Proof.
rewrite /up_row lat_total (@psum_ext N _ u); first lra.
move=> n h; rewrite (_ : law _ _ n = u n); last exact: (lat_law k y u c h).
by apply: Rmin_left; lra.
Qed.

(* ---------- a row that covers the law dominates ---------- *)
Theorem row_dominates k y L N u c : nneg (lp L) -> (forall n, 0 <= u n) -> 0 <= k -> 0 <= y ->
  on_lattice k y L -> up_row (lab L) (mP (lp L)) N u c -> lp L <=d lat k y N u c.
Proof.
move=> [P0 Q0] u0 k0 y0 hl; rewrite /up_row => hu p q p0 q0.
have c0 : 0 <= c.
  have := law_le_total (lab L) P0 N.
  have : psum N (fun n => Rmin (law (lab L) (mP (lp L)) n) (u n)) <= psum N (law (lab L) (mP (lp L))).
    by apply: psum_le => n _; exact: Rmin_l.
  lra.
rewrite hs_lat //; set w := weight k y p q.
have wE n : pos (p - q * (k * y ^ n)) = w n by [].
have w0 n : 0 <= w n by exact: pos_ge0.
have wp n : w n <= p.
  apply: Rmax_lub => //; have := pow_le y n y0 => h.
  by have := Rmult_le_pos _ _ q0 (Rmult_le_pos _ _ k0 h); lra.
set f := law (lab L) (mP (lp L)) in hu *.
apply: (Rle_trans _ (p * (total (mP (lp L)) - psum N f) + psum N (fun n => f n * w n))).
  rewrite /f psum_law psum_law_weight /total -rsumB -rsumZ -rsumD; apply: rsum_le => a.
  have Pa := P0 a; have Qa := Q0 a.
  case e : (lab L a) => [n|] /=; last first.
    by apply: Rmax_lub; have := Rmult_le_pos _ _ q0 Qa; have := Rmult_le_pos _ _ p0 Pa; lra.
  rewrite (hl _ _ e) (_ : p * _ - _ = mP (lp L) a * (p - q * (k * y ^ n))); last by ring.
  rewrite posM // wE; case: (n < N)%N => /=; first lra.
  by have := Rmult_le_compat_l _ _ _ Pa (wp n); lra.
have h : psum N (fun n => f n * w n)
   <= psum N (fun n => u n * w n) + p * (psum N f - psum N (fun n => Rmin (f n) (u n))).
  rewrite -psumB -psumZ -psumD; apply: psum_le => n _.
  have h1 := Rmult_le_compat_r _ _ _ (w0 n) (Rmin_r (f n) (u n)).
  have h2 : (f n - Rmin (f n) (u n)) * w n <= (f n - Rmin (f n) (u n)) * p.
    by apply: Rmult_le_compat_l => //; have := Rmin_l (f n) (u n); lra.
  lra.
have := Rmult_le_compat_l _ _ _ p0 hu; lra.
Qed.

Corollary row_delta_bound k y L N u c x (v : nat -> R) :
  nneg (lp L) -> (forall n, 0 <= u n) -> 0 <= k -> 0 <= y -> 0 <= x ->
  on_lattice k y L -> up_row (lab L) (mP (lp L)) N u c ->
  (forall n, (n < N)%N -> Rmax 0 (1 - x * (k * y ^ n)) <= v n) ->
  delta x (lp L) <= c + psum N (fun n => u n * v n).
Proof.
move=> nL u0 k0 y0 x0 hl hu hv.
have h := row_dominates nL u0 k0 y0 hl hu.
have c0 : 0 <= c.
  have := h 1 0 ltac:(lra) ltac:(lra); have := hs_ge0 1 0 (lp L); move: hu; rewrite /up_row.
  have := law_le_total (lab L) (proj1 nL) N.
  have : psum N (fun n => Rmin (law (lab L) (mP (lp L)) n) (u n)) <= psum N (law (lab L) (mP (lp L))).
    by apply: psum_le => n _; exact: Rmin_l.
  lra.
apply: (Rle_trans _ _ _ (dom_delta h x0)); rewrite delta_hs hs_lat //; last lra.
rewrite Rmult_1_l; apply: Rplus_le_compat_l; apply: psum_le => n hn.
by apply: Rmult_le_compat_l => //; exact: hv.
Qed.

(* ---------- rules between rows ---------- *)
Section Rules.
Variables (y : R).
Hypothesis y0 : 0 <= y.

Theorem lat_compose k k' N N' u u' c c' w c'' : 0 <= k -> 0 <= k' ->
  (forall n, 0 <= u n) -> (forall n, 0 <= u' n) -> 0 <= c -> 0 <= c' ->
  supp N u -> supp N' u' -> (forall n, 0 <= w n) ->
  psum N u * c' + c * psum N' u' + c * c'
    + psum (N + N') (fun n => pos (conv u u' n - w n)) <= c'' ->
  prod2 (lat k y N u c) (lat k' y N' u' c') <=d lat (k * k') y (N + N') w c''.
Proof.
move=> k0 k'0 u0 u'0 c0 c'0 su su' w0 h.
have n1 : nneg (lat k y N u c) by exact: lat_nneg.
have n2 : nneg (lat k' y N' u' c') by exact: lat_nneg.
apply: (@row_dominates (k * k') y (lprod2 (llat k y N u c) (llat k' y N' u' c'))) => //.
- exact: nneg_prod2.
- exact: Rmult_le_pos.
- by apply: lattice_prod; exact: lat_on_lattice.
- apply: (@up_row_compose _ _ _ _ _ _ _ _ _ _ u u' c c') => //; try exact: lat_up_row.
  + by case: n1.
  + by case: n2.
Qed.

(* cut and round: entries may be changed at will, what is lost goes to +infinity *)
Theorem lat_round k N N' u c w c' : 0 <= k -> (forall n, 0 <= u n) -> 0 <= c ->
  (forall n, 0 <= w n) -> (N <= N')%N ->
  c + psum N (fun n => pos (u n - w n)) <= c' -> lat k y N u c <=d lat k y N' w c'.
Proof.
move=> k0 u0 c0 w0 NN h p q p0 q0.
have s0 : 0 <= psum N (fun n => pos (u n - w n)) by apply: psum_ge0 => n; exact: pos_ge0.
rewrite !hs_lat //; last lra.
set g := weight k y p q.
have g0 n : 0 <= g n by exact: pos_ge0.
apply: (Rle_trans _ (p * (c + psum N (fun n => pos (u n - w n))) + psum N (fun n => w n * g n))).
  rewrite Rmult_plus_distr_l Rplus_assoc -psumZ -psumD; apply: Rplus_le_compat_l; apply: psum_le => n _.
  have gp : g n <= p.
    apply: Rmax_lub => //; have h1 := pow_le y n y0.
    by have := Rmult_le_pos _ _ q0 (Rmult_le_pos _ _ k0 h1); lra.
  have h1 := Rmult_le_compat_r _ _ _ (g0 n) (pos_ge (u n - w n)).
  have h2 := Rmult_le_compat_l _ _ _ (pos_ge0 (u n - w n)) gp; lra.
apply: Rplus_le_compat; first exact: Rmult_le_compat_l.
by apply: psum_mono => // n; exact: Rmult_le_pos.
Qed.

(* mass may be moved up the lattice, or to +infinity: every tail sum must grow *)
Lemma abel N (f g : nat -> R) : psum N (fun n => f n * g n)
  = psum N f * g 0%N + psum N (fun n => (psum N f - psum n.+1 f) * (g n.+1 - g n)).
Proof.
elim: N => [|N IH]; first by rewrite !psum0; ring.
rewrite [LHS]psumS IH [X in _ = _ + X]psumS Rminus_diag_eq // Rmult_0_l Rplus_0_r psumS.
have -> : psum N (fun n => (psum N f + f N - psum n.+1 f) * (g n.+1 - g n))
  = psum N (fun n => (psum N f - psum n.+1 f) * (g n.+1 - g n)) + f N * psum N (fun n => g n.+1 - g n).
  by rewrite -psumZ -psumD; apply: psum_ext => n _; ring.
have -> : psum N (fun n => g n.+1 - g n) = g N - g 0%N.
  by elim: (N) => [|M IHM]; [rewrite psum0; ring | rewrite psumS IHM; ring].
ring.
Qed.

Theorem lat_tail k N u c w c' : y <= 1 -> 0 <= k -> (forall n, 0 <= u n) -> 0 <= c ->
  (forall n, 0 <= w n) -> c <= c' ->
  (forall t, (t <= N)%N -> c + (psum N u - psum t u) <= c' + (psum N w - psum t w)) ->
  lat k y N u c <=d lat k y N w c'.
Proof.
move=> y1 k0 u0 c0 w0 cc ht p q p0 q0; rewrite !hs_lat //; last lra.
set g := weight k y p q.
have gm n : g n <= g n.+1.
  apply: pos_le; have h1 := pow_le y n y0.
  have : k * (y * y ^ n) <= k * y ^ n by apply: Rmult_le_compat_l => //; nra.
  by move/(Rmult_le_compat_l _ _ _ q0) => /=; lra.
have gp n : g n <= p.
  apply: Rmax_lub => //; have h1 := pow_le y n y0.
  by have := Rmult_le_pos _ _ q0 (Rmult_le_pos _ _ k0 h1); lra.
have g0 : 0 <= g 0%N by exact: pos_ge0.
have tele b : psum N (fun n => b * (g n.+1 - g n)) = b * (g N - g 0%N).
  rewrite psumZ; congr (_ * _).
  by elim: (N) => [|M IHM]; [rewrite psum0; ring | rewrite psumS IHM; ring].
have E f b : p * b + psum N (fun n => f n * g n)
  = b * (p - g N) + (b + psum N f) * g 0%N
    + psum N (fun n => (b + (psum N f - psum n.+1 f)) * (g n.+1 - g n)).
  have -> : psum N (fun n => (b + (psum N f - psum n.+1 f)) * (g n.+1 - g n))
    = psum N (fun n => b * (g n.+1 - g n)) + psum N (fun n => (psum N f - psum n.+1 f) * (g n.+1 - g n)).
    by rewrite -psumD; apply: psum_ext => n _; ring.
  by rewrite tele abel; ring.
rewrite !E; apply: Rplus_le_compat; first apply: Rplus_le_compat.
- by apply: Rmult_le_compat_r => //; have := gp N; lra.
- by apply: Rmult_le_compat_r => //; have := ht 0%N (leq0n N); rewrite !psum0; lra.
- by apply: psum_le => n hn; apply: Rmult_le_compat_r; [have := gm n; lra | exact: ht].
Qed.
End Rules.
