import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/**
 * UMIST (Sheffield): a folder `1a` … `1t` for each of 20 subjects, with or without a folder `face` in it. The last
 * number of a name counts the views from profile to front.
 */
export const umist = patternLayout({
  id: 'umist',
  title: 'UMIST (Sheffield) faces',
  naming: '1a/face/1a001.pgm',
  pattern: String.raw`(?:^|/)(?<subject>1[a-t])/(?:face/)?[^/]*?(?<view>\d+)\.(?:${IMAGE_ENDINGS})$`,
  refine: ({ subject, view }) => ({ subject: subject.toLowerCase(), attributes: { view: String(Number(view)) } }),
});
