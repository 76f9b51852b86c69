
type __ = Obj.t

val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val add : nat -> nat -> nat

val mul : nat -> nat -> nat

val sub : nat -> nat -> nat

val leb : nat -> nat -> bool

val eqb : bool -> bool -> bool

type reflect =
| ReflectT
| ReflectF

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Big_int_Z.big_int -> mask

  val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val iter : ('a1 -> 'a1) -> 'a1 -> Big_int_Z.big_int -> 'a1

  val div2 : Big_int_Z.big_int -> Big_int_Z.big_int

  val div2_up : Big_int_Z.big_int -> Big_int_Z.big_int

  val size_nat : Big_int_Z.big_int -> nat

  val size : Big_int_Z.big_int -> Big_int_Z.big_int

  val compare_cont :
    comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val sqrtrem_step :
    (Big_int_Z.big_int -> Big_int_Z.big_int) -> (Big_int_Z.big_int ->
    Big_int_Z.big_int) -> (Big_int_Z.big_int * mask) ->
    Big_int_Z.big_int * mask

  val sqrtrem : Big_int_Z.big_int -> Big_int_Z.big_int * mask

  val sqrt : Big_int_Z.big_int -> Big_int_Z.big_int

  val gcdn :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_int_Z.big_int -> 'a1 -> 'a1

  val to_nat : Big_int_Z.big_int -> nat

  val of_succ_nat : nat -> Big_int_Z.big_int
 end

module N :
 sig
  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val to_nat : Big_int_Z.big_int -> nat
 end

module Z :
 sig
  val double : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val opp : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred : Big_int_Z.big_int -> Big_int_Z.big_int

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pow_pos : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pow : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val max : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val min : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val abs : Big_int_Z.big_int -> Big_int_Z.big_int

  val to_nat : Big_int_Z.big_int -> nat

  val of_nat : nat -> Big_int_Z.big_int

  val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val modulo : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val div2 : Big_int_Z.big_int -> Big_int_Z.big_int

  val log2 : Big_int_Z.big_int -> Big_int_Z.big_int

  val sqrt : Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val shiftl : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val shiftr : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val log2_up : Big_int_Z.big_int -> Big_int_Z.big_int

  val lcm : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val n_of_digits : bool list -> Big_int_Z.big_int

val n_of_ascii : char -> Big_int_Z.big_int

val nat_of_ascii : char -> nat

val list_ascii_of_string : char list -> char list

val is_left : bool -> bool

val iffP : bool -> reflect -> reflect

val idP : bool -> reflect

type 't pred0 = 't -> bool

type 't rel = 't -> 't pred0

module Equality :
 sig
  type 't axiom = 't -> 't -> reflect

  type 't mixin_of = { op : 't rel; mixin_of__1 : 't axiom }

  val op : 'a1 mixin_of -> 'a1 rel

  type coq_type =
    __ mixin_of
    (* singleton inductive, whose constructor was Pack *)

  type sort = __

  val coq_class : coq_type -> sort mixin_of
 end

val eq_op : Equality.coq_type -> Equality.sort rel

val eqn : nat -> nat -> bool

val eqnP : nat Equality.axiom

val nat_eqMixin : nat Equality.mixin_of

val nat_eqType : Equality.coq_type

val addn_rec : nat -> nat -> nat

val addn : nat -> nat -> nat

val subn_rec : nat -> nat -> nat

val subn : nat -> nat -> nat

val leq : nat -> nat -> bool

val iter0 : nat -> ('a1 -> 'a1) -> 'a1 -> 'a1

val muln_rec : nat -> nat -> nat

val muln : nat -> nat -> nat

val size0 : 'a1 list -> nat

val nilp : 'a1 list -> bool

val head : 'a1 -> 'a1 list -> 'a1

val ncons : nat -> 'a1 -> 'a1 list -> 'a1 list

val nseq : nat -> 'a1 -> 'a1 list

val cat : 'a1 list -> 'a1 list -> 'a1 list

val filter0 : 'a1 pred0 -> 'a1 list -> 'a1 list

