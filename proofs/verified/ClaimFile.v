(* What a claim file says: from the JSON value of its twin to the claims, each with the scope and the rows that it is about. Nothing
   here is proved: it is a definition, like Reader.v, by which rows and claims are read.

   A claim is read by itself: of the rows that it is not over, and of the other claims, only the ids are read. A file with a key
   that is not known here says nothing. A key is passed over only where it is a remark: the title of a file, and what Reader.v
   passes over in a row or a claim. *)
From Coq Require Import ZArith Ascii String.
From mathcomp Require Import all_ssreflect.
From Verified Require Import Json Literal Claim Reader.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope string_scope.

(* who is protected, which neighbours are meant, and what is left out *)
Record scope := Scope_of { its_unit : Json.text; its_adjacency : Json.text; its_exclusions : seq Json.text }.
Definition read_scope (m : table) : option scope :=
  if get_table "scope" m is Some s then
    if only [:: "unit"; "adjacency"; "exclusions"] s then
      match get_text "unit" s, get_text "adjacency" s, (if get "exclusions" s is Some e then e else JList [::]) with
      | Some u, Some a, JList l =>
          if List.existsb (fun k => same a (word k)) [:: "add-remove"; "replace-one"; "zero-out"] then
            if all_of text_of l is Some e then Some (Scope_of u a e) else None
          else None
      | _, _, _ => None
      end
    else None
  else None.

(* a claim with its id: it is about this ledger in this scope *)
Record subject := Subject_of { its_id : Json.text; its_scope : scope; what : statement }.
(* m has the scope, l the rows, and c is the claim *)
Definition read_subject (m : table) (l : seq json) (c : table) : option subject :=
  match get_text "id" c, read_scope m, read_statement (adds_a_unit m) l c with
  | Some i, Some s, Some w => Some (Subject_of i s w)
  | _, _, _ => None
  end.

(* ---------- a claim file ---------- *)
(* A policy sets findings of the Rust program to "allow", "warn" or "deny". One that denies nothing changes no verdict; others are
   not read. *)
Definition findings : seq string :=
  [:: "answer-assumed"; "claim-rounded-down"; "eps-summed-loosely"; "mechanism-idealised"; "order-assumed"; "sampler-idealised";
      "sensitivity-defaulted"; "steps-rounded-up"].
Definition denies_nothing (m : table) : bool :=
  if get "policy" m is Some j then
    if j is JObj p then
      only findings p &&
      List.forallb (fun e => if e.2 is JStr a then same a (word "allow") || same a (word "warn") else false) p
    else false
  else true.
(* tables with their ids *)
Definition named (j : json) : option (Json.text * table) :=
  if j is JObj m then
    if distinct (List.map fst m) then if get_text "id" m is Some i then Some (i, m) else None else None
  else None.
Definition get_named (k : string) (m : table) : option (seq (Json.text * table)) :=
  if get k m is Some (JList l) then all_of named l else None.
(* the file, its rows and its claims *)
Record file := File_of { its_table : table; all_rows : seq (Json.text * table); all_claims : seq (Json.text * table) }.
Definition read_file (j : json) : option file :=
  if j is JObj m then
    if only [:: "format"; "title"; "scope"; "policy"; "ledger"; "claim"] m && denies_nothing m then
      match get_text "format" m, get_named "ledger" m, get_named "claim" m with
      | Some f, Some rs, Some cs =>
          if same f (word "dpcert/1") && few_entries rs then Some (File_of m rs cs) else None
      | _, _, _ => None
      end
    else None
  else None.
(* the rows that a claim is over, in the order of the file *)
Definition rows_over (ps : seq Json.text) (rs : seq (Json.text * table)) : seq json :=
  List.map (fun r => JObj r.2) (List.filter (fun r => is_over ps r.1) rs).
Definition subject_in (f : file) (c : table) : option subject :=
  if read_over c is Some ps then read_subject (its_table f) (rows_over ps (all_rows f)) c else None.
(* each claim with what it says; None: it is not understood *)
Definition claims_of (f : file) : seq (Json.text * option subject) := List.map (fun c => (c.1, subject_in f c.2)) (all_claims f).

(* the bytes are a JSON text of a claim file with these claims *)
Definition file_means (bytes : Json.text) (cs : seq (Json.text * option subject)) : Prop :=
  exists j f, [/\ json_text bytes j, read_file j = Some f & claims_of f = cs].
(* the claim file has one claim of this id, and it says this *)
Definition file_says (bytes : Json.text) (s : subject) : Prop :=
  exists cs, file_means bytes cs /\ List.filter (fun c => same (its_id s) c.1) cs = [:: (its_id s, Some s)].

(* ---------- a certificate ---------- *)
Definition read_certified (j : json) : option subject :=
  if j is JObj m then
    match get "ledger" m, get_table "claim" m with Some (JList l), Some c => read_subject m l c | _, _ => None end
  else None.
(* the bytes are a JSON text of a certificate about this *)
Definition is_about (bytes : Json.text) (c : certificate) (s : subject) : Prop :=
  exists j, [/\ json_text bytes j, read_certificate j = Some c & read_certified j = Some s].
