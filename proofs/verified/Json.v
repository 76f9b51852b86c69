(* Bytes -> tokens -> JSON, both as machines that read one symbol at a time: structural recursion, no fuel.

   spelled ts s     the bytes s are the tokens ts, each spelled in one of its ways, with white space between
   tokens j         the tokens of the JSON value j, in the only order there is
   json_text s j    the bytes s are a text of j
   read_json_sound  what read_json returns is a JSON value of which the bytes are a text
   json_text_utf8   a JSON text is well-formed UTF-8 *)
From Coq Require Import List Ascii String Bool Lia.
From Verified Require Import Utf8.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope list_scope.
Local Open Scope char_scope.

Definition text := list ascii.

Inductive token := LBrace | RBrace | LBrack | RBrack | Colon | Comma
  | Word (w : text)        (* null, true, false, or an integer *)
  | Str (s : text).        (* a string, with its escapes resolved *)

(* ---------- what it means ---------- *)
Definition is_space (c : ascii) : bool :=
  existsb (Ascii.eqb c) [" "; "009"; "010"; "013"].
Definition word_letters : text := list_ascii_of_string
  "0123456789.+-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"%string.
Definition is_word (c : ascii) : bool := existsb (Ascii.eqb c) word_letters.
Definition punctuation (c : ascii) : option token :=
  if Ascii.eqb c "{" then Some LBrace else if Ascii.eqb c "}" then Some RBrace
  else if Ascii.eqb c "[" then Some LBrack else if Ascii.eqb c "]" then Some RBrack
  else if Ascii.eqb c ":" then Some Colon else if Ascii.eqb c "," then Some Comma else None.
Definition quote : ascii := "034".
Definition backslash : ascii := "092".
(* the character that a backslash and c stand for; \u is not read *)
Definition escaped (c : ascii) : option ascii :=
  if Ascii.eqb c quote then Some quote else if Ascii.eqb c backslash then Some backslash
  else if Ascii.eqb c "/" then Some "/" else if Ascii.eqb c "n" then Some "010"
  else if Ascii.eqb c "r" then Some "013" else if Ascii.eqb c "t" then Some "009" else None.
Definition is_plain (c : ascii) : bool :=
  match c with
  | Ascii _ _ _ _ _ false false false => false      (* below 32 *)
  | _ => negb (Ascii.eqb c quote) && negb (Ascii.eqb c backslash)
  end.

(* null, true, false, and integers without leading zeros *)
Definition is_digit (c : ascii) : bool := existsb (Ascii.eqb c) (list_ascii_of_string "0123456789"%string).
Definition is_natural (w : text) : bool :=
  match w with
  | [] => false
  | [c] => is_digit c
  | c :: w' => is_digit c && negb (Ascii.eqb c "0") && forallb is_digit w'
  end.
Fixpoint same (s t : text) : bool :=
  match s, t with
  | [], [] => true
  | a :: s', b :: t' => Ascii.eqb a b && same s' t'
  | _, _ => false
  end.
Definition is_value (w : text) : bool :=
  existsb (fun k => same w (list_ascii_of_string k)) ["null"; "true"; "false"]%string
  || match w with
     | c :: w' => if Ascii.eqb c "-" then is_natural w' else is_natural w
     | [] => false
     end.

(* the inside of a string: characters in UTF-8, and escapes *)
Inductive inside : text -> text -> Prop :=
| in_nil : inside [] []
| in_plain s b u : inside s b -> is_character u = true -> forallb is_plain u = true -> inside (s ++ u) (b ++ u)
| in_escape s b c d : inside s b -> escaped c = Some d -> inside (s ++ [d]) (b ++ [backslash; c]).
Inductive spells : token -> text -> Prop :=
| sp_punctuation c t : punctuation c = Some t -> spells t [c]
| sp_word w : is_value w = true -> w <> [] -> forallb is_word w = true -> spells (Word w) w
| sp_string s b : inside s b -> spells (Str s) (quote :: b ++ [quote]).
Inductive spelled : list token -> text -> Prop :=
| st_nil : spelled [] []
| st_space ts s c : spelled ts s -> is_space c = true -> spelled ts (s ++ [c])
| st_token ts s t b : spelled ts s -> spells t b -> spelled (ts ++ [t]) (s ++ b).

