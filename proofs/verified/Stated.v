(* Is a certificate about the claim that stands in a claim file, and what is it worth? The theorem goes from the bytes of both files
   to the claim of the claim file. *)
From Coq Require Import Reals Ascii String.
From mathcomp Require Import all_ssreflect.
From Verified Require Import Json Literal Claim Reader ClaimFile Check.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* ---------- equality ---------- *)
Definition same_Z (n m : Z) : {n = m} + {n <> m}.
Proof. by case E: (Z.eqb n m); [left; apply/Z.eqb_eq | right; apply/Z.eqb_neq]. Defined.
Definition same_pos (n m : positive) : {n = m} + {n <> m}.
Proof. by case E: (Pos.eqb n m); [left; apply/Pos.eqb_eq | right; apply/Pos.eqb_neq]. Defined.
Definition same_text : forall s t : Json.text, {s = t} + {s <> t} := List.list_eq_dec ascii_dec.
Definition same_expr (e f : expr) : {e = f} + {e <> f}.
Proof. decide equality; (exact: same_Z || exact: same_pos). Defined.
Definition same_pair (c d : expr * expr) : {c = d} + {c <> d}.
Proof. decide equality; exact: same_expr. Defined.
Definition same_kind (k l : kind) : {k = l} + {k <> l}.
Proof. decide equality; (exact: same_expr || exact: same_pos || exact: (List.list_eq_dec same_expr) || exact: (List.list_eq_dec same_pair)). Defined.
Definition same_row (r s : kind * positive) : {r = s} + {r <> s}.
Proof. decide equality; (exact: same_kind || exact: same_pos). Defined.
Definition same_quantity (q r : quantity) : {q = r} + {q <> r}.
Proof. decide equality; exact: same_expr. Defined.
Definition same_relation (q r : relation) : {q = r} + {q <> r}.
Proof. decide equality; exact: same_expr. Defined.
Definition same_scope (s t : scope) : {s = t} + {s <> t}.
Proof. decide equality; (exact: same_text || exact: (List.list_eq_dec same_text)). Defined.

(* ---------- the comparison ---------- *)
(* what is not that of the claim file *)
Inductive difference := OtherId (i : Json.text) | NotOneClaim (i : Json.text) | OtherScope | OtherLedger | OtherClaim.
Definition difference_of (s t : subject) : option difference :=
  if same_text (its_id s) (its_id t) then
    if same_scope (its_scope s) (its_scope t) then
      if List.list_eq_dec same_text (its_ids (what s)) (its_ids (what t)) then
        if List.list_eq_dec same_row (its_rows (what s)) (its_rows (what t)) then
          if same_quantity (its_quantity (what s)) (its_quantity (what t)) then
            if same_relation (its_relation (what s)) (its_relation (what t)) then None else Some OtherClaim
          else Some OtherClaim
        else Some OtherLedger
      else Some OtherLedger
    else Some OtherScope
  else Some OtherClaim.

(* Stated: the certificate is about a claim of the file. Unlike: it is not. The others: not known here. *)
Inductive result := Stated (a : answer) | Unlike (d : difference) | FileUnread | ClaimUnread | Undecided.
(* asked: the id that the claim must have, if one is given *)
Definition compare_in (asked : option Json.text) (f : file) (c : certificate) (s : subject) : result :=
  if (if asked is Some i then same i (its_id s) else true) then
    match List.filter (fun e => same (its_id s) e.1) (all_claims f) with
    | [:: e] =>
        if subject_in f e.2 is Some t then
          if difference_of s t is Some d then Unlike d
          else if answer_of c is Some a then Stated a else Undecided
        else ClaimUnread
    | _ => Unlike (NotOneClaim (its_id s))
    end
  else Unlike (OtherId (its_id s)).
Definition check_stated (asked : option Json.text) (claims bytes : Json.text) : result :=
  match read_json claims with
  | Some g =>
      if read_file g is Some f then
        if read_json bytes is Some j then
          match read_certificate j, read_certified j with Some c, Some s => compare_in asked f c s | _, _ => Undecided end
        else Undecided
      else FileUnread
  | None => FileUnread
  end.

