import type { FolderLayout } from '../../source.ts';
import { IMAGE_ENDINGS } from '../naming.ts';
import { patternLayout } from '../patternLayout.ts';

const named = patternLayout({
  id: 'orl-flat',
  title: 'ORL (AT&T) faces in one folder',
  naming: '7_3.jpg',
  pattern: String.raw`(?:^|/)s?(?<subject>\d{1,2})_(?<image>\d{1,2})\.(?:${IMAGE_ENDINGS})$`,
  refine({ subject, image }) {
    const known = Number(subject) >= 1 && Number(subject) <= 40 && Number(image) >= 1 && Number(image) <= 10;
    return known ? { subject, attributes: {} } : null;
  },
});

/** ORL as one folder: `<subject 1–40>_<image 1–10>.jpg`. In folders, such names say nothing of their subjects. */
export const orlFlat: FolderLayout = {
  ...named,
  parse: (file) => (file.includes('/') ? null : named.parse(file)),
};
