/**
 * What a perturbation is: how images are made harder, at one or several levels, each a condition of its own. Adding one
 * means adding one file with one declaration and one line in registry.ts.
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
 * One level of one kind. Its JSON, in the order of its fields, names the random numbers that perturb an image: the
 * order must stay, and so must what is left out.
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
  /** Row by row; not to be changed. */
  readonly pixels: Float64Array;
  readonly range: PixelRange;
  /** The only source of chance. */
  readonly random: Random;
  /** Lost pixels become NaN, for methods that estimate them; else the mean of those that are left. */
  readonly marked: boolean;
}

/** `Schema`: that of the perturbation in specs, with all its levels. */
export interface PerturbationDeclaration<
  Schema extends z.ZodType = z.ZodType,
  Level extends PerturbationLevel = PerturbationLevel,
> extends Choice<Schema> {
  /** Its levels in the order of the spec; null: the images as they are. */
  levels(group: z.infer<Schema>): readonly (Level | null)[];
  /** A level in the key of a condition, which is part of the keys of stored cells, and in words. */
  text(level: Level): { readonly key: string; readonly title: string };
  /** The number of a level on an axis, 0 for images as they are, and the title of that axis. Absent: it has none. */
  axis?(level: Level): { readonly title: string; readonly value: number };
  /** The image at a level, as a new array. */
  apply(level: Level, image: PerturbedImage): Float64Array;
  /** Whether an image is another one in every repeat. */
  drawn(group: z.infer<Schema>): boolean;
  /** It leaves pixels without a value. */
  readonly losesPixels?: true;
  /** What does not suit images of this shape; `path` is the place of the perturbation in the spec. */
  check?(level: Level, path: string, shape: Shape): Problem[];
  /** What the user should know about a level, given the pixels of the dataset. */
  warning?(level: Level, range: PixelRange): string | null;
  /** What was done for a paper: "adding Gaussian noise of σ = 10 to the test images"; null: nothing. */
  readonly prose: ((group: z.infer<Schema>) => Prose) | null;
  /** One sentence for the footer of the table, on all perturbations of this kind. */
  sentence?(groups: readonly z.infer<Schema>[]): string;
}

/** "12.5 %" */
export const percent = (level: number): string => `${Number((100 * level).toFixed(6))} %`;

/** "the test images" */
export function sideProse(side: Side): string {
  return { test: 'the test images', train: 'the training images', both: 'the training and test images' }[side];
}
