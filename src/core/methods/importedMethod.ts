/**
 * A row of imported results: predictions, scores or error rates read from a file. It has no model and no latent
 * dimension; tables, tests and figures treat it like any other method.
 */
import { z } from 'zod';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../text/hiddenCharacters.ts';
import { FitError, type Method } from './method.ts';

export const IMPORTED = 'elsewhere';

/** Kinds of imported results, and their names in sentences. */
export const importedKinds = {
  predictions: 'predictions',
  scores: 'scores',
  distances: 'distances',
  errors: 'error rates',
} as const;

export type ImportedKind = keyof typeof importedKinds;

/** Source of the imported results; part of a spec. */
export const importedSchema = z.strictObject({
  /** Name of the file. */
  source: z.string().min(1).max(200).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM),
  /** SHA-256 (hex) of its bytes. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits'),
  holds: z.enum(Object.keys(importedKinds) as [ImportedKind, ...ImportedKind[]]),
});

export type ImportedSource = z.infer<typeof importedSchema>;

/** Not in the list of methods that a study can choose: `eigenbench results add` adds it to a study. */
export const importedMethod: Method = {
  id: IMPORTED,
  title: 'Computed elsewhere',
  fullName: 'a method computed elsewhere',
  family: 'vector',
  appearance: { index: 36, marker: 'cross' },
  description: 'Results that another program computed on the same splits.',
  axes: 'Scaled by the other program.',
  formula: '',
  citation: { key: '', type: 'article', authors: [], title: '', venue: '', year: 0 },
  latentKind: 'vector',
  latentNames: [],
  parameters: [],
  largestLatent: () => [],
  fit() {
    throw new FitError('It was computed elsewhere: there is no model.');
  },
  encode() {
    throw new FitError('It was computed elsewhere: there are no codes.');
  },
};
