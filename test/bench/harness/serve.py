"""Runs the tasks of a reference module on demand, so that both sides of a benchmark can take turns.

usage: OPENBLAS_NUM_THREADS=1 python3 serve.py module.py

The module has prepare(task), which answers a function without arguments. Standard input: one JSON object a line, a task
(it needs a name) with "budget" in seconds. Standard output: first {"version": ...} of NumPy, then one line a request:
{"seconds": median of the calls within the budget, "result": what the last call answered}.
"""

import importlib.util
import json
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

specification = importlib.util.spec_from_file_location("reference", sys.argv[1])
reference = importlib.util.module_from_spec(specification)
specification.loader.exec_module(reference)

print(json.dumps({"version": np.__version__}), flush=True)
name, work = None, None
for line in sys.stdin:
    task = json.loads(line)
    if task["name"] != name:
        name, work = task["name"], reference.prepare(task)
        work()
    times = []
    start = time.perf_counter()
    while not times or time.perf_counter() - start < task["budget"]:
        t = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - t)
    times.sort()
    print(json.dumps({"seconds": times[len(times) // 2], "result": result}), flush=True)
