(* Rows of irrational parameters, between rows of rational ones: what is claimed of the rows follows from what is known of the
   rows with all parameters rounded down, or rounded up. *)
From Coq Require Import Reals Lra Lia ZArith.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition Heterogeneous.
From DPCert Require Import Exponential.
From Verified Require Import Literal Claim Reader Outcomes Pairs Guarantee Rational Errors Listed Enclose.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- the program ---------- *)
(* e^eps is rounded, and not eps *)
Definition rounded_eps (up : bool) (e : expr) : option expr :=
  if eratio e is Some _ then Some e
  else if (nodes e <=? 60)%Z then
    if enclose (ExpOf e) is Some c then if (0 <? if up then c.2 else c.1)%Z then Some (Ln (end_of up c)) else None else None
  else None.
(* a larger alpha is a smaller total variation *)
Definition rounded_kind (up : bool) (k : kind) : option kind :=
  match k with
  | ApproxDP e d =>
      match rounded_eps up e, rounded up d with Some e', Some d' => Some (ApproxDP e' d') | _, _ => None end
  | ApproxDPTV e d t =>
      match rounded_eps up e, rounded up d, rounded up t with
      | Some e', Some d', Some t' => Some (ApproxDPTV e' d' t')
      | _, _, _ => None
      end
  | ApproxDPAlpha e d al =>
      match rounded_eps up e, rounded up d, rounded (~~ up) al with
      | Some e', Some d', Some al' => Some (ApproxDPAlpha e' d' al')
      | _, _, _ => None
      end
  | MultiDP cs =>
      let constraint c := match rounded_eps up c.1, rounded up c.2 with Some e, Some d => Some (e, d) | _, _ => None end in
      if all_of constraint cs is Some cs' then Some (MultiDP cs') else None
  | GroupDP e n => if rounded_eps up e is Some e' then Some (GroupDP e' n) else None
  | SampledDP q e d =>
      match rat q, rounded_eps up e, rounded up d with
      | Some _, Some e', Some d' => Some (SampledDP q e' d')
      | _, _, _ => None
      end
  | RandomizedResponse _ _ | FinitePair _ _ => None
  end.
Definition is_rational (k : kind) : bool :=
  match k with
  | FinitePair p q => if finite_pair p q is Some _ then true else false
  | MultiDP cs => if all_of bound_of cs is Some _ then true else false
  | GroupDP e _ => if eratio e is Some (a, b) then (b <=? a)%Z else false
  | SampledDP q e d =>
      match rat q, rational_row (ApproxDP e d) with Some (n, m), Some _ => (0 <=? n)%Z && (n <=? m)%Z | _, _ => false end
  | _ => if rational_row k is Some _ then true else false
  end.
(* the kinds below and above *)
Definition squeezed (k : kind) : option (kind * kind) :=
  if is_rational k then Some (k, k)
  else match rounded_kind false k, rounded_kind true k with
       | Some a, Some b => if is_rational a && is_rational b then Some (a, b) else None
       | _, _ => None
       end.
Fixpoint squeeze (r : rows) : option (rows * rows) :=
  match r with
  | [::] => Some ([::], [::])
  | (k, n) :: r' =>
      match squeezed k, squeeze r' with
      | Some (a, b), Some (l, u) => Some ((a, n) :: l, (b, n) :: u)
      | _, _ => None
      end
  end.
(* The least delta of randomised response is that of a total variation: this kind can be rounded. *)
Definition is_step (k : kind) : bool :=
  match k with ApproxDP _ _ | ApproxDPAlpha _ _ _ | RandomizedResponse _ _ => true | _ => false end.
Definition with_alpha (k : kind) : kind :=
  if k is RandomizedResponse e n then
    let m := Num (Zpos n) 1 in
    ApproxDPAlpha e (Num 0 1) (Div (Sub m (Num 2 1)) (Sub (Add (ExpOf e) m) (Num 1 1)))
  else k.
