import { patternLayout } from '../patternLayout.ts';

/** ORL (AT&T) faces: `s<subject>/<image>.pgm`. The image number carries no meaning, so there are no attributes. */
export const orl = patternLayout({
  id: 'orl',
  title: 'ORL (AT&T) faces',
  naming: 'sN/M.pgm',
  pattern: String.raw`(?:^|/)(?<subject>s\d+)/\d+\.(?:pgm|ppm|pbm|pnm|gif|png|jpe?g|tiff?|webp|bmp)$`,
});
