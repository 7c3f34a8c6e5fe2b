"""Fits for everyMethod.bench.ts, each with the algorithm, start and stop rule that the method there has: those of
reference.py and of the other modules beside it, LDA without an eigenproblem of the order of the pixels, and
scikit-learn. A task with "check" answers what the fit has to have in common with ours."""

import importlib.util
import os
import warnings

import numpy as np
from scipy.linalg import cholesky, eigh, solve_triangular

warnings.simplefilter("ignore")



def module(name):
    folder = os.path.dirname(os.path.abspath(__file__))
    specification = importlib.util.spec_from_file_location(name, os.path.join(folder, f"{name}.py"))
    loaded = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(loaded)
    return loaded


reference = module("reference")
matrix_methods = module("matrixMethods").methods
linear_methods = module("linearMethods").methods
iterated_methods = module("iteratedMethods").methods


def lda(x, labels, q):
    """Total scatter = L L', then the K x K matrix of the class means over L; with fewer images than pixels in the
    leading N - K principal components."""
    n, d = x.shape
    sizes = np.bincount(labels)
    x = x - x.mean(0)
    k = len(sizes)
    means = np.array([x[labels == c].sum(0) for c in range(k)]) / np.sqrt(sizes)[:, None]
    if n - k >= d:
        lower = cholesky(x.T @ x, lower=True, overwrite_a=True, check_finite=False)
        m = solve_triangular(lower, means.T, lower=True, check_finite=False)
        _, u = eigh(m.T @ m, subset_by_index=[k - q, k - 1])
        return solve_triangular(lower, m @ u[:, ::-1], lower=True, trans="T", check_finite=False)
    values, vectors = np.linalg.eigh(x @ x.T)
    kept = slice(None, k - 1, -1)
    axes = (x.T @ vectors[:, kept]) / values[kept]
    _, _, v = np.linalg.svd(means @ axes, full_matrices=False)
    return axes @ v[:q].T


def fingerprint(axes):
    """Squared lengths of three fixed vectors in the span of the axes: the same whatever basis it has."""
    d = len(axes)
    fixed = np.sin(np.outer(np.arange(1, d + 1) ** 2, [1, 2, 3]))
    basis, _ = np.linalg.qr(axes)
    return list((((basis.T @ fixed) ** 2).sum(0) / d))


def fit_of(task, x, labels):
    """A fit of one of the modules, or None where none has the method."""
    name, latent = task["method"], task["latent"]
    if name in matrix_methods:
        return lambda: matrix_methods[name](x, labels, latent)
    if name in linear_methods:
        return lambda: linear_methods[name](x, labels, latent[0])
    if name in iterated_methods:
        steps = task["settings"]["maxIterations"]
        return lambda: {**iterated_methods[name](x, labels, latent[0], steps), "iterations": steps}
    return None


def prepare(task, side):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    x = np.rint(255 * (x - x.min()) / (x.max() - x.min()))
    fit = fit_of(task, x, np.arange(len(x)) % task["subjects"])
    if fit is not None and task.get("check"):
        result = fit()
        axes = result.get("axes", [])
        spans = [fingerprint(a) for a in (axes if isinstance(axes, list) else [axes])]
        return lambda: {"spans": spans, "values": [float(value) for value in result.get("values", [])]}
    if fit is not None:
        return lambda: fit().get("iterations")
    if side == "plain" and task["method"] != "lda":
        latent = (task["latent"] * 2)[:2]
        method = reference.methods[task["method"]]

        def fit_plain():
            result = method(x, *latent)
            return result if isinstance(result, int) else None

        return fit_plain
    x = x.reshape(len(x), -1)
    q = task["latent"][0]
    labels = np.arange(len(x)) % task["subjects"]
    if side == "plain":
        return lambda: lda(x, labels, q) is None or None
    from sklearn.covariance import ledoit_wolf_shrinkage
    from sklearn.decomposition import NMF, FastICA, KernelPCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import Ridge

    def rlda():
        means = np.array([x[labels == c].mean(0) for c in range(task["subjects"])])
        shrinkage = ledoit_wolf_shrinkage(x - means[labels], assume_centered=True)
        LinearDiscriminantAnalysis(solver="eigen", shrinkage=shrinkage, n_components=q).fit(x, labels)

    def srda():
        indicators = (labels[:, None] == np.arange(task["subjects"] - 1)).astype(float)
        responses, _ = np.linalg.qr(np.column_stack([np.ones(len(x)), indicators]))
        alpha = np.sum((x - x.mean(0)) ** 2) / len(x)
        Ridge(alpha=alpha, solver="cholesky").fit(x, responses[:, 1:])

    def kpca():
        squares = ((x**2).sum(1)[:, None] + (x**2).sum(1) - 2 * x @ x.T)[np.tril_indices(len(x), -1)]
        KernelPCA(q, kernel="rbf", gamma=1 / np.median(squares), eigen_solver="dense").fit(x)

    def nmf():
        NMF(q, init="nndsvda", solver="cd", tol=0, max_iter=task["settings"]["maxIterations"]).fit(x)

    def fastica():
        iterations = task["settings"]["maxIterations"]
        FastICA(q, whiten="unit-variance", w_init=np.eye(q), tol=0, max_iter=iterations).fit(x)

    work = {"rlda": rlda, "srda": srda, "kpca": kpca, "nmf": nmf, "fastica": fastica}[task["method"]]

    def fit():
        work()

    return fit
