"""The benchmarks' tasks in NumPy, one BLAS thread, written the way an expert would: batched products, one
decomposition where one serves, accumulated distances.

usage: OPENBLAS_NUM_THREADS=1 python3 reference.py tasks.json

tasks.json: a list of {name, kind, ...}; image sets are raw float64 files named in the task. Writes one JSON object to
standard output: {"version": ..., "blas": ..., "tasks": {name: {"seconds": least of the repeats, "iterations": ...}}}.
"""

import json
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np


def least(work, budget=0.6):
    best, result, start = float("inf"), None, time.perf_counter()
    while True:
        t = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - t)
        if time.perf_counter() - start > budget:
            return best, result


def leading(s, q):
    values, vectors = np.linalg.eigh(s)
    return values[::-1][:q], vectors[:, ::-1][:, :q]


def right_factor(x, f):
    """sum_n X_n F F' X_n'"""
    n, rows, cols = x.shape
    y = (x.reshape(n * rows, cols) @ f).reshape(n, rows, -1)
    y = y.transpose(1, 0, 2).reshape(rows, -1)
    return y @ y.T


def left_factor(x, f):
    """sum_n X_n' F F' X_n"""
    n, rows, cols = x.shape
    y = np.matmul(f.T, x).reshape(-1, cols)
    return y.T @ y


def glram(x, qc, qr):
    n, rows, cols = x.shape
    x = x - x.mean(0)
    energy = np.sum(x * x)
    r = np.eye(cols, qr)
    previous = None
    for iteration in range(1, 21):
        _, c = leading(right_factor(x, r), qc)
        values, r = leading(left_factor(x, c), qr)
        error = (energy - values.sum()) / n
        if previous is not None and abs(error - previous) <= 1e-5 * abs(error):
            break
        previous = error
    return iteration


def bppca(x, qc, qr):
    n, rows, cols = x.shape
    x = x - x.mean(0)
    flat = x.reshape(n * rows, cols)
    plain_row = flat.T @ flat
    across = x.transpose(1, 0, 2).reshape(rows, -1)
    plain_column = across @ across.T

    def scatter(plain, factor, loadings, sigma2):
        # plain / sigma2 - sum (X R) M^-1 (X R)' / sigma2, by the Cholesky factor of M
        q = loadings.shape[1]
        lower = np.linalg.cholesky(loadings.T @ loadings + sigma2 * np.eye(q))
        return (plain - factor(np.linalg.solve(lower, loadings.T).T)) / sigma2

    def mode(s, q):
        d = s.shape[0]
        values, vectors = leading(s, q)
        sigma2 = (np.trace(s) - values.sum()) / (d - q)
        return vectors * np.sqrt(values - sigma2), sigma2, np.log(values).sum() + (d - q) * np.log(sigma2)

    r, sigma_r = np.eye(cols, qr), 0.01
    previous = None
    for iteration in range(1, 21):
        sc = scatter(plain_column, lambda f: right_factor(x, f), r, sigma_r) / (n * cols)
        c, sigma_c, log_c = mode(sc, qc)
        sr = scatter(plain_row, lambda f: left_factor(x, f), c, sigma_c) / (n * rows)
        r, sigma_r, log_r = mode(sr, qr)
        value = -0.5 * n * (cols * log_c + rows * log_r + rows * cols + rows * cols * np.log(2 * np.pi))
        if previous is not None and abs(value - previous) <= 1e-5 * abs(value):
            break
        previous = value
    return iteration


def vector_cell(x, train):
    """Nearest neighbours of PCA and PPCA at every q: one decomposition, distances accumulated over q."""
    x = x.reshape(len(x), -1)
    a, b = x[:train], x[train:]
    mean = a.mean(0)
    a, b = a - mean, b - mean
    values, vectors = leading(a @ a.T / train, train - 2)
    basis = (a.T @ vectors) / np.sqrt(train * values)
    a, b = a @ basis, b @ basis
    d = x.shape[1]
    total = values.sum()
    plain = np.zeros((len(b), len(a)))
    d1, d2 = plain.copy(), plain.copy()
    running = 0.0
    for q in range(train - 2):
        delta = np.subtract.outer(b[:, q], a[:, q]) ** 2
        plain += delta
        plain.argmin(1)
        running += values[q]
        d1 += delta / values[q]
        d2 += delta / values[q] ** 2
        (d1 - (total - running) / (d - q - 1) * d2).argmin(1)
    return 1


def run(task):
    kind = task["kind"]
    if kind == "gemm":
        n = task["n"]
        a, b = np.random.rand(n, n), np.random.rand(n, n)
        return least(lambda: a @ b)
    if kind == "eigh":
        a = np.random.rand(task["n"], task["n"])
        a = a + a.T
        return least(lambda: np.linalg.eigh(a))
    shape = task["shape"]
    x = np.fromfile(task["file"]).reshape(shape)
    if kind == "gram":
        flat = x.reshape(shape[0], -1)
        return least(lambda: flat @ flat.T)
    if kind == "cell":
        return least(lambda: vector_cell(x, task["train"]))
    work = {"glram": glram, "bppca": bppca}[kind]
    return least(lambda: work(x, *task["latent"]))


tasks = {}
for task in json.load(open(sys.argv[1])):
    seconds, result = run(task)
    tasks[task["name"]] = {"seconds": seconds, "iterations": result if isinstance(result, int) else None}
print(json.dumps({"version": np.__version__, "tasks": tasks}))
