/** Calls and data of the contract: images of a dataset embedded for a scatter plot. */
import { eventIterator, type } from '@orpc/contract';
import type { Embedding } from '../embedding/embed.ts';
import { embeddingSpecSchema } from '../embedding/spec.ts';
import { base, id, type FitEvent } from './procedures.ts';

/** Positions of the images in the latent space of one fit. */
export interface EmbeddingResult extends Embedding {
  /** Indices of the images in the dataset, in the order of the coordinates. */
  readonly images: readonly number[];
  readonly seconds: number;
}

export type EmbeddingEvent = FitEvent<EmbeddingResult>;

/** Fits to whole datasets. */
export const embeddings = {
  /** Fits one method to the images of a dataset and places them in its latent space; ending the stream cancels. */
  compute: base.input(embeddingSpecSchema.extend({ id })).output(eventIterator(type<EmbeddingEvent>())),
};
