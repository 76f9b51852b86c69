(* Records that the check has to refuse, each next to one that it accepts. *)
From Coq Require Import ZArith List.
From DPCert Require Import Certificate Walk Fast.
Import ListNotations.
Open Scope Z_scope.

(* five steps of eps = 1, alpha = 3/10; at eps = 0 the least delta is 0.631089674853... *)
Definition five p g lo hi := Claim p (Exp 1 1) [g] (AtStep 0) lo (10 ^ 12) hi (10 ^ 12).
Definition alpha n m := Group 5 1 0 1 (Alpha n m).
Example accepted : check (five 64 (alpha 3 10) 631089674853 631089674854) = true. Proof. now vm_compute. Qed.
Example upper_too_low : check (five 64 (alpha 3 10) 0 631089674853) = false. Proof. now vm_compute. Qed.
Example lower_too_high : check (five 64 (alpha 3 10) 631089674854 (10 ^ 12)) = false. Proof. now vm_compute. Qed.
Example only_upper : check (five 64 (alpha 3 10) 0 631089674854) = true. Proof. now vm_compute. Qed.
Example only_lower : check (five 64 (alpha 3 10) 631089674853 (10 ^ 12)) = true. Proof. now vm_compute. Qed.
Example too_few_bits : check (five 24 (alpha 3 10) 631089674853 631089674854) = false. Proof. now vm_compute. Qed.
Example no_bits : check (five (-1) (alpha 3 10) 0 (10 ^ 12)) = false. Proof. now vm_compute. Qed.

(* values out of their domain, under a claim that says nothing *)
Definition idle g := five 64 g 0 (10 ^ 12).
Example idle_accepted : check (idle (alpha 3 10)) = true. Proof. now vm_compute. Qed.
Example alpha_above_1 : check (idle (alpha 11 10)) = false. Proof. now vm_compute. Qed.
Example alpha_negative : check (idle (alpha (-1) 10)) = false. Proof. now vm_compute. Qed.
Example alpha_sign_in_the_denominator : check (idle (alpha (-3) (-10))) = false. Proof. now vm_compute. Qed.
Example alpha_over_0 : check (idle (alpha 0 0)) = false. Proof. now vm_compute. Qed.
Example delta_above_1 : check (idle (Group 5 1 2 1 AnyTV)) = false. Proof. now vm_compute. Qed.
Example delta_negative : check (idle (Group 5 1 (-1) 2 AnyTV)) = false. Proof. now vm_compute. Qed.
Example delta_over_0 : check (idle (Group 5 1 0 0 AnyTV)) = false. Proof. now vm_compute. Qed.
Example delta_1 : check (idle (Group 5 1 1 1 AnyTV)) = true. Proof. now vm_compute. Qed.
Example eta_accepted : check (idle (Group 5 1 1 10 (Eta 1 10))) = true. Proof. now vm_compute. Qed.
Example eta_below_delta : check (idle (Group 5 1 1 10 (Eta 9 100))) = false. Proof. now vm_compute. Qed.
Example eta_above_the_pairs : check (idle (Group 5 1 0 1 (Eta 1 2))) = false. Proof. now vm_compute. Qed.
Example eta_with_delta_1 : check (idle (Group 5 1 1 1 (Eta 1 1))) = false. Proof. now vm_compute. Qed.
Example eta_at_eps_0 : check (idle (Group 5 0 0 1 (Eta 0 1))) = false. Proof. now vm_compute. Qed.
Example no_unit_of_eps : check (idle (Group 5 0 1 10 AnyTV)) = true. Proof. now vm_compute. Qed.

