/** Commands that change a workspace or write a file, small enough to try each of their calls to the system. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
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

/** Datasets, studies, and every cell with what it predicts. */
function lookInto(path: string): string {
  if (!existsSync(path)) return 'nothing';
  const db = new Database(path);
  try {
    const answer = String(db.pragma('integrity_check', { simple: true }));
    if (answer !== 'ok') throw new Error(`The workspace is damaged: ${answer}`);
    const keys = db.pragma('foreign_key_check') as unknown[];
    if (keys.length > 0) throw new Error(`Rows refer to others that are not there: ${JSON.stringify(keys)}`);
  } finally {
    db.close();
  }
  const workspace = openWorkspace(path);
  try {
    const datasets = workspace.datasets.list().map(({ id, name, hash }) => {
      workspace.datasets.loadPixels(id);
      return `${name} ${hash}`;
    });
    const studies = workspace.studies.list().flatMap(({ id, name }) => [
      name,
      ...workspace.cells.all(id).map((cell) => {
        const result = cell.status === 'done' ? workspace.cells.result(id, cell.position)!.predictionHash : '';
        return `${cell.key} ${cell.status} ${result}`;
      }),
    ]);
    return [...datasets, ...studies].join('\n');
  } finally {
    workspace.close();
  }
}

const lookAtWorkspace = (folder: string): string => lookInto(join(folder, WORKSPACE));
const hashOf = (path: string): string =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'nothing';

/** Of every file its hash. */
function hashesBelow(folder: string): string {
  if (!existsSync(folder)) return 'nothing';
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return paths
    .map((path) => `${path} ${statSync(join(folder, path)).isFile() ? hashOf(join(folder, path)) : ''}`)
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
  };
}

/** A run of 120 cells, which is long enough to be ended in its middle. */
export const longRun = runOf(
  specWith({
    protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 30 },
    methods: [{ method: 'pca' }, { method: '2dpca' }],
  }),
  '2',
);

export const watchedCommands: Readonly<Record<string, WatchedCommand>> = {
  run: runOf(spec, '1'),
  'run on a shared disk': {
    prepare: (folder) => makeStudy(join(folder, WORKSPACE), { done: false }),
    script: fileURLToPath(new URL('./runShared.ts', import.meta.url)),
    parameters: [WORKSPACE],
    look: lookAtWorkspace,
    between: eachCell,
  },
  import: {
    prepare: (folder) => writeFaces(join(folder, 'faces'), { subjects: 2, perSubject: 2, rows: 4, cols: 4 }),
    parameters: ['import', 'faces', '--name', 'faces', '--workspace', WORKSPACE],
    // An empty workspace is as good as none.
    look: (folder) => (lookAtWorkspace(folder) === '' ? 'nothing' : lookAtWorkspace(folder)),
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
    look: (folder) => `${lookAtWorkspace(folder)}\n${hashOf(join(folder, 'faces.npz'))}`,
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
    look: (folder) => `${lookAtWorkspace(folder)}\n${hashOf(join(folder, 'table.txt'))}`,
  },
};
