"""Any transformer of scikit-learn by name, as a method: the settings name the class and its parameters.

Copy this folder, put eigenbench_method.py beside it, and name another class in method.json.
"""
import json

import numpy as np
import sklearn
from sklearn import cluster, cross_decomposition, decomposition, discriminant_analysis, manifold, neighbors, random_projection

import eigenbench_method as eigenbench

with open("method.json") as file:
    ID = json.load(file)["id"]
MODULES = [decomposition, discriminant_analysis, neighbors, random_projection, manifold, cluster, cross_decomposition]


def find(name):
    for module in MODULES:
        if hasattr(module, name):
            return getattr(module, name)
    raise eigenbench.FitError("scikit-learn has no transformer %s" % name)


def fit(train, latent, settings):
    (q,) = latent
    transformer = find(settings["transformer"])
    parameters = dict(json.loads(settings["options"]), n_components=q)
    accepted = transformer().get_params()
    if "random_state" in accepted:
        parameters["random_state"] = train.seed
    estimator = transformer(**{name: value for name, value in parameters.items() if name in accepted})
    x = flat(train.images) / settings["scale"]
    estimator.fit(x, train.labels) if train.labels is not None else estimator.fit(x)
    estimator.scale_ = settings["scale"]
    iterations = getattr(estimator, "n_iter_", 0)
    return estimator, {"iterations": int(iterations) if np.isscalar(iterations) else 0}


def encode(estimator, images):
    return estimator.transform(flat(images) / estimator.scale_)


def flat(images):
    return images.reshape(len(images), -1)


eigenbench.serve(ID, fit=fit, encode=encode, packages=[sklearn])