Definition at_scale b q := Claim 64 b [Group 2 1 0 1 AnyTV] q 0 1 1 1.
Example step_accepted : check (at_scale (Ratio 3 2) (AtStep 1)) = true. Proof. now vm_compute. Qed.
Example ratio_below_1 : check (at_scale (Ratio 2 3) (AtStep 1)) = false. Proof. now vm_compute. Qed.
Example ratio_over_0 : check (at_scale (Ratio 1 0) (AtStep 1)) = false. Proof. now vm_compute. Qed.
Example eps_negative : check (at_scale (Exp (-1) 2) (AtStep 1)) = false. Proof. now vm_compute. Qed.
Example eps_sign_in_the_denominator : check (at_scale (Exp (-1) (-2)) (AtStep 1)) = false. Proof. now vm_compute. Qed.
Example between_accepted : check (at_scale (Exp 1 2) (At 1 (Exp 7 10))) = true. Proof. now vm_compute. Qed.
Example between_too_low : check (at_scale (Exp 1 2) (At 1 (Exp 4 10))) = false. Proof. now vm_compute. Qed.
Example between_too_high : check (at_scale (Exp 1 2) (At 1 (Exp 11 10))) = false. Proof. now vm_compute. Qed.
Example between_sign : check (at_scale (Exp 1 2) (At 1 (Exp (-7) (-10)))) = false. Proof. now vm_compute. Qed.
Example ratio_between_accepted : check (at_scale (Ratio 3 2) (At 1 (Ratio 2 1))) = true. Proof. now vm_compute. Qed.
Example ratio_between_too_low : check (at_scale (Ratio 3 2) (At 1 (Ratio 4 3))) = false. Proof. now vm_compute. Qed.
Example ratio_between_too_high : check (at_scale (Ratio 3 2) (At 1 (Ratio 3 1))) = false. Proof. now vm_compute. Qed.
Example ratio_between_sign : check (at_scale (Ratio 3 2) (At 1 (Ratio (-2) (-1)))) = false. Proof. now vm_compute. Qed.
Example mixed_scales : check (at_scale (Exp 1 2) (At 1 (Ratio 2 1))) = false. Proof. now vm_compute. Qed.
Example bound_over_0 : check (Claim 64 (Exp 1 2) [Group 2 1 0 1 AnyTV] (AtStep 1) 0 0 1 1) = false. Proof. now vm_compute. Qed.
Example bound_sign : check (Claim 64 (Exp 1 2) [Group 2 1 0 1 AnyTV] (AtStep 1) 0 1 (-1) (-1)) = false. Proof. now vm_compute. Qed.

(* nothing at all composes to delta = 0, at any eps *)
Example empty : check (Claim 64 (Exp 1 2) [] (AtStep 0) 0 1 0 1) = true. Proof. now vm_compute. Qed.
Example beyond_the_lattice : check (Claim 64 (Exp 1 2) [Group 2 1 0 1 AnyTV] (AtStep 9) 0 1 0 1) = true. Proof. now vm_compute. Qed.

(* the other evaluators *)
Definition evens := Claim 64 (Exp 1 2) [Group 6 1 1 1000 (Alpha 1 4)] (AtStep 1).
Example sweeps_high : check (evens 0 1 2605 10000) = true. Proof. now vm_compute. Qed.
Example all_agree : let c := evens 2604 10000 2605 10000 in
  (check c, check_fast c, check_equal c, check_walk c) = (true, true, true, true). Proof. now vm_compute. Qed.
Example none_above : let c := evens 2605 10000 1 1 in
  (check c, check_fast c, check_equal c, check_walk c) = (false, false, false, false). Proof. now vm_compute. Qed.
Example none_below : let c := evens 0 1 2604 10000 in
  (check c, check_fast c, check_equal c, check_walk c) = (false, false, false, false). Proof. now vm_compute. Qed.
Definition two_groups := Claim 64 (Exp 1 2) [Group 1 1 0 1 AnyTV; Group 1 1 0 1 AnyTV] (AtStep 0) 0 1 1 1.
Example not_one_group : (check two_groups, check_equal two_groups, check_walk two_groups) = (true, false, false).
Proof. now vm_compute. Qed.
Definition two_units := Claim 64 (Exp 1 2) [Group 2 2 0 1 AnyTV] (AtStep 0) 0 1 1 1.
Example not_one_unit : (check two_units, check_equal two_units, check_walk two_units) = (true, false, false).
Proof. now vm_compute. Qed.
