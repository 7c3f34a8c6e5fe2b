import { hasImageExtension, IMAGE_ENDINGS } from './fileNames.ts';
import type { FolderLayout } from '../source.ts';

/** One folder per subject, with any file names: `name/anything.png`. The folders above it are an attribute. */
export const folders: FolderLayout = {
  id: 'folders',
  title: 'One folder per subject',
  naming: 'subject/image.png',
  pattern: String.raw`(?:^|/)(?<subject>[^/]+)/[^/]+\.(?:${IMAGE_ENDINGS})$`,
  parse(file) {
    const parts = file.split('/').slice(0, -1);
    const subject = parts.pop();
    if (subject === undefined || !hasImageExtension(file)) return null;
    return { subject, attributes: { ...(parts.length > 0 && { folder: parts.join('/') }) } };
  },
};
