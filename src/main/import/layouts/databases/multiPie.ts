import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

/**
 * CMU Multi-PIE: `<subject>_<session 1–4>_<recording>_<camera>_<flash 00–19>.png`, whatever the folders; copies that
 * were cropped add a word. Camera 051 is frontal; flashes 00 and 19 are the room's light alone.
 */
export const multiPie = patternLayout({
  id: 'multipie',
  title: 'CMU Multi-PIE',
  naming: '001_01_01_051_06.png',
  pattern: String.raw`(?:^|/)(?<subject>\d{3})_(?<session>0[1-4])_(?<recording>\d{2})_(?<camera>\d{3})_(?<flash>[01]\d)(?:_[a-z][^/]*)?\.(?:${IMAGE_ENDINGS})$`,
});