Definition alpha_rows (q : quantity) (r : rows) : rows :=
  if q is BetaAt _ then r else if List.forallb (fun e => is_step e.1) r then [seq (with_alpha e.1, e.2) | e <- r] else r.
(* Rational rows need not be rounded. A claim is looked at from both sides, so that the limit of the work is below is_small. *)
Definition is_half_small (r : rows) : bool :=
  if r is [:: (GroupDP _ _, _)] then true else if r is [:: (SampledDP _ _ _, xH)] then true
  else if is_mixed r then is_light r
  else if outcome_bits r is Some b then (outcome_count r * outcome_count r * b <=? 2 ^ 32)%Z else false.
Definition squeeze_rows (q : quantity) (r : rows) : option (rows * rows) :=
  if (outcome_count r <=? 20000)%Z && ~~ List.forallb (fun e => is_rational e.1) r then
    if squeeze (alpha_rows q r) is Some (l, u) then
      if is_half_small l && is_half_small u then Some (l, u) else None
    else None
  else None.
(* of a ledger with lists of outcomes: delta is at least the first, and at most the second; e^eps of the claim is rounded *)
Definition mixed_bounds (r : rows) (g : expr) : option ((Z * Z) * (Z * Z)) :=
  if eratio g is Some _ then if mixed_delta r g is Some q then Some (q, q) else None
  else match rounded_eps false g, rounded_eps true g with
    | Some g0, Some g1 =>
        match mixed_delta r g1, mixed_delta r g0 with Some low, Some high => Some (low, high) | _, _ => None end
    | _, _ => None
    end.
(* the parameters of a one-sided claim, where all that is not rational is rounded: alpha of beta, and v of delta and beta *)
Definition rounded_claim (up : bool) (q : quantity) (v : expr) : option (quantity * expr) :=
  match q with
  | DeltaAt _ => if rounded up v is Some v' then Some (q, v') else None
  | EpsAt _ => Some (q, v)
  | BetaAt a => match rounded up a, rounded up v with Some a', Some v' => Some (BetaAt a', v') | _, _ => None end
  end.
Definition is_rational_claim (q : quantity) (v : expr) : bool :=
  let known e := if rat e is Some _ then true else false in known v && if q is BetaAt a then known a else true.

