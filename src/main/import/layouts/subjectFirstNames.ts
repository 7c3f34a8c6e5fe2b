import { IMAGE_ENDINGS } from './fileNames.ts';
import { patternLayout } from './patternLayout.ts';

/**
 * The subject first in each name, in any folder: `C27/01_001.jpg` of PIE by pose. The folder is an attribute. Only on
 * request: most names of this form are in folders of their subjects.
 */
export const names = patternLayout({
  id: 'names',
  title: 'Subject first in each name, folders as an attribute',
  naming: 'folder/subject_rest.png',
  pattern: String.raw`(?:^|/)(?:(?<folder>[^/]+)/)?(?<subject>[^/_.\s-]+)[_.\s-][^/]*\.(?:${IMAGE_ENDINGS})$`,
  refine: ({ subject, ...attributes }) => ({ subject, attributes }),
  onlyNamed: true,
});
