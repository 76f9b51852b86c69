
type __ = Obj.t
let __ = let rec f _ = Obj.repr f in Obj.repr f

(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val mul : nat -> nat -> nat **)

let rec mul n0 m =
  match n0 with
  | O -> O
  | S p -> add m (mul p m)

(** val sub : nat -> nat -> nat **)

let rec sub n0 m =
  match n0 with
  | O -> n0
  | S k -> (match m with
            | O -> n0
            | S l -> sub k l)

(** val leb : nat -> nat -> bool **)

let rec leb n0 m =
  match n0 with
  | O -> true
  | S n' -> (match m with
             | O -> false
             | S m' -> leb n' m')

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

type reflect =
| ReflectT
| ReflectF

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec succ = Big_int_Z.succ_big_int

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec add = Big_int_Z.add_big_int

  (** val add_carry :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  and add_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add_carry p q))
        (fun q -> Big_int_Z.mult_int_big_int 2 (add_carry p q))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> Big_int_Z.mult_int_big_int 2 (add_carry p q))
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add p q))
        (fun _ -> Big_int_Z.mult_int_big_int 2 (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ q))
        (fun q -> Big_int_Z.mult_int_big_int 2 (succ q))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int)
        y)
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 p))
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (pred_double p))
      (fun _ -> Big_int_Z.unit_big_int)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Big_int_Z.unit_big_int
  | IsPos p ->
    IsPos ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (Big_int_Z.mult_int_big_int 2 p)
  | x0 -> x0

  (** val double_pred_mask : Big_int_Z.big_int -> mask **)

  let double_pred_mask x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 p)))
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  let rec sub_mask x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> double_mask (sub_mask p q))
        (fun q -> succ_double_mask (sub_mask p q))
        (fun _ -> IsPos (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  and sub_mask_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun q -> double_mask (sub_mask p q))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> double_mask (sub_mask_carry p q))
        (fun q -> succ_double_mask (sub_mask_carry p q))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = (fun n m -> Big_int_Z.max_big_int
  Big_int_Z.unit_big_int (Big_int_Z.sub_big_int n m))

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec mul = Big_int_Z.mult_big_int

  (** val iter : ('a1 -> 'a1) -> 'a1 -> Big_int_Z.big_int -> 'a1 **)

  let rec iter f x n0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun n' -> f (iter f (iter f x n') n'))
      (fun n' -> iter f (iter f x n') n')
      (fun _ -> f x)
      n0

  (** val div2 : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2 p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> p0)
      (fun p0 -> p0)
      (fun _ -> Big_int_Z.unit_big_int)
      p

  (** val div2_up : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2_up p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> succ p0)
      (fun p0 -> p0)
      (fun _ -> Big_int_Z.unit_big_int)
      p

  (** val size_nat : Big_int_Z.big_int -> nat **)

  let rec size_nat p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> S (size_nat p0))
      (fun p0 -> S (size_nat p0))
      (fun _ -> S O)
      p

  (** val size : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec size p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> succ (size p0))
      (fun p0 -> succ (size p0))
      (fun _ -> Big_int_Z.unit_big_int)
      p

  (** val compare_cont :
      comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let rec compare_cont = (fun c x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then c else if s < 0 then Lt else Gt)

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let rec eqb p q =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        (fun _ -> false)
        q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun q0 -> eqb p0 q0)
        (fun _ -> false)
        q)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q)
      p

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val sqrtrem_step :
      (Big_int_Z.big_int -> Big_int_Z.big_int) -> (Big_int_Z.big_int ->
      Big_int_Z.big_int) -> (Big_int_Z.big_int * mask) ->
      Big_int_Z.big_int * mask **)

  let sqrtrem_step f g = function
  | (s, y) ->
    (match y with
     | IsPos r ->
       let s' =
         (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 s)
       in
       let r' = g (f r) in
       if leb s' r'
       then (((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              s), (sub_mask r' s'))
       else ((Big_int_Z.mult_int_big_int 2 s), (IsPos r'))
     | _ ->
       ((Big_int_Z.mult_int_big_int 2 s),
         (sub_mask (g (f Big_int_Z.unit_big_int))
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           Big_int_Z.unit_big_int)))))

  (** val sqrtrem : Big_int_Z.big_int -> Big_int_Z.big_int * mask **)

  let rec sqrtrem p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun p1 ->
        sqrtrem_step (fun x ->
          (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          x) (fun x ->
          (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          x) (sqrtrem p1))
        (fun p1 ->
        sqrtrem_step (fun x -> Big_int_Z.mult_int_big_int 2 x) (fun x ->
          (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          x) (sqrtrem p1))
        (fun _ -> (Big_int_Z.unit_big_int, (IsPos
        (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
        p0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun p1 ->
        sqrtrem_step (fun x ->
          (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          x) (fun x -> Big_int_Z.mult_int_big_int 2 x) (sqrtrem p1))
        (fun p1 ->
        sqrtrem_step (fun x -> Big_int_Z.mult_int_big_int 2 x) (fun x ->
          Big_int_Z.mult_int_big_int 2 x) (sqrtrem p1))
        (fun _ -> (Big_int_Z.unit_big_int, (IsPos Big_int_Z.unit_big_int)))
        p0)
      (fun _ -> (Big_int_Z.unit_big_int, IsNul))
      p

  (** val sqrt : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sqrt p =
    fst (sqrtrem p)

  (** val gcdn :
      nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec gcdn n0 a b =
    match n0 with
    | O -> Big_int_Z.unit_big_int
    | S n1 ->
      ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
         (fun a' ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun b' ->
           match compare a' b' with
           | Eq -> a
           | Lt -> gcdn n1 (sub b' a') a
           | Gt -> gcdn n1 (sub a' b') b)
           (fun b0 -> gcdn n1 a b0)
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun a0 ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ -> gcdn n1 a0 b)
           (fun b0 -> Big_int_Z.mult_int_big_int 2 (gcdn n1 a0 b0))
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun _ -> Big_int_Z.unit_big_int)
         a)

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_int_Z.big_int -> 'a1 -> 'a1 **)

  let rec iter_op op0 p a =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> op0 a (iter_op op0 p0 (op0 a a)))
      (fun p0 -> iter_op op0 p0 (op0 a a))
      (fun _ -> a)
      p

  (** val to_nat : Big_int_Z.big_int -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> Big_int_Z.big_int **)

  let rec of_succ_nat = function
  | O -> Big_int_Z.unit_big_int
  | S x -> succ (of_succ_nat x)
 end

module N =
 struct
  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val to_nat : Big_int_Z.big_int -> nat **)

  let to_nat a =
    (fun fO fp n -> if Big_int_Z.sign_big_int n <= 0 then fO () else fp n)
      (fun _ -> O)
      (fun p -> Coq_Pos.to_nat p)
      a
 end

module Z =
 struct
  (** val double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      (fun p -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2 p))
      x

  (** val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p ->
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p))
      (fun p -> Big_int_Z.minus_big_int (Coq_Pos.pred_double p))
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.minus_big_int Big_int_Z.unit_big_int)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Big_int_Z.minus_big_int
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x)) p))
      x

  (** val pos_sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> double (pos_sub p q))
        (fun q -> succ_double (pos_sub p q))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> pred_double (pos_sub p q))
        (fun q -> double (pos_sub p q))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2
        q))
        (fun q -> Big_int_Z.minus_big_int (Coq_Pos.pred_double q))
        (fun _ -> Big_int_Z.zero_big_int)
        y)
      x

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val opp : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let opp = Big_int_Z.minus_big_int

  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ = Big_int_Z.succ_big_int

  (** val pred : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred = Big_int_Z.pred_big_int

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = Big_int_Z.sub_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val pow_pos :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pow_pos z0 =
    Coq_Pos.iter (mul z0) Big_int_Z.unit_big_int

  (** val pow :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pow = (fun a n -> let s = Z.sign n in if s < 0 then Z.zero else Z.pow a (Z.to_int n))

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let eqb = Big_int_Z.eq_big_int

  (** val max :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let max = Big_int_Z.max_big_int

  (** val min :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let min = Big_int_Z.min_big_int

  (** val abs : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let abs = Big_int_Z.abs_big_int

  (** val to_nat : Big_int_Z.big_int -> nat **)

  let to_nat z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> O)
      (fun p -> Coq_Pos.to_nat p)
      (fun _ -> O)
      z0

  (** val of_nat : nat -> Big_int_Z.big_int **)

  let of_nat = function
  | O -> Big_int_Z.zero_big_int
  | S n1 -> (Coq_Pos.of_succ_nat n1)

  (** val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let to_pos z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p -> p)
      (fun _ -> Big_int_Z.unit_big_int)
      z0

  (** val pos_div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' =
        add (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r)
          Big_int_Z.unit_big_int
      in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q), r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q), r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun _ ->
      if leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) b
      then (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)
      else (Big_int_Z.unit_big_int, Big_int_Z.zero_big_int))
      a

  (** val div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let div_eucl = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> (zero_big_int, x)
  | 1 -> quomod_big_int x y
  | _ -> let (q, r) = quomod_big_int (add_int_big_int (-1) x) y in
          (add_int_big_int (-1) q, add_big_int (add_int_big_int 1 y) r))

  (** val div :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> zero_big_int
  | 1 -> div_big_int x y
  | _ -> add_int_big_int (-1) (div_big_int (add_int_big_int (-1) x) y))

  (** val modulo :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let modulo = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> x
  | 1 -> mod_big_int x y
  | _ -> add_big_int y (add_int_big_int 1 (mod_big_int (add_int_big_int (-1) x) y)))

  (** val div2 : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div2 z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> (Coq_Pos.div2 p))
        (fun _ -> Big_int_Z.zero_big_int)
        p)
      (fun p -> Big_int_Z.minus_big_int (Coq_Pos.div2_up p))
      z0

  (** val log2 : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let log2 = (fun a -> if Z.sign a <= 0 then Z.zero else Z.of_int (Z.numbits a - 1))

  (** val sqrt : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sqrt n0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Coq_Pos.sqrt p))
      (fun _ -> Big_int_Z.zero_big_int)
      n0

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd = Z.gcd

  (** val shiftl :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let shiftl = Big_int_Z.(fun x y ->
  let y = int_of_big_int y in
  if y < 0 then shift_right_big_int x (-y)
  else shift_left_big_int x y)

  (** val shiftr :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let shiftr = (fun a n -> if Z.sign n >= 0 then Z.shift_right a (Z.to_int n) else Z.shift_left a (Z.to_int (Z.neg n)))

  (** val log2_up : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let log2_up a =
    match compare Big_int_Z.unit_big_int a with
    | Lt -> succ (log2 (pred a))
    | _ -> Big_int_Z.zero_big_int

  (** val lcm :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let lcm a b =
    abs (mul a (div b (gcd a b)))
 end

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool **)

let rec list_eq_dec eq_dec l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | y :: l0 ->
    (match l' with
     | [] -> false
     | a :: l1 -> if eq_dec y a then list_eq_dec eq_dec l0 l1 else false)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val find : ('a1 -> bool) -> 'a1 list -> 'a1 option **)

let rec find f = function
| [] -> None
| x :: tl -> if f x then Some x else find f tl

(** val n_of_digits : bool list -> Big_int_Z.big_int **)

let rec n_of_digits = function
| [] -> Big_int_Z.zero_big_int
| b :: l' ->
  N.add (if b then Big_int_Z.unit_big_int else Big_int_Z.zero_big_int)
    (N.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
      (n_of_digits l'))

(** val n_of_ascii : char -> Big_int_Z.big_int **)

let n_of_ascii a =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun a0 a1 a2 a3 a4 a5 a6 a7 ->
    n_of_digits
      (a0 :: (a1 :: (a2 :: (a3 :: (a4 :: (a5 :: (a6 :: (a7 :: [])))))))))
    a

(** val nat_of_ascii : char -> nat **)

let nat_of_ascii a =
  N.to_nat (n_of_ascii a)

(** val list_ascii_of_string : char list -> char list **)

let rec list_ascii_of_string = function
| [] -> []
| ch::s0 -> ch :: (list_ascii_of_string s0)

(** val is_left : bool -> bool **)

let is_left = function
| true -> true
| false -> false

(** val iffP : bool -> reflect -> reflect **)

let iffP _ pb =
  let _evar_0_ = fun _ _ _ -> ReflectT in
  let _evar_0_0 = fun _ _ _ -> ReflectF in
  (match pb with
   | ReflectT -> _evar_0_ __ __ __
   | ReflectF -> _evar_0_0 __ __ __)

(** val idP : bool -> reflect **)

let idP = function
| true -> ReflectT
| false -> ReflectF

type 't pred0 = 't -> bool

type 't rel = 't -> 't pred0

module Equality =
 struct
  type 't axiom = 't -> 't -> reflect

  type 't mixin_of = { op : 't rel; mixin_of__1 : 't axiom }

  (** val op : 'a1 mixin_of -> 'a1 rel **)

  let op m =
    m.op

  type coq_type =
    __ mixin_of
    (* singleton inductive, whose constructor was Pack *)

  type sort = __

  (** val coq_class : coq_type -> sort mixin_of **)

  let coq_class cT =
    cT
 end

(** val eq_op : Equality.coq_type -> Equality.sort rel **)

let eq_op t =
  (Equality.coq_class t).Equality.op

(** val eqn : nat -> nat -> bool **)

let rec eqn m n0 =
  match m with
  | O -> (match n0 with
          | O -> true
          | S _ -> false)
  | S m' -> (match n0 with
             | O -> false
             | S n' -> eqn m' n')

(** val eqnP : nat Equality.axiom **)

let eqnP n0 m =
  iffP (eqn n0 m) (idP (eqn n0 m))

(** val nat_eqMixin : nat Equality.mixin_of **)

let nat_eqMixin =
  { Equality.op = eqn; Equality.mixin_of__1 = eqnP }

(** val nat_eqType : Equality.coq_type **)

let nat_eqType =
  Obj.magic nat_eqMixin

(** val addn_rec : nat -> nat -> nat **)

let addn_rec =
  add

(** val addn : nat -> nat -> nat **)

let addn =
  addn_rec

(** val subn_rec : nat -> nat -> nat **)

let subn_rec =
  sub

(** val subn : nat -> nat -> nat **)

let subn =
  subn_rec

(** val leq : nat -> nat -> bool **)

let leq m n0 =
  eq_op nat_eqType (Obj.magic subn m n0) (Obj.magic O)

(** val iter0 : nat -> ('a1 -> 'a1) -> 'a1 -> 'a1 **)

let rec iter0 n0 f x =
  match n0 with
  | O -> x
  | S i -> f (iter0 i f x)

(** val muln_rec : nat -> nat -> nat **)

let muln_rec =
  mul

(** val muln : nat -> nat -> nat **)

let muln =
  muln_rec

(** val size0 : 'a1 list -> nat **)

let rec size0 = function
| [] -> O
| _ :: s' -> S (size0 s')

(** val nilp : 'a1 list -> bool **)

let nilp s =
  eq_op nat_eqType (Obj.magic size0 s) (Obj.magic O)

(** val head : 'a1 -> 'a1 list -> 'a1 **)

let head x0 = function
| [] -> x0
| x :: _ -> x

(** val ncons : nat -> 'a1 -> 'a1 list -> 'a1 list **)

let ncons n0 x =
  iter0 n0 (fun x0 -> x :: x0)

(** val nseq : nat -> 'a1 -> 'a1 list **)

let nseq n0 x =
  ncons n0 x []

(** val cat : 'a1 list -> 'a1 list -> 'a1 list **)

let rec cat s1 s2 =
  match s1 with
  | [] -> s2
  | x :: s1' -> x :: (cat s1' s2)

(** val filter0 : 'a1 pred0 -> 'a1 list -> 'a1 list **)

let rec filter0 a = function
| [] -> []
| x :: s' -> if a x then x :: (filter0 a s') else filter0 a s'

(** val all : 'a1 pred0 -> 'a1 list -> bool **)

let rec all a = function
| [] -> true
| x :: s' -> (&&) (a x) (all a s')

(** val catrev : 'a1 list -> 'a1 list -> 'a1 list **)

let rec catrev s1 s2 =
  match s1 with
  | [] -> s2
  | x :: s1' -> catrev s1' (x :: s2)

(** val rev : 'a1 list -> 'a1 list **)

let rev s =
  catrev s []

(** val map0 : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map0 f = function
| [] -> []
| x :: s' -> (f x) :: (map0 f s')

(** val foldr : ('a1 -> 'a2 -> 'a2) -> 'a2 -> 'a1 list -> 'a2 **)

let rec foldr f z0 = function
| [] -> z0
| x :: s' -> f x (foldr f z0 s')

(** val sumn : nat list -> nat **)

let sumn =
  foldr addn O

(** val foldl : ('a2 -> 'a1 -> 'a2) -> 'a2 -> 'a1 list -> 'a2 **)

let rec foldl f z0 = function
| [] -> z0
| x :: s' -> foldl f (f z0 x) s'

(** val flatten : 'a1 list list -> 'a1 list **)

let flatten s =
  foldr cat [] s

(** val dn : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

let dn p z0 =
  Z.shiftr z0 p

(** val up : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

let up p =
  let m =
    Z.sub (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)
      Big_int_Z.unit_big_int
  in
  (fun z0 -> Z.shiftr (Z.add z0 m) p)

(** val quot_up :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

let quot_up a b =
  Z.opp (Z.div (Z.opp a) b)

(** val powersZ :
    (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> nat -> Big_int_Z.big_int list **)

let rec powersZ rnd y cur = function
| O -> []
| S n' -> cur :: (powersZ rnd y (rnd (Z.mul cur y)) n')

type zstep = { zn : nat; zc : Big_int_Z.big_int; za : Big_int_Z.big_int;
               zb : Big_int_Z.big_int }

type enclosed = { lows : zstep list; ups : zstep list;
                  y_lo : Big_int_Z.big_int; y_up : Big_int_Z.big_int;
                  w_lo : Big_int_Z.big_int; w_up : Big_int_Z.big_int;
                  total_units : nat; pos_j : nat }

type evaluator = Big_int_Z.big_int -> enclosed -> Big_int_Z.big_int

(** val series :
    Big_int_Z.big_int -> Big_int_Z.big_int -> nat ->
    (Big_int_Z.big_int * Big_int_Z.big_int) * Big_int_Z.big_int **)

let rec series a b n0 = match n0 with
| O ->
  ((Big_int_Z.unit_big_int, Big_int_Z.unit_big_int), Big_int_Z.unit_big_int)
| S n' ->
  let (p, q) = series a b n' in
  let (t, d) = p in
  let m = Z.mul b (Z.of_nat n0) in
  let q' = Z.opp (Z.mul q a) in (((Z.add (Z.mul t m) q'), (Z.mul d m)), q')

(** val halvings : Big_int_Z.big_int -> Big_int_Z.big_int -> nat **)

let halvings a b =
  addn (Z.to_nat (Z.log2_up (Z.add (Z.div a b) Big_int_Z.unit_big_int))) (S
    (S (S (S (S (S O))))))

(** val terms : Big_int_Z.big_int -> nat **)

let terms p =
  S (S
    (Z.to_nat
      (Z.div p (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
        (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
        Big_int_Z.unit_big_int)))))))

(** val square :
    (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
    Big_int_Z.big_int **)

let square rnd z0 =
  rnd (Z.mul z0 z0)

(** val exp_neg :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let exp_neg p a b =
  let h = halvings a b in
  let g =
    Z.add (Z.of_nat h) (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      Big_int_Z.unit_big_int)))
  in
  let q = Z.add p g in
  let n0 = terms p in
  let b' =
    Z.mul b
      (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
        (Z.of_nat h))
  in
  let (p0, _) = series a b' (S (muln (S (S O)) n0)) in
  let (t1, d1) = p0 in
  let (p1, _) = series a b' (muln (S (S O)) n0) in
  let (t0, d0) = p1 in
  ((dn g
     (iter0 h (square (dn q))
       (Z.max Big_int_Z.zero_big_int
         (Z.div
           (Z.mul t1
             (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q))
           d1)))),
  (up g
    (iter0 h (square (up q))
      (quot_up
        (Z.mul t0
          (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q)) d0))))

type scale =
| Exp of Big_int_Z.big_int * Big_int_Z.big_int
| Ratio of Big_int_Z.big_int * Big_int_Z.big_int

type budget =
| AnyTV
| Alpha of Big_int_Z.big_int * Big_int_Z.big_int
| Eta of Big_int_Z.big_int * Big_int_Z.big_int

type group = { count : nat; units : nat; dnum : Big_int_Z.big_int;
               dden : Big_int_Z.big_int; tv : budget }

type query =
| AtStep of nat
| At of nat * scale

type claim = { precision : Big_int_Z.big_int; base : scale;
               groups : group list; at_eps : query;
               lower_num : Big_int_Z.big_int; lower_den : Big_int_Z.big_int;
               upper_num : Big_int_Z.big_int; upper_den : Big_int_Z.big_int }

(** val expand : (group -> 'a1) -> group list -> 'a1 list **)

let rec expand f = function
| [] -> []
| g :: gs' -> cat (nseq g.count (f g)) (expand f gs')

(** val scale_ok : scale -> bool **)

let scale_ok = function
| Exp (a, b) ->
  (&&) (Z.leb Big_int_Z.zero_big_int a) (Z.ltb Big_int_Z.zero_big_int b)
| Ratio (a, b) -> (&&) (Z.ltb Big_int_Z.zero_big_int b) (Z.leb b a)

(** val inverse :
    Big_int_Z.big_int -> scale -> Big_int_Z.big_int * Big_int_Z.big_int **)

let inverse p = function
| Exp (a, b) -> exp_neg p a b
| Ratio (a, b) ->
  ((Z.div
     (Z.mul b (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p))
     a),
    (quot_up
      (Z.mul b
        (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)) a))

(** val position : query -> nat **)

let position = function
| AtStep j -> j
| At (j, _) -> j

(** val rest : scale -> query -> scale option **)

let rest x = function
| AtStep _ -> Some x
| At (j, g) ->
  (match g with
   | Exp (qa, qb) ->
     (match x with
      | Exp (a, b) ->
        let r = Z.sub (Z.mul (Z.mul (Z.of_nat (S j)) a) qb) (Z.mul qa b) in
        if (&&) (Z.ltb Big_int_Z.zero_big_int qb)
             ((&&) (Z.leb Big_int_Z.zero_big_int r) (Z.leb r (Z.mul a qb)))
        then Some (Exp (r, (Z.mul b qb)))
        else None
      | Ratio (_, _) -> None)
   | Ratio (qa, qb) ->
     (match x with
      | Exp (_, _) -> None
      | Ratio (a, b) ->
        let n0 = Z.mul qb (Z.pow a (Z.of_nat (S j))) in
        let m = Z.mul qa (Z.pow b (Z.of_nat (S j))) in
        if (&&) (Z.ltb Big_int_Z.zero_big_int qb)
             ((&&) (Z.ltb Big_int_Z.zero_big_int qa)
               ((&&) (Z.leb m n0) (Z.leb (Z.mul b n0) (Z.mul m a))))
        then Some (Ratio (n0, m))
        else None))

(** val group_ok : Big_int_Z.big_int -> Big_int_Z.big_int -> group -> bool **)

let group_ok p yu g =
  (&&) (Z.ltb Big_int_Z.zero_big_int g.dden)
    ((&&) (Z.leb Big_int_Z.zero_big_int g.dnum)
      ((&&) (Z.leb g.dnum g.dden)
        (match g.tv with
         | AnyTV -> true
         | Alpha (n0, m) ->
           (&&) (Z.ltb Big_int_Z.zero_big_int m)
             ((&&) (Z.leb Big_int_Z.zero_big_int n0) (Z.leb n0 m))
         | Eta (n0, m) ->
           let b =
             Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p
           in
           let vn = Z.sub (Z.mul n0 g.dden) (Z.mul g.dnum m) in
           let vd = Z.mul m (Z.sub g.dden g.dnum) in
           (&&) (Z.ltb Big_int_Z.zero_big_int m)
             ((&&) (Z.ltb g.dnum g.dden)
               ((&&) (Z.leb Big_int_Z.zero_big_int vn)
                 ((&&) (Z.ltb yu b)
                   (Z.leb (Z.mul vn (Z.add b yu)) (Z.mul vd (Z.sub b yu)))))))))

(** val masses_lo :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> group ->
    zstep **)

let masses_lo p yl yu g =
  let b = Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p in
  let alpha = fun n0 m -> { zn = g.units; zc =
    (Z.div (Z.mul (Z.mul (Z.sub m n0) yl) b) (Z.mul m (Z.add b yl))); za =
    (Z.div (Z.mul n0 b) m); zb =
    (Z.div (Z.mul (Z.mul (Z.sub m n0) b) b) (Z.mul m (Z.add b yu))) }
  in
  (match g.tv with
   | AnyTV -> alpha Big_int_Z.zero_big_int Big_int_Z.unit_big_int
   | Alpha (n0, m) -> alpha n0 m
   | Eta (n0, m) ->
     let vn = Z.sub (Z.mul n0 g.dden) (Z.mul g.dnum m) in
     let vd = Z.mul m (Z.sub g.dden g.dnum) in
     { zn = g.units; zc =
     (Z.div (Z.mul (Z.mul vn yl) b) (Z.mul vd (Z.sub b yl))); za =
     (Z.max Big_int_Z.zero_big_int
       (Z.sub b
         (quot_up (Z.mul (Z.mul vn (Z.add b yu)) b) (Z.mul vd (Z.sub b yu)))));
     zb = (Z.div (Z.mul (Z.mul vn b) b) (Z.mul vd (Z.sub b yl))) })

(** val masses_up :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> group ->
    zstep **)

let masses_up p yl yu g =
  let b = Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p in
  let alpha = fun n0 m -> { zn = g.units; zc =
    (quot_up (Z.mul (Z.mul (Z.sub m n0) yu) b) (Z.mul m (Z.add b yu))); za =
    (quot_up (Z.mul n0 b) m); zb =
    (quot_up (Z.mul (Z.mul (Z.sub m n0) b) b) (Z.mul m (Z.add b yl))) }
  in
  (match g.tv with
   | AnyTV -> alpha Big_int_Z.zero_big_int Big_int_Z.unit_big_int
   | Alpha (n0, m) -> alpha n0 m
   | Eta (n0, m) ->
     let vn = Z.sub (Z.mul n0 g.dden) (Z.mul g.dnum m) in
     let vd = Z.mul m (Z.sub g.dden g.dnum) in
     { zn = g.units; zc =
     (quot_up (Z.mul (Z.mul vn yu) b) (Z.mul vd (Z.sub b yu))); za =
     (Z.sub b
       (Z.div (Z.mul (Z.mul vn (Z.add b yl)) b) (Z.mul vd (Z.sub b yl))));
     zb = (quot_up (Z.mul (Z.mul vn b) b) (Z.mul vd (Z.sub b yu))) })

(** val power :
    (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> nat -> Big_int_Z.big_int **)

let power rnd one y n0 =
  iter0 n0 (fun c -> rnd (Z.mul c y)) one

(** val survival_lo : Big_int_Z.big_int -> group list -> Big_int_Z.big_int **)

let survival_lo p gs =
  foldr (fun f s -> dn p (Z.mul s f))
    (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)
    (expand (fun g ->
      Z.div
        (Z.mul (Z.sub g.dden g.dnum)
          (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p))
        g.dden) gs)

(** val survival_up : Big_int_Z.big_int -> group list -> Big_int_Z.big_int **)

let survival_up p gs =
  foldr (fun f s -> up p (Z.mul s f))
    (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)
    (expand (fun g ->
      quot_up
        (Z.mul (Z.sub g.dden g.dnum)
          (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p))
        g.dden) gs)

(** val check_with : evaluator -> evaluator -> claim -> bool **)

let check_with eval_lo eval_up c =
  let p = c.precision in
  let b = Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p in
  let gs = c.groups in
  let (yl, yu) = inverse p c.base in
  let pl = fun n0 -> power (dn p) b yl n0 in
  let pu = fun n0 -> power (up p) b yu n0 in
  (match rest c.base c.at_eps with
   | Some w ->
     let (wl, wu) = inverse p w in
     let e = { lows =
       (expand (fun g -> masses_lo p (pl g.units) (pu g.units) g) gs); ups =
       (expand (fun g -> masses_up p (pl g.units) (pu g.units) g) gs); y_lo =
       yl; y_up = yu; w_lo = wl; w_up = wu; total_units =
       (sumn (expand (fun g -> g.units) gs)); pos_j = (position c.at_eps) }
     in
     (&&) (Z.leb Big_int_Z.zero_big_int p)
       ((&&) (scale_ok c.base)
         ((&&) (Z.ltb Big_int_Z.zero_big_int c.lower_den)
           ((&&) (Z.ltb Big_int_Z.zero_big_int c.upper_den)
             ((&&) (all (fun g -> group_ok p (pu g.units) g) gs)
               ((&&)
                 ((||) (Z.leb c.lower_num Big_int_Z.zero_big_int)
                   (Z.leb (Z.mul c.lower_num b)
                     (Z.mul
                       (Z.sub b
                         (up p
                           (Z.mul (survival_up p gs) (Z.sub b (eval_lo p e)))))
                       c.lower_den)))
                 ((||) (Z.leb c.upper_den c.upper_num)
                   (Z.leb
                     (Z.mul
                       (Z.sub b
                         (dn p
                           (Z.mul (survival_lo p gs)
                             (Z.max Big_int_Z.zero_big_int
                               (Z.sub b (eval_up p e)))))) c.upper_den)
                     (Z.mul c.upper_num b))))))))
   | None -> false)

(** val walk :
    (Big_int_Z.big_int -> 'a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1 -> 'a1) ->
    Big_int_Z.big_int -> 'a1 -> 'a1 -> 'a1 -> 'a1 list -> 'a1 **)

let rec walk next madd t r1 r2 acc = function
| [] -> acc
| v :: ws' ->
  walk next madd (Z.add t Big_int_Z.unit_big_int) (next t r1 r2) r1
    (madd acc r1 v) ws'

(** val maddZ :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int **)

let maddZ acc r v =
  Z.add acc (Z.mul r v)

(** val next_lo :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int **)

let next_lo p a y k t r1 r2 =
  Z.div
    (dn p
      (Z.add (Z.mul (Z.mul a (Z.sub k t)) r1)
        (Z.mul
          (Z.mul y
            (Z.add
              (Z.sub
                (Z.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                  k) t) Big_int_Z.unit_big_int)) r2)))
    (Z.add t Big_int_Z.unit_big_int)

(** val next_up :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int **)

let next_up p a y k t r1 r2 =
  quot_up
    (up p
      (Z.add (Z.mul (Z.mul a (Z.sub k t)) r1)
        (Z.mul
          (Z.mul y
            (Z.add
              (Z.sub
                (Z.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                  k) t) Big_int_Z.unit_big_int)) r2)))
    (Z.add t Big_int_Z.unit_big_int)

(** val places :
    Big_int_Z.big_int -> Big_int_Z.big_int -> nat -> Big_int_Z.big_int **)

let places p b k =
  Z.max Big_int_Z.zero_big_int
    (Z.add
      (Z.add p
        (Z.div
          (Z.mul (Z.of_nat k)
            (Z.sub
              (Z.mul (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                Big_int_Z.unit_big_int))) p)
              (Z.log2
                (Z.pow b (Big_int_Z.mult_int_big_int 2
                  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                  Big_int_Z.unit_big_int))))))) (Big_int_Z.mult_int_big_int 2
          (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
          Big_int_Z.unit_big_int))))) (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))

(** val step0 : zstep **)

let step0 =
  { zn = O; zc = Big_int_Z.zero_big_int; za = Big_int_Z.zero_big_int; zb =
    Big_int_Z.zero_big_int }

(** val factors :
    Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int list **)

let factors one pw =
  rev (map0 (fun v -> Z.sub one v) pw)

(** val walk_lo : evaluator **)

let walk_lo p e =
  let sl = head step0 e.lows in
  let su = head step0 e.ups in
  let k = e.total_units in
  let q = places p sl.zb k in
  if Z.ltb Big_int_Z.zero_big_int sl.zb
  then let r0 =
         iter0 k (fun c -> dn p (Z.mul c sl.zb))
           (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q)
       in
       let ws =
         factors
           (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)
           (powersZ (up p) e.y_up e.w_up (subn k e.pos_j))
       in
       dn q
         (walk
           (next_lo p
             (Z.div
               (Z.mul sl.za
                 (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                   p)) su.zb) e.y_lo (Z.of_nat k)) maddZ
           Big_int_Z.zero_big_int r0 Big_int_Z.zero_big_int
           Big_int_Z.zero_big_int ws)
  else Big_int_Z.zero_big_int

(** val walk_up : evaluator **)

let walk_up p e =
  let sl = head step0 e.lows in
  let su = head step0 e.ups in
  let k = e.total_units in
  let q = places p sl.zb k in
  if Z.ltb Big_int_Z.zero_big_int sl.zb
  then let r0 =
         iter0 k (fun c -> up p (Z.mul c su.zb))
           (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q)
       in
       let ws =
         factors
           (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p)
           (powersZ (dn p) e.y_lo e.w_lo (subn k e.pos_j))
       in
       up q
         (walk
           (next_up p
             (quot_up
               (Z.mul su.za
                 (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                   p)) sl.zb) e.y_up (Z.of_nat k)) maddZ
           Big_int_Z.zero_big_int r0 Big_int_Z.zero_big_int
           Big_int_Z.zero_big_int ws)
  else Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) p

(** val one_group : claim -> bool **)

let one_group c =
  match c.groups with
  | [] -> false
  | g :: l ->
    (match l with
     | [] -> eq_op nat_eqType (Obj.magic g.units) (Obj.magic (S O))
     | _ :: _ -> false)

(** val check_equal : claim -> bool **)

let check_equal c =
  (&&) (one_group c) (check_with walk_lo walk_up c)

(** val is_ascii : char -> bool **)

let is_ascii c =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun _ _ _ _ _ _ _ top -> negb top)
    c

(** val within : Big_int_Z.big_int -> Big_int_Z.big_int -> char -> bool **)

let within low high c =
  (&&) (N.leb low (n_of_ascii c)) (N.leb (n_of_ascii c) high)

(** val is_tail : char -> bool **)

let is_tail =
  within (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))

(** val is_character : char list -> bool **)

let is_character = function
| [] -> false
| a :: l ->
  (match l with
   | [] -> is_ascii a
   | b :: l0 ->
     (match l0 with
      | [] ->
        (&&)
          (within (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            Big_int_Z.unit_big_int)))))))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            Big_int_Z.unit_big_int))))))) a) (is_tail b)
      | c :: l1 ->
        (match l1 with
         | [] ->
           (&&)
             ((||)
               ((||)
                 ((||)
                   ((&&)
                     (within (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       Big_int_Z.unit_big_int)))))))
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       Big_int_Z.unit_big_int))))))) a)
                     (within (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int)))))))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))))) b))
                   ((&&)
                     (within
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       Big_int_Z.unit_big_int)))))))
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       (Big_int_Z.mult_int_big_int 2
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                       Big_int_Z.unit_big_int))))))) a) (is_tail b)))
                 ((&&)
                   (within
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     Big_int_Z.unit_big_int)))))))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     Big_int_Z.unit_big_int))))))) a)
                   (within (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     Big_int_Z.unit_big_int)))))))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     Big_int_Z.unit_big_int))))))) b)))
               ((&&)
                 (within (Big_int_Z.mult_int_big_int 2
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   (Big_int_Z.mult_int_big_int 2
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   Big_int_Z.unit_big_int)))))))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   (Big_int_Z.mult_int_big_int 2
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                   Big_int_Z.unit_big_int))))))) a) (is_tail b))) (is_tail c)
         | d :: l2 ->
           (match l2 with
            | [] ->
              (&&)
                ((&&)
                  ((||)
                    ((||)
                      ((&&)
                        (within (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          Big_int_Z.unit_big_int)))))))
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          Big_int_Z.unit_big_int))))))) a)
                        (within (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int)))))))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int))))))) b))
                      ((&&)
                        (within
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          Big_int_Z.unit_big_int)))))))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                          Big_int_Z.unit_big_int))))))) a) (is_tail b)))
                    ((&&)
                      (within (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        (Big_int_Z.mult_int_big_int 2
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        Big_int_Z.unit_big_int)))))))
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        (Big_int_Z.mult_int_big_int 2
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        Big_int_Z.unit_big_int))))))) a)
                      (within (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        Big_int_Z.unit_big_int)))))))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        (Big_int_Z.mult_int_big_int 2
                        Big_int_Z.unit_big_int))))))) b))) (is_tail c))
                (is_tail d)
            | _ :: _ -> false))))

