import { valuesOnly, type MeasureGroupDeclaration } from '../measureGroup.ts';
import { rootMeanSquare } from '../reconstruction.ts';

export const region = {
  kind: 'region',
  title: 'Reconstruction RMSE within',
  requested: 'by region',
  needs: 'model',
  measures: [
    {
      id: 'rmse-region',
      title: 'Reconstruction RMSE of the region',
      prose: 'the root mean squared error (RMSE) of the reconstruction within the region of interest',
      unit: 'grey levels',
      range: [0, null],
      margin: 1,
      better: 'lower',
      digits: 2,
      meaning: 'The same over the pixels of the region of interest.',
    },
  ],
  measure({ probes, rebuilt }, within) {
    const others = rebuilt();
    return valuesOnly({ 'rmse-region': others && rootMeanSquare(probes, others, within) });
  },
} as const satisfies MeasureGroupDeclaration;
