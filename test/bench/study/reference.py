"""Studies in NumPy, written the way a good programmer would: factors contiguous, images kept in two layouts so that no
loop transposes, distances by products, rank-one sweeps in place. `lockstep` runs all latent shapes of GLRAM and BPPCA
side by side on fourth-order moments of the images."""

import numpy as np
from scipy.linalg.blas import dger

TOLERANCE = 1e-10


def leading(s, q):
    """The q leading eigenpairs, vectors contiguous: a view with negative strides would leave BLAS for a triple loop."""
    values, vectors = np.linalg.eigh(s)
    return values[::-1][:q], np.ascontiguousarray(vectors[:, ::-1][:, :q])


def sweep(gallery, probes, weights):
    """Nearest items at every q, weights: list of arrays; rank-one updates of |a|^2 - 2 a b in place."""
    tables = [np.zeros((len(gallery), len(probes)), order="F") for _ in weights]
    ones = np.ones(len(probes))
    for q in range(gallery.shape[1]):
        a, b = np.ascontiguousarray(gallery[:, q]), np.ascontiguousarray(probes[:, q])
        for k, w in enumerate(weights):
            tables[k] = dger(-2 * w[q], a, b, a=tables[k], overwrite_a=1)
            tables[k] = dger(w[q], a * a, ones, a=tables[k], overwrite_a=1)
        yield q, tables


def coordinates(x, train, test):
    """Principal coordinates of a split, all but the last, where there are more pixels than training images."""
    x = x.reshape(len(x), -1)
    a, b = x[train], x[test]
    mean = a.mean(0)
    a, b = a - mean, b - mean
    n = len(a)
    values, vectors = leading(a @ a.T / n, n - 1)
    # With A' = V L^1/2 U' the coordinates of B are B A' V L^-1/2.
    return values, vectors * np.sqrt(n * values), (b @ a.T) @ (vectors / np.sqrt(n * values))


def vector_cells(x, train, test, labels):
    """PCA and PPCA at every q, from one decomposition."""
    values, a, b = coordinates(x, train, test)
    d = x[0].size
    wrong = 0
    for _, (table,) in sweep(a, b, [np.ones(len(values))]):
        wrong += np.count_nonzero(labels[train][table.argmin(0)] != labels[test])
    total, running = values.sum(), 0.0
    for q, (d1, d2) in sweep(a[:, :-1], b[:, :-1], [1 / values, 1 / values**2]):
        running += values[q]
        nearest = (d1 - (total - running) / (d - q - 1) * d2).argmin(0)
        wrong += np.count_nonzero(labels[train][nearest] != labels[test])
    return wrong


def row_cell(x, train, test, labels):
    """2DPCA at every q."""
    mean = x[train].mean(0)
    a, b = x[train] - mean, x[test] - mean
    cols = x.shape[2]
    flat = a.reshape(-1, cols)
    _, r = leading(flat.T @ flat, cols)
    a = np.ascontiguousarray((flat @ r).reshape(a.shape).transpose(2, 0, 1))
    b = np.ascontiguousarray((b.reshape(-1, cols) @ r).reshape(b.shape).transpose(2, 0, 1))
    table = np.zeros((len(test), len(train)))
    wrong = 0
    for q in range(cols):
        table += (a[q] * a[q]).sum(1) - 2 * (b[q] @ a[q].T)
        wrong += np.count_nonzero(labels[train][table.argmin(1)] != labels[test])
    return wrong


class Layouts:
    """Centred training images as (rows, N) x cols and as (cols, N) x rows, and all images for their codes."""

    def __init__(self, x, train, test, labels):
        mean = x[train].mean(0)
        images = x[train] - mean
        self.count, self.rows, self.cols = images.shape
        self.by_row = np.ascontiguousarray(images.transpose(1, 0, 2)).reshape(-1, self.cols)
        self.by_column = np.ascontiguousarray(images.transpose(2, 0, 1)).reshape(-1, self.rows)
        self.energy = np.vdot(images, images)
        self.order = np.concatenate([train, test])
        self.all = np.ascontiguousarray((x[self.order] - mean).transpose(1, 0, 2)).reshape(self.rows, -1)
        self.labels = labels

    def right(self, f):
        z = (self.by_row @ f).reshape(self.rows, -1)
        return z @ z.T

    def left(self, f):
        z = (self.by_column @ f).reshape(self.cols, -1)
        return z @ z.T

    def wrong(self, c, r):
        """Decisions by the nearest code C'XR that are wrong."""
        half = (np.ascontiguousarray(c.T) @ self.all).reshape(-1, self.cols)
        codes = (half @ r).reshape(c.shape[1], len(self.order), -1).transpose(1, 0, 2).reshape(len(self.order), -1)
        a, b = codes[: self.count], codes[self.count :]
        table = (a * a).sum(1) - 2 * (b @ a.T)
        labels = self.labels[self.order]
        return np.count_nonzero(labels[: self.count][table.argmin(1)] != labels[self.count :])


def settled(previous, value, scale):
    return previous is not None and abs(value - previous) < TOLERANCE * max(abs(value), scale)


