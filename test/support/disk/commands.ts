/** Commands that change a workspace or write a file, small enough to try each of their calls to the system. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/main/workspace/database.ts';
import { migrations } from '../../../src/main/workspace/migrations.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { writeFaces } from '../../main/cli/harness.ts';
import { createStudy, openBench, runToEnd, specWith } from '../../main/runner/bench.ts';
import { commandLineFile } from '../builtApplication.ts';
import { smallDataset } from '../smallDataset.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import { writeImage, type Image } from './disk.ts';

export interface WatchedCommand {
  /** Makes what the command begins with. */
  readonly prepare: (folder: string) => Promise<void> | void;
  readonly parameters: readonly string[];
  /**
   * What a person finds in a folder afterwards, the clock left out. Fails where something is damaged. It may change the
   * folder.
   */
  readonly look: (folder: string) => string;
  /** Whether that may be found between `before` and `after`. @default one of the two */
  readonly between?: (found: string, before: string, after: string) => boolean;
}

const WORKSPACE = 'w.eigenbench';
const small = { subjects: 3, perSubject: 3, rows: 4, cols: 4 };
const spec = specWith({ protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 }, methods: [{ method: 'pca' }] });

function makeDataset(path: string): void {
  const workspace = openWorkspace(path);
  workspace.datasets.add('faces', smallDataset(small), '');
  workspace.close();
}

async function makeStudy(path: string, { done }: { done: boolean }): Promise<void> {
  makeDataset(path);
  const bench = openBench(path, 1);
  const study = createStudy(bench.workspace, spec);
  if (done) await runToEnd(bench, study);
  await bench.close();
}

/** Datasets, studies, and every cell with what it predicts. */
function lookInto(path: string): string {
  if (!existsSync(path)) return 'nothing';
  const db = new Database(path);
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
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

export const watchedCommands: Readonly<Record<string, WatchedCommand>> = {
  run: {
    prepare: async (folder) => {
      await makeStudy(join(folder, WORKSPACE), { done: false });
      writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
    },
    parameters: ['run', 'spec.json', '--workspace', WORKSPACE, '--workers', '1'],
    look: lookAtWorkspace,
    // Each cell by itself.
    between: (found, before, after) => {
      const [lines, first, last] = [found, before, after].map((text) => text.split('\n'));
      return lines.length === last.length && lines.every((line, n) => line === first[n] || line === last[n]);
    },
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
      const { db, close } = openDatabase(join(folder, WORKSPACE), { steps: migrations.slice(0, 3) });
      db.exec(`INSERT INTO settings (name, value) VALUES ('theme', '"dark"')`);
      close();
    },
    parameters: ['datasets', '--workspace', WORKSPACE],
    look(folder) {
      const workspace = openWorkspace(join(folder, WORKSPACE));
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
  table: {
    async prepare(folder) {
      await makeStudy(join(folder, WORKSPACE), { done: true });
      writeFileSync(join(folder, 'table.txt'), 'an older table');
    },
    parameters: ['table', 'study', '--out', 'table.txt', '--workspace', WORKSPACE],
    look: (folder) => `${lookAtWorkspace(folder)}\n${hashOf(join(folder, 'table.txt'))}`,
  },
};

/** The command line of a watched command. */
export function commandOf({ parameters }: WatchedCommand): string[] {
  return [process.execPath, commandLineFile(), ...parameters];
}

/** A new folder with what a command begins with, to be copied for every try. */
export async function prepared(command: WatchedCommand): Promise<string> {
  const folder = join(temporaryFolder(), 'prepared');
  mkdirSync(folder);
  await command.prepare(folder);
  for (const ending of ['-runner', '-shm']) rmSync(join(folder, WORKSPACE + ending), { force: true });
  return folder;
}

/** What a person finds in images of the disk, which are put into the folder `scratch`; equal ones are read once. */
export function imageReader({ look }: WatchedCommand, scratch: string): (image: Image) => string {
  const known = new Map<string, string>();
  return (image) => {
    const key = keyOf(image);
    let found = known.get(key);
    if (found === undefined) {
      rmSync(scratch, { recursive: true, force: true });
      writeImage(image, scratch);
      known.set(key, (found = look(scratch)));
    }
    return found;
  };
}

function keyOf(image: Image): string {
  const hash = createHash('sha256');
  for (const [path, entry] of image) hash.update(`${path} ${entry.length} `).update(entry);
  return hash.digest('hex');
}
