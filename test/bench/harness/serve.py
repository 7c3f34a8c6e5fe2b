"""Runs the tasks of a reference module on demand, so that all sides of a benchmark can take turns.

usage: OPENBLAS_NUM_THREADS=1 python3 serve.py module.py

The module has prepare(task, side), which answers a function without arguments. Standard input: one JSON object a line, a
task (it needs a name) with "side" and "budget" in seconds. Standard output: first {"versions": {package: version}}, then
one line a request: {"processor", "wall"} in seconds per call within the budget and "result", what the last call answered,
or {"missing": module} where a package is not installed. A new task that is not long is first run for WARM_UP seconds.
"""

import importlib
import importlib.util
import json
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

WARM_UP = 0.3


def repeat(work, budget):
    calls = 0
    wall, processor = time.perf_counter(), time.process_time()
    while calls == 0 or time.perf_counter() - wall < budget:
        result = work()
        calls += 1
    return {
        "processor": (time.process_time() - processor) / calls,
        "wall": (time.perf_counter() - wall) / calls,
        "result": result,
    }


def version(name):
    try:
        return importlib.import_module(name).__version__
    except ImportError:
        return None


versions = {name: version(name) for name in ("numpy", "scipy", "sklearn")}
print(json.dumps({"versions": versions}), flush=True)
reference = None
current, work = None, None
for line in sys.stdin:
    task = json.loads(line)
    side, budget = task["side"], task["budget"]
    try:
        if reference is None:
            specification = importlib.util.spec_from_file_location("reference", sys.argv[1])
            reference = importlib.util.module_from_spec(specification)
            specification.loader.exec_module(reference)
        if (task["name"], side) != current:
            current, work = None, None
            work = reference.prepare(task, side)
            current = (task["name"], side)
            if not task.get("long"):
                repeat(work, WARM_UP)
        answer = repeat(work, budget)
    except ImportError as error:
        answer = {"missing": error.name}
    print(json.dumps(answer), flush=True)
