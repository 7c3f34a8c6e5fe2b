import { basename } from 'node:path';
import { filesByIndex } from '../../../../core/dataset.ts';
import { enrolmentFromFiles } from '../../../../core/protocols/enrolment/enrolmentFiles.ts';
import { pairsFromFile, type NamedSubjects } from '../../../../core/protocols/pairs/pairFiles.ts';
import { splitsFromFile, type IndexBase } from '../../../../core/protocols/splitFiles.ts';
import { readBytes } from '../../files/arrays.ts';
import { Failure, UsageError } from '../../errors.ts';
import { findDataset, withEngine, type WorkspaceOptions } from '../../workspace.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { writeOut } from '../../files/writeOut.ts';

interface ReadSplitsOptions extends WorkspaceOptions {
  readonly as: keyof typeof readers;
  /** Splits only: pairs and lists name files, or count from 0. */
  readonly base?: '0' | '1';
  readonly dataset?: string;
  readonly out?: string;
}

/** eigenbench read-splits: the protocol (indices from 0) of published splits, pairs or enrolment lists, for a spec. */
export async function readSplitsCommand(paths: readonly string[], options: ReadSplitsOptions): Promise<void> {
  requireEnding(options.out, '.json');
  if (options.as === 'splits' && options.base === undefined) {
    throw new UsageError('--base is missing: say 0 or 1, the number of the first image in split files.');
  }
  const subjects = options.dataset === undefined ? [] : await subjectsOf(options.dataset, options);
  const files = [];
  for (const name of paths) files.push({ name, bytes: await readBytes(name) });
  const text = `${JSON.stringify(readers[options.as](files, subjects, Number(options.base) as IndexBase))}\n`;
  writeOut(options.out, text);
}

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The protocol that files make; Failure names the file. */
const readers = {
  splits: (files: readonly ReadFile[], subjects: NamedSubjects, base: IndexBase) => ({
    kind: 'explicit',
    splits: each(files, (bytes) => splitsFromFile(bytes, base, filesByIndex(subjects))),
  }),
  /** Two files are development and test (view 1); the folds of one are view 2. */
  pairs: (files: readonly ReadFile[], subjects: NamedSubjects) => {
    const lists = each(files, (bytes) => pairsFromFile(bytes, subjects));
    return { kind: 'pair-lists', lists, use: files.length === 2 && lists.length === 2 ? 'first' : 'folds' };
  },
  enrolment: (files: readonly ReadFile[], subjects: NamedSubjects) => {
    try {
      return { kind: 'enrolment-lists', lists: [enrolmentFromFiles(files, subjects)] };
    } catch (error) {
      throw new Failure((error as Error).message);
    }
  },
} as const;

function each<T>(files: readonly ReadFile[], read: (bytes: Uint8Array) => readonly T[]): T[] {
  return files.flatMap(({ name, bytes }) => {
    try {
      return read(bytes);
    } catch (error) {
      throw new Failure(`${basename(name)}: ${(error as Error).message}`);
    }
  });
}

async function subjectsOf(name: string, options: WorkspaceOptions): Promise<NamedSubjects> {
  return withEngine(options, async (engine) => {
    const { id } = await findDataset(engine, name);
    return (await engine.client.datasets.get({ id })).bySubject;
  });
}
