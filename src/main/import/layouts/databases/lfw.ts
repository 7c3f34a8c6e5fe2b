import { patternLayout } from '../patternLayout.ts';

/** Labeled Faces in the Wild: `Given_Family/Given_Family_0001.jpg`. The number only counts the images of a person. */
export const lfw = patternLayout({
  id: 'lfw',
  title: 'Labeled Faces in the Wild',
  naming: 'Given_Family/Given_Family_0001.jpg',
  pattern: String.raw`(?:^|/)(?<subject>[^/]+)/\k<subject>_\d{4}\.(?:jpe?g|png|pgm|ppm|bmp|tiff?|gif)$`,
});
