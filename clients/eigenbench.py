"""Eigenbench from Python and notebooks: one file on top of the command line.

Copy it next to a notebook, or put its folder on the path. Arrays need NumPy; tables are data frames if pandas is
installed, else lists of dictionaries. The command is `eigenbench`, or the value of EIGENBENCH (words as in a shell).

    import eigenbench as eb
    eb.import_dataset("photos", name="faces")
    eb.run({"name": "first", "dataset": "faces",
            "protocol": {"kind": "random", "trainPerSubject": [2, 3], "repeats": 5},
            "methods": [{"method": "pca"}, {"method": "bppca"}]})
    eb.table("first")
"""

import copy
import csv
import hashlib
import inspect
import io
import json
import os
import pickle
import pickletools
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile

#: The workspace file; None: the user's default workspace.
workspace = None


class EigenbenchError(RuntimeError):
    """The error message of the command line; `code` is 2 for wrong usage, else 1."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


def import_dataset(path, name=None, size=None, **options):
    """Imports a folder or file of images and returns what was imported. `size`: (rows, columns)."""
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


def run(spec, workers=None, extend=False, retry=False, again=()):
    """Runs or resumes a study (a dictionary, or the path of a file) and returns its table.

    `again`: labels of rows to compute again, for example after a change of their methods, in place of their results.
    """
    options = {"workers": workers, "extend": extend, "retry": retry, "again": _labels(again), "json": True}
    if isinstance(spec, dict):
        name = spec["name"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "spec.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(spec, file)
            try:
                _text("run", path, **options)
            except EigenbenchError as error:
                raise EigenbenchError(_in_python(str(error), path), error.code) from None
    else:
        with open(spec, encoding="utf-8") as file:
            name = json.load(file)["name"]
        _text("run", os.fspath(spec), **options)
    return table(name)


def _labels(again):
    return [again] if isinstance(again, str) else list(again)


def _in_python(message, path):
    """A message of the command line with the argument `again` for its option, and without the temporary file."""
    label = r'--again ("[^"]*"|<label>)'
    message = re.sub(
        f"{label}(?: {label})*",
        lambda options: "again=[" + ", ".join(re.findall(label, options[0])) + "]",
        message,
    )
    return message.replace(f' in {path}', "").replace(path, "the spec")


def run_study(
    data, methods, name="study", train=3, repeats=10, folder="eigenbench-methods", workers=None, again=(), **spec
):
    """Compares methods on the same splits and returns one row per method and condition.

    `data`: the name of a dataset, a folder or file to import, or (images, subjects) with images N x rows x columns.
    `methods` by label: an id such as "lda", an entry of a spec, or an estimator as scikit-learn has them, which is
    fitted to images as rows of pixels: with `transform` it is compared by its codes, else `predict` decides. An
    estimator that has `n_components` can be given with values to try: (estimator, [5, 10, 20]).
    `train`: training images per subject, a number or a list. `spec`: any further field, such as measures or protocol.
    `again`: labels of rows to compute again in place of their results, for example after a change of an estimator.

    Each estimator becomes a registered method in `folder`, pickled with those of your modules that it uses, and runs in
    this interpreter. Classes of a notebook need cloudpickle.
    """
    folders = {}
    for label in [label for label, method in methods.items() if not isinstance(method, (str, dict))]:
        id = _id(label)
        if folders.setdefault(id, label) != label:
            raise ValueError(f'methods: "{label}" and "{folders[id]}" have the same folder {id}; rename one')
    for label, method in methods.items():
        given = method[0] if isinstance(method, tuple) and method else method
        if inspect.isclass(given):
            kind = given.__name__
            raise TypeError(f'methods["{label}"]: expected an estimator, found the class {kind}; write {kind}()')
    dataset = _dataset(data)
    entries = []
    for label, method in methods.items():
        if isinstance(method, (str, dict)):
            entries.append(dict(method if isinstance(method, dict) else {"method": method}, label=label))
        else:
            estimator, latent = method if isinstance(method, tuple) else (method, None)
            entries.append(dict(_estimator_method(label, copy.deepcopy(estimator), latent, folder), label=label))
    trained = list(train) if hasattr(train, "__len__") else [train]
    protocol = {"kind": "random", "trainPerSubject": trained, "repeats": repeats}
    try:
        study = {"name": name, "dataset": dataset, "protocol": protocol, "methods": entries, **spec}
        return run(study, workers=workers, again=again)
    except EigenbenchError as error:
        if f'another study named "{name}"' not in str(error):
            raise
        message = (
            f'the workspace has another study named "{name}"; name this one, as in name="{name} 2", or compute the rows '
            "that differ again, as in again=[label]"
        )
        raise EigenbenchError(message, error.code) from None


def table(study, measure=None, **options):
    """One row per method and condition: mean, standard deviation, latent shape, standing, p, …"""
    return _csv(_text("table", study, format="csv", measure=measure, **options))


def scores(study):
    """Tidy: one row per method, condition, repeat, latent shape and measure of the study, in the column `value`."""
    return _csv(_text("table", study, format="csv", long=True))


def predictions(study):
    """One row per method, split and test image: its true and its predicted subject."""
    return _csv(_text("predictions", study))


def records(frame):
    """A table as a list of dictionaries, with or without pandas."""
    return frame if isinstance(frame, list) else frame.to_dict("records")


def splits(study):
    """Splits by (condition, repeat): dictionaries with `train`, `test`, `gallery` (positions from 0) and `hash`."""
    return {(s["condition"], s["repeat"]): s for s in split_document(study)["splits"]}


def split_document(study):
    """The splits with the dataset's files, subjects and labels."""
    return json.loads(_text("splits", study, format="json"))