(* ---------- kinds ---------- *)
(* every pair of k is one of k' *)
Definition narrower (k k' : kind) : Prop :=
  forall (A : finType) (P Q : A -> R), dist P -> dist Q -> allowed k P Q -> allowed k' P Q.

Lemma rounded_eps_sound up e f : rounded_eps up e = Some f -> beside up (value e) (value f).
Proof.
rewrite /rounded_eps; case: (eratio e) => [q|]; first by move=> [<-]; case: up; exact: Rle_refl.
case: ifP => // _; case E: (enclose (ExpOf e)) => [c|] //.
case: (Z.ltb_spec 0 _) => // p0 [<-]; have := end_beside up (enclose_sound E).
have uR := unitR; have pR := IZR_lt _ _ p0.
have v : 0 < value (end_of up c).
  apply: Rmult_lt_0_compat => //; apply: Rinv_0_lt_compat; exact: IZR_lt.
have le a b : exp a <= exp b -> a <= b.
  by move=> h; case: (Rle_lt_dec a b) => // /exp_increasing; lra.
case: up v {p0 pR} => v h; apply: le; rewrite [value (Ln _)]/= exp_ln //; exact: h.
Qed.

Lemma DP_le (A : finType) (P Q : A -> R) x x' d d' : nonneg Q -> x <= x' -> d <= d' -> DP x d P Q -> DP x' d' P Q.
Proof.
move=> nQ xx dd h S; apply: Rle_trans (h S) _; apply: Rplus_le_compat => //; apply: Rmult_le_compat_r => //.
by apply: (big_ind (Rle 0)) => [|*|i _]; [lra | lra | exact: nQ].
Qed.

Lemma tv_of_le x x' d d' al al' : 1 <= x -> x <= x' -> 0 <= d -> d <= d' -> d' <= 1 -> al <= 1 -> 0 <= al' -> al' <= al ->
  tv_of x d al <= tv_of x' d' al'.
Proof.
move=> x1 xx d0 dd d1 a1 a0 aa; rewrite /tv_of.
have f0 y : 1 <= y -> 0 <= (y - 1) / (y + 1) <= 1.
  move=> y1; have i0 : 0 < / (y + 1) by apply: Rinv_0_lt_compat; lra.
  split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (y + 1)); [lra|]; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
have ff : (x - 1) / (x + 1) <= (x' - 1) / (x' + 1).
  apply: (Rmult_le_reg_r ((x + 1) * (x' + 1))); first by apply: Rmult_lt_0_compat; lra.
  have -> : (x - 1) / (x + 1) * ((x + 1) * (x' + 1)) = (x - 1) * (x' + 1) by field; lra.
  have -> : (x' - 1) / (x' + 1) * ((x + 1) * (x' + 1)) = (x' - 1) * (x + 1) by field; lra.
  lra.
move: (f0 x x1) (f0 x' (Rle_trans _ _ _ x1 xx)) ff; move: ((x - 1) / (x + 1)) ((x' - 1) / (x' + 1)) => f g hf hg fg.
have h1 : 0 <= (1 - al) * f by apply: Rmult_le_pos; lra.
have h2 : (1 - al) * f <= (1 - al') * g by apply: Rmult_le_compat; lra.
have h3 : (1 - al') * g <= 1 by have := Rmult_le_compat_l (1 - al') g 1; lra.
rewrite !Rmult_assoc; move: ((1 - al) * f) ((1 - al') * g) h1 h2 h3 => s t h1 h2 h3.
have := Rmult_le_compat_l (1 - d') s t; have := Rmult_le_compat_r (1 - s) d d'; lra.
Qed.

Lemma is_rational_domain k : is_rational k -> in_domain k.
Proof.
have step k' : (if rational_row k' is Some _ then true else false) -> in_domain k'.
  by case E: rational_row => [r|] // _; apply: proper_in_domain; have [] := rational_row_sound E.
case: k => [e d|e d t|e d al|e n|p q|cs|e n|q e d]; try exact: step; rewrite /is_rational.
- by case E: finite_pair => [X|] // _; have [] := finite_pair_sound E.
- case E: all_of => [bs|] // _ c hc; have [h _] := all_of_In E.
  by have [b _ /bound_of_sound []] := h c hc.
- case E: (eratio e) => [[a b]|] // /Z.leb_le ba; have [_ b0 ve] := eratio_sound E; rewrite /= in b0.
  have bR := IZR_lt _ _ b0; have baR := IZR_le _ _ ba.
  rewrite /=; case: (Rle_lt_dec 0 (value e)) => // /exp_lt1; rewrite ve /frac_of /=.
  suff : 1 <= IZR a / IZR b by lra.
  by apply: (Rmult_le_reg_r (IZR b)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
- case Eq: (rat q) => [[n m]|] //; case E: rational_row => [r|] // /andP [/Z.leb_le n0 /Z.leb_le nm].
  have [m0 vq] := rat_sound _ _ Eq; have [e0 d01] : in_domain (ApproxDP e d) by apply: step; rewrite E.
  have mR := IZR_lt _ _ m0; have nR := IZR_le _ _ n0; have nmR := IZR_le _ _ nm; rewrite /= in mR nR nmR *.
  have i0 : 0 < / IZR m by apply: Rinv_0_lt_compat.
  suff q01 : 0 <= value q <= 1 by split.
  rewrite vq /=; split; first by apply: Rmult_le_pos; lra.
  by apply: (Rmult_le_reg_r (IZR m)) => //; rewrite /Rdiv Rmult_assoc Rinv_l; lra.
Qed.
Definition allowed_group (x : R) (n : positive) (A : finType) (P Q : A -> R) : Prop :=
  exists C : nat -> A -> R, [/\ C 0%N = P, C (Pos.to_nat n) = Q, forall i, dist (C i) &
    forall i, (i < Pos.to_nat n)%N -> DP x 0 (C i) (C i.+1) /\ DP x 0 (C i.+1) (C i)].
Theorem squeezed_sound k a b : squeezed k = Some (a, b) -> [/\ in_domain k, narrower a k & narrower k b].
Proof.
rewrite /squeezed; case E: is_rational.
  by move=> [<- <-]; split=> //; exact: is_rational_domain.
case Ea: rounded_kind => [a'|] //; case Eb: rounded_kind => [b'|] //.
case: andP => // -[/is_rational_domain pa /is_rational_domain pb] [<- <-] {E a b}.
case: k Ea Eb => [e d|e d t|e d al|e n|p q|cs|e n|q e d] //=.
- case Ee: rounded_eps => [e1|] //; case Ed: rounded => [d1|] // [Ea].
  case Ee': rounded_eps => [e2|] //; case Ed': rounded => [d2|] // [Eb]; subst a' b'.
  move: (rounded_eps_sound Ee) (rounded_sound Ed) (rounded_eps_sound Ee') (rounded_sound Ed') pa pb => /= h1 h2 h3 h4 pa pb.
  have le1 := exp_le h1; have le2 := exp_le h3.
  split; first by lra.
  + by move=> A P Q [nP _] [nQ _] /= [u v]; split; [exact: DP_le u | exact: DP_le v].
  + by move=> A P Q [nP _] [nQ _] /= [u v]; split; [exact: DP_le u | exact: DP_le v].
- case Ee: rounded_eps => [e1|] //; case Ed: rounded => [d1|] //; case Et: rounded => [t1|] // [Ea].
  case Ee': rounded_eps => [e2|] //; case Ed': rounded => [d2|] //; case Et': rounded => [t2|] // [Eb]; subst a' b'.
  move: (rounded_eps_sound Ee) (rounded_sound Ed) (rounded_sound Et) pa => /= h1 h2 h3 [pa1 pa2 pa3].
  move: (rounded_eps_sound Ee') (rounded_sound Ed') (rounded_sound Et') pb => /= h4 h5 h6 [pb1 pb2 pb3].
  have le1 := exp_le h1; have le2 := exp_le h4.
  split; first by split; lra.
  + by move=> A P Q [nP _] [nQ _] /= [u v w]; split; [exact: DP_le u | exact: DP_le v | lra].
  + by move=> A P Q [nP _] [nQ _] /= [u v w]; split; [exact: DP_le u | exact: DP_le v | lra].
- case Ee: rounded_eps => [e1|] //; case Ed: rounded => [d1|] //; case Et: rounded => [t1|] // [Ea].
  case Ee': rounded_eps => [e2|] //; case Ed': rounded => [d2|] //; case Et': rounded => [t2|] // [Eb]; subst a' b'.
  move: (rounded_eps_sound Ee) (rounded_sound Ed) (rounded_sound Et) pa => /= h1 h2 h3 [pa1 pa2 pa3].
  move: (rounded_eps_sound Ee') (rounded_sound Ed') (rounded_sound Et') pb => /= h4 h5 h6 [pb1 pb2 pb3].
  have le1 := exp_le h1; have le2 := exp_le h4; have ge1 := exp_ge1 pa1.
  split; first by split; lra.
  + move=> A P Q [nP _] [nQ _] /= [u v w]; split; [exact: DP_le u | exact: DP_le v |].
    by apply: Rle_trans w _; apply: tv_of_le; lra.
  + move=> A P Q [nP _] [nQ _] /= [u v w]; split; [exact: DP_le u | exact: DP_le v |].
    by apply: Rle_trans w _; apply: tv_of_le; lra.
- case E1: all_of => [cs1|] // [Ea]; case E2: all_of => [cs2|] // [Eb]; subst a' b'.
  have [f1 g1] := all_of_In E1; have [f2 g2] := all_of_In E2.
  have near up c c' : match rounded_eps up c.1, rounded up c.2 with Some e, Some d => Some (e, d) | _, _ => None end = Some c' ->
      beside up (value c.1) (value c'.1) /\ beside up (value c.2) (value c'.2).
    case Ee: rounded_eps => [e|] //; case Ed: rounded => [d|] // [<-].
    by split; [exact: rounded_eps_sound Ee | exact: rounded_sound Ed].
  split.
  + move=> c hc; have [c1 hc1 /near /= [h1 h2]] := f1 c hc; have [c2 hc2 /near /= [h3 h4]] := f2 c hc.
    by have := pa c1 hc1; have := pb c2 hc2; rewrite /=; lra.
  + move=> A P Q [nP _] [nQ _] /= al c hc; have [c1 hc1 /near /= [h1 h2]] := f1 c hc; have [u v] := al c1 hc1.
    by have le := exp_le h1; split; [exact: DP_le u | exact: DP_le v].
  + move=> A P Q [nP _] [nQ _] /= al c hc; have [c0 hc0 /near /= [h1 h2]] := g2 c hc; have [u v] := al c0 hc0.
    by have le := exp_le h1; split; [exact: DP_le u | exact: DP_le v].
- case Ee: rounded_eps => [e1|] // [Ea]; case Ee': rounded_eps => [e2|] // [Eb]; subst a' b'.
  move: (rounded_eps_sound Ee) (rounded_eps_sound Ee') pa pb => /= h1 h2 pa pb.
  have le1 := exp_le h1; have le2 := exp_le h2.
  have wider x y (A : finType) (P Q : A -> R) : x <= y -> allowed_group x n P Q -> allowed_group y n P Q.
    move=> xy [C [C0 CN dC h]]; exists C; split=> // i hi; have [u v] := h i hi; have [n0 _] := dC i; have [n1 _] := dC i.+1.
    by split; [apply: DP_le u | apply: DP_le v] => //; exact: Rle_refl.
  split; first by lra.
  + by move=> A P Q _ _; exact: wider.
  + by move=> A P Q _ _; exact: wider.
- case: (rat q) => [w|] //; case Ee: rounded_eps => [e1|] //; case Ed: rounded => [d1|] // [Ea].
  case Ee': rounded_eps => [e2|] //; case Ed': rounded => [d2|] // [Eb]; subst a' b'.
  move: (rounded_eps_sound Ee) (rounded_sound Ed) pa => /= h1 h2 [pa1 pa2 pa3].
  move: (rounded_eps_sound Ee') (rounded_sound Ed') pb => /= h3 h4 [pb1 pb2 pb3].
  have le1 := exp_le h1; have le2 := exp_le h3.
  split; first by split; lra.
  + move=> T P Q _ _ [A [B [dA dB u v hM]]]; exists A, B; split=> //.
    * by case: dB => nB _; exact: DP_le u.
    * by case: dA => nA _; exact: DP_le v.
  + move=> T P Q _ _ [A [B [dA dB u v hM]]]; exists A, B; split=> //.
    * by case: dB => nB _; exact: DP_le u.
    * by case: dA => nA _; exact: DP_le v.
Qed.

(* ---------- ledgers ---------- *)
Definition refines (ks ks' : seq kind) : Prop := List.Forall2 narrower ks ks'.
Lemma refines_size ks ks' : refines ks ks' -> size ks = size ks'.
Proof. by elim=> // a b l l' _ _ /= ->. Qed.
Lemma refines_nth k0 ks ks' i : refines ks ks' -> narrower (nth k0 ks i) (nth k0 ks' i).
Proof. by move=> h; elim: h i => [|a b l l' ab _ IH] [|i] //= A P Q. Qed.

Theorem squeeze_sound r l u : squeeze r = Some (l, u) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, refines (steps l) (steps r) & refines (steps r) (steps u)].
Proof.
elim: r l u => [|[k n] r IH] l u; first by move=> [<- <-]; split=> [k []||]; constructor.
rewrite [squeeze _]/=; case Ek: squeezed => [[a b]|] //; case Er: squeeze => [[l' u']|] // [<- <-].
have [dk ak kb] := squeezed_sound Ek; have [dr rl ru] := IH _ _ Er.
have rep x y m : narrower x y -> refines (nseq m x) (nseq m y) by move=> h; elim: m => [|m IHm]; constructor.
split; last 2 first.
- by apply: List.Forall2_app => //; exact: rep.
- by apply: List.Forall2_app => //; exact: rep.
move=> k'; rewrite /steps /= => /List.in_app_iff [|]; last exact: dr.
by elim: (Pos.to_nat n) => [|m IHm] //= [<-|].
Qed.

Section Refines.
Variables ks ks' : seq kind.
Hypothesis finer : refines ks ks'.
Lemma runs_refines (A : finType) (K K' : seq A -> A -> R) : runs ks K K' -> runs ks' K K'.
Proof.
move=> [dK dK' h]; split=> // s hs; rewrite -(refines_size finer) in hs.
exact: (@refines_nth _ _ _ (size s) finer A _ _ (dK s) (dK' s) (h s hs)).
Qed.
Lemma guaranteed_refines x d : guaranteed ks' x d -> guaranteed ks x d.
Proof. by move=> h A K K' /runs_refines /h; rewrite -(refines_size finer). Qed.
Lemma errors_refines a b : errors ks' a b -> errors ks a b.
Proof. by move=> h A K K' /runs_refines /h; rewrite -(refines_size finer). Qed.
Lemma reached_refines q v : reached ks' q v -> reached ks q v.
Proof.
case: q => [e|d|a] /=; [exact: guaranteed_refines | | exact: errors_refines].
by move=> [v0 h]; split=> //; exact: guaranteed_refines.
Qed.
End Refines.

(* ---------- claims ---------- *)
(* what is reached by the second is reached by the first *)
Definition lesser (q : quantity) (ks ks' : seq kind) : Prop := forall v, reached ks' q v -> reached ks q v.
Lemma lesser_refl q ks : lesser q ks ks. Proof. by []. Qed.
Lemma refines_lesser q ks ks' : refines ks ks' -> lesser q ks ks'.
Proof. by move=> h v; exact: reached_refines. Qed.

(* randomised response *)
Lemma Rdiv_1 a : a / 1 = a. Proof. by lra. Qed.
Lemma with_alpha_sound k : is_step k -> in_domain (with_alpha k) ->
  [/\ proper k, proper (with_alpha k) & step_of (with_alpha k) = step_of k].
Proof.
case: k => [e d|e d t|e d al|e n|p q|cs|e n|q e d] //= _.
- by move=> [e0 d01]; have := exp_ge1 e0; split=> //; do 2 (split=> //=); lra.
- by move=> [e0 d01 al01]; have := exp_ge1 e0; split=> //; do 2 split=> //=.
- rewrite !Rdiv_1; move=> [e0 d01 al01]; have x1 := exp_ge1 e0.
  have v : valid_step (Step (exp (value e)) ((IZR (Zpos n) - 2) / (exp (value e) + IZR (Zpos n) - 1)) 0) by split=> //=; lra.
  by split=> //; split=> //=; rewrite !Rdiv_1.
Qed.
Lemma alpha_rows_sound q r : (forall k, List.In k (steps (alpha_rows q r)) -> in_domain k) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, lesser q (steps (alpha_rows q r)) (steps r)
    & lesser q (steps r) (steps (alpha_rows q r))].
Proof.
have same : alpha_rows q r = r -> (forall k, List.In k (steps (alpha_rows q r)) -> in_domain k) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, lesser q (steps (alpha_rows q r)) (steps r)
    & lesser q (steps r) (steps (alpha_rows q r))] by move=> -> h; split=> // v.
case: (boolP (List.forallb (fun e => is_step e.1) r)) => hs; last first.
  by apply: same; rewrite /alpha_rows (negbTE hs); case: q.
have E : steps [seq (with_alpha e.1, e.2) | e <- r] = map with_alpha (steps r).
  by rewrite /steps; elim: (r) => [|[k n] r' IH] //=; rewrite map_cat map_nseq IH.
have st k : List.In k (steps r) -> is_step k.
  elim: (r) hs => [|[k' n] r' IH] //= /andP [hk /IH {}IH]; rewrite /steps /= => /List.in_app_iff [|/IH //].
  by elim: (Pos.to_nat n) => [|m IHm] //= [<-|/IHm].
case: q same => [e|d|a] same; last exact: same.
all: rewrite /alpha_rows hs E => dom {same}.
all: have ok k : List.In k (steps r) -> [/\ proper k, proper (with_alpha k) & step_of (with_alpha k) = step_of k]
  by move=> hk; apply: with_alpha_sound; [exact: st | apply: dom; exact: List.in_map].
all: have p1 k : List.In k (steps r) -> proper k by move=> /ok [].
all: have p2 k : List.In k (map with_alpha (steps r)) -> proper k by move=> /List.in_map_iff [k' [<- /ok []]].
all: have same : map step_of (map with_alpha (steps r)) = map step_of (steps r)
  by elim: (steps r) ok => [|k s IH] //= ok; rewrite IH => [|k' hk]; [have [_ _ ->] := ok k (or_introl erefl) | apply: ok; right].
all: have iff x d' : 0 <= x -> guaranteed (steps r) x d' <-> guaranteed (map with_alpha (steps r)) x d'
  by move=> x0; rewrite (guaranteedE p1) // (guaranteedE p2) // same.
all: have ex u := Rlt_le _ _ (exp_pos u).
all: split=> [k /p1|v|v] /=; try exact: proper_in_domain.
- by move=> /(iff _ _ (ex _)).
- by move=> /(iff _ _ (ex _)).
- by move=> [v0 /(iff _ _ (ex _))].
- by move=> [v0 /(iff _ _ (ex _))].
Qed.
Theorem squeeze_rows_sound q r l u : squeeze_rows q r = Some (l, u) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, lesser q (steps l) (steps r) & lesser q (steps r) (steps u)].
Proof.
rewrite /squeeze_rows; case: ifP => // _; case E: squeeze => [[l' u']|] //; case: ifP => // _ [<- <-].
have [dom hl hu] := squeeze_sound E; have [dr h1 h2] := alpha_rows_sound dom; split=> // v.
- by move=> /h1; exact: refines_lesser hl v.
- by move=> h; apply: h2; exact: refines_lesser hu v h.
Qed.

Theorem mixed_bounds_sound r g low high : mixed_bounds r g = Some (low, high) ->
  [/\ forall k, List.In k (steps r) -> in_domain k, (0 < low.2)%Z /\ (0 < high.2)%Z,
      above_all (steps r) (exp (value g)) (frac_of low) & guaranteed (steps r) (exp (value g)) (frac_of high)].
Proof.
rewrite /mixed_bounds; case: eratio => [_|].
  case E: mixed_delta => [q|] // [<- <-]; have [dr q0 h] := mixed_delta_sound E; split=> //; first by move=> d /h.
  by apply/h; apply: Rle_refl.
case F0: rounded_eps => [g0|] //; case F1: rounded_eps => [g1|] //.
case D0: mixed_delta => [l|] //; case D1: mixed_delta => [h|] // [<- <-].
have /= v0 := rounded_eps_sound F0; have /= v1 := rounded_eps_sound F1.
have [dr l0 hl] := mixed_delta_sound D0; have [_ h0 hh] := mixed_delta_sound D1; split=> //.
- by move=> d hd; apply/hl; exact: guaranteed_up (exp_le v1) hd.
- by apply: guaranteed_up (exp_le v0) _; apply/hh; exact: Rle_refl.
Qed.

(* delta and eps are largest for the widest rows, beta for the narrowest *)
Definition larger (T : Type) (q : quantity) (lower upper : T) : T := if q is BetaAt _ then lower else upper.
Definition smaller (T : Type) (q : quantity) (lower upper : T) : T := if q is BetaAt _ then upper else lower.
Lemma at_most_rows ks lower upper q v : lesser q lower ks -> lesser q ks upper ->
  (at_most (larger q lower upper) q v -> at_most ks q v) /\ (at_most ks q v -> at_most (smaller q lower upper) q v).
Proof.
case: q => [e|d|a] L U; split; rewrite /at_most /larger /smaller; try (exact: L); try (exact: U).
- by move=> h u /L /h.
- by move=> h u /U /h.
Qed.
Lemma at_least_rows ks lower upper q v : lesser q lower ks -> lesser q ks upper ->
  (at_least (smaller q lower upper) q v -> at_least ks q v) /\ (at_least ks q v -> at_least (larger q lower upper) q v).
Proof.
case: q => [e|d|a] L U; split; rewrite /at_least /larger /smaller; try (exact: L); try (exact: U).
- by move=> h u /L /h.
- by move=> h u /U /h.
- by move=> h u /L /h.
- by move=> h u /U /h.
Qed.

Lemma guaranteed_le ks x d d' : d <= d' -> guaranteed ks x d -> guaranteed ks x d'.
Proof. by move=> dd h A K K' /h hd S; have := hd S; lra. Qed.
Lemma errors_le ks a a' b : a' <= a -> errors ks a b -> errors ks a' b.
Proof.
by move=> aa h A K K' r phi hphi P Q hE; apply: (h A K K' r phi hphi); exact: Rle_trans hE aa.
Qed.

(* the same quantity, at parameters that are no smaller *)
Definition below (q : quantity) (v : R) (q' : quantity) (v' : R) : Prop :=
  match q, q' with
  | DeltaAt e, DeltaAt e' => e = e' /\ v <= v'
  | EpsAt d, EpsAt d' => d = d' /\ v = v'
  | BetaAt a, BetaAt a' => value a <= value a' /\ v <= v'
  | _, _ => False
  end.
Lemma rounded_claim_sound up q v q' v' : rounded_claim up q v = Some (q', v') ->
  if up then below q (value v) q' (value v') else below q' (value v') q (value v).
Proof.
case: q => [e|d|a] /=.
- by case E: rounded => [w|] // [<- <-]; have := rounded_sound E; case: up E.
- by move=> [<- <-]; case: up.
- case Ea: rounded => [b|] //; case E: rounded => [w|] // [<- <-].
  by have := rounded_sound E; have := rounded_sound Ea; case: up {E Ea}.
Qed.
Lemma at_most_below ks q v q' v' : below q v q' v' -> at_most ks q v -> at_most ks q' v'.
Proof.
case: q => [e|d|a]; case: q' => [e'|d'|a'] //= [h h'].
- by rewrite h; exact: guaranteed_le.
- by rewrite h h'.
- by move=> H u /(errors_le h) /H hu; apply: Rle_trans hu h'.
Qed.
Lemma at_least_below ks q v q' v' : below q v q' v' -> at_least ks q' v' -> at_least ks q v.
Proof.
case: q => [e|d|a]; case: q' => [e'|d'|a'] //= [h h'].
- by rewrite h => H u /H; apply: Rle_trans.
- by rewrite h h'.
- by move=> /(errors_le h) H; exact: errors_down H h'.
Qed.
