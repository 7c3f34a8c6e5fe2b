import { attributesOf, FIELDS_OF } from './fieldSchema.ts';
import { fieldMethod } from './fieldMethod.ts';
import { identificationByMeans, unifiedCitation, neighboursParameter } from './fieldParameters.ts';
import { axesOfSubjects } from '../sharedDeclarations.ts';

/** Component analysis with a user-defined prior: the product of up to eight fields. */
export const composedFields = fieldMethod({
  id: 'fields',
  title: 'Fields',
  appearance: { index: 31, marker: 'star' },
  fullName: 'component analysis with a composed Markov random field prior',
  formula: 'x_i = W y_i + ε_i, y_i ~ N(Σ_μ (f_μ φ_μ / F) μ̄_i, Σ), F = Σ_μ f_μ',
  description:
    'A latent model whose prior is a product of fields of your choice: all images, the same subject, nearest neighbours, a ball, an equal attribute, successive images. EM-PCA, EM-LDA, EM-LPP and undirected EM-SFA are such products.',
  citation: unifiedCitation,
  attributes: (settings) => attributesOf(settings.fields),
  parameters: [
    {
      name: 'fields',
      title: 'Fields',
      help: 'Each compares an image with a neighbourhood: f(λ) is its weight, φ(λ) what the neighbours’ mean is multiplied by. An image without such a neighbour drops the factor.',
      kind: 'fields',
      default: [
        { neighbourhood: 'class', f: 'lambda', phi: 'one' },
        { neighbourhood: 'nearest', neighbours: 5, f: 'lambda', phi: 'one' },
        { neighbourhood: 'self', f: 'rest', phi: 'zero' },
      ],
      source: { neutral: 'an example of a prior: which fields is what the row is about' },
    },
    identificationByMeans,
  ],
  fieldsOf: ({ fields }) => fields,
});

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
  // Beyond K − 1 axes nothing differs between subjects; the codes of further axes are noise.
  largestLatent: axesOfSubjects,
});

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
    const [nearest, self] = FIELDS_OF.lpp;
    return [{ ...nearest, neighbours: neighbours }, self];
  },
});
