/**
 * Results as JSON: `{"splits": [{"condition", "repeat", "hash", "predicted" or another}]}`. Lists follow the order in
 * which `eigenbench splits --format json` lists test and gallery images; `hash` is the hash of the split.
 */
import { z } from 'zod';
import { FormatError } from '../formats/formatError.ts';
import { splitHash } from '../study/plan/splits.ts';
import { wrongOf } from './predictions.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './problemCollector.ts';
import { conditionKey, subjectLookup } from './names.ts';
import {
  splitName,
  type ImportedResult,
  type ImportedResults,
  type ImportTarget,
  type ImportedSplit,
} from './importTarget.ts';
import { matrixScores } from './scoreMatrix.ts';
import { isHashOf } from './namedTable.ts';

const matrix = z.array(z.array(z.number()));
const splitSchema = z.strictObject({
  condition: z.string().optional(),
  repeat: z.int().min(1).optional(),
  hash: z.string().optional(),
  predicted: z.array(z.union([z.string(), z.int().min(0)])).optional(),
  scores: matrix.optional(),
  distances: matrix.optional(),
  /** Per cent. */
  error: z.number().min(0).max(100).optional(),
});
const schema = z.object({ splits: z.array(splitSchema).min(1) });

type SplitResult = z.infer<typeof splitSchema>;

const KINDS = ['predicted', 'scores', 'distances', 'error'] as const;
const HOLDS = { predicted: 'predictions', scores: 'scores', distances: 'distances', error: 'errors' } as const;

/** Throws FormatError for other JSON, InvalidInputError with every mismatch to the splits of the study. */
export function readJsonResults(file: string, text: string, study: ImportTarget): ImportedResults {
  const splits = parse(text);
  const problems = problemCollector(file);
  const kinds = new Set(splits.flatMap((split) => KINDS.filter((kind) => split[kind] !== undefined)));
  if (kinds.size !== 1) {
    throw new FormatError(
      `expected one of ${KINDS.join(', ')} for every split, found ${[...kinds].join(', ') || 'none'}`,
    );
  }
  const [kind] = kinds;
  const named = splits.flatMap(({ predicted = [] }) => predicted.map(String));
  const subjectOf = subjectLookup(named, study);
  const seen = new Set<string>();
  const answers = splits.flatMap((given, at): ImportedSplit[] => {
    const { conditions, repeats } = study;
    const condition =
      given.condition === undefined
        ? conditions.length === 1
          ? conditions[0].key
          : null
        : conditionKey(given.condition, study);
    const repeat = given.repeat ?? (repeats === 1 ? 1 : 0);
    if (condition === null || repeat < 1 || repeat > repeats) {
      problems.add(
        `splits[${at}]: expected a condition of ${conditions.map(({ key }) => key).join(', ')} and a repeat from 1 to ${repeats}, found ${given.condition ?? 'none'}, ${given.repeat ?? 'none'}.`,
      );
      return [];
    }
    const name = splitName(condition, repeat);
    if (seen.has(name)) problems.add(`${name} is listed twice.`);
    seen.add(name);
    const split = study.splitOf(condition, repeat);
    const expectedHash = splitHash(split);
    if (given.hash !== undefined && !isHashOf(given.hash, expectedHash)) {
      problems.add(`the split of ${name} is ${expectedHash.slice(0, 12)}… in the study, found "${given.hash}".`);
    }
    const answer = given[kind] === undefined ? null : answerOf(given, name, split, study, subjectOf, problems);
    if (given[kind] === undefined) problems.add(`${name} has no ${kind}.`);
    return answer ? [{ condition, repeat, answer }] : [];
  });
  problems.done();
  return { holds: HOLDS[kind], answers, remarks: [] };
}

function answerOf(
  { predicted, scores, distances, error }: SplitResult,
  name: string,
  split: ReturnType<ImportTarget['splitOf']>,
  study: ImportTarget,
  subjectOf: (text: string) => number | null,
  problems: ProblemCollector,
): ImportedResult | null {
  const tests = split.test.length;
  if (error !== undefined) return { kind: 'errors', wrong: wrongOf('error', String(error), tests, name, problems) };
  if (predicted) {
    if (predicted.length !== tests)
      problems.add(`${name} tests ${tests} images, found ${predicted.length} predictions.`);
    const numbers = predicted.map((text) => subjectOf(String(text)));
    const unknown = predicted.filter((_, place) => numbers[place] === null);
    if (unknown.length > 0)
      problems.add(`${name}: no subjects of the dataset: ${abbreviatedList([...new Set(unknown)])}.`);
    return { kind: 'predictions', predicted: Int32Array.from(numbers, (number) => number ?? -1) };
  }
  const values = (scores ?? distances)!;
  const cols = values[0]?.length ?? 0;
  if (values.some((row) => row.length !== cols)) {
    problems.add(`${name}: rows of different lengths.`);
    return null;
  }
  const kind = scores ? 'scores' : 'distances';
  const read = matrixScores({ rows: values.length, cols, data: values.flat() }, kind, name, split, study, problems);
  return read && { kind: 'scores', scores: read };
}

function parse(text: string): SplitResult[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new FormatError(`expected JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data.splits;
  const [{ path, message }] = parsed.error.issues;
  throw new FormatError(
    `expected {"splits": […]} with predictions, scores, distances or errors: ${path.join('.')} ${message}`,
  );
}