type text = char list

type token =
| LBrace
| RBrace
| LBrack
| RBrack
| Colon
| Comma
| Word of text
| Str of text

(** val is_space : char -> bool **)

let is_space c =
  existsb ((=) c) (' ' :: ('\t' :: ('\n' :: ('\r' :: []))))

(** val word_letters : text **)

let word_letters =
  list_ascii_of_string
    ('0'::('1'::('2'::('3'::('4'::('5'::('6'::('7'::('8'::('9'::('.'::('+'::('-'::('a'::('b'::('c'::('d'::('e'::('f'::('g'::('h'::('i'::('j'::('k'::('l'::('m'::('n'::('o'::('p'::('q'::('r'::('s'::('t'::('u'::('v'::('w'::('x'::('y'::('z'::('A'::('B'::('C'::('D'::('E'::('F'::('G'::('H'::('I'::('J'::('K'::('L'::('M'::('N'::('O'::('P'::('Q'::('R'::('S'::('T'::('U'::('V'::('W'::('X'::('Y'::('Z'::[])))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val is_word : char -> bool **)

let is_word c =
  existsb ((=) c) word_letters

(** val punctuation : char -> token option **)

let punctuation c =
  if (=) c '{'
  then Some LBrace
  else if (=) c '}'
       then Some RBrace
       else if (=) c '['
            then Some LBrack
            else if (=) c ']'
                 then Some RBrack
                 else if (=) c ':'
                      then Some Colon
                      else if (=) c ',' then Some Comma else None

(** val quote : char **)

let quote =
  '"'

(** val backslash : char **)

let backslash =
  '\\'

(** val escaped : char -> char option **)

let escaped c =
  if (=) c quote
  then Some quote
  else if (=) c backslash
       then Some backslash
       else if (=) c '/'
            then Some '/'
            else if (=) c 'n'
                 then Some '\n'
                 else if (=) c 'r'
                      then Some '\r'
                      else if (=) c 't' then Some '\t' else None

(** val is_plain : char -> bool **)

let is_plain c =
  (* If this appears, you're using Ascii internals. Please don't *)
 (fun f c ->
  let n = Char.code c in
  let h i = (n land (1 lsl i)) <> 0 in
  f (h 0) (h 1) (h 2) (h 3) (h 4) (h 5) (h 6) (h 7))
    (fun _ _ _ _ _ b4 b5 b6 ->
    if b4
    then (&&) (negb ((=) c quote)) (negb ((=) c backslash))
    else if b5
         then (&&) (negb ((=) c quote)) (negb ((=) c backslash))
         else if b6
              then (&&) (negb ((=) c quote)) (negb ((=) c backslash))
              else false)
    c

(** val is_digit : char -> bool **)

let is_digit c =
  existsb ((=) c)
    (list_ascii_of_string
      ('0'::('1'::('2'::('3'::('4'::('5'::('6'::('7'::('8'::('9'::[])))))))))))

(** val is_natural : text -> bool **)

let is_natural = function
| [] -> false
| c :: w' ->
  (match w' with
   | [] -> is_digit c
   | _ :: _ ->
     (&&) ((&&) (is_digit c) (negb ((=) c '0'))) (forallb is_digit w'))

(** val same : text -> text -> bool **)

let rec same s t =
  match s with
  | [] -> (match t with
           | [] -> true
           | _ :: _ -> false)
  | a :: s' ->
    (match t with
     | [] -> false
     | b :: t' -> (&&) ((=) a b) (same s' t'))

(** val is_value : text -> bool **)

let is_value w =
  (||)
    (existsb (fun k -> same w (list_ascii_of_string k))
      (('n'::('u'::('l'::('l'::[])))) :: (('t'::('r'::('u'::('e'::[])))) :: (('f'::('a'::('l'::('s'::('e'::[]))))) :: []))))
    (match w with
     | [] -> false
     | c :: w' -> if (=) c '-' then is_natural w' else is_natural w)

type json =
| JWord of text
| JStr of text
| JList of json list
| JObj of (text * json) list

(** val reverse : 'a1 list -> 'a1 list **)

let reverse l =
  rev_append l []

type lexing =
| Between
| InWord of text
| InString of text
| Escape of text
| Character of text * text

(** val start_token : token list -> char -> (token list * lexing) option **)

let start_token ts c =
  if is_space c
  then Some (ts, Between)
  else (match punctuation c with
        | Some t -> Some ((t :: ts), Between)
        | None ->
          if (=) c quote
          then Some (ts, (InString []))
          else if is_word c then Some (ts, (InWord (c :: []))) else None)

(** val lex_step :
    (token list * lexing) -> char -> (token list * lexing) option **)

let lex_step q c =
  let (ts, st) = q in
  (match st with
   | Between -> start_token ts c
   | InWord w ->
     if is_word c
     then Some (ts, (InWord (c :: w)))
     else if is_value (reverse w)
          then start_token ((Word (reverse w)) :: ts) c
          else None
   | InString s ->
     if (=) c quote
     then Some (((Str (reverse s)) :: ts), Between)
     else if (=) c backslash
          then Some (ts, (Escape s))
          else if is_plain c
               then Some (ts,
                      (if is_ascii c
                       then InString (c :: s)
                       else Character (s, (c :: []))))
               else None
   | Escape s ->
     (match escaped c with
      | Some d -> Some (ts, (InString (d :: s)))
      | None -> None)
   | Character (s, u) ->
     if is_plain c
     then if is_character (reverse (c :: u))
          then Some (ts, (InString (c :: (app u s))))
          else if leb (S (S (S O))) (length u)
               then None
               else Some (ts, (Character (s, (c :: u))))
     else None)

(** val run : ('a1 -> 'a2 -> 'a1 option) -> 'a1 -> 'a2 list -> 'a1 option **)

let rec run f q = function
| [] -> Some q
| c :: l' -> (match f q c with
              | Some q' -> run f q' l'
              | None -> None)

(** val lex : text -> token list option **)

let lex s =
  match run lex_step ([], Between) s with
  | Some p ->
    let (ts, l) = p in
    (match l with
     | Between -> Some (reverse ts)
     | InWord w ->
       if is_value (reverse w)
       then Some (reverse ((Word (reverse w)) :: ts))
       else None
     | _ -> None)
  | None -> None

type frame =
| FList of json list
| FObj of (text * json) list * text

type parsing =
| Value
| ValueOrEnd
| KeyOrEnd
| Key of (text * json) list
| KeyColon of (text * json) list * text
| After of json

(** val value_of_token :
    frame list -> token -> (frame list * parsing) option **)

let value_of_token fs = function
| LBrace -> Some (fs, KeyOrEnd)
| LBrack -> Some (fs, ValueOrEnd)
| Word w -> Some (fs, (After (JWord w)))
| Str s -> Some (fs, (After (JStr s)))
| _ -> None

(** val parse_step :
    (frame list * parsing) -> token -> (frame list * parsing) option **)

let parse_step q t =
  let (fs, st) = q in
  (match st with
   | Value -> value_of_token fs t
   | ValueOrEnd ->
     (match t with
      | RBrack -> Some (fs, (After (JList [])))
      | _ -> value_of_token ((FList []) :: fs) t)
   | KeyOrEnd ->
     (match t with
      | RBrace -> Some (fs, (After (JObj [])))
      | Str k -> Some (fs, (KeyColon ([], k)))
      | _ -> None)
   | Key m -> (match t with
               | Str k -> Some (fs, (KeyColon (m, k)))
               | _ -> None)
   | KeyColon (m, k) ->
     (match t with
      | Colon -> Some (((FObj (m, k)) :: fs), Value)
      | _ -> None)
   | After j ->
     (match t with
      | RBrace ->
        (match fs with
         | [] -> None
         | f :: fs' ->
           (match f with
            | FList _ -> None
            | FObj (m, k) ->
              Some (fs', (After (JObj (reverse ((k, j) :: m)))))))
      | RBrack ->
        (match fs with
         | [] -> None
         | f :: fs' ->
           (match f with
            | FList l -> Some (fs', (After (JList (reverse (j :: l)))))
            | FObj (_, _) -> None))
      | Comma ->
        (match fs with
         | [] -> None
         | f :: fs' ->
           (match f with
            | FList l -> Some (((FList (j :: l)) :: fs'), Value)
            | FObj (m, k) -> Some (fs', (Key ((k, j) :: m)))))
      | _ -> None))

(** val parse : token list -> json option **)

let parse ts =
  match run parse_step ([], Value) ts with
  | Some p ->
    let (l, p0) = p in
    (match l with
     | [] -> (match p0 with
              | After j -> Some j
              | _ -> None)
     | _ :: _ -> None)
  | None -> None

(** val read_json : text -> json option **)

let read_json s =
  match lex s with
  | Some ts -> parse ts
  | None -> None

type expr =
| Num of Big_int_Z.big_int * Big_int_Z.big_int
| Add of expr * expr
| Sub of expr * expr
| Mul of expr * expr
| Div of expr * expr
| Neg of expr
| Pow of expr * expr
| ExpOf of expr
| Ln of expr
| Sqrt of expr

(** val digit : Big_int_Z.big_int -> char -> Big_int_Z.big_int option **)

let digit base0 c =
  let n0 = Z.of_nat (nat_of_ascii c) in
  let v =
    if (&&)
         (Z.leb (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           Big_int_Z.unit_big_int))))) n0)
         (Z.leb n0
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           Big_int_Z.unit_big_int))))))
    then Z.sub n0 (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           Big_int_Z.unit_big_int)))))
    else if (&&)
              (Z.leb
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                Big_int_Z.unit_big_int)))))) n0)
              (Z.leb n0 (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                Big_int_Z.unit_big_int)))))))
         then Z.sub n0
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2
                ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
         else if (&&)
                   (Z.leb
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     Big_int_Z.unit_big_int)))))) n0)
                   (Z.leb n0 (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     Big_int_Z.unit_big_int)))))))
              then Z.sub n0
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     Big_int_Z.unit_big_int)))))
              else ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     Big_int_Z.unit_big_int))))))
  in
  if Z.ltb v base0 then Some v else None

(** val digits :
    Big_int_Z.big_int -> text -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) * text **)

let rec digits base0 s value count0 =
  match s with
  | [] -> ((value, count0), s)
  | c :: s' ->
    (match digit base0 c with
     | Some v ->
       digits base0 s' (Z.add (Z.mul value base0) v)
         (Z.add count0 Big_int_Z.unit_big_int)
     | None -> ((value, count0), s))

(** val scaled :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> expr option **)

let scaled m base0 e =
  if Z.leb (Z.abs e) (Big_int_Z.mult_int_big_int 2
       (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
       (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
       (Big_int_Z.mult_int_big_int 2
       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
       (Big_int_Z.mult_int_big_int 2
       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
       (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
       (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
       ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
       Big_int_Z.unit_big_int))))))))))))))))
  then Some
         (if Z.leb Big_int_Z.zero_big_int e
          then Num ((Z.mul m (Z.pow base0 e)), Big_int_Z.unit_big_int)
          else Num (m, (Z.to_pos (Z.pow base0 (Z.opp e)))))
  else None

(** val number :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> char ->
    char -> text -> (expr * text) option **)

let number base0 unit1 per mark mark0 s =
  let (p, s0) = digits base0 s Big_int_Z.zero_big_int Big_int_Z.zero_big_int
  in
  let (m, k) = p in
  (match s0 with
   | [] ->
     let p0 = ((m, k), Big_int_Z.zero_big_int) in
     let (p1, f) = p0 in
     let (m0, k0) = p1 in
     if Z.eqb k0 Big_int_Z.zero_big_int
     then None
     else let made = fun e s1 ->
            match scaled m0 unit1 (Z.sub e (Z.mul per f)) with
            | Some x -> Some (x, s1)
            | None -> None
          in
          (match s0 with
           | [] -> made Big_int_Z.zero_big_int s0
           | c :: s' ->
             if (||) ((=) c mark) ((=) c mark0)
             then (match s' with
                   | [] ->
                     let sign = Big_int_Z.unit_big_int in
                     let (p2, s'') =
                       digits (Big_int_Z.mult_int_big_int 2
                         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                         (Big_int_Z.mult_int_big_int 2
                         Big_int_Z.unit_big_int))) s' Big_int_Z.zero_big_int
                         Big_int_Z.zero_big_int
                     in
                     let (e, ke) = p2 in
                     if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                          (Z.ltb
                            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                            (Big_int_Z.mult_int_big_int 2
                            (Big_int_Z.mult_int_big_int 2
                            Big_int_Z.unit_big_int))) ke)
                     then None
                     else made (Z.mul sign e) s''
                   | d :: s'' ->
                     if (=) d '-'
                     then let sign = Big_int_Z.minus_big_int
                            Big_int_Z.unit_big_int
                          in
                          let (p2, s''0) =
                            digits (Big_int_Z.mult_int_big_int 2
                              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                              (Big_int_Z.mult_int_big_int 2
                              Big_int_Z.unit_big_int))) s''
                              Big_int_Z.zero_big_int Big_int_Z.zero_big_int
                          in
                          let (e, ke) = p2 in
                          if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                               (Z.ltb
                                 ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                 (Big_int_Z.mult_int_big_int 2
                                 (Big_int_Z.mult_int_big_int 2
                                 Big_int_Z.unit_big_int))) ke)
                          then None
                          else made (Z.mul sign e) s''0
                     else if (=) d '+'
                          then let sign = Big_int_Z.unit_big_int in
                               let (p2, s''0) =
                                 digits (Big_int_Z.mult_int_big_int 2
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   (Big_int_Z.mult_int_big_int 2
                                   Big_int_Z.unit_big_int))) s''
                                   Big_int_Z.zero_big_int
                                   Big_int_Z.zero_big_int
                               in
                               let (e, ke) = p2 in
                               if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                    (Z.ltb
                                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                      (Big_int_Z.mult_int_big_int 2
                                      (Big_int_Z.mult_int_big_int 2
                                      Big_int_Z.unit_big_int))) ke)
                               then None
                               else made (Z.mul sign e) s''0
                          else let sign = Big_int_Z.unit_big_int in
                               let (p2, s''0) =
                                 digits (Big_int_Z.mult_int_big_int 2
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   (Big_int_Z.mult_int_big_int 2
                                   Big_int_Z.unit_big_int))) s'
                                   Big_int_Z.zero_big_int
                                   Big_int_Z.zero_big_int
                               in
                               let (e, ke) = p2 in
                               if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                    (Z.ltb
                                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                      (Big_int_Z.mult_int_big_int 2
                                      (Big_int_Z.mult_int_big_int 2
                                      Big_int_Z.unit_big_int))) ke)
                               then None
                               else made (Z.mul sign e) s''0)
             else made Big_int_Z.zero_big_int s0)
   | c :: s' ->
     if (=) c '.'
     then let (p0, s1) = digits base0 s' m Big_int_Z.zero_big_int in
          let (m0, f) = p0 in
          let p1 = ((m0, (Z.add k f)), f) in
          let (p2, f0) = p1 in
          let (m1, k0) = p2 in
          if Z.eqb k0 Big_int_Z.zero_big_int
          then None
          else let made = fun e s2 ->
                 match scaled m1 unit1 (Z.sub e (Z.mul per f0)) with
                 | Some x -> Some (x, s2)
                 | None -> None
               in
               (match s1 with
                | [] -> made Big_int_Z.zero_big_int s1
                | c0 :: s'0 ->
                  if (||) ((=) c0 mark) ((=) c0 mark0)
                  then (match s'0 with
                        | [] ->
                          let sign = Big_int_Z.unit_big_int in
                          let (p3, s'') =
                            digits (Big_int_Z.mult_int_big_int 2
                              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                              (Big_int_Z.mult_int_big_int 2
                              Big_int_Z.unit_big_int))) s'0
                              Big_int_Z.zero_big_int Big_int_Z.zero_big_int
                          in
                          let (e, ke) = p3 in
                          if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                               (Z.ltb
                                 ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                 (Big_int_Z.mult_int_big_int 2
                                 (Big_int_Z.mult_int_big_int 2
                                 Big_int_Z.unit_big_int))) ke)
                          then None
                          else made (Z.mul sign e) s''
                        | d :: s'' ->
                          if (=) d '-'
                          then let sign = Big_int_Z.minus_big_int
                                 Big_int_Z.unit_big_int
                               in
                               let (p3, s''0) =
                                 digits (Big_int_Z.mult_int_big_int 2
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   (Big_int_Z.mult_int_big_int 2
                                   Big_int_Z.unit_big_int))) s''
                                   Big_int_Z.zero_big_int
                                   Big_int_Z.zero_big_int
                               in
                               let (e, ke) = p3 in
                               if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                    (Z.ltb
                                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                      (Big_int_Z.mult_int_big_int 2
                                      (Big_int_Z.mult_int_big_int 2
                                      Big_int_Z.unit_big_int))) ke)
                               then None
                               else made (Z.mul sign e) s''0
                          else if (=) d '+'
                               then let sign = Big_int_Z.unit_big_int in
                                    let (p3, s''0) =
                                      digits (Big_int_Z.mult_int_big_int 2
                                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                        (Big_int_Z.mult_int_big_int 2
                                        Big_int_Z.unit_big_int))) s''
                                        Big_int_Z.zero_big_int
                                        Big_int_Z.zero_big_int
                                    in
                                    let (e, ke) = p3 in
                                    if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                         (Z.ltb
                                           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                           (Big_int_Z.mult_int_big_int 2
                                           (Big_int_Z.mult_int_big_int 2
                                           Big_int_Z.unit_big_int))) ke)
                                    then None
                                    else made (Z.mul sign e) s''0
                               else let sign = Big_int_Z.unit_big_int in
                                    let (p3, s''0) =
                                      digits (Big_int_Z.mult_int_big_int 2
                                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                        (Big_int_Z.mult_int_big_int 2
                                        Big_int_Z.unit_big_int))) s'0
                                        Big_int_Z.zero_big_int
                                        Big_int_Z.zero_big_int
                                    in
                                    let (e, ke) = p3 in
                                    if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                         (Z.ltb
                                           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                           (Big_int_Z.mult_int_big_int 2
                                           (Big_int_Z.mult_int_big_int 2
                                           Big_int_Z.unit_big_int))) ke)
                                    then None
                                    else made (Z.mul sign e) s''0)
                  else made Big_int_Z.zero_big_int s1)
     else let p0 = ((m, k), Big_int_Z.zero_big_int) in
          let (p1, f) = p0 in
          let (m0, k0) = p1 in
          if Z.eqb k0 Big_int_Z.zero_big_int
          then None
          else let made = fun e s1 ->
                 match scaled m0 unit1 (Z.sub e (Z.mul per f)) with
                 | Some x -> Some (x, s1)
                 | None -> None
               in
               (match s0 with
                | [] -> made Big_int_Z.zero_big_int s0
                | c0 :: s'0 ->
                  if (||) ((=) c0 mark) ((=) c0 mark0)
                  then (match s'0 with
                        | [] ->
                          let sign = Big_int_Z.unit_big_int in
                          let (p2, s'') =
                            digits (Big_int_Z.mult_int_big_int 2
                              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                              (Big_int_Z.mult_int_big_int 2
                              Big_int_Z.unit_big_int))) s'0
                              Big_int_Z.zero_big_int Big_int_Z.zero_big_int
                          in
                          let (e, ke) = p2 in
                          if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                               (Z.ltb
                                 ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                 (Big_int_Z.mult_int_big_int 2
                                 (Big_int_Z.mult_int_big_int 2
                                 Big_int_Z.unit_big_int))) ke)
                          then None
                          else made (Z.mul sign e) s''
                        | d :: s'' ->
                          if (=) d '-'
                          then let sign = Big_int_Z.minus_big_int
                                 Big_int_Z.unit_big_int
                               in
                               let (p2, s''0) =
                                 digits (Big_int_Z.mult_int_big_int 2
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   (Big_int_Z.mult_int_big_int 2
                                   Big_int_Z.unit_big_int))) s''
                                   Big_int_Z.zero_big_int
                                   Big_int_Z.zero_big_int
                               in
                               let (e, ke) = p2 in
                               if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                    (Z.ltb
                                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                      (Big_int_Z.mult_int_big_int 2
                                      (Big_int_Z.mult_int_big_int 2
                                      Big_int_Z.unit_big_int))) ke)
                               then None
                               else made (Z.mul sign e) s''0
                          else if (=) d '+'
                               then let sign = Big_int_Z.unit_big_int in
                                    let (p2, s''0) =
                                      digits (Big_int_Z.mult_int_big_int 2
                                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                        (Big_int_Z.mult_int_big_int 2
                                        Big_int_Z.unit_big_int))) s''
                                        Big_int_Z.zero_big_int
                                        Big_int_Z.zero_big_int
                                    in
                                    let (e, ke) = p2 in
                                    if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                         (Z.ltb
                                           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                           (Big_int_Z.mult_int_big_int 2
                                           (Big_int_Z.mult_int_big_int 2
                                           Big_int_Z.unit_big_int))) ke)
                                    then None
                                    else made (Z.mul sign e) s''0
                               else let sign = Big_int_Z.unit_big_int in
                                    let (p2, s''0) =
                                      digits (Big_int_Z.mult_int_big_int 2
                                        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                        (Big_int_Z.mult_int_big_int 2
                                        Big_int_Z.unit_big_int))) s'0
                                        Big_int_Z.zero_big_int
                                        Big_int_Z.zero_big_int
                                    in
                                    let (e, ke) = p2 in
                                    if (||) (Z.eqb ke Big_int_Z.zero_big_int)
                                         (Z.ltb
                                           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                           (Big_int_Z.mult_int_big_int 2
                                           (Big_int_Z.mult_int_big_int 2
                                           Big_int_Z.unit_big_int))) ke)
                                    then None
                                    else made (Z.mul sign e) s''0)
                  else made Big_int_Z.zero_big_int s0))

