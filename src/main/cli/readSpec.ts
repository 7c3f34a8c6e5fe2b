import { parseStudySpec } from '../../core/study/spec/parse.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
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
  const json = await extendSpec(path, await readSpecText(path), options);
  const parsed = parseStudySpec(json);
  if (!parsed.ok) throw wrongSpec(path, parsed.problems);
  const stated = Object.keys((json as { comparison?: object }).comparison ?? {}) as (keyof StudySpec['comparison'])[];
  const { comparison } = parsed.spec;
  return { spec: parsed.spec, comparison: Object.fromEntries(stated.map((name) => [name, comparison[name]])) };
}
