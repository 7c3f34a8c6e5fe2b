/** Perturbed conditions of a study: which images are made harder, how, and by how much. */
import { z } from 'zod';
import { gaussianNoise, losePixels, occlude, randomBlock, saltAndPepper } from '../images/perturb.ts';
import type { Random } from '../random/random.ts';
import { sampleWithoutReplacement } from '../random/sampling.ts';

const on = z.enum(['test', 'train', 'both']).default('test');
const fractions = z.array(z.number().gt(0).max(1)).min(1);

/** Every level is a condition of its own, beside every condition of the protocol. */
export const perturbationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  /** Standard deviations in grey levels. */
  z.strictObject({ kind: z.literal('gaussian-noise'), sigma: z.array(z.number().gt(0)).min(1), on }),
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
  z.strictObject({ kind: z.literal('missing'), fraction: fractions, on }),
]);

export type PerturbationGroup = z.infer<typeof perturbationSchema>;

/** One level of one kind. */
export type Perturbation =
  | { readonly kind: 'gaussian-noise' | 'salt-and-pepper' | 'missing'; readonly level: number; readonly on: Side }
  | {
      readonly kind: 'occlusion';
      readonly level: number;
      readonly on: Side;
      readonly at?: { readonly row: number; readonly col: number };
      readonly value: number;
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
      const { kind, level } = perturbation;
      const place = perturbation.kind === 'occlusion' ? placeText(perturbation) : '';
      return {
        suffix: `${SEPARATOR}${kind}=${level}${place}@${group.on}`,
        title: `${titles[kind](level)} (${group.on === 'both' ? 'train and test' : group.on})`,
        perturbation,
      };
    });
  });
}

const percent = (level: number): string => `${Number((100 * level).toFixed(6))} %`;
const titles: Readonly<Record<Perturbation['kind'], (level: number) => string>> = {
  'gaussian-noise': (level) => `noise σ = ${level}`,
  'salt-and-pepper': (level) => `salt and pepper ${percent(level)}`,
  occlusion: (level) => `occlusion ${percent(level)} a side`,
  missing: (level) => `missing ${percent(level)}`,
};

function placeText({ at, value }: Extract<Perturbation, { kind: 'occlusion' }>): string {
  return `,${at ? `${at.row}:${at.col}` : 'random'},${value}`;
}

function levelsOf(group: Exclude<PerturbationGroup, { kind: 'none' }>): Perturbation[] {
  switch (group.kind) {
    case 'gaussian-noise':
      return group.sigma.map((level) => ({ kind: group.kind, level, on: group.on }));
    case 'occlusion':
      return group.side.map((level) => ({
        kind: group.kind,
        level,
        on: group.on,
        value: group.value,
        ...(group.at && { at: group.at }),
      }));
    default:
      return group.fraction.map((level) => ({ kind: group.kind, level, on: group.on }));
  }
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
  range: { readonly low: number; readonly high: number },
  random: Random,
  marked = false,
): Float64Array {
  const { level } = perturbation;
  switch (perturbation.kind) {
    case 'gaussian-noise':
      return gaussianNoise(image, level, random);
    case 'salt-and-pepper':
      return saltAndPepper(image, level, range, random);
    case 'missing':
      return losePixels(
        image,
        sampleWithoutReplacement(random, image.length, Math.round(level * image.length)),
        marked,
      );
    case 'occlusion': {
      const size = blockSize(level, rows, cols);
      const block = perturbation.at ? { ...size, ...perturbation.at } : randomBlock(size, rows, cols, random);
      return occlude(image, cols, block, perturbation.value);
    }
  }
}
