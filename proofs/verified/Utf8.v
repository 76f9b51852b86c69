(* UTF-8, by RFC 3629: the bytes of a character, and of a text.

   is_character u     the bytes u are those of one character, by the grammar of section 4: no byte more than needed, no
                      surrogate, nothing above 0x10FFFF
   utf8 s             the bytes s are those of characters, one after another
   is_character_iff   the grammar has exactly the encodings of section 3, of all code points but the surrogates *)
From Coq Require Import List Ascii Bool NArith Lia.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope list_scope.
Local Open Scope N_scope.

Definition is_ascii (c : ascii) : bool := let 'Ascii _ _ _ _ _ _ _ top := c in negb top.
Definition within (low high : N) (c : ascii) : bool := (low <=? N_of_ascii c) && (N_of_ascii c <=? high).
Definition is_tail : ascii -> bool := within 0x80 0xBF.
Definition is_character (u : list ascii) : bool :=
  match u with
  | [a] => is_ascii a
  | [a; b] => within 0xC2 0xDF a && is_tail b
  | [a; b; c] =>
      (within 0xE0 0xE0 a && within 0xA0 0xBF b || within 0xE1 0xEC a && is_tail b
       || within 0xED 0xED a && within 0x80 0x9F b || within 0xEE 0xEF a && is_tail b) && is_tail c
  | [a; b; c; d] =>
      (within 0xF0 0xF0 a && within 0x90 0xBF b || within 0xF1 0xF3 a && is_tail b
       || within 0xF4 0xF4 a && within 0x80 0x8F b) && is_tail c && is_tail d
  | _ => false
  end.

Inductive utf8 : list ascii -> Prop :=
| utf8_nil : utf8 []
| utf8_char s u : utf8 s -> is_character u = true -> utf8 (s ++ u).

Lemma utf8_app s t : utf8 s -> utf8 t -> utf8 (s ++ t).
Proof.
intros hs ht; induction ht as [|t u _ IH hu]; [rewrite app_nil_r; exact hs|].
rewrite app_assoc; apply utf8_char; assumption.
Qed.
Lemma utf8_one u : is_character u = true -> utf8 u.
Proof. intros h; change u with ([] ++ u); apply utf8_char; [constructor | exact h]. Qed.

(* ---------- the same by code points ---------- *)
Definition scalar (n : N) : Prop := n < 0xD800 \/ 0xE000 <= n < 0x110000.
Definition encode (n : N) : list ascii := map ascii_of_N (
  if n <? 0x80 then [n]
  else if n <? 0x800 then [0xC0 + n / 0x40; 0x80 + n mod 0x40]
  else if n <? 0x10000 then [0xE0 + n / 0x1000; 0x80 + n / 0x40 mod 0x40; 0x80 + n mod 0x40]
  else [0xF0 + n / 0x40000; 0x80 + n / 0x1000 mod 0x40; 0x80 + n / 0x40 mod 0x40; 0x80 + n mod 0x40]).

Lemma is_asciiE a : is_ascii a = within 0 0x7F a.
Proof. destruct a as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Lemma withinP low high c : within low high c = true <-> low <= N_of_ascii c <= high.
Proof. unfold within; rewrite andb_true_iff, !N.leb_le; reflexivity. Qed.
Lemma within_of_N low high n : n < 256 -> within low high (ascii_of_N n) = true <-> low <= n <= high.
Proof. intros h; rewrite withinP, N_ascii_embedding by exact h; reflexivity. Qed.

