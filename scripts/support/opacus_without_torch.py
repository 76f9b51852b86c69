"""Runs ``python -m dpcert_vectors`` where Opacus is installed without torch: of Opacus, its accountants alone are imported.

They are pure Python. The type of an optimizer, which they name in an annotation, has a stand-in.
"""

import importlib.util
import pathlib
import runpy
import sys
import types

package = types.ModuleType("opacus")
package.__path__ = [str(pathlib.Path(importlib.util.find_spec("opacus").origin).parent)]
optimizers = types.ModuleType("opacus.optimizers")
optimizers.DPOptimizer = object
sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})
runpy.run_module("dpcert_vectors", run_name="__main__")