(** val skip : text -> text **)

let rec skip s = match s with
| [] -> s
| c :: s' -> if is_space c then skip s' else s

(** val strip : text -> text -> text option **)

let rec strip prefix s =
  match prefix with
  | [] -> Some s
  | a :: p ->
    (match s with
     | [] -> None
     | b :: s' -> if (=) a b then strip p s' else None)

(** val take : char list -> text -> text option **)

let take prefix s =
  strip (list_ascii_of_string prefix) (skip s)

(** val sum : nat -> text -> (expr * text) option **)

let rec sum n0 s =
  match n0 with
  | O -> None
  | S n1 ->
    (match term n1 s with
     | Some p -> let (e, s0) = p in sum_rest n1 e s0
     | None -> None)

(** val sum_rest : nat -> expr -> text -> (expr * text) option **)

and sum_rest n0 e s =
  match n0 with
  | O -> None
  | S n1 ->
    (match take ('+'::[]) s with
     | Some s0 ->
       (match term n1 s0 with
        | Some p -> let (f, s1) = p in sum_rest n1 (Add (e, f)) s1
        | None -> None)
     | None ->
       (match take ('-'::[]) s with
        | Some s0 ->
          (match term n1 s0 with
           | Some p -> let (f, s1) = p in sum_rest n1 (Sub (e, f)) s1
           | None -> None)
        | None -> Some (e, s)))

(** val term : nat -> text -> (expr * text) option **)

and term n0 s =
  match n0 with
  | O -> None
  | S n1 ->
    (match unary n1 s with
     | Some p -> let (e, s0) = p in term_rest n1 e s0
     | None -> None)

(** val term_rest : nat -> expr -> text -> (expr * text) option **)

and term_rest n0 e s =
  match n0 with
  | O -> None
  | S n1 ->
    (match take ('*'::[]) s with
     | Some s0 ->
       (match unary n1 s0 with
        | Some p -> let (f, s1) = p in term_rest n1 (Mul (e, f)) s1
        | None -> None)
     | None ->
       (match take ('/'::[]) s with
        | Some s0 ->
          (match unary n1 s0 with
           | Some p -> let (f, s1) = p in term_rest n1 (Div (e, f)) s1
           | None -> None)
        | None -> Some (e, s)))

(** val unary : nat -> text -> (expr * text) option **)

and unary n0 s =
  match n0 with
  | O -> None
  | S n1 ->
    (match take ('+'::[]) s with
     | Some s0 -> unary n1 s0
     | None ->
       (match take ('-'::[]) s with
        | Some s0 ->
          (match unary n1 s0 with
           | Some p -> let (e, s1) = p in Some ((Neg e), s1)
           | None -> None)
        | None -> power0 n1 s))

(** val power0 : nat -> text -> (expr * text) option **)

and power0 n0 s =
  match n0 with
  | O -> None
  | S n1 ->
    (match atom n1 s with
     | Some p ->
       let (e, s0) = p in
       (match take ('^'::[]) s0 with
        | Some s1 ->
          (match take ('-'::[]) s1 with
           | Some s2 ->
             (match atom n1 s2 with
              | Some p0 -> let (f, s3) = p0 in Some ((Pow (e, (Neg f))), s3)
              | None -> None)
           | None ->
             (match atom n1 s1 with
              | Some p0 -> let (f, s2) = p0 in Some ((Pow (e, f)), s2)
              | None -> None))
        | None -> Some (e, s0))
     | None -> None)

(** val atom : nat -> text -> (expr * text) option **)

and atom n0 s =
  match n0 with
  | O -> None
  | S n1 ->
    let closed = fun f s0 ->
      match sum n1 s0 with
      | Some p ->
        let (e, s1) = p in
        (match take (')'::[]) s1 with
         | Some s2 -> Some ((f e), s2)
         | None -> None)
      | None -> None
    in
    (match take ('e'::('x'::('p'::('('::[])))) s with
     | Some s0 -> closed (fun x -> ExpOf x) s0
     | None ->
       (match take ('l'::('n'::('('::[]))) s with
        | Some s0 -> closed (fun x -> Ln x) s0
        | None ->
          (match take ('s'::('q'::('r'::('t'::('('::[]))))) s with
           | Some s0 -> closed (fun x -> Sqrt x) s0
           | None ->
             (match take ('('::[]) s with
              | Some s0 -> closed (fun e -> e) s0
              | None ->
                (match take ('0'::('x'::[])) s with
                 | Some s0 ->
                   number (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                     (Big_int_Z.mult_int_big_int 2
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))
                     'p' 'P' s0
                 | None ->
                   number (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
                     (Big_int_Z.mult_int_big_int 2
                     ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                     (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))
                     Big_int_Z.unit_big_int 'e' 'E' (skip s))))))

(** val max_length : Big_int_Z.big_int **)

let max_length =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int)))))))))))))

(** val is_shorter : Big_int_Z.big_int -> text -> bool **)

let rec is_shorter n0 = function
| [] -> true
| _ :: s' ->
  (&&) (Z.ltb Big_int_Z.zero_big_int n0)
    (is_shorter (Z.sub n0 Big_int_Z.unit_big_int) s')

(** val literal : text -> expr option **)

let literal s =
  if is_shorter max_length s
  then (match sum
                (add
                  (mul (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                    O)))))))))))))))) (length s)) (S (S (S (S (S (S (S (S (S
                  (S (S (S (S (S (S (S O))))))))))))))))) s with
        | Some p ->
          let (e, s0) = p in
          (match skip s0 with
           | [] -> Some e
           | _ :: _ -> None)
        | None -> None)
  else None

(** val max_bits : Big_int_Z.big_int **)

let max_bits =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int))))))))))))))))))

