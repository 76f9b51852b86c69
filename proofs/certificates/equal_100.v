From Coq Require Import ZArith List.
From DPCert Require Import Certificate Walk.
Definition the_claim : claim := Claim
  128
  (Exp 1 10)
  (Group 100 1 1 100000000 (Alpha 3 10) ::
   nil)
  (AtStep 30)
  12489336267887899555 100000000000000000000000
  12489336267887899556 100000000000000000000000.
Lemma checked : check_equal the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound_equal checked). Qed.
