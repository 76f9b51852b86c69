From Coq Require Import ZArith List.
From DPCert Require Import Certificate.
Definition the_claim : claim := Claim
  128
  (Exp 1 1)
  (Group 5 1 0 1 (Alpha 3 10) ::
   nil)
  (AtStep 0)
  631089674853376974309124777399 1000000000000000000000000000000
  631089674853376974309124777400 1000000000000000000000000000000.
Lemma checked : check the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound checked). Qed.
