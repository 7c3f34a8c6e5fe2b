import { readFile } from 'node:fs/promises';
import { parseSpecText, type ParsedSpec } from '../../core/study/spec/parse.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import { Failure } from './errors.ts';
import { reasonOf } from './reason.ts';

/** A study spec from a file. Throws Failure, with a sentence for every mistake. */
export async function readSpec(path: string): Promise<StudySpec> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  }
  let parsed: ParsedSpec;
  try {
    parsed = parseSpecText(text);
  } catch (error) {
    throw new Failure(`${path} is not JSON: ${reasonOf(error)}`);
  }
  if (!parsed.ok) throw Object.assign(new Failure(`${path} is no study spec.`), { problems: parsed.problems });
  return parsed.spec;
}
