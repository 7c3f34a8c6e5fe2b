import { z } from 'zod';
import { subspaceScores } from '../subspaceDistances.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { plural } from '../../text/phrases.ts';
import { countProse, prose } from '../../text/proseTags.ts';

/** 0 keeps every direction; equivalent to omitting `dimension`. */
const ALL = 0;

const schema = z.strictObject({ kind: z.literal('nearest-subspace'), dimension: z.int().min(ALL).optional() });

/**
 * Each subject is the span of its gallery codes through the origin; a probe is assigned to the subject with the nearest
 * span (Oja, Subspace Methods of Pattern Recognition, 1983).
 */
export const nearestSubspace: ClassifierDeclaration<typeof schema> = {
  kind: 'nearest-subspace',
  title: 'Nearest subspace of a subject',
  help: "The subject whose gallery codes span the nearest subspace; of equally near ones the first. The subject's first image stands for it.",
  schema,
  parameters: [
    {
      name: 'dimension',
      title: 'Dimension of the subspaces',
      help: 'The leading directions of every subject by singular value; 0: all that its gallery codes span.',
      kind: 'integer',
      optional: true,
      default: ALL,
      source: { measured: 'nearest-subspace.dimension' },
      min: ALL,
    },
  ],
  phrase: ({ dimension = ALL }) =>
    dimension === ALL
      ? 'nearest subspace of a subject'
      : `nearest subspace of a subject of at most ${plural(dimension, 'dimension')}`,
  prose: ({ dimension = ALL }, reference) =>
    prose`Test images were assigned to the subject whose ${reference} codes spanned the nearest subspace${dimension === ALL ? '' : ` of at most ${countProse(dimension)} ${dimension === 1 ? 'dimension' : 'dimensions'}`}`,
  pairProse: () => prose`The score of a comparison was the negative distance to the subspace of the enrolled codes`,
  codes: {
    spans: ({ dimension = ALL }) => (dimension === ALL ? Infinity : dimension),
    scores: ({ dimension = ALL }, gallery, labels, probes) =>
      subspaceScores(gallery, labels, probes, dimension === ALL ? Infinity : dimension),
  },
};
