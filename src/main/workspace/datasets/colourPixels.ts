import { placeOf, storedPixels, type StoredPixels } from '../../../core/images/storedImages.ts';
import type { DatasetRepository } from './datasets.ts';

/** RGB triples, as rows of three times the columns; a grey image among them repeats its grey values. */
export function colourPixels(
  datasets: Pick<DatasetRepository, 'colours' | 'pixelType' | 'readPixels'>,
  id: number,
  { rows, cols }: Pick<StoredPixels, 'rows' | 'cols'>,
  positions: readonly number[],
): StoredPixels {
  const pixels = storedPixels({ rows, cols: 3 * cols, count: positions.length, type: datasets.pixelType(id) });
  const place = placeOf(pixels);
  const grey = new Float64Array(rows * cols);
  positions.forEach((n, at) => {
    const colours = datasets.colours(id, n);
    if (colours !== null) return place(at).set(colours);
    datasets.readPixels(id, grey, [n]);
    const triples = place(at);
    for (let i = 0; i < triples.length; i++) triples[i] = grey[Math.floor(i / 3)];
  });
  return pixels;
}
