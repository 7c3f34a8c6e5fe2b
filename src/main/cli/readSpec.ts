import { readFile } from 'node:fs/promises';
import { parseSpecText, type ParsedSpec } from '../../core/study/spec/parse.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { Failure } from './errors.ts';
import { fileReason } from '../fileReason.ts';

export interface SpecFile {
  readonly spec: StudySpec;
  /** The fields of the comparison that the file itself states. */
  readonly comparison: Partial<StudySpec['comparison']>;
}

/** A study spec from a file. Throws Failure, with a sentence for every mistake. */
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
  let parsed: ParsedSpec;
  try {
    parsed = parseSpecText(text);
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${fileReason(error)}`);
  }
  if (!parsed.ok) throw Object.assign(new Failure(`${path} is no study spec.`), { problems: parsed.problems });
  const json = JSON.parse(text) as { comparison?: object };
  const stated = Object.keys(json.comparison ?? {}) as (keyof StudySpec['comparison'])[];
  const { comparison } = parsed.spec;
  return { spec: parsed.spec, comparison: Object.fromEntries(stated.map((name) => [name, comparison[name]])) };
}
