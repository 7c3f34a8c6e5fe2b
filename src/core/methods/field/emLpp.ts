import { FIELDS_OF } from './fieldSchema.ts';
import { fieldMethod } from './fieldMethod.ts';
import { neighboursParameter, unifiedCitation } from './fieldParameters.ts';

/**
 * Locality preserving projections by mean-field EM: a field over nearest neighbours and one potential an image (Table
 * 1). Near LPP on whitened images, not equal to it. E averages over neighbours, which the linear codes do not.
 */
export const emLpp = fieldMethod({
  id: 'emlpp',
  title: 'EM-LPP',
  appearance: { index: 30, marker: 'star' },
  fullName: 'locality preserving projections by mean-field expectation maximisation',
  formula: 'x_i = W y_i + ε_i, y_i drawn to the mean of its nearest neighbours',
  description:
    'Latent model whose prior ties each image to its nearest neighbours. Close to locality preserving projections on whitened images.',
  citation: unifiedCitation,
  parameters: [neighboursParameter],
  fieldsOf({ neighbours }) {
    const [near, own] = FIELDS_OF.lpp;
    return [{ ...near, neighbours: neighbours }, own];
  },
});
