(* What a claim about a ledger means. This page and Reader.v, which says what the bytes of a certificate mean, are what a reader
   has to believe; all else is proved.

   From proofs/theories: dist P (masses >= 0 that add up to 1), DP x d P Q (P S <= x Q S + d for every event S),
   TV P Q = 1/2 sum |P - Q|, and joint K [::] t: the probability that a mechanism K, which chooses each answer by those before it,
   gives the answers t. value e (Literal.v) is the real number that a literal stands for. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect.
From DPCert Require Import FiniteSums HockeyStick NeymanPearson Composition.
From Verified Require Import Literal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Open Scope R_scope.

(* ---------- a ledger ---------- *)
Inductive kind :=
| ApproxDP (eps delta : expr)                (* any mechanism that is (eps, delta)-DP *)
| ApproxDPTV (eps delta eta : expr)          (* ... and whose total variation is at most eta *)
| ApproxDPAlpha (eps delta alpha : expr)     (* ... at most that of the pair with this alpha *)
| RandomizedResponse (eps : expr) (k : positive)   (* k answers, the true one e^eps times as likely as each other one *)
| FinitePair (p q : seq expr)                (* any mechanism that is dominated by p and q, in this direction *)
| MultiDP (constraints : seq (expr * expr))  (* any mechanism that is (eps, delta)-DP for each eps and delta of a list *)
| GroupDP (eps : expr) (n : positive)        (* any mechanism that is (eps, 0)-DP, where n units change together *)
| SampledDP (rate eps delta : expr).         (* any (eps, delta)-DP mechanism, on a Poisson sample of this rate *)

(* the total variation of the pair of Ghazi & Issa, with x = e^eps *)
Definition tv_of (x d al : R) : R := d + (1 - d) * (1 - al) * ((x - 1) / (x + 1)).

(* probabilities that add up to 1 *)
Definition masses (p : seq expr) : Prop := (forall e, List.In e p -> 0 <= value e) /\ foldr (fun e s => value e + s) 0 p = 1.
(* the least delta of p and q at x = e^eps *)
Definition delta_at (x : R) (p q : seq expr) : R := foldr (fun e s => Rmax 0 (value e.1 - x * value e.2) + s) 0 (zip p q).

(* the parameters that a row may have *)
Definition in_domain (k : kind) : Prop :=
  match k with
  | ApproxDP e d => 0 <= value e /\ 0 <= value d <= 1
  | ApproxDPTV e d t => [/\ 0 < value e, 0 <= value d < 1 & 0 <= value t <= 1]
  | ApproxDPAlpha e d al => [/\ 0 <= value e, 0 <= value d <= 1 & 0 <= value al <= 1]
  | RandomizedResponse e k => 0 <= value e /\ (2 <= k)%positive
  | FinitePair p q => [/\ size p = size q, masses p & masses q]
  | MultiDP cs => forall c, List.In c cs -> 0 <= value c.1 /\ 0 <= value c.2 <= 1
  | GroupDP e _ => 0 <= value e
  | SampledDP q e d => [/\ 0 <= value q <= 1, 0 <= value e & 0 <= value d <= 1]
  end.

(* P and Q are the distributions of an answer on two neighbouring inputs *)
Definition allowed (k : kind) (A : finType) (P Q : A -> R) : Prop :=
  match k with
  | ApproxDP e d => DP (exp (value e)) (value d) P Q /\ DP (exp (value e)) (value d) Q P
  | ApproxDPTV e d t => [/\ DP (exp (value e)) (value d) P Q, DP (exp (value e)) (value d) Q P & TV P Q <= value t]
  | ApproxDPAlpha e d al => let x := exp (value e) in
      [/\ DP x (value d) P Q, DP x (value d) Q P & TV P Q <= tv_of x (value d) (value al)]
  | RandomizedResponse e k => let x := exp (value e) in let n := x + IZR (Zpos k) - 1 in
      exists (s : {set A}) a b, [/\ #|s| = Pos.to_nat k, a \in s, b \in s & a <> b] /\
      (forall i, P i = if i == a then x / n else if i \in s then 1 / n else 0) /\
      (forall i, Q i = if i == b then x / n else if i \in s then 1 / n else 0)
  | FinitePair p q => forall x, 0 <= x -> DP x (delta_at x p q) P Q
  | MultiDP cs => forall c, List.In c cs -> DP (exp (value c.1)) (value c.2) P Q /\ DP (exp (value c.1)) (value c.2) Q P
  | GroupDP e n =>                           (* C i: the distribution where i of the units have changed *)
      exists C : nat -> A -> R, [/\ C 0%N = P, C (Pos.to_nat n) = Q, forall i, dist (C i) &
        forall i, (i < Pos.to_nat n)%N -> DP (exp (value e)) 0 (C i) (C i.+1) /\ DP (exp (value e)) 0 (C i.+1) (C i)]
  | SampledDP q e d =>                       (* U: where the unit is not in the sample, or not in the data; V: where it is *)
      exists U V, [/\ dist U, dist V, DP (exp (value e)) (value d) U V, DP (exp (value e)) (value d) V U &
        let M i := (1 - value q) * U i + value q * V i in
        (forall i, P i = M i /\ Q i = U i) \/ (forall i, P i = U i /\ Q i = M i)]
  end.

(* K and K' are the mechanism on two neighbouring inputs. The i-th answer may depend on all answers before it; given these, its
   distributions are allowed by the i-th step of the ledger *)
Definition runs (ks : seq kind) (A : finType) (K K' : seq A -> A -> R) : Prop :=
  [/\ forall h, dist (K h), forall h, dist (K' h) &
      forall h, (size h < size ks)%N -> allowed (nth (ApproxDP (Num 0 1) (Num 0 1)) ks (size h)) (K h) (K' h)].

(* every such mechanism is (ln x, d)-DP; with K and K' exchanged too, unless a FinitePair is among ks (Pairs.runs_sym) *)
Definition guaranteed (ks : seq kind) (x d : R) : Prop :=
  forall (A : finType) (K K' : seq A -> A -> R), runs ks K K' ->
    DP x d (fun t : (size ks).-tuple A => joint K [::] t) (fun t : (size ks).-tuple A => joint K' [::] t).

(* every test of K' whose type I error is at most a has a type II error of at least b; E P phi is the probability that the
   test phi, which may be randomised, rejects an answer distributed as P *)
Definition errors (ks : seq kind) (a b : R) : Prop :=
  forall (A : finType) (K K' : seq A -> A -> R), runs ks K K' -> forall phi : (size ks).-tuple A -> R, test phi ->
    let P t := joint K [::] (tval t) in let Q t := joint K' [::] (tval t) in E Q phi <= a -> b <= 1 - E P phi.

(* ---------- a claim ---------- *)
(* DeltaAt e: the least d that is guaranteed at eps = e; EpsAt d: the least eps >= 0 at which d is guaranteed;
   BetaAt a: the largest type II error that is guaranteed at a type I error of a *)
Inductive quantity := DeltaAt (eps : expr) | EpsAt (delta : expr) | BetaAt (alpha : expr).
Inductive relation := AtMost (v : expr) | AtLeast (v : expr) | Between (u v : expr).   (* "equals" is Between v v *)

Definition reached (ks : seq kind) (q : quantity) (v : R) : Prop :=
  match q with
  | DeltaAt e => guaranteed ks (exp (value e)) v
  | EpsAt d => 0 <= v /\ guaranteed ks (exp v) (value d)
  | BetaAt a => errors ks (value a) v
  end.
Definition at_most ks q v := if q is BetaAt _ then forall u, reached ks q u -> u <= v else reached ks q v.
Definition at_least ks q v := if q is BetaAt _ then reached ks q v else forall u, reached ks q u -> v <= u.
Definition claim_holds (ks : seq kind) (q : quantity) (r : relation) : Prop :=
  match r with
  | AtMost v => at_most ks q (value v)
  | AtLeast v => at_least ks q (value v)
  | Between u v => at_least ks q (value u) /\ at_most ks q (value v)
  end.
