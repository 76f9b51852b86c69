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
(* a number above 0, or another one where none is stated *)
Definition get_positive (k : string) (other : positive) (m : table) : option positive :=
  match has k m, get_number k m with
  | false, _ => Some other
  | true, Some e => match rat e with Some (Zpos n, Zpos xH) => Some n | _ => None end
  | true, None => None
  end.

Fixpoint all_of (T U : Type) (f : T -> option U) (l : seq T) : option (seq U) :=
  match l with
  | [::] => Some [::]
  | x :: l' => match f x, all_of f l' with Some y, Some l'' => Some (y :: l'') | _, _ => None end
  end.
Definition get_numbers (k : string) (m : table) : option (seq expr) :=
  if get k m is Some (JList l) then all_of number_of l else None.
Definition constraint_of (j : json) : option (expr * expr) :=
  if j is JObj t then
    if only [:: "eps"; "epsilon"; "delta"] t then
      match get_eps t, get_number "delta" t with Some e, Some d => Some (e, d) | _, _ => None end
    else None
  else None.

(* The loss of staircase noise is -eps, 0 or eps. alpha is the probability of 0, and the noise is read as any mechanism of
   this eps with at most its total variation (Geng & Viswanath; gamma is the share of the high stairs). *)
Definition staircase_alpha (e gamma : expr) (narrow : bool) : expr :=   (* narrow: gamma is at most 1/2 *)
  let x := ExpOf e in let one := Num 1 1 in let two := Num 2 1 in
  let height := Div (Sub x one) (Mul two (Add (Mul gamma x) (Sub one gamma))) in
  if narrow then Div (Mul height (Sub one (Mul two gamma))) x else Mul height (Sub (Mul two gamma) one).
Definition staircase (e gamma : expr) : option kind :=
  if rat gamma is Some (n, d) then
    if (0 <=? n)%Z && (n <=? d)%Z then Some (ApproxDPAlpha e (Num 0 1) (staircase_alpha e gamma (2 * n <=? d)%Z)) else None
  else None.

(* are data neighbours if one has a unit more than the other? Samples are read for those only *)
Definition adds_a_unit (m : table) : bool :=
  match get_table "scope" m with
  | Some s => distinct (List.map fst s) && if get_text "adjacency" s is Some a then same a (word "add-remove") else false
  | None => false
  end.
(* the rate of a Poisson sample; what was run instead ("actual") is a remark *)
Definition poisson_rate (m : table) : option expr :=
  if get_table "sampling" m is Some s then
    if only [:: "method"; "rate"; "actual"] s && (if get_text "method" s is Some t then same t (word "poisson") else false)
    then get_number "rate" s else None
  else None.

(* a row with these keys, beside those that each row may have *)
Definition row_of (ks : seq string) (m : table) : bool := only ([:: "id"; "source"; "date"; "mechanism"; "count"] ++ ks)%SEQ m.

Definition read_kind (adds : bool) (m : table) : option kind :=
  if get_text "mechanism" m is Some t then
    if same t (word "finite-pair") && row_of [:: "p"; "q"] m then
      match get_numbers "p" m, get_numbers "q" m with Some p, Some q => Some (FinitePair p q) | _, _ => None end
    else if same t (word "multi-dp") && row_of [:: "constraints"] m then
      if get "constraints" m is Some (JList l) then
        if all_of constraint_of l is Some cs then Some (MultiDP cs) else None
      else None
    else if get_eps m is Some e then
      if same t (word "approx-dp") && row_of [:: "eps"; "epsilon"; "delta"] m then
        if get_number "delta" m is Some d then Some (ApproxDP e d) else None
      else if same t (word "approx-dp")
              && row_of [:: "eps"; "epsilon"; "delta"; "group"] m then
        match get_number "delta" m, get_positive "group" 1 m with
        | Some d, Some n => if rat d is Some (0%Z, _) then Some (GroupDP e n) else None
        | _, _ => None
        end
      else if same t (word "approx-dp") && adds
              && row_of [:: "eps"; "epsilon"; "delta"; "sampling"] m then
        match get_number "delta" m, poisson_rate m with Some d, Some q => Some (SampledDP q e d) | _, _ => None end
      else if same t (word "approx-dp-tv") && row_of [:: "eps"; "epsilon"; "delta"; "eta"] m then
        match get_number "delta" m, get_number "eta" m with Some d, Some y => Some (ApproxDPTV e d y) | _, _ => None end
      else if same t (word "approx-dp-tv")
              && row_of [:: "eps"; "epsilon"; "delta"; "alpha"] m then
        match get_number "delta" m, get_number "alpha" m with Some d, Some al => Some (ApproxDPAlpha e d al) | _, _ => None end
      else if same t (word "randomized-response")
              && row_of [:: "eps"; "epsilon"; "categories"] m then
        if get_positive "categories" 2 m is Some n then Some (RandomizedResponse e n) else None
      else if same t (word "staircase") && row_of [:: "eps"; "epsilon"; "gamma"] m then
        if get_number "gamma" m is Some g then staircase e g else None
      else None
    else None
  else None.
