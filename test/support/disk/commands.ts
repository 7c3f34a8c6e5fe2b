/** Commands that change a workspace or write a file, small enough to try each of their calls to the system. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { canonicalJson } from '../../../src/core/hash.ts';
import type { CellResult } from '../../../src/core/study/cells/cellResult.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { writeFaces } from '../../main/cli/harness.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../main/runner/bench.ts';
import { nextSchema } from '../nextSchema.ts';
import { smallDataset } from '../smallDataset.ts';

export interface WatchedCommand {
  /** Makes what the command begins with. */
  readonly prepare: (folder: string) => Promise<void> | void;
  /** A module to run. @default the command line */
  readonly script?: string;
  readonly parameters: readonly string[];
  /**
   * What a person finds in a folder afterwards, the clock left out. Throws where something is damaged. It may change
   * the folder.
   */
  readonly look: (folder: string) => string;
  /** Whether that may be found between `before` and `after`. @default one of the two */
  readonly between?: (found: string, before: string, after: string) => boolean;
  /** The finished cells that are stored in a folder, each with a digest of all that is stored of it. */
  readonly finishedCells?: (folder: string) => ReadonlyMap<string, string>;
  /** What a killed command left that no person finds; '': nothing. */
  readonly rests?: (folder: string) => string;
  /** What is wrong after the time in which such rests go; null: nothing. It changes the folder. */
  readonly later?: (folder: string) => string | null;
}

/** The workspace in the folder of a command. */
export const WORKSPACE = 'w.eigenbench';
const small = { subjects: 3, perSubject: 3, rows: 4, cols: 4, bytes: true };
const spec = specWith({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 }, methods: [{ method: 'pca' }] });

function makeDataset(path: string): void {
  const workspace = openWorkspace(path);
  workspace.datasets.add('faces', smallDataset(small), '');
  workspace.close();
}

async function makeStudy(path: string, { done, of = spec }: { done: boolean; of?: StudySpec }): Promise<void> {
  makeDataset(path);
  const bench = openBench(path, 1);
  const study = createStudy(bench.workspace, of);
  if (done) await runToEnd(bench, study);
  await bench.close();
}

function requireIntegrity(path: string): void {
  const db = new Database(path);
  try {
    const answer = String(db.pragma('integrity_check', { simple: true }));
    if (answer !== 'ok') throw new Error(`The workspace is damaged: ${answer}`);
    const keys = db.pragma('foreign_key_check') as unknown[];
    if (keys.length > 0) throw new Error(`Rows refer to others that are not there: ${JSON.stringify(keys)}`);
  } finally {
    db.close();
  }
}

/** Datasets, studies, and every cell with a digest of its result. */
function lookInto(path: string): string {
  if (!existsSync(path)) return 'nothing';
  requireIntegrity(path);
  const workspace = openWorkspace(path);
  try {
    const datasets = workspace.datasets.list().map(({ id, name, hash }) => {
      workspace.datasets.loadPixels(id);
      return `${name} ${hash}`;
    });
    const studies = workspace.studies.list().flatMap(({ id, name }) => [
      name,
      ...workspace.cells.all(id).map((cell) => {
        const result = cell.status === 'done' ? digestOf(workspace.cells.result(id, cell.position)!) : '';
        return `${cell.key} ${cell.status} ${result}`;
      }),
    ]);
    return [...datasets, ...studies].join('\n');
  } finally {
    workspace.close();
  }
}

/** Of everything but the time. */
function digestOf({ seconds: _, nearest, ...result }: CellResult): string {
  return createHash('sha256')
    .update(canonicalJson(result))
    .update(new Uint8Array(nearest.buffer, nearest.byteOffset, nearest.byteLength))
    .digest('hex');
}

/** By study and key, read by a connection of its own, also while a command runs. */
function storedCells(folder: string): ReadonlyMap<string, string> {
  return reading(folder, new Map<string, string>(), (db) => {
    const rows = db
      .prepare<[], { cell: string; results: string }>(
        `SELECT name || ' ' || key AS cell, hex(seal) || seconds || test_count || hex(wrong) || details || hex(nearest)
           || coalesce(hex(measures), '') || coalesce(hex(curves), '') || hex(digests) AS results
         FROM cells JOIN studies ON studies.id = study_id JOIN cell_results ON cell_id = cells.id
         WHERE status = 'done'`,
      )
      .all();
    return new Map(rows.map(({ cell, results }) => [cell, createHash('sha256').update(results).digest('hex')]));
  });
}

