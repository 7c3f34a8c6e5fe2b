/** Perturbed conditions of a study: which images are made harder, how, and by how much. */
import { z } from 'zod';
import { regionPixels, type Region } from '../../images/maskRegions.ts';
import { gaussianNoise, losePixels, occlude, randomBlock, saltAndPepper } from '../../images/perturb.ts';
import type { Random } from '../../random/random.ts';
import { sampleWithoutReplacement } from '../../random/sampling.ts';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../../text/hidden.ts';
import { regionSchema } from './features.ts';
import { hashOf } from '../../identity.ts';

const on = z.enum(['test', 'train', 'both']).default('test');
const fractions = z.array(z.number().gt(0).max(1)).min(1);

/** Every level is a condition of its own, beside every condition of the protocol. */
export const perturbationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /**
   * Standard deviations. `unit`, absent: 'stored', units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1 on pixels
   * of 0 … 1); 'range': shares of the difference between the greatest and the least pixel of the dataset.
   */
  z.strictObject({
    kind: z.literal('gaussian-noise'),
    sigma: z.array(z.number().gt(0)).min(1),
    unit: z.enum(['stored', 'range']).optional(),
    on,
  }),
  /** Fractions of the pixels that become the least or the greatest grey value of the dataset. */
  z.strictObject({ kind: z.literal('salt-and-pepper'), fraction: fractions, on }),
  /** Sides of a block as fractions of the image's sides; at random places, or with its upper left corner at `at`. */
  z.strictObject({
    kind: z.literal('occlusion'),
    side: fractions,
    at: z.strictObject({ row: z.int().min(0), col: z.int().min(0) }).optional(),
    value: z.number().default(0),
    on,
  }),
  /**
   * Fractions of the pixels, drawn anew for every image. Methods that estimate missing pixels get them as missing; for
   * the others, with feature steps and for classification by likelihood, they hold the mean of the image's other pixels.
   */
  z.strictObject({ kind: z.literal('missing'), fraction: z.array(z.number().gt(0).lt(1)).min(1), on }),
  /** The same pixels of every image, those of these regions; one level. Otherwise as 'missing'. */
  z.strictObject({
    kind: z.literal('missing-mask'),
    regions: z.array(regionSchema).min(1),
    /** Shown in tables. */
    name: z.string().min(1).max(40).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM).default('mask'),
    on,
  }),
]);

export type PerturbationGroup = z.infer<typeof perturbationSchema>;

/** One level of one kind. */
export type Perturbation =
  | { readonly kind: 'salt-and-pepper' | 'missing'; readonly level: number; readonly on: Side }
  /** Without `unit` in units of the stored pixels: keys and random numbers of studies without it stay as they were. */
  | { readonly kind: 'gaussian-noise'; readonly level: number; readonly on: Side; readonly unit?: 'range' }
  | {
      readonly kind: 'occlusion';
      readonly level: number;
      readonly on: Side;
      readonly at?: { readonly row: number; readonly col: number };
      readonly value: number;
    }
  | {
      readonly kind: 'missing-mask';
      readonly regions: readonly Region[];
      readonly name: string;
      readonly on: Side;
    };

type Side = 'test' | 'train' | 'both';

interface Listed {
  /** Follows the key of a condition; empty for unperturbed images. */
  readonly suffix: string;
  readonly title: string;
  readonly perturbation: Perturbation | null;
}

/** Follows the key of a protocol's condition. */
export const SEPARATOR = ' + ';

/** All levels in the order of the spec; one unperturbed where the spec has none. */
export function listPerturbations(groups: readonly PerturbationGroup[] | undefined): Listed[] {
  return (groups ?? [{ kind: 'none' as const }]).flatMap((group): Listed[] => {
    if (group.kind === 'none') return [{ suffix: '', title: '', perturbation: null }];
    return levelsOf(group).map((perturbation) => {
      const { key, title } = levelText(perturbation);
      return {
        suffix: `${SEPARATOR}${perturbation.kind}=${key}@${group.on}`,
        title: `${title} (${group.on === 'both' ? 'train and test' : group.on})`,
        perturbation,
      };
    });
  });
}

const percent = (level: number): string => `${Number((100 * level).toFixed(6))} %`;

