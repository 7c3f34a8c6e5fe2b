"""Iterations over images as rows, from random starts: each takes as many steps as the method there, and answers its
objective."""

import numpy as np
from scipy.linalg import cho_factor, cho_solve


def centred(x):
    x = x.reshape(len(x), -1)
    return x - x.mean(0)


def alternating(x, q, steps, weights):
    """EM of the errors of the first 1, 2, ... factors with these weights: S = X B with B = A L(A'A)^-T, then
    A = X'S L(S'S)^-T."""
    x = centred(x)
    a = np.random.default_rng(1).standard_normal((x.shape[1], q))
    energy = np.vdot(x, x)
    tails = np.cumsum(weights[::-1])[::-1]
    larger = tails[np.maximum.outer(np.arange(q), np.arange(q))]

    def solve(g, b):
        return cho_solve(cho_factor(g * larger, check_finite=False), (b * tails).T, check_finite=False).T

    for _ in range(steps):
        b = solve(a.T @ a, a)
        cross = x.T @ (x @ b)
        moment = b.T @ cross
        a = solve(moment, cross)
        products = np.tril(a.T @ a * moment)
        terms = 2 * products.sum(1) - np.diag(products) - 2 * np.einsum("dk,dk->k", a, cross)
        errors = energy + np.cumsum(terms)
    return {"values": [weights @ errors / weights.sum()]}


def em_pca(x, labels, q, steps):
    return alternating(x, q, steps, np.eye(q)[-1])


def em_epca(x, labels, q, steps):
    return alternating(x, q, steps, 0.8 ** np.arange(q))


def gha(x, labels, q, steps):
    """Sanger's rule in batches, at 0.7 of the inverse of the leading variance."""
    x = centred(x)
    n = len(x)
    rng = np.random.default_rng(1)
    a, _ = np.linalg.qr(rng.standard_normal((x.shape[1], q)))
    v = rng.standard_normal(x.shape[1])
    v /= np.linalg.norm(v)
    for _ in range(20):
        v = x.T @ (x @ v)
        value = np.linalg.norm(v)
        v /= value
    rate = 0.7 / (1.05 * value)
    energy = np.vdot(x, x)
    s = x @ a
    for _ in range(steps):
        a = a + rate * (x.T @ s - a @ np.tril(s.T @ s).T)
        s = x @ a
        moment = s.T @ s
        error = energy - 2 * np.trace(moment) + np.vdot(moment, a.T @ a)
    return {"values": [error]}


def plda(x, labels, q, steps):
    """EM of x = F h + G w + e with as many columns of G as of F: both projections of the images in one product."""
    x = centred(x)
    n, d = x.shape
    sizes = np.bincount(labels)
    members = np.eye(len(sizes))[:, labels]
    squares = (x**2).sum(0)
    variance = squares.sum() / (n * d)
    rng = np.random.default_rng(1)
    both = rng.standard_normal((d, 2 * q)) * np.sqrt(variance / 2 / q)
    noise = np.maximum(squares / n, 1e-6 * variance)
    for _ in range(steps):
        weighted = both / noise[:, None]
        inner = both.T @ weighted
        k = cho_factor(np.eye(q) + inner[q:, q:])
        move = cho_solve(k, inner[q:, :q])
        j = inner[:q, :q] - inner[:q, q:] @ move
        projected = x @ weighted
        v = projected[:, q:]
        b = projected[:, :q] - v @ move
        w = cho_solve(k, v.T).T
        sums = members @ b
        h = np.empty_like(sums)
        spread = np.zeros((q, q))
        log = -0.5 * (n * d * np.log(2 * np.pi) + 2 * n * np.log(np.diag(k[0])).sum())
        log += -0.5 * (n * np.log(noise).sum() + (squares / noise).sum()) + 0.5 * np.vdot(v, w)
        for size in np.unique(sizes):
            these = sizes == size
            factor = cho_factor(np.eye(q) + size * j)
            h[these] = cho_solve(factor, sums[these].T).T
            spread += these.sum() * size * cho_solve(factor, np.eye(q))
            log += -these.sum() * np.log(np.diag(factor[0])).sum()
        log += 0.5 * np.vdot(sums, h)
        y = np.hstack([h[labels], w - (h @ move.T)[labels]])
        mixed = move @ spread
        covariance = np.block(
            [[spread, -mixed.T], [-mixed, n * cho_solve(k, np.eye(q)) + mixed @ move.T]],
        )
        cross = x.T @ y
        both = cho_solve(cho_factor(y.T @ y + covariance), cross.T).T
        noise = np.maximum((squares - np.einsum("dk,dk->d", both, cross)) / n, 1e-6 * variance)
    return {"values": [log]}


methods = {"empca": em_pca, "emepca": em_epca, "gha": gha, "plda": plda}
