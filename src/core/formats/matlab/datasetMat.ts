import { colourBlocks, greyBlocks, type ImageStream } from '../imageStream.ts';
import { attributeColumns, subjectNumbers } from '../labelledImages.ts';
import { column, matParts, textRows, type MatStream } from './matWriter.ts';

/**
 * A dataset as a MAT-file: `images` (rows × columns × N, uint8 or double), `colours` (rows × columns × 3 × N) if there
 * are colours, `gnd` (subject numbers from 1) and the character matrices `subjects`, `files` and `attribute_<name>`,
 * one row per image. Yields the parts of the file lazily, in order.
 */
export function encodeDatasetMat(dataset: ImageStream): Iterable<Uint8Array<ArrayBuffer>> {
  const { rows, cols, count, subjects, files } = dataset;
  const colours = colourBlocks(dataset);
  return matParts('Eigenbench dataset', [
    { name: 'images', dims: [rows, cols, count], data: byColumns(dataset, 1, greyBlocks(dataset)) },
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
 * Reorders the interleaved samples of each image to column-major planes, as MATLAB stores rows × columns (× channels) ×
 * N.
 */
function byColumns(
  { rows, cols, count, type }: ImageStream,
  channels: number,
  blocks: Iterable<Uint8Array | Float64Array>,
): MatStream {
  const size = rows * cols * channels;
  const turned = function* (): Iterable<Uint8Array | Float64Array> {
    for (const samples of blocks) {
      const result = type === 'u8' ? new Uint8Array(samples.length) : new Float64Array(samples.length);
      for (let image = 0, to = 0; image < samples.length; image += size) {
        for (let channel = 0; channel < channels; channel++) {
          for (let c = 0; c < cols; c++) {
            for (let r = 0; r < rows; r++) result[to++] = samples[image + (r * cols + c) * channels + channel];
          }
        }
      }
      yield result;
    }
  };
  return { type, length: count * size, parts: turned() };
}
