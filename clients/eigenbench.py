"""Eigenbench from Python and notebooks: one file on top of the command line.

Copy it beside a notebook, or put its folder on the path. Arrays need NumPy; tables are data frames where pandas is
installed, else lists of dictionaries. The command is `eigenbench`, or what EIGENBENCH says (words as in a shell).

    import eigenbench as eb
    eb.import_dataset("photos", name="faces")
    eb.run({"name": "first", "dataset": "faces",
            "protocol": {"kind": "random", "trainPerSubject": [2, 3], "repeats": 5},
            "methods": [{"method": "pca"}, {"method": "bppca"}]})
    eb.table("first")
"""

import csv
import io
import json
import os
import shlex
import subprocess
import tempfile

#: The workspace file; None: that of the user.
workspace = None


class EigenbenchError(RuntimeError):
    """What the command line says when it refuses or fails; `code` is 2 for wrong usage, else 1."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def import_dataset(path, name=None, size=None, **options):
    """Imports a folder or file of images and answers what was imported. `size`: (rows, columns)."""
    if size is not None:
        options["size"] = f"{size[0]}x{size[1]}"
    return _json("import", os.fspath(path), name=name, **options)


def datasets():
    """The datasets of the workspace."""
    return _frame(_json("datasets"))


def studies():
    """The studies of the workspace."""
    return _frame(_json("studies"))


def methods():
    """All methods with their parameters, as dictionaries."""
    return _json("methods")


def run(spec, workers=None, extend=False, retry=False):
    """Runs a study (a dictionary, or the path of a file), or goes on with it, and answers its table."""
    if isinstance(spec, dict):
        name = spec["name"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "spec.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(spec, file)
            _text("run", path, workers=workers, extend=extend, retry=retry, json=True)
    else:
        with open(spec, encoding="utf-8") as file:
            name = json.load(file)["name"]
        _text("run", os.fspath(spec), workers=workers, extend=extend, retry=retry, json=True)
    return table(name)


def table(study, measure=None, **options):
    """One row per method and condition: mean, standard deviation, latent shape, standing, p, …"""
    return _csv(_text("table", study, format="csv", measure=measure, **options))


def scores(study):
    """Tidy: one row per method, condition, repeat, latent shape and measure of the study, in the column `value`."""
    return _csv(_text("table", study, format="csv", long=True))


def predictions(study):
    """One row per method, split and test image: its subject, and the one that was predicted."""
    return _csv(_text("predictions", study))


def records(frame):
    """A table as a list of dictionaries, with pandas and without."""
    return frame if isinstance(frame, list) else frame.to_dict("records")


def splits(study):
    """Splits by (condition, repeat): dictionaries with `train`, `test`, `gallery` (positions from 0) and `hash`."""
    return {(s["condition"], s["repeat"]): s for s in split_document(study)["splits"]}


def split_document(study):
    """The splits with the dataset's files, subjects and labels."""
    return json.loads(_text("splits", study, format="json"))


def add_results(study, label, results, replace=False):
    """Makes what was computed here a row of a study.

    `results`: by (condition, repeat) the predicted subjects (names or numbers) in the order of the split's test images,
    or a matrix of scores, test images x gallery images, the larger the more alike.
    """
    own = splits(study)
    entries = []
    for (condition, repeat), values in results.items():
        values = values.tolist() if hasattr(values, "tolist") else list(values)
        kind = "scores" if values and hasattr(values[0], "__len__") and not isinstance(values[0], str) else "predicted"
        entry = {"condition": condition, "repeat": repeat, kind: values}
        if (condition, repeat) in own:
            entry["hash"] = own[condition, repeat]["hash"]
        entries.append(entry)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "notebook.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"splits": entries}, file)
        return _json("results", "add", study, path, label=label, replace=replace)


def attach(dataset, vectors, name, replace=False):
    """Joins vectors (N x length, in the order of the dataset) to its images: "features": [name] in a spec."""
    import numpy

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "vectors.npy")
        numpy.save(path, numpy.asarray(vectors, dtype="<f8"))
        return _json("attach", dataset, path, replace=replace, **{"as": name})


class Model:
    """A fitted model: `arrays` by the symbols of the paper, and `encode`."""

    def __init__(self, content):
        self._content = content
        self._document = json.loads(content)

    @property
    def arrays(self):
        """Learned arrays by name."""
        import numpy

        named = self._document["parameters"]
        return {k: numpy.asarray(v["data"], float).reshape(v["shape"]) for k, v in named.items()}

    @property
    def facts(self):
        """Everything but the arrays: method, latent shape, settings, trace, iterations, warnings, …"""
        return {k: v for k, v in self._document.items() if k != "parameters"}

    def encode(self, data):
        """Codes of images (N x rows x columns, or the name of a dataset): N x q, or N x q_c x q_r."""
        import numpy

        with tempfile.TemporaryDirectory() as folder:
            model, out = os.path.join(folder, "model.json"), os.path.join(folder, "codes.npy")
            with open(model, "w", encoding="utf-8") as file:
                file.write(self._content)
            _text("encode", model=model, data=_data(data, folder), out=out)
            return numpy.load(out)


def fit(data, method, latent, labels=None, settings=None, seed=1):
    """Fits a method to images (N x rows x columns, or the name of a dataset) at one latent shape."""
    shape = "x".join(str(q) for q in (latent if hasattr(latent, "__len__") else [latent]))
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "model.json")
        options = {"data": _data(data, folder), "method": method, "latent": shape, "seed": seed, "out": out}
        if labels is not None:
            import numpy

            options["labels"] = os.path.join(folder, "labels.npy")
            numpy.save(options["labels"], numpy.asarray(labels, dtype="<i4"))
        given = [f"--set={name}={_value(value)}" for name, value in (settings or {}).items()]
        _text("fit", *given, **options)
        with open(out, encoding="utf-8") as file:
            return Model(file.read())


def encode(model, data):
    """Codes of images under a model of `fit`."""
    return model.encode(data)


def _data(data, folder):
    if isinstance(data, (str, os.PathLike)):
        return os.fspath(data)
    import numpy

    path = os.path.join(folder, "images.npy")
    numpy.save(path, numpy.asarray(data, dtype="<f8"))
    return path


def _value(value):
    return value if isinstance(value, str) else json.dumps(value)


def _text(*words, **options):
    command = shlex.split(os.environ.get("EIGENBENCH", "eigenbench")) + [str(word) for word in words]
    if workspace is not None and words[0] not in ("methods",):
        options["workspace"] = os.fspath(workspace)
    for name, value in options.items():
        if value is None or value is False:
            continue
        command.append("--" + name.replace("_", "-"))
        if value is not True:
            command.append(str(value))
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
        raise EigenbenchError("\n".join(lines) or f"exit code {done.returncode}", done.returncode)
    return done.stdout


def _json(*words, **options):
    return json.loads(_text(*words, json=True, **options))


#: Columns of tables that hold text, even where it looks like a number.
_TEXT = {
    "study",
    "dataset",
    "label",
    "method",
    "condition",
    "perturbation",
    "latent_shape",
    "measure",
    "standing",
    "file",
    "predicted",
}


def _csv(text):
    rows = []
    for row in csv.DictReader(io.StringIO(text, newline="")):
        rows.append({name: value if name in _TEXT else _number(value) for name, value in row.items()})
    return _frame(rows)


def _number(text):
    if text == "":
        return None
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def _frame(rows):
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