(** val bits : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

let bits n0 d =
  Z.add (Z.log2 (Z.abs n0)) (Z.log2 (Z.abs d))

(** val frac :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let frac n0 d =
  if (||) (Z.eqb d Big_int_Z.zero_big_int) (Z.ltb max_bits (bits n0 d))
  then None
  else let g = Z.gcd n0 d in
       let n' = Z.div n0 g in
       let d' = Z.div d g in
       if (&&) (Z.eqb (Z.mul n' d) (Z.mul n0 d'))
            (negb (Z.eqb d' Big_int_Z.zero_big_int))
       then Some
              (if Z.ltb d' Big_int_Z.zero_big_int
               then ((Z.opp n'), (Z.opp d'))
               else (n', d'))
       else None

(** val rat : expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let rec rat e =
  let two = fun f g op0 ->
    match rat f with
    | Some p ->
      let (a, b) = p in
      (match rat g with
       | Some p0 -> let (c, d) = p0 in op0 a b c d
       | None -> None)
    | None -> None
  in
  (match e with
   | Num (n0, d) -> frac n0 d
   | Add (f, g) ->
     two f g (fun a b c d -> frac (Z.add (Z.mul a d) (Z.mul c b)) (Z.mul b d))
   | Sub (f, g) ->
     two f g (fun a b c d -> frac (Z.sub (Z.mul a d) (Z.mul c b)) (Z.mul b d))
   | Mul (f, g) -> two f g (fun a b c d -> frac (Z.mul a c) (Z.mul b d))
   | Div (f, g) -> two f g (fun a b c d -> frac (Z.mul a d) (Z.mul b c))
   | Neg f ->
     (match rat f with
      | Some p -> let (a, b) = p in frac (Z.opp a) b
      | None -> None)
   | Pow (f, f0) ->
     (match f0 with
      | Num (k, d) ->
        ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ -> None)
           (fun _ -> None)
           (fun _ ->
           match rat f with
           | Some p ->
             let (a, b) = p in
             if (&&) (Z.leb Big_int_Z.zero_big_int k)
                  (Z.leb (Z.mul k (Z.add (bits a b) Big_int_Z.unit_big_int))
                    max_bits)
             then frac (Z.pow a k) (Z.pow b k)
             else None
           | None -> None)
           d)
      | _ -> None)
   | ExpOf e0 ->
     (match e0 with
      | Ln f ->
        (match rat f with
         | Some p ->
           let (a, b) = p in
           if Z.ltb Big_int_Z.zero_big_int a then Some (a, b) else None
         | None -> None)
      | _ -> None)
   | _ -> None)

type kind =
| ApproxDP of expr * expr
| ApproxDPTV of expr * expr * expr
| ApproxDPAlpha of expr * expr * expr
| RandomizedResponse of expr * Big_int_Z.big_int
| FinitePair of expr list * expr list
| MultiDP of (expr * expr) list
| GroupDP of expr * Big_int_Z.big_int
| SampledDP of expr * expr * expr

type quantity =
| DeltaAt of expr
| EpsAt of expr
| BetaAt of expr

type relation =
| AtMost of expr
| AtLeast of expr
| Between0 of expr * expr

(** val word : char list -> text **)

let word =
  list_ascii_of_string

type table = (text * json) list

(** val has : char list -> table -> bool **)

let has k m =
  existsb (fun e -> same (word k) (fst e)) m

(** val get : char list -> table -> json option **)

let get k m =
  match find (fun e -> same (word k) (fst e)) m with
  | Some e -> Some (snd e)
  | None -> None

(** val distinct : text list -> bool **)

let rec distinct = function
| [] -> true
| a :: l' -> (&&) (negb (existsb (same a) l')) (distinct l')

(** val only : char list list -> table -> bool **)

let only ks m =
  (&&) (forallb (fun e -> existsb (fun k -> same (word k) (fst e)) ks) m)
    (distinct (map fst m))

(** val number_of : json -> expr option **)

let number_of = function
| JWord s -> literal s
| JStr s -> literal s
| _ -> None

(** val get_number : char list -> table -> expr option **)

let get_number k m =
  match get k m with
  | Some j -> number_of j
  | None -> None

(** val get_text : char list -> table -> text option **)

let get_text k m =
  match get k m with
  | Some j -> (match j with
               | JStr s -> Some s
               | _ -> None)
  | None -> None

(** val get_table : char list -> table -> table option **)

let get_table k m =
  match get k m with
  | Some j -> (match j with
               | JObj t -> Some t
               | _ -> None)
  | None -> None

(** val get_eps : table -> expr option **)

let get_eps m =
  if has ('e'::('p'::('s'::[]))) m
  then if has ('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) m
       then None
       else get_number ('e'::('p'::('s'::[]))) m
  else get_number ('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) m

(** val get_positive :
    char list -> Big_int_Z.big_int -> table -> Big_int_Z.big_int option **)

let get_positive k other m =
  if has k m
  then (match get_number k m with
        | Some e ->
          (match rat e with
           | Some p ->
             let (z0, z1) = p in
             ((fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
                (fun _ -> None)
                (fun n0 ->
                (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
                  (fun _ -> None)
                  (fun p0 ->
                  (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
                    (fun _ -> None)
                    (fun _ -> None)
                    (fun _ -> Some n0)
                    p0)
                  (fun _ -> None)
                  z1)
                (fun _ -> None)
                z0)
           | None -> None)
        | None -> None)
  else Some other

(** val all_of : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option **)

let rec all_of f = function
| [] -> Some []
| x :: l' ->
  (match f x with
   | Some y ->
     (match all_of f l' with
      | Some l'' -> Some (y :: l'')
      | None -> None)
   | None -> None)

(** val get_numbers : char list -> table -> expr list option **)

let get_numbers k m =
  match get k m with
  | Some j -> (match j with
               | JList l -> all_of number_of l
               | _ -> None)
  | None -> None

(** val constraint_of : json -> (expr * expr) option **)

let constraint_of = function
| JObj t ->
  if only
       (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: [])))
       t
  then (match get_eps t with
        | Some e ->
          (match get_number ('d'::('e'::('l'::('t'::('a'::[]))))) t with
           | Some d -> Some (e, d)
           | None -> None)
        | None -> None)
  else None
| _ -> None

(** val staircase_alpha : expr -> expr -> bool -> expr **)

let staircase_alpha e gamma narrow =
  let x = ExpOf e in
  let one = Num (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int) in
  let two = Num ((Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int),
    Big_int_Z.unit_big_int)
  in
  let height = Div ((Sub (x, one)), (Mul (two, (Add ((Mul (gamma, x)), (Sub
    (one, gamma)))))))
  in
  if narrow
  then Div ((Mul (height, (Sub (one, (Mul (two, gamma)))))), x)
  else Mul (height, (Sub ((Mul (two, gamma)), one)))

(** val staircase : expr -> expr -> kind option **)

let staircase e gamma =
  match rat gamma with
  | Some p ->
    let (n0, d) = p in
    if (&&) (Z.leb Big_int_Z.zero_big_int n0) (Z.leb n0 d)
    then Some (ApproxDPAlpha (e, (Num (Big_int_Z.zero_big_int,
           Big_int_Z.unit_big_int)),
           (staircase_alpha e gamma
             (Z.leb
               (Z.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                 n0) d))))
    else None
  | None -> None

(** val adds_a_unit : table -> bool **)

let adds_a_unit m =
  match get_table ('s'::('c'::('o'::('p'::('e'::[]))))) m with
  | Some s ->
    (&&) (distinct (map fst s))
      (match get_text
               ('a'::('d'::('j'::('a'::('c'::('e'::('n'::('c'::('y'::[])))))))))
               s with
       | Some a ->
         same a
           (word
             ('a'::('d'::('d'::('-'::('r'::('e'::('m'::('o'::('v'::('e'::[])))))))))))
       | None -> false)
  | None -> false

(** val poisson_rate : table -> expr option **)

let poisson_rate m =
  match get_table ('s'::('a'::('m'::('p'::('l'::('i'::('n'::('g'::[])))))))) m with
  | Some s ->
    if (&&)
         (only
           (('m'::('e'::('t'::('h'::('o'::('d'::[])))))) :: (('r'::('a'::('t'::('e'::[])))) :: (('a'::('c'::('t'::('u'::('a'::('l'::[])))))) :: [])))
           s)
         (match get_text ('m'::('e'::('t'::('h'::('o'::('d'::[])))))) s with
          | Some t ->
            same t (word ('p'::('o'::('i'::('s'::('s'::('o'::('n'::[]))))))))
          | None -> false)
    then get_number ('r'::('a'::('t'::('e'::[])))) s
    else None
  | None -> None

(** val row_of : char list list -> table -> bool **)

let row_of ks m =
  only
    (cat
      (('i'::('d'::[])) :: (('s'::('o'::('u'::('r'::('c'::('e'::[])))))) :: (('d'::('a'::('t'::('e'::[])))) :: (('m'::('e'::('c'::('h'::('a'::('n'::('i'::('s'::('m'::[]))))))))) :: (('c'::('o'::('u'::('n'::('t'::[]))))) :: [])))))
      ks) m

(** val read_kind : bool -> table -> kind option **)

let read_kind adds m =
  match get_text
          ('m'::('e'::('c'::('h'::('a'::('n'::('i'::('s'::('m'::[]))))))))) m with
  | Some t ->
    if (&&)
         (same t
           (word
             ('f'::('i'::('n'::('i'::('t'::('e'::('-'::('p'::('a'::('i'::('r'::[])))))))))))))
         (row_of (('p'::[]) :: (('q'::[]) :: [])) m)
    then (match get_numbers ('p'::[]) m with
          | Some p ->
            (match get_numbers ('q'::[]) m with
             | Some q -> Some (FinitePair (p, q))
             | None -> None)
          | None -> None)
    else if (&&)
              (same t
                (word
                  ('m'::('u'::('l'::('t'::('i'::('-'::('d'::('p'::[]))))))))))
              (row_of
                (('c'::('o'::('n'::('s'::('t'::('r'::('a'::('i'::('n'::('t'::('s'::[]))))))))))) :: [])
                m)
         then (match get
                       ('c'::('o'::('n'::('s'::('t'::('r'::('a'::('i'::('n'::('t'::('s'::[])))))))))))
                       m with
               | Some j ->
                 (match j with
                  | JList l ->
                    (match all_of constraint_of l with
                     | Some cs -> Some (MultiDP cs)
                     | None -> None)
                  | _ -> None)
               | None -> None)
         else (match get_eps m with
               | Some e ->
                 if (&&)
                      (same t
                        (word
                          ('a'::('p'::('p'::('r'::('o'::('x'::('-'::('d'::('p'::[])))))))))))
                      (row_of
                        (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: [])))
                        m)
                 then (match get_number ('d'::('e'::('l'::('t'::('a'::[])))))
                               m with
                       | Some d -> Some (ApproxDP (e, d))
                       | None -> None)
                 else if (&&)
                           (same t
                             (word
                               ('a'::('p'::('p'::('r'::('o'::('x'::('-'::('d'::('p'::[])))))))))))
                           (row_of
                             (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: (('g'::('r'::('o'::('u'::('p'::[]))))) :: []))))
                             m)
                      then (match get_number
                                    ('d'::('e'::('l'::('t'::('a'::[]))))) m with
                            | Some d ->
                              (match get_positive
                                       ('g'::('r'::('o'::('u'::('p'::[])))))
                                       Big_int_Z.unit_big_int m with
                               | Some n0 ->
                                 (match rat d with
                                  | Some p ->
                                    let (z0, _) = p in
                                    ((fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
                                       (fun _ -> Some (GroupDP (e,
                                       n0)))
                                       (fun _ -> None)
                                       (fun _ -> None)
                                       z0)
                                  | None -> None)
                               | None -> None)
                            | None -> None)
                      else if (&&)
                                ((&&)
                                  (same t
                                    (word
                                      ('a'::('p'::('p'::('r'::('o'::('x'::('-'::('d'::('p'::[])))))))))))
                                  adds)
                                (row_of
                                  (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: (('s'::('a'::('m'::('p'::('l'::('i'::('n'::('g'::[])))))))) :: []))))
                                  m)
                           then (match get_number
                                         ('d'::('e'::('l'::('t'::('a'::[])))))
                                         m with
                                 | Some d ->
                                   (match poisson_rate m with
                                    | Some q -> Some (SampledDP (q, e, d))
                                    | None -> None)
                                 | None -> None)
                           else if (&&)
                                     (same t
                                       (word
                                         ('a'::('p'::('p'::('r'::('o'::('x'::('-'::('d'::('p'::('-'::('t'::('v'::[]))))))))))))))
                                     (row_of
                                       (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: (('e'::('t'::('a'::[]))) :: []))))
                                       m)
                                then (match get_number
                                              ('d'::('e'::('l'::('t'::('a'::[])))))
                                              m with
                                      | Some d ->
                                        (match get_number
                                                 ('e'::('t'::('a'::[]))) m with
                                         | Some y ->
                                           Some (ApproxDPTV (e, d, y))
                                         | None -> None)
                                      | None -> None)
                                else if (&&)
                                          (same t
                                            (word
                                              ('a'::('p'::('p'::('r'::('o'::('x'::('-'::('d'::('p'::('-'::('t'::('v'::[]))))))))))))))
                                          (row_of
                                            (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: (('a'::('l'::('p'::('h'::('a'::[]))))) :: []))))
                                            m)
                                     then (match get_number
                                                   ('d'::('e'::('l'::('t'::('a'::[])))))
                                                   m with
                                           | Some d ->
                                             (match get_number
                                                      ('a'::('l'::('p'::('h'::('a'::[])))))
                                                      m with
                                              | Some al ->
                                                Some (ApproxDPAlpha (e, d,
                                                  al))
                                              | None -> None)
                                           | None -> None)
                                     else if (&&)
                                               (same t
                                                 (word
                                                   ('r'::('a'::('n'::('d'::('o'::('m'::('i'::('z'::('e'::('d'::('-'::('r'::('e'::('s'::('p'::('o'::('n'::('s'::('e'::[])))))))))))))))))))))
                                               (row_of
                                                 (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('c'::('a'::('t'::('e'::('g'::('o'::('r'::('i'::('e'::('s'::[])))))))))) :: [])))
                                                 m)
                                          then (match get_positive
                                                        ('c'::('a'::('t'::('e'::('g'::('o'::('r'::('i'::('e'::('s'::[]))))))))))
                                                        (Big_int_Z.mult_int_big_int 2
                                                        Big_int_Z.unit_big_int)
                                                        m with
                                                | Some n0 ->
                                                  Some (RandomizedResponse
                                                    (e, n0))
                                                | None -> None)
                                          else if (&&)
                                                    (same t
                                                      (word
                                                        ('s'::('t'::('a'::('i'::('r'::('c'::('a'::('s'::('e'::[])))))))))))
                                                    (row_of
                                                      (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: (('g'::('a'::('m'::('m'::('a'::[]))))) :: [])))
                                                      m)
                                               then (match get_number
                                                             ('g'::('a'::('m'::('m'::('a'::[])))))
                                                             m with
                                                     | Some g -> staircase e g
                                                     | None -> None)
                                               else None
               | None -> None)
  | None -> None

(** val read_row :
    bool -> json -> (text * (kind * Big_int_Z.big_int)) option **)

let read_row adds = function
| JObj m ->
  (match get_text ('i'::('d'::[])) m with
   | Some i ->
     (match read_kind adds m with
      | Some k ->
        (match get_positive ('c'::('o'::('u'::('n'::('t'::[])))))
                 Big_int_Z.unit_big_int m with
         | Some n0 -> Some (i, (k, n0))
         | None -> None)
      | None -> None)
   | None -> None)
| _ -> None

(** val glob : text -> text -> bool **)

