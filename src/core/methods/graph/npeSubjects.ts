import { scalingParameter } from '../axes.ts';
import { always } from '../conventions.ts';
import { neighbourhoods } from '../cost.ts';
import { energyParameter } from '../field/components.ts';
import { linearProjection } from '../linearProjection.ts';
import { npe, npeParameters, reconstructionAxes } from './npe.ts';

/**
 * NPE in which an image is reconstructed from images of its subject, as comparisons of faces have it. At full rank
 * images of a subject coincide on the first K − 1 axes, which orderTies then orders.
 */
export const npeSubjects = linearProjection({
  id: 'npe-subjects',
  title: 'NPE (subjects)',
  fullName: 'neighbourhood preserving embedding over subjects',
  family: 'field',
  cost: neighbourhoods(2.8),
  appearance: { index: 53, marker: 'star' },
  axes: npe.axes,
  usesLabels: always,
  formula: npe.formula,
  description: 'NPE whose neighbours are the nearest images of the same subject, or as many as the subject has.',
  citation: npe.citation,
  parameters: [
    ...npeParameters,
    energyParameter({ published: 'MATLAB code of Cai and others' }),
    scalingParameter('unit', ['unit', 'total']),
  ],
  largestLatent: npe.largestLatent,
  arrays: { eigenvalues: 'vector' },
  nested: true,
  learn: (input) => reconstructionAxes(input, input.labels),
});
