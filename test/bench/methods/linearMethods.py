"""Methods whose axes are learned in the principal coordinates of the images: one eigendecomposition of the smaller of
covariance and Gram matrix, then problems of that order. Each answers its axes, one per column, and what else determines
the fit. Distances come from the Gram matrix, neighbours from partial sorts, graphs are sparse."""

import numpy as np
from scipy.linalg import cholesky, eigh, solve_triangular, svd
from scipy.sparse import coo_matrix


class Coordinates:
    """Whitened coordinates z (T x r, z'z = T I), the variances of the axes, and the way back to pixels."""

    def __init__(self, x):
        self.count = len(x)
        self.x = x.reshape(self.count, -1)
        self.x = self.x - self.x.mean(0)
        n, d = self.x.shape
        self.gram = self.x @ self.x.T if d > n else None
        if d > n:
            values, vectors = np.linalg.eigh(self.gram / n)
        else:
            values, vectors = np.linalg.eigh(self.x.T @ self.x / n)
        kept = values > 1e-12 * values[-1]
        self.values, vectors = values[kept][::-1], np.ascontiguousarray(vectors[:, kept][:, ::-1])
        self.vectors = vectors
        self.z = vectors * np.sqrt(n) if d > n else self.x @ (vectors / np.sqrt(self.values))

    def axes(self, projection):
        """Axes among the images of a projection of the leading whitened coordinates."""
        r = len(projection)
        if self.gram is None:
            return (self.vectors[:, :r] / np.sqrt(self.values[:r])) @ projection
        return self.x.T @ (self.vectors[:, :r] @ (projection / (np.sqrt(self.count) * self.values[:r, None])))

    def distances(self):
        """Squared distances of all pairs; infinite on the diagonal."""
        gram = self.x @ self.x.T if self.gram is None else self.gram
        squares = np.diag(gram)
        distances = squares[:, None] + squares - 2 * gram
        np.fill_diagonal(distances, np.inf)
        return distances

    def share(self, energy):
        """The number of leading coordinates that hold this share of the variance."""
        return 1 + int(np.searchsorted(np.cumsum(self.values), energy * self.values.sum() * (1 - 1e-15)))


def class_means(z, labels):
    """Means of each class, times the root of its share of the images."""
    sizes = np.bincount(labels)
    members = coo_matrix((np.ones(len(z)), (labels, np.arange(len(z)))), (len(sizes), len(z))).tocsr()
    return (members @ z) / np.sqrt(sizes * len(z))[:, None]


def ordered_ties(axes, shares, values):
    """Axes whose share is 1 are equally good: rotated to be orthogonal among the images, the shortest first."""
    ties = int((1 - shares < 1e-10).sum())
    if ties > 1:
        lengths = axes[:, :ties] / np.sqrt(values[: len(axes), None])
        axes = np.hstack([axes[:, :ties] @ np.linalg.eigh(lengths.T @ lengths)[1], axes[:, ties:]])
    return axes


def fisher_axes(z, values, labels):
    """Right singular vectors of the class means, with the shares of variance between classes."""
    means = class_means(z, labels)
    _, roots, v = svd(means, full_matrices=False, check_finite=False)
    m = min(len(means) - 1, z.shape[1])
    shares = np.minimum(1, roots[:m] ** 2)
    return ordered_ties(v[:m].T, shares, values), shares


def leading(a, b, q):
    """The q leading solutions of a v = l b v."""
    r = len(a)
    values, vectors = eigh(a, b, subset_by_index=[r - q, r - 1], check_finite=False)
    return values[::-1], vectors[:, ::-1]


def nearest(distances, k):
    return np.argpartition(distances, k, axis=1)[:, :k]


def neighbour_graph(distances, k=5):
    """Ones for images of which either is among the k nearest of the other."""
    n = len(distances)
    near = coo_matrix((np.ones(n * k), (np.repeat(np.arange(n), k), nearest(distances, k).ravel())), (n, n)).tocsr()
    return near.maximum(near.T)


def locality(c):
    graph = neighbour_graph(c.distances())
    degrees = np.asarray(graph.sum(1)).ravel()
    return c.z.T @ (graph @ c.z) / c.count, (c.z.T * degrees) @ c.z / c.count


def lpp(c, labels, q):
    values, vectors = leading(*locality(c), q)
    return {"axes": c.axes(vectors)}


def fk_lda(c, labels, q):
    vectors, _ = fisher_axes(c.z, c.values, labels)
    return {"axes": c.axes(vectors[:, :q])}


