import { hasImageExtension, withoutImageExtension } from '../naming.ts';
import type { FolderLayout } from '../source.ts';

/** ORL (AT&T) faces: `s<subject>/<image>.pgm`. The image number carries no meaning, so there are no attributes. */
export const orl: FolderLayout = {
  id: 'orl',
  title: 'ORL (AT&T) faces',
  naming: 'sN/M.pgm',
  parse(file) {
    const match = hasImageExtension(file) ? /^(s\d+)\/\d+$/i.exec(withoutImageExtension(file)) : null;
    return match && { subject: match[1], attributes: {} };
  },
};
