import { NO_COST } from '../cost.ts';
import { declareMethod } from '../declareMethod.ts';

/**
 * No projection: codes are the unchanged features, not centred. The baseline for projections, and the representation
 * for histograms and for classifiers that are published on pixels (LRC, CRC, SRC). It has no latent dimension: its
 * latent shape is the empty list.
 */
export const asTheyAre = declareMethod({
  id: 'none',
  title: 'No projection',
  fullName: 'features as they are',
  family: 'vector',
  cost: () => NO_COST,
  appearance: { index: 49, marker: 'dash' },
  description:
    'Compares the images, or the features of the study, as they are: nothing is learned and nothing subtracted.',
  axes: 'No axes: the images as they are.',
  formula: 'z = x, nothing subtracted',
  citation: {
    key: 'brunelli1993templates',
    type: 'article',
    authors: ['Roberto Brunelli', 'Tomaso Poggio'],
    title: 'Face recognition: features versus templates',
    venue: 'IEEE Transactions on Pattern Analysis and Machine Intelligence',
    year: 1993,
    volume: '15',
    number: '10',
    pages: '1042–1052',
    doi: '10.1109/34.254061',
  },
  latentNames: [],
  parameters: [],
  arrays: {},
  largestLatent: () => [],

  fit: () => ({ arrays: {} }),

  codeSize: (_, { rows, cols }) => rows * cols,

  encode: (_, images) => images,
});
