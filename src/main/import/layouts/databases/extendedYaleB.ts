import { patternLayout } from '../patternLayout.ts';

/**
 * Subsets by the angle between light and camera axis, as in A. Georghiades, P. Belhumeur, D. Kriegman, From few to
 * many, IEEE PAMI 23 (2001): up to 12°, 25°, 50°, 77°, and beyond. Lights at (35°, 40°) are 51.1° off the axis and
 * belong to the third: 7, 12, 12, 14 and 19 of the 64 lights.
 */
const SUBSETS = [12, 25.5, 52, 77];

/**
 * Yale B and its extension: `yaleB<NN>_P<pose>A<azimuth>E<elevation>.pgm`, angles of the light in degrees; pose 00 is
 * frontal. One image a pose shows the background light alone. Files ending in `.bad` were damaged when they were taken.
 */
export const extendedYaleB = patternLayout({
  id: 'yaleb',
  title: 'Extended Yale B',
  naming: 'yaleBNN_P00A+000E+00.pgm',
  pattern: String.raw`(?:^|/)(?<subject>yaleB\d\d)_P(?<pose>\d\d)(?:A(?<azimuth>[+-]\d{3})E(?<elevation>[+-]\d\d)|_(?<condition>Ambient))\.(?:pgm|png|bmp|tiff?|jpe?g|gif)$`,
  refine({ subject, condition, ...attributes }) {
    if (condition !== undefined) return { subject, attributes: { ...attributes, condition: condition.toLowerCase() } };
    const subset = subsetOf(Number(attributes['azimuth']), Number(attributes['elevation']));
    return { subject, attributes: { ...attributes, subset: String(subset) } };
  },
  skips: (file) => (/yaleB\d\d_P.*\.bad$/i.test(file) ? 'its makers marked it as bad' : null),
});

/** 1 … 5 for a light at these angles in degrees. */
function subsetOf(azimuth: number, elevation: number): number {
  const cosine = Math.cos((azimuth * Math.PI) / 180) * Math.cos((elevation * Math.PI) / 180);
  const angle = (Math.acos(cosine) * 180) / Math.PI;
  return 1 + SUBSETS.filter((most) => angle > most).length;
}