Inductive json := JWord (w : text) | JStr (s : text) | JList (l : list json) | JObj (m : list (text * json)).

Definition separated (T : Type) (f : T -> list token) : list T -> list token :=
  fix go l := match l with
  | [] => []
  | [x] => f x
  | x :: l' => f x ++ [Comma] ++ go l'
  end.
Fixpoint tokens (j : json) : list token :=
  match j with
  | JWord w => [Word w]
  | JStr s => [Str s]
  | JList l => [LBrack] ++ separated tokens l ++ [RBrack]
  | JObj m => [LBrace] ++ separated (fun e => [Str (fst e); Colon] ++ tokens (snd e)) m ++ [RBrace]
  end.
Definition entry_tokens (e : text * json) : list token := [Str (fst e); Colon] ++ tokens (snd e).

Definition json_text (s : text) (j : json) : Prop := spelled (tokens j) s.

(* the reverse in linear time *)
Definition reverse (T : Type) (l : list T) : list T := rev_append l [].
Lemma reverseE (T : Type) (l : list T) : reverse l = rev l.
Proof. unfold reverse; rewrite rev_alt; reflexivity. Qed.

(* ---------- the lexer ---------- *)
(* all lists are kept reversed; u is the beginning of a character *)
Inductive lexing := Between | InWord (w : text) | InString (s : text) | Escape (s : text) | Character (s u : text).
Definition start_token (ts : list token) (c : ascii) : option (list token * lexing) :=
  if is_space c then Some (ts, Between)
  else match punctuation c with
       | Some t => Some (t :: ts, Between)
       | None => if Ascii.eqb c quote then Some (ts, InString [])
                 else if is_word c then Some (ts, InWord [c]) else None
       end.
Definition lex_step (q : list token * lexing) (c : ascii) : option (list token * lexing) :=
  let (ts, st) := q in
  match st with
  | Between => start_token ts c
  | InWord w => if is_word c then Some (ts, InWord (c :: w))
                else if is_value (reverse w) then start_token (Word (reverse w) :: ts) c else None
  | InString s => if Ascii.eqb c quote then Some (Str (reverse s) :: ts, Between)
                  else if Ascii.eqb c backslash then Some (ts, Escape s)
                  else if is_plain c then Some (ts, if is_ascii c then InString (c :: s) else Character s [c]) else None
  | Escape s => match escaped c with Some d => Some (ts, InString (d :: s)) | None => None end
  | Character s u => if is_plain c
                     then if is_character (reverse (c :: u)) then Some (ts, InString (c :: u ++ s))
                          else if Nat.leb 3 (List.length u) then None else Some (ts, Character s (c :: u))
                     else None
  end.
Fixpoint run (S C : Type) (f : S -> C -> option S) (q : S) (l : list C) : option S :=
  match l with
  | [] => Some q
  | c :: l' => match f q c with Some q' => run f q' l' | None => None end
  end.
Definition lex (s : text) : option (list token) :=
  match run lex_step ([], Between) s with
  | Some (ts, Between) => Some (reverse ts)
  | Some (ts, InWord w) => if is_value (reverse w) then Some (reverse (Word (reverse w) :: ts)) else None
  | _ => None
  end.

(* ---------- the parser ---------- *)
Inductive frame := FList (l : list json) | FObj (m : list (text * json)) (k : text).
Inductive parsing :=
| Value                                  (* a value is expected *)
| ValueOrEnd                             (* or the end of the list just opened *)
| KeyOrEnd | Key (m : list (text * json)) | KeyColon (m : list (text * json)) (k : text)
| After (j : json).                      (* a value is complete *)
Definition value_of_token (fs : list frame) (t : token) : option (list frame * parsing) :=
  match t with
  | Word w => Some (fs, After (JWord w))
  | Str s => Some (fs, After (JStr s))
  | LBrack => Some (fs, ValueOrEnd)
  | LBrace => Some (fs, KeyOrEnd)
  | _ => None
  end.