let rec glob p =
  let rec go s =
    match p with
    | [] -> (match s with
             | [] -> true
             | _ :: _ -> false)
    | a :: p' ->
      if (=) a '*'
      then (||) (glob p' s) (match s with
                             | [] -> false
                             | _ :: s' -> go s')
      else (match s with
            | [] -> false
            | b :: s' -> (&&) ((=) a b) (glob p' s'))
  in go

(** val read_relation : table -> relation option **)

let read_relation m =
  match get ('a'::('t'::('-'::('m'::('o'::('s'::('t'::[]))))))) m with
  | Some j ->
    (match get ('a'::('t'::('-'::('l'::('e'::('a'::('s'::('t'::[])))))))) m with
     | Some _ -> None
     | None ->
       (match get ('b'::('e'::('t'::('w'::('e'::('e'::('n'::[]))))))) m with
        | Some _ -> None
        | None ->
          (match get ('e'::('q'::('u'::('a'::('l'::('s'::[])))))) m with
           | Some _ -> None
           | None ->
             (match number_of j with
              | Some v -> Some (AtMost v)
              | None -> None))))
  | None ->
    (match get ('a'::('t'::('-'::('l'::('e'::('a'::('s'::('t'::[])))))))) m with
     | Some j ->
       (match get ('b'::('e'::('t'::('w'::('e'::('e'::('n'::[]))))))) m with
        | Some _ -> None
        | None ->
          (match get ('e'::('q'::('u'::('a'::('l'::('s'::[])))))) m with
           | Some _ -> None
           | None ->
             (match number_of j with
              | Some v -> Some (AtLeast v)
              | None -> None)))
     | None ->
       (match get ('b'::('e'::('t'::('w'::('e'::('e'::('n'::[]))))))) m with
        | Some j0 ->
          (match j0 with
           | JList l ->
             (match l with
              | [] -> None
              | i :: l0 ->
                (match l0 with
                 | [] -> None
                 | j :: l1 ->
                   (match l1 with
                    | [] ->
                      (match get ('e'::('q'::('u'::('a'::('l'::('s'::[]))))))
                               m with
                       | Some _ -> None
                       | None ->
                         (match number_of i with
                          | Some u ->
                            (match number_of j with
                             | Some v -> Some (Between0 (u, v))
                             | None -> None)
                          | None -> None))
                    | _ :: _ -> None)))
           | _ -> None)
        | None ->
          (match get ('e'::('q'::('u'::('a'::('l'::('s'::[])))))) m with
           | Some j ->
             (match number_of j with
              | Some v -> Some (Between0 (v, v))
              | None -> None)
           | None -> None)))

(** val read_quantity : table -> quantity option **)

let read_quantity m =
  match get ('d'::('e'::('l'::('t'::('a'::[]))))) m with
  | Some j ->
    (match j with
     | JObj t ->
       (match get ('t'::('v'::[])) m with
        | Some _ -> None
        | None ->
          (match get ('e'::('p'::('s'::[]))) m with
           | Some _ -> None
           | None ->
             (match get ('b'::('e'::('t'::('a'::[])))) m with
              | Some _ -> None
              | None ->
                if only
                     (('e'::('p'::('s'::[]))) :: (('e'::('p'::('s'::('i'::('l'::('o'::('n'::[]))))))) :: []))
                     t
                then (match get_eps t with
                      | Some e -> Some (DeltaAt e)
                      | None -> None)
                else None)))
     | _ -> None)
  | None ->
    (match get ('t'::('v'::[])) m with
     | Some j ->
       (match j with
        | JObj m0 ->
          (match m0 with
           | [] ->
             (match get ('e'::('p'::('s'::[]))) m with
              | Some _ -> None
              | None ->
                (match get ('b'::('e'::('t'::('a'::[])))) m with
                 | Some _ -> None
                 | None ->
                   Some (DeltaAt (Num (Big_int_Z.zero_big_int,
                     Big_int_Z.unit_big_int)))))
           | _ :: _ -> None)
        | _ -> None)
     | None ->
       (match get ('e'::('p'::('s'::[]))) m with
        | Some j ->
          (match j with
           | JObj t ->
             (match get ('b'::('e'::('t'::('a'::[])))) m with
              | Some _ -> None
              | None ->
                if only (('d'::('e'::('l'::('t'::('a'::[]))))) :: []) t
                then (match get_number ('d'::('e'::('l'::('t'::('a'::[]))))) t with
                      | Some d -> Some (EpsAt d)
                      | None -> None)
                else None)
           | _ -> None)
        | None ->
          (match get ('b'::('e'::('t'::('a'::[])))) m with
           | Some j ->
             (match j with
              | JObj t ->
                if only (('a'::('l'::('p'::('h'::('a'::[]))))) :: []) t
                then (match get_number ('a'::('l'::('p'::('h'::('a'::[]))))) t with
                      | Some a -> Some (BetaAt a)
                      | None -> None)
                else None
              | _ -> None)
           | None -> None)))

(** val text_of : json -> text option **)

let text_of = function
| JStr s -> Some s
| _ -> None

(** val few_stars : text -> bool **)

let few_stars p =
  leq (length (filter ((=) '*') p)) (S (S (S O)))

(** val few_entries : 'a1 list -> bool **)

let few_entries l =
  Z.leb (Z.of_nat (length l)) (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))

(** val read_over : table -> text list option **)

let read_over m =
  match get ('o'::('v'::('e'::('r'::[])))) m with
  | Some j ->
    (match j with
     | JList l ->
       (match all_of text_of l with
        | Some ps ->
          if (&&) (few_entries ps) (forallb few_stars ps)
          then Some ps
          else None
        | None -> None)
     | _ -> None)
  | None -> None

(** val is_over : text list -> text -> bool **)

let is_over ps i =
  existsb (fun p -> glob p i) ps

(** val read_claim : table -> text list -> (quantity * relation) option **)

let read_claim m ids =
  if only
       (('i'::('d'::[])) :: (('s'::('o'::('u'::('r'::('c'::('e'::[])))))) :: (('r'::('e'::('a'::('s'::('o'::('n'::[])))))) :: (('e'::('x'::('p'::('e'::('c'::('t'::[])))))) :: (('o'::('v'::('e'::('r'::[])))) :: (('d'::('e'::('l'::('t'::('a'::[]))))) :: (('t'::('v'::[])) :: (('e'::('p'::('s'::[]))) :: (('b'::('e'::('t'::('a'::[])))) :: (('a'::('t'::('-'::('m'::('o'::('s'::('t'::[]))))))) :: (('a'::('t'::('-'::('l'::('e'::('a'::('s'::('t'::[])))))))) :: (('b'::('e'::('t'::('w'::('e'::('e'::('n'::[]))))))) :: (('e'::('q'::('u'::('a'::('l'::('s'::[])))))) :: [])))))))))))))
       m
  then (match read_over m with
        | Some ps ->
          if (&&) (forallb (is_over ps) ids)
               (forallb (fun p -> existsb (glob p) ids) ps)
          then (match read_quantity m with
                | Some q ->
                  (match read_relation m with
                   | Some r -> Some (q, r)
                   | None -> None)
                | None -> None)
          else None
        | None -> None)
  else None

type rows = (kind * Big_int_Z.big_int) list

type statement = { its_ids : text list; its_rows : rows;
                   its_quantity : quantity; its_relation : relation }

(** val read_statement : bool -> json list -> table -> statement option **)

let read_statement adds l c =
  match all_of (read_row adds) l with
  | Some rs ->
    let ids = map fst rs in
    if (&&) ((&&) (few_entries ids) (distinct ids)) (negb (nilp ids))
    then (match read_claim c ids with
          | Some p ->
            let (q, r) = p in
            Some { its_ids = ids; its_rows = (map snd rs); its_quantity = q;
            its_relation = r }
          | None -> None)
    else None
  | None -> None

type certificate = { its_statement : statement; says : bool }

(** val the_rows : certificate -> rows **)

let the_rows c =
  c.its_statement.its_rows

(** val the_quantity : certificate -> quantity **)

let the_quantity c =
  c.its_statement.its_quantity

(** val the_relation : certificate -> relation **)

let the_relation c =
  c.its_statement.its_relation

(** val read_certificate : json -> certificate option **)

let read_certificate = function
| JObj m ->
  if only
       (('f'::('o'::('r'::('m'::('a'::('t'::[])))))) :: (('s'::('c'::('o'::('p'::('e'::[]))))) :: (('l'::('e'::('d'::('g'::('e'::('r'::[])))))) :: (('c'::('l'::('a'::('i'::('m'::[]))))) :: (('v'::('e'::('r'::('d'::('i'::('c'::('t'::[]))))))) :: (('i'::('n'::('p'::('u'::('t'::('s'::[])))))) :: (('n'::('o'::('t'::('-'::('c'::('o'::('v'::('e'::('r'::('e'::('d'::[]))))))))))) :: (('l'::('e'::('a'::('v'::('e'::('s'::[])))))) :: (('s'::('t'::('e'::('p'::('s'::[]))))) :: [])))))))))
       m
  then (match get_text ('f'::('o'::('r'::('m'::('a'::('t'::[])))))) m with
        | Some f ->
          (match get ('l'::('e'::('d'::('g'::('e'::('r'::[])))))) m with
           | Some j0 ->
             (match j0 with
              | JList l ->
                (match get_table ('c'::('l'::('a'::('i'::('m'::[]))))) m with
                 | Some c ->
                   (match get_text
                            ('v'::('e'::('r'::('d'::('i'::('c'::('t'::[])))))))
                            m with
                    | Some v ->
                      if same f
                           (word
                             ('d'::('p'::('c'::('e'::('r'::('t'::('-'::('c'::('e'::('r'::('t'::('i'::('f'::('i'::('c'::('a'::('t'::('e'::('/'::('1'::[])))))))))))))))))))))
                      then (match read_statement (adds_a_unit m) l c with
                            | Some s ->
                              if same v
                                   (word
                                     ('h'::('o'::('l'::('d'::('s'::[]))))))
                              then Some { its_statement = s; says = true }
                              else if same v
                                        (word
                                          ('r'::('e'::('f'::('u'::('t'::('e'::('d'::[]))))))))
                                   then Some { its_statement = s; says =
                                          false }
                                   else None
                            | None -> None)
                      else None
                    | None -> None)
                 | None -> None)
              | _ -> None)
           | None -> None)
        | None -> None)
  else None
| _ -> None

type outcomes = (Big_int_Z.big_int * Big_int_Z.big_int) list

(** val merge : outcomes -> outcomes -> outcomes **)

let rec merge x =
  let rec go y =
    match x with
    | [] -> y
    | c :: x' ->
      (match y with
       | [] -> x
       | e :: y' ->
         (match Z.compare (Z.mul (fst c) (snd e)) (Z.mul (fst e) (snd c)) with
          | Eq ->
            ((Z.add (fst c) (fst e)),
              (Z.add (snd c) (snd e))) :: (merge x' y')
          | Lt -> e :: (go y')
          | Gt -> c :: (merge x' y)))
  in go

(** val times :
    (Big_int_Z.big_int * Big_int_Z.big_int) -> outcomes -> outcomes **)

let times c l =
  map0 (fun e -> ((Z.mul (fst c) (fst e)), (Z.mul (snd c) (snd e)))) l

(** val compose : outcomes -> outcomes -> outcomes **)

let compose l l' =
  foldr (fun c acc -> merge (times c l') acc) [] l

type upair = Big_int_Z.big_int * outcomes

(** val compose_pairs : upair -> upair -> upair **)

let compose_pairs x y =
  ((Z.mul (fst x) (fst y)), (compose (snd x) (snd y)))

(** val repeated : upair -> Big_int_Z.big_int -> upair **)

let rec repeated x n0 =
  (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
    (fun m ->
    let m0 = repeated x m in compose_pairs x (compose_pairs m0 m0))
    (fun m -> let m0 = repeated x m in compose_pairs m0 m0)
    (fun _ -> x)
    n0

(** val nothing : upair **)

let nothing =
  (Big_int_Z.unit_big_int, ((Big_int_Z.unit_big_int,
    Big_int_Z.unit_big_int) :: []))

(** val excess :
    Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int **)

let excess n0 m l =
  foldr (fun c s ->
    Z.add
      (Z.max Big_int_Z.zero_big_int
        (Z.sub (Z.mul m (fst c)) (Z.mul n0 (snd c)))) s)
    Big_int_Z.zero_big_int l

(** val pair_of :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> upair **)

let pair_of a b an ad dn0 dd =
  let rest0 = Z.sub dd dn0 in
  let c = Z.mul rest0 (Z.sub ad an) in
  let d = Z.mul (Z.mul dn0 ad) (Z.add a b) in
  let z0 = Z.mul (Z.mul rest0 an) (Z.add a b) in
  ((Z.mul (Z.mul dd ad) (Z.add a b)),
  (filter0 (fun e ->
    negb
      ((&&) (Z.eqb (fst e) Big_int_Z.zero_big_int)
        (Z.eqb (snd e) Big_int_Z.zero_big_int))) ((d,
    Big_int_Z.zero_big_int) :: (((Z.mul c a), (Z.mul c b)) :: ((z0,
    z0) :: (((Z.mul c b), (Z.mul c a)) :: ((Big_int_Z.zero_big_int,
    d) :: [])))))))

(** val max_count : Big_int_Z.big_int **)

let max_count =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))))))

(** val eratio : expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let rec eratio e = match e with
| Mul (f, g) ->
  (match rat f with
   | Some p ->
     let (k, d) = p in
     (match eratio g with
      | Some p0 ->
        let (a, b) = p0 in
        if (&&) (Z.eqb d Big_int_Z.unit_big_int)
             ((&&) (Z.leb Big_int_Z.zero_big_int k)
               ((&&)
                 (Z.leb (Z.mul k (Z.add (bits a b) Big_int_Z.unit_big_int))
                   max_bits)
                 ((&&) (Z.ltb Big_int_Z.zero_big_int a)
                   (Z.ltb Big_int_Z.zero_big_int b))))
        then Some ((Z.pow a k), (Z.pow b k))
        else None
      | None -> None)
   | None -> None)
| Ln f ->
  (match rat f with
   | Some p ->
     let (a, b) = p in
     if Z.ltb Big_int_Z.zero_big_int a then Some (a, b) else None
   | None -> None)
| _ ->
  (match rat e with
   | Some p ->
     let (a, _) = p in
     if Z.eqb a Big_int_Z.zero_big_int
     then Some (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int)
     else None
   | None -> None)

(** val zle :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let zle p q =
  Z.leb (Z.mul (fst p) (snd q)) (Z.mul (fst q) (snd p))

(** val zlt :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let zlt p q =
  Z.ltb (Z.mul (fst p) (snd q)) (Z.mul (fst q) (snd p))

type ratios = { ra : Big_int_Z.big_int; rb : Big_int_Z.big_int;
                ran : Big_int_Z.big_int; rad : Big_int_Z.big_int;
                rdn : Big_int_Z.big_int; rdd : Big_int_Z.big_int }

(** val within0 : ratios -> bool **)

let within0 r =
  (&&) (Z.ltb Big_int_Z.zero_big_int r.rb)
    ((&&) (Z.leb r.rb r.ra)
      ((&&) (Z.ltb Big_int_Z.zero_big_int r.rad)
        ((&&) (Z.leb Big_int_Z.zero_big_int r.ran)
          ((&&) (Z.leb r.ran r.rad)
            ((&&) (Z.ltb Big_int_Z.zero_big_int r.rdd)
              ((&&) (Z.leb Big_int_Z.zero_big_int r.rdn) (Z.leb r.rdn r.rdd)))))))

(** val checked : ratios -> ratios option **)

let checked r =
  if within0 r then Some r else None

(** val response_alpha :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let response_alpha a b k =
  frac
    (Z.mul (Z.sub k (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)) b)
    (Z.add a (Z.mul (Z.sub k Big_int_Z.unit_big_int) b))

(** val rational_row : kind -> ratios option **)

let rational_row = function
| ApproxDP (e, d) ->
  (match eratio e with
   | Some p ->
     let (a, b) = p in
     (match rat d with
      | Some p0 ->
        let (dn0, dd) = p0 in
        checked { ra = a; rb = b; ran = Big_int_Z.zero_big_int; rad =
          Big_int_Z.unit_big_int; rdn = dn0; rdd = dd }
      | None -> None)
   | None -> None)
| ApproxDPTV (e, d, t) ->
  (match eratio e with
   | Some p ->
     let (a, b) = p in
     (match rat d with
      | Some p0 ->
        let (dn0, dd) = p0 in
        (match rat t with
         | Some p1 ->
           let (n0, m) = p1 in
           let vn = Z.sub (Z.mul n0 dd) (Z.mul dn0 m) in
           let vd = Z.mul m (Z.sub dd dn0) in
           if (&&) (Z.ltb b a) (Z.ltb dn0 dd)
           then (match frac
                         (Z.sub (Z.mul vd (Z.sub a b)) (Z.mul vn (Z.add a b)))
                         (Z.mul vd (Z.sub a b)) with
                 | Some p2 ->
                   let (an, ad) = p2 in
                   checked { ra = a; rb = b; ran = an; rad = ad; rdn = dn0;
                     rdd = dd }
                 | None -> None)
           else None
         | None -> None)
      | None -> None)
   | None -> None)
| ApproxDPAlpha (e, d, al) ->
  (match eratio e with
   | Some p ->
     let (a, b) = p in
     (match rat d with
      | Some p0 ->
        let (dn0, dd) = p0 in
        (match rat al with
         | Some p1 ->
           let (an, ad) = p1 in
           checked { ra = a; rb = b; ran = an; rad = ad; rdn = dn0; rdd = dd }
         | None -> None)
      | None -> None)
   | None -> None)
| RandomizedResponse (e, n0) ->
  (match eratio e with
   | Some p ->
     let (a, b) = p in
     (match response_alpha a b n0 with
      | Some p0 ->
        let (an, ad) = p0 in
        checked { ra = a; rb = b; ran = an; rad = ad; rdn =
          Big_int_Z.zero_big_int; rdd = Big_int_Z.unit_big_int }
      | None -> None)
   | None -> None)
| _ -> None

(** val outcome_count : rows -> Big_int_Z.big_int **)

let outcome_count r =
  foldr (fun e s ->
    Z.mul
      (Z.add
        (Z.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) (snd e))
        ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int)) s) Big_int_Z.unit_big_int r

(** val outcome_bits : rows -> Big_int_Z.big_int option **)

let outcome_bits r =
  foldr (fun e s ->
    match rational_row (fst e) with
    | Some q ->
      (match s with
       | Some t ->
         Some
           (Z.add t
             (Z.mul (snd e)
               (Z.add
                 (Z.add
                   (Z.add (bits (Z.add q.ra q.rb) Big_int_Z.unit_big_int)
                     (bits q.rad Big_int_Z.unit_big_int))
                   (bits q.rdd Big_int_Z.unit_big_int))
                 ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                 Big_int_Z.unit_big_int))))
       | None -> None)
    | None -> None) (Some Big_int_Z.unit_big_int) r

(** val is_small : rows -> bool **)

let is_small r =
  (&&)
    (Z.leb (outcome_count r) (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      Big_int_Z.unit_big_int)))))))))))))))
    (match outcome_bits r with
     | Some b ->
       Z.leb (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
         (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
           (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
     | None -> false)

(** val exact_pair : rows -> upair option **)

let rec exact_pair = function
| [] -> Some nothing
| p :: r' ->
  let (k, n0) = p in
  (match rational_row k with
   | Some q ->
     (match exact_pair r' with
      | Some x ->
        Some
          (compose_pairs x
            (repeated (pair_of q.ra q.rb q.ran q.rad q.rdn q.rdd) n0))
      | None -> None)
   | None -> None)

(** val exact_delta :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let exact_delta r g =
  match eratio g with
  | Some p ->
    let (n0, m) = p in
    if is_small r
    then (match exact_pair r with
          | Some x -> Some ((excess n0 m (snd x)), (Z.mul (fst x) m))
          | None -> None)
    else None
  | None -> None

(** val few :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let few n0 dd u v s t =
  (&&) (Z.leb n0 max_count)
    ((&&)
      (Z.leb
        (Z.mul n0
          (Z.add (bits dd Big_int_Z.unit_big_int) Big_int_Z.unit_big_int))
        (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
          (Big_int_Z.mult_int_big_int 2
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
          (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
      ((&&)
        (Z.leb (bits u v)
          (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
            (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
        (Z.leb (bits s t)
          (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
            (Big_int_Z.mult_int_big_int 2
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))))

(** val beyond_sums :
    rows ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let rec beyond_sums = function
| [] ->
  Some ((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int),
    (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int))
| p :: r' ->
  let (k, n0) = p in
  let eps_delta =
    match k with
    | ApproxDP (e, d) ->
      (match rat e with
       | Some x -> (match rat d with
                    | Some y -> Some (x, y)
                    | None -> None)
       | None -> None)
    | ApproxDPAlpha (e, d, al) ->
      (match rat e with
       | Some x ->
         (match rat d with
          | Some y ->
            (match rat al with
             | Some p0 ->
               let (n1, m) = p0 in
               if (&&) (Z.leb Big_int_Z.zero_big_int n1) (Z.leb n1 m)
               then Some (x, y)
               else None
             | None -> None)
          | None -> None)
       | None -> None)
    | RandomizedResponse (e, n1) ->
      (match rat e with
       | Some x ->
         if Z.leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) n1
         then Some (x, (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int))
         else None
       | None -> None)
    | _ -> None
  in
  (match eps_delta with
   | Some p0 ->
     let (p1, p2) = p0 in
     let (a, b) = p1 in
     let (dn0, dd) = p2 in
     (match beyond_sums r' with
      | Some p3 ->
        let (p4, p5) = p3 in
        let (u, v) = p4 in
        let (s, t) = p5 in
        if (&&) (few n0 dd u v s t)
             ((&&) (Z.leb Big_int_Z.zero_big_int a)
               ((&&) (Z.leb Big_int_Z.zero_big_int dn0) (Z.leb dn0 dd)))
        then Some (((Z.add (Z.mul u b) (Z.mul (Z.mul n0 a) v)), (Z.mul v b)),
               ((Z.mul s (Z.pow (Z.sub dd dn0) n0)), (Z.mul t (Z.pow dd n0))))
        else None
      | None -> None)
   | None -> None)

(** val beyond_delta :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let beyond_delta r g =
  match rat g with
  | Some q ->
    (match beyond_sums r with
     | Some p ->
       let (sum0, p0) = p in
       let (s, t) = p0 in
       if (&&) (zle sum0 q) (Z.ltb Big_int_Z.zero_big_int t)
       then Some ((Z.sub t s), t)
       else None
     | None -> None)
  | None -> None

(** val infinite_losses :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let infinite_losses r g =
  match rat g with
  | Some q ->
    (match beyond_sums r with
     | Some p ->
       let (sum0, _) = p in
       if (&&) (Z.ltb Big_int_Z.zero_big_int (snd sum0)) (zle q sum0)
       then beyond_delta r (Num ((fst sum0), (Z.to_pos (snd sum0))))
       else None
     | None -> None)
  | None -> None

(** val scale_of : expr -> scale option **)

let scale_of e =
  match eratio e with
  | Some p ->
    let (a, b) = p in
    if Z.leb (bits a b) (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         Big_int_Z.unit_big_int)))))))))
    then Some (Ratio (a, b))
    else None
  | None ->
    (match rat e with
     | Some p ->
       let (a, b) = p in
       if Z.leb (bits a b) (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
            Big_int_Z.unit_big_int)))))))))))
       then Some (Exp (a, b))
       else None
     | None -> None)

(** val budget_of :
    kind -> (((Big_int_Z.big_int * Big_int_Z.big_int) * budget) * expr) option **)

let budget_of = function
| ApproxDP (e, d) ->
  (match rat d with
   | Some p -> Some ((p, AnyTV), e)
   | None -> None)
| ApproxDPTV (e, d, t) ->
  (match rat d with
   | Some p ->
     (match rat t with
      | Some p0 -> let (n0, m) = p0 in Some ((p, (Eta (n0, m))), e)
      | None -> None)
   | None -> None)
| ApproxDPAlpha (e, d, al) ->
  (match rat d with
   | Some p ->
     (match rat al with
      | Some p0 -> let (n0, m) = p0 in Some ((p, (Alpha (n0, m))), e)
      | None -> None)
   | None -> None)
| RandomizedResponse (e, n0) ->
  ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
     (fun _ ->
     match eratio e with
     | Some p ->
       let (a, b) = p in
       (match response_alpha a b n0 with
        | Some p0 ->
          let (an, ad) = p0 in
          Some (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int), (Alpha
          (an, ad))), e)
        | None -> None)
     | None -> None)
     (fun p ->
     (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
       (fun _ ->
       match eratio e with
       | Some p0 ->
         let (a, b) = p0 in
         (match response_alpha a b n0 with
          | Some p1 ->
            let (an, ad) = p1 in
            Some (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int), (Alpha
            (an, ad))), e)
          | None -> None)
       | None -> None)
       (fun _ ->
       match eratio e with
       | Some p0 ->
         let (a, b) = p0 in
         (match response_alpha a b n0 with
          | Some p1 ->
            let (an, ad) = p1 in
            Some (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int), (Alpha
            (an, ad))), e)
          | None -> None)
       | None -> None)
       (fun _ -> Some (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int),
       AnyTV), e))
       p)
     (fun _ ->
     match eratio e with
     | Some p ->
       let (a, b) = p in
       (match response_alpha a b n0 with
        | Some p0 ->
          let (an, ad) = p0 in
          Some (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int), (Alpha
          (an, ad))), e)
        | None -> None)
     | None -> None)
     n0)
| _ -> None

(** val climb :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> nat -> nat **)

let rec climb n0 a b qa qb u v j =
  match n0 with
  | O -> j
  | S n' ->
    if Z.leb (Z.mul u qb) (Z.mul qa v)
    then climb n' a b qa qb (Z.mul u a) (Z.mul v b) (S j)
    else j

(** val query_of : scale -> nat -> expr -> query option **)

let query_of s n0 g =
  match rat g with
  | Some p ->
    let (z0, _) = p in
    ((fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
       (fun _ -> Some (AtStep O))
       (fun _ ->
       match s with
       | Exp (a, b) ->
         (match scale_of g with
          | Some s0 ->
            (match s0 with
             | Exp (qa, qb) ->
               if (&&) (Z.ltb Big_int_Z.zero_big_int (Z.mul a qb))
                    (Z.leb (Z.div (Z.mul qa b) (Z.mul qb a))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      Big_int_Z.unit_big_int)))))))))))))))
               then Some (At ((Z.to_nat (Z.div (Z.mul qa b) (Z.mul qb a))),
                      (Exp (qa, qb))))
               else None
             | Ratio (_, _) -> None)
          | None -> None)
       | Ratio (a, b) ->
         (match scale_of g with
          | Some s0 ->
            (match s0 with
             | Exp (_, _) -> None
             | Ratio (qa, qb) ->
               Some (At ((climb n0 a b qa qb a b O), (Ratio (qa, qb)))))
          | None -> None))
       (fun _ ->
       match s with
       | Exp (a, b) ->
         (match scale_of g with
          | Some s0 ->
            (match s0 with
             | Exp (qa, qb) ->
               if (&&) (Z.ltb Big_int_Z.zero_big_int (Z.mul a qb))
                    (Z.leb (Z.div (Z.mul qa b) (Z.mul qb a))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                      (Big_int_Z.mult_int_big_int 2
                      (Big_int_Z.mult_int_big_int 2
                      Big_int_Z.unit_big_int)))))))))))))))
               then Some (At ((Z.to_nat (Z.div (Z.mul qa b) (Z.mul qb a))),
                      (Exp (qa, qb))))
               else None
             | Ratio (_, _) -> None)
          | None -> None)
       | Ratio (a, b) ->
         (match scale_of g with
          | Some s0 ->
            (match s0 with
             | Exp (_, _) -> None
             | Ratio (qa, qb) ->
               Some (At ((climb n0 a b qa qb a b O), (Ratio (qa, qb)))))
          | None -> None))
       z0)
  | None ->
    (match s with
     | Exp (a, b) ->
       (match scale_of g with
        | Some s0 ->
          (match s0 with
           | Exp (qa, qb) ->
             if (&&) (Z.ltb Big_int_Z.zero_big_int (Z.mul a qb))
                  (Z.leb (Z.div (Z.mul qa b) (Z.mul qb a))
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    Big_int_Z.unit_big_int)))))))))))))))
             then Some (At ((Z.to_nat (Z.div (Z.mul qa b) (Z.mul qb a))),
                    (Exp (qa, qb))))
             else None
           | Ratio (_, _) -> None)
        | None -> None)
     | Ratio (a, b) ->
       (match scale_of g with
        | Some s0 ->
          (match s0 with
           | Exp (_, _) -> None
           | Ratio (qa, qb) ->
             Some (At ((climb n0 a b qa qb a b O), (Ratio (qa, qb)))))
        | None -> None))

(** val record_of :
    Big_int_Z.big_int -> kind -> nat -> expr ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> claim option **)

let record_of p k n0 g lower upper =
  match budget_of k with
  | Some p0 ->
    let (p1, e) = p0 in
    let (p2, tv0) = p1 in
    let (dn0, dd) = p2 in
    (match scale_of e with
     | Some s ->
       (match query_of s n0 g with
        | Some q ->
          Some { precision = p; base = s; groups = ({ count = n0; units = (S
            O); dnum = dn0; dden = dd; tv = tv0 } :: []); at_eps = q;
            lower_num = (fst lower); lower_den = (snd lower); upper_num =
            (fst upper); upper_den = (snd upper) }
        | None -> None)
     | None -> None)
  | None -> None

(** val strict : kind -> bool **)

