/** Provenance of network vectors: the network, and its training data as far as known. */
import { z } from 'zod';
import { shellWord } from '../text/shellQuote.ts';
import type { Eyes } from '../images/preprocess/align.ts';
import { recipeSchema, recipeText, type Recipe } from './recipe.ts';

export const BUILT_IN = 'built-in';

const pixel = z.tuple([z.number(), z.number()]);

/** What a manifest records of the network behind attached vectors: with its model they can be computed again. */
export const recordedNetworkSchema = z.object({
  /** Name of the model's file, or `BUILT_IN`. */
  file: z.string(),
  /** SHA-256 (hex) of the model. */
  hash: z.string(),
  recipe: recipeSchema,
  /** Whether the network saw the images in colour. */
  coloured: z.boolean(),
  /** Name and version of what ran it, if recorded. */
  runtime: z.string().optional(),
  /**
   * Marked eyes of every image, left and right as (x, y) in its pixels; null: landmarks were detected. Absent if the
   * faces are not aligned, or none was marked.
   */
  eyes: z.array(z.tuple([pixel, pixel]).nullable()).optional(),
});
export type RecordedNetwork = z.infer<typeof recordedNetworkSchema>;

/** The record of a network by the points that each image was aligned by; detected ones have a nose. */
export function recordedNetwork(
  network: Omit<RecordedNetwork, 'eyes'>,
  points: readonly (Eyes | (Eyes & { readonly nose: unknown }) | null)[],
): RecordedNetwork {
  const { file, hash, recipe, coloured, runtime } = network;
  const eyes = points.map((found): [[number, number], [number, number]] | null => {
    if (found === null || 'nose' in found) return null;
    const { left, right } = found;
    return [
      [left.x, left.y],
      [right.x, right.y],
    ];
  });
  const isMarked = recipe.template !== null && eyes.some((pair) => pair !== null);
  return { file, hash, recipe, coloured, ...(runtime !== undefined && { runtime }), ...(isMarked && { eyes }) };
}

/** The command that attaches a network's vectors to a dataset, from the folder of the model. */
export function embedCommand(dataset: string, vectors: string, { file }: Pick<RecordedNetwork, 'file'>): string {
  const model = file === BUILT_IN ? [] : ['--model', file];
  return ['eigenbench', 'embed', dataset, ...model, '--as', vectors].map(shellWord).join(' ');
}

export interface NetworkOrigin {
  /** Name of the model's file, or `BUILT_IN`. */
  readonly file: string;
  /** SHA-256 (hex) of the model. */
  readonly hash: string;
  readonly recipe: Recipe;
  /** Number of images with marked eyes. */
  readonly marked: number;
  readonly coloured: boolean;
  readonly runtime: string;
}

/** Everything that the vectors depend on. */
export function networkProvenance({ file, hash, recipe, marked, coloured, runtime }: NetworkOrigin): string {
  const eyes = recipe.template === null ? '' : `; eyes: ${marked} marked, others by landmarks`;
  const images = `images of the dataset ${coloured ? 'in colour' : 'in grey'}`;
  return `${file} network, SHA-256 ${hash.slice(0, 16)}; ${images}, ${recipeText(recipe)}${eyes}; ${runtime}`;
}

const FILE = /^(.+) network, SHA-256 [0-9a-f]{16};/;

/** The file of the network behind vectors of this provenance, or `BUILT_IN`; null for other vectors. */
export function networkFileOf(source: string): string | null {
  return FILE.exec(source)?.[1] ?? null;
}

/** A sentence on the training of the network behind vectors of this provenance; null for other vectors. */
export function trainedOn(source: string): string | null {
  const file = networkFileOf(source);
  if (file === null) return null;
  return file === BUILT_IN
    ? 'a network that was trained elsewhere, on about three million photographs of some 7,500 people on the web ' +
        '(FaceScrub, VGG Face and others), among which may be images of this dataset'
    : `the network ${file}, which was trained elsewhere, on what is not known here; images of this dataset may have been among it`;
}
