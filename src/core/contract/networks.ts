/** Calls and data of the contract: vectors that networks compute. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import { attachmentName } from '../features/attachedVectors.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { Point } from '../images/preprocess/steps.ts';
import { recipeSchema, type Recipe } from '../networks/recipe.ts';
import type { Progress } from '../progress.ts';
import { base, id, token, writing } from './procedures.ts';
import { maxSide, type AttachmentSummary } from './datasets.ts';

/** Sent while a network processes the images: progress, then the attached vectors. */
export type EmbedEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly attached: AttachmentSummary }
  | { readonly kind: 'failed'; readonly reason: string };

/** Input of an ONNX file or of the built-in network. */
export interface NetworkFacts {
  readonly file: string;
  /** null if no JSON file accompanies the model. */
  readonly recipe: Recipe | null;
}

/** One image as input of the network. */
export interface NetworkView {
  readonly image: PixelBlock;
  readonly input: PixelBlock;
  /** Points of the alignment, as shares of width and height; null: the whole image is resized. */
  readonly points: readonly Point[] | null;
  readonly marked: boolean;
}

/** Result of a sanity check of a network on a few images. */
export interface NetworkTrial {
  readonly length: number;
  readonly images: number;
  /** Mean distances of two images of one subject, and of two subjects; null for fewer than two subjects. */
  readonly distances: { readonly within: number; readonly between: number } | null;
  readonly secondsPerImage: number;
}

const model = token.optional();
const recipe = recipeSchema.optional();

export const networks = {
  /** Without a model: the built-in one. INVALID if the JSON file of the model does not fit. */
  network: base.input(z.strictObject({ model })).output(type<NetworkFacts>()),
  /** Network input that this recipe makes of an image. */
  networkView: base
    .input(z.strictObject({ id, recipe: recipeSchema, index: z.int().min(0), maxSide }))
    .output(type<NetworkView>()),
  /** Runs a network on two images each of at most five subjects. INVALID for an unusable network. */
  tryNetwork: base.input(z.strictObject({ id, model, recipe })).output(type<NetworkTrial>()),
  /**
   * Attaches a network's vectors to the images: of the built-in one, or of an ONNX file with its recipe, given here or
   * in a JSON file of the same name. INVALID if the recipe or the images do not fit; a name in use is reported after
   * the computation. `images`: the folder of the originals, whose colours are stored first. Ending the stream cancels.
   */
  embed: writing
    .input(
      z.strictObject({
        id,
        name: attachmentName,
        model,
        recipe,
        images: token.optional(),
        replace: z.boolean().default(false),
      }),
    )
    .output(eventIterator(type<EmbedEvent>())),
};
