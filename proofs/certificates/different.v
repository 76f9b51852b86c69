From Coq Require Import ZArith List.
From DPCert Require Import Certificate Fast.
Definition the_claim : claim := Claim
  128
  (Exp 1 20)
  (Group 3 2 1 1000000 (Alpha 3 10) ::
   Group 4 3 0 1 AnyTV ::
   Group 5 5 1 10000000 (Eta 1 10) ::
   nil)
  (AtStep 24)
  75175568532186591434 10000000000000000000000
  75175568532186591435 10000000000000000000000.
Lemma checked : check_fast the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound_fast checked). Qed.
