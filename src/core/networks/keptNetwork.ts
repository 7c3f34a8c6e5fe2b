/** What is kept with vectors of a network: all that it takes to compute those of other pixels of the same images. */
import { z } from 'zod';
import { pointSchema } from '../images/preprocess/steps.ts';
import { recipeSchema } from './recipe.ts';

const eyesSchema = z.object({ left: pointSchema, right: pointSchema });
const facePointsSchema = eyesSchema.extend({ nose: pointSchema, mouthLeft: pointSchema, mouthRight: pointSchema });

export const keptNetworkSchema = z.object({
  /** Name of the model's file, or `BUILT_IN`. */
  file: z.string(),
  /** SHA-256 (hex) of the model. */
  hash: z.string(),
  recipe: recipeSchema,
  /** Whether the network saw the images in colour. */
  coloured: z.boolean(),
  /** What each image was aligned by, in its pixels; null: it was not. */
  points: z.array(z.union([facePointsSchema, eyesSchema]).nullable()),
});

export type KeptNetwork = z.infer<typeof keptNetworkSchema>;
