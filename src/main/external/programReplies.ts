/**
 * Validates replies of external programs: shapes, numbers and fields. An invalid reply fails the cell, not the study.
 */
import { z } from 'zod';
import type { NpyArray } from '../../core/formats/npy.ts';
import { matrixStack, type MatrixStack } from '../../core/linalg/matrix.ts';
import type { NamedArray } from '../../core/methods/method.ts';
import type { ProgramAnswer } from './programClient.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';

/** Names of the axes of an array, by its number of dimensions. */
const AXES: readonly (readonly string[])[] = [[], ['image'], ['image', 'number'], ['image', 'row', 'column']];

/**
 * Position of an entry in an array of numbers per image, counted from 1: "image 3 of 30, row 2 of 14, column 5 of 12".
 */
export function axisName(entry: number, shape: readonly number[], axes = AXES[shape.length]): string {
  let rest = entry;
  return shape
    .map((_, axis) => {
      const size = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
      const place = Math.floor(rest / size);
      rest %= size;
      return `${axes[axis]} ${place + 1} of ${shape[axis]}`;
    })
    .join(', ');
}

/** Axes of scores: every test image against every training image. */
export const SCORE_AXES: readonly string[] = ['test image', 'training image'];

/** A limit, because every command reads the list of registered methods, which contains them. */
const MOST_PACKAGES = 200;

/** The reply to `hello`: language and packages, which are recorded with results. */
export const helloSchema = z.strictObject({
  id: z.string().max(60),
  /** E.g. "Python 3.11.2". */
  language: z.string().max(200),
  /** Versions by package name. */
  packages: z
    .record(z.string().max(100), z.string().max(100))
    .refine((packages) => Object.keys(packages).length <= MOST_PACKAGES, `at most ${MOST_PACKAGES} packages`)
    .default({}),
});
export type Hello = z.infer<typeof helloSchema>;

/** Interpreter and packages of a program in words. */
export function runsOnText({ language, packages }: Pick<Hello, 'language' | 'packages'>): string {
  return [language, ...Object.entries(packages).map(([name, version]) => `${name} ${version}`)].join(', ');
}

/** Includes the available functions; programs with an older SDK file omit them. */
export const spokenHelloSchema = helloSchema.extend({ functions: z.array(z.string().max(60)).max(20).optional() });

/** Octave encodes a list of one entry as the entry, and an empty list as []. */
const numbers = z.preprocess(
  (value) => (typeof value === 'number' ? [value] : value),
  z.array(z.number()).max(1_000_000),
);
const lines = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().max(2000)).max(100),
);

/** Facts of a fit; absent fields have the values of closed forms. */
export const fitSchema = z.object({
  iterations: z.int().min(0).default(0),
  converged: z.boolean().default(true),
  trace: numbers.default([]),
  logLikelihood: z.number().nullable().default(null),
  warnings: lines.default([]),
  /** Why the fit at this shape failed. */
  failure: z.string().max(2000).optional(),
});

export const fitsSchema = z.object({
  fits: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(fitSchema)),
});

/** Rejects a reply with a reason; never returns. */
export type Refuse = (reason: string) => never;

/** The array of a reply, with all numbers finite and in this shape; `axes` name its dimensions. */
export function parseArrayReply(
  answer: ProgramAnswer,
  name: string,
  shape: readonly number[],
  refuse: Refuse,
  axes?: readonly string[],
): Float64Array {
  const array = answer.arrays.get(name);
  if (!array) return refuse(`answered without the array "${name}"`);
  if (!sameShape(array, shape)) {
    return refuse(`answered "${name}" in the shape (${array.shape.join(', ')}), expected (${shape.join(', ')})`);
  }
  const data = Float64Array.from(array.data);
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) return refuse(`answered "${name}" with ${data[bad]} at ${axisName(bad, shape, axes)}`);
  return data;
}

/** Languages without vectors send N × 1 for N; those that drop axes of length one send N for N × 1. */
function sameShape({ shape, data }: NpyArray, expected: readonly number[]): boolean {
  const plain = (sizes: readonly number[]): string => sizes.filter((size) => size !== 1).join();
  return data.length === expected.reduce((product, size) => product * size, 1) && plain(shape) === plain(expected);
}

/** Codes of `count` images in the internal form: vectors are q × 1. */
export function parseCodesReply(
  answer: ProgramAnswer,
  count: number,
  latent: readonly number[],
  refuse: Refuse,
): MatrixStack {
  const data = parseArrayReply(answer, 'codes', [count, ...latent], refuse);
  return matrixStack(count, latent[0], latent[1] ?? 1, data);
}

/** The arrays of a model: their names begin with its position in the reply, e.g. "0/W". */
export function parseModelReply(answer: ProgramAnswer, place: number): Record<string, NamedArray> {
  const prefix = `${place}/`;
  return Object.fromEntries(
    [...answer.arrays]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { shape, data }]) => [name.slice(prefix.length), { shape, data: Float64Array.from(data) }]),
  );
}

/** Functions that "can" in method.json may name; `fit` and `encode` always exist. */
const OPTIONAL = ['reconstruct', 'logLikelihood', 'classify', 'score'] as const;

/**
 * A function that differs between a program or module and its method.json, as the predicate of a sentence; null if they
 * agree. An undeclared function would never be called; a missing one could not be.
 */
export function functionsProblem(can: Declaration['can'], functions: readonly string[]): string | null {
  for (const name of OPTIONAL) {
    const [declared, given] = [can.includes(name), functions.includes(name)];
    if (given && !declared) {
      return `has the function "${name}", which "can" in method.json does not name: add "${name}" to "can", or remove the function`;
    }
    if (declared && !given) {
      return `has no function "${name}", which "can" in method.json names: add the function, or remove "${name}" from "can"`;
    }
  }
  return null;
}
