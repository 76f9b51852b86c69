(* What a certificate says: from a JSON value to the rows of the ledger, the claim and the verdict. Nothing here is proved: it is
   a definition, like Claim.v. What is not understood is refused. The leaves and steps of a certificate are not read. *)
From Coq Require Import ZArith Ascii String.
From mathcomp Require Import all_ssreflect.
From Verified Require Import Json Literal Claim.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Local Open Scope string_scope.
Definition word (s : string) : Json.text := list_ascii_of_string s.
Definition table := seq (Json.text * json).
Definition has (k : string) (m : table) : bool := List.existsb (fun e => same (word k) e.1) m.
Definition get (k : string) (m : table) : option json :=
  if List.find (fun e => same (word k) e.1) m is Some e then Some e.2 else None.
Fixpoint distinct (l : seq Json.text) : bool :=
  if l is a :: l' then ~~ List.existsb (same a) l' && distinct l' else true.
(* no key twice, and no other keys *)
Definition only (ks : seq string) (m : table) : bool :=
  List.forallb (fun e => List.existsb (fun k => same (word k) e.1) ks) m && distinct (List.map fst m).
(* a text, or an integer; "null", "true" and "false" are no literals *)
Definition number_of (j : json) : option expr :=
  match j with JStr s | JWord s => literal s | _ => None end.
Definition get_number (k : string) (m : table) : option expr := if get k m is Some j then number_of j else None.
Definition get_text (k : string) (m : table) : option Json.text := if get k m is Some (JStr s) then Some s else None.
Definition get_table (k : string) (m : table) : option table := if get k m is Some (JObj t) then Some t else None.
(* "epsilon" is another name of "eps" *)
Definition get_eps (m : table) : option expr :=
  if has "eps" m then (if has "epsilon" m then None else get_number "eps" m) else get_number "epsilon" m.
Definition count_of (m : table) : option positive :=
  match has "count" m, get_number "count" m with
  | false, _ => Some 1%positive
  | true, Some e => match rat e with Some (Zpos n, Zpos xH) => Some n | _ => None end
  | true, None => None
  end.

Definition read_kind (m : table) : option kind :=
  if get_text "mechanism" m is Some t then
    if get_eps m is Some e then
      if same t (word "approx-dp") && only [:: "id"; "source"; "mechanism"; "count"; "eps"; "epsilon"; "delta"] m then
        if get_number "delta" m is Some d then Some (ApproxDP e d) else None
      else if same t (word "approx-dp-tv") && only [:: "id"; "source"; "mechanism"; "count"; "eps"; "epsilon"; "delta"; "eta"] m then
        match get_number "delta" m, get_number "eta" m with Some d, Some y => Some (ApproxDPTV e d y) | _, _ => None end
      else if same t (word "approx-dp-tv")
              && only [:: "id"; "source"; "mechanism"; "count"; "eps"; "epsilon"; "delta"; "alpha"] m then
        match get_number "delta" m, get_number "alpha" m with Some d, Some al => Some (ApproxDPAlpha e d al) | _, _ => None end
      else if same t (word "randomized-response") && only [:: "id"; "source"; "mechanism"; "count"; "eps"; "epsilon"] m then
        Some (RandomizedResponse e)
      else None
    else None
  else None.
Definition read_row (j : json) : option (Json.text * (kind * positive)) :=
  if j is JObj m then
    match get_text "id" m, read_kind m, count_of m with
    | Some i, Some k, Some n => Some (i, (k, n))
    | _, _, _ => None
    end
  else None.
Fixpoint all_of (T U : Type) (f : T -> option U) (l : seq T) : option (seq U) :=
  match l with
  | [::] => Some [::]
  | x :: l' => match f x, all_of f l' with Some y, Some l'' => Some (y :: l'') | _, _ => None end
  end.
(* does an id match a pattern, in which * stands for any characters? *)
Fixpoint glob (p : Json.text) : Json.text -> bool :=
  fix go (s : Json.text) : bool :=
    match p, s with
    | [::], [::] => true
    | a :: p', _ =>
        if Ascii.eqb a "*"%char then glob p' s || (if s is _ :: s' then go s' else false)
        else if s is b :: s' then Ascii.eqb a b && glob p' s' else false
    | _, _ => false
    end.
