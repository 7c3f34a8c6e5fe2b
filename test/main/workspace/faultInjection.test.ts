/**
 * As SQLite tests itself: every operation is done again and again, and each time another access to the file fails, the
 * first, the second, … until it succeeds. Whenever that is, the file is whole, the error has a sentence, what was there
 * before is there, and doing it again gives the same bits.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import { extendStudy } from '../../../src/main/engine/studies/createStudy.ts';
import { faultReason } from '../../../src/main/workspace/workspaceErrors.ts';
import { mergeInto } from '../../../src/main/workspace/mergeWorkspaces.ts';
import { migrations, type Migration } from '../../../src/main/workspace/database/migrations.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { faultyConnect, newFaults, type Access } from '../../support/faultyDatabase.ts';
import { nextSchema } from '../../support/nextSchema.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, runToEnd, specWith } from '../runner/bench.ts';

const small = { subjects: 3, perSubject: 3, rows: 4, cols: 4 };
const spec = specWith({ protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 2 } });

/** Results as the workers would give them, without the work. */
function resultOf(position: number): CellResult {
  return {
    shapes: [[1], [2]],
    wrong: [position, 1],
    testCount: 3,
    nearest: Uint16Array.from([0, 1, 2, 2, 1, 0]),
    predictionHash: `hash ${position}`,
    iterations: [1, 1],
    converged: [true, true],
    logLikelihood: [null, -0.1 - position],
    warnings: [],
    failures: [],
    fits: 1,
    kernel: 'wasm-simd',
    seconds: 0.125,
  };
}

const finish = ({ cells }: Workspace, study: number): void => {
  for (const { position } of cells.withStatus(study, 'pending')) {
    cells.markRunning(study, position);
    cells.complete(study, position, resultOf(position));
  }
};

/** Every row of every table, without what the clock wrote; ids may have been used by what was given up. */
function rowsOf(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
    const rows = tables.map((table) => [table, db.prepare(`SELECT * FROM ${String(table)}`).all()]);
    return JSON.stringify(rows, (key, value) =>
      /^(id|dataset_id|created_at|at|deleted_at|fault|revision)$/.test(key) ? null : value,
    );
  } finally {
    db.close();
  }
}

interface Operation {
  /** Makes the workspace that the operation begins with. */
  readonly prepare: (path: string, folder: string) => void;
  readonly act: (workspace: Workspace, folder: string) => void;
  /** @default the present schema */
  readonly steps?: readonly Migration[];
}

const withDataset = (path: string): void => {
  const workspace = openWorkspace(path);
  workspace.datasets.add('faces', smallDataset(small), '');
  workspace.close();
};
const withStudy = (path: string, done: boolean): void => {
  withDataset(path);
  const workspace = openWorkspace(path);
  const study = createStudy(workspace, spec);
  if (done) finish(workspace, study);
  workspace.close();
};

const operations: Readonly<Record<string, Operation>> = {
  'opening a new file': { prepare: () => undefined, act: () => undefined },
  'an import': {
    prepare: (path) => openWorkspace(path).close(),
    act: ({ datasets }) => {
      if (!datasets.findByName('faces')) datasets.add('faces', smallDataset(small), '');
    },
  },
  'a short study': {
    prepare: (path) => withStudy(path, false),
    act: (workspace) => finish(workspace, workspace.studies.findByName('study')!.id),
  },
  'an extension': {
    prepare: (path) => withStudy(path, true),
    act: (workspace) => {
      const more = specWith({ protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 3 } });
      const study = workspace.studies.findByName('study')!;
      extendStudy(workspace, study, more, { facts: workspace.datasets.factsOf(study.datasetId) });
    },
  },
  'a merge': {
    prepare(path, folder) {
      withDataset(path);
      withStudy(join(folder, 'source.eigenbench'), true);
    },
    act(workspace, folder) {
      const source = openWorkspace(join(folder, 'source.eigenbench'));
      try {
        mergeInto(workspace)(source);
      } finally {
        source.close();
      }
    },
  },
  'a deletion': {
    prepare: (path) => withStudy(path, true),
    act: ({ studies }) => {
      const study = studies.findByName('study');
      if (study) studies.remove(study.id);
    },
  },
  'a migration': {
    prepare(path) {
      const workspace = openWorkspace(path);
      workspace.settings.set({ theme: 'dark' });
      workspace.close();
    },
    act: () => undefined,
    steps: nextSchema,
  },
};

