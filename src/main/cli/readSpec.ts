import { readFile } from 'node:fs/promises';
import { parseStudySpec } from '../../core/study/spec/parse.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { fileReason } from '../disk/fileReason.ts';
import { Failure } from './errors.ts';
import { extendSpec } from './extendSpec.ts';
import { parseText, wrongSpec } from './specText.ts';

export interface SpecFile {
  readonly spec: StudySpec;
  /** The fields of the comparison that the file itself states. */
  readonly comparison: Partial<StudySpec['comparison']>;
}

/** A study spec from a file. Throws UsageError, with a sentence per mistake, and Failure where it is not there. */
export async function readSpec(path: string): Promise<StudySpec> {
  return (await readSpecFile(path)).spec;
}

/** The same, and what the file itself says of the comparison: a study that exists keeps its own where that is open. */
export async function readSpecFile(path: string): Promise<SpecFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${fileReason(error)}`);
  }
  const json = await extendSpec(path, await parseText(path, text));
  const parsed = parseStudySpec(json);
  if (!parsed.ok) throw wrongSpec(path, parsed.problems);
  const stated = Object.keys((json as { comparison?: object }).comparison ?? {}) as (keyof StudySpec['comparison'])[];
  const { comparison } = parsed.spec;
  return { spec: parsed.spec, comparison: Object.fromEntries(stated.map((name) => [name, comparison[name]])) };
}
