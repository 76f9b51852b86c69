From Coq Require Import ZArith List.
From DPCert Require Import Certificate.
Definition the_claim : claim := Claim
  128
  (Exp 7 2)
  (Group 5 1 1 1000000 AnyTV ::
   nil)
  (At 2 (Exp 10 1))
  91250394203724599316 100000000000000000000
  91250394203724599317 100000000000000000000.
Lemma checked : check the_claim = true.
Proof. vm_cast_no_check (@eq_refl bool true). Qed.
Theorem holds : certified the_claim.
Proof. exact (certificate_sound checked). Qed.