Definition parse_step (q : list frame * parsing) (t : token) : option (list frame * parsing) :=
  let (fs, st) := q in
  match st, t with
  | Value, _ => value_of_token fs t
  | ValueOrEnd, RBrack => Some (fs, After (JList []))
  | ValueOrEnd, _ => value_of_token (FList [] :: fs) t
  | KeyOrEnd, RBrace => Some (fs, After (JObj []))
  | KeyOrEnd, Str k => Some (fs, KeyColon [] k)
  | Key m, Str k => Some (fs, KeyColon m k)
  | KeyColon m k, Colon => Some (FObj m k :: fs, Value)
  | After j, Comma => match fs with
                      | FList l :: fs' => Some (FList (j :: l) :: fs', Value)
                      | FObj m k :: fs' => Some (fs', Key ((k, j) :: m))
                      | [] => None
                      end
  | After j, RBrack => match fs with FList l :: fs' => Some (fs', After (JList (reverse (j :: l)))) | _ => None end
  | After j, RBrace => match fs with FObj m k :: fs' => Some (fs', After (JObj (reverse ((k, j) :: m)))) | _ => None end
  | _, _ => None
  end.
Definition parse (ts : list token) : option json :=
  match run parse_step ([], Value) ts with Some ([], After j) => Some j | _ => None end.
Definition read_json (s : text) : option json :=
  match lex s with Some ts => parse ts | None => None end.