def add_results(study, label, results, replace=False):
    """Adds results that were computed here as a row of a study.

    `results`: by (condition, repeat) the predicted subjects (names or numbers) in the order of the split's test images,
    or a matrix of scores, test images x gallery images, the larger the more alike.
    """
    stored = splits(study)
    entries = []
    for (condition, repeat), values in results.items():
        values = values.tolist() if hasattr(values, "tolist") else list(values)
        kind = "scores" if values and hasattr(values[0], "__len__") and not isinstance(values[0], str) else "predicted"
        entry = {"condition": condition, "repeat": repeat, kind: values}
        if (condition, repeat) in stored:
            entry["hash"] = stored[condition, repeat]["hash"]
        entries.append(entry)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "notebook.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"splits": entries}, file)
        return _json("results", "add", study, path, label=label, replace=replace)


def attach(dataset, vectors, name, replace=False):
    """Attaches vectors (N x length, in the order of the dataset) to its images: "features": [name] in a spec."""
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


def _dataset(data):
    """The name of a dataset in the workspace; imports it if it is missing."""
    try:
        existing = [dataset["name"] for dataset in _json("datasets")]
    except EigenbenchError:  # There is no workspace yet.
        existing = []
    if isinstance(data, (str, os.PathLike)):
        if data in existing:
            return data
        if not os.path.exists(data):
            names = ", ".join(f'"{name}"' for name in existing) or "none yet"
            raise EigenbenchError(f'data: there is no dataset, folder or file "{data}"; the datasets are {names}', 1)
        name = os.path.splitext(os.path.basename(os.path.normpath(data)))[0]
        if name not in existing:
            import_dataset(data, name=name)
        return name
    if not isinstance(data, (tuple, list)) or len(data) != 2:
        expected = "the name of a dataset, a path, or (images, subjects)"
        raise TypeError(f"data: expected {expected}, found {type(data).__name__}")
    import numpy

    images, subjects = numpy.asarray(data[0]), numpy.asarray(data[1]).astype(str)
    digest = hashlib.sha256(numpy.ascontiguousarray(images).tobytes() + "\n".join(subjects).encode()).hexdigest()
    name = "arrays-" + digest[:8]
    if name not in existing:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arrays.npz")
            numpy.savez(path, images=images, subjects=subjects)
            import_dataset(path, name=name)
    return name


