import { colourBlocks, greyBlocks, type ImageStream } from './imageStream.ts';
import { attributeColumns, subjectNumbers } from './labelledImages.ts';
import { littleEndian } from './namedArray.ts';
import { encodeNpy, startFile, encodeNpyText } from './npy.ts';
import { zipParts, type ZipContent } from './zipParts.ts';

/**
 * A dataset as an NPZ archive: `images` (N × rows × columns, uint8 or float64), `subjects` and `files` (text), `y`
 * (subject numbers from 1), `colours` (N × rows × columns × 3) if there are colours, and one text array
 * `attribute_<name>` per attribute. Yields the parts of the file lazily, in order; equal datasets give equal bytes.
 */
export function encodeDatasetNpz(dataset: ImageStream): Iterable<Uint8Array<ArrayBuffer>> {
  return zipParts(arraysOf(dataset));
}

function* arraysOf(dataset: ImageStream): Iterable<ZipContent> {
  const { count, rows, cols, type, subjects, files } = dataset;
  const shape = [count, rows, cols];
  yield named('images', arrayFile(type, shape, greyBlocks(dataset)));
  yield named('subjects', [encodeNpyText(subjects)]);
  yield named('files', [encodeNpyText(files)]);
  yield named('y', [encodeNpy({ shape: [count], data: subjectNumbers(subjects) })]);
  const colours = colourBlocks(dataset);
  if (colours !== null) yield named('colours', arrayFile(type, [...shape, 3], colours));
  for (const { name, values } of attributeColumns(dataset)) yield named(`attribute_${name}`, [encodeNpyText(values)]);
}

const named = (name: string, content: Iterable<Uint8Array>): ZipContent => ({ name: `${name}.npy`, content });

function* arrayFile(
  type: ImageStream['type'],
  shape: readonly number[],
  blocks: Iterable<Uint8Array | Float64Array>,
): Iterable<Uint8Array> {
  yield startFile(type === 'u8' ? '|u1' : '<f8', shape, 0).bytes;
  for (const block of blocks) yield littleEndian(block);
}
