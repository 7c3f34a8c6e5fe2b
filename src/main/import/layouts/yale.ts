import { withoutImageExtension } from '../naming.ts';
import type { FolderLayout } from '../source.ts';

/** Yale faces: `subject<NN>.<condition>`, GIF files whose original names have no `.gif` at the end. */
export const yale: FolderLayout = {
  id: 'yale',
  title: 'Yale faces',
  naming: 'subjectNN.condition',
  parse(file) {
    const match = /^(subject\d+)[._]([a-z]+)$/i.exec(withoutImageExtension(file));
    return match && { subject: match[1], attributes: { condition: match[2].toLowerCase() } };
  },
};
