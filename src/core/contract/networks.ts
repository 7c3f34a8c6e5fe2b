/** Calls and data of the contract: vectors that networks compute. */
import { eventIterator, type } from '@orpc/contract';
import { z } from 'zod';
import { attachmentName } from '../features/attachedVectors.ts';
import type { PixelBlock } from '../images/pixelBlock.ts';
import type { Point } from '../images/preprocess/steps.ts';
import { recipeSchema, type Recipe } from '../networks/recipe.ts';
import type { Progress } from '../progress.ts';
import { base, id, token } from './procedures.ts';
import { maxSide, type AttachmentSummary } from './datasets.ts';

/** Sent while a network looks at the images: how many it has seen, then what was attached. */
export type EmbedEvent =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'done'; readonly attached: AttachmentSummary }
  | { readonly kind: 'failed'; readonly reason: string };

/** How an ONNX file, or the built-in network, takes faces. */
export interface NetworkFacts {
  readonly file: string;
  /** null: no JSON beside the file says it. */
  readonly recipe: Recipe | null;
}

/** One image before the network sees it. */
export interface NetworkView {
  readonly image: PixelBlock;
  readonly input: PixelBlock;
  /** What it is aligned by, in shares of width and height; null: it is resized as a whole. */
  readonly points: readonly Point[] | null;
  readonly marked: boolean;
}

/** What the vectors of a few images tell. */
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
  /** Without a model: of the built-in one. INVALID for a JSON beside the file that does not fit. */
  network: base.input(z.strictObject({ model })).output(type<NetworkFacts>()),
  /** What a network of this recipe is given of an image. */
  networkView: base
    .input(z.strictObject({ id, recipe: recipeSchema, index: z.int().min(0), maxSide }))
    .output(type<NetworkView>()),
  /** Runs a network on two images each of at most five subjects. INVALID for one that does not do. */
  tryNetwork: base.input(z.strictObject({ id, model, recipe })).output(type<NetworkTrial>()),
  /**
   * Attaches a network's vectors to the images: of the built-in one, or of an ONNX file with its recipe here or in a
   * JSON alongside. INVALID for a recipe or images that do not fit; a name in use is told when the vectors are there.
   * `images`: the folder of the originals, whose colours are stored first. Ending the stream cancels.
   */
  embed: base
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
