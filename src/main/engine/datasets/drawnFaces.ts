import { datasetHash } from '../../../core/images/datasetHash.ts';
import { generateFaces, type FaceOptions } from '../../../core/synthetic/faces.ts';
import type { ImportedDataset } from '../../import/types.ts';

/** Default name of the dataset of drawn faces. */
export const DRAWN_FACES = 'drawn faces';

/** Generates the drawn faces of the demo, always the same; `subjects` sets the number of subjects. */
export function drawnFaces(options: Pick<FaceOptions, 'subjects'> = {}): ImportedDataset {
  const { images, labels, subjects } = generateFaces(options);
  const names = Array.from(labels, (label) => subjects[label]);
  const number = new Map<string, number>();
  const files = names.map((name) => {
    const next = (number.get(name) ?? 0) + 1;
    number.set(name, next);
    return `${name}/${next}`;
  });
  const { rows, cols, count } = images;
  const pixels = Uint8Array.from(images.data);
  return {
    layout: 'generated',
    images: { rows, cols, count, pixels },
    subjects: names,
    files,
    attributes: files.map(() => ({})),
    problems: [],
    making: [{ kind: 'drawn', ...options }],
    hash: datasetHash({ rows, cols, count, pixels }, names),
  };
}
