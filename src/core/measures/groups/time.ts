import { COUNTED, valuesOnly, type MeasureGroupDeclaration } from '../measureGroup.ts';

export const time = {
  kind: 'time',
  title: 'Time of fit and test',
  requested: 'by name',
  needs: null,
  measures: [
    {
      id: 'fit-seconds',
      title: 'Fit time',
      prose: 'the wall time of the fit',
      unit: 's',
      ...COUNTED,
      better: 'lower',
      digits: 3,
      meaning: 'Wall time of the fit. If one fit serves every dimension, its full time counts for each.',
    },
    {
      id: 'test-seconds',
      title: 'Test time',
      prose: 'the wall time to encode and classify the test images',
      unit: 's',
      ...COUNTED,
      better: 'lower',
      digits: 3,
      meaning:
        'Wall time to encode and classify the test images; an even share where all latent shapes are done at once.',
    },
  ],
  measure: ({ view }) => valuesOnly({ 'fit-seconds': view.fitSeconds, 'test-seconds': view.testSeconds }),
} as const satisfies MeasureGroupDeclaration;
