"""Principal components, compared at the best of nine positions of the test image."""
import numpy as np

import eigenbench_method as eigenbench

SHIFTS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]


def fit(train, latent, settings):
    (q,) = latent
    x = train.images.reshape(len(train.images), -1)
    mean = x.mean(axis=0)
    return {"mean": mean, "U": np.linalg.svd(x - mean, full_matrices=False)[2][:q].T}


def encode(model, images):
    return (images.reshape(len(images), -1) - model["mean"]) @ model["U"]


def score(model, training, images):
    gallery = encode(model, training.images)
    moved = [encode(model, np.roll(images, shift, axis=(1, 2))) for shift in SHIFTS]
    distances = [np.linalg.norm(codes[:, None] - gallery[None], axis=2) for codes in moved]
    return -np.min(distances, axis=0)


eigenbench.serve("shifted-pca", fit=fit, encode=encode, score=score)
