/** The words in the choice of methods, by component. */
import { plural } from '../words/format.ts';

export const methodPicker = {
  presets: 'Presets',
  searchNamesFamiliesAndDescriptions: 'Search names, families and descriptions',
  searchMethods: 'Search methods',
  alreadyIn: 'already in',
  noMatches: 'No matches.',
  chosen: (count: number) => `${count} chosen`,
  addCount: (count: number) => `Add ${plural(count, 'method')}`,
  addMethods: 'Add methods',
};

export const methodDetails = {
  latentDimension: (count: number) => `Latent ${count === 1 ? 'dimension' : 'dimensions'}`,
  parameters: (count: number) => plural(count, 'parameter'),
  oneFitServesAllShapes: 'One fit serves all shapes.',
  oneFitPerShapeSlow: 'One fit per shape; one takes seconds.',
  oneFitPerShape: 'One fit per shape.',
};
