(* The numbers of a claim file: the notation, the real value, and the rational value where there is one. *)
From Coq Require Import List Ascii String Bool ZArith Reals Lra Lia.
From Verified Require Import Json.
Import ListNotations.
Local Open Scope list_scope.
Local Open Scope char_scope.

Inductive expr :=
| Num (n : Z) (d : positive)                 (* n/d *)
| Add (e f : expr) | Sub (e f : expr) | Mul (e f : expr) | Div (e f : expr) | Neg (e : expr)
| Pow (e f : expr) | ExpOf (e : expr) | Ln (e : expr) | Sqrt (e : expr).

(* ---------- reading ---------- *)
Definition digit (base : Z) (c : ascii) : option Z :=
  let n := Z.of_nat (nat_of_ascii c) in
  let v := (if (48 <=? n) && (n <=? 57) then n - 48
            else if (97 <=? n) && (n <=? 102) then n - 87
            else if (65 <=? n) && (n <=? 70) then n - 55 else 99)%Z in
  if (v <? base)%Z then Some v else None.
Fixpoint digits (base : Z) (s : text) (value count : Z) : Z * Z * text :=
  match s with
  | c :: s' => match digit base c with
               | Some v => digits base s' (value * base + v)%Z (count + 1)%Z
               | None => (value, count, s)
               end
  | [] => (value, count, s)
  end.
Definition scaled (m base e : Z) : option expr :=
  if (Z.abs e <=? 100000)%Z
  then Some (if (0 <=? e)%Z then Num (m * base ^ e) 1 else Num m (Z.to_pos (base ^ (- e))))
  else None.