def unified_ml(c, labels, q):
    r = c.share(0.98)
    vectors, shares = fisher_axes(c.z[:, :r], c.values, labels)
    d = 1 - shares[:q]
    l = np.linspace(0.95, 0.5, q)
    return {"axes": c.axes(vectors[:, :q] * np.sqrt((1 - l * l) / (l * d + (1 - l) ** 2)))}


def ioffe(c, labels, q):
    r = min(c.share(0.9), c.count - labels.max() - 1)
    vectors, shares = fisher_axes(c.z[:, :r], c.values, labels)
    n = c.count / (labels.max() + 1)
    shares = shares[:q]
    psi = np.maximum(0, (n - 1) / n * shares / (1 - shares) - 1 / n)
    # Axes of psi 0 have length 0, which leaves no span to compare.
    c.axes(vectors[:, :q] * np.sqrt((n - 1) / n / (1 - shares)) * (psi / (psi + 1)))
    return {"values": psi}


def sfa(c, labels, q):
    steps = np.diff(c.z, axis=0)
    _, vectors = eigh(steps.T @ steps, subset_by_index=[0, q - 1], check_finite=False)
    return {"axes": c.axes(vectors)}


def reconstruction(c, distances, k):
    """Axes on which the weights of the nearest images reconstruct an image best."""
    near = nearest(distances, k)
    gram = c.x @ c.x.T if c.gram is None else c.gram
    rows = np.arange(c.count)[:, None]
    local = gram[near[:, :, None], near[:, None, :]] - gram[rows, near][:, :, None] - gram[rows, near][:, None, :]
    local += np.diag(gram)[:, None, None]
    local[:, np.arange(k), np.arange(k)] += 1e-3 * np.trace(local, axis1=1, axis2=2)[:, None]
    weights = np.linalg.solve(local, np.ones((c.count, k, 1)))[:, :, 0]
    weights /= weights.sum(1, keepdims=True)
    b = coo_matrix((weights.ravel(), (np.repeat(np.arange(c.count), k), near.ravel())), gram.shape).tocsr()
    residuals = c.z - b @ c.z
    return residuals.T @ residuals / c.count


def npe(c, labels, q):
    errors = reconstruction(c, c.distances(), 5)
    _, vectors = eigh(errors, subset_by_index=[0, q - 1], check_finite=False)
    return {"axes": c.axes(vectors)}


def npe_subjects(c, labels, q):
    distances = np.where(labels[:, None] == labels, c.distances(), np.inf)
    errors = reconstruction(c, distances, 5)
    # At full rank as many axes are equally good as there are subjects less one.
    most = max(q, min(len(errors), labels.max() + 1))
    values, vectors = eigh(errors, subset_by_index=[0, most - 1], check_finite=False)
    return {"axes": c.axes(ordered_ties(vectors, 1 - values, c.values)[:, :q])}


def mfa(c, labels, q):
    """The nearest pairs of different subjects against neighbours of the same, five of each image."""
    distances = c.distances()
    same = labels[:, None] == labels
    within = np.triu(neighbour_graph(np.where(same, distances, np.inf)).toarray()) > 0
    pairs = np.zeros_like(same)
    for subject in range(labels.max() + 1):
        members, others = np.flatnonzero(labels == subject), np.flatnonzero(labels != subject)
        block = distances[np.ix_(members, others)].ravel()
        first, second = np.divmod(np.argpartition(block, 20)[:20], len(others))
        first, second = members[first], others[second]
        pairs[np.minimum(first, second), np.maximum(first, second)] = True

    def scatter(edges):
        first, second = np.nonzero(edges)
        differences = c.z[first] - c.z[second]
        return differences.T @ differences / c.count

    apart = scatter(pairs)
    values, vectors = leading(apart, apart + scatter(within), min(len(apart), max(q, 2 * labels.max())))
    return {"axes": c.axes(ordered_ties(vectors, values, c.values)[:, :q])}


def next_ratio(values, taken, high):
    """The leading eigenpair of diag(values) on the complement of the rows of `taken`, between bounds that the number
    of positive eigenvalues of taken (Lambda - t)^-1 taken' proves."""
    k, r = taken.shape
    outside = lambda v: v - taken.T @ (taken @ v)
    low, high = values[k], high + 4e-15
    v, t = outside(np.ones(r)), high
    while True:
        inverse = 1 / (values - t)
        gammas, turn = np.linalg.eigh((taken * inverse) @ taken.T)
        above = (values > t).sum() > (gammas > 0).sum()
        low, high = (max(low, t), high) if above else (low, t)
        for _ in range(2):
            w = v * inverse
            v = outside(w - taken.T @ (turn @ ((turn.T @ (taken @ w)) / gammas)) * inverse)
            v /= np.linalg.norm(v)
        value = v @ (values * v)
        low = max(low, value)
        if high - value <= 8e-15 or high - low <= 4e-15:
            return value, v
        t = value + max(np.linalg.norm(outside(values * v) - value * v), 4e-15)
        if above or t >= high:
            t = (low + high) / 2


