/** Parses spec files by extension: JSON (comments and trailing commas allowed) or YAML. */
import { extname } from 'node:path';
import { ORPCError } from '@orpc/client';
import { duplicateFields, withoutComments } from '../../../core/study/spec/jsonText.ts';
import type { Problem } from '../../../core/methods/problems.ts';
import { jsonFault } from '../../../core/text/jsonErrors.ts';
import { UsageError } from '../errors.ts';
import { readText, tooDeep } from './textFile.ts';

/**
 * Maximum bytes of a spec. 400 splits of 13 000 images take 32 million; the YAML library needs 2 s and 250 MB per
 * million.
 */
const MOST_JSON = 64 * 2 ** 20;
const MOST_YAML = 2 ** 20;

/**
 * The content of a spec file. Throws Failure if it cannot be read, and UsageError with the line for syntax errors and
 * duplicate fields.
 */
export async function readSpecText(path: string): Promise<unknown> {
  const isYaml = /^\.ya?ml$/i.test(extname(path));
  const text = await readText(path, isYaml ? MOST_YAML : MOST_JSON);
  const fault = tooDeep(path, text);
  if (fault !== null) throw new UsageError(fault);
  return isYaml ? fromYaml(path, text) : fromJson(path, text);
}

function fromJson(path: string, text: string): unknown {
  const plain = withoutComments(text.replace(/^\uFEFF/, ''));
  let json: unknown;
  try {
    json = JSON.parse(plain);
  } catch {
    throw new UsageError(jsonFault(path, plain, 'JSON (comments are allowed)'));
  }
  const problems = duplicateFields(plain);
  if (problems.length > 0) throw wrongSpec(path, problems);
  return json;
}

/** Loads the YAML library on demand. */
async function fromYaml(path: string, text: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 100 });
  const before = text.slice(0, error.pos[0]).split('\n');
  const line = before.length;
  if (error.code === 'DUPLICATE_KEY') throw new UsageError(`${path}, line ${line}: a field is set twice.`);
  const place = `line ${line}, column ${before[line - 1].length + 1}`;
  throw new UsageError(`${path}, ${place}: expected YAML, found an error: ${error.message}.`);
}

/** All problems of a spec, one sentence each; exit code 2. */
export function wrongSpec(path: string, problems: readonly Problem[]): UsageError {
  return Object.assign(new UsageError(`${path} is not a study spec.`), { problems });
}

/**
 * Awaits `work`; rethrows a spec refused by the contract (unknown methods, no such dataset) as a usage error. `on`: the
 * dataset, if the spec has several.
 */
export async function withSpecErrors<T>(path: string, work: Promise<T>, on?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code !== 'INVALID') throw error;
    const { problems } = error.data as { readonly problems: readonly Problem[] };
    const said = problems.map((problem) => ({ ...problem, message: `${on}: ${problem.message}` }));
    throw wrongSpec(path, on === undefined ? problems : said);
  }
}