(* digits, a point, digits, and an exponent of `unit` behind the mark; `per` of them are one digit *)
Definition number (base unit per : Z) (mark Mark : ascii) (s : text) : option (expr * text) :=
  let '(m, k, s) := digits base s 0 0 in
  let '(m, k, f, s) := match s with
    | c :: s' => if Ascii.eqb c "." then let '(m, f, s) := digits base s' m 0%Z in (m, (k + f)%Z, f, s) else (m, k, 0%Z, s)
    | [] => (m, k, 0%Z, s)
    end in
  if (k =? 0)%Z then None else
  let made e s := match scaled m unit (e - per * f) with Some x => Some (x, s) | None => None end in
  match s with
  | c :: s' =>
      if Ascii.eqb c mark || Ascii.eqb c Mark then
        let '(sign, s') := match s' with
          | d :: s'' => if Ascii.eqb d "-" then ((-1)%Z, s'') else if Ascii.eqb d "+" then (1%Z, s'') else (1%Z, s')
          | [] => (1%Z, s') end in
        let '(e, ke, s'') := digits 10 s' 0 0 in
        if (ke =? 0)%Z || (9 <? ke)%Z then None else made (sign * e)%Z s''
      else made 0%Z s
  | [] => made 0%Z s
  end.
Fixpoint skip (s : text) : text :=
  match s with c :: s' => if is_space c then skip s' else s | [] => s end.
Fixpoint strip (prefix s : text) : option text :=
  match prefix, s with
  | [], _ => Some s
  | a :: p, b :: s' => if Ascii.eqb a b then strip p s' else None
  | _, [] => None
  end.
Definition take (prefix : string) (s : text) : option text := strip (list_ascii_of_string prefix) (skip s).

Fixpoint sum (n : nat) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n => match term n s with Some (e, s) => sum_rest n e s | None => None end end
with sum_rest (n : nat) (e : expr) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n =>
    match take "+" s, take "-" s with
    | Some s, _ => match term n s with Some (f, s) => sum_rest n (Add e f) s | None => None end
    | _, Some s => match term n s with Some (f, s) => sum_rest n (Sub e f) s | None => None end
    | _, _ => Some (e, s)
    end end
with term (n : nat) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n => match unary n s with Some (e, s) => term_rest n e s | None => None end end
with term_rest (n : nat) (e : expr) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n =>
    match take "*" s, take "/" s with
    | Some s, _ => match unary n s with Some (f, s) => term_rest n (Mul e f) s | None => None end
    | _, Some s => match unary n s with Some (f, s) => term_rest n (Div e f) s | None => None end
    | _, _ => Some (e, s)
    end end
with unary (n : nat) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n =>
    match take "+" s, take "-" s with
    | Some s, _ => unary n s
    | _, Some s => match unary n s with Some (e, s) => Some (Neg e, s) | None => None end
    | _, _ => power n s
    end end
with power (n : nat) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n =>
    match atom n s with
    | Some (e, s) => match take "^" s with
        | Some s => match take "-" s with
            | Some s => match atom n s with Some (f, s) => Some (Pow e (Neg f), s) | None => None end
            | None => match atom n s with Some (f, s) => Some (Pow e f, s) | None => None end
            end
        | None => Some (e, s) end
    | None => None
    end end
with atom (n : nat) (s : text) {struct n} : option (expr * text) :=
  match n with O => None | S n =>
    let closed f s := match sum n s with
      | Some (e, s) => match take ")" s with Some s => Some (f e, s) | None => None end
      | None => None end in
    match take "exp(" s, take "ln(" s, take "sqrt(" s, take "(" s, take "0x" s with
    | Some s, _, _, _, _ => closed ExpOf s
    | _, Some s, _, _, _ => closed Ln s
    | _, _, Some s, _, _ => closed Sqrt s
    | _, _, _, Some s, _ => closed (fun e => e) s
    | _, _, _, _, Some s => number 16 2 4 "p" "P" s
    | _, _, _, _, _ => number 10 10 1 "e" "E" (skip s)
    end end.
(* Longer texts are refused: the work of reading digits is quadratic. *)
Definition max_length : Z := 10000.
Fixpoint is_shorter (n : Z) (s : text) : bool :=
  match s with [] => true | _ :: s' => (0 <? n)%Z && is_shorter (n - 1)%Z s' end.
Definition literal (s : text) : option expr :=
  if is_shorter max_length s then
  match sum (16 * List.length s + 16) s with
  | Some (e, s) => match skip s with [] => Some e | _ => None end
  | None => None
  end
  else None.

(* ---------- the real value ---------- *)
Local Open Scope R_scope.
Definition power_of (x y : R) : R := if Req_EM_T y (IZR (Int_part y)) then powerRZ x (Int_part y) else 0.
Fixpoint value (e : expr) : R :=
  match e with
  | Num n d => IZR n / IZR (Zpos d)
  | Add e f => value e + value f
  | Sub e f => value e - value f
  | Mul e f => value e * value f
  | Div e f => value e / value f
  | Neg e => - value e
  | Pow e f => power_of (value e) (value f)
  | ExpOf e => exp (value e)
  | Ln e => ln (value e)
  | Sqrt e => sqrt (value e)
  end.

(* ---------- rational values ---------- *)
Definition max_bits : Z := 400000.
Definition bits (n d : Z) : Z := (Z.log2 (Z.abs n) + Z.log2 (Z.abs d))%Z.
(* in lowest terms; larger numbers are refused *)
Definition frac (n d : Z) : option (Z * Z) :=
  if (d =? 0)%Z || (max_bits <? bits n d)%Z then None
  else let g := Z.gcd n d in
       let (n', d') := (n / g, d / g)%Z in
       if (n' * d =? n * d')%Z && negb (d' =? 0)%Z
       then Some (if (d' <? 0)%Z then (- n', - d')%Z else (n', d')) else None.
Fixpoint rat (e : expr) : option (Z * Z) :=
  let two f g (op : Z -> Z -> Z -> Z -> option (Z * Z)) :=
    match rat f, rat g with Some (a, b), Some (c, d) => op a b c d | _, _ => None end in
  match e with
  | Num n d => frac n (Zpos d)
  | Add f g => two f g (fun a b c d => frac (a * d + c * b) (b * d))
  | Sub f g => two f g (fun a b c d => frac (a * d - c * b) (b * d))
  | Mul f g => two f g (fun a b c d => frac (a * c) (b * d))
  | Div f g => two f g (fun a b c d => frac (a * d) (b * c))
  | Neg f => match rat f with Some (a, b) => frac (- a) b | None => None end
  | Pow f (Num k xH) => match rat f with
      | Some (a, b) => if (0 <=? k)%Z && (k * (bits a b + 1) <=? max_bits)%Z then frac (a ^ k) (b ^ k) else None
      | None => None end
  | ExpOf (Ln f) => match rat f with Some (a, b) => if 0 <? a then Some (a, b) else None | None => None end
  | _ => None
  end%Z.

Definition is_frac (r : R) (q : Z * Z) : Prop := (0 < snd q)%Z /\ r = IZR (fst q) / IZR (snd q).

Lemma frac_sound n d q : frac n d = Some q -> IZR d <> 0 /\ is_frac (IZR n / IZR d) q.
Proof.
unfold frac; destruct (Z.eqb_spec d 0) as [|h]; [discriminate|].
destruct (max_bits <? bits n d)%Z; [discriminate|]; simpl.
set (n' := (n / Z.gcd n d)%Z); set (d' := (d / Z.gcd n d)%Z).
destruct (Z.eqb_spec (n' * d) (n * d')) as [e|]; [|discriminate].
destruct (Z.eqb_spec d' 0) as [|h']; [discriminate|]; simpl.
assert (R1 : IZR d <> 0) by (intros c; apply eq_IZR in c; auto).
assert (R2 : IZR d' <> 0) by (intros c; apply eq_IZR in c; auto).
assert (E : IZR n / IZR d = IZR n' / IZR d').
{ apply (f_equal IZR) in e; rewrite !mult_IZR in e.
  apply (Rmult_eq_reg_r (IZR d * IZR d')); [|intros c; apply Rmult_integral in c; tauto].
  field_simplify; auto; lra. }
intros [= <-]; split; [assumption|]; rewrite E; destruct (Z.ltb_spec d' 0); unfold is_frac; simpl; split; try lia.
- rewrite !opp_IZR; field; assumption.
- reflexivity.
Qed.

Lemma pos_IZR b : (0 < b)%Z -> IZR b <> 0.
Proof. intros h c; apply eq_IZR in c; lia. Qed.

Lemma Int_part_IZR k : Int_part (IZR k) = k.
Proof. unfold Int_part; rewrite <- (tech_up (IZR k) (k + 1)); [lia | rewrite plus_IZR; lra | rewrite plus_IZR; lra]. Qed.

Lemma pow_IZR a k : (0 <= k)%Z -> IZR (a ^ k) = powerRZ (IZR a) k.
Proof.
intros h; rewrite <- (Z2Nat.id k h); generalize (Z.to_nat k) as n; clear; intros n.
rewrite <- pow_powerRZ; induction n as [|n IH]; [reflexivity|].
rewrite Nat2Z.inj_succ, Z.pow_succ_r, mult_IZR, IH; [reflexivity | lia].
Qed.

Theorem rat_sound e q : rat e = Some q -> is_frac (value e) q.
Proof.
(* the argument of a logarithm too, for exp(ln x) *)
enough (H : (forall q, rat e = Some q -> is_frac (value e) q) /\
  match e with Ln f => forall q, rat f = Some q -> is_frac (value f) q | _ => True end) by exact (proj1 H q).
induction e as [n d|e [IHe _] f [IHf _]|e [IHe _] f [IHf _]|e [IHe _] f [IHf _]|e [IHe _] f [IHf _]|e [IHe _]|e [IHe _] f [IHf _]
  |e [_ IHe]|e [IHe _]|e _]; (split; [clear q | first [exact I | exact IHe]]); simpl; intros q; try discriminate.
- intros h; apply frac_sound in h; tauto.
- destruct (rat e) as [[a b]|]; [|discriminate]; destruct (rat f) as [[c d]|]; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [_ [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->], (IHf _ eq_refl) as [d0 ->]; simpl in *; rewrite <- h2.
  rewrite plus_IZR, !mult_IZR; field; split; apply pos_IZR; assumption.
- destruct (rat e) as [[a b]|]; [|discriminate]; destruct (rat f) as [[c d]|]; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [_ [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->], (IHf _ eq_refl) as [d0 ->]; simpl in *; rewrite <- h2.
  rewrite minus_IZR, !mult_IZR; field; split; apply pos_IZR; assumption.
- destruct (rat e) as [[a b]|]; [|discriminate]; destruct (rat f) as [[c d]|]; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [_ [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->], (IHf _ eq_refl) as [d0 ->]; simpl in *; rewrite <- h2.
  rewrite !mult_IZR; field; split; apply pos_IZR; assumption.
- destruct (rat e) as [[a b]|]; [|discriminate]; destruct (rat f) as [[c d]|]; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [h0 [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->], (IHf _ eq_refl) as [d0 ->]; simpl in *; rewrite <- h2.
  rewrite mult_IZR in h0; rewrite !mult_IZR; field; repeat split; try (apply pos_IZR; assumption).
  intros c0; apply h0; rewrite c0; ring.
- destruct (rat e) as [[a b]|]; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [h0 [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->]; simpl in *; rewrite <- h2, opp_IZR; field; apply pos_IZR; assumption.
- destruct f as [k [d|d|]| | | | | | | | |]; try discriminate.
  destruct (rat e) as [[a b]|]; [|discriminate].
  destruct (Z.leb_spec 0 k) as [k0|]; [|discriminate]; destruct (k * (bits a b + 1) <=? max_bits)%Z; [|discriminate].
  intros h; apply frac_sound in h; destruct h as [h0 [h1 h2]]; split; [assumption|].
  destruct (IHe _ eq_refl) as [b0 ->]; simpl in *; rewrite <- h2.
  unfold power_of; replace (IZR k / 1) with (IZR k) by field.
  rewrite Int_part_IZR; destruct (Req_EM_T (IZR k) (IZR k)) as [_|c]; [|tauto].
  rewrite !pow_IZR by assumption; unfold Rdiv.
  rewrite <- (Z2Nat.id k k0), <- !pow_powerRZ, Rpow_mult_distr, pow_inv; reflexivity.
- destruct e as [| | | | | | | |f|]; try discriminate.
  destruct (rat f) as [[a b]|]; [|discriminate]; destruct (Z.ltb_spec 0 a) as [a0|]; [|discriminate]; intros [= <-].
  destruct (IHe _ eq_refl) as [b0 v]; split; [assumption|]; simpl in *; rewrite v, exp_ln; [reflexivity|].
  apply Rmult_lt_0_compat; [apply IZR_lt | apply Rinv_0_lt_compat, IZR_lt]; assumption.
Qed.