def one_after_another(c, values, solutions, q, first=None):
    """Axes (in principal coordinates) of the best ratio, each orthogonal to the axes before."""
    vectors = solutions / np.sqrt(c.values[: len(solutions), None])
    axes = np.zeros((len(vectors), q))
    k = 0
    if first is not None:
        k = min(q, first.shape[1])
        axes[:, :k] = first[:, :k]
        if k < q:
            removed, _ = np.linalg.qr(vectors.T @ first)
            rest = np.linalg.qr(removed, mode="complete")[0][:, first.shape[1] :]
            values, turn = np.linalg.eigh((rest.T * values) @ rest)
            values, vectors = values[::-1], vectors @ (rest @ turn[:, ::-1])
    moments = vectors.T @ vectors
    taken, ratio = np.zeros((q, len(values))), values[0]
    for j in range(q - k):
        ratio, b = (values[0], np.eye(1, len(values))[0]) if j == 0 else next_ratio(values, taken[:j], ratio)
        u = moments @ b
        for _ in range(2):
            u -= taken[:j].T @ (taken[:j] @ u)
            u /= np.linalg.norm(u)
        taken[j] = u
        a = vectors @ b
        axes[:, k + j] = a / np.linalg.norm(a)
    return axes * np.sqrt(c.values[: len(solutions), None])


def olpp(c, labels, q):
    values, solutions = eigh(*locality(c), check_finite=False)
    return {"axes": c.axes(one_after_another(c, values[::-1], solutions[:, ::-1], q))}


def olpp_subjects(c, labels, q):
    vectors, shares = fisher_axes(c.z, c.values, labels)
    tied = vectors[:, 1 - shares < 1e-10] / np.sqrt(c.values[:, None])
    if tied.shape[1] >= q:
        return {"axes": c.axes(vectors[:, :q])}
    means = class_means(c.z, labels)
    values, solutions = np.linalg.eigh(means.T @ means)
    first = tied / np.linalg.norm(tied, axis=0) if tied.shape[1] else None
    return {"axes": c.axes(one_after_another(c, values[::-1], solutions[:, ::-1], q, first))}


def kfa(x, labels, q):
    """Gaussian kernel, its principal coordinates, and LDA with a shrunk within-class scatter there."""
    x = x.reshape(len(x), -1)
    x = x - x.mean(0)
    n = len(x)
    gram = x @ x.T
    squares = np.diag(gram)
    distances = np.maximum(squares[:, None] + squares - 2 * gram, 0)
    kernel = np.exp(-0.1 / np.median(distances[np.tril_indices(n, -1)]) * distances)
    means = kernel.mean(0)
    kernel += means.mean() - means - means[:, None]
    values, vectors = np.linalg.eigh(kernel)
    kept = values > 1e-12 * values[-1]
    values, vectors = values[kept], vectors[:, kept]
    y = vectors * np.sqrt(values)
    between = class_means(y, labels)
    within = -between.T @ between
    within[np.diag_indices_from(within)] += values / n
    r = len(values)
    regular = 0.99 * within
    regular[np.diag_indices_from(regular)] += 0.01 * np.trace(within) / r
    lower = cholesky(regular, lower=True, check_finite=False)
    m = solve_triangular(lower, between.T, lower=True, check_finite=False)
    _, _, u = svd(m.T @ m, check_finite=False)
    axes = solve_triangular(lower, m @ u[:q].T, lower=True, trans="T", check_finite=False)
    return {"axes": vectors @ (axes / np.sqrt(values)[:, None])}


def in_coordinates(method):
    return lambda x, labels, q: method(Coordinates(x), labels, q)


methods = {
    "fklda": in_coordinates(fk_lda),
    "lpp": in_coordinates(lpp),
    "lpp-subjects": in_coordinates(fk_lda),
    "sfa": in_coordinates(sfa),
    "ioffe": in_coordinates(ioffe),
    "unifiedml": in_coordinates(unified_ml),
    "npe": in_coordinates(npe),
    "npe-subjects": in_coordinates(npe_subjects),
    "olpp": in_coordinates(olpp),
    "olpp-subjects": in_coordinates(olpp_subjects),
    "mfa": in_coordinates(mfa),
    "kfa": kfa,
}
