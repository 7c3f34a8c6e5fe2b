/** What deleting leaves in the file: nothing. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyDatabase } from '../../../../src/main/workspace/database/copyDatabase.ts';
import { openWorkspace, type Workspace } from '../../../../src/main/workspace/workspace.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../runner/bench.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const newPath = (): string => join(temporaryFolder(), 'w.eigenbench');

function open(path: string): Workspace {
  const workspace = openWorkspace(path);
  onTestFinished(() => workspace.close());
  return workspace;
}

const bytesOf = (path: string): number =>
  ['', '-wal'].reduce((sum, end) => sum + (statSync(path + end, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Images whose bytes are found again in a file: 64 × 64, of one repeated text. */
const marked = (mark: string) => {
  const dataset = smallDataset({ subjects: 10, perSubject: 6, rows: 64, cols: 64, bytes: true });
  const pixels = new Uint8Array(Buffer.alloc(60 * 4096, mark));
  return { ...dataset, images: { ...dataset.images, pixels } };
};

describe('the room of what is deleted', () => {
  it('goes back to the disk when an import is cancelled', () => {
    const path = newPath();
    const { datasets } = open(path);
    datasets.add('kept', smallDataset(), '');
    const before = bytesOf(path);
    const steps = datasets.store('given up', smallDataset({ subjects: 20, perSubject: 10, rows: 100, cols: 100 }), '');
    for (let i = 0; i < 12; i++) steps.next();
    expect(bytesOf(path)).toBeGreaterThan(before + 10_000_000);
    steps.return(undefined as never);
    expect(bytesOf(path)).toBeLessThan(before + 20_000);
    expect(datasets.list().map(({ name }) => name)).toEqual(['kept']);
  });

  it('holds no faces any more once a deleted dataset is purged', () => {
    const path = newPath();
    const { datasets } = open(path);
    datasets.add('kept', smallDataset(), '');
    const { id } = datasets.add('gone', marked('portrait of somebody '), '');
    const holds = (): boolean => ['', '-wal'].some((end) => readFileSync(path + end).includes('portrait of somebody'));
    expect(holds()).toBe(true);
    datasets.hide(id);
    datasets.purge(new Date(Date.now() + 1000));
    expect(holds()).toBe(false);
  });

  it('goes back when a study is deleted, which leaves no row', async () => {
    const path = newPath();
    const bench = openBench(path, 1);
    const study = createStudy(bench.workspace, specWith({ measures: ['verification'] }));
    await runToEnd(bench, study);
    const used = bytesOf(path);
    bench.workspace.studies.remove(study);
    await bench.close();
    const db = new Database(path, { readonly: true });
    for (const table of ['studies', 'cells', 'cell_results', 'shape_lists']) {
      expect([table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]).toEqual([table, 0]);
    }
    expect(db.pragma('freelist_count', { simple: true })).toBe(0);
    db.close();
    expect(bytesOf(path)).toBeLessThan(used);
  });

  it('of an older file, which keeps it, is told and returned by shrinking', () => {
    const path = newPath();
    openWorkspace(path).close();
    const db = new Database(path);
    db.pragma('auto_vacuum = NONE');
    db.exec('VACUUM');
    db.close();
    const { datasets, space, shrink } = open(path);
    const { id } = datasets.add('gone', marked('x'), '');
    datasets.hide(id);
    datasets.purge(new Date(Date.now() + 1000));
    expect(space().free).toBeGreaterThan(200_000);
    shrink();
    expect(space().free).toBe(0);
    expect(space().bytes).toBe(statSync(path).size);
    const again = datasets.add('gone', marked('x'), '');
    datasets.hide(again.id);
    datasets.purge(new Date(Date.now() + 1000));
    expect(space().free).toBe(0);
  });
});

describe('a backup', () => {
  it('has what stands in the log only, opens as the workspace, and never replaces a file', () => {
    const path = newPath();
    const workspace = open(path);
    const { id, hash } = workspace.datasets.add('faces', smallDataset(), '');
    workspace.datasets.arrange(id, workspace.datasets.keys(id).slice(2), hash);
    const target = `${path}.copy`;
    workspace.backup(target);
    expect(() => workspace.backup(target)).toThrow(`"${target}" exists already; name another file.`);
    const copy = open(target);
    expect(copy.datasets.list()).toEqual(workspace.datasets.list());
    // Excluded images are named by row, which the copy must not number again.
    expect(copy.datasets.keys(id)).toEqual(workspace.datasets.keys(id));
    expect(copy.datasets.excluded(id)).toEqual(workspace.datasets.excluded(id));
    expect(copy.notices).toEqual([]);
  });

  it('that cannot be finished leaves no file', () => {
    const path = newPath();
    const { db } = { db: new Database(path) };
    db.exec('CREATE TABLE t (x)');
    db.close();
    expect(() => copyDatabase(db, `${path}.copy`)).toThrow(/cannot be written/);
    expect(statSync(`${path}.copy`, { throwIfNoEntry: false })).toBeUndefined();
  });
});
