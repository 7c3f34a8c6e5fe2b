"""Fits of scikit-learn for rivals.bench.ts, each with the work that the method there has."""

import warnings

import numpy as np

warnings.simplefilter("ignore")


def prepare(task, side):
    from sklearn.covariance import ledoit_wolf_shrinkage
    from sklearn.decomposition import NMF, FastICA, KernelPCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.linear_model import Ridge

    x = np.fromfile(task["file"]).reshape(task["shape"][0], -1)
    x = x - min(0, x.min())
    q = task["latent"][0]
    labels = np.arange(len(x)) % task["subjects"]

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
