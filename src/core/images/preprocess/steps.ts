/**
 * Preprocessing as data: an ordered list of steps, with a text form for command lines and labels, and a fingerprint.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { formatWeights, greyWeightsSchema, parseWeights } from '../grey.ts';

const side = z.int().min(1).max(4096);
const offset = z.int().min(0).max(100_000);
const coordinate = z.number().min(-10_000).max(10_000);
/** A point in pixels: x to the right, y down. */
export const pointSchema = z.strictObject({ x: coordinate, y: coordinate });
const share = z.number().min(0.05).max(2);

export const resizeFilterSchema = z.enum(['area', 'bilinear', 'bicubic']);

export const stepSchema = z.discriminatedUnion('kind', [
  /** Recomputes grey values from the original colours; the first step, if any. */
  z.strictObject({ kind: z.literal('grey'), weights: greyWeightsSchema }),
  /** The part of rows × cols whose first pixel is (top, left), counted from 0. */
  z.strictObject({ kind: z.literal('crop'), top: offset, left: offset, rows: side, cols: side }),
  /** Rotated, scaled and moved to bring the eyes to these positions in an image of rows × cols. */
  z
    .strictObject({ kind: z.literal('align'), rows: side, cols: side, left: pointSchema, right: pointSchema })
    .refine(({ left, right }) => right.x - left.x > Math.abs(right.y - left.y), {
      message: 'expected the eyes side by side, the left one of the picture first (x,y:x,y)',
      path: ['right'],
    }),
  z.strictObject({
    kind: z.literal('resize'),
    rows: side,
    cols: side,
    filter: resizeFilterSchema,
  }),
  /** Zero outside an ellipse around the centre whose axes are these shares of height and width. */
  z.strictObject({ kind: z.literal('ellipse'), height: share, width: share }),
  /** Histogram equalisation to 0 … 255. */
  z.strictObject({ kind: z.literal('equalise') }),
  /** `standard`: mean 0, deviation 1; `mean`: mean 0; `length`: length 1; `range`: 0 … 255. */
  z.strictObject({ kind: z.literal('normalise'), to: z.enum(['standard', 'mean', 'length', 'range']) }),
  /** Integers of 0 … 255. */
  z.strictObject({ kind: z.literal('round') }),
]);

export const stepsSchema = z
  .array(stepSchema)
  .min(1)
  .max(20)
  .refine((steps) => steps.slice(1).every(({ kind }) => kind !== 'grey'), 'grey must be the first step');

export type Step = z.infer<typeof stepSchema>;
export type Point = z.infer<typeof pointSchema>;

/**
 * A step as text, e.g. "grey:bt709", "crop:10,20,100,80", "resize:32x32:bicubic", "align:100x80:20,40:60,40",
 * "equalise".
 */
export function formatStep(step: Step): string {
  switch (step.kind) {
    case 'grey':
      return `grey:${formatWeights(step.weights)}`;
    case 'crop':
      return `crop:${step.top},${step.left},${step.rows},${step.cols}`;
    case 'align':
      return `align:${step.rows}x${step.cols}:${step.left.x},${step.left.y}:${step.right.x},${step.right.y}`;
    case 'resize':
      return `resize:${step.rows}x${step.cols}:${step.filter}`;
    case 'ellipse':
      return `ellipse:${step.height},${step.width}`;
    case 'normalise':
      return `normalise:${step.to}`;
    default:
      return step.kind;
  }
}

/** Inverse of `formatStep`; the filter and the shares of an ellipse are optional. Null for any other text. */
export function parseStep(text: string): Step | null {
  const [kind, ...parts] = text.trim().toLowerCase().split(':');
  const parsed = stepSchema.safeParse({ kind, ...fieldsOf(kind, parts) });
  return parsed.success ? parsed.data : null;
}

function fieldsOf(kind: string, parts: readonly string[]): Record<string, unknown> {
  const numbers = (at: number, separator = ','): number[] =>
    (parts[at] ?? '').split(separator).map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const sizeAt = (at: number): Record<string, unknown> => namedBy(['rows', 'cols'], numbers(at, 'x'));
  const pointAt = (at: number): Record<string, unknown> => namedBy(['x', 'y'], numbers(at));
  const most: Readonly<Record<string, number>> = { grey: 1, crop: 1, align: 3, resize: 2, ellipse: 1, normalise: 1 };
  if (parts.length > (most[kind] ?? 0)) return { surplus: parts };
  switch (kind) {
    case 'grey':
      return { weights: parseWeights(parts[0] ?? '') };
    case 'crop':
      return namedBy(['top', 'left', 'rows', 'cols'], numbers(0));
    case 'align':
      return { ...sizeAt(0), left: pointAt(1), right: pointAt(2) };
    case 'resize':
      return { ...sizeAt(0), filter: parts[1] ?? 'area' };
    case 'ellipse':
      return parts.length === 0 ? { height: 1, width: 1 } : namedBy(['height', 'width'], numbers(0));
    case 'normalise':
      return { to: parts[0] };
    default:
      return {};
  }
}

/** Numbers by name; a wrong count gives a field that no schema allows. */
function namedBy(names: readonly string[], values: readonly number[]): Record<string, unknown> {
  if (values.length !== names.length) return { surplus: values };
  return Object.fromEntries(names.map((name, i) => [name, values[i]]));
}

/** The eyes of an image; null if unknown. */
type KnownEyes = { readonly left: Point; readonly right: Point } | null;

/** Version of the alignment; increases when its pixels change, as they did with more samples per pixel. */
const ALIGNMENT = 2;

/** SHA-256 (hex) of the text of all steps and, if one aligns eyes, of the eyes: equal for equal preprocessing. */
export function stepsHash(steps: readonly Step[], eyes: readonly KnownEyes[] | null = null): string {
  const lines = ['eigenbench preprocessing 1', ...steps.map(formatStep)];
  if (steps.some(({ kind }) => kind === 'align')) lines.push(`alignment ${ALIGNMENT}`, ...(eyes ?? []).map(eyesText));
  return bytesToHex(sha256(utf8ToBytes(lines.join('\n'))));
}

function eyesText(eyes: KnownEyes): string {
  return eyes === null ? '-' : `${eyes.left.x},${eyes.left.y}:${eyes.right.x},${eyes.right.y}`;
}

/** How a dataset was derived from another one. */
export interface Preprocessing {
  readonly origin: { readonly name: string; readonly hash: string };
  /** The steps as text, in order. */
  readonly steps: readonly string[];
  /** SHA-256 (hex) of the steps and, if eyes were aligned, of the eye positions. */
  readonly hash: string;
}