Definition read_relation (m : table) : option relation :=
  match get "at-most" m, get "at-least" m, get "between" m, get "equals" m with
  | Some j, None, None, None => if number_of j is Some v then Some (AtMost v) else None
  | None, Some j, None, None => if number_of j is Some v then Some (AtLeast v) else None
  | None, None, Some (JList [:: i; j]), None =>
      match number_of i, number_of j with Some u, Some v => Some (Between u v) | _, _ => None end
  | None, None, None, Some j => if number_of j is Some v then Some (Between v v) else None
  | _, _, _, _ => None
  end.
Definition read_quantity (m : table) : option quantity :=
  match get "delta" m, get "tv" m, get "eps" m, get "beta" m with
  | Some (JObj t), None, None, None =>
      if only [:: "eps"; "epsilon"] t then if get_eps t is Some e then Some (DeltaAt e) else None else None
  | None, Some (JObj [::]), None, None => Some (DeltaAt (Num 0 1))
  | None, None, Some (JObj t), None =>
      if only [:: "delta"] t then if get_number "delta" t is Some d then Some (EpsAt d) else None else None
  | None, None, None, Some (JObj t) =>
      if only [:: "alpha"] t then if get_number "alpha" t is Some a then Some (BetaAt a) else None else None
  | _, _, _, _ => None
  end.
Definition text_of (j : json) : option Json.text := if j is JStr s then Some s else None.
(* more stars would take too long *)
Definition few_stars (p : Json.text) : bool := (List.length (List.filter (Ascii.eqb "*"%char) p) <= 3)%N.
(* the work of comparing each row with each other one, and with each pattern, is quadratic *)
Definition few_entries (T : Type) (l : seq T) : bool := (Z.of_nat (List.length l) <=? 1000)%Z.
Definition read_claim (m : table) (ids : seq Json.text) : option (quantity * relation) :=
  if only [:: "id"; "source"; "reason"; "expect"; "over"; "delta"; "tv"; "eps"; "beta"; "at-most"; "at-least"; "between"; "equals"] m then
    if get "over" m is Some (JList l) then
      if all_of text_of l is Some ps then
        if few_entries ps && List.forallb few_stars ps && List.forallb (fun i => List.existsb (fun p => glob p i) ps) ids
           && List.forallb (fun p => List.existsb (glob p) ids) ps then
          match read_quantity m, read_relation m with Some q, Some r => Some (q, r) | _, _ => None end
        else None
      else None
    else None
  else None.
(* each row of the ledger with its count *)
Definition rows := seq (kind * positive).
(* the steps of the ledger, in the order of the file *)
Definition steps (r : rows) : seq kind := flatten [seq nseq (Pos.to_nat e.2) e.1 | e <- r].
(* says: that the claim holds (true), or that it is refuted (false) *)
Record certificate := Certificate_of { the_rows : rows; the_quantity : quantity; the_relation : relation; says : bool }.
Definition read_certificate (j : json) : option certificate :=
  if j is JObj m then
    if only [:: "format"; "scope"; "ledger"; "claim"; "verdict"; "inputs"; "not-covered"; "leaves"; "steps"] m then
      match get_text "format" m, get "ledger" m, get_table "claim" m, get_text "verdict" m with
      | Some f, Some (JList l), Some c, Some v =>
          if same f (word "dpcert-certificate/1") then
            if all_of read_row l is Some rs then
              let ids := List.map fst rs in
              if few_entries ids && distinct ids && ~~ nilp ids then
                if read_claim c ids is Some (q, r) then
                  if same v (word "holds") then Some (Certificate_of (List.map snd rs) q r true)
                  else if same v (word "refuted") then Some (Certificate_of (List.map snd rs) q r false) else None
                else None
              else None
            else None
          else None
      | _, _, _, _ => None
      end
    else None
  else None.


(* the bytes are a JSON text, and it says this *)
Definition means (bytes : Json.text) (c : certificate) : Prop := exists j, json_text bytes j /\ read_certificate j = Some c.
