import { patternLayout } from './patternLayout.ts';
import type { FolderLayout } from '../source.ts';

/**
 * FERET, grey: subject (5 digits), pose, three flags, modifier (a: glasses, b: hair, c: both …), then date:
 * `00001fa010a_930831.tif`. Pose codes: fa and fb are the two frontal images of a session, ba … bk turned ones.
 */
export const greyFeret: FolderLayout = patternLayout({
  id: 'feret',
  title: 'FERET (grey)',
  naming: '00001fa010_930831.tif',
  pattern: String.raw`(?:^|/)(?<subject>\d{5})(?<pose>[a-z]{2})\d{3}(?<modifier>[a-z]?)_(?<date>\d{6})\.(?:tiff?|pgm|ppm|png|jpe?g|bmp|gif)$`,
});

/** FERET, colour: `00001_930831_fa_a.ppm`, the modifier only where there is one. */
export const colourFeret: FolderLayout = patternLayout({
  id: 'colorferet',
  title: 'FERET (colour)',
  naming: '00001_930831_fa.ppm',
  pattern: String.raw`(?:^|/)(?<subject>\d{5})_(?<date>\d{6})_(?<pose>[a-z]{2})(?:_(?<modifier>[a-z]))?\.(?:ppm|pgm|tiff?|png|jpe?g|bmp|gif)$`,
});
