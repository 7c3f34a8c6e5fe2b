import { datasetHash } from '../../../core/images/datasetHash.ts';
import { generateFaces } from '../../../core/synthetic/faces.ts';
import type { ImportedDataset } from '../../import/types.ts';

/** Faces that are drawn, always the same: what the demo compares methods on. */
export function drawnFaces(): ImportedDataset {
  const { images, labels, subjects } = generateFaces();
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
    making: [{ kind: 'drawn' }],
    hash: datasetHash({ rows, cols, count, pixels }, names),
  };
}