(* ---------- the theorem ---------- *)
Lemma sameP s t : reflect (s = t) (same s t).
Proof.
apply: (iffP idP); last by move=> <-; elim: s => //= a s ->; rewrite Ascii.eqb_refl.
by elim: s t => [|a s IH] [|b t] //= /andP [/Ascii.eqb_eq -> /IH ->].
Qed.
Lemma difference_none s t : difference_of s t = None -> s = t.
Proof.
case: s t => [i s [ids r q l]] [i' s' [ids' r' q' l']]; rewrite /difference_of /=.
case: same_text => [ei|] //; case: same_scope => [es|] //; case: List.list_eq_dec => [eids|] //; case: List.list_eq_dec => [er|] //.
by case: same_quantity => [eq|] //; case: same_relation => [el|] // _; rewrite ei es eids er eq el.
Qed.
Lemma difference_some s t d : difference_of s t = Some d -> s <> t.
Proof.
move=> h e; move: h; rewrite /difference_of e; case: same_text => //; case: same_scope => //; case: List.list_eq_dec => //.
by case: List.list_eq_dec => //; case: same_quantity => //; case: same_relation.
Qed.
(* what a certificate is about are the ledger and the claim by which it is decided *)
Lemma certified j c s : read_certificate j = Some c -> read_certified j = Some s -> its_statement c = what s.
Proof.
case: j => // m; rewrite /read_certificate /read_certified; case: only => //; case: get_text => // f; case: get => // -[] // l.
case: get_table => // t; case: get_text => // v; case: same => //; rewrite /read_subject.
case: read_statement => // w h; case: get_text => // i; case: read_scope => // sc [<-] /=; move: h.
by case: same => [[<-]|] //; case: same => // -[<-].
Qed.
Lemma claims_with i f : List.filter (fun c => same i c.1) (claims_of f)
  = List.map (fun c => (c.1, subject_in f c.2)) (List.filter (fun c => same i c.1) (all_claims f)).
Proof. by rewrite /claims_of; elim: (all_claims f) => //= c cs ->; case: same. Qed.

(* the claim that a claim file states *)
Definition stated (s : subject) : Prop := claim_holds (steps (its_rows (what s))) (its_quantity (what s)) (its_relation (what s)).
(* s is what the claim file says of the claim, the certificate c is about that, and the answer is true of it *)
Theorem check_stated_sound asked claims bytes a : check_stated asked claims bytes = Stated a -> exists s c,
  [/\ file_says claims s, is_about bytes c s /\ its_statement c = what s, forall i, asked = Some i -> i = its_id s
    & (forall k, List.In k (steps (its_rows (what s))) -> in_domain k) /\
      match a with
      | Valid => says c = true /\ stated s
      | Refuted => says c = false /\ ~ stated s
      | Invalid => if says c then ~ stated s else stated s
      end].
Proof.
rewrite /check_stated; case Eg: (read_json claims) => [g|] //; case Ef: (read_file g) => [f|] //.
case Ej: (read_json bytes) => [j|] //; case Ec: (read_certificate j) => [c|] //; case Es: (read_certified j) => [s|] //.
rewrite /compare_in; case Ei: (if asked is Some i then _ else _) => //.
case El: List.filter => [|e [|]] //; case Et: subject_in => [t|] //; case Ed: difference_of => [d|] //.
case Ea: answer_of => [b|] // [<-]; have [pr h] := answer_sound Ea.
have st := difference_none Ed; subst t; have cs := certified Ec Es.
have [_ /sameP ie] : List.In e (all_claims f) /\ same (its_id s) e.1 by apply/(List.filter_In (fun e => same (its_id s) e.1)); rewrite El; left.
exists s, c; split.
- exists (claims_of f); split; first by exists g, f; split=> //; exact: read_json_sound.
  by rewrite claims_with El /= Et ie.
- by split=> //; exists j; split=> //; exact: read_json_sound.
- by move=> i ai; move: Ei; rewrite ai => /sameP.
- by rewrite -cs; split; first exact: pr; rewrite /stated -cs; exact: h.
Qed.
(* what VALID says *)
Corollary valid_stated asked claims bytes : check_stated asked claims bytes = Stated Valid -> exists s,
  [/\ file_says claims s, forall k, List.In k (steps (its_rows (what s))) -> in_domain k
    & claim_holds (steps (its_rows (what s))) (its_quantity (what s)) (its_relation (what s))].
Proof. by move=> /check_stated_sound [s [c [fs _ _ [dom [_ h]]]]]; exists s. Qed.

(* a certificate that is called unlike is about another claim than the asked one, or the file does not say what it is about *)
Theorem unlike_sound asked claims bytes d : check_stated asked claims bytes = Unlike d -> exists s c cs,
  [/\ is_about bytes c s, file_means claims cs
    & (exists i, asked = Some i /\ i <> its_id s) \/ List.filter (fun e => same (its_id s) e.1) cs <> [:: (its_id s, Some s)]].
Proof.
rewrite /check_stated; case Eg: (read_json claims) => [g|] //; case Ef: (read_file g) => [f|] //.
case Ej: (read_json bytes) => [j|] //; case Ec: (read_certificate j) => [c|] //; case Es: (read_certified j) => [s|] //.
rewrite /compare_in => h; exists s, c, (claims_of f); split.
- by exists j; split=> //; exact: read_json_sound.
- by exists g, f; split=> //; exact: read_json_sound.
- move: h; case Ei: (if asked is Some i then _ else _).
  + move=> h; right; rewrite claims_with; move: h; case El: List.filter => [|e [|e' l]] //=.
    case Et: subject_in => [t|] //; case Ed: difference_of => [d'|]; last by case: answer_of.
    by move=> _ [_ ts]; apply: (difference_some Ed).
  + by case: asked Ei => // i /sameP n _; left; exists i.
Qed.
