import { mean } from '../../stats/describe.ts';
import { valuesOnly, type MeasureGroupDeclaration } from '../measureGroup.ts';

export const likelihood = {
  kind: 'likelihood',
  title: 'Log-likelihood of the test images',
  requested: 'by name',
  needs: 'model',
  measures: [
    {
      id: 'log-likelihood',
      title: 'Log-likelihood',
      prose: 'the mean log-likelihood of the test images',
      unit: 'nats',
      range: [null, null],
      margin: null,
      better: 'higher',
      digits: 1,
      meaning: 'Mean log-likelihood of a test image under the model fitted to the training images.',
    },
  ],
  measure({ densities }) {
    const values = densities();
    const average = values && mean(values);
    return valuesOnly({ 'log-likelihood': average !== null && Number.isFinite(average) ? average : null });
  },
} as const satisfies MeasureGroupDeclaration;
