(* The program in OCaml. What is written here is trusted, as are Coq's own tables: integers are those of Zarith. *)
From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlString ExtrOcamlZBigInt.
From Verified Require Import Check Stated.
Extract Constant Z.pow => "(fun a n -> let s = Z.sign n in if s < 0 then Z.zero else Z.pow a (Z.to_int n))".
Extract Constant Z.shiftr => "(fun a n -> if Z.sign n >= 0 then Z.shift_right a (Z.to_int n) else Z.shift_left a (Z.to_int (Z.neg n)))".
Extract Constant Z.gcd => "Z.gcd".
Extract Constant Z.log2 => "(fun a -> if Z.sign a <= 0 then Z.zero else Z.of_int (Z.numbits a - 1))".
Extraction Blacklist Json List String.
Extraction "verified.ml" check check_stated.
