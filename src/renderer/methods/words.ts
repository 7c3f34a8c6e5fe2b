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
  latentDimension: (count: number) =>
    `${count === 0 ? 'No latent' : 'Latent'} ${count > 1 ? 'dimensions' : 'dimension'}`,
  parameters: (count: number) => plural(count, 'parameter'),
  nothingIsFitted: 'Nothing is fitted.',
  oneFitServesAllShapes: 'One fit serves all shapes.',
  oneFitPerShapeSlow: 'One fit per shape; one takes seconds.',
  oneFitPerShape: 'One fit per shape.',
};
