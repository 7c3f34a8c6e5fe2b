import { attributesOf } from './fieldSchema.ts';
import { fieldMethod } from './fieldMethod.ts';
import { identificationByMeans, unifiedCitation } from './fieldParameters.ts';

/** Component analysis with a prior of the user's making: the product of up to eight fields. */
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
