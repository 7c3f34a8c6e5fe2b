/** The part of the contract that embeds the images of a dataset for a scatter plot. */
import type { Embedding } from '../embedding/embed.ts';
import type { FitEvent } from './fit.ts';

/** Where the images of a dataset lie in the latent space of one fit. */
export interface EmbeddingResult extends Embedding {
  /** Positions in the dataset of the images, in the order of the coordinates. */
  readonly images: readonly number[];
  readonly seconds: number;
}

export type EmbeddingEvent = FitEvent<EmbeddingResult>;
