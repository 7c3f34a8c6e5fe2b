/** Stores a fitted model as a file: JSON, or the same arrays as NPZ. */
import { z } from 'zod';
import { decodeNpz, encodeNpz } from '../../core/formats/npz.ts';
import type { Fit, NamedArray } from '../../core/methods/method.ts';
import { settingsSchema } from '../../core/methods/settings.ts';
import { readBytes } from './files/arrays.ts';
import { Failure, UsageError } from './errors.ts';
import { fileReason } from '../disk/fileReason.ts';
import { endingOf, writeOut } from './files/writeOut.ts';

/** A fit and its duration in seconds. */
export interface Model {
  readonly fit: Fit;
  readonly seconds: number;
}

/** Entry of NPZ files: the JSON object without its arrays, as UTF-8 bytes. */
const FACTS = '__json__';

const factsSchema = z
  .object({
    method: z.string(),
    latent: z.array(z.int().min(1)),
    settings: settingsSchema,
    imageShape: z.object({ rows: z.int().min(1), cols: z.int().min(1) }),
    trace: z.array(z.number()),
    iterationSeconds: z.array(z.number().min(0)).optional(),
    objective: z
      .object({ name: z.string().min(1), unit: z.string(), sense: z.enum(['maximise', 'minimise']) })
      .nullable(),
    iterations: z.int().min(0),
    converged: z.boolean(),
    logLikelihood: z.number().nullable(),
    warnings: z.array(z.string()),
    amounts: z
      .array(
        z.object({ setting: z.string(), name: z.string(), value: z.number(), unit: z.string(), remark: z.string() }),
      )
      .optional(),
    seconds: z.number(),
  })
  .refine(({ trace, iterationSeconds }) => (iterationSeconds ?? trace).length === trace.length, {
    path: ['iterationSeconds'],
    message: 'expected one number for each value of the trace',
  });
const parametersSchema = z.record(
  z.string(),
  z
    .object({ shape: z.array(z.int().min(0)), data: z.array(z.number()) })
    .refine(
      ({ shape, data }) => data.length === shape.reduce((product, length) => product * length, 1),
      'the number of values does not fit the shape',
    ),
);

/** Throws UsageError if the extension is not that of a model file. */
export function requireModelEnding(path: string): void {
  if (!['.json', '.npz'].includes(endingOf(path, '.json'))) {
    throw new UsageError(`--out ${path}: expected a file that ends in .json or .npz.`);
  }
}

/** Writes `model.json` or `model.npz`, by extension; all arrays are row-major. */
export function writeModel(path: string, { fit, seconds }: Model): void {
  const { parameters, ...rest } = fit;
  const facts = { ...rest, seconds };
  if (endingOf(path, '.json') === '.npz') {
    const bytes = new TextEncoder().encode(JSON.stringify(facts));
    writeOut(path, encodeNpz({ ...parameters, [FACTS]: { shape: [bytes.length], data: Float64Array.from(bytes) } }));
    return;
  }
  const arrays = Object.entries(parameters).map(([name, { shape, data }]) => [name, { shape, data: Array.from(data) }]);
  const { method, latent, settings, imageShape, ...others } = facts;
  const json = { method, latent, settings, imageShape, parameters: Object.fromEntries(arrays), ...others };
  writeOut(path, `${JSON.stringify(json)}\n`);
}

/** Reads a file written by `writeModel`. Throws Failure with one sentence. */
export async function readModel(path: string): Promise<Model> {
  const bytes = await readBytes(path);
  try {
    const { facts, parameters } = bytes[0] === 0x50 && bytes[1] === 0x4b ? fromNpz(bytes) : fromJson(bytes);
    const { seconds, ...rest } = facts;
    return { fit: { ...rest, parameters }, seconds };
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? issueOf(error) : isTextFault(error) ? 'it holds no JSON' : fileReason(error);
    throw new Failure(`${path} is not a model that "eigenbench fit" wrote: ${reason}`);
  }
}

interface ReadModel {
  readonly facts: z.infer<typeof factsSchema>;
  readonly parameters: Record<string, NamedArray>;
}

function fromJson(bytes: Uint8Array): ReadModel {
  const json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (json?.parameters === undefined) throw new Error('expected an object with parameters, found none');
  const arrays = Object.entries(parametersSchema.parse(json.parameters));
  return {
    facts: factsSchema.parse(json),
    parameters: Object.fromEntries(
      arrays.map(([name, { shape, data }]) => [name, { shape, data: Float64Array.from(data) }]),
    ),
  };
}

function fromNpz(bytes: Uint8Array): ReadModel {
  const arrays = new Map(decodeNpz(bytes));
  const facts = arrays.get(FACTS);
  if (!facts) throw new Error(`it holds no ${FACTS}`);
  arrays.delete(FACTS);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(facts.data));
  return {
    facts: factsSchema.parse(JSON.parse(text)),
    parameters: Object.fromEntries(
      [...arrays].map(([name, { shape, data }]) => [name, { shape, data: Float64Array.from(data) }]),
    ),
  };
}

function issueOf(error: z.ZodError): string {
  const [{ path, message }] = error.issues;
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

/** Whether an error means invalid UTF-8 or JSON, whose own message is not for users. */
function isTextFault(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof TypeError && 'code' in error);
}
