import { allColours, attributeColumns, subjectNumbers, type LabelledImages } from './labelledImages.ts';
import { column, encodeMat, textRows } from './matWriter.ts';

/**
 * A dataset as a MAT-file: `images` (rows × columns × N, uint8 or double), `colours`
 * (rows × columns × 3 × N) where there are any, `gnd` (subject numbers from 1) and the
 * character matrices `subjects`, `files` and `attribute_<name>`, one row an image.
 */
export function encodeDatasetMat(dataset: LabelledImages): Uint8Array {
  const { rows, cols, count, subjects, files } = dataset;
  const colours = allColours(dataset);
  return encodeMat('Eigenbench dataset', [
    { name: 'images', dims: [rows, cols, count], data: byColumns(dataset, 1, dataset.pixels) },
    ...(colours === null
      ? []
      : [{ name: 'colours', dims: [rows, cols, 3, count], data: byColumns(dataset, 3, colours) }]),
    column('gnd', subjectNumbers(subjects)),
    textRows('subjects', subjects),
    textRows('files', files),
    ...attributeColumns(dataset).map(({ name, values }) => textRows(`attribute_${name}`, values)),
  ]);
}

/**
 * Interleaved samples of each image down the columns of its planes, as MATLAB stores rows × columns (× channels) × N.
 */
function byColumns(
  { rows, cols, count }: LabelledImages,
  channels: number,
  samples: Uint8Array | Float64Array,
): Uint8Array | Float64Array {
  const result = samples.slice();
  for (let n = 0, to = 0; n < count; n++) {
    for (let channel = 0; channel < channels; channel++) {
      for (let c = 0; c < cols; c++) {
        for (let r = 0; r < rows; r++) result[to++] = samples[((n * rows + r) * cols + c) * channels + channel];
      }
    }
  }
  return result;
}
