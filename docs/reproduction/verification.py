"""The rows PCA and 2DPCA of verification.md again, by NumPy alone.

    eigenbench export orl28x23 --format npz --out orl.npz
    eigenbench splits "ORL pairs" --format json --out splits.json
    python3 verification.py orl.npz splits.json
"""
import json
import sys

import numpy as np

images = np.load(sys.argv[1])["images"].astype(float)
splits = json.load(open(sys.argv[2]))["splits"]


def pca(train, q):
    flat = images.reshape(len(images), -1)
    mean = flat[train].mean(axis=0)
    return (flat - mean) @ np.linalg.svd(flat[train] - mean, full_matrices=False)[2][:q].T


def two_dimensional_pca(train, q):
    """Columns of an image are projected: X W, W the leading eigenvectors of the mean of (X - M)'(X - M)."""
    centred = images[train] - images[train].mean(axis=0)
    scatter = np.einsum("nij,nik->jk", centred, centred)
    return np.einsum("nij,jq->niq", images, np.linalg.eigh(scatter)[1][:, ::-1][:, :q]).reshape(len(images), -1)


def scores(codes, pairs):
    pairs = np.array(pairs)
    return -np.linalg.norm(codes[pairs[:, 0]] - codes[pairs[:, 1]], axis=1), pairs[:, 2]


def threshold(score, genuine):
    """With the fewest errors, the strictest of them, halfway between two scores."""
    levels = np.unique(score)[::-1]
    cuts = np.concatenate([[np.inf], (levels[:-1] + levels[1:]) / 2, [-np.inf]])
    errors = [np.sum((score > cut) != genuine) for cut in cuts]
    return cuts[int(np.argmin(errors))]


def rates(score, genuine):
    """False acceptance and detection at every threshold, the strictest first."""
    levels = np.unique(score)[::-1]
    own, others = score[genuine == 1], score[genuine == 0]
    taken = [[np.mean(others >= level), np.mean(own >= level)] for level in levels]
    return np.array([[0, 0]] + taken).T


def area(score, genuine):
    """Probability that a genuine pair scores above an impostor; ties count a half."""
    difference = score[genuine == 1][:, None] - score[genuine == 0][None]
    return np.mean((difference > 0) + 0.5 * (difference == 0))


for title, codes_of, q in (("PCA", pca, 80), ("2DPCA", two_dimensional_pca, 4)):
    errors, areas, eers = [], [], []
    for split in splits:
        codes = codes_of(split["train"], q)
        development = scores(codes, split["pairs"]["development"])
        score, genuine = scores(codes, split["pairs"]["evaluation"])
        errors.append(100 * np.mean((score > threshold(*development)) != genuine))
        areas.append(area(score, genuine))
        fpr, tpr = rates(score, genuine)
        at = int(np.argmax(fpr >= 1 - tpr))
        gap, left = 1 - tpr[at - 1] - fpr[at - 1], fpr[at] - 1 + tpr[at]
        eers.append(100 * (fpr[at - 1] + gap / (gap + left) * (fpr[at] - fpr[at - 1])))
    spread = lambda values: f"{np.mean(values):.4f} ± {np.std(values, ddof=1):.4f}"
    error = np.std(errors, ddof=1) / np.sqrt(len(errors))
    print(f"{title} ({q}): errors {spread(errors)}, standard error {error:.3f}, AUC {spread(areas)}, EER {spread(eers)}")
