"""The same as dp_accounting_pytest.py, as a test of absl."""

import dpcert_vectors as certified
from absl.testing import absltest, parameterized
from dpcert_vectors.examples.dp_accounting_pytest import pld, rdp


def core(asked):
    """The vectors, with what is known to fail."""
    return [(vector.id, vector) for vector in certified.load("core", asked)]


class CertifiedTest(parameterized.TestCase):
    @parameterized.named_parameters(core("dp-accounting/pld"))
    def test_pld(self, vector):
        self.require(vector, pld)

    @parameterized.named_parameters(core("dp-accounting/rdp"))
    def test_rdp(self, vector):
        self.require(vector, rdp)

    def require(self, vector, answer):
        try:
            vector.test(answer)
        except certified.KnownFailure as failure:
            self.skipTest(f"known to fail: {failure}")


if __name__ == "__main__":
    absltest.main()
