"""Fits in NumPy, written the way a good programmer would: factors contiguous, images kept in two layouts so that no loop
transposes them, leading eigenpairs only where the matrix is large, factors instead of full inverses. Starts and stop rules
as in the published protocol. The randomised PCA and the LDA are those of scikit-learn."""

import numpy as np
from scipy.linalg import eigh


def leading(s, q):
    """The q leading eigenpairs, vectors contiguous: a view with negative strides would leave BLAS for a triple loop."""
    n = len(s)
    if n < 200:
        values, vectors = np.linalg.eigh(s)
    else:
        values, vectors = eigh(s, subset_by_index=[n - q, n - 1], check_finite=False)
    return values[::-1][:q], np.ascontiguousarray(vectors[:, ::-1][:, :q])


class Layouts:
    """Centred images as (rows, N) x cols and as (cols, N) x rows."""

    def __init__(self, x):
        self.count, self.rows, self.cols = x.shape
        x = x - x.mean(0)
        self.by_row = np.ascontiguousarray(x.transpose(1, 0, 2)).reshape(-1, self.cols)
        self.by_column = np.ascontiguousarray(x.transpose(2, 0, 1)).reshape(-1, self.rows)
        self.energy = np.vdot(x, x)

    def times_right(self, f):
        """X_n F side by side, rows x (N, q)."""
        return (self.by_row @ f).reshape(self.rows, -1)

    def times_left(self, f):
        """X_n' F side by side, cols x (N, q)."""
        return (self.by_column @ f).reshape(self.cols, -1)

    def right(self, f):
        """sum_n X_n F F' X_n'"""
        z = self.times_right(f)
        return z @ z.T

    def left(self, f):
        """sum_n X_n' F F' X_n"""
        z = self.times_left(f)
        return z @ z.T

    def plain(self):
        """sum_n X_n X_n' and sum_n X_n' X_n"""
        return self.by_column.T @ self.by_column, self.by_row.T @ self.by_row


def settled(previous, value):
    return previous is not None and abs(value - previous) <= 1e-5 * abs(value)


def glram(x, qc, qr):
    images = Layouts(x)
    r = np.eye(images.cols, qr)
    previous = None
    for iteration in range(1, 21):
        _, c = leading(images.right(r), qc)
        values, r = leading(images.left(c), qr)
        error = (images.energy - values.sum()) / images.count
        if settled(previous, error):
            break
        previous = error
    return iteration


def bppca(x, qc, qr):
    """Conditional maximisation, Algorithm 1."""
    images = Layouts(x)
    n, rows, cols = x.shape
    plain_column, plain_row = images.plain()

    def scatter(plain, product, vectors, values, sigma2):
        # (plain - sum X U (I - sigma2 / L) U' X') / sigma2
        return (plain - product(vectors * np.sqrt(np.maximum(0, 1 - sigma2 / values)))) / sigma2

    def mode(s, q):
        d = s.shape[0]
        values, vectors = leading(s, q)
        sigma2 = (np.trace(s) - values.sum()) / (d - q)
        return (vectors, values, sigma2), np.log(values).sum() + (d - q) * np.log(sigma2)

    row = np.eye(cols, qr), np.full(qr, 1.01), 0.01
    previous = None
    for iteration in range(1, 21):
        column, log_c = mode(scatter(plain_column, images.right, *row) / (n * cols), qc)
        row, log_r = mode(scatter(plain_row, images.left, *column) / (n * rows), qr)
        value = -0.5 * n * (cols * log_c + rows * log_r + rows * cols + rows * cols * np.log(2 * np.pi))
        if settled(previous, value):
            break
        previous = value
    return iteration


