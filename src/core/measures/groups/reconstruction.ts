import { valuesOnly, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { rootMeanSquare } from '../reconstruction.ts';

export const reconstruction = {
  kind: 'reconstruction',
  title: 'Reconstruction RMSE',
  requested: 'by name',
  needs: 'model',
  measures: [
    {
      id: 'rmse',
      title: 'Reconstruction RMSE',
      prose: 'the root mean squared error (RMSE) of the reconstruction of the test images',
      unit: 'grey levels',
      range: [0, null],
      margin: 1,
      better: 'lower',
      digits: 2,
      meaning:
        'Root of the mean squared difference between the pixels of the test images and of their reconstructions.',
    },
  ],
  measure({ probes, rebuilt }) {
    const others = rebuilt();
    return valuesOnly({ rmse: others && rootMeanSquare(probes, others) });
  },
} as const satisfies MeasureGroupDeclaration;
