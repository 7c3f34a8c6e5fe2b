import { attributeColumns, subjectNumbers, type LabelledImages } from './labelledImages.ts';
import { column, encodeMat, textRows } from './matWriter.ts';

/**
 * A dataset as a MAT-file: `images` (rows × columns × N, uint8 or double), `gnd` (subject numbers from 1) and the
 * character matrices `subjects`, `files` and `attribute_<name>`, one row an image.
 */
export function encodeDatasetMat(dataset: LabelledImages): Uint8Array {
  const { rows, cols, count, subjects, files } = dataset;
  return encodeMat('Eigenbench dataset', [
    { name: 'images', dims: [rows, cols, count], data: byColumns(dataset) },
    column('gnd', subjectNumbers(subjects)),
    textRows('subjects', subjects),
    textRows('files', files),
    ...attributeColumns(dataset).map(({ name, values }) => textRows(`attribute_${name}`, values)),
  ]);
}

/** Pixels down the columns of each image, as MATLAB stores rows × columns × N. */
function byColumns({ rows, cols, count, pixels }: LabelledImages): Uint8Array | Float64Array {
  const result = pixels.slice();
  for (let n = 0, to = 0; n < count; n++) {
    for (let c = 0; c < cols; c++) {
      for (let r = 0; r < rows; r++) result[to++] = pixels[(n * rows + r) * cols + c];
    }
  }
  return result;
}
