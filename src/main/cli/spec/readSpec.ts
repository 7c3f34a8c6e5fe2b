import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import { specsByDataset } from '../../../core/study/spec/severalDatasets.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { UsageError } from '../errors.ts';
import { extendSpec, type BaseOptions } from './extendSpec.ts';
import { readSpecText, wrongSpec } from './specText.ts';

export interface SpecFile {
  readonly spec: StudySpec;
  /** The fields of the comparison that the file itself states. */
  readonly comparison: Partial<StudySpec['comparison']>;
}

/** A study spec from a file. Throws UsageError, with a sentence per mistake, and Failure where it is not there. */
export async function readSpec(path: string, options: BaseOptions = {}): Promise<StudySpec> {
  return (await readSpecFile(path, options)).spec;
}

/** The same, and what the file itself says of the comparison: a study that exists keeps its own where that is open. */
export async function readSpecFile(path: string, options: BaseOptions = {}): Promise<SpecFile> {
  const [file, ...others] = await readSpecFiles(path, options);
  if (others.length === 0) return file;
  throw new UsageError(
    `${path}: dataset: expected one dataset here, found ${others.length + 1}; "eigenbench run" takes several.`,
  );
}

/** A study for each of the datasets that the file names. */
export async function readSpecFiles(path: string, options: BaseOptions = {}): Promise<SpecFile[]> {
  const json = await extendSpec(path, await readSpecText(path), options);
  return specsByDataset(json).map((one) => {
    const parsed = parseStudySpec(one);
    if (!parsed.ok) throw wrongSpec(path, parsed.problems);
    const stated = Object.keys((one as { comparison?: object }).comparison ?? {}) as (keyof StudySpec['comparison'])[];
    const { comparison } = parsed.spec;
    return { spec: parsed.spec, comparison: Object.fromEntries(stated.map((name) => [name, comparison[name]])) };
  });
}