/** Does an operation in a copy of the prepared workspace; what it threw, or null. */
function attempt(path: string, folder: string, { act, steps = migrations }: Operation, faults = newFaults()): unknown {
  let workspace: Workspace | null = null;
  try {
    workspace = openWorkspace(path, { connect: faultyConnect(faults), steps });
    act(workspace, folder);
    return null;
  } catch (error) {
    return error;
  } finally {
    workspace?.close();
  }
}

const remove = (path: string): void => {
  for (const ending of ['', '-wal', '-shm', '-runner', '-journal']) rmSync(path + ending, { force: true });
};

describe.each(Object.entries(operations))('%s', (_, operation) => {
  it.each<Access>(['write', 'sync', 'read'])('survives the failure of every %s', (kind) => {
    const folder = temporaryFolder();
    const prepared = join(folder, 'prepared.eigenbench');
    operation.prepare(prepared, folder);
    const isNew = operation === operations['opening a new file'];
    const begin = (path: string): void => {
      remove(path);
      if (!isNew) copyFileSync(prepared, path);
    };
    const purged: Operation = {
      ...operation,
      act(workspace, folder) {
        operation.act(workspace, folder);
        workspace.datasets.purge(new Date(Date.now() + 1000));
      },
    };
    const path = join(folder, 'w.eigenbench');
    begin(path);
    expect(attempt(path, folder, operation)).toBeNull();
    const expected = rowsOf(path);

    let at = 1;
    for (; ; at++) {
      begin(path);
      const faults = newFaults({ kind, at });
      const error = attempt(path, folder, operation, faults);
      if (!faults.failed) break;
      // Room that could not be given back is no failure of a deletion.
      if (error !== null) expect([at, faultReason(error)]).toEqual([at, expect.stringMatching(/disk/)]);
      // The machine is well again: the same once more.
      expect(attempt(path, folder, purged)).toBeNull();
      expect([at, rowsOf(path)]).toEqual([at, expected]);
    }
    expect(at).toBeGreaterThan(1);
  });
});

describe('a run in worker threads', () => {
  it('stops with the reason at every failing write, and goes on to the same rows', async () => {
    const folder = temporaryFolder();
    const prepared = join(folder, 'prepared.eigenbench');
    const short = specWith({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 } });
    const made = openWorkspace(prepared);
    const study = createStudy(made, short);
    made.close();
    const results = (workspace: Workspace): string =>
      JSON.stringify(
        workspace.cells.all(study).map(({ position }) => ({ ...workspace.cells.result(study, position), seconds: 0 })),
      );
    const undisturbed = join(folder, 'undisturbed.eigenbench');
    copyFileSync(prepared, undisturbed);
    const whole = openBench(undisturbed, 1, 'answering');
    await runToEnd(whole, study);
    const expected = results(whole.workspace);
    await whole.close();

    for (let at = 1; ; at++) {
      const path = join(folder, `${at}.eigenbench`);
      copyFileSync(prepared, path);
      const faults = newFaults();
      const bench = openBench(path, 1, 'answering', { connect: faultyConnect(faults) });
      // Opening has its own test.
      const before = faults.counts.write;
      faults.fail = { kind: 'write', at: before + at };
      const started = await runToEnd(bench, study).then(
        () => true,
        (error: unknown) => expect(faultReason(error)).toBe('the disk is full'),
      );
      const { fault } = faults.failed ? { fault: bench.runner.fault(study) } : { fault: null };
      if (started === true && faults.failed) expect([at, fault]).toEqual([at, 'the disk is full']);
      await bench.close().catch((error: unknown) => expect(faultReason(error)).toBe('the disk is full'));
      if (!faults.failed) break;
      const again = openBench(path, 1, 'answering');
      if (again.workspace.studies.get(study)!.state !== 'finished') await runToEnd(again, study);
      expect([at, results(again.workspace)]).toEqual([at, expected]);
      await again.close();
    }
  });
});