def aecm(x, qc, qr):
    """BPPCA by AECM, Algorithm 2: one projection of the images a mode and iteration, no cap on the iterations."""
    images = Layouts(x)
    n, rows, cols = x.shape
    plain_column, plain_row = images.plain()
    energy = images.energy

    def inverse_of(loadings, sigma2):
        return np.linalg.inv(loadings.T @ loadings + sigma2 * np.eye(loadings.shape[1]))

    def log_determinant(loadings, sigma2):
        m = loadings.T @ loadings + sigma2 * np.eye(loadings.shape[1])
        return np.linalg.slogdet(m)[1] + (len(loadings) - loadings.shape[1]) * np.log(sigma2)

    def seen(plain, loadings, wide, other, other_inverse, other_plain):
        # wide: X_n times the other loadings, d x (N, q')
        width = other.shape[1]
        codes = (np.ascontiguousarray(loadings.T) @ wide).reshape(-1, width) @ other_inverse
        inside = plain @ loadings - wide @ codes.reshape(loadings.shape[1], -1).T
        return inside, energy - np.vdot(other_inverse, other.T @ other_plain @ other)

    def cycle(loadings, sigma2, inverse, inside, spread, other_sigma2, other_size):
        direction = inside / other_sigma2
        explained = direction @ inverse
        moment = n * other_size * sigma2 * inverse + inverse @ (loadings.T @ direction) @ inverse
        following = np.ascontiguousarray(np.linalg.solve(moment, explained.T).T)
        return following, (spread / other_sigma2 - np.vdot(explained, following)) / (n * other_size * len(loadings))

    c, r, sigma_c, sigma_r = np.eye(rows, qc), np.eye(cols, qr), 0.01, 0.01
    previous = None
    for iteration in range(1, 1001):
        inverse_c, inverse_r = inverse_of(c, sigma_c), inverse_of(r, sigma_r)
        inside, spread = seen(plain_column, c, images.times_right(r), r, inverse_r, plain_row)
        square = (spread - np.vdot(inverse_c, c.T @ inside)) / (sigma_c * sigma_r)
        value = -0.5 * (
            n * cols * log_determinant(c, sigma_c)
            + n * rows * log_determinant(r, sigma_r)
            + square
            + n * rows * cols * np.log(2 * np.pi)
        )
        if settled(previous, value):
            break
        previous = value
        c, sigma_c = cycle(c, sigma_c, inverse_c, inside, spread, sigma_r, cols)
        inside, spread = seen(plain_row, r, images.times_left(c), c, inverse_of(c, sigma_c), plain_column)
        r, sigma_r = cycle(r, sigma_r, inverse_r, inside, spread, sigma_c, rows)
    return iteration


def small_matrix(x):
    """Centred vectors and their covariance or Gram matrix, whichever is smaller."""
    x = x.reshape(len(x), -1)
    n, d = x.shape
    x = x - x.mean(0)
    return x, (x.T @ x if d <= n else x @ x.T) / n


def pca(x, q, _=None):
    x, small = small_matrix(x)
    n, d = x.shape
    values, vectors = leading(small, q)
    if d > n:
        vectors = (x.T @ vectors) / np.sqrt(n * values)
    return values, vectors


def ppca(x, q, _=None):
    x, small = small_matrix(x)
    n, d = x.shape
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


