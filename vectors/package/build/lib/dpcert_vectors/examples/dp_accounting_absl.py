"""The same as dp_accounting_pytest.py, as a test of absl."""

import dpcert_vectors as certified
from absl.testing import absltest, parameterized
from dpcert_vectors.examples.dp_accounting_pytest import pld, rdp

CORE = [(vector.id, vector) for vector in certified.load("core", "dp-accounting")]


class CertifiedTest(parameterized.TestCase):
    @parameterized.named_parameters(CORE)
    def test_pld(self, vector):
        self.require(vector, "dp-accounting/pld", pld)

    @parameterized.named_parameters(CORE)
    def test_rdp(self, vector):
        self.require(vector, "dp-accounting/rdp", rdp)

    def require(self, vector, asked, answer):
        failure = certified.known(asked).get(vector.id)
        if failure:
            self.skipTest(f"known to fail: {failure.reason}")
        vector.test(answer)


if __name__ == "__main__":
    absltest.main()