/** Studies that are half planned and datasets that are half stored. */
const RESTS = `SELECT count(*) FROM studies WHERE planned = 0 UNION ALL SELECT count(*) FROM datasets WHERE stored = 0`;

function hiddenRests(folder: string): string {
  return reading(folder, '', (db) => {
    const [studies, datasets] = db.prepare<[], number>(RESTS).pluck().all();
    return studies + datasets === 0 ? '' : `${studies} half-planned studies, ${datasets} half-stored datasets`;
  });
}

/** The result of reading the workspace in a folder; without one, or one that has no tables yet, `otherwise`. */
function reading<T>(folder: string, otherwise: T, read: (db: Database.Database) => T): T {
  const path = join(folder, WORKSPACE);
  if (!existsSync(path)) return otherwise;
  const from = (readonly: boolean): T => {
    const db = new Database(path, { readonly, timeout: 5000 });
    try {
      const tables = db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'cell_results'").pluck().get();
      return tables === 0 ? otherwise : read(db);
    } finally {
      db.close();
    }
  };
  try {
    return from(true);
  } catch (error) {
    // A journal that a killed process left is rolled back by a connection that may write.
    if (String((error as { code?: unknown }).code).startsWith('SQLITE_READONLY')) return from(false);
    throw error;
  }
}

/** Rests go with the first opening an hour after they were left, and nothing else does. */
function restsGo(folder: string): string | null {
  const path = join(folder, WORKSPACE);
  if (hiddenRests(folder) === '') return null;
  const before = lookInto(path);
  const db = new Database(path);
  db.exec(`UPDATE studies SET created_at = '2000-01-01T00:00:00.000Z' WHERE planned = 0;
    UPDATE datasets SET created_at = '2000-01-01T00:00:00.000Z', deleted_at = '2000-01-01T00:00:00.000Z' WHERE stored = 0`);
  db.close();
  const after = lookInto(path);
  if (after !== before) return `without its hidden rest there is\n${after}\nin place of\n${before}`;
  const rest = hiddenRests(folder);
  return rest === '' ? null : `an hour later there are still ${rest}`;
}

const lookAtWorkspace = (folder: string): string => lookInto(join(folder, WORKSPACE));
const fileHash = (path: string): string =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'nothing';

/** Of every file its hash. */
function hashesBelow(folder: string): string {
  if (!existsSync(folder)) return 'nothing';
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .map((path) => `${path} ${statSync(join(folder, path)).isFile() ? fileHash(join(folder, path)) : ''}`)
    .join('\n');
}

/** Each cell by itself is as before or as after. */
function eachCell(found: string, before: string, after: string): boolean {
  const [lines, first, last] = [found, before, after].map((text) => text.split('\n'));
  return lines.length === last.length && lines.every((line, n) => line === first[n] || line === last[n]);
}

function runOf(of: StudySpec, workers: string): WatchedCommand {
  return {
    prepare: async (folder) => {
      await makeStudy(join(folder, WORKSPACE), { done: false, of });
      writeFileSync(join(folder, 'spec.json'), JSON.stringify(of));
    },
    parameters: ['run', 'spec.json', '--workspace', WORKSPACE, '--workers', workers],
    look: lookAtWorkspace,
    between: eachCell,
    finishedCells: storedCells,
  };
}

const longSpec = specWith({
  protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 30 },
  methods: [{ method: 'pca' }, { method: '2dpca' }],
});

/** A run of 120 cells, which is long enough to be ended in its middle. */
export const longRun = runOf(longSpec, '2');

const importing: Pick<WatchedCommand, 'look' | 'rests' | 'later'> = {
  // An empty workspace is as good as none.
  look: (folder) => (lookAtWorkspace(folder) === '' ? 'nothing' : lookAtWorkspace(folder)),
  rests: hiddenRests,
  later: restsGo,
};

