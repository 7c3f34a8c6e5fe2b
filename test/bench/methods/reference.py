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


def aecm(x, qc, qr):
    """BPPCA by AECM, Algorithm 2: one projection of the images a mode and iteration, no cap on the iterations."""
    n, rows, cols = x.shape
    x = x - x.mean(0)
    flat = x.reshape(n * rows, cols)
    across = x.transpose(1, 0, 2).reshape(rows, -1)
    plain_row, plain_column = flat.T @ flat, across @ across.T
    energy = np.trace(plain_row)

    def inverse_of(loadings, sigma2):
        return np.linalg.inv(loadings.T @ loadings + sigma2 * np.eye(loadings.shape[1]))

    def log_determinant(loadings, sigma2):
        m = loadings.T @ loadings + sigma2 * np.eye(loadings.shape[1])
        return np.linalg.slogdet(m)[1] + (len(loadings) - loadings.shape[1]) * np.log(sigma2)

    def seen(plain, loadings, stack, other, other_sigma2, other_inverse, other_plain):
        # stack: X L' of every image, d x q'
        codes = other_inverse @ np.matmul(loadings.T, stack).transpose(0, 2, 1)
        wide = stack.transpose(1, 0, 2).reshape(len(loadings), -1)
        inside = plain @ loadings - wide @ codes.reshape(-1, loadings.shape[1])
        return inside, energy - np.vdot(other_inverse, other.T @ other_plain @ other)

    def cycle(loadings, sigma2, inverse, inside, spread, other_sigma2, other_size):
        direction = inside / other_sigma2
        explained = direction @ inverse
        moment = n * other_size * sigma2 * inverse + inverse @ (loadings.T @ direction) @ inverse
        following = np.linalg.solve(moment, explained.T).T
        return following, (spread / other_sigma2 - np.vdot(explained, following)) / (n * other_size * len(loadings))

    c, r, sigma_c, sigma_r = np.eye(rows, qc), np.eye(cols, qr), 0.01, 0.01
    previous = None
    for iteration in range(1, 1001):
        inverse_c, inverse_r = inverse_of(c, sigma_c), inverse_of(r, sigma_r)
        half = (flat @ r).reshape(n, rows, qr)
        inside, spread = seen(plain_column, c, half, r, sigma_r, inverse_r, plain_row)
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
        half = np.matmul(c.T, x).transpose(0, 2, 1)
        inside, spread = seen(plain_row, r, half, c, sigma_c, inverse_of(c, sigma_c), plain_column)
        r, sigma_r = cycle(r, sigma_r, inverse_r, inside, spread, sigma_c, rows)
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


def two_sided(x, qc, qr, variational, expansion, iterations, tolerance):
    """X = C Z R' + noise: E-step in the bases that make C'C and R'R diagonal, direct M-step, full expansion."""
    n, rows, cols = x.shape
    x = x - x.mean(0)
    flat = x.reshape(n * rows, cols)
    energy = np.sum(x * x)
    pixels = rows * cols
    if expansion:
        _, r = leading(flat.T @ flat, qr)
        for _ in range(3):
            _, c = leading(right_factor(x, r), qc)
            _, r = leading(left_factor(x, c), qr)
        moments = np.mean(np.matmul(c.T, x @ r) ** 2, 0)
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

    def expectation(c, d, r, e, sigma2):
        half = (flat @ r).reshape(n, rows, qr)
        core = np.outer(d, e) + sigma2
        w = np.matmul(c.T, half)
        b = w / core
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
        bt = b.transpose(0, 2, 1).reshape(n * qr, qc)
        s = half.transpose(0, 2, 1).reshape(n * qr, rows).T @ bt
        h = (bt * np.tile(e, n)[:, None]).T @ bt + n * np.diag(v @ e)
        c = np.linalg.solve(h, s.T).T
        t = np.matmul(c.T, x).reshape(n * qc, cols).T @ b.reshape(n * qc, qr)
        k = c.T @ c
        g = np.matmul(k, b).reshape(n * qc, qr).T @ b.reshape(n * qc, qr) + n * np.diag(np.diag(k) @ v)
        r = np.linalg.solve(g, t.T).T
        sigma2 = (energy - np.vdot(r, t)) / (n * pixels)
        if expansion:
            gamma_v = np.eye(qr)
            for _ in range(3):
                inverse = np.linalg.inv(gamma_v)
                gamma_u = (np.matmul(inverse, b.transpose(0, 2, 1)).reshape(n * qr, qc).T @ bt + n * np.diag(v @ np.diag(inverse))) / (n * qr)
                inverse = np.linalg.inv(gamma_u)
                gamma_v = (np.matmul(inverse, b).reshape(n * qc, qr).T @ b.reshape(n * qc, qr) + n * np.diag(np.diag(inverse) @ v)) / (n * qc)
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
    return two_sided(x, qc, qr, False, True, 1000, 1e-7)


def fpca(x, *_):
    """Flip-flop to 1e-8."""
    n, rows, cols = x.shape
    x = x - x.mean(0)
    flat = x.reshape(n * rows, cols)
    previous = None
    inverse = np.eye(cols)
    for iteration in range(1, 1001):
        y = (flat @ inverse).reshape(n, rows, cols)
        sc = y.transpose(1, 0, 2).reshape(rows, -1) @ x.transpose(1, 0, 2).reshape(rows, -1).T / (n * cols)
        sr = np.matmul(np.linalg.inv(sc), x).reshape(n * rows, cols).T @ flat / (n * rows)
        inverse = np.linalg.inv(sr)
        value = -0.5 * n * (cols * np.linalg.slogdet(sc)[1] + rows * np.linalg.slogdet(sr)[1] + rows * cols * (1 + np.log(2 * np.pi)))
        if previous is not None and abs(value - previous) <= 1e-8 * max(abs(value), n * rows * cols):
            break
        previous = value
    return iteration


methods = {"psopca": psopca, "mvfa": mvfa, "fpca": fpca, "glram": glram, "bppca": bppca, "bppca-aecm": aecm, "pca": pca, "ppca": ppca, "2dpca": two_d_pca}


def prepare(task):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    method = methods[task["method"]]

    def fit():
        result = method(x, *task["latent"])
        return result if isinstance(result, int) else None

    return fit