def two_sided(x, qc, qr, variational, expansion, iterations, tolerance):
    """X = C Z R' + noise: E-step in the bases that make C'C and R'R diagonal, direct M-step, full expansion. Codes B_n
    are kept side by side, q_c x (N, q_r)."""
    images = Layouts(x)
    n, rows, cols = x.shape
    energy = images.energy
    pixels = rows * cols
    if expansion:
        _, r = leading(images.by_row.T @ images.by_row, qr)
        for _ in range(3):
            _, c = leading(images.right(r), qc)
            _, r = leading(images.left(c), qr)
        moments = np.mean((c.T @ images.times_right(r)).reshape(qc, n, qr) ** 2, 1)
        variance = energy / n / pixels
        sigma2 = (pixels * variance - moments.sum()) / (pixels - qc * qr)
        signal = np.maximum(moments - sigma2, 1e-3 * variance)
        root = np.sqrt(signal.sum())
        c, r = c * np.sqrt(signal.sum(1) / root), r * np.sqrt(signal.sum(0) / root)
    else:
        rng = np.random.default_rng(1)
        c, r, sigma2 = rng.standard_normal((rows, qc)), rng.standard_normal((cols, qr)), 1.0

    def canonical(a):
        values, vectors = np.linalg.eigh(a.T @ a)
        return a @ vectors, values

    def upright(b):
        """q_c x (N, q_r) to (N, q_c) x q_r"""
        return b.reshape(qc, n, qr).transpose(1, 0, 2).reshape(n * qc, qr)

    def expectation(c, d, r, e, sigma2):
        half = images.times_right(r)
        core = np.outer(d, e) + sigma2
        w = np.ascontiguousarray(c.T) @ half
        b = (w.reshape(qc, n, qr) / core[:, None, :]).reshape(qc, -1)
        exact = sigma2 / core
        v = exact
        if variational:
            t, s = np.ones(qc), np.ones(qr)
            for _ in range(200):
                following = qr * sigma2 / ((e @ s) * d + sigma2 * s.sum())
                change = np.abs(following / t - 1).max()
                t = following
                s = qc * sigma2 / ((d @ t) * e + sigma2 * t.sum())
                if change < 1e-14:
                    break
            v = np.outer(t, s)
        log = n * (pixels * np.log(2 * np.pi) + (pixels - qc * qr) * np.log(sigma2) + np.log(core).sum())
        likelihood = -0.5 * (log + (energy - np.vdot(w, b)) / sigma2)
        return half, b, v, likelihood - n * 0.5 * np.sum(v / exact - 1 - np.log(v / exact))

    (c, d), (r, e) = canonical(c), canonical(r)
    half, b, v, previous = expectation(c, d, r, e, sigma2)
    for iteration in range(1, iterations + 1):
        s = half @ b.T
        h = (b.reshape(-1, qr) * e).reshape(qc, -1) @ b.T + n * np.diag(v @ e)
        c = np.ascontiguousarray(np.linalg.solve(h, s.T).T)
        standing = upright(b)
        t = images.times_left(c) @ standing
        k = c.T @ c
        g = upright(k @ b).T @ standing + n * np.diag(np.diag(k) @ v)
        r = np.ascontiguousarray(np.linalg.solve(g, t.T).T)
        sigma2 = (energy - np.vdot(r, t)) / (n * pixels)
        if expansion:
            gamma_v = np.eye(qr)
            for _ in range(3):
                inverse = np.linalg.inv(gamma_v)
                gamma_u = ((b.reshape(-1, qr) @ inverse).reshape(qc, -1) @ b.T + n * np.diag(v @ np.diag(inverse))) / (n * qr)
                inverse = np.linalg.inv(gamma_u)
                gamma_v = (upright(inverse @ b).T @ standing + n * np.diag(np.diag(inverse) @ v)) / (n * qc)
            c, r = c @ np.linalg.cholesky(gamma_u), r @ np.linalg.cholesky(gamma_v)
        (c, d), (r, e) = canonical(c), canonical(r)
        half, b, v, value = expectation(c, d, r, e, sigma2)
        if tolerance and abs(value - previous) <= tolerance * max(abs(value), n * pixels):
            break
        previous = value
    return iteration


def psopca(x, qc, qr):
    """The published protocol: random start, 20 iterations, no expansion."""
    return two_sided(x, qc, qr, True, False, 20, 0)


def mvfa(x, qc, qr):
    return two_sided(x, qc, qr, False, True, 1000, 1e-10)


def fpca(x, *_):
    """Flip-flop to 1e-8, by Cholesky factors of the inverses."""
    images = Layouts(x)
    n, rows, cols = x.shape
    previous = None
    factor = np.eye(cols)
    for iteration in range(1, 1001):
        sc = images.right(factor) / (n * cols)
        sr = images.left(np.linalg.cholesky(np.linalg.inv(sc))) / (n * rows)
        factor = np.linalg.cholesky(np.linalg.inv(sr))
        value = -0.5 * n * (cols * np.linalg.slogdet(sc)[1] + rows * np.linalg.slogdet(sr)[1] + rows * cols * (1 + np.log(2 * np.pi)))
        if previous is not None and abs(value - previous) <= 1e-8 * max(abs(value), n * rows * cols):
            break
        previous = value
    return iteration


methods = {
    "psopca": psopca,
    "mvfa": mvfa,
    "fpca": fpca,
    "glram": glram,
    "bppca": bppca,
    "bppca-aecm": aecm,
    "pca": pca,
    "ppca": ppca,
    "2dpca": two_d_pca,
}


def sklearn_fit(task, x):
    x = x.reshape(len(x), -1)
    if task["method"] == "lda":
        from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

        model = LinearDiscriminantAnalysis(solver="svd", n_components=task["latent"][0])
        labels = np.arange(len(x)) % task["subjects"]
        return lambda: model.fit(x, labels) and None
    from sklearn.decomposition import PCA

    model = PCA(task["latent"][0], svd_solver="randomized", random_state=0)
    return lambda: model.fit(x) and None


def prepare(task, side):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    if side == "sklearn":
        return sklearn_fit(task, x)
    method = methods[task["method"]]

    def fit():
        result = method(x, *task["latent"])
        return result if isinstance(result, int) else None

    return fit
