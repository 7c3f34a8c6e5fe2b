import { IMAGE_ENDINGS } from './fileNames.ts';
import { patternLayout } from './patternLayout.ts';

/**
 * The subject first in each name, whatever the folder: `C27/01_001.jpg` of PIE by pose. The folder is an attribute.
 * Only where it is asked for: most names of this form stand in folders of their subjects.
 */
export const names = patternLayout({
  id: 'names',
  title: 'Subject first in each name, folders as an attribute',
  naming: 'folder/subject_rest.png',
  pattern: String.raw`(?:^|/)(?:(?<folder>[^/]+)/)?(?<subject>[^/_.\s-]+)[_.\s-][^/]*\.(?:${IMAGE_ENDINGS})$`,
  refine: ({ subject, ...attributes }) => ({ subject, attributes }),
  onlyNamed: true,
});
