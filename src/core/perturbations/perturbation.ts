/**
 * Declaration of a perturbation: it degrades images at one or several levels, each a separate condition. To add one,
 * add a file with its declaration and a line in registry.ts.
 */
import { z } from 'zod';
import type { Choice, ChoiceParameter } from '../choice.ts';
import type { Problem } from '../methods/problems.ts';
import type { Random } from '../random/stream.ts';
import type { Prose } from '../text/proseTags.ts';

export const sideSchema = z.enum(['test', 'train', 'both']).default('test');
export type Side = z.infer<typeof sideSchema>;

export const sideParameter: ChoiceParameter = {
  name: 'on',
  title: 'Of the images for',
  help: '',
  kind: 'choice',
  default: 'test',
  choices: [
    { value: 'test', title: 'Test' },
    { value: 'train', title: 'Training' },
    { value: 'both', title: 'Both' },
  ],
};

/** Shares of something, each a level. */
export const fractionsSchema = z.array(z.number().gt(0).max(1)).min(1);

/**
 * One level of one kind. Its JSON, in the order of its fields, names the random numbers that perturb an image: never
 * change the order of fields or which fields are omitted.
 */
export interface PerturbationLevel {
  readonly kind: string;
  readonly on: Side;
}

export interface Shape {
  readonly rows: number;
  readonly cols: number;
}

/** Lowest and highest stored pixel of the dataset. */
export interface PixelRange {
  readonly low: number;
  readonly high: number;
}

export interface PerturbedImage extends Shape {
  /** Row by row; read-only. */
  readonly pixels: Float64Array;
  readonly range: PixelRange;
  /** The only source of randomness. */
  readonly random: Random;
  /** Lost pixels become NaN, for methods that estimate them; otherwise the mean of the remaining pixels. */
  readonly marked: boolean;
}

/** `Schema` is the schema of the perturbation in specs, with all its levels. */
export interface PerturbationDeclaration<
  Schema extends z.ZodType = z.ZodType,
  Level extends PerturbationLevel = PerturbationLevel,
> extends Choice<Schema> {
  /** Its levels in the order of the spec; null: unperturbed images. */
  levels(group: z.infer<Schema>): readonly (Level | null)[];
  /** A level in the key of a condition, which belongs to the keys of stored cells, and in words. */
  text(level: Level): { readonly key: string; readonly title: string };
  /** The value of a level on an axis (0 for unperturbed images) and the title of that axis. Absent: no axis. */
  axis?(level: Level): { readonly title: string; readonly value: number };
  /** The image at a level, as a new array. */
  apply(level: Level, image: PerturbedImage): Float64Array;
  /** Whether every repeat perturbs an image differently. */
  drawn(group: z.infer<Schema>): boolean;
  /** Whether it leaves pixels without a value. */
  readonly losesPixels?: true;
  /** Problems with images of this shape; `path` is the place of the perturbation in the spec. */
  check?(level: Level, path: string, shape: Shape): Problem[];
  /** A warning about a level, given the pixels of the dataset. */
  warning?(level: Level, range: PixelRange): string | null;
  /** Description for a paper: "adding Gaussian noise of σ = 10 to the test images"; null for none. */
  readonly prose: ((group: z.infer<Schema>) => Prose) | null;
  /** One sentence for the footer of the table, about all perturbations of this kind. */
  sentence?(groups: readonly z.infer<Schema>[]): string;
}

/** "12.5%" */
export const percent = (level: number): string => `${Number((100 * level).toFixed(6))}%`;

/** "the test images" */
export function sideProse(side: Side): string {
  return { test: 'the test images', train: 'the training images', both: 'the training and test images' }[side];
}
