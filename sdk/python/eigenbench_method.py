"""A method of Eigenbench in Python: this file and NumPy are all that it needs.

    import eigenbench_method as eigenbench

    def fit(train, latent, settings): ...
    def encode(model, images): ...

    eigenbench.serve("my-method", fit=fit, encode=encode)

fit returns the model. A dict of NumPy arrays is stored with the fit, so that "eigenbench fit" can write it to a file;
any other object stays in this process. fit may return (model, facts), facts being a dict with any of iterations,
converged, trace (a list), logLikelihood and warnings (a list).

train has images (N x rows x cols, float64), labels (N subject numbers, or None unless method.json asks for them),
attributes (a dict of N codes by name), seed (seed everything random with it) and progress(iteration, of=None). Images are
N x rows x cols; codes N x q, of matrix methods N x q_c x q_r.

Whatever is printed goes to standard error. An exception ends this fit, not the program.
"""
import io
import json
import os
import platform
import sys
import traceback

import numpy as np


class FitError(Exception):
    """Raise if this latent shape cannot be fitted; the message says why and what to do."""


class Training:
    """The training data of a fit."""

    def __init__(self, arrays, seed, write):
        self.images = arrays["images"]
        self.labels = arrays.get("labels")
        prefix = "attribute:"
        self.attributes = {name[len(prefix):]: codes for name, codes in arrays.items() if name.startswith(prefix)}
        self.seed = seed
        self._write = write

    def progress(self, iteration, of=None):
        """Reports progress; a program that is silent for longer than its time-out is ended."""
        total = {} if of is None else {"of": int(of)}
        self._write(dict(total, reply="progress", iteration=int(iteration)), {})


def serve(id, fit, encode, reconstruct=None, logLikelihood=None, classify=None, score=None, fit_all=None, packages=()):
    """Serves the application until it closes the pipe.

    reconstruct(model, codes) gives images, logLikelihood(model, images) one number per image, classify(model, training,
    images) a subject number per image, score(model, training, images) one row per image with a number per training
    image, the larger the more alike; in verification training has the images to compare with, and its labels are None.
    fit_all(train, latents, settings) fits several latent shapes at once and gives a list. packages are modules whose
    versions belong to the version of the method; NumPy always does. "can" in method.json names the functions after encode.
    """
    source, sink = _take_standard_streams()
    sets, models, echo = {}, {}, {}

    def write(head, arrays):
        files = [(name, _npy(array)) for name, array in arrays.items()]
        line = dict(head, **echo, arrays=[{"name": name, "bytes": len(data)} for name, data in files])
        sink.write(json.dumps(line, allow_nan=False).encode() + b"\n")
        for _, data in files:
            sink.write(data)
        sink.flush()

    def hello():
        versions = {"numpy": np.__version__}
        versions.update({module.__name__: str(getattr(module, "__version__", "unknown")) for module in packages})
        optional = {"reconstruct": reconstruct, "logLikelihood": logLikelihood, "classify": classify, "score": score}
        given = [name for name, function in optional.items() if function is not None]
        return {"id": id, "language": "Python " + platform.python_version(), "packages": versions, "functions": given}

    def fits(head):
        latents = [list(map(int, shape)) for shape in head["shapes"]]
        train = Training(sets[head["set"]], int(head["seeds"][0]), write)
        if fit_all is not None:
            results = fit_all(train, latents, head["settings"])
        else:
            results = []
            for latent, seed in zip(latents, head["seeds"]):
                train.seed = int(seed)
                try:
                    results.append(fit(train, latent, head["settings"]))
                except FitError as error:
                    results.append(error)
                except np.linalg.LinAlgError as error:
                    # Ends this shape only, like a FitError, but its message needs the traceback.
                    results.append(FitError(_explained(error)))
        described, arrays = [], {}
        for place, (number, result) in enumerate(zip(head["models"], results)):
            if isinstance(result, Exception):
                described.append({"failure": str(result)})
                continue
            model, facts = result if isinstance(result, tuple) else (result, {})
            models[number] = model
            described.append(_plain(facts))
            if isinstance(model, dict) and all(isinstance(value, np.ndarray) for value in model.values()):
                arrays.update({"%d/%s" % (place, name): value for name, value in model.items()})
        write({"reply": "done", "fits": described}, arrays)

    def per_image(name, function, head, *more):
        images = sets[head["set"]]["images"]
        write({"reply": "done"}, {name: function(models[head["model"]], *more, images)})

    def gallery(head):
        return Training(sets[head["gallery"]], 0, write)

    def answer(head, arrays):
        for number in head.get("dropModels", []):
            models.pop(number, None)
        for number in head.get("dropSets", []):
            sets.pop(number, None)
        call = head["call"]
        if call == "hello":
            write({"reply": "done", "hello": hello()}, {})
        elif call == "images":
            sets[head["set"]] = arrays
            write({"reply": "done"}, {})
        elif call == "fit":
            fits(head)
        elif call == "load":
            models[head["model"]] = arrays
            write({"reply": "done"}, {})
        elif call == "encode":
            per_image("codes", encode, head)
        elif call == "reconstruct":
            write({"reply": "done"}, {"images": reconstruct(models[head["model"]], arrays["codes"])})
        elif call == "logLikelihood":
            per_image("logLikelihood", logLikelihood, head)
        elif call == "classify":
            per_image("labels", classify, head, gallery(head))
        elif call == "score":
            per_image("scores", score, head, gallery(head))
        else:
            raise ValueError("there is no call " + repr(call))

    while True:
        line = source.readline()
        if not line:
            return
        head = json.loads(line)
        # Every reply repeats the number of its request.
        echo = {"request": head["request"]} if "request" in head else {}
        arrays = {entry["name"]: _read_npy(source.read(entry["bytes"])) for entry in head.pop("arrays", [])}
        try:
            answer(head, arrays)
        except Exception as error:
            traceback.print_exc()
            write({"reply": "failed", "message": _named(error)}, {})


def _named(error):
    return "%s: %s" % (type(error).__name__, error)


def _explained(error):
    """The message with the end of its traceback, which shows the origin."""
    return "%s\n%s" % (_named(error)[:300], traceback.format_exc()[-1600:])


def _take_standard_streams():
    """Reserves the standard streams for frames: prints go to standard error, input() reads the end of file."""
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.stdout = sys.stderr
    return source, sink


def _npy(array):
    buffer = io.BytesIO()
    array = np.ascontiguousarray(array)
    np.lib.format.write_array(buffer, array if array.dtype.kind in "iub" else array.astype("<f8"), allow_pickle=False)
    return buffer.getvalue()


def _read_npy(data):
    return np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)


def _plain(value):
    """NumPy's numbers as those of JSON."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [_plain(entry) for entry in value]
    return value.item() if isinstance(value, np.generic) else value
