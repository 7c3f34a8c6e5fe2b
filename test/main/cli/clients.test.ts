/** The clients for notebooks: what their documentation shows runs, and tells what the command line tells. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../support/docsCode.ts';
import { withProgram, withPython } from '../../support/programs.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const root = resolve(import.meta.dirname, '../../..');
const env = {
  ...process.env,
  XDG_DATA_HOME: here.folder,
  NO_COLOR: '1',
  EIGENBENCH: `"${process.execPath}" "${resolve(root, 'bin/eigenbench.js')}"`,
};

async function python(code: string): Promise<string> {
  writeFileSync(here.at('cell.py'), code);
  const { stdout } = await promisify(execFile)('python3', ['cell.py'], { cwd: here.folder, env });
  return stdout;
}

beforeAll(() => {
  writeFaces(here.at('photos'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  for (const name of ['eigenbench.py', 'eigenbench.R']) copyFileSync(resolve(root, 'clients', name), here.at(name));
});
afterAll(() => here.remove());

describe('the Python client', withPython('numpy'), () => {
  it('runs the worked notebook of the documentation', async () => {
    const stdout = await python(codeOf('notebooks.md', 'python', 'notebook'));
    expect(stdout).toContain('(30, 3, 2)');
    const { rows } = JSON.parse((await here.run('table', 'notebook', '--format', 'json')).stdout);
    expect(rows.map(({ label }: { label: string }) => label)).toEqual(['PCA', 'BPPCA', 'LDA of white', 'Whitened']);
    for (const { entries } of rows) for (const { values } of entries) expect(values).toHaveLength(5);
  }, 240_000);

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
  }, 120_000);

  it('raises what the command line says', async () => {
    const code = `
import eigenbench as eb
try:
    eb.table("nothing")
except eb.EigenbenchError as error:
    print(error.code, error)
`;
    expect(await python(code)).toContain('1 There is no study "nothing": there is "notebook".');
  }, 60_000);
});

describe('the R client', withProgram('Rscript'), () => {
  it('tells the table of the command line', () => {
    const code = 'source("eigenbench.R"); write.csv(table_of("notebook"), stdout(), row.names = FALSE)';
    const env_ = { ...env, EIGENBENCH: env.EIGENBENCH.replaceAll('"', '') };
    expect(execFileSync('Rscript', ['-e', code], { cwd: here.folder, env: env_, encoding: 'utf8' })).toContain('BPPCA');
  }, 60_000);
});

it('names the same calls in the documentation as the clients have', () => {
  const page = readFileSync(resolve(root, 'docs/notebooks.md'), 'utf8');
  const [python3, r] = ['eigenbench.py', 'eigenbench.R'].map((name) =>
    readFileSync(resolve(root, 'clients', name), 'utf8'),
  );
  for (const name of [
    'import_dataset',
    'run',
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
