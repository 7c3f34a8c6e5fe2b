// @module-tag processes
/** The clients for notebooks: what their documentation shows runs, and tells what the command line tells. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLineFile } from '../../support/builtApplication.ts';
import { codeOf } from '../../support/docsCode.ts';
import { withProgram, withPython } from '../../support/programs.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const root = resolve(import.meta.dirname, '../../..');
const env = {
  ...process.env,
  XDG_DATA_HOME: here.folder,
  NO_COLOR: '1',
  EIGENBENCH: `"${process.execPath}" "${commandLineFile()}"`,
};

/** Estimators as scikit-learn has them: by their methods and parameters, without it. */
const ESTIMATORS = `
import numpy as np


class Components:
    def __init__(self, n_components=None):
        self.n_components = n_components

    def get_params(self, deep=True):
        return {"n_components": self.n_components}

    def set_params(self, **values):
        self.n_components = values["n_components"]
        return self

    def fit(self, x, y=None):
        self.mean_ = x.mean(axis=0)
        self.axes_ = np.linalg.svd(x - self.mean_, full_matrices=False)[2][: self.n_components]
        return self

    def transform(self, x):
        return (x - self.mean_) @ self.axes_.T


class Same:
    def fit(self, x):
        return self

    def transform(self, x):
        return x


class Means:
    def fit(self, x, y):
        self.classes_ = np.unique(y)
        self.means_ = np.array([x[y == label].mean(axis=0) for label in self.classes_])
        return self

    def predict(self, x):
        return self.classes_[((x[:, None] - self.means_[None]) ** 2).sum(axis=2).argmin(axis=1)]
`;

async function python(code: string): Promise<string> {
  writeFileSync(here.at('cell.py'), code);
  const { stdout } = await promisify(execFile)('python3', ['cell.py'], { cwd: here.folder, env });
  return stdout;
}

