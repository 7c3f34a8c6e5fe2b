"""Cells of a study in NumPy, written the way an expert would: one decomposition a split, distances accumulated over q."""

import numpy as np


def vector_cell(x, train):
    """Nearest neighbours of PCA and PPCA at every q."""
    x = x.reshape(len(x), -1)
    a, b = x[:train], x[train:]
    mean = a.mean(0)
    a, b = a - mean, b - mean
    values, vectors = np.linalg.eigh(a @ a.T / train)
    values, vectors = values[::-1][: train - 1], vectors[:, ::-1][:, : train - 1]
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


def prepare(task):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    return lambda: vector_cell(x, task["train"])
