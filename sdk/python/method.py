"""An example to change: principal components of the images as vectors."""
import numpy as np

import eigenbench_method as eigenbench


def fit(train, latent, settings):
    (q,) = latent
    x = train.images.reshape(len(train.images), -1)
    mean = x.mean(axis=0)
    values, axes = np.linalg.svd(x - mean, full_matrices=False)[1:]
    if settings["whiten"]:
        axes = axes / np.maximum(values, 1e-12)[:, None]
    return {"mean": mean, "U": axes[:q].T}


def encode(model, images):
    return (images.reshape(len(images), -1) - model["mean"]) @ model["U"]


eigenbench.serve("my-method", fit=fit, encode=encode)