beforeAll(() => {
  writeFaces(here.at('photos'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  for (const name of ['eigenbench.py', 'eigenbench.R', 'eigenbench.m'])
    copyFileSync(resolve(root, 'clients', name), here.at(name));
});
afterAll(() => here.remove());

describe('the Python client', withPython('numpy'), () => {
  it('takes names that begin with "--" as names', async () => {
    const stdout = await python(`
import tempfile
import eigenbench as eb
eb.workspace = tempfile.mkdtemp(dir=".") + "/w.eigenbench"
print(eb.import_dataset("photos", name="--odd")["dataset"]["name"])
for name in ["--help", "--json"]:
    try:
        eb.table(name)
    except eb.EigenbenchError as error:
        print(error)
`);
    expect(stdout).toContain('There is no study "--help"');
    expect(stdout).toContain('There is no study "--json"');
    expect(stdout.split('\n')[0]).toBe('--odd');
  });

  it('runs the worked notebook of the documentation', async () => {
    const stdout = await python(codeOf('notebooks.md', 'python', 'notebook'));
    expect(stdout).toContain('(30, 3, 2)');
    const { rows } = JSON.parse((await here.run('table', 'notebook', '--format', 'json')).stdout);
    expect(rows.map(({ label }: { label: string }) => label)).toEqual(['PCA', 'BPPCA', 'LDA of white', 'Whitened']);
    for (const { entries } of rows) for (const { values } of entries) expect(values).toHaveLength(5);
  });

  it('tells the numbers of the command line, and the same row from predictions that went out and came back', async () => {
    const code = `
import json
import eigenbench as eb
rows = eb.records(eb.predictions("notebook"))
results = {}
for (condition, repeat), split in eb.splits("notebook").items():
    own = {r["image"]: r["predicted"] for r in rows if r["method"] == "PCA" and r["condition"] == condition and r["repeat"] == repeat}
    results[condition, repeat] = [own[image] for image in split["test"]]
eb.add_results("notebook", "Again", results)
records = eb.records(eb.table("notebook"))
means = {label: [r["mean_error_percent"] for r in records if r["label"] == label] for label in ("PCA", "Again")}
print(json.dumps(means))
`;
    const means = JSON.parse(await python(code));
    expect(means.Again).toEqual(means.PCA);
    const { rows } = JSON.parse((await here.run('table', 'notebook', '--format', 'json')).stdout);
    const pca = rows.find(({ label }: { label: string }) => label === 'PCA');
    expect(means.PCA).toEqual(pca.entries.map(({ mean }: { mean: number }) => mean));
  });

  it('compares estimators, which travel with their modules, and answers rows', async () => {
    writeFileSync(here.at('own_estimators.py'), ESTIMATORS);
    // Whatever is installed: classes of a script need it, those of a module do not.
    writeFileSync(here.at('cloudpickle.py'), 'raise ImportError');
    const code = `
import json
import numpy as np
import eigenbench as eb
from own_estimators import Components, Means, Same
methods = {
    "PCA": {"method": "pca", "latent": [3, 6]},
    "Mine": (Components(), np.array([3, 6])),
    "Pixels": {"method": "none"},
    "Same": Same(),
    "Class means": Means(),
}
rows = eb.run_study("faces", methods, name="estimators", train=[2, 3], repeats=2)
again = eb.run_study("faces", methods, name="estimators", train=[2, 3], repeats=2)
images = np.random.default_rng(1).normal(size=(12, 6, 5)) + np.repeat(np.arange(3), 4)[:, None, None]
arrays = eb.run_study((images, ["a"] * 4 + ["b"] * 4 + ["c"] * 4), {"Means": Means()}, name="arrays", train=2, repeats=2)
refused = []
class Here(Same):
    pass
for methods in ({"x": Here()}, {"x": 5}, {"x": (Same(), [3])}, {"a b": Same(), "A-B": Same()}):
    try:
        eb.run_study("faces", methods)
    except (eb.EigenbenchError, TypeError, ValueError) as error:
        refused.append(str(error))
print(json.dumps([eb.records(rows), eb.records(again), eb.records(arrays), refused]))
`;
    const [rows, again, arrays, refused] = JSON.parse(await python(code));
    const means = (label: string) =>
      rows
        .filter((row: { label: string }) => row.label === label)
        .map((row: { mean_error_percent: number }) => row.mean_error_percent);
    expect(means('Mine')).toEqual(means('PCA'));
    expect(means('Same')).toEqual(means('Pixels'));
    expect(means('Class means')).toEqual([expect.any(Number), expect.any(Number)]);
    expect(again).toEqual(rows);
    expect(arrays).toMatchObject([{ label: 'Means', condition: 'k=2', failed: 0, pending: 0, repeats: 2 }]);
    expect(refused).toEqual([
      expect.stringContaining('methods["x"]: a class of this notebook or script travels by cloudpickle only'),
      'methods["x"]: expected an id, a dict, or an estimator with fit and transform or predict, found int',
      'methods["x"]: values to try need an estimator with transform and n_components',
      'methods: "A-B" and "a b" have the same folder a-b; rename one',
    ]);
    // The labels go to those alone that ask for them, and the copy is what runs.
    const facts = (id: string) => JSON.parse(readFileSync(here.at(`eigenbench-methods/${id}/method.json`), 'utf8'));
    expect(['mine', 'same', 'class-means'].map((id) => facts(id).labels)).toEqual([false, false, true]);
    expect(readFileSync(here.at('eigenbench-methods/mine/own_estimators.py'), 'utf8')).toBe(ESTIMATORS);
  });

  it('refuses a changed estimator under the name of its study, and computes its row again on demand', async () => {
    writeFileSync(here.at('own_estimators.py'), ESTIMATORS);
    writeFileSync(here.at('cloudpickle.py'), 'raise ImportError');
    const code = `
import json
import eigenbench as eb
from own_estimators import Components, Means
def means(rows):
    return [r["mean_error_percent"] for r in eb.records(rows)]
def study(estimator, **options):
    return means(eb.run_study("faces", {"PCA": "pca", "A": estimator}, train=2, repeats=2, **options))
first = study((Components(), [3]), name="changed")
same = study((Components(), [3]), name="changed")
refused = []
for options in ({}, {"again": "B"}):
    try:
        study(Means(), name="changed", **options)
    except eb.EigenbenchError as error:
        refused.append(str(error))
again = study(Means(), name="changed", again=["A"])
fresh = study(Means(), name="fresh")
print(json.dumps([first, same, again, fresh, refused]))
`;
    const [first, same, again, fresh, refused] = JSON.parse(await python(code));
    expect(same).toEqual(first);
    expect(again).toEqual(fresh);
    expect(again).not.toEqual(first);
    const sentence = expect.stringMatching(
      /^"A" \(version [0-9a-f]{8} then, [0-9a-f]{8} now\) has changed since its results in "changed": compute the row again with again=\["A"\], which replaces its results, or change "name"\.$/,
    ) as string;
    expect(refused).toEqual([sentence, sentence]);
  });

  const cloudpickle = withPython('numpy', 'cloudpickle');
  it('keeps the version of a class of a script that another process pickles again', cloudpickle, async () => {
    rmSync(here.at('cloudpickle.py'), { force: true });
    const code = `${ESTIMATORS}
import eigenbench as eb
eb.run_study("faces", {"Here": Same()}, train=2, repeats=2, name="here")
print(open("eigenbench-methods/here/method.json").read() and "done")
`;
    expect((await python(code)).trim()).toBe('done');
    expect((await python(code)).trim()).toBe('done');
  });

  const sklearn = withPython('numpy', 'sklearn');
  it('compares estimators of scikit-learn as the documentation shows', sklearn, async () => {
    const stdout = await python(`${codeOf('own-methods.md', 'python', 'sklearn')}\nprint(len(eb.records(rows)))`);
    expect(stdout.trim()).toBe('6');
  });

  it('says what run_study expected, where it is given something else', async () => {
    const code = `${ESTIMATORS}
import eigenbench as eb
eb.run_study("faces", {"a": "pca"}, train=2, repeats=2)
for data, methods, name in (
    ("faces", {"b": "lda"}, "study"),
    ("faces", {"mine": Means}, "x"),
    ("faces", {"mine": (Means, [3])}, "x"),
    ("facesx", {"a": "pca"}, "x"),
    (5, {"a": "pca"}, "x"),
):
    try:
        eb.run_study(data, methods, train=2, repeats=2, name=name)
    except (eb.EigenbenchError, TypeError) as error:
        print(error)
`;
    expect((await python(code)).trim().split('\n')).toEqual([
      'the workspace has another study named "study"; name this one, as in name="study 2", or compute the rows that differ again, as in again=[label]',
      'methods["mine"]: expected an estimator, found the class Means; write Means()',
      'methods["mine"]: expected an estimator, found the class Means; write Means()',
      expect.stringMatching(/^data: there is no dataset, folder or file "facesx"; the datasets are .*"faces"/),
      'data: expected the name of a dataset, a path, or (images, subjects), found int',
    ]);
  });

  it('raises what the command line says', async () => {
    const code = `
import eigenbench as eb
try:
    eb.table("nothing")
except eb.EigenbenchError as error:
    print(error.code, error)
`;
    expect(await python(code)).toContain('1 There is no study "nothing": there are ');
  });
});

describe('the R client', withProgram('Rscript'), () => {
  it('tells the table of the command line', () => {
    const code = 'source("eigenbench.R"); write.csv(table_of("notebook"), stdout(), row.names = FALSE)';
    const env_ = { ...env, EIGENBENCH: env.EIGENBENCH.replaceAll('"', '') };
    expect(execFileSync('Rscript', ['-e', code], { cwd: here.folder, env: env_, encoding: 'utf8' })).toContain('BPPCA');
  });
});

describe('the MATLAB client', withProgram('octave-cli'), () => {
  it('imports, runs, and adds a method of one’s own that equals the same method of the program', async () => {
    const lines = codeOf('coming-from-matlab.md', 'matlab', 'client').split('\n');
    const code = [
      '1;',
      // Octave wants functions before the script that calls them.
      ...lines.slice(lines.findIndex((line) => line.startsWith('function'))),
      ...lines.slice(
        0,
        lines.findIndex((line) => line.startsWith('function')),
      ),
      "printf('%s %s %.6f\\n', [t.label'; t.condition'; num2cell(t.mean_error_percent')]{:});",
      "s = eigenbench.splits('client'); printf('%d splits, %d and %d images\\n', numel(s), numel(s(1).train), numel(s(1).test));",
      "p = eigenbench.predictions('client'); printf('%d predictions\\n', numel(p.predicted));",
      "try, eigenbench.table('--help'); catch e, disp(e.message); end",
    ].join('\n');
    writeFileSync(here.at('client.m'), code);
    const { stdout } = await promisify(execFile)('octave-cli', ['--quiet', '--norc', 'client.m'], {
      cwd: here.folder,
      env,
    });
    const means = new Map(
      [...stdout.matchAll(/^(.+) (k=\d) (\d+\.\d+)$/gm)].map(([, label, k, mean]) => [`${label}, ${k}`, mean]),
    );
    expect([...means.keys()]).toEqual(
      ['No projection', 'PCA', 'Mine'].flatMap((row) => [`${row}, k=2`, `${row}, k=3`]),
    );
    for (const k of ['k=2', 'k=3']) expect(means.get(`Mine, ${k}`)).toBe(means.get(`No projection, ${k}`));
    expect(stdout).toContain('4 splits, 12 and 18 images');
    expect(stdout).toMatch(/^\d+ predictions$/m);
    expect(stdout).toContain('There is no study "--help"');
  });
});

it('names the same calls in the documentation as the clients have', () => {
  const page = readFileSync(resolve(root, 'docs/notebooks.md'), 'utf8');
  const [python3, r] = ['eigenbench.py', 'eigenbench.R'].map((name) =>
    readFileSync(resolve(root, 'clients', name), 'utf8'),
  );
  for (const name of [
    'import_dataset',
    'run',
    'run_study',
    'table',
    'scores',
    'predictions',
    'splits',
    'fit',
    'encode',
    'add_results',
    'attach',
  ]) {
    expect(page).toContain(`\`${name}(`);
    expect(python3).toContain(`\ndef ${name}(`);
  }
  for (const name of [
    'import_dataset',
    'run',
    'table_of',
    'scores',
    'predictions',
    'splits',
    'fit',
    'encode',
    'add_results',
    'attach_vectors',
  ]) {
    expect(r).toContain(`\n${name} <- function(`);
  }
});
