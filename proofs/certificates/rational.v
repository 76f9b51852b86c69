From Coq Require Import ZArith List.
From DPCert Require Import Certificate.
Definition the_claim : claim := Claim
  128
  (Ratio 3 2)
  (Group 6 1 0 1 AnyTV ::
   Group 2 3 1 100 (Eta 1 3) ::
   nil)
  (At 1 (Ratio 2 1))
  44864037414293628808 100000000000000000000
  44864037414293628809 100000000000000000000.
Lemma checked : check the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound checked). Qed.