/** Commands that are ended at random moments, but too long to try each of their calls. */
export const killedCommands: Readonly<Record<string, WatchedCommand>> = {
  'long run': longRun,
  'import again': {
    prepare(folder) {
      writeFaces(join(folder, 'faces'), { subjects: 40, perSubject: 20, rows: 24, cols: 24 });
      makeDataset(join(folder, WORKSPACE));
    },
    parameters: ['import', 'faces', '--name', 'again', '--workspace', WORKSPACE],
    ...importing,
  },
  'first run': {
    prepare(folder) {
      makeDataset(join(folder, WORKSPACE));
      writeFileSync(join(folder, 'spec.json'), JSON.stringify(longSpec));
    },
    parameters: ['run', 'spec.json', '--workspace', WORKSPACE, '--workers', '2'],
    look: lookAtWorkspace,
    between: (found, before, after) =>
      found === before || eachCell(found, after.replaceAll(/ done \w+$/gm, ' pending '), after),
    finishedCells: storedCells,
    rests: hiddenRests,
    later: restsGo,
  },
  plan: {
    prepare: (folder) => makeDataset(join(folder, WORKSPACE)),
    script: fileURLToPath(new URL('./planStudy.ts', import.meta.url)),
    parameters: [WORKSPACE],
    look: (folder) => {
      const path = join(folder, WORKSPACE);
      requireIntegrity(path);
      const workspace = openWorkspace(path);
      try {
        return workspace.studies
          .list()
          .map(({ name, cells }) => `${name} ${cells.total}`)
          .join('\n');
      } finally {
        workspace.close();
      }
    },
    rests: hiddenRests,
    later: restsGo,
  },
};

export const watchedCommands: Readonly<Record<string, WatchedCommand>> = {
  run: runOf(spec, '1'),
  'run on a shared disk': {
    prepare: (folder) => makeStudy(join(folder, WORKSPACE), { done: false }),
    script: fileURLToPath(new URL('./runShared.ts', import.meta.url)),
    parameters: [WORKSPACE],
    look: lookAtWorkspace,
    between: eachCell,
    finishedCells: storedCells,
  },
  import: {
    prepare: (folder) => writeFaces(join(folder, 'faces'), { subjects: 2, perSubject: 2, rows: 4, cols: 4 }),
    parameters: ['import', 'faces', '--name', 'faces', '--workspace', WORKSPACE],
    ...importing,
  },
  merge: {
    async prepare(folder) {
      await makeStudy(join(folder, 'part.eigenbench'), { done: true });
      makeDataset(join(folder, WORKSPACE));
    },
    parameters: ['merge', 'part.eigenbench', '--workspace', WORKSPACE],
    look: lookAtWorkspace,
  },
  rm: {
    prepare: (folder) => makeStudy(join(folder, WORKSPACE), { done: true }),
    parameters: ['rm', 'study', 'study', '--workspace', WORKSPACE],
    look: lookAtWorkspace,
  },
  migration: {
    prepare(folder) {
      const workspace = openWorkspace(join(folder, WORKSPACE));
      workspace.settings.set({ theme: 'dark' });
      workspace.close();
    },
    script: fileURLToPath(new URL('./migrate.ts', import.meta.url)),
    parameters: [WORKSPACE],
    look(folder) {
      const workspace = openWorkspace(join(folder, WORKSPACE), { steps: nextSchema });
      try {
        return workspace.settings.get().theme;
      } finally {
        workspace.close();
      }
    },
  },
  backup: {
    prepare: (folder) => makeStudy(join(folder, WORKSPACE), { done: true }),
    parameters: ['backup', 'copy.eigenbench', '--workspace', WORKSPACE],
    look: (folder) => `${lookAtWorkspace(folder)}\n${lookInto(join(folder, 'copy.eigenbench'))}`,
  },
  export: {
    prepare: (folder) => makeDataset(join(folder, WORKSPACE)),
    parameters: ['export', 'faces', '--out', 'faces.npz', '--workspace', WORKSPACE],
    look: (folder) => `${lookAtWorkspace(folder)}\n${fileHash(join(folder, 'faces.npz'))}`,
  },
  'export of a folder': {
    prepare: (folder) => makeDataset(join(folder, WORKSPACE)),
    parameters: ['export', 'faces', '--out', 'out/faces', '--format', 'png', '--workspace', WORKSPACE],
    look: (folder) => `${lookAtWorkspace(folder)}\n${hashesBelow(join(folder, 'out/faces'))}`,
  },
  table: {
    async prepare(folder) {
      await makeStudy(join(folder, WORKSPACE), { done: true });
      writeFileSync(join(folder, 'table.txt'), 'an older table');
    },
    parameters: ['table', 'study', '--out', 'table.txt', '--workspace', WORKSPACE],
    look: (folder) => `${lookAtWorkspace(folder)}\n${fileHash(join(folder, 'table.txt'))}`,
  },
};
