"""Bilinear methods in closed form or with a few alternating steps. Each answers its axes of columns and rows."""

import numpy as np
from scipy.linalg import eigh


def eigenvectors(s, q):
    n = len(s)
    return np.ascontiguousarray(eigh(s, subset_by_index=[n - q, n - 1], check_finite=False)[1][:, ::-1])


def ratio_axes(between, within, q):
    """Leading solutions of between v = l within v; a singular scatter would get a ridge."""
    n = len(between)
    return np.ascontiguousarray(eigh(between, within, subset_by_index=[n - q, n - 1], check_finite=False)[1][:, ::-1])


def by_rows(x):
    return np.ascontiguousarray(x).reshape(-1, x.shape[2])


def by_columns(x):
    return np.ascontiguousarray(x.transpose(2, 0, 1)).reshape(-1, x.shape[1])


def class_parts(x, labels):
    """Images less the mean of their class, and class means less the mean, by the root of the size."""
    sizes = np.bincount(labels)
    order = np.argsort(labels, kind="stable")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    means = np.add.reduceat(x[order], starts) / sizes[:, None, None]
    return x - means[labels], (means - x.mean(0)) * np.sqrt(sizes)[:, None, None]


def two_d_pca_left(x, labels, latent):
    flat = by_columns(x - x.mean(0))
    return {"axes": [eigenvectors(flat.T @ flat, latent[0])]}


def two_d_svd(x, labels, latent):
    x = x - x.mean(0)
    columns, rows = by_columns(x), by_rows(x)
    return {"axes": [eigenvectors(columns.T @ columns, latent[0]), eigenvectors(rows.T @ rows, latent[1])]}


def two_d_lda(x, labels, latent):
    within, between = (by_rows(part) for part in class_parts(x, labels))
    return {"axes": [ratio_axes(between.T @ between, within.T @ within, latent[0])]}


def bilateral_lda(x, labels, latent):
    """One round from the identity, as published."""
    within, between = class_parts(x, labels)
    qc, qr = latent

    def scatter(x, factor):
        projected = by_columns(x @ factor)
        return projected.T @ projected

    start = np.eye(x.shape[2], qr)
    columns = ratio_axes(scatter(between, start), scatter(within, start), qc)
    parts = [by_columns(part) @ columns for part in (between, within)]
    parts = [part.reshape(x.shape[2], -1) for part in parts]
    rows = ratio_axes(parts[0] @ parts[0].T, parts[1] @ parts[1].T, qr)
    return {"axes": [columns, rows]}


methods = {
    "2dpca-left": two_d_pca_left,
    "2dsvd": two_d_svd,
    "2dlda": two_d_lda,
    "b2dlda": bilateral_lda,
}
