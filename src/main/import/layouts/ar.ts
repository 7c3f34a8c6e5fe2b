import { patternLayout } from './patternLayout.ts';

/**
 * What images 1–13 of a session show (A. Martinez, R. Benavente, The AR face database, CVC Technical Report 24, 1998);
 * 14–26 repeat them two weeks later.
 */
const SHOWN: readonly (readonly [condition: string, occlusion: string])[] = [
  ['neutral', 'none'],
  ['smile', 'none'],
  ['anger', 'none'],
  ['scream', 'none'],
  ['left light', 'none'],
  ['right light', 'none'],
  ['both lights', 'none'],
  ['sunglasses', 'sunglasses'],
  ['sunglasses, left light', 'sunglasses'],
  ['sunglasses, right light', 'sunglasses'],
  ['scarf', 'scarf'],
  ['scarf, left light', 'scarf'],
  ['scarf, right light', 'scarf'],
];

/** AR faces: `<m or w>-<person>-<image 1–26>`. Men and women are numbered apart, so the sex belongs to the identity. */
export const ar = patternLayout({
  id: 'ar',
  title: 'AR faces',
  naming: 'm-001-01.bmp',
  pattern: String.raw`(?:^|/)(?<subject>[mw]-\d{1,3})-(?<image>\d{1,2})\.(?:bmp|png|jpe?g|tiff?|pgm|ppm|gif|raw)$`,
  refine({ subject, image }) {
    const number = Number(image);
    if (number < 1 || number > 26) return null;
    const [condition, occlusion] = SHOWN[(number - 1) % 13];
    return {
      subject: subject.toLowerCase(),
      attributes: { session: number <= 13 ? '1' : '2', image: String(number), condition, occlusion },
    };
  },
});