val all : 'a1 pred0 -> 'a1 list -> bool

val catrev : 'a1 list -> 'a1 list -> 'a1 list

val rev : 'a1 list -> 'a1 list

val map0 : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val foldr : ('a1 -> 'a2 -> 'a2) -> 'a2 -> 'a1 list -> 'a2

val sumn : nat list -> nat

val foldl : ('a2 -> 'a1 -> 'a2) -> 'a2 -> 'a1 list -> 'a2

val flatten : 'a1 list list -> 'a1 list

val dn : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

val up : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

val quot_up : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

val powersZ :
  (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> nat -> Big_int_Z.big_int list

type zstep = { zn : nat; zc : Big_int_Z.big_int; za : Big_int_Z.big_int;
               zb : Big_int_Z.big_int }

type enclosed = { lows : zstep list; ups : zstep list;
                  y_lo : Big_int_Z.big_int; y_up : Big_int_Z.big_int;
                  w_lo : Big_int_Z.big_int; w_up : Big_int_Z.big_int;
                  total_units : nat; pos_j : nat }

type evaluator = Big_int_Z.big_int -> enclosed -> Big_int_Z.big_int

val series :
  Big_int_Z.big_int -> Big_int_Z.big_int -> nat ->
  (Big_int_Z.big_int * Big_int_Z.big_int) * Big_int_Z.big_int

val halvings : Big_int_Z.big_int -> Big_int_Z.big_int -> nat

val terms : Big_int_Z.big_int -> nat

val square :
  (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
  Big_int_Z.big_int

val exp_neg :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int * Big_int_Z.big_int

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

val expand : (group -> 'a1) -> group list -> 'a1 list

val scale_ok : scale -> bool

val inverse :
  Big_int_Z.big_int -> scale -> Big_int_Z.big_int * Big_int_Z.big_int

val position : query -> nat

val rest : scale -> query -> scale option

val group_ok : Big_int_Z.big_int -> Big_int_Z.big_int -> group -> bool

val masses_lo :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> group ->
  zstep

val masses_up :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> group ->
  zstep

val power :
  (Big_int_Z.big_int -> Big_int_Z.big_int) -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> nat -> Big_int_Z.big_int

val survival_lo : Big_int_Z.big_int -> group list -> Big_int_Z.big_int

val survival_up : Big_int_Z.big_int -> group list -> Big_int_Z.big_int

val check_with : evaluator -> evaluator -> claim -> bool

val walk :
  (Big_int_Z.big_int -> 'a1 -> 'a1 -> 'a1) -> ('a1 -> 'a1 -> 'a1 -> 'a1) ->
  Big_int_Z.big_int -> 'a1 -> 'a1 -> 'a1 -> 'a1 list -> 'a1

val maddZ :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int

val next_lo :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int

val next_up :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int

val places :
  Big_int_Z.big_int -> Big_int_Z.big_int -> nat -> Big_int_Z.big_int

val step0 : zstep

val factors :
  Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int list

val walk_lo : evaluator

val walk_up : evaluator

val one_group : claim -> bool

val check_equal : claim -> bool

val is_ascii : char -> bool

val within : Big_int_Z.big_int -> Big_int_Z.big_int -> char -> bool

val is_tail : char -> bool

val is_character : char list -> bool

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

val is_space : char -> bool

val word_letters : text

val is_word : char -> bool

val punctuation : char -> token option

val quote : char

val backslash : char

val escaped : char -> char option

val is_plain : char -> bool

val is_digit : char -> bool

val is_natural : text -> bool

val same : text -> text -> bool

val is_value : text -> bool

type json =
| JWord of text
| JStr of text
| JList of json list
| JObj of (text * json) list

val reverse : 'a1 list -> 'a1 list

type lexing =
| Between
| InWord of text
| InString of text
| Escape of text
| Character of text * text

val start_token : token list -> char -> (token list * lexing) option

val lex_step : (token list * lexing) -> char -> (token list * lexing) option

val run : ('a1 -> 'a2 -> 'a1 option) -> 'a1 -> 'a2 list -> 'a1 option

val lex : text -> token list option

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

val value_of_token : frame list -> token -> (frame list * parsing) option

val parse_step :
  (frame list * parsing) -> token -> (frame list * parsing) option

val parse : token list -> json option

val read_json : text -> json option

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

val digit : Big_int_Z.big_int -> char -> Big_int_Z.big_int option

val digits :
  Big_int_Z.big_int -> text -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) * text

val scaled :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> expr option

val number :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> char -> char
  -> text -> (expr * text) option

val skip : text -> text

val strip : text -> text -> text option

val take : char list -> text -> text option

val sum : nat -> text -> (expr * text) option

val sum_rest : nat -> expr -> text -> (expr * text) option

val term : nat -> text -> (expr * text) option

val term_rest : nat -> expr -> text -> (expr * text) option

val unary : nat -> text -> (expr * text) option

val power0 : nat -> text -> (expr * text) option

val atom : nat -> text -> (expr * text) option

val max_length : Big_int_Z.big_int

val is_shorter : Big_int_Z.big_int -> text -> bool

val literal : text -> expr option

val max_bits : Big_int_Z.big_int

val bits : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

val frac :
  Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) option

val rat : expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

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

val word : char list -> text

type table = (text * json) list

val has : char list -> table -> bool

val get : char list -> table -> json option

val distinct : text list -> bool

val only : char list list -> table -> bool

val number_of : json -> expr option

val get_number : char list -> table -> expr option

val get_text : char list -> table -> text option

val get_table : char list -> table -> table option

val get_eps : table -> expr option

val get_positive :
  char list -> Big_int_Z.big_int -> table -> Big_int_Z.big_int option

val all_of : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val get_numbers : char list -> table -> expr list option

val constraint_of : json -> (expr * expr) option

val staircase_alpha : expr -> expr -> bool -> expr

val staircase : expr -> expr -> kind option

val adds_a_unit : table -> bool

val poisson_rate : table -> expr option

val row_of : char list list -> table -> bool

val read_kind : bool -> table -> kind option

val read_row : bool -> json -> (text * (kind * Big_int_Z.big_int)) option

val glob : text -> text -> bool

val read_relation : table -> relation option

val read_quantity : table -> quantity option

val text_of : json -> text option

val few_stars : text -> bool

val few_entries : 'a1 list -> bool

val read_over : table -> text list option

val is_over : text list -> text -> bool

val read_claim : table -> text list -> (quantity * relation) option

type rows = (kind * Big_int_Z.big_int) list

type statement = { its_ids : text list; its_rows : rows;
                   its_quantity : quantity; its_relation : relation }

val read_statement : bool -> json list -> table -> statement option

type certificate = { its_statement : statement; says : bool }

val the_rows : certificate -> rows

val the_quantity : certificate -> quantity

val the_relation : certificate -> relation

val read_certificate : json -> certificate option

type outcomes = (Big_int_Z.big_int * Big_int_Z.big_int) list

val merge : outcomes -> outcomes -> outcomes

val times : (Big_int_Z.big_int * Big_int_Z.big_int) -> outcomes -> outcomes

val compose : outcomes -> outcomes -> outcomes

type upair = Big_int_Z.big_int * outcomes

val compose_pairs : upair -> upair -> upair

val repeated : upair -> Big_int_Z.big_int -> upair

val nothing : upair

val excess :
  Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int

val pair_of :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> upair

val max_count : Big_int_Z.big_int

val eratio : expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val zle :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val zlt :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

type ratios = { ra : Big_int_Z.big_int; rb : Big_int_Z.big_int;
                ran : Big_int_Z.big_int; rad : Big_int_Z.big_int;
                rdn : Big_int_Z.big_int; rdd : Big_int_Z.big_int }

val within0 : ratios -> bool

val checked : ratios -> ratios option

val response_alpha :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) option

val rational_row : kind -> ratios option

val outcome_count : rows -> Big_int_Z.big_int

val outcome_bits : rows -> Big_int_Z.big_int option

val is_small : rows -> bool

val exact_pair : rows -> upair option

val exact_delta :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val few :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val beyond_sums :
  rows ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val beyond_delta :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val infinite_losses :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val scale_of : expr -> scale option

val budget_of :
  kind -> (((Big_int_Z.big_int * Big_int_Z.big_int) * budget) * expr) option

val climb :
  nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int -> nat -> nat

val query_of : scale -> nat -> expr -> query option

val record_of :
  Big_int_Z.big_int -> kind -> nat -> expr ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> claim option

val strict : kind -> bool

val precision_bits : Big_int_Z.big_int

val is_short : kind -> nat -> bool

val enclosed0 :
  kind -> nat -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val exp_bits : Big_int_Z.big_int

val exp_bounds :
  expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val delta_between :
  rows -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val above :
  ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int

val on :
  ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int

val threshold :
  outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) option

val bounds_at :
  Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int)

val is_test :
  Big_int_Z.big_int -> outcomes -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val bounds_of :
  upair -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val beta_bounds :
  rows -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val total :
  ((Big_int_Z.big_int * Big_int_Z.big_int) -> Big_int_Z.big_int) -> outcomes
  -> Big_int_Z.big_int

val is_pair : upair -> bool

val ordered : outcomes -> outcomes

val max_outcomes : Big_int_Z.big_int

val max_unit_bits : Big_int_Z.big_int

val lcm_of : Big_int_Z.big_int -> expr -> Big_int_Z.big_int

val in_units : Big_int_Z.big_int -> expr -> Big_int_Z.big_int option

val outcomes_of :
  Big_int_Z.big_int -> expr list -> expr list -> outcomes option

val finite_pair : expr list -> expr list -> upair option

val reduced :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  Big_int_Z.big_int * Big_int_Z.big_int

val minus :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  Big_int_Z.big_int * Big_int_Z.big_int

val mult :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  Big_int_Z.big_int * Big_int_Z.big_int

val over_by :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  Big_int_Z.big_int * Big_int_Z.big_int

type point =
  (Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int)

type bound = { ba : Big_int_Z.big_int; bb : Big_int_Z.big_int;
               bn : Big_int_Z.big_int; bd : Big_int_Z.big_int }

val points : bound -> point list

val insert : point -> point list -> point list

val push : point -> point list -> point list

val lowest : point list -> Big_int_Z.big_int * Big_int_Z.big_int

val hull : point list -> point list

val corners :
  point list -> (Big_int_Z.big_int * Big_int_Z.big_int) -> point list

val candidate : point list -> upair

val max_bound_bits : Big_int_Z.big_int

val max_pair_bits : Big_int_Z.big_int

val bound_of : (expr * expr) -> bound option

val meets : upair -> bound -> bool

val is_reached :
  upair -> bound list -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val multi_pair : (expr * expr) list -> upair option

val is_listed : kind -> bool

val is_mixed : rows -> bool

val row_pair : kind -> upair option

val row_size : kind -> Big_int_Z.big_int -> upair -> Big_int_Z.big_int

val is_light : rows -> bool

val mixed_pair : rows -> upair option

val light_pair : rows -> upair option

val mixed_delta :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val mixed_beta :
  rows -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val next_fraction :
  Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  Big_int_Z.big_int * Big_int_Z.big_int

val few_members :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val group_beta :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val unsampled :
  rows -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  ((rows * expr) * (Big_int_Z.big_int * Big_int_Z.big_int)) option

val rate_of : rows -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val places0 : Big_int_Z.big_int

val unit0 : Big_int_Z.big_int

type interval = Big_int_Z.big_int * Big_int_Z.big_int

val of_fraction : Big_int_Z.big_int -> Big_int_Z.big_int -> interval

val product : interval -> interval -> interval

val inverse0 : interval -> interval option

val exponential : Big_int_Z.big_int -> interval option

val enclose : expr -> interval option

val nodes : expr -> Big_int_Z.big_int

val end_of : bool -> interval -> expr

val rounded : bool -> expr -> expr option

val rounded_eps : bool -> expr -> expr option

val rounded_kind : bool -> kind -> kind option

val is_rational : kind -> bool

val squeezed : kind -> (kind * kind) option

val squeeze : rows -> (rows * rows) option

val is_step : kind -> bool

val with_alpha : kind -> kind

val alpha_rows : quantity -> rows -> rows

val is_half_small : rows -> bool

val squeeze_rows : quantity -> rows -> (rows * rows) option

val mixed_bounds :
  rows -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val rounded_claim : bool -> quantity -> expr -> (quantity * expr) option

val is_rational_claim : quantity -> expr -> bool

val larger : quantity -> 'a1 -> 'a1 -> 'a1

val smaller : quantity -> 'a1 -> 'a1 -> 'a1

val exactly : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) option

val positive_den : (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val margin : Big_int_Z.big_int

val delta_le : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val at_infinity :
  rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val delta_ge : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val delta_gt : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val mixed :
  ((Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool) -> rows -> expr ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val any_le : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val any_ge : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val any_gt : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val any_beta :
  rows -> expr ->
  ((Big_int_Z.big_int * Big_int_Z.big_int) * (Big_int_Z.big_int * Big_int_Z.big_int))
  option

val any_lt : rows -> expr -> (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val nearer :
  (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) list

val refutes_eps :
  rows -> (Big_int_Z.big_int * Big_int_Z.big_int) ->
  (Big_int_Z.big_int * Big_int_Z.big_int) -> bool

val nonnegative : expr -> bool

val in_order : expr -> expr -> bool

val probability : expr -> bool

val is_quantity : quantity -> bool

val is_ledger : rows -> bool

val is_at_most : rows -> quantity -> expr -> bool option

val is_at_least : rows -> quantity -> expr -> bool option

val is_at_most_sampled : rows -> quantity -> expr -> bool option

val by_rounding :
  (rows -> quantity -> expr -> bool option) -> rows -> rows -> bool ->
  quantity -> expr -> bool option

val in_turn :
  (rows -> quantity -> expr -> bool option) -> (rows -> rows -> bool option)
  -> rows -> quantity -> expr -> bool option

val near_at_most : quantity -> expr -> rows -> rows -> bool option

val near_at_least : quantity -> expr -> rows -> rows -> bool option

val decide_at_most : rows -> quantity -> expr -> bool option

val decide_at_least : rows -> quantity -> expr -> bool option

val decide : rows -> quantity -> relation -> bool option

type answer =
| Valid
| Refuted
| Invalid

val answer_of : certificate -> answer option

val check : text -> answer option

type scope = { its_unit : text; its_adjacency : text;
               its_exclusions : text list }

val read_scope : table -> scope option

type subject = { its_id : text; its_scope : scope; what : statement }

val read_subject : table -> json list -> table -> subject option

val findings : char list list

val denies_nothing : table -> bool

val named : json -> (text * table) option

val get_named : char list -> table -> (text * table) list option

type file = { its_table : table; all_rows : (text * table) list;
              all_claims : (text * table) list }

val read_file : json -> file option

val rows_over : text list -> (text * table) list -> json list

val subject_in : file -> table -> subject option

val read_certified : json -> subject option

val same_Z : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val same_pos : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val same_text : text -> text -> bool

val same_expr : expr -> expr -> bool

val same_pair : (expr * expr) -> (expr * expr) -> bool

val same_kind : kind -> kind -> bool

val same_row :
  (kind * Big_int_Z.big_int) -> (kind * Big_int_Z.big_int) -> bool

val same_quantity : quantity -> quantity -> bool

val same_relation : relation -> relation -> bool

val same_scope : scope -> scope -> bool

type difference =
| OtherId of text
| NotOneClaim of text
| OtherScope
| OtherLedger
| OtherClaim

val difference_of : subject -> subject -> difference option

type result =
| Stated of answer
| Unlike of difference
| FileUnread
| ClaimUnread
| Undecided

val compare_in : text option -> file -> certificate -> subject -> result

val check_stated : text option -> text -> text -> result
