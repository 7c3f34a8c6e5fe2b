import { patternLayout } from './patternLayout.ts';

/**
 * Yale B and its extension: `yaleB<NN>_P<pose>A<azimuth>E<elevation>.pgm`, angles of the light in degrees; pose 00 is
 * frontal. One image a pose shows the background light alone. Files ending in `.bad` were damaged when they were taken.
 */
export const extendedYaleB = patternLayout({
  id: 'yaleb',
  title: 'Extended Yale B',
  naming: 'yaleBNN_P00A+000E+00.pgm',
  pattern: String.raw`(?:^|/)(?<subject>yaleB\d\d)_P(?<pose>\d\d)(?:A(?<azimuth>[+-]\d{3})E(?<elevation>[+-]\d\d)|_(?<condition>Ambient))\.(?:pgm|png|bmp|tiff?|jpe?g|gif)$`,
  skips: (file) => (/yaleB\d\d_P.*\.bad$/i.test(file) ? 'its makers marked it as bad' : null),
});
