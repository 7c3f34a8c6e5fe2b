import { hasImageExtension, IMAGE_ENDINGS } from './fileNames.ts';
import type { FolderLayout } from '../source.ts';

/** One folder per subject, with any file names: `name/anything.png`. */
export const folders: FolderLayout = {
  id: 'folders',
  title: 'One folder per subject',
  naming: 'subject/image.png',
  pattern: String.raw`(?:^|/)(?<subject>[^/]+)/[^/]+\.(?:${IMAGE_ENDINGS})$`,
  parse(file) {
    const parts = file.split('/');
    return parts.length === 2 && hasImageExtension(file) ? { subject: parts[0], attributes: {} } : null;
  },
};
