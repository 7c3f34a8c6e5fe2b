"""EM iterations of principal axes and fields in NumPy, and fits of PCA and LDA in scikit-learn."""

import numpy as np


def prepare(task, side):
    random = np.random.default_rng(1)
    return PREPARE[task["kind"]](task, random)


def axes(task, random):
    """EM-PCA, EM-ePCA and its limit: E-step and M-step with the operator L; solves of q x q, never X times a solve."""
    x = random.standard_normal((task["count"], task["pixels"]))
    q = task["q"]
    state = {"a": random.standard_normal((task["pixels"], q))}
    tails = np.cumsum((0.8 ** np.arange(q))[::-1])[::-1]
    largest = np.maximum.outer(np.arange(q), np.arange(q))

    def solve(b, g):
        if task["weights"] == "limit":
            return np.linalg.solve(np.tril(g), b.T).T
        if task["weights"] == "geometric":
            return np.linalg.solve(g * tails[largest], (b * tails).T).T
        return np.linalg.solve(g, b.T).T

    def step():
        a = state["a"]
        s = x @ solve(a, a.T @ a)
        state["a"] = solve(x.T @ s, s.T @ s)

    return step


def covariance(task, random):
    x = random.standard_normal((task["count"], task["pixels"]))

    def work():
        np.linalg.eigh(x.T @ x)

    return work


def fields(task, random):
    """EM-LDA and EM-LPP: neighbourhood means by sums over classes or a sparse graph of five neighbours an image."""
    t, f, q = task["count"], task["pixels"], task["q"]
    x = random.standard_normal((t, f))
    labels = np.arange(t) % 20
    size = t // 20
    near = np.stack([(np.arange(t) + k) % t for k in (1, 2, 3, -1, -2)], 1)
    lam = 0.95 - 0.05 * np.arange(q)
    sigma2 = 1 - lam**2
    rest = (1 - lam) ** 2
    total = lam + rest
    state = {"w": random.standard_normal((f, q)), "e": np.zeros((t, q)), "noise": 0.5}
    energy = (x * x).sum()

    def means(e):
        if task["fields"] == "lpp":
            return lam / total * e[near].mean(1)
        sums = np.zeros((20, q))
        np.add.at(sums, labels, e)
        return (lam * (sums[labels] - e) / (size - 1) + rest * (e.sum(0) - e) / (t - 1)) / total

    def step():
        w, e, noise = state["w"], state["e"], state["noise"]
        precision = total / sigma2
        a = np.linalg.inv(w.T @ w + noise * np.diag(precision))
        e = (x @ w + noise * precision * means(e)) @ a
        moment = e.T @ e + t * noise * a
        cross = x.T @ e
        state["w"] = np.linalg.solve(moment, cross.T).T
        state["noise"] = (energy - (state["w"] * cross).sum()) / (t * f)
        state["e"] = e

    return step


def sklearn_fit(task, random):
    from sklearn.decomposition import PCA
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    classes = task["classes"]
    x = random.standard_normal((task["count"], task["pixels"]))
    labels = np.arange(task["count"]) % classes
    if task.get("decay"):
        x *= np.arange(1, task["pixels"] + 1) ** (-task["decay"] / 2)
    else:
        x += 2 * random.standard_normal((classes, task["pixels"]))[labels]
    if task["fit"] == "pca":
        model = PCA(n_components=task["q"], svd_solver=task["solver"], random_state=0)
        return lambda: silent(model.fit(x))
    model = LinearDiscriminantAnalysis(solver="svd", n_components=task["q"])
    return lambda: silent(model.fit(x, labels))


def silent(_):
    """Results stay here: only the time is asked for."""


PREPARE = {"axes": axes, "covariance": covariance, "fields": fields, "sklearn": sklearn_fit}