def glram_cell(images, shapes):
    iterations = wrong = 0
    for qc, qr in shapes:
        r, previous = np.eye(images.cols, qr), None
        for _ in range(500):
            _, c = leading(images.right(r), qc)
            values, r = leading(images.left(c), qr)
            iterations += 1
            error = (images.energy - values.sum()) / images.count
            if settled(previous, error, images.energy / images.count):
                break
            previous = error
        wrong += images.wrong(c, r)
    return iterations, wrong


def bppca_cell(images, shapes):
    """Conditional maximisation, Algorithm 1, with the inverse covariances by their low-rank forms."""
    n, rows, cols = images.count, images.rows, images.cols
    size = n * rows * cols
    plain_row = images.by_row.T @ images.by_row
    plain_column = images.by_column.T @ images.by_column

    def mode(s, q):
        values, vectors = leading(s, q)
        sigma2 = (np.trace(s) - values.sum()) / (len(s) - q)
        return vectors, values, sigma2

    def scatter(plain, product, vectors, values, sigma2, divisor):
        # S^-1 = (I - U (I - sigma2 L^-1) U') / sigma2
        factor = vectors * np.sqrt(np.maximum(0, 1 - sigma2 / values))
        return (plain - product(factor)) / (sigma2 * divisor)

    def log_determinant(values, sigma2, d):
        return np.log(values).sum() + (d - len(values)) * np.log(sigma2)

    def encoder(vectors, values, sigma2):
        return vectors * (np.sqrt(np.maximum(0, values - sigma2)) / values)

    iterations = wrong = 0
    for qc, qr in shapes:
        row, previous = (np.eye(cols, qr), np.full(qr, 1.01), 0.01), None
        for _ in range(500):
            column = mode(scatter(plain_column, images.right, *row, n * cols), qc)
            row = mode(scatter(plain_row, images.left, *column, n * rows), qr)
            iterations += 1
            value = -0.5 * (
                n * cols * log_determinant(*column[1:], rows)
                + n * rows * log_determinant(*row[1:], cols)
                + size
                + size * np.log(2 * np.pi)
            )
            if settled(previous, value, size):
                break
            previous = value
        # sigma_c = sigma_r, as in the fits compared.
        a = np.sqrt(row[2] / column[2])
        wrong += images.wrong(
            encoder(column[0], column[1] * a, column[2] * a), encoder(row[0], row[1] / a, row[2] / a)
        )
    return iterations, wrong


class Moments:
    """T of the centred images: the sums over X P X' and X' Q X of many P and Q are two products."""

    def __init__(self, images):
        rows, cols, n = images.rows, images.cols, images.count
        self.rows, self.cols = rows, cols
        flat = images.by_row.reshape(rows, n, cols).transpose(0, 2, 1).reshape(rows * cols, n)
        products = (flat @ flat.T).reshape(rows, cols, rows, cols)
        self.i, self.k = np.triu_indices(rows)
        self.j, self.l = np.triu_indices(cols)
        i, k, j, l = self.i[:, None], self.k[:, None], self.j[None, :], self.l[None, :]
        self.t = products[i, j, k, l] + products[i, l, k, j]
        self.half_row = np.where(self.i == self.k, 0.5, 1.0)
        self.half_column = np.where(self.j == self.l, 0.5, 1.0)

    def right(self, p):
        """p: S x cols x cols."""
        s = (p[:, self.j, self.l] * self.half_column) @ self.t.T
        return self.full(s, self.i, self.k, self.rows)

    def left(self, q):
        s = (q[:, self.i, self.k] * self.half_row) @ self.t
        return self.full(s, self.j, self.l, self.cols)

    def full(self, s, a, b, d):
        result = np.empty((len(s), d, d))
        result[:, a, b] = s
        result[:, b, a] = s
        return result


def batched(s):
    """All eigenpairs of a stack, descending and contiguous."""
    values, vectors = np.linalg.eigh(s)
    return np.ascontiguousarray(values[:, ::-1]), np.ascontiguousarray(vectors[:, :, ::-1])


def first(count, q):
    """Masks of the q leading of `count`, one row a shape."""
    return (np.arange(count)[None, :] < q[:, None]).astype(float)


def form(vectors, weights):
    return (vectors * weights[:, None, :]) @ vectors.transpose(0, 2, 1)


def glram_lockstep(images, moments, shapes):
    qc, qr = np.array(shapes).T
    column_mask, row_mask = first(images.rows, qc), first(images.cols, qr)
    r = np.broadcast_to(np.eye(images.cols), (len(shapes), images.cols, images.cols)).copy()
    c = np.zeros((len(shapes), images.rows, images.rows))
    errors = np.full(len(shapes), np.nan)
    active = np.arange(len(shapes))
    scale = images.energy / images.count
    iterations = 0
    for _ in range(500):
        _, c[active] = batched(moments.right(form(r[active], row_mask[active])))
        values, r[active] = batched(moments.left(form(c[active], column_mask[active])))
        iterations += len(active)
        error = (images.energy - (values * row_mask[active]).sum(1)) / images.count
        going = ~(np.abs(error - errors[active]) < TOLERANCE * np.maximum(np.abs(error), scale))
        errors[active] = error
        active = active[going]
        if len(active) == 0:
            break
    wrong = sum(
        images.wrong(np.ascontiguousarray(c[s][:, :a]), np.ascontiguousarray(r[s][:, :b]))
        for s, (a, b) in enumerate(shapes)
    )
    return iterations, wrong


