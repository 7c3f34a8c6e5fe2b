/** Subjects of a source that is not imported yet, with some of their images, for the screen. */
import type { SubjectPreview } from '../../../core/contract/imports.ts';
import type { SampleSize, SampleSubject } from '../../import/sampleSubjects.ts';
import { onOwnScale } from '../pixelBlock.ts';

/** Three rows of six fit the height that a laptop leaves, and tell a wrong pattern from a right one. */
export const SHOWN_SUBJECTS: SampleSize = { subjects: 3, images: 6 };

/** The samples with at most `maxSide` pixels a side, each image on its own grey scale. */
export function previewSubjects(samples: readonly SampleSubject[], maxSide: number): readonly SubjectPreview[] {
  return samples.map(({ subject, count, images }) => ({
    subject,
    count,
    images: images.map(({ file, image }) =>
      typeof image === 'string'
        ? { file, picture: null, reason: image }
        : { file, picture: onOwnScale(image, maxSide), reason: null },
    ),
  }));
}
