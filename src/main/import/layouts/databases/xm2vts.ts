import { patternLayout } from '../patternLayout.ts';

/** XM2VTS frontal images: `<subject>_<session 1–4>_<shot 1–2>.ppm`. */
export const xm2vts = patternLayout({
  id: 'xm2vts',
  title: 'XM2VTS frontal images',
  naming: '000_1_1.ppm',
  pattern: String.raw`(?:^|/)(?<subject>\d{3})_(?<session>[1-4])_(?<shot>[12])\.(?:ppm|pgm|png|jpe?g|tiff?|bmp|gif)$`,
});
