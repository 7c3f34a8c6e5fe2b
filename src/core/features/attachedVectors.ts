import { z } from 'zod';
import type { FeatureDeclaration } from './feature.ts';

/** Names of attached vectors, as written in specs; they must not be the name of a step. */
export const attachmentName = z
  .string()
  .max(40)
  .regex(
    /^[A-Za-z][A-Za-z0-9._-]*$/,
    'must begin with a letter and hold letters, digits, dots, hyphens or underscores',
  );

/** Maximum numbers per image. */
export const MOST_NUMBERS = 65_536;

/** Vectors that another program computed from the images; they replace the pixels. In specs it is their name. */
export const attached: FeatureDeclaration<typeof attachmentName> = {
  kind: 'attached',
  title: 'Attached vectors',
  help:
    'Vectors that another program computed from the images, such as the embeddings of a network, joined to the dataset by ' +
    '"eigenbench attach"; the step is their name, e.g. "arcface", and comes first.',
  schema: attachmentName,
  parameters: [{ name: 'name', title: 'Vectors', help: '', kind: 'attachment' }],
  // Vectors replace the images before any step: see `withVectors`.
  shape: (_, shape) => shape,
  pixels: (_, image) => Float64Array.from(image),
  sentence: (name) => `the attached vectors "${name}"`,
};
