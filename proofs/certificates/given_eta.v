From Coq Require Import ZArith List.
From DPCert Require Import Certificate.
Definition the_claim : claim := Claim
  128
  (Exp 1 4)
  (Group 12 1 1 1000 (Eta 1 10) ::
   nil)
  (AtStep 4)
  64160397669825121057 1000000000000000000000
  64160397669825121058 1000000000000000000000.
Lemma checked : check the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound checked). Qed.
