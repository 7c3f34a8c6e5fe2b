/** `method.json`: the declaration of an external method, equivalent to that of a built-in one, and how to run it. */
import { z } from 'zod';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../../text/hiddenCharacters.ts';
import { citationSchema } from '../../text/citation.ts';
import { fieldsSchema } from '../field/fieldSchema.ts';
import { InvalidInputError } from '../problems.ts';
import { METHOD_ID } from './languages.ts';

const words = z.string().min(1).max(2000).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);
const title = words.max(60);
const named = {
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/, 'a letter, then letters, digits and _'),
  title,
  help: words,
};

const numeric = { default: z.number(), min: z.number(), max: z.number() };
const parameterSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...named, kind: z.literal('number'), ...numeric }),
  z.strictObject({ ...named, kind: z.literal('integer'), ...numeric }),
  z.strictObject({ ...named, kind: z.literal('boolean'), default: z.boolean() }),
  z.strictObject({
    ...named,
    kind: z.literal('choice'),
    default: z.string(),
    choices: z.array(z.strictObject({ value: z.string().min(1), title })).min(1),
  }),
  z.strictObject({ ...named, kind: z.literal('numbers'), ...numeric, default: z.array(z.number()) }),
  z.strictObject({ ...named, kind: z.literal('fields'), default: fieldsSchema }),
]);

/** Bound of a latent dimension: a number, or a size of the training images. */
const boundSchema = z.union([
  z.int().min(1),
  z.enum(['rows', 'cols', 'pixels', 'images', 'images-1', 'subjects', 'subjects-1']),
]);

/**
 * Capabilities of a fitted model in addition to `encode`; `missing`: `fit` and `encode` accept missing pixels (NaN).
 */
const capabilities = ['reconstruct', 'logLikelihood', 'classify', 'score', 'missing'] as const;

/** A number, or a name: of a latent dimension, a size of the images, or an integer parameter. */
const factorSchema = z.union([z.int().min(1), z.string().min(1).max(60)]);

const fields = z.strictObject({
  /** Version of the format and of the frames. */
  eigenbench: z.literal(1),
  id: z.string().regex(METHOD_ID, '2 to 40 lower-case letters, digits and -, a letter first'),
  title,
  fullName: words.max(200),
  family: z
    .enum(['vector', 'bilinear', 'tensor', 'discriminant', 'field', 'mixture', 'kernel', 'factorisation'])
    .default('vector'),
  description: words,
  formula: words.max(200),
  /** Omitted until there is a publication: bibliographies then have no entry for the method. */
  citation: citationSchema.optional(),
  latentKind: z.enum(['vector', 'matrix']).default('vector'),
  latentNames: z.array(title).min(1).max(2),
  /** The largest latent shape: for each axis the minimum of the bounds. */
  largest: z.array(z.array(boundSchema).min(1)).min(1).max(2).optional(),
  /** Sizes of a code along one or two axes, if they differ from the latent shape. */
  codes: z.array(factorSchema).min(1).max(2).optional(),
  /** Factors of the numbers per code, if they differ from the sizes of a code. */
  codeSize: z.array(factorSchema).min(1).max(4).optional(),
  parameters: z.array(parameterSchema).default([]),
  can: z.array(z.enum(capabilities)).default([]),
  /** Whether `fit` gets the subjects of the training images. */
  labels: z.boolean().default(false),
  /** Attributes of the images that `fit` gets. */
  attributes: z.array(words).default([]),
  /** The codes of a smaller shape are the leading parts of those of a larger one: one fit serves all shapes. */
  nested: z.boolean().default(false),
  /** `fit` accepts several latent shapes at once. */
  shapesTogether: z.boolean().default(false),
  /** The same input and seed give the same numbers. */
  deterministic: z.boolean().default(true),
  /** The values of a trace, if fits have one. */
  objective: z
    .strictObject({ name: title, unit: z.string().max(20).default(''), sense: z.enum(['maximise', 'minimise']) })
    .optional(),
  /** Seconds without a frame (progress frames included) after which the program is terminated. */
  timeout: z.number().min(1).max(86_400).default(600),
  /** Threads of its linear algebra: cells run in parallel, and results may depend on the number. */
  threads: z.int().min(1).max(64).default(1),
  /** Names of files and folders that never run and are excluded from the version; `*` matches anything. */
  ignore: z
    .array(z.string().regex(/^[\w.*~-]{1,100}$/, 'a name of letters, digits and _ . - ~, with * for anything'))
    .max(50)
    .default(['.git', '__pycache__', '.DS_Store', '*~']),
  /** The program and its arguments, started in the folder of method.json. */
  command: z.array(z.string().min(1).max(1000)).min(1).max(50).optional(),
  /** Instead of a program: a JavaScript or TypeScript module that exports `method`. */
  module: z
    .string()
    .regex(/^(?!.*\.\.)[\w./-]+\.(js|mjs|ts|mts)$/, 'a .js, .mjs, .ts or .mts file in this folder')
    .optional(),
});

/** A parsed `method.json`, defaults filled in. */
export type Declaration = z.infer<typeof fields>;

export const declarationSchema = fields.superRefine((it, { addIssue }) => {
  const problem = (path: string, message: string): void => addIssue({ code: 'custom', path: [path], message });
  const axes = it.latentKind === 'vector' ? 1 : 2;
  if (it.latentNames.length !== axes) {
    problem(
      'latentNames',
      `a ${it.latentKind} has ${axes} latent dimension${axes === 1 ? '' : 's'}, found ${it.latentNames.length}`,
    );
  }
  if (it.largest && it.largest.length !== axes) {
    problem('largest', `expected one list of bounds per latent dimension (${axes}), found ${it.largest.length}`);
  }
  if ((it.command === undefined) === (it.module === undefined)) {
    problem('command', 'expected either "command" (a program) or "module" (a JavaScript or TypeScript module)');
  }
  if (it.nested && (it.can.includes('classify') || it.can.includes('score'))) {
    problem('nested', 'a nested method is compared by its codes and can neither classify nor score');
  }
  if (it.nested && it.codes) {
    problem('codes', 'codes of a nested method have its latent shape: leave "codes" or "nested" out');
  }
  const counted = it.parameters.filter(({ kind }) => kind === 'integer').map(({ name }) => name);
  const names = [...it.latentNames, 'rows', 'cols', 'pixels', ...counted];
  for (const field of ['codes', 'codeSize'] as const) {
    const stranger = it[field]?.find((factor) => typeof factor === 'string' && !names.includes(factor));
    if (stranger !== undefined) {
      problem(field, `expected numbers or any of ${names.join(', ')}, found "${stranger}"`);
    }
  }
  if (it.can.includes('classify') && it.can.includes('score')) {
    problem('can', 'expected at most one of "classify" and "score"');
  }
  const twice = it.parameters.find(({ name }, i) => it.parameters.findIndex((other) => other.name === name) !== i);
  if (twice) problem('parameters', `two parameters are named "${twice.name}"`);
});

/** Parses the JSON of a `method.json`. Throws InvalidInputError with one sentence per invalid field. */
export function parseDeclaration(json: unknown, file = 'method.json'): Declaration {
  const parsed = declarationSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new InvalidInputError(
    parsed.error.issues.map(({ path, message }) => {
      const field = path
        .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
        .join('')
        .replace(/^\./, '');
      return { path: field, message: `${file}: ${field === '' ? '' : `${field}: `}${message}.` };
    }),
  );
}
