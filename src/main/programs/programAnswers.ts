/**
 * Validates replies of external programs: shapes, numbers and fields. An invalid reply fails the cell, not the study.
 */
import { z } from 'zod';
import type { NpyArray } from '../../core/formats/numpy/npy.ts';
import { matrixStack, type MatrixStack } from '../../core/linalg/matrix.ts';
import type { NamedArray } from '../../core/methods/method.ts';
import { axisName } from './placeOf.ts';
import type { ProgramAnswer } from './programClient.ts';

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
