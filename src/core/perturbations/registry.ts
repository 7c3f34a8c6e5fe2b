/** Registry of perturbations, in the order of forms and messages, and the levels of a spec. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../choice.ts';
import { gaussianBlur } from './gaussianBlur.ts';
import { gaussianNoise } from './gaussianNoise.ts';
import { missing } from './missing.ts';
import { missingMask } from './missingMask.ts';
import { none } from './none.ts';
import { occlusion } from './occlusion.ts';
import type { PerturbationDeclaration, PixelRange, Shape } from './perturbation.ts';
import { saltAndPepper } from './saltAndPepper.ts';
import { type Random, stream } from '../random/stream.ts';

export const perturbations = [
  none,
  gaussianNoise,
  gaussianBlur,
  saltAndPepper,
  occlusion,
  missing,
  missingMask,
] as const;

/** Every level is a separate condition, in addition to every condition of the protocol. */
export const perturbationSchema = z.discriminatedUnion('kind', schemasOf(perturbations));

export type PerturbationGroup = z.infer<typeof perturbationSchema>;

type LevelOf<Declaration> = Declaration extends PerturbationDeclaration<infer _Schema, infer Level> ? Level : never;

export type Perturbation = LevelOf<(typeof perturbations)[number]>;

type Declared = PerturbationDeclaration<z.ZodType<PerturbationGroup>, Perturbation>;

/** The declaration of a spec's perturbation or of one of its levels. */
export function perturbationOfKind({ kind }: Pick<PerturbationGroup, 'kind'>): Declared {
  return choiceOf<Declared>(perturbations, kind);
}

interface Listed {
  /** Suffix of the key of a condition; empty for unperturbed images. */
  readonly suffix: string;
  readonly title: string;
  readonly perturbation: Perturbation | null;
}

/** Suffix of the key of a protocol's condition. */
export const SEPARATOR = ' + ';

/** All levels in the order of the spec; a single unperturbed one if the spec has none. */
export function listPerturbations(groups: readonly PerturbationGroup[] | undefined): Listed[] {
  return (groups ?? [{ kind: 'none' as const }]).flatMap((group): Listed[] => {
    const declared = perturbationOfKind(group);
    return declared.levels(group).map((perturbation) => {
      if (!perturbation) return { suffix: '', title: '', perturbation };
      const { key, title } = declared.text(perturbation);
      const { on } = perturbation;
      return {
        suffix: `${SEPARATOR}${declared.kind}=${key}@${on}`,
        title: `${title} (${on === 'both' ? 'train and test' : on})`,
        perturbation,
      };
    });
  });
}

/** Whether it leaves pixels without a value. */
export function losesPixels(perturbation: Perturbation | null): boolean {
  return perturbation !== null && perturbationOfKind(perturbation).losesPixels === true;
}

/** Sentences about the perturbations of a study, in the order of the registry. */
export function perturbationSentences(groups: readonly PerturbationGroup[] = []): string[] {
  const list: readonly Declared[] = perturbations;
  return list.flatMap(({ kind, sentence }) => {
    const matches = groups.filter((group) => group.kind === kind);
    return matches.length > 0 && sentence ? [sentence(matches)] : [];
  });
}

/** Warnings about levels, given the lowest and the highest stored pixel. */
export function perturbationWarnings(groups: readonly PerturbationGroup[] | undefined, range: PixelRange): string[] {
  return listPerturbations(groups).flatMap(({ perturbation }) => {
    if (!perturbation) return [];
    return perturbationOfKind(perturbation).warning?.(perturbation, range) ?? [];
  });
}

/** Names the random numbers of perturbed images, together with the image. */
export interface PerturbedRepeat {
  readonly perturbation: Perturbation;
  readonly seed: number;
  readonly datasetHash: string;
  /** See repeatName. */
  readonly repeat: number | string;
}

/**
 * Perturbed pixels of an image of the dataset. All methods, conditions and channels of a colour image get the same
 * noise. `range` is the range of grey values of the dataset; with `marked`, lost pixels become NaN.
 */
export function perturbedPixels(
  { perturbation, seed, datasetHash, repeat }: PerturbedRepeat,
  image: number,
  pixels: Float64Array,
  { rows, cols }: Shape,
  range: PixelRange,
  marked = false,
): Float64Array {
  const random: Random = stream(seed, datasetHash, 'perturb', JSON.stringify(perturbation), repeat, image);
  return perturbationOfKind(perturbation).apply(perturbation, { pixels, rows, cols, range, random, marked });
}