def bppca_lockstep(images, moments, shapes):
    n, rows, cols = images.count, images.rows, images.cols
    size = n * rows * cols
    qc, qr = np.array(shapes).T
    count = len(shapes)
    column_mask, row_mask = first(rows, qc), first(cols, qr)
    u = {"c": np.zeros((count, rows, rows)), "r": np.broadcast_to(np.eye(cols), (count, cols, cols)).copy()}
    values = {"c": np.ones((count, rows)), "r": np.full((count, cols), 1.01)}
    sigma2 = {"c": np.zeros(count), "r": np.full(count, 0.01)}
    likelihoods = np.full(count, np.nan)
    active = np.arange(count)

    def inverse(mode, mask):
        noise = sigma2[mode][active][:, None]
        weights = np.where(mask[active] > 0, 1 / values[mode][active], 1 / noise)
        return form(u[mode][active], weights)

    def estimate(mode, s, mask, q, d):
        found, vectors = batched(s)
        kept = (found * mask[active]).sum(1)
        noise = (np.trace(s, axis1=1, axis2=2) - kept) / (d - q[active])
        u[mode][active], values[mode][active], sigma2[mode][active] = vectors, found, noise
        logs = np.where(mask[active] > 0, np.log(np.where(mask[active] > 0, found, 1)), 0)
        return logs.sum(1) + (d - q[active]) * np.log(noise)

    iterations = 0
    for _ in range(500):
        log_column = estimate("c", moments.right(inverse("r", row_mask)) / (n * cols), column_mask, qc, rows)
        log_row = estimate("r", moments.left(inverse("c", column_mask)) / (n * rows), row_mask, qr, cols)
        iterations += len(active)
        value = -0.5 * (n * cols * log_column + n * rows * log_row + size + size * np.log(2 * np.pi))
        going = ~(np.abs(value - likelihoods[active]) < TOLERANCE * np.maximum(np.abs(value), size))
        likelihoods[active] = value
        active = active[going]
        if len(active) == 0:
            break
    wrong = 0
    for s, (a, b) in enumerate(shapes):
        ratio = np.sqrt(sigma2["r"][s] / sigma2["c"][s])
        encoders = []
        for mode, q, factor in (("c", a, ratio), ("r", b, 1 / ratio)):
            kept, noise = values[mode][s][:q] * factor, sigma2[mode][s] * factor
            encoders.append(np.ascontiguousarray(u[mode][s][:, :q]) * (np.sqrt(np.maximum(0, kept - noise)) / kept))
        wrong += images.wrong(*encoders)
    return iterations, wrong


def study(x, task, lockstep):
    labels = np.array(task["labels"])
    iterations = wrong = 0
    for split in task["splits"]:
        train, test = np.array(split["train"]), np.array(split["test"])
        wrong += vector_cells(x, train, test, labels) + row_cell(x, train, test, labels)
        images = Layouts(x, train, test, labels)
        cells = (glram_cell, bppca_cell)
        if lockstep:
            moments = Moments(images)
            cells = (
                lambda images, shapes: glram_lockstep(images, moments, shapes),
                lambda images, shapes: bppca_lockstep(images, moments, shapes),
            )
        for cell in cells:
            steps, errors = cell(images, task["shapes"])
            iterations += steps
            wrong += errors
    return {"iterations": int(iterations), "wrong": int(wrong)}


def neighbours(x, train, test, labels, largest):
    """PCA of scikit-learn, then its nearest neighbour at every q."""
    from sklearn.decomposition import PCA
    from sklearn.neighbors import KNeighborsClassifier

    x = x.reshape(len(x), -1)
    model = PCA(largest).fit(x[train])
    a, b = model.transform(x[train]), model.transform(x[test])
    for q in range(1, largest + 1):
        nearest = KNeighborsClassifier(1).fit(a[:, :q], labels[train])
        nearest.predict(b[:, :q])


def prepare(task, side):
    x = np.fromfile(task["file"]).reshape(task["shape"])
    if task["kind"] == "study":
        return lambda: study(x, task, side == "lockstep")
    count, train = len(x), task["train"]
    labels = np.arange(count) % 40
    train, test = np.arange(train), np.arange(train, count)
    if task["kind"] == "shapes":

        def cell():
            images = Layouts(x, train, test, labels)
            if side == "lockstep":
                return {"iterations": int(bppca_lockstep(images, Moments(images), task["shapes"])[0])}
            return {"iterations": int(bppca_cell(images, task["shapes"])[0])}

        return cell
    if side == "sklearn":
        import sklearn.neighbors

        return lambda: neighbours(x, train, test, labels, len(train) - 2)
    return lambda: vector_cells(x, train, test, labels) and None
