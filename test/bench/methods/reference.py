"""Fits in NumPy, written the way an expert would: batched products, factors instead of full inverses, one
decomposition where one serves. Cold starts and stop rules as in the published protocol."""

import numpy as np


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


def settled(previous, value):
    return previous is not None and abs(value - previous) <= 1e-5 * abs(value)


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
        if settled(previous, error):
            break
        previous = error
    return iteration


def bppca(x, qc, qr):
    """Conditional maximisation, Algorithm 1."""
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
        if settled(previous, value):
            break
        previous = value
    return iteration


def pca(x, q, _=None):
    """Axes from the covariance or the Gram matrix, whichever is smaller."""
    x = x.reshape(len(x), -1)
    n, d = x.shape
    x = x - x.mean(0)
    if d <= n:
        values, vectors = leading(x.T @ x / n, q)
    else:
        values, vectors = leading(x @ x.T / n, q)
        vectors = (x.T @ vectors) / np.sqrt(n * values)
    return values, vectors


def ppca(x, q, _=None):
    x = x.reshape(len(x), -1)
    n, d = x.shape
    x = x - x.mean(0)
    small = x.T @ x / n if d <= n else x @ x.T / n
    values, vectors = leading(small, q)
    if d > n:
        vectors = (x.T @ vectors) / np.sqrt(n * values)
    sigma2 = (np.trace(small) - values.sum()) / (d - q)
    log = np.log(values).sum() + (d - q) * np.log(sigma2)
    return vectors * np.sqrt(values - sigma2), sigma2, -0.5 * n * (d * np.log(2 * np.pi) + log + d)


def two_d_pca(x, _, qr):
    n, rows, cols = x.shape
    flat = (x - x.mean(0)).reshape(n * rows, cols)
    return leading(flat.T @ flat / n, qr)


methods = {"glram": glram, "bppca": bppca, "pca": pca, "ppca": ppca, "2dpca": two_d_pca}


def prepare(task):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    method = methods[task["method"]]

    def fit():
        result = method(x, *task["latent"])
        return result if isinstance(result, int) else None

    return fit