/** A level in the key of a condition, and in words. */
function levelText(perturbation: Perturbation): { readonly key: string; readonly title: string } {
  switch (perturbation.kind) {
    case 'gaussian-noise': {
      const { level, unit } = perturbation;
      return unit === 'range'
        ? { key: `${level},range`, title: `noise σ = ${percent(level)} of the range` }
        : { key: `${level}`, title: `noise σ = ${level}` };
    }
    case 'salt-and-pepper':
      return { key: `${perturbation.level}`, title: `salt and pepper ${percent(perturbation.level)}` };
    case 'missing':
      return { key: `${perturbation.level}`, title: `missing ${percent(perturbation.level)}` };
    case 'occlusion': {
      const { level, at, value } = perturbation;
      const place = at ? `${at.row}:${at.col}` : 'random';
      return { key: `${level},${place},${value}`, title: `occlusion ${percent(level)} a side` };
    }
    case 'missing-mask': {
      const { regions, name } = perturbation;
      return { key: `${name},${hashOf(regions).slice(0, 8)}`, title: `missing ${name}` };
    }
  }
}

/** Whether it leaves pixels without a value. */
export function losesPixels(perturbation: Perturbation | null): boolean {
  return perturbation?.kind === 'missing' || perturbation?.kind === 'missing-mask';
}

function levelsOf(group: Exclude<PerturbationGroup, { kind: 'none' }>): Perturbation[] {
  switch (group.kind) {
    case 'gaussian-noise':
      return group.sigma.map((level) => ({
        kind: group.kind,
        level,
        on: group.on,
        ...(group.unit === 'range' && { unit: group.unit }),
      }));
    case 'occlusion':
      return group.side.map((level) => ({
        kind: group.kind,
        level,
        on: group.on,
        value: group.value,
        ...(group.at && { at: group.at }),
      }));
    case 'missing-mask':
      return [group];
    default:
      return group.fraction.map((level) => ({ kind: group.kind, level, on: group.on }));
  }
}

interface PixelRange {
  readonly low: number;
  readonly high: number;
}

function spanOf({ low, high }: PixelRange): number {
  return high - low;
}

/** Noise larger than the whole range of the stored pixels, which as a rule means another unit. */
export function noiseWarnings(groups: readonly PerturbationGroup[] | undefined, range: PixelRange): string[] {
  const span = spanOf(range);
  return listPerturbations(groups).flatMap(({ perturbation }) => {
    if (perturbation?.kind !== 'gaussian-noise' || perturbation.unit === 'range' || perturbation.level <= span)
      return [];
    return [
      `Noise of σ = ${perturbation.level} exceeds the range of the stored pixels, ${range.low} … ${range.high}: σ is in ` +
        'their units. With "unit": "range" it is a share of that range.',
    ];
  });
}

/** Pixels that an image loses of its `pixels`. */
export function missingCount(level: number, pixels: number): number {
  return Math.round(level * pixels);
}

/** Size of the occluding block in an image of rows × cols. */
export function blockSize(level: number, rows: number, cols: number): { rows: number; cols: number } {
  return { rows: Math.max(1, Math.round(level * rows)), cols: Math.max(1, Math.round(level * cols)) };
}

/** One image of rows × cols, perturbed. `range` is that of the dataset; `marked`: missing pixels become NaN. */
export function perturbImage(
  perturbation: Perturbation,
  image: Float64Array,
  { rows, cols }: { readonly rows: number; readonly cols: number },
  range: PixelRange,
  random: Random,
  marked = false,
): Float64Array {
  switch (perturbation.kind) {
    case 'gaussian-noise':
      return gaussianNoise(image, perturbation.level * (perturbation.unit === 'range' ? spanOf(range) : 1), random);
    case 'salt-and-pepper':
      return saltAndPepper(image, perturbation.level, range, random);
    case 'missing': {
      const count = missingCount(perturbation.level, image.length);
      return losePixels(image, sampleWithoutReplacement(random, image.length, count), marked);
    }
    case 'missing-mask':
      return losePixels(image, regionPixels(perturbation.regions, cols), marked);
    case 'occlusion': {
      const size = blockSize(perturbation.level, rows, cols);
      const block = perturbation.at ? { ...size, ...perturbation.at } : randomBlock(size, rows, cols, random);
      return occlude(image, cols, block, perturbation.value);
    }
  }
}
