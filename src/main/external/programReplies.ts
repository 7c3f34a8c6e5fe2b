/**
 * Validates replies of external programs: shapes, numbers and fields. An invalid reply fails the cell, not the study.
 */
import { z } from 'zod';
import type { NpyArray } from '../../core/formats/npy.ts';
import { matrixStack, type MatrixStack } from '../../core/linalg/matrix.ts';
import type { NamedArray } from '../../core/methods/method.ts';
import type { ProgramAnswer } from './programClient.ts';
import type { Declaration } from '../../core/methods/external/declaration.ts';

/** What the sizes of an array count, by how many it has. */
const AXES: readonly (readonly string[])[] = [[], ['image'], ['image', 'number'], ['image', 'row', 'column']];

/** Where an entry of numbers per image stands, counted from 1: "image 3 of 30, row 2 of 14, column 5 of 12". */
export function axisName(entry: number, shape: readonly number[], axes = AXES[shape.length]): string {
  let rest = entry;
  return shape
    .map((_, axis) => {
      const size = shape.slice(axis + 1).reduce((product, each) => product * each, 1);
      const at = Math.floor(rest / size);
      rest %= size;
      return `${axes[axis]} ${at + 1} of ${shape[axis]}`;
    })
    .join(', ');
}

/** Of scores, which every test image has for every training image. */
export const SCORE_AXES: readonly string[] = ['test image', 'training image'];

/** The list of registered methods, which every command reads, holds them. */
const MOST_PACKAGES = 200;

/** What `hello` says: who computes. All of it is part of the version. */
export const helloSchema = z.strictObject({
  id: z.string().max(60),
  /** E.g. "Python 3.11.2". */
  language: z.string().max(200),
  /** Versions by name of the package. */
  packages: z
    .record(z.string().max(100), z.string().max(100))
    .refine((packages) => Object.keys(packages).length <= MOST_PACKAGES, `at most ${MOST_PACKAGES} packages`)
    .default({}),
});
export type Hello = z.infer<typeof helloSchema>;

/** With the functions that it has, which programs with an older file of ours do not say. */
export const spokenHelloSchema = helloSchema.extend({ functions: z.array(z.string().max(60)).max(20).optional() });

/** Octave writes lists of one entry as the entry, and empty ones as []. */
const numbers = z.preprocess(
  (value) => (typeof value === 'number' ? [value] : value),
  z.array(z.number()).max(1_000_000),
);
const lines = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(z.string().max(2000)).max(100),
);

/** What is said of a fit; absent fields are those of closed forms. */
export const fitSchema = z.object({
  iterations: z.int().min(0).default(0),
  converged: z.boolean().default(true),
  trace: numbers.default([]),
  logLikelihood: z.number().nullable().default(null),
  warnings: lines.default([]),
  /** Why there is no fit at this shape. */
  failure: z.string().max(2000).optional(),
});

export const fitsSchema = z.object({
  fits: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(fitSchema)),
});

/** Says what is wrong with an answer; does not come back. */
export type Refuse = (reason: string) => never;

/** The array of an answer in this shape, numbers all finite; `axes` name what its sizes count. */
export function parseArrayReply(
  answer: ProgramAnswer,
  name: string,
  shape: readonly number[],
  refuse: Refuse,
  axes?: readonly string[],
): Float64Array {
  const found = answer.arrays.get(name);
  if (!found) return refuse(`answered without the array "${name}"`);
  if (!sameShape(found, shape)) {
    return refuse(`answered "${name}" in the shape (${found.shape.join(', ')}), expected (${shape.join(', ')})`);
  }
  const data = Float64Array.from(found.data);
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) return refuse(`answered "${name}" with ${data[bad]} at ${axisName(bad, shape, axes)}`);
  return data;
}

/** Languages without vectors send N × 1 for N, those that drop axes of one N for N × 1. */
function sameShape({ shape, data }: NpyArray, expected: readonly number[]): boolean {
  const plain = (sizes: readonly number[]): string => sizes.filter((size) => size !== 1).join();
  return data.length === expected.reduce((product, size) => product * size, 1) && plain(shape) === plain(expected);
}

/** Codes of `count` images, as every method of ours has them: vectors are q × 1. */
export function parseCodesReply(
  answer: ProgramAnswer,
  count: number,
  latent: readonly number[],
  refuse: Refuse,
): MatrixStack {
  const data = parseArrayReply(answer, 'codes', [count, ...latent], refuse);
  return matrixStack(count, latent[0], latent[1] ?? 1, data);
}

/** The arrays of a model: those whose names begin with its place in the answer, "0/W". */
export function parseModelReply(answer: ProgramAnswer, place: number): Record<string, NamedArray> {
  const prefix = `${place}/`;
  return Object.fromEntries(
    [...answer.arrays]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { shape, data }]) => [name.slice(prefix.length), { shape, data: Float64Array.from(data) }]),
  );
}

/** Functions that "can" in method.json names; `fit` and `encode` are always there. */
const OPTIONAL = ['reconstruct', 'logLikelihood', 'classify', 'score'] as const;

/**
 * In which function a program or module and its method.json differ, to follow who it is; null: in none. What is not
 * declared would never be called, and what is not there could not be.
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