let strict = function
| ApproxDPTV (e, d, _) ->
  (&&)
    (match rat d with
     | Some p -> let (dn0, dd) = p in Z.ltb dn0 dd
     | None -> false)
    (match eratio e with
     | Some p -> let (a, b) = p in Z.ltb b a
     | None ->
       (match rat e with
        | Some p -> let (a, _) = p in Z.ltb Big_int_Z.zero_big_int a
        | None -> false))
| _ -> true

(** val precision_bits : Big_int_Z.big_int **)

let precision_bits =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))

(** val is_short : kind -> nat -> bool **)

let is_short k n0 =
  match budget_of k with
  | Some p ->
    let (_, e) = p in
    (match eratio e with
     | Some p0 ->
       let (a, b) = p0 in
       Z.leb (Z.mul (Z.of_nat n0) (bits a b))
         (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           Big_int_Z.unit_big_int)))))
     | None -> true)
  | None -> false

(** val enclosed0 :
    kind -> nat -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let enclosed0 k n0 g lower upper =
  (&&) ((&&) (strict k) (is_short k n0))
    (match record_of precision_bits k n0 g lower upper with
     | Some c -> check_equal c
     | None -> false)

(** val exp_bits : Big_int_Z.big_int **)

let exp_bits =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))))))))

(** val exp_bounds :
    expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let exp_bounds g =
  match rat g with
  | Some p ->
    let (a, b) = p in
    if (&&) (Z.leb Big_int_Z.zero_big_int a)
         ((&&)
           (Z.leb a
             (Z.mul (Big_int_Z.mult_int_big_int 2
               (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
               (Big_int_Z.mult_int_big_int 2
               ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
               (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
               ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
               Big_int_Z.unit_big_int)))))))) b))
           (Z.leb (bits a b) (Big_int_Z.mult_int_big_int 2
             (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
             Big_int_Z.unit_big_int)))))))))))))
    then let (l, u) = exp_neg exp_bits a b in
         if (&&) (Z.ltb Big_int_Z.zero_big_int l)
              (Z.ltb Big_int_Z.zero_big_int u)
         then Some
                (((Z.pow (Big_int_Z.mult_int_big_int 2
                    Big_int_Z.unit_big_int) exp_bits), u),
                ((Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                   exp_bits), l))
         else None
    else None
  | None -> None

(** val delta_between :
    rows -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let delta_between r g =
  match exp_bounds g with
  | Some p ->
    let (x, y) = p in
    if is_small r
    then (match exact_pair r with
          | Some x0 ->
            Some (((excess (fst y) (snd y) (snd x0)),
              (Z.mul (fst x0) (snd y))), ((excess (fst x) (snd x) (snd x0)),
              (Z.mul (fst x0) (snd x))))
          | None -> None)
    else None
  | None -> None

(** val above :
    ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int **)

let above f n0 m l =
  foldr (fun c s ->
    if Z.ltb (Z.mul n0 (snd c)) (Z.mul m (fst c)) then Z.add (f c) s else s)
    Big_int_Z.zero_big_int l

(** val on :
    ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) ->
    Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int **)

let on f n0 m l =
  foldr (fun c s ->
    if Z.eqb (Z.mul n0 (snd c)) (Z.mul m (fst c)) then Z.add (f c) s else s)
    Big_int_Z.zero_big_int l

(** val threshold :
    outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
    -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let rec threshold l acc goal ad =
  match l with
  | [] -> None
  | c :: l' ->
    if (&&) (Z.ltb Big_int_Z.zero_big_int (snd c))
         (Z.leb goal (Z.mul (Z.add acc (snd c)) ad))
    then Some c
    else threshold l' (Z.add acc (snd c)) goal ad

(** val bounds_at :
    Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int
    -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int) **)

let bounds_at d l an ad n0 m =
  let q = above snd n0 m l in
  let e = on snd n0 m l in
  let room = Z.sub (Z.mul an d) (Z.mul q ad) in
  if Z.leb (Z.mul e ad) room
  then let rn = Big_int_Z.unit_big_int in
       let rd = Big_int_Z.unit_big_int in
       (((Z.sub (Z.sub (Z.mul (Z.mul d m) ad) (Z.mul (excess n0 m l) ad))
           (Z.mul (Z.mul n0 an) d)), (Z.mul (Z.mul d m) ad)),
       ((Z.sub (Z.sub (Z.mul d rd) (Z.mul (above fst n0 m l) rd))
          (Z.mul rn (on fst n0 m l))), (Z.mul d rd)))
  else let rd = Z.mul e ad in
       (((Z.sub (Z.sub (Z.mul (Z.mul d m) ad) (Z.mul (excess n0 m l) ad))
           (Z.mul (Z.mul n0 an) d)), (Z.mul (Z.mul d m) ad)),
       ((Z.sub (Z.sub (Z.mul d rd) (Z.mul (above fst n0 m l) rd))
          (Z.mul room (on fst n0 m l))), (Z.mul d rd)))

(** val is_test :
    Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int
    -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let is_test d l an ad n0 m =
  let room = Z.sub (Z.mul an d) (Z.mul (above snd n0 m l) ad) in
  (&&) (Z.leb Big_int_Z.zero_big_int n0)
    ((&&) (Z.ltb Big_int_Z.zero_big_int m)
      ((&&) (Z.leb Big_int_Z.zero_big_int room)
        (Z.leb Big_int_Z.zero_big_int (on snd n0 m l))))

(** val bounds_of :
    upair -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let bounds_of x a =
  match rat a with
  | Some p ->
    let (an, ad) = p in
    (match threshold (snd x) Big_int_Z.zero_big_int (Z.mul an (fst x)) ad with
     | Some p0 ->
       let (n0, m) = p0 in
       if is_test (fst x) (snd x) an ad n0 m
       then Some (bounds_at (fst x) (snd x) an ad n0 m)
       else None
     | None -> None)
  | None -> None

(** val beta_bounds :
    rows -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let beta_bounds r a =
  if is_small r
  then (match exact_pair r with
        | Some x -> bounds_of x a
        | None -> None)
  else None

(** val total :
    ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) ->
    outcomes -> Big_int_Z.big_int **)

let total f l =
  foldr (fun c s -> Z.add (f c) s) Big_int_Z.zero_big_int l

(** val is_pair : upair -> bool **)

let is_pair x =
  (&&) (Z.ltb Big_int_Z.zero_big_int (fst x))
    ((&&)
      (forallb (fun c ->
        (&&) (Z.leb Big_int_Z.zero_big_int (fst c))
          (Z.leb Big_int_Z.zero_big_int (snd c))) (snd x))
      ((&&) (Z.eqb (total fst (snd x)) (fst x))
        (Z.eqb (total snd (snd x)) (fst x))))

(** val ordered : outcomes -> outcomes **)

let rec ordered = function
| [] -> []
| c :: l' -> merge (c :: []) (ordered l')

(** val max_outcomes : Big_int_Z.big_int **)

let max_outcomes =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))))

(** val max_unit_bits : Big_int_Z.big_int **)

let max_unit_bits =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))

(** val lcm_of : Big_int_Z.big_int -> expr -> Big_int_Z.big_int **)

let lcm_of d e =
  match rat e with
  | Some p ->
    let (_, b) = p in
    if Z.leb (Z.add (Z.log2 d) (Z.log2 b)) max_unit_bits
    then Z.mul (Z.div d (Z.gcd d b)) b
    else Big_int_Z.zero_big_int
  | None -> Big_int_Z.zero_big_int

(** val in_units : Big_int_Z.big_int -> expr -> Big_int_Z.big_int option **)

let in_units d e =
  match rat e with
  | Some p ->
    let (a, b) = p in
    if Z.eqb (Z.modulo d b) Big_int_Z.zero_big_int
    then Some (Z.mul a (Z.div d b))
    else None
  | None -> None

(** val outcomes_of :
    Big_int_Z.big_int -> expr list -> expr list -> outcomes option **)

let rec outcomes_of d p q =
  match p with
  | [] -> (match q with
           | [] -> Some []
           | _ :: _ -> None)
  | e :: p' ->
    (match q with
     | [] -> None
     | f :: q' ->
       (match in_units d e with
        | Some u ->
          (match in_units d f with
           | Some v ->
             (match outcomes_of d p' q' with
              | Some l -> Some ((u, v) :: l)
              | None -> None)
           | None -> None)
        | None -> None))

(** val finite_pair : expr list -> expr list -> upair option **)

let finite_pair p q =
  if (&&) (Z.leb (Z.of_nat (length p)) max_outcomes)
       (Z.leb (Z.of_nat (length q)) max_outcomes)
  then let d = foldl lcm_of Big_int_Z.unit_big_int (cat p q) in
       if Z.leb
            (Z.mul
              (Z.pow (Z.of_nat (length p)) (Big_int_Z.mult_int_big_int 2
                Big_int_Z.unit_big_int)) (Z.log2 d))
            (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              (Big_int_Z.mult_int_big_int 2
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int)))))
       then (match outcomes_of d p q with
             | Some l -> if is_pair (d, l) then Some (d, l) else None
             | None -> None)
       else None
  else None

(** val reduced :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let reduced q =
  let g = Z.gcd (fst q) (snd q) in
  if Z.eqb g Big_int_Z.zero_big_int
  then q
  else ((Z.div (fst q) g), (Z.div (snd q) g))

(** val minus :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let minus a b =
  reduced ((Z.sub (Z.mul (fst a) (snd b)) (Z.mul (fst b) (snd a))),
    (Z.mul (snd a) (snd b)))

(** val mult :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let mult a b =
  reduced ((Z.mul (fst a) (fst b)), (Z.mul (snd a) (snd b)))

(** val over_by :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let over_by a b =
  reduced ((Z.mul (fst a) (snd b)), (Z.mul (snd a) (fst b)))

type point =
  (Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int)

type bound = { ba : Big_int_Z.big_int; bb : Big_int_Z.big_int;
               bn : Big_int_Z.big_int; bd : Big_int_Z.big_int }

(** val points : bound -> point list **)

let points c =
  ((c.ba, c.bb), (c.bn, c.bd)) :: (((c.bb, c.ba),
    (reduced ((Z.add (Z.mul (Z.sub c.ba c.bb) c.bd) (Z.mul c.bb c.bn)),
      (Z.mul c.ba c.bd)))) :: [])

(** val insert : point -> point list -> point list **)

let rec insert c l = match l with
| [] -> c :: []
| e :: l' -> if zle (fst c) (fst e) then c :: l else e :: (insert c l')

(** val push : point -> point list -> point list **)

let rec push c h = match h with
| [] -> c :: []
| b :: h' ->
  (match h' with
   | [] -> c :: h
   | a :: _ ->
     if zlt (mult (minus (snd b) (snd a)) (minus (fst c) (fst b)))
          (mult (minus (snd c) (snd b)) (minus (fst b) (fst a)))
     then c :: h
     else push c h')

(** val lowest : point list -> Big_int_Z.big_int * Big_int_Z.big_int **)

let lowest = function
| [] -> (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int)
| b :: _ -> snd b

(** val hull : point list -> point list **)

let hull l =
  foldl (fun h c -> if zlt (snd c) (lowest h) then push c h else h)
    (((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int),
    (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int)) :: [])
    (foldr insert [] l)

(** val corners :
    point list -> (Big_int_Z.big_int * Big_int_Z.big_int) -> point list **)

let rec corners h slope =
  match h with
  | [] ->
    ((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int),
      (minus slope ((Big_int_Z.minus_big_int Big_int_Z.unit_big_int),
        Big_int_Z.unit_big_int))) :: []
  | b :: h' ->
    (match h' with
     | [] ->
       ((Big_int_Z.zero_big_int, Big_int_Z.unit_big_int),
         (minus slope ((Big_int_Z.minus_big_int Big_int_Z.unit_big_int),
           Big_int_Z.unit_big_int))) :: []
     | a :: _ ->
       let s = over_by (minus (snd b) (snd a)) (minus (fst b) (fst a)) in
       let q = minus slope s in ((mult (fst b) q), q) :: (corners h' s))

(** val candidate : point list -> upair **)

let candidate l =
  let h = hull l in
  let l0 = ((lowest h), (Big_int_Z.zero_big_int,
    Big_int_Z.unit_big_int)) :: (corners h (Big_int_Z.zero_big_int,
                                  Big_int_Z.unit_big_int))
  in
  let d =
    foldl (fun d c -> Z.lcm (Z.lcm d (snd (fst c))) (snd (snd c)))
      Big_int_Z.unit_big_int l0
  in
  (d,
  (filter0 (fun e ->
    negb
      ((&&) (Z.eqb (fst e) Big_int_Z.zero_big_int)
        (Z.eqb (snd e) Big_int_Z.zero_big_int)))
    (map0 (fun c -> ((Z.mul (fst (fst c)) (Z.div d (snd (fst c)))),
      (Z.mul (fst (snd c)) (Z.div d (snd (snd c)))))) l0)))

(** val max_bound_bits : Big_int_Z.big_int **)

let max_bound_bits =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))

(** val max_pair_bits : Big_int_Z.big_int **)

let max_pair_bits =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    Big_int_Z.unit_big_int))))

(** val bound_of : (expr * expr) -> bound option **)

let bound_of c =
  match eratio (fst c) with
  | Some p ->
    let (a, b) = p in
    (match rat (snd c) with
     | Some p0 ->
       let (n0, d) = p0 in
       if (&&) (Z.leb (bits a b) max_bound_bits)
            ((&&) (Z.leb (bits n0 d) max_bound_bits)
              ((&&) (Z.leb b a)
                ((&&) (Z.leb Big_int_Z.zero_big_int n0) (Z.leb n0 d))))
       then Some { ba = a; bb = b; bn = n0; bd = d }
       else None
     | None -> None)
  | None -> None

(** val meets : upair -> bound -> bool **)

let meets x c =
  (&&)
    (Z.leb (Z.mul (excess c.ba c.bb (snd x)) c.bd)
      (Z.mul (Z.mul c.bn (fst x)) c.bb))
    (Z.leb
      (Z.mul
        (Z.add (Z.sub (Z.mul c.bb (fst x)) (Z.mul c.ba (fst x)))
          (excess c.bb c.ba (snd x))) c.bd) (Z.mul (Z.mul c.bn (fst x)) c.bb))

(** val is_reached :
    upair -> bound list -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let is_reached x bs e =
  (||) (Z.eqb (fst e) Big_int_Z.zero_big_int)
    ((||) (Z.eqb (snd e) Big_int_Z.zero_big_int)
      (existsb (fun c ->
        (||)
          ((&&) (Z.eqb (Z.mul (fst e) c.bb) (Z.mul (snd e) c.ba))
            (Z.leb (Z.mul (Z.mul c.bn (fst x)) (snd e))
              (Z.mul (excess (fst e) (snd e) (snd x)) c.bd)))
          ((&&) (Z.eqb (Z.mul (fst e) c.ba) (Z.mul (snd e) c.bb))
            (Z.leb
              (Z.mul
                (Z.mul
                  (Z.add (Z.mul (Z.sub c.ba c.bb) c.bd) (Z.mul c.bb c.bn))
                  (fst x)) (snd e))
              (Z.mul (excess (fst e) (snd e) (snd x)) (Z.mul c.ba c.bd)))))
        bs))

(** val multi_pair : (expr * expr) list -> upair option **)

let multi_pair cs =
  if (&&) (negb (nilp cs))
       (Z.leb (Z.of_nat (length cs)) (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))
  then (match all_of bound_of cs with
        | Some bs ->
          let x = candidate (flatten (map0 points bs)) in
          if (&&) (Z.leb (Z.log2 (fst x)) max_pair_bits)
               ((&&) (is_pair x)
                 ((&&) (forallb (meets x) bs)
                   (forallb (is_reached x bs) (snd x))))
          then Some x
          else None
        | None -> None)
  else None

(** val is_listed : kind -> bool **)

let is_listed = function
| FinitePair (_, _) -> true
| MultiDP _ -> true
| _ -> false

(** val is_mixed : rows -> bool **)

let is_mixed r =
  existsb (fun e -> is_listed (fst e)) r

(** val row_pair : kind -> upair option **)

let row_pair k =
  let in_order0 = fun o ->
    match o with
    | Some x -> Some ((fst x), (ordered (snd x)))
    | None -> None
  in
  (match k with
   | FinitePair (p, q) -> in_order0 (finite_pair p q)
   | MultiDP cs -> in_order0 (multi_pair cs)
   | _ ->
     (match rational_row k with
      | Some q -> Some (pair_of q.ra q.rb q.ran q.rad q.rdn q.rdd)
      | None -> None))

(** val row_size : kind -> Big_int_Z.big_int -> upair -> Big_int_Z.big_int **)

let row_size k n0 x =
  let m = Z.of_nat (length (snd x)) in
  if is_listed k
  then if Z.leb (Z.mul n0 (Z.add (Z.log2 m) Big_int_Z.unit_big_int))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
            Big_int_Z.unit_big_int)))
       then Z.pow m n0
       else Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
              Big_int_Z.unit_big_int)))
  else Z.add (Z.mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) n0)
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int)

(** val is_light : rows -> bool **)

let is_light r =
  let sizes =
    foldr (fun e s ->
      match row_pair (fst e) with
      | Some x ->
        (match s with
         | Some y ->
           let (c, b) = y in
           Some ((Z.mul (row_size (fst e) (snd e) x) c),
           (Z.add
             (Z.mul (snd e) (Z.add (Z.log2 (fst x)) Big_int_Z.unit_big_int))
             b))
         | None -> None)
      | None -> None) (Some (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int))
      r
  in
  (match sizes with
   | Some p ->
     let (c, b) = p in
     (&&)
       (Z.leb c (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         Big_int_Z.unit_big_int)))))))))))))))
       (Z.leb (Z.mul (Z.mul c c) b)
         (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
           (Big_int_Z.mult_int_big_int 2
           ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
           (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
           (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)))))))
   | None -> false)

(** val mixed_pair : rows -> upair option **)

let rec mixed_pair = function
| [] -> Some nothing
| p :: r' ->
  let (k, n0) = p in
  (match row_pair k with
   | Some x ->
     (match mixed_pair r' with
      | Some y -> Some (compose_pairs y (repeated x n0))
      | None -> None)
   | None -> None)

(** val light_pair : rows -> upair option **)

let light_pair r =
  if is_light r then mixed_pair r else None

(** val mixed_delta :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let mixed_delta r g =
  match eratio g with
  | Some p ->
    let (n0, m) = p in
    (match light_pair r with
     | Some x -> Some ((excess n0 m (snd x)), (Z.mul (fst x) m))
     | None -> None)
  | None -> None

(** val mixed_beta :
    rows -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let mixed_beta r a =
  match light_pair r with
  | Some x -> bounds_of x a
  | None -> None

(** val next_fraction :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    Big_int_Z.big_int * Big_int_Z.big_int **)

let next_fraction a b q =
  if zle ((Z.mul a (fst q)), (Z.mul b (snd q)))
       ((Z.sub (Z.mul a (snd q)) (Z.mul b (Z.sub (snd q) (fst q)))),
       (Z.mul a (snd q)))
  then ((Z.mul a (fst q)), (Z.mul b (snd q)))
  else ((Z.sub (Z.mul a (snd q)) (Z.mul b (Z.sub (snd q) (fst q)))),
         (Z.mul a (snd q)))

(** val few_members :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let few_members n0 a b q =
  Z.leb
    (Z.mul n0
      (Z.add (bits (fst q) (snd q))
        (Z.mul n0 (Z.add (bits a b) Big_int_Z.unit_big_int))))
    (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      Big_int_Z.unit_big_int)))))

(** val group_beta :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let group_beta r al =
  match r with
  | [] -> None
  | p :: l ->
    let (k, p0) = p in
    (match k with
     | GroupDP (e, n0) ->
       ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
          (fun _ -> None)
          (fun _ -> None)
          (fun _ ->
          match l with
          | [] ->
            (match eratio e with
             | Some p1 ->
               let (a, b) = p1 in
               (match rat al with
                | Some q ->
                  if (&&) (few_members n0 a b q)
                       ((&&) (Z.leb b a)
                         ((&&) (Z.leb Big_int_Z.zero_big_int (fst q))
                           (Z.leb (fst q) (snd q))))
                  then let v = iter0 (Coq_Pos.to_nat n0) (next_fraction a b) q
                       in
                       Some ((Z.sub (snd v) (fst v)), (snd v))
                  else None
                | None -> None)
             | None -> None)
          | _ :: _ -> None)
          p0)
     | _ -> None)

(** val unsampled :
    rows -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    ((rows * expr) * (Big_int_Z.big_int * Big_int_Z.big_int)) option **)

let unsampled r q x t =
  match r with
  | [] -> None
  | p :: l ->
    let (k, p0) = p in
    (match k with
     | SampledDP (_, e, d) ->
       ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
          (fun _ -> None)
          (fun _ -> None)
          (fun _ ->
          match l with
          | [] ->
            if (&&) (Z.ltb Big_int_Z.zero_big_int (fst q))
                 ((&&) (Z.leb (fst q) (snd q))
                   ((&&) (Z.ltb Big_int_Z.zero_big_int (snd x))
                     (Z.leb (Z.mul (snd x) (snd q))
                       (Z.mul (fst x) (Z.sub (snd q) (fst q))))))
            then Some (((((ApproxDP (e, d)), Big_int_Z.unit_big_int) :: []),
                   (Ln (Num
                   ((Z.sub (Z.mul (fst x) (snd q))
                      (Z.mul (Z.sub (snd q) (fst q)) (snd x))),
                   (Z.to_pos (Z.mul (snd x) (fst q))))))),
                   ((Z.mul (fst t) (snd q)), (Z.mul (snd t) (fst q))))
            else None
          | _ :: _ -> None)
          p0)
     | _ -> None)

(** val rate_of : rows -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let rate_of = function
| [] -> None
| p :: l ->
  let (k, p0) = p in
  (match k with
   | SampledDP (q, _, _) ->
     ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> None)
        (fun _ -> None)
        (fun _ -> match l with
                  | [] -> rat q
                  | _ :: _ -> None)
        p0)
   | _ -> None)

