From Coq Require Import ZArith List.
From DPCert Require Import Certificate Walk Fast.
Definition the_claim : claim := Claim
  128
  (Exp 1 100)
  (Group 1000 1 1 1000000000 (Alpha 3 10) ::
   nil)
  (AtStep 100)
  88972772320733163068 10000000000000000000000000
  88972772320733163069 10000000000000000000000000.
Lemma checked : check_walk the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound_walk checked). Qed.
