import { patternLayout } from '../patternLayout.ts';
import type { FolderLayout } from '../../source.ts';

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

/**
 * FERET, colour: `00001_930831_fa_a.ppm`, the modifier only where there is one. The release packs each image by bzip2
 * (`data/images/00001/00001_930831_fa_a.ppm.bz2`) and holds the same images twice again, reduced, under the same names.
 */
export const colourFeret: FolderLayout = patternLayout({
  id: 'colorferet',
  title: 'FERET (colour)',
  naming: '00001_930831_fa.ppm',
  pattern: String.raw`(?:^|/)(?<subject>\d{5})_(?<date>\d{6})_(?<pose>[a-z]{2})(?:_(?<modifier>[a-z]))?\.(?:ppm|pgm|tiff?|png|jpe?g|bmp|gif)$`,
  skips(file) {
    if (!/\d{5}_\d{6}_[a-z]{2}(?:_[a-z])?\.\w+(?:\.bz2)?$/i.test(file)) return null;
    if (/(?:^|\/)(?:smaller|thumbnails)\//i.test(file)) return 'it is a reduced copy, as the release holds them';
    return /\.bz2$/i.test(file) ? 'it is packed; bunzip2 unpacks it' : null;
  },
});