(** val places0 : Big_int_Z.big_int **)

let places0 =
  (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))))

(** val unit0 : Big_int_Z.big_int **)

let unit0 =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) places0

type interval = Big_int_Z.big_int * Big_int_Z.big_int

(** val of_fraction : Big_int_Z.big_int -> Big_int_Z.big_int -> interval **)

let of_fraction n0 d =
  ((Z.div (Z.mul n0 unit0) d), (quot_up (Z.mul n0 unit0) d))

(** val product : interval -> interval -> interval **)

let product c e =
  let (l, u) = c in
  let (l', u') = e in
  ((Z.div
     (Z.min (Z.min (Z.mul l l') (Z.mul l u'))
       (Z.min (Z.mul u l') (Z.mul u u'))) unit0),
  (quot_up
    (Z.max (Z.max (Z.mul l l') (Z.mul l u'))
      (Z.max (Z.mul u l') (Z.mul u u'))) unit0))

(** val inverse0 : interval -> interval option **)

let inverse0 = function
| (l, u) ->
  if (&&) (Z.ltb Big_int_Z.zero_big_int l) (Z.ltb Big_int_Z.zero_big_int u)
  then Some ((Z.div (Z.mul unit0 unit0) u), (quot_up (Z.mul unit0 unit0) l))
  else None

(** val exponential : Big_int_Z.big_int -> interval option **)

let exponential z0 =
  if Z.leb (Z.abs z0)
       (Z.mul (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int)))))))) unit0)
  then if Z.leb z0 Big_int_Z.zero_big_int
       then Some (exp_neg places0 (Z.opp z0) unit0)
       else inverse0 (exp_neg places0 z0 unit0)
  else None

(** val enclose : expr -> interval option **)

let rec enclose e =
  let two = fun f g op0 ->
    match enclose f with
    | Some c -> (match enclose g with
                 | Some c' -> op0 c c'
                 | None -> None)
    | None -> None
  in
  (match e with
   | Add (f, g) ->
     two f g (fun c c' -> Some ((Z.add (fst c) (fst c')),
       (Z.add (snd c) (snd c'))))
   | Sub (f, g) ->
     two f g (fun c c' -> Some ((Z.sub (fst c) (snd c')),
       (Z.sub (snd c) (fst c'))))
   | Mul (f, g) -> two f g (fun c c' -> Some (product c c'))
   | Div (f, g) ->
     two f g (fun c c' ->
       match inverse0 c' with
       | Some i -> Some (product c i)
       | None -> None)
   | Neg f ->
     (match enclose f with
      | Some c -> Some ((Z.opp (snd c)), (Z.opp (fst c)))
      | None -> None)
   | ExpOf f ->
     (match rat e with
      | Some p -> let (n0, d) = p in Some (of_fraction n0 d)
      | None ->
        (match enclose f with
         | Some c ->
           (match exponential (fst c) with
            | Some x ->
              (match exponential (snd c) with
               | Some y -> Some ((fst x), (snd y))
               | None -> None)
            | None -> None)
         | None -> None))
   | Ln _ -> None
   | Sqrt f ->
     (match enclose f with
      | Some c ->
        if Z.leb Big_int_Z.zero_big_int (fst c)
        then Some ((Z.sqrt (Z.mul (fst c) unit0)),
               (Z.add (Z.sqrt (Z.mul (snd c) unit0)) Big_int_Z.unit_big_int))
        else None
      | None -> None)
   | _ ->
     (match rat e with
      | Some p -> let (n0, d) = p in Some (of_fraction n0 d)
      | None -> None))

(** val nodes : expr -> Big_int_Z.big_int **)

let rec nodes = function
| Num (_, _) -> Big_int_Z.unit_big_int
| Add (f, g) -> Z.add (Z.add Big_int_Z.unit_big_int (nodes f)) (nodes g)
| Sub (f, g) -> Z.add (Z.add Big_int_Z.unit_big_int (nodes f)) (nodes g)
| Mul (f, g) -> Z.add (Z.add Big_int_Z.unit_big_int (nodes f)) (nodes g)
| Div (f, g) -> Z.add (Z.add Big_int_Z.unit_big_int (nodes f)) (nodes g)
| Neg f -> Z.add Big_int_Z.unit_big_int (nodes f)
| Pow (f, g) -> Z.add (Z.add Big_int_Z.unit_big_int (nodes f)) (nodes g)
| ExpOf f -> Z.add Big_int_Z.unit_big_int (nodes f)
| Ln f -> Z.add Big_int_Z.unit_big_int (nodes f)
| Sqrt f -> Z.add Big_int_Z.unit_big_int (nodes f)

(** val end_of : bool -> interval -> expr **)

let end_of up0 c =
  Num ((if up0 then snd c else fst c), (Z.to_pos unit0))

(** val rounded : bool -> expr -> expr option **)

let rounded up0 e =
  match rat e with
  | Some _ -> Some e
  | None ->
    if Z.leb (nodes e) (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int)))))
    then (match enclose e with
          | Some c -> Some (end_of up0 c)
          | None -> None)
    else None

(** val rounded_eps : bool -> expr -> expr option **)

let rounded_eps up0 e =
  match eratio e with
  | Some _ -> Some e
  | None ->
    if Z.leb (nodes e) (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         Big_int_Z.unit_big_int)))))
    then (match enclose (ExpOf e) with
          | Some c ->
            if Z.ltb Big_int_Z.zero_big_int (if up0 then snd c else fst c)
            then Some (Ln (end_of up0 c))
            else None
          | None -> None)
    else None

(** val rounded_kind : bool -> kind -> kind option **)

let rounded_kind up0 = function
| ApproxDP (e, d) ->
  (match rounded_eps up0 e with
   | Some e' ->
     (match rounded up0 d with
      | Some d' -> Some (ApproxDP (e', d'))
      | None -> None)
   | None -> None)
| ApproxDPTV (e, d, t) ->
  (match rounded_eps up0 e with
   | Some e' ->
     (match rounded up0 d with
      | Some d' ->
        (match rounded up0 t with
         | Some t' -> Some (ApproxDPTV (e', d', t'))
         | None -> None)
      | None -> None)
   | None -> None)
| ApproxDPAlpha (e, d, al) ->
  (match rounded_eps up0 e with
   | Some e' ->
     (match rounded up0 d with
      | Some d' ->
        (match rounded (negb up0) al with
         | Some al' -> Some (ApproxDPAlpha (e', d', al'))
         | None -> None)
      | None -> None)
   | None -> None)
| MultiDP cs ->
  let constraint0 = fun c ->
    match rounded_eps up0 (fst c) with
    | Some e ->
      (match rounded up0 (snd c) with
       | Some d -> Some (e, d)
       | None -> None)
    | None -> None
  in
  (match all_of constraint0 cs with
   | Some cs' -> Some (MultiDP cs')
   | None -> None)
| GroupDP (e, n0) ->
  (match rounded_eps up0 e with
   | Some e' -> Some (GroupDP (e', n0))
   | None -> None)
| SampledDP (q, e, d) ->
  (match rat q with
   | Some _ ->
     (match rounded_eps up0 e with
      | Some e' ->
        (match rounded up0 d with
         | Some d' -> Some (SampledDP (q, e', d'))
         | None -> None)
      | None -> None)
   | None -> None)
| _ -> None

(** val is_rational : kind -> bool **)

let is_rational k = match k with
| FinitePair (p, q) ->
  (match finite_pair p q with
   | Some _ -> true
   | None -> false)
| MultiDP cs -> (match all_of bound_of cs with
                 | Some _ -> true
                 | None -> false)
| GroupDP (e, _) ->
  (match eratio e with
   | Some p -> let (a, b) = p in Z.leb b a
   | None -> false)
| SampledDP (q, e, d) ->
  (match rat q with
   | Some p ->
     let (n0, m) = p in
     (match rational_row (ApproxDP (e, d)) with
      | Some _ -> (&&) (Z.leb Big_int_Z.zero_big_int n0) (Z.leb n0 m)
      | None -> false)
   | None -> false)
| _ -> (match rational_row k with
        | Some _ -> true
        | None -> false)

(** val squeezed : kind -> (kind * kind) option **)

let squeezed k =
  if is_rational k
  then Some (k, k)
  else (match rounded_kind false k with
        | Some a ->
          (match rounded_kind true k with
           | Some b ->
             if (&&) (is_rational a) (is_rational b)
             then Some (a, b)
             else None
           | None -> None)
        | None -> None)

(** val squeeze : rows -> (rows * rows) option **)

let rec squeeze = function
| [] -> Some ([], [])
| p :: r' ->
  let (k, n0) = p in
  (match squeezed k with
   | Some p0 ->
     let (a, b) = p0 in
     (match squeeze r' with
      | Some p1 -> let (l, u) = p1 in Some (((a, n0) :: l), ((b, n0) :: u))
      | None -> None)
   | None -> None)

(** val is_step : kind -> bool **)

let is_step = function
| ApproxDP (_, _) -> true
| ApproxDPAlpha (_, _, _) -> true
| RandomizedResponse (_, _) -> true
| _ -> false

(** val with_alpha : kind -> kind **)

let with_alpha k = match k with
| RandomizedResponse (e, n0) ->
  let m = Num (n0, Big_int_Z.unit_big_int) in
  ApproxDPAlpha (e, (Num (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)),
  (Div ((Sub (m, (Num ((Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int),
  Big_int_Z.unit_big_int)))), (Sub ((Add ((ExpOf e), m)), (Num
  (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int)))))))
| _ -> k

(** val alpha_rows : quantity -> rows -> rows **)

let alpha_rows q r =
  match q with
  | BetaAt _ -> r
  | _ ->
    if forallb (fun e -> is_step (fst e)) r
    then map0 (fun e -> ((with_alpha (fst e)), (snd e))) r
    else r

(** val is_half_small : rows -> bool **)

let is_half_small r = match r with
| [] ->
  (match r with
   | [] ->
     if is_mixed r
     then is_light r
     else (match outcome_bits r with
           | Some b ->
             Z.leb (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
               (Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
                 (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                 (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
                 (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
           | None -> false)
   | p :: l ->
     let (k, p0) = p in
     (match k with
      | SampledDP (_, _, _) ->
        ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ ->
           if is_mixed r
           then is_light r
           else (match outcome_bits r with
                 | Some b ->
                   Z.leb
                     (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                     (Z.pow (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))))
                 | None -> false))
           (fun _ ->
           if is_mixed r
           then is_light r
           else (match outcome_bits r with
                 | Some b ->
                   Z.leb
                     (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                     (Z.pow (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))))
                 | None -> false))
           (fun _ ->
           match l with
           | [] -> true
           | _ :: _ ->
             if is_mixed r
             then is_light r
             else (match outcome_bits r with
                   | Some b ->
                     Z.leb
                       (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                       (Z.pow (Big_int_Z.mult_int_big_int 2
                         Big_int_Z.unit_big_int)
                         (Big_int_Z.mult_int_big_int 2
                         (Big_int_Z.mult_int_big_int 2
                         (Big_int_Z.mult_int_big_int 2
                         (Big_int_Z.mult_int_big_int 2
                         (Big_int_Z.mult_int_big_int 2
                         Big_int_Z.unit_big_int))))))
                   | None -> false))
           p0)
      | _ ->
        if is_mixed r
        then is_light r
        else (match outcome_bits r with
              | Some b ->
                Z.leb (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                  (Z.pow (Big_int_Z.mult_int_big_int 2
                    Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
              | None -> false)))
| p :: l ->
  let (k, _) = p in
  (match k with
   | GroupDP (_, _) ->
     (match l with
      | [] -> true
      | _ :: _ ->
        (match r with
         | [] ->
           if is_mixed r
           then is_light r
           else (match outcome_bits r with
                 | Some b ->
                   Z.leb
                     (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                     (Z.pow (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))))
                 | None -> false)
         | p0 :: l0 ->
           let (k0, p1) = p0 in
           (match k0 with
            | SampledDP (_, _, _) ->
              ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
                 (fun _ ->
                 if is_mixed r
                 then is_light r
                 else (match outcome_bits r with
                       | Some b ->
                         Z.leb
                           (Z.mul (Z.mul (outcome_count r) (outcome_count r))
                             b)
                           (Z.pow (Big_int_Z.mult_int_big_int 2
                             Big_int_Z.unit_big_int)
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             Big_int_Z.unit_big_int))))))
                       | None -> false))
                 (fun _ ->
                 if is_mixed r
                 then is_light r
                 else (match outcome_bits r with
                       | Some b ->
                         Z.leb
                           (Z.mul (Z.mul (outcome_count r) (outcome_count r))
                             b)
                           (Z.pow (Big_int_Z.mult_int_big_int 2
                             Big_int_Z.unit_big_int)
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             (Big_int_Z.mult_int_big_int 2
                             Big_int_Z.unit_big_int))))))
                       | None -> false))
                 (fun _ ->
                 match l0 with
                 | [] -> true
                 | _ :: _ ->
                   if is_mixed r
                   then is_light r
                   else (match outcome_bits r with
                         | Some b ->
                           Z.leb
                             (Z.mul
                               (Z.mul (outcome_count r) (outcome_count r)) b)
                             (Z.pow (Big_int_Z.mult_int_big_int 2
                               Big_int_Z.unit_big_int)
                               (Big_int_Z.mult_int_big_int 2
                               (Big_int_Z.mult_int_big_int 2
                               (Big_int_Z.mult_int_big_int 2
                               (Big_int_Z.mult_int_big_int 2
                               (Big_int_Z.mult_int_big_int 2
                               Big_int_Z.unit_big_int))))))
                         | None -> false))
                 p1)
            | _ ->
              if is_mixed r
              then is_light r
              else (match outcome_bits r with
                    | Some b ->
                      Z.leb
                        (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                        (Z.pow (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int)
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int))))))
                    | None -> false))))
   | _ ->
     (match r with
      | [] ->
        if is_mixed r
        then is_light r
        else (match outcome_bits r with
              | Some b ->
                Z.leb (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                  (Z.pow (Big_int_Z.mult_int_big_int 2
                    Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2
                    (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))))))
              | None -> false)
      | p0 :: l0 ->
        let (k0, p1) = p0 in
        (match k0 with
         | SampledDP (_, _, _) ->
           ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
              (fun _ ->
              if is_mixed r
              then is_light r
              else (match outcome_bits r with
                    | Some b ->
                      Z.leb
                        (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                        (Z.pow (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int)
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int))))))
                    | None -> false))
              (fun _ ->
              if is_mixed r
              then is_light r
              else (match outcome_bits r with
                    | Some b ->
                      Z.leb
                        (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                        (Z.pow (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int)
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          (Big_int_Z.mult_int_big_int 2
                          Big_int_Z.unit_big_int))))))
                    | None -> false))
              (fun _ ->
              match l0 with
              | [] -> true
              | _ :: _ ->
                if is_mixed r
                then is_light r
                else (match outcome_bits r with
                      | Some b ->
                        Z.leb
                          (Z.mul (Z.mul (outcome_count r) (outcome_count r))
                            b)
                          (Z.pow (Big_int_Z.mult_int_big_int 2
                            Big_int_Z.unit_big_int)
                            (Big_int_Z.mult_int_big_int 2
                            (Big_int_Z.mult_int_big_int 2
                            (Big_int_Z.mult_int_big_int 2
                            (Big_int_Z.mult_int_big_int 2
                            (Big_int_Z.mult_int_big_int 2
                            Big_int_Z.unit_big_int))))))
                      | None -> false))
              p1)
         | _ ->
           if is_mixed r
           then is_light r
           else (match outcome_bits r with
                 | Some b ->
                   Z.leb
                     (Z.mul (Z.mul (outcome_count r) (outcome_count r)) b)
                     (Z.pow (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int) (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       (Big_int_Z.mult_int_big_int 2
                       Big_int_Z.unit_big_int))))))
                 | None -> false))))

(** val squeeze_rows : quantity -> rows -> (rows * rows) option **)

let squeeze_rows q r =
  if (&&)
       (Z.leb (outcome_count r) (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         (Big_int_Z.mult_int_big_int 2
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
         (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
         Big_int_Z.unit_big_int)))))))))))))))
       (negb (forallb (fun e -> is_rational (fst e)) r))
  then (match squeeze (alpha_rows q r) with
        | Some p ->
          let (l, u) = p in
          if (&&) (is_half_small l) (is_half_small u)
          then Some (l, u)
          else None
        | None -> None)
  else None

(** val mixed_bounds :
    rows -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let mixed_bounds r g =
  match eratio g with
  | Some _ ->
    (match mixed_delta r g with
     | Some q -> Some (q, q)
     | None -> None)
  | None ->
    (match rounded_eps false g with
     | Some g0 ->
       (match rounded_eps true g with
        | Some g1 ->
          (match mixed_delta r g1 with
           | Some low ->
             (match mixed_delta r g0 with
              | Some high -> Some (low, high)
              | None -> None)
           | None -> None)
        | None -> None)
     | None -> None)

(** val rounded_claim :
    bool -> quantity -> expr -> (quantity * expr) option **)

let rounded_claim up0 q v =
  match q with
  | DeltaAt _ ->
    (match rounded up0 v with
     | Some v' -> Some (q, v')
     | None -> None)
  | EpsAt _ -> Some (q, v)
  | BetaAt a ->
    (match rounded up0 a with
     | Some a' ->
       (match rounded up0 v with
        | Some v' -> Some ((BetaAt a'), v')
        | None -> None)
     | None -> None)

(** val is_rational_claim : quantity -> expr -> bool **)

let is_rational_claim q v =
  let known = fun e -> match rat e with
                       | Some _ -> true
                       | None -> false in
  (&&) (known v) (match q with
                  | BetaAt a -> known a
                  | _ -> true)

(** val larger : quantity -> 'a1 -> 'a1 -> 'a1 **)

let larger q lower upper =
  match q with
  | BetaAt _ -> lower
  | _ -> upper

(** val smaller : quantity -> 'a1 -> 'a1 -> 'a1 **)

let smaller q lower upper =
  match q with
  | BetaAt _ -> upper
  | _ -> lower

(** val exactly :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option **)

let exactly r g =
  match beyond_delta r g with
  | Some q -> Some q
  | None -> exact_delta r g

(** val positive_den : (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let positive_den q =
  Z.ltb Big_int_Z.zero_big_int (snd q)

(** val margin : Big_int_Z.big_int **)

let margin =
  Z.pow (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int)
    (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    (Big_int_Z.mult_int_big_int 2
    ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
    Big_int_Z.unit_big_int)))))))