#: The program of an estimator, configured by method.json and estimator.json.
_PROGRAM = '''"""Serves the estimator in estimator.pkl; eigenbench.run_study writes this folder again."""
import copy
import importlib
import json
import pickle

import numpy as np

import eigenbench_method as eigenbench

with open("estimator.json") as file:
    FACTS = json.load(file)
PACKAGES = [importlib.import_module(name) for name in FACTS["packages"]]
with open("estimator.pkl", "rb") as file:
    ESTIMATOR = pickle.load(file)


def flat(images):
    return images.reshape(len(images), -1)


def change(estimator, values):
    if not values:
        return
    if hasattr(estimator, "set_params"):
        estimator.set_params(**values)
    else:
        for name, value in values.items():
            setattr(estimator, name, value)


def fit(train, latent, settings):
    estimator = copy.deepcopy(ESTIMATOR)
    values = {name: train.seed for name in FACTS["seeds"]}
    if FACTS["size"] is not None:
        values[FACTS["size"]] = latent[0]
    change(estimator, values)
    x = flat(train.images)
    estimator.fit(x, train.labels) if FACTS["labels"] else estimator.fit(x)
    return estimator


def encode(estimator, images):
    if not hasattr(estimator, "transform"):
        raise ValueError("a classifier has no codes: it needs a transform for what compares codes")
    codes = np.asarray(estimator.transform(flat(images)), dtype=float)
    if FACTS["size"] is not None:
        return codes
    # Their number is known after the fit only: zeros up to the number of pixels change no distance.
    pixels = images.shape[1] * images.shape[2]
    if codes.shape[1] > pixels:
        raise ValueError("transform gives %d numbers per image, expected at most %d" % (codes.shape[1], pixels))
    return np.pad(codes, ((0, 0), (0, pixels - codes.shape[1])))


def classify(estimator, training, images):
    return np.asarray(estimator.predict(flat(images)), dtype=np.int32)


decides = {} if hasattr(ESTIMATOR, "transform") else {"classify": classify}
eigenbench.serve(FACTS["id"], fit=fit, encode=encode, packages=PACKAGES, **decides)
'''


def _estimator_method(label, estimator, latent, parent):
    """Writes and registers the method of an estimator; returns its entry in a spec."""
    if not hasattr(estimator, "fit") or not (hasattr(estimator, "transform") or hasattr(estimator, "predict")):
        kind = type(estimator).__name__
        expected = "an id, a dict, or an estimator with fit and transform or predict"
        raise TypeError(f'methods["{label}"]: expected {expected}, found {kind}')
    id = _id(label)
    transforms = hasattr(estimator, "transform")
    parameters = estimator.get_params() if hasattr(estimator, "get_params") else vars(estimator)
    size = _size(parameters, estimator) if transforms else None
    if latent is not None and size is None:
        raise TypeError(f'methods["{label}"]: values to try need an estimator with transform and n_components')
    if latent is None and isinstance(parameters.get(size), int):
        latent = [parameters[size]]
    if latent is None:
        # Runs unchanged: None or a share of the variance is not a number of components.
        size = None
    elif not isinstance(latent, (str, dict)):
        latent = [int(q) for q in latent]
    data, modules = _pickled(label, estimator)
    folder = os.path.join(parent, id)
    if os.path.exists(folder) and not os.path.exists(os.path.join(folder, "estimator.json")):
        raise EigenbenchError(f"{folder}: expected no folder, or one of run_study, found other files", 1)
    stored = os.path.join(folder, "estimator.pkl")
    if os.path.exists(stored):
        with open(stored, "rb") as file:
            before = file.read()
        # The same estimator stays the same version.
        data = before if _operations(before) == _operations(data) else data
    shutil.rmtree(folder, ignore_errors=True)
    _text("methods", "new", folder, language="python", interpreter=sys.executable)
    with open(os.path.join(folder, "method.json"), encoding="utf-8") as file:
        declaration = json.load(file)
    kind = type(estimator)
    declaration.update(
        title=label[:60],
        fullName=f"{kind.__module__}.{kind.__qualname__}"[:200],
        description=f"The Python estimator {kind.__qualname__}, fitted to the images as rows of pixels."[:2000],
        formula="z = transform(x)" if transforms else "predict(x)",
        parameters=[],
        nested=False,
        labels=_wants_labels(estimator),
        can=[] if transforms else ["classify"],
        **({"largest": [[1]], "codes": ["pixels"]} if size is None else {}),
    )
    facts = {
        "id": id,
        "size": size,
        "seeds": [n for n, v in parameters.items() if n.split("__")[-1] == "random_state" and v is None],
        "labels": declaration["labels"],
        "packages": sorted({module.split(".")[0] for module in modules if _is_installed(module)} - {"numpy"}),
    }
    for name, content in {"method.json": declaration, "estimator.json": facts}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            json.dump(content, file, indent=2)
    with open(os.path.join(folder, "method.py"), "w", encoding="utf-8") as file:
        file.write(_PROGRAM)
    with open(os.path.join(folder, "estimator.pkl"), "wb") as file:
        file.write(data)
    # The user's modules are part of the version of the method, so they are copied.
    for top in {module.split(".")[0] for module in modules if not _is_installed(module)}:
        _copy_module(top, folder)
    _text("methods", "add", folder)
    return {"method": id, **({"latent": latent} if latent is not None else {})}


