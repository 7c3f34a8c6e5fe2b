import { axesOfSubjects } from '../conventions.ts';
import { FIELDS_OF } from './fieldSchema.ts';
import { fieldMethod } from './fieldMethod.ts';
import { identificationByMeans, unifiedCitation } from './fieldParameters.ts';

/**
 * LDA by mean-field EM: a field over the other images of the subject and one over all others (Table 1). The class mean
 * has the weight λ / (λ + (1 − λ)²) in m_i, the mean of all the rest; (28) and (41) as printed have them exchanged.
 */
export const emLda = fieldMethod({
  id: 'emlda',
  title: 'EM-LDA',
  appearance: { index: 29, marker: 'star' },
  fullName: 'linear discriminant analysis by mean-field expectation maximisation',
  formula: 'x_i = W y_i + ε_i, y_i drawn to the mean of its subject and to that of all',
  description:
    'Latent model whose prior ties images of a subject together. Finds the directions of LDA (Fukunaga–Koontz) on whitened images; classifies by nearest neighbour or by likelihood from subject means.',
  citation: unifiedCitation,
  parameters: [identificationByMeans],
  fieldsOf: () => FIELDS_OF.lda,
  // Beyond K − 1 axes nothing differs between subjects, and the codes of such axes are noise.
  largestLatent: axesOfSubjects,
});