(* no character begins with another *)
Lemma prefix_free u v : is_character (u ++ v) = true -> u <> [] -> v <> [] -> is_character u = false.
Proof.
intros h u0 v0; destruct (is_character u) eqn:E; [exfalso|reflexivity]; revert h E.
destruct u as [|a [|b [|c [|d [|]]]]]; try contradiction; try discriminate;
  destruct v as [|a' [|b' [|c' [|]]]]; try contradiction; try discriminate;
  cbn [app is_character]; unfold is_tail; rewrite ?is_asciiE, ?andb_true_iff, ?orb_true_iff, ?andb_true_iff, ?withinP; lia.
Qed.

(* the digits of a number *)
Lemma digit q r : r < 0x40 -> (q * 0x40 + r) / 0x40 = q /\ (q * 0x40 + r) mod 0x40 = r.
Proof.
intros h; split.
- rewrite N.div_add_l by discriminate; rewrite (N.div_small r) by exact h; apply N.add_0_r.
- rewrite N.add_comm, N.mod_add by discriminate; apply N.mod_small; exact h.
Qed.
Lemma digit2 n : n / 0x1000 = n / 0x40 / 0x40.
Proof. rewrite N.div_div by discriminate; reflexivity. Qed.
Lemma digit3 n : n / 0x40000 = n / 0x40 / 0x40 / 0x40.
Proof. rewrite !N.div_div by discriminate; reflexivity. Qed.
Lemma split_digit n : exists q r, n = q * 0x40 + r /\ r < 0x40.
Proof.
exists (n / 0x40), (n mod 0x40); split; [|apply N.mod_lt; discriminate].
rewrite (N.div_mod n 0x40) at 1 by discriminate; lia.
Qed.

Theorem is_character_iff u : is_character u = true <-> exists n, scalar n /\ u = encode n.
Proof.
unfold scalar; split.
- assert (back : forall c n, n = N_of_ascii c -> c = ascii_of_N n)
    by (intros c n ->; symmetry; apply ascii_N_embedding).
  assert (byte : forall c, N_of_ascii c < 256) by (intros c; apply N_ascii_bounded).
  destruct u as [|a [|b [|c [|d [|]]]]]; try discriminate; cbn [is_character]; unfold is_tail;
    rewrite ?is_asciiE, ?andb_true_iff, ?orb_true_iff, ?andb_true_iff, ?withinP.
  + intros h; exists (N_of_ascii a); split; [lia|]; unfold encode.
    rewrite (proj2 (N.ltb_lt _ _)) by lia; cbn [map]; rewrite ascii_N_embedding; reflexivity.
  + intros h; remember (N_of_ascii a - 0xC0) as x eqn:ex; remember (N_of_ascii b - 0x80) as y eqn:ey.
    exists (x * 0x40 + y); split; [lia|]; unfold encode.
    rewrite (proj2 (N.ltb_ge _ _)), (proj2 (N.ltb_lt _ _)) by lia; cbn [map].
    destruct (@digit x y) as [-> ->]; [lia|].
    repeat f_equal; apply back; lia.
  + intros h; remember (N_of_ascii a - 0xE0) as x eqn:ex; remember (N_of_ascii b - 0x80) as y eqn:ey.
    remember (N_of_ascii c - 0x80) as z eqn:ez.
    exists ((x * 0x40 + y) * 0x40 + z); split; [lia|]; unfold encode.
    rewrite (proj2 (N.ltb_ge _ 0x80)), (proj2 (N.ltb_ge _ _)), (proj2 (N.ltb_lt _ _)) by lia; cbn [map].
    rewrite digit2; destruct (@digit (x * 0x40 + y) z) as [-> ->]; [lia|].
    destruct (@digit x y) as [-> ->]; [lia|].
    repeat f_equal; apply back; lia.
  + intros h; remember (N_of_ascii a - 0xF0) as x eqn:ex; remember (N_of_ascii b - 0x80) as y eqn:ey.
    remember (N_of_ascii c - 0x80) as z eqn:ez.
    remember (N_of_ascii d - 0x80) as w eqn:ew.
    exists (((x * 0x40 + y) * 0x40 + z) * 0x40 + w); split; [lia|]; unfold encode.
    rewrite (proj2 (N.ltb_ge _ 0x80)), (proj2 (N.ltb_ge _ 0x800)), (proj2 (N.ltb_ge _ _)) by lia; cbn [map].
    rewrite digit3, digit2; destruct (@digit ((x * 0x40 + y) * 0x40 + z) w) as [-> ->]; [lia|].
    destruct (@digit (x * 0x40 + y) z) as [-> ->]; [lia|].
    destruct (@digit x y) as [-> ->]; [lia|].
    repeat f_equal; apply back; lia.
- intros [n [hn ->]]; unfold encode.
  destruct (N.ltb_spec n 0x80) as [h1|h1]; [|destruct (N.ltb_spec n 0x800) as [h2|h2];
    [|destruct (N.ltb_spec n 0x10000) as [h3|h3]]]; cbn [map]; cbn [is_character]; unfold is_tail.
  + rewrite is_asciiE, within_of_N by lia; lia.
  + destruct (split_digit n) as [x [y [-> hy]]]; destruct (@digit x y hy) as [-> ->].
    rewrite ?andb_true_iff, ?within_of_N by lia; lia.
  + destruct (split_digit n) as [q [z [-> hz]]]; rewrite digit2; destruct (@digit q z hz) as [-> ->].
    destruct (split_digit q) as [x [y [-> hy]]]; destruct (@digit x y hy) as [-> ->].
    rewrite ?andb_true_iff, ?orb_true_iff, ?andb_true_iff, ?within_of_N by lia; lia.
  + destruct (split_digit n) as [q [w [-> hw]]]; rewrite digit3, digit2; destruct (@digit q w hw) as [-> ->].
    destruct (split_digit q) as [p [z [-> hz]]]; destruct (@digit p z hz) as [-> ->].
    destruct (split_digit p) as [x [y [-> hy]]]; destruct (@digit x y hy) as [-> ->].
    rewrite ?andb_true_iff, ?orb_true_iff, ?andb_true_iff, ?within_of_N by lia; lia.
Qed.
