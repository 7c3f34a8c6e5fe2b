import { patternLayout } from '../patternLayout.ts';

/** Yale faces: `subject<NN>.<condition>`, GIF files whose original names have no `.gif` at the end. */
export const yale = patternLayout({
  id: 'yale',
  title: 'Yale faces',
  naming: 'subjectNN.condition',
  pattern: String.raw`(?:^|/)(?<subject>subject\d+)[._](?<condition>[a-z]+)(?:\.(?:pgm|gif|png|jpe?g|tiff?|webp|bmp))?$`,
});