(** val delta_le :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let delta_le r g v =
  (&&) (positive_den v)
    (match exactly r g with
     | Some q -> zle q v
     | None ->
       (match delta_between r g with
        | Some p -> let (_, high) = p in zle high v
        | None ->
          (match r with
           | [] -> false
           | p :: l ->
             let (k, n0) = p in
             (match l with
              | [] ->
                (&&) (Z.leb n0 max_count)
                  (enclosed0 k (Coq_Pos.to_nat n0) g (Big_int_Z.zero_big_int,
                    Big_int_Z.unit_big_int) v)
              | _ :: _ -> false))))

(** val at_infinity :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let at_infinity r g v =
  match infinite_losses r g with
  | Some q -> zle v q
  | None -> false

(** val delta_ge :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let delta_ge r g v =
  (&&) (positive_den v)
    (match exactly r g with
     | Some q -> zle v q
     | None ->
       if at_infinity r g v
       then true
       else (match delta_between r g with
             | Some p -> let (low, _) = p in zle v low
             | None ->
               (match r with
                | [] -> false
                | p :: l ->
                  let (k, n0) = p in
                  (match l with
                   | [] ->
                     (&&) (Z.leb n0 max_count)
                       (enclosed0 k (Coq_Pos.to_nat n0) g v
                         (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int))
                   | _ :: _ -> false))))

(** val delta_gt :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let delta_gt r g v =
  (&&) (positive_den v)
    (match exactly r g with
     | Some q -> zlt v q
     | None ->
       delta_ge r g ((Z.add (Z.mul (fst v) margin) (snd v)),
         (Z.mul (snd v) margin)))

(** val mixed :
    ((Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool) -> rows -> expr ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let mixed test r g v =
  (&&) (positive_den v)
    (match mixed_bounds r g with
     | Some p -> let (low, high) = p in test low high
     | None -> false)

(** val any_le :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let any_le r g v =
  if is_mixed r
  then mixed (fun _ high -> zle high v) r g v
  else delta_le r g v

(** val any_ge :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let any_ge r g v =
  if is_mixed r then mixed (fun low _ -> zle v low) r g v else delta_ge r g v

(** val any_gt :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let any_gt r g v =
  if is_mixed r then mixed (fun low _ -> zlt v low) r g v else delta_gt r g v

(** val any_beta :
    rows -> expr ->
    ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
    option **)

let any_beta r a =
  match group_beta r a with
  | Some b -> Some (b, b)
  | None -> if is_mixed r then mixed_beta r a else beta_bounds r a

(** val any_lt :
    rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let any_lt r g x =
  any_le r g ((Z.sub (Z.mul (fst x) margin) (snd x)), (Z.mul (snd x) margin))

(** val nearer :
    (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) list **)

let nearer x =
  ((Z.sub (Z.mul (fst x) margin) (snd x)),
    (Z.mul (snd x) margin)) :: (((Z.mul (fst x)
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   (Big_int_Z.mult_int_big_int 2
                                   (Big_int_Z.mult_int_big_int 2
                                   (Big_int_Z.mult_int_big_int 2
                                   ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
                                   Big_int_Z.unit_big_int))))))),
    (Z.mul (snd x) (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 (Big_int_Z.mult_int_big_int 2
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      Big_int_Z.unit_big_int)))))))) :: (((fst x),
    (Z.mul (snd x) (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int))) :: ((Big_int_Z.zero_big_int,
    Big_int_Z.unit_big_int) :: [])))

(** val refutes_eps :
    rows -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
    (Big_int_Z.big_int * Big_int_Z.big_int) -> bool **)

let refutes_eps r y x =
  existsb (fun u ->
    (&&) (Z.leb Big_int_Z.zero_big_int (fst u))
      ((&&) (Z.ltb Big_int_Z.zero_big_int (snd u))
        ((&&) (zlt u x) (any_le r (Num ((fst u), (Z.to_pos (snd u)))) y))))
    (nearer x)

(** val nonnegative : expr -> bool **)

let nonnegative e =
  match rat e with
  | Some x -> Z.leb Big_int_Z.zero_big_int (fst x)
  | None ->
    (match eratio e with
     | Some p -> let (a, b) = p in Z.leb b a
     | None -> false)

(** val in_order : expr -> expr -> bool **)

let in_order u v =
  match rounded true u with
  | Some u' ->
    (match rounded false v with
     | Some v' ->
       (match rat u' with
        | Some x -> (match rat v' with
                     | Some y -> zle x y
                     | None -> false)
        | None -> false)
     | None -> false)
  | None -> false

(** val probability : expr -> bool **)

let probability d =
  (&&) (in_order (Num (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)) d)
    (in_order d (Num (Big_int_Z.unit_big_int, Big_int_Z.unit_big_int)))

(** val is_quantity : quantity -> bool **)

let is_quantity = function
| DeltaAt e -> nonnegative e
| EpsAt d -> probability d
| BetaAt d -> probability d

(** val is_ledger : rows -> bool **)

let is_ledger r =
  any_ge r (Num (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int))
    (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)

(** val is_at_most : rows -> quantity -> expr -> bool option **)

let is_at_most r q v =
  match q with
  | DeltaAt e ->
    (match rat v with
     | Some x ->
       if any_le r e x
       then Some true
       else if any_gt r e x then Some false else None
     | None -> None)
  | EpsAt d ->
    (match rat v with
     | Some x ->
       if Z.ltb (fst x) Big_int_Z.zero_big_int
       then if is_ledger r then Some false else None
       else (match rat d with
             | Some y ->
               if any_le r v y
               then Some true
               else if any_gt r v y then Some false else None
             | None -> None)
     | None -> None)
  | BetaAt a ->
    (match rat v with
     | Some x ->
       (match any_beta r a with
        | Some p ->
          let (low, high) = p in
          if zle high x
          then Some true
          else if zlt x low then Some false else None
        | None -> None)
     | None -> None)

(** val is_at_least : rows -> quantity -> expr -> bool option **)

let is_at_least r q v =
  match q with
  | DeltaAt e ->
    (match rat v with
     | Some x ->
       if any_ge r e x
       then Some true
       else if any_lt r e x then Some false else None
     | None -> None)
  | EpsAt d ->
    (match rat v with
     | Some x ->
       if Z.leb (fst x) Big_int_Z.zero_big_int
       then if is_ledger r then Some true else None
       else (match rat d with
             | Some y ->
               if any_gt r v y
               then Some true
               else if refutes_eps r y x then Some false else None
             | None -> None)
     | None -> None)
  | BetaAt a ->
    (match rat v with
     | Some x ->
       (match any_beta r a with
        | Some p ->
          let (low, high) = p in
          if zle x low
          then Some true
          else if zlt high x then Some false else None
        | None -> None)
     | None -> None)

(** val is_at_most_sampled : rows -> quantity -> expr -> bool option **)

let is_at_most_sampled r q v =
  match rate_of r with
  | Some rate ->
    (match q with
     | EpsAt d ->
       (match exp_bounds v with
        | Some p ->
          let (x, x') = p in
          (match rat d with
           | Some t ->
             (match unsampled r rate x t with
              | Some p0 ->
                let (p1, t1) = p0 in
                let (r1, g1) = p1 in
                (match unsampled r rate x' t with
                 | Some p2 ->
                   let (p3, t2) = p2 in
                   let (r2, g2) = p3 in
                   if any_le r1 g1 t1
                   then Some true
                   else if any_gt r2 g2 t2 then Some false else None
                 | None -> None)
              | None -> None)
           | None -> None)
        | None -> None)
     | _ -> None)
  | None -> is_at_most r q v

(** val by_rounding :
    (rows -> quantity -> expr -> bool option) -> rows -> rows -> bool ->
    quantity -> expr -> bool option **)

let by_rounding f more less up0 q v =
  match rounded_claim up0 q v with
  | Some p ->
    let (q1, v1) = p in
    (match rounded_claim (negb up0) q v with
     | Some p0 ->
       let (q2, v2) = p0 in
       (match f more q1 v1 with
        | Some b ->
          if b
          then Some true
          else (match f less q2 v2 with
                | Some b0 -> if b0 then None else Some false
                | None -> None)
        | None ->
          (match f less q2 v2 with
           | Some b -> if b then None else Some false
           | None -> None))
     | None -> None)
  | None -> None

(** val in_turn :
    (rows -> quantity -> expr -> bool option) -> (rows -> rows -> bool
    option) -> rows -> quantity -> expr -> bool option **)

let in_turn f g r q v =
  match f r q v with
  | Some b -> Some b
  | None ->
    if is_rational_claim q v
    then (match squeeze_rows q r with
          | Some p -> let (lower, upper) = p in g lower upper
          | None -> None)
    else (match g r r with
          | Some b -> Some b
          | None ->
            (match squeeze_rows q r with
             | Some p -> let (lower, upper) = p in g lower upper
             | None -> None))

(** val near_at_most : quantity -> expr -> rows -> rows -> bool option **)

let near_at_most q v l u =
  by_rounding is_at_most_sampled (larger q l u) (smaller q l u) false q v

(** val near_at_least : quantity -> expr -> rows -> rows -> bool option **)

let near_at_least q v l u =
  by_rounding is_at_least (smaller q l u) (larger q l u) true q v

(** val decide_at_most : rows -> quantity -> expr -> bool option **)

let decide_at_most r q v =
  in_turn is_at_most_sampled (near_at_most q v) r q v

(** val decide_at_least : rows -> quantity -> expr -> bool option **)

let decide_at_least r q v =
  in_turn is_at_least (near_at_least q v) r q v

(** val decide : rows -> quantity -> relation -> bool option **)

let decide r q rel0 =
  if is_quantity q
  then (match rel0 with
        | AtMost v -> decide_at_most r q v
        | AtLeast v -> decide_at_least r q v
        | Between0 (u, v) ->
          if in_order u v
          then (match decide_at_least r q u with
                | Some b -> if b then decide_at_most r q v else Some false
                | None ->
                  (match decide_at_most r q v with
                   | Some b -> if b then None else Some false
                   | None -> None))
          else None)
  else None

type answer =
| Valid
| Refuted
| Invalid

(** val answer_of : certificate -> answer option **)

let answer_of c =
  match decide (the_rows c) (the_quantity c) (the_relation c) with
  | Some b ->
    Some (if eqb b c.says then if b then Valid else Refuted else Invalid)
  | None -> None

(** val check : text -> answer option **)

let check bytes =
  match read_json bytes with
  | Some j ->
    (match read_certificate j with
     | Some c -> answer_of c
     | None -> None)
  | None -> None

type scope = { its_unit : text; its_adjacency : text;
               its_exclusions : text list }

(** val read_scope : table -> scope option **)

let read_scope m =
  match get_table ('s'::('c'::('o'::('p'::('e'::[]))))) m with
  | Some s ->
    if only
         (('u'::('n'::('i'::('t'::[])))) :: (('a'::('d'::('j'::('a'::('c'::('e'::('n'::('c'::('y'::[]))))))))) :: (('e'::('x'::('c'::('l'::('u'::('s'::('i'::('o'::('n'::('s'::[])))))))))) :: [])))
         s
    then (match get_text ('u'::('n'::('i'::('t'::[])))) s with
          | Some u ->
            (match get_text
                     ('a'::('d'::('j'::('a'::('c'::('e'::('n'::('c'::('y'::[])))))))))
                     s with
             | Some a ->
               (match match get
                              ('e'::('x'::('c'::('l'::('u'::('s'::('i'::('o'::('n'::('s'::[]))))))))))
                              s with
                      | Some e -> e
                      | None -> JList [] with
                | JList l ->
                  if existsb (fun k -> same a (word k))
                       (('a'::('d'::('d'::('-'::('r'::('e'::('m'::('o'::('v'::('e'::[])))))))))) :: (('r'::('e'::('p'::('l'::('a'::('c'::('e'::('-'::('o'::('n'::('e'::[]))))))))))) :: (('z'::('e'::('r'::('o'::('-'::('o'::('u'::('t'::[])))))))) :: [])))
                  then (match all_of text_of l with
                        | Some e ->
                          Some { its_unit = u; its_adjacency = a;
                            its_exclusions = e }
                        | None -> None)
                  else None
                | _ -> None)
             | None -> None)
          | None -> None)
    else None
  | None -> None

type subject = { its_id : text; its_scope : scope; what : statement }

(** val read_subject : table -> json list -> table -> subject option **)

let read_subject m l c =
  match get_text ('i'::('d'::[])) c with
  | Some i ->
    (match read_scope m with
     | Some s ->
       (match read_statement (adds_a_unit m) l c with
        | Some w -> Some { its_id = i; its_scope = s; what = w }
        | None -> None)
     | None -> None)
  | None -> None

(** val findings : char list list **)

let findings =
  ('a'::('n'::('s'::('w'::('e'::('r'::('-'::('a'::('s'::('s'::('u'::('m'::('e'::('d'::[])))))))))))))) :: (('c'::('l'::('a'::('i'::('m'::('-'::('r'::('o'::('u'::('n'::('d'::('e'::('d'::('-'::('d'::('o'::('w'::('n'::[])))))))))))))))))) :: (('e'::('p'::('s'::('-'::('s'::('u'::('m'::('m'::('e'::('d'::('-'::('l'::('o'::('o'::('s'::('e'::('l'::('y'::[])))))))))))))))))) :: (('m'::('e'::('c'::('h'::('a'::('n'::('i'::('s'::('m'::('-'::('i'::('d'::('e'::('a'::('l'::('i'::('s'::('e'::('d'::[]))))))))))))))))))) :: (('o'::('r'::('d'::('e'::('r'::('-'::('a'::('s'::('s'::('u'::('m'::('e'::('d'::[]))))))))))))) :: (('s'::('a'::('m'::('p'::('l'::('e'::('r'::('-'::('i'::('d'::('e'::('a'::('l'::('i'::('s'::('e'::('d'::[]))))))))))))))))) :: (('s'::('e'::('n'::('s'::('i'::('t'::('i'::('v'::('i'::('t'::('y'::('-'::('d'::('e'::('f'::('a'::('u'::('l'::('t'::('e'::('d'::[]))))))))))))))))))))) :: (('s'::('t'::('e'::('p'::('s'::('-'::('r'::('o'::('u'::('n'::('d'::('e'::('d'::('-'::('u'::('p'::[])))))))))))))))) :: [])))))))

(** val denies_nothing : table -> bool **)

let denies_nothing m =
  match get ('p'::('o'::('l'::('i'::('c'::('y'::[])))))) m with
  | Some j ->
    (match j with
     | JObj p ->
       (&&) (only findings p)
         (forallb (fun e ->
           match snd e with
           | JStr a ->
             (||) (same a (word ('a'::('l'::('l'::('o'::('w'::[])))))))
               (same a (word ('w'::('a'::('r'::('n'::[]))))))
           | _ -> false) p)
     | _ -> false)
  | None -> true

(** val named : json -> (text * table) option **)

let named = function
| JObj m ->
  if distinct (map fst m)
  then (match get_text ('i'::('d'::[])) m with
        | Some i -> Some (i, m)
        | None -> None)
  else None
| _ -> None

(** val get_named : char list -> table -> (text * table) list option **)

let get_named k m =
  match get k m with
  | Some j -> (match j with
               | JList l -> all_of named l
               | _ -> None)
  | None -> None

type file = { its_table : table; all_rows : (text * table) list;
              all_claims : (text * table) list }

(** val read_file : json -> file option **)

let read_file = function
| JObj m ->
  if (&&)
       (only
         (('f'::('o'::('r'::('m'::('a'::('t'::[])))))) :: (('t'::('i'::('t'::('l'::('e'::[]))))) :: (('s'::('c'::('o'::('p'::('e'::[]))))) :: (('p'::('o'::('l'::('i'::('c'::('y'::[])))))) :: (('l'::('e'::('d'::('g'::('e'::('r'::[])))))) :: (('c'::('l'::('a'::('i'::('m'::[]))))) :: []))))))
         m) (denies_nothing m)
  then (match get_text ('f'::('o'::('r'::('m'::('a'::('t'::[])))))) m with
        | Some f ->
          (match get_named ('l'::('e'::('d'::('g'::('e'::('r'::[])))))) m with
           | Some rs ->
             (match get_named ('c'::('l'::('a'::('i'::('m'::[]))))) m with
              | Some cs ->
                if (&&)
                     (same f
                       (word
                         ('d'::('p'::('c'::('e'::('r'::('t'::('/'::('1'::[]))))))))))
                     (few_entries rs)
                then Some { its_table = m; all_rows = rs; all_claims = cs }
                else None
              | None -> None)
           | None -> None)
        | None -> None)
  else None
| _ -> None

(** val rows_over : text list -> (text * table) list -> json list **)

let rows_over ps rs =
  map (fun r -> JObj (snd r)) (filter (fun r -> is_over ps (fst r)) rs)

(** val subject_in : file -> table -> subject option **)

let subject_in f c =
  match read_over c with
  | Some ps -> read_subject f.its_table (rows_over ps f.all_rows) c
  | None -> None

(** val read_certified : json -> subject option **)

let read_certified = function
| JObj m ->
  (match get ('l'::('e'::('d'::('g'::('e'::('r'::[])))))) m with
   | Some j0 ->
     (match j0 with
      | JList l ->
        (match get_table ('c'::('l'::('a'::('i'::('m'::[]))))) m with
         | Some c -> read_subject m l c
         | None -> None)
      | _ -> None)
   | None -> None)
| _ -> None

(** val same_Z : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let same_Z n0 m =
  let _evar_0_ = fun _ -> true in
  let _evar_0_0 = fun _ -> false in
  if Z.eqb n0 m then _evar_0_ __ else _evar_0_0 __

(** val same_pos : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let same_pos n0 m =
  let _evar_0_ = fun _ -> true in
  let _evar_0_0 = fun _ -> false in
  if Coq_Pos.eqb n0 m then _evar_0_ __ else _evar_0_0 __

(** val same_text : text -> text -> bool **)

let same_text =
  list_eq_dec (=)

(** val same_expr : expr -> expr -> bool **)

let rec same_expr e x =
  match e with
  | Num (n0, d) ->
    (match x with
     | Num (n1, d0) -> if same_Z n0 n1 then same_pos d d0 else false
     | _ -> false)
  | Add (e0, f) ->
    (match x with
     | Add (e1, f0) -> if same_expr e0 e1 then same_expr f f0 else false
     | _ -> false)
  | Sub (e0, f) ->
    (match x with
     | Sub (e1, f0) -> if same_expr e0 e1 then same_expr f f0 else false
     | _ -> false)
  | Mul (e0, f) ->
    (match x with
     | Mul (e1, f0) -> if same_expr e0 e1 then same_expr f f0 else false
     | _ -> false)
  | Div (e0, f) ->
    (match x with
     | Div (e1, f0) -> if same_expr e0 e1 then same_expr f f0 else false
     | _ -> false)
  | Neg e0 -> (match x with
               | Neg e1 -> same_expr e0 e1
               | _ -> false)
  | Pow (e0, f) ->
    (match x with
     | Pow (e1, f0) -> if same_expr e0 e1 then same_expr f f0 else false
     | _ -> false)
  | ExpOf e0 -> (match x with
                 | ExpOf e1 -> same_expr e0 e1
                 | _ -> false)
  | Ln e0 -> (match x with
              | Ln e1 -> same_expr e0 e1
              | _ -> false)
  | Sqrt e0 -> (match x with
                | Sqrt e1 -> same_expr e0 e1
                | _ -> false)

(** val same_pair : (expr * expr) -> (expr * expr) -> bool **)

let same_pair c d =
  let (a, b) = c in
  let (a0, b0) = d in if same_expr a a0 then same_expr b b0 else false

(** val same_kind : kind -> kind -> bool **)

let same_kind k l =
  match k with
  | ApproxDP (eps, delta) ->
    (match l with
     | ApproxDP (eps0, delta0) ->
       if same_expr eps eps0 then same_expr delta delta0 else false
     | _ -> false)
  | ApproxDPTV (eps, delta, eta) ->
    (match l with
     | ApproxDPTV (eps0, delta0, eta0) ->
       if same_expr eps eps0
       then if same_expr delta delta0 then same_expr eta eta0 else false
       else false
     | _ -> false)
  | ApproxDPAlpha (eps, delta, alpha) ->
    (match l with
     | ApproxDPAlpha (eps0, delta0, alpha0) ->
       if same_expr eps eps0
       then if same_expr delta delta0 then same_expr alpha alpha0 else false
       else false
     | _ -> false)
  | RandomizedResponse (eps, k0) ->
    (match l with
     | RandomizedResponse (eps0, k1) ->
       if same_expr eps eps0 then same_pos k0 k1 else false
     | _ -> false)
  | FinitePair (p, q) ->
    (match l with
     | FinitePair (p0, q0) ->
       if list_eq_dec same_expr p p0
       then list_eq_dec same_expr q q0
       else false
     | _ -> false)
  | MultiDP constraints ->
    (match l with
     | MultiDP constraints0 -> list_eq_dec same_pair constraints constraints0
     | _ -> false)
  | GroupDP (eps, n0) ->
    (match l with
     | GroupDP (eps0, n1) ->
       if same_expr eps eps0 then same_pos n0 n1 else false
     | _ -> false)
  | SampledDP (rate, eps, delta) ->
    (match l with
     | SampledDP (rate0, eps0, delta0) ->
       if same_expr rate rate0
       then if same_expr eps eps0 then same_expr delta delta0 else false
       else false
     | _ -> false)

(** val same_row :
    (kind * Big_int_Z.big_int) -> (kind * Big_int_Z.big_int) -> bool **)

let same_row r s =
  let (a, b) = r in
  let (a0, b0) = s in if same_kind a a0 then same_pos b b0 else false

(** val same_quantity : quantity -> quantity -> bool **)

let same_quantity q r =
  match q with
  | DeltaAt eps ->
    (match r with
     | DeltaAt eps0 -> same_expr eps eps0
     | _ -> false)
  | EpsAt delta ->
    (match r with
     | EpsAt delta0 -> same_expr delta delta0
     | _ -> false)
  | BetaAt alpha ->
    (match r with
     | BetaAt alpha0 -> same_expr alpha alpha0
     | _ -> false)

(** val same_relation : relation -> relation -> bool **)

let same_relation q r =
  match q with
  | AtMost v -> (match r with
                 | AtMost v0 -> same_expr v v0
                 | _ -> false)
  | AtLeast v -> (match r with
                  | AtLeast v0 -> same_expr v v0
                  | _ -> false)
  | Between0 (u, v) ->
    (match r with
     | Between0 (u0, v0) -> if same_expr u u0 then same_expr v v0 else false
     | _ -> false)

(** val same_scope : scope -> scope -> bool **)

let same_scope s t =
  let { its_unit = its_unit0; its_adjacency = its_adjacency0;
    its_exclusions = its_exclusions0 } = s
  in
  let { its_unit = its_unit1; its_adjacency = its_adjacency1;
    its_exclusions = its_exclusions1 } = t
  in
  if same_text its_unit0 its_unit1
  then if same_text its_adjacency0 its_adjacency1
       then list_eq_dec same_text its_exclusions0 its_exclusions1
       else false
  else false

type difference =
| OtherId of text
| NotOneClaim of text
| OtherScope
| OtherLedger
| OtherClaim

(** val difference_of : subject -> subject -> difference option **)

let difference_of s t =
  if is_left (same_text s.its_id t.its_id)
  then if is_left (same_scope s.its_scope t.its_scope)
       then if is_left (list_eq_dec same_text s.what.its_ids t.what.its_ids)
            then if is_left
                      (list_eq_dec same_row s.what.its_rows t.what.its_rows)
                 then if is_left
                           (same_quantity s.what.its_quantity
                             t.what.its_quantity)
                      then if is_left
                                (same_relation s.what.its_relation
                                  t.what.its_relation)
                           then None
                           else Some OtherClaim
                      else Some OtherClaim
                 else Some OtherLedger
            else Some OtherLedger
       else Some OtherScope
  else Some OtherClaim

type result =
| Stated of answer
| Unlike of difference
| FileUnread
| ClaimUnread
| Undecided

(** val compare_in :
    text option -> file -> certificate -> subject -> result **)

let compare_in asked f c s =
  if match asked with
     | Some i -> same i s.its_id
     | None -> true
  then (match filter (fun e -> same s.its_id (fst e)) f.all_claims with
        | [] -> Unlike (NotOneClaim s.its_id)
        | e :: l ->
          (match l with
           | [] ->
             (match subject_in f (snd e) with
              | Some t ->
                (match difference_of s t with
                 | Some d -> Unlike d
                 | None ->
                   (match answer_of c with
                    | Some a -> Stated a
                    | None -> Undecided))
              | None -> ClaimUnread)
           | _ :: _ -> Unlike (NotOneClaim s.its_id)))
  else Unlike (OtherId s.its_id)

(** val check_stated : text option -> text -> text -> result **)

let check_stated asked claims bytes =
  match read_json claims with
  | Some g ->
    (match read_file g with
     | Some f ->
       (match read_json bytes with
        | Some j ->
          (match read_certificate j with
           | Some c ->
             (match read_certified j with
              | Some s -> compare_in asked f c s
              | None -> Undecided)
           | None -> Undecided)
        | None -> Undecided)
     | None -> FileUnread)
  | None -> FileUnread
