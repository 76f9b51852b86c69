From Coq Require Import ZArith List.
From DPCert Require Import Certificate.
Definition the_claim : claim := Claim
  128
  (Exp 1 2)
  (Group 20 1 1 1000000 (Alpha 3 10) ::
   nil)
  (AtStep 6)
  129248572845074621639194840317 1000000000000000000000000000000
  129248572845074621639194840318 1000000000000000000000000000000.
Lemma checked : check the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound checked). Qed.