Definition read_row (adds : bool) (j : json) : option (Json.text * (kind * positive)) :=
  if j is JObj m then
    match get_text "id" m, read_kind adds m, get_positive "count" 1 m with
    | Some i, Some k, Some n => Some (i, (k, n))
    | _, _, _ => None
    end
  else None.
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
(* the patterns of the rows that a claim is over *)
Definition read_over (m : table) : option (seq Json.text) :=
  if get "over" m is Some (JList l) then
    if all_of text_of l is Some ps then if few_entries ps && List.forallb few_stars ps then Some ps else None else None
  else None.
Definition is_over (ps : seq Json.text) (i : Json.text) : bool := List.existsb (fun p => glob p i) ps.
Definition read_claim (m : table) (ids : seq Json.text) : option (quantity * relation) :=
  if only [:: "id"; "source"; "reason"; "expect"; "over"; "delta"; "tv"; "eps"; "beta"; "at-most"; "at-least"; "between"; "equals"] m then
    if read_over m is Some ps then
      if List.forallb (is_over ps) ids && List.forallb (fun p => List.existsb (glob p) ids) ps then
        match read_quantity m, read_relation m with Some q, Some r => Some (q, r) | _, _ => None end
      else None
    else None
  else None.
(* each row of the ledger with its count *)
Definition rows := seq (kind * positive).
(* the steps of the ledger, in the order of the file *)
Definition steps (r : rows) : seq kind := flatten [seq nseq (Pos.to_nat e.2) e.1 | e <- r].
(* a ledger, with the ids of its rows, and a claim over all of them *)
Record statement := Statement_of { its_ids : seq Json.text; its_rows : rows; its_quantity : quantity; its_relation : relation }.
Definition read_statement (adds : bool) (l : seq json) (c : table) : option statement :=
  if all_of (read_row adds) l is Some rs then
    let ids := List.map fst rs in
    if few_entries ids && distinct ids && ~~ nilp ids then
      if read_claim c ids is Some (q, r) then Some (Statement_of ids (List.map snd rs) q r) else None
    else None
  else None.
(* says: that the claim holds (true), or that it is refuted (false) *)
Record certificate := Certificate_of { its_statement : statement; says : bool }.
Definition the_rows (c : certificate) := its_rows (its_statement c).
Definition the_quantity (c : certificate) := its_quantity (its_statement c).
Definition the_relation (c : certificate) := its_relation (its_statement c).
Definition read_certificate (j : json) : option certificate :=
  if j is JObj m then
    if only [:: "format"; "scope"; "ledger"; "claim"; "verdict"; "inputs"; "not-covered"; "leaves"; "steps"] m then
      match get_text "format" m, get "ledger" m, get_table "claim" m, get_text "verdict" m with
      | Some f, Some (JList l), Some c, Some v =>
          if same f (word "dpcert-certificate/1") then
            if read_statement (adds_a_unit m) l c is Some s then
              if same v (word "holds") then Some (Certificate_of s true)
              else if same v (word "refuted") then Some (Certificate_of s false) else None
            else None
          else None
      | _, _, _, _ => None
      end
    else None
  else None.

(* the bytes are a JSON text, and it says this *)
Definition means (bytes : Json.text) (c : certificate) : Prop := exists j, json_text bytes j /\ read_certificate j = Some c.
