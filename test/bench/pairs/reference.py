"""All pairs and searches in NumPy, block by block: no more than a block of scores is held."""

import numpy as np

BLOCK = 1024


def prepare(task, side):
    x = faces(task["count"], task["length"])
    if task["kind"] == "search":
        probes = faces(task["probes"], task["length"])
        return lambda: search(probes, x)
    labels = np.arange(task["count"]) // 10
    return lambda: pairs(x, labels)


def faces(count, length):
    """Unit vectors about the mean of their subject."""
    random = np.random.default_rng(1)
    means = random.standard_normal((-(-count // 10), length))
    x = np.repeat(means, 10, axis=0)[:count] + random.standard_normal((count, length))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def pairs(x, labels):
    """Impostors between the genuine scores, and the nearest other vector of each."""
    count = len(x)
    upper = np.triu_indices(10, 1)
    genuine = np.unique(np.concatenate([(x[n : n + 10] @ x[n : n + 10].T)[upper] for n in range(0, count, 10)]))
    impostors = np.zeros(len(genuine) + 1, dtype=np.int64)
    best = np.full(count, -np.inf)
    nearest = np.full(count, -1)
    for i in range(0, count, BLOCK):
        for j in range(i, count, BLOCK):
            scores = x[i : i + BLOCK] @ x[j : j + BLOCK].T
            other = labels[i : i + BLOCK, None] != labels[None, j : j + BLOCK]
            if i == j:
                other &= np.triu(np.ones(scores.shape, dtype=bool), 1)
            impostors += np.bincount(np.searchsorted(genuine, scores[other]), minlength=len(impostors))
            if i == j:
                np.fill_diagonal(scores, -np.inf)
            keep(best, nearest, i, j, scores)
            if i != j:
                keep(best, nearest, j, i, scores.T)


def keep(best, nearest, i, j, scores):
    at = scores.argmax(axis=1)
    most = scores[np.arange(len(scores)), at]
    rows = slice(i, i + len(scores))
    better = most > best[rows]
    best[rows][better] = most[better]
    nearest[rows][better] = at[better] + j


def search(probes, gallery):
    best = np.full(len(probes), -np.inf)
    nearest = np.full(len(probes), -1)
    for i in range(0, len(probes), BLOCK):
        for j in range(0, len(gallery), BLOCK):
            keep(best, nearest, i, j, probes[i : i + BLOCK] @ gallery[j : j + BLOCK].T)