def _id(label):
    """A label as the id of a method and the name of its folder."""
    id = re.sub("[^a-z0-9]+", "-", label.lower()).strip("-")[:30].strip("-")
    return id if re.match("[a-z].", id) else f"own-{id}"


def _size(parameters, estimator):
    """The parameter for the length of codes; in a pipeline, that of the last step with one; else None."""
    if "n_components" in parameters:
        return "n_components"
    steps = [name for name, _ in getattr(estimator, "steps", [])]
    sizes = [f"{step}__n_components" for step in steps if f"{step}__n_components" in parameters]
    return sizes[-1] if sizes else None


def _wants_labels(estimator):
    """Whether a fit needs the subjects: for a classifier, or if `y` is required, also by a step or inner estimator."""
    inner = [step for _, step in getattr(estimator, "steps", [])] + [getattr(estimator, "estimator", None)]
    if not hasattr(estimator, "transform") or any(_wants_labels(step) for step in inner if hasattr(step, "fit")):
        return True
    parameters = list(inspect.signature(estimator.fit).parameters.values())
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return len(positional) > 1 and positional[1].default is inspect.Parameter.empty


def _pickled(label, estimator):
    """The pickled estimator, and the names of the modules that it refers to."""
    try:
        import cloudpickle as pickler
    except ImportError:
        pickler = pickle
    data = pickler.dumps(estimator)
    words = {part for _, value, _ in pickletools.genops(data) if isinstance(value, str) for part in value.split(" ")}
    modules = {word for word in words if getattr(sys.modules.get(word), "__file__", None)}
    if pickler is pickle and "__main__" in words:
        raise EigenbenchError(
            f'methods["{label}"]: a class of this notebook or script travels by cloudpickle only, which is not '
            "installed: pip install cloudpickle, or put the class into a module of its own",
            1,
        )
    library = os.path.realpath(sysconfig.get_paths()["stdlib"])
    standard = {m for m in modules if _place(m).startswith(library + os.sep) and not _is_installed(m)}
    return data, modules - standard - {"__main__"}


def _operations(data):
    """What a pickle does, without the random names that cloudpickle and Jupyter give to a class of a notebook."""
    drawn = r"^[0-9a-f]{32}$|(?<=ipykernel_)\d+"
    return [
        (code.name, re.sub(drawn, "", value) if isinstance(value, str) else value)
        for code, value, _ in pickletools.genops(data)
        if code.name != "FRAME"
    ]


def _place(module):
    return os.path.realpath(sys.modules[module].__file__)


def _is_installed(module):
    return bool({"site-packages", "dist-packages"} & set(_place(module).split(os.sep)))


def _copy_module(name, folder):
    """Copies a module or package of the user to the folder of a program."""
    place = _place(name)
    if os.path.basename(place) == "__init__.py":
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(os.path.dirname(place), os.path.join(folder, name), ignore=ignored)
    else:
        shutil.copy(place, folder)


def _value(value):
    return value if isinstance(value, str) else json.dumps(value)


def _text(*words, **options):
    # A name of the user may begin with "--", so the words after the command come last.
    named = 2 if words[0] in ("methods", "results") and len(words) > 1 else 1
    command = shlex.split(os.environ.get("EIGENBENCH", "eigenbench")) + list(words[:named])
    if workspace is not None and words[0] not in ("methods",):
        options["workspace"] = os.fspath(workspace)
    for name, value in options.items():
        if value is None or value is False:
            continue
        option = "--" + name.replace("_", "-")
        if isinstance(value, list):
            command += [f"{option}={each}" for each in value]
        else:
            command.append(option if value is True else f"{option}={value}")
    if len(words) > named:
        command += ["--", *(str(word) for word in words[named:])]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError as error:
        message = f"{command[0]}: there is no such program; EIGENBENCH says what starts the command line"
        raise EigenbenchError(message, 1) from error
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
        raise EigenbenchError("\n".join(lines) or f"exit code {done.returncode}", done.returncode)
    return done.stdout


def _json(*words, **options):
    return json.loads(_text(*words, json=True, **options))


#: Columns of tables that contain text, even if it looks like a number.
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
