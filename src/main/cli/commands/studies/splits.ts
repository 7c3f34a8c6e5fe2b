import { basename } from 'node:path';
import { filesByIndex } from '../../../../core/dataset.ts';
import { enrolmentFromFiles } from '../../../../core/protocols/enrolment/enrolmentFiles.ts';
import { pairsFromFile, type NamedSubjects } from '../../../../core/protocols/pairs/pairFiles.ts';
import { needsBase, splitsFromFile, type IndexBase } from '../../../../core/protocols/splitFiles.ts';
import { readBytes } from '../../files/arrays.ts';
import { Failure, UsageError } from '../../errors.ts';
import { findDataset, withEngine, type WorkspaceOptions, findStudy } from '../../workspace.ts';
import { requireEnding, outFormat } from '../../files/outFormat.ts';
import { writeOut, putFile } from '../../files/writeOut.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareReadSplits, declareSplits } from '../../declarations/studyCommands.ts';

/**
 * eigenbench read-splits: converts published splits, pairs or enrolment lists to a protocol (indices from 0) for a
 * spec.
 */
export async function readSplitsCommand(
  paths: readonly string[],
  options: OptionsOf<typeof declareReadSplits>,
): Promise<void> {
  const { as, base, dataset, out, ...where } = options;
  requireEnding(out, '.json');
  const subjects = dataset === undefined ? [] : await subjectsOf(dataset, where);
  const files = [];
  for (const name of paths) files.push({ name, bytes: await readBytes(name) });
  const counted = as === 'splits' && base === undefined ? files.find(({ bytes }) => needsBase(bytes)) : undefined;
  if (counted) {
    throw new UsageError(
      `--base is missing: say 0 or 1, the number of the first image in split files; ${basename(counted.name)} does not say it.`,
    );
  }
  const text = `${JSON.stringify(readers[as](files, subjects, Number(base ?? 0) as IndexBase))}\n`;
  writeOut(out, text);
}

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Converts files to a protocol; Failure names the file. */
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

async function subjectsOf<Given extends WorkspaceOptions>(
  name: string,
  where: Only<WorkspaceOptions, Given>,
): Promise<NamedSubjects> {
  return withEngine(where, async (engine) => {
    const { id } = await findDataset(engine, name);
    return (await engine.client.datasets.get({ id })).bySubject;
  });
}

const FORMATS = { csv: 'splits', json: 'splits-json', mat: 'splits-mat' } as const;
const ENDINGS = { csv: '.csv', json: '.json', mat: '.zip' } as const;

/** eigenbench splits: exports the training and test images of every split of a study. */
export async function splitsCommand(
  name: string,
  { format: requestedFormat, out, ...options }: OptionsOf<typeof declareSplits>,
): Promise<void> {
  const format = FORMATS[outFormat(ENDINGS, { out, format: requestedFormat }, 'csv')];
  const file = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format });
  });
  await putFile(file, out);
}
