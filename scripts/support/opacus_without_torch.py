"""Opacus' accountants where torch is not installed: they are pure Python, and the rest of Opacus is not imported.

The type of an optimizer, which they name in an annotation, has a stand-in. ``scripts/vectors`` copies this beside Opacus, with a
file ``opacus_without_torch.pth`` by which Python imports it when it starts.
"""

import importlib.util
import pathlib
import sys
import types

package = types.ModuleType("opacus")
package.__path__ = [str(pathlib.Path(importlib.util.find_spec("opacus").origin).parent)]
optimizers = types.ModuleType("opacus.optimizers")
optimizers.DPOptimizer = object
sys.modules.update({"opacus": package, "opacus.optimizers": optimizers})