(* ---------- soundness ---------- *)
Lemma run_inv (S C : Type) (f : S -> C -> option S) (P : S -> list C -> Prop) :
  (forall q c q' l, P q l -> f q c = Some q' -> P q' (l ++ [c])) ->
  forall l q l0 q', P q l0 -> run f q l = Some q' -> P q' (l0 ++ l).
Proof.
intros H; induction l as [|c l IH]; simpl; intros q l0 q' h e.
- inversion e; subst; rewrite app_nil_r; exact h.
- destruct (f q c) as [q1|] eqn:E; [|discriminate].
  replace (l0 ++ c :: l) with ((l0 ++ [c]) ++ l) by (rewrite <- app_assoc; reflexivity).
  apply (IH q1); [apply (H q); assumption | exact e].
Qed.

Definition lex_inv (q : list token * lexing) (s : text) : Prop :=
  exists a b, s = a ++ b /\ spelled (rev (fst q)) a /\
  match snd q with
  | Between => b = []
  | InWord w => b = rev w /\ w <> [] /\ forallb is_word w = true
  | InString t => exists b', b = quote :: b' /\ inside (rev t) b'
  | Escape t => exists b', b = quote :: b' ++ [backslash] /\ inside (rev t) b'
  | Character t u => exists b', b = quote :: b' ++ rev u /\ inside (rev t) b' /\ forallb is_plain u = true
  end.

Lemma forallb_rev (T : Type) (f : T -> bool) l : forallb f (rev l) = forallb f l.
Proof.
induction l as [|x l IH]; simpl; [reflexivity|].
rewrite forallb_app, IH; simpl; rewrite andb_true_r; apply andb_comm.
Qed.

Lemma start_token_inv ts c q' s : spelled (rev ts) s -> start_token ts c = Some q' -> lex_inv q' (s ++ [c]).
Proof.
unfold start_token; intros h.
destruct (is_space c) eqn:E1.
{ intros e; inversion e; subst; exists (s ++ [c]), []; rewrite app_nil_r; simpl; repeat split; auto.
  apply st_space; assumption. }
destruct (punctuation c) as [t|] eqn:E2.
{ intros e; inversion e; subst; exists (s ++ [c]), []; rewrite app_nil_r; simpl; repeat split; auto.
  apply st_token; [assumption | apply sp_punctuation; assumption]. }
destruct (Ascii.eqb c quote) eqn:E3.
{ apply Ascii.eqb_eq in E3; subst; intros e; inversion e; subst; exists s, [quote]; simpl; repeat split; auto.
  exists []; split; [reflexivity | apply in_nil]. }
destruct (is_word c) eqn:E4; [|discriminate].
intros e; inversion e; subst; exists s, [c]; simpl; repeat split; auto; [discriminate | rewrite E4; reflexivity].
Qed.

Lemma lex_step_inv q c q' s : lex_inv q s -> lex_step q c = Some q' -> lex_inv q' (s ++ [c]).
Proof.
destruct q as [ts st]; intros [a [b [-> [h hb]]]]; simpl in h, hb; destruct st as [|w|t|t|t u];
  cbn [lex_step]; rewrite ?reverseE.
- subst b; rewrite app_nil_r; intros e; eapply start_token_inv; eauto.
- destruct hb as [-> [w0 hw]]; destruct (is_word c) eqn:E.
  + intros e; inversion e; subst; exists a, (rev (c :: w)); simpl; rewrite app_assoc; repeat split; auto.
    * discriminate.
    * rewrite E, hw; reflexivity.
  + destruct (is_value (rev w)) eqn:V; [|discriminate].
    intros e; eapply start_token_inv; [|exact e]; simpl.
    apply st_token; [assumption|]; apply sp_word; [assumption| |].
    * intros n; apply w0; rewrite <- (rev_involutive w), n; reflexivity.
    * rewrite forallb_rev; assumption.
- destruct hb as [b' [-> hi]]; destruct (Ascii.eqb c quote) eqn:E.
  { apply Ascii.eqb_eq in E; subst; intros e; inversion e; subst.
    exists ((a ++ quote :: b') ++ [quote]), []; rewrite app_nil_r; simpl; repeat split; auto.
    rewrite <- app_assoc; apply st_token; [assumption|]; apply (@sp_string (rev t) b'); assumption. }
  destruct (Ascii.eqb c backslash) eqn:E2.
  { apply Ascii.eqb_eq in E2; subst; intros e; inversion e; subst.
    exists a, (quote :: b' ++ [backslash]); rewrite <- app_assoc; simpl; repeat split; auto.
    exists b'; split; [reflexivity | assumption]. }
  destruct (is_plain c) eqn:E3; [|discriminate]; destruct (is_ascii c) eqn:E4;
    intros e; inversion e; subst; exists a, (quote :: b' ++ [c]); rewrite <- app_assoc; simpl; repeat split; auto.
  + exists (b' ++ [c]); split; [reflexivity|].
    apply in_plain; [assumption | exact E4 | simpl; rewrite E3; reflexivity].
  + exists b'; simpl; rewrite E3; auto.
- destruct hb as [b' [-> hi]]; destruct (escaped c) as [d|] eqn:E; [|discriminate].
  intros e; inversion e; subst; exists a, (quote :: (b' ++ [backslash]) ++ [c]); rewrite <- app_assoc; simpl.
  repeat split; auto.
  exists (b' ++ [backslash; c]); split; [rewrite <- app_assoc; reflexivity | apply in_escape; assumption].
- destruct hb as [b' [-> [hi hu]]]; destruct (is_plain c) eqn:E; [|discriminate].
  assert (hc : forallb is_plain (c :: u) = true) by (simpl; rewrite E, hu; reflexivity).
  destruct (is_character (rev (c :: u))) eqn:E2.
  { intros e; inversion e; subst; exists a, (quote :: b' ++ rev (c :: u)); simpl; rewrite <- !app_assoc; simpl.
    rewrite <- app_assoc; repeat split; auto.
    exists (b' ++ rev (c :: u)); split; [reflexivity|].
    replace (rev (u ++ t) ++ [c]) with (rev t ++ rev (c :: u)) by (simpl; rewrite rev_app_distr, app_assoc; reflexivity).
    apply in_plain; [assumption..|]; rewrite forallb_rev; exact hc. }
  destruct (Nat.leb 3 (List.length u)); [discriminate|].
  intros e; inversion e; subst; exists a, (quote :: b' ++ rev (c :: u)); simpl; rewrite <- !app_assoc; simpl.
  rewrite <- app_assoc; repeat split; auto; exists b'; auto.
Qed.

Theorem lex_sound s ts : lex s = Some ts -> spelled ts s.
Proof.
unfold lex; destruct (run lex_step ([], Between) s) as [[ts' st]|] eqn:E; [|discriminate].
assert (H : lex_inv (ts', st) s).
{ change s with ([] ++ s); refine (@run_inv _ _ lex_step lex_inv lex_step_inv s ([], Between) [] _ _ E).
  exists [], []; simpl; repeat split; constructor. }
destruct H as [a [b [-> [h hb]]]]; simpl in h, hb; destruct st as [|w|t|t|t u]; try discriminate; rewrite ?reverseE.
- subst b; rewrite app_nil_r; intros e; inversion e; subst; assumption.
- destruct hb as [-> [w0 hw]]; destruct (is_value (rev w)) eqn:V; [|discriminate].
  intros e; inversion e; subst; simpl.
  apply st_token; [assumption|]; apply sp_word; [assumption| |].
  + intros n; apply w0; rewrite <- (rev_involutive w), n; reflexivity.
  + rewrite forallb_rev; assumption.
Qed.

(* the tokens that a state of the parser has read *)
Definition entry (e : text * json) : list token := [Str (fst e); Colon] ++ tokens (snd e).
Fixpoint closed (T : Type) (f : T -> list token) (l : list T) : list token :=   (* each with a comma behind it *)
  match l with [] => [] | x :: l' => f x ++ [Comma] ++ closed f l' end.
Definition frame_tokens (f : frame) : list token :=
  match f with
  | FList l => [LBrack] ++ closed tokens (rev l)
  | FObj m k => [LBrace] ++ closed entry (rev m) ++ [Str k; Colon]
  end.
Fixpoint stack_tokens (fs : list frame) : list token :=
  match fs with [] => [] | f :: fs' => stack_tokens fs' ++ frame_tokens f end.
Definition state_tokens (q : list frame * parsing) : list token :=
  stack_tokens (fst q) ++
  match snd q with
  | Value => []
  | ValueOrEnd => [LBrack]
  | KeyOrEnd => [LBrace]
  | Key m => [LBrace] ++ closed entry (rev m)
  | KeyColon m k => [LBrace] ++ closed entry (rev m) ++ [Str k]
  | After j => tokens j
  end.

Lemma closed_app (T : Type) (f : T -> list token) l l' : closed f (l ++ l') = closed f l ++ closed f l'.
Proof. induction l as [|x l IH]; simpl; [reflexivity | rewrite IH, <- app_assoc; reflexivity]. Qed.
Lemma separated_last (T : Type) (f : T -> list token) l x : separated f (l ++ [x]) = closed f l ++ f x.
Proof.
induction l as [|y l IH]; [reflexivity|].
change ((y :: l) ++ [x]) with (y :: (l ++ [x])).
simpl closed; rewrite <- app_assoc; simpl; rewrite <- IH.
destruct l; reflexivity.
Qed.

Ltac lists := simpl; repeat (rewrite <- ?app_assoc, ?closed_app, ?app_nil_r, ?separated_last; simpl); try reflexivity.

Lemma value_of_token_tokens fs t q' : value_of_token fs t = Some q' -> state_tokens q' = stack_tokens fs ++ [t].
Proof. destruct t; simpl; intros e; inversion e; subst; reflexivity. Qed.

Lemma parse_step_tokens q t q' : parse_step q t = Some q' -> state_tokens q' = state_tokens q ++ [t].
Proof.
destruct q as [fs st]; destruct st as [| | |m|m k|j].
- simpl; intros e; rewrite (value_of_token_tokens _ _ e); unfold state_tokens; lists.
- destruct t; try (intros e; pose proof (value_of_token_tokens (FList [] :: fs) _ e) as H; rewrite H;
    unfold state_tokens; lists; fail).
  simpl; intros e; inversion e; subst; unfold state_tokens; lists.
- destruct t; try discriminate; simpl; intros e; inversion e; subst; unfold state_tokens; lists.
- destruct t; try discriminate; simpl; intros e; inversion e; subst; unfold state_tokens; lists.
- destruct t; try discriminate; simpl; intros e; inversion e; subst; unfold state_tokens; lists.
- destruct t; try discriminate; destruct fs as [|[l|m k] fs]; try discriminate;
    intros e; inversion e; subst; unfold state_tokens; simpl fst; simpl snd; rewrite ?reverseE; simpl rev.
  + change (tokens (JObj (rev m ++ [(k, j)])))
      with ([LBrace] ++ separated entry (rev m ++ [(k, j)]) ++ [RBrace]); unfold entry at 1; lists.
  + change (tokens (JList (rev l ++ [j])))
      with ([LBrack] ++ separated tokens (rev l ++ [j]) ++ [RBrack]); lists.
  + lists.
  + lists.
Qed.

Theorem parse_sound ts j : parse ts = Some j -> tokens j = ts.
Proof.
unfold parse; destruct (run parse_step ([], Value) ts) as [[[|f fs] [| | |m|m k|j']]|] eqn:E; try discriminate.
intros e; inversion e; subst j'.
assert (H : state_tokens ([], After j) = ts); [|exact H].
change ts with ([] ++ ts).
refine (@run_inv _ _ parse_step (fun q l => state_tokens q = l) _ ts ([], Value) [] _ (eq_refl []) E).
intros q c q' l <- h; exact (parse_step_tokens _ _ h).
Qed.

(* no two values have the same tokens *)
Lemma run_app (S C : Type) (f : S -> C -> option S) l l' q :
  run f q (l ++ l') = match run f q l with Some q' => run f q' l' | None => None end.
Proof. revert q; induction l as [|c l IH]; simpl; intros q; [reflexivity | destruct (f q c); [apply IH | reflexivity]]. Qed.

Fixpoint size (j : json) : nat :=
  match j with
  | JWord _ | JStr _ => 1
  | JList l => S ((fix go l := match l with [] => 0 | x :: l' => S (size x + go l') end) l)
  | JObj m => S ((fix go m := match m with [] => 0 | (_, x) :: m' => S (size x + go m') end) m)
  end.

Lemma run_tokens n : forall j, (size j <= n)%nat ->
  forall fs, run parse_step (fs, Value) (tokens j) = Some (fs, After j).
Proof.
assert (first : forall j, match tokens j with RBrack :: _ => False | _ => True end) by (intros [| | |]; exact I).
assert (opened : forall j fs, run parse_step (fs, ValueOrEnd) (tokens j) = run parse_step (FList [] :: fs, Value) (tokens j)).
{ intros j fs; specialize (first j); destruct (tokens j) as [|t ts] eqn:E; [destruct j; discriminate|].
  destruct t; try contradiction; reflexivity. }
induction n as [|n IH]; intros j hj; [destruct j; simpl in hj; inversion hj|].
destruct j as [w|s|l|m]; intros fs; try reflexivity.
- change (run parse_step (fs, ValueOrEnd) (separated tokens l ++ [RBrack]) = Some (fs, After (JList l))).
  destruct l as [|x l]; [reflexivity|].
  assert (rest : forall l x acc, (size (JList (x :: l)) <= S n)%nat ->
    run parse_step (FList acc :: fs, Value) (separated tokens (x :: l) ++ [RBrack])
    = Some (fs, After (JList (rev acc ++ x :: l)))).
  { clear x l hj; intros l; induction l as [|y l IHl]; intros x acc hx.
    - simpl separated; rewrite run_app; rewrite (IH x ltac:(simpl in hx; lia)); simpl; rewrite reverseE; reflexivity.
    - change (separated tokens (x :: y :: l)) with (tokens x ++ [Comma] ++ separated tokens (y :: l)).
      rewrite <- app_assoc, run_app, (IH x ltac:(simpl in hx; lia)).
      transitivity (run parse_step (FList (x :: acc) :: fs, Value) (separated tokens (y :: l) ++ [RBrack])); [reflexivity|].
      rewrite IHl by (simpl in hx |- *; lia); simpl; rewrite <- app_assoc; reflexivity. }
  refine (eq_trans _ (rest l x [] hj)).
  assert (h : exists t ts, separated tokens (x :: l) ++ [RBrack] = tokens x ++ t :: ts).
  { destruct l as [|y l]; [exists RBrack, []; reflexivity|].
    exists Comma, (separated tokens (y :: l) ++ [RBrack]); simpl; rewrite <- app_assoc; reflexivity. }
  destruct h as [t [ts ->]]; rewrite !run_app, opened; reflexivity.
- change (run parse_step (fs, KeyOrEnd) (separated entry_tokens m ++ [RBrace]) = Some (fs, After (JObj m))).
  destruct m as [|[k x] m]; [reflexivity|].
  assert (rest : forall m k x acc, (size (JObj ((k, x) :: m)) <= S n)%nat ->
    run parse_step (fs, Key acc) (separated entry_tokens ((k, x) :: m) ++ [RBrace])
    = Some (fs, After (JObj (rev acc ++ (k, x) :: m)))).
  { clear k x m hj; intros m; induction m as [|[k' y] m IHm]; intros k x acc hx.
    - simpl separated; unfold entry_tokens; simpl; rewrite run_app.
      rewrite (IH x ltac:(simpl in hx; lia)); simpl; rewrite reverseE; reflexivity.
    - change (separated entry_tokens ((k, x) :: (k', y) :: m))
        with (Str k :: Colon :: tokens x ++ [Comma] ++ separated entry_tokens ((k', y) :: m)).
      transitivity (run parse_step (FObj acc k :: fs, Value)
        ((tokens x ++ [Comma] ++ separated entry_tokens ((k', y) :: m)) ++ [RBrace])); [reflexivity|].
      rewrite <- app_assoc, run_app, (IH x ltac:(simpl in hx; lia)).
      transitivity (run parse_step (fs, Key ((k, x) :: acc)) (separated entry_tokens ((k', y) :: m) ++ [RBrace])); [reflexivity|].
      rewrite IHm by (simpl in hx |- *; lia); simpl; rewrite <- app_assoc; reflexivity. }
  refine (eq_trans _ (rest m k x [] hj)).
  destruct m as [|[k' y] m]; reflexivity.
Qed.

Theorem parse_complete j : parse (tokens j) = Some j.
Proof. unfold parse; rewrite (run_tokens j (le_n (size j))); reflexivity. Qed.
Corollary tokens_injective j j' : tokens j = tokens j' -> j = j'.
Proof. intros h; pose proof (parse_complete j) as a; rewrite h, parse_complete in a; inversion a; reflexivity. Qed.

Theorem read_json_sound s j : read_json s = Some j -> json_text s j.
Proof.
unfold read_json, json_text; destruct (lex s) as [ts|] eqn:E; [|discriminate].
intros h; rewrite (parse_sound _ h); exact (lex_sound _ E).
Qed.

(* ---------- UTF-8 ---------- *)
Lemma ascii_utf8 c : is_ascii c = true -> utf8 [c].
Proof. intros h; exact (utf8_one [c] h). Qed.
Lemma space_ascii c : is_space c = true -> is_ascii c = true.
Proof. destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || discriminate). Qed.
Lemma word_ascii c : is_word c = true -> is_ascii c = true.
Proof. destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || discriminate). Qed.
Lemma punctuation_ascii c t : punctuation c = Some t -> is_ascii c = true.
Proof. destruct c as [[] [] [] [] [] [] [] []]; (reflexivity || discriminate). Qed.
Lemma escaped_ascii c d : escaped c = Some d -> is_ascii c = true /\ is_ascii d = true.
Proof. destruct c as [[] [] [] [] [] [] [] []]; try discriminate; intros e; inversion e; split; reflexivity. Qed.

Lemma inside_utf8 s b : inside s b -> utf8 s /\ utf8 b.
Proof.
induction 1 as [|s b u _ [hs hb] hu _|s b c d _ [hs hb] e].
- split; constructor.
- split; apply utf8_char; assumption.
- destruct (escaped_ascii _ e) as [hc hd]; split; apply utf8_app; try assumption; [exact (ascii_utf8 _ hd)|].
  apply (utf8_app (s := [backslash])); [exact (utf8_one [backslash] eq_refl) | exact (ascii_utf8 _ hc)].
Qed.
Lemma spelled_utf8 ts s : spelled ts s -> utf8 s.
Proof.
induction 1 as [|ts s c _ IH hc|ts s t b _ IH hb]; [constructor | |]; apply utf8_app; auto.
- apply ascii_utf8, space_ascii, hc.
- destruct hb as [c t e|w _ _ hw|x b hi].
  + exact (ascii_utf8 _ (punctuation_ascii _ e)).
  + induction w as [|c w IHw]; [constructor|]; simpl in hw; apply andb_true_iff in hw; destruct hw as [hc hw].
    apply (utf8_app (s := [c])); [exact (ascii_utf8 _ (word_ascii _ hc)) | auto].
  + destruct (inside_utf8 hi) as [_ hb]; apply (utf8_app (s := [quote])); [exact (utf8_one [quote] eq_refl)|].
    apply utf8_app; [exact hb | exact (utf8_one [quote] eq_refl)].
Qed.
Theorem json_text_utf8 s j : json_text s j -> utf8 s.
Proof. exact (@spelled_utf8 (tokens j) s). Qed.
Corollary read_json_utf8 s j : read_json s = Some j -> utf8 s.
Proof. intros h; exact (json_text_utf8 (read_json_sound _ h)). Qed.

(* each character is read *)
Lemma run_character ts s u : is_character u = true -> forallb is_plain u = true ->
  run lex_step (ts, InString s) u = Some (ts, InString (rev u ++ s)).
Proof.
assert (other : forall c, is_plain c = true -> Ascii.eqb c quote = false /\ Ascii.eqb c backslash = false).
{ intros c; destruct c as [[] [] [] [] [] [] [] []]; (discriminate || split; reflexivity). }
intros h; assert (part : forall x y, u = x ++ y -> x <> [] -> y <> [] -> is_character x = false).
{ intros x y -> x0 y0; exact (prefix_free h x0 y0). }
destruct u as [|a [|b [|c [|d [|]]]]]; try discriminate; simpl forallb; rewrite ?andb_true_iff; intros hp;
  (assert (pa : is_plain a = true) by tauto); destruct (other a pa) as [qa ba]; cbn [run lex_step]; rewrite qa, ba, pa.
- change (is_ascii a = true) in h; rewrite h; reflexivity.
- pose proof (part [a] [b] eq_refl ltac:(discriminate) ltac:(discriminate)) as h1; change (is_ascii a = false) in h1.
  assert (pb : is_plain b = true) by tauto; rewrite h1; cbn [run lex_step]; rewrite pb.
  change (reverse [b; a]) with [a; b]; rewrite h; reflexivity.
- pose proof (part [a] [b; c] eq_refl ltac:(discriminate) ltac:(discriminate)) as h1; change (is_ascii a = false) in h1.
  pose proof (part [a; b] [c] eq_refl ltac:(discriminate) ltac:(discriminate)) as h2.
  assert (pb : is_plain b = true /\ is_plain c = true) by tauto; destruct pb as [pb pc].
  rewrite h1; cbn [run lex_step]; rewrite pb; change (reverse [b; a]) with [a; b]; rewrite h2.
  cbn [List.length Nat.leb run lex_step]; rewrite pc.
  change (reverse [c; b; a]) with [a; b; c]; rewrite h; reflexivity.
- pose proof (part [a] [b; c; d] eq_refl ltac:(discriminate) ltac:(discriminate)) as h1; change (is_ascii a = false) in h1.
  pose proof (part [a; b] [c; d] eq_refl ltac:(discriminate) ltac:(discriminate)) as h2.
  pose proof (part [a; b; c] [d] eq_refl ltac:(discriminate) ltac:(discriminate)) as h3.
  assert (pb : is_plain b = true /\ is_plain c = true /\ is_plain d = true) by tauto; destruct pb as [pb [pc pd]].
  rewrite h1; cbn [run lex_step]; rewrite pb; change (reverse [b; a]) with [a; b]; rewrite h2.
  cbn [List.length Nat.leb run lex_step]; rewrite pc.
  change (reverse [c; b; a]) with [a; b; c]; rewrite h3; cbn [List.length Nat.leb run lex_step]; rewrite pd.
  change (reverse [d; c; b; a]) with [a; b; c; d]; rewrite h; reflexivity.
Qed.
