import { Zip, ZipDeflate } from 'fflate';
import { colourBlocks, greyBlocks, type ImagesByOne } from './imagesByOne.ts';
import { attributeColumns, subjectNumbers } from './labelledImages.ts';
import { littleEndian } from './littleEndian.ts';
import { encodeNpy, startFile } from './npy.ts';
import { encodeNpyText } from './npyText.ts';

/**
 * A dataset as an NPZ archive: `images` (N × rows × columns, uint8 or float64), `subjects` and `files` (text), `y`
 * (subject numbers from 1), `colours` (N × rows × columns × 3) where there are any, and one text array
 * `attribute_<name>` an attribute. Gives the parts of the file in order, each as it is asked for; the same dataset
 * gives the same bytes.
 */
export function* encodeDatasetNpz(dataset: ImagesByOne): Iterable<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const [name, content] of arraysOf(dataset)) {
    const entry = new ZipDeflate(`${name}.npy`, { level: 6 });
    // ZIP has no time zone: local midnight is the same stamp everywhere.
    entry.mtime = new Date(1980, 0, 1);
    archive.add(entry);
    for (const part of content) {
      entry.push(part);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(0), true);
  }
  archive.end();
  yield* ready;
}

function* arraysOf(dataset: ImagesByOne): Iterable<readonly [string, Iterable<Uint8Array>]> {
  const { count, rows, cols, type, subjects, files } = dataset;
  const shape = [count, rows, cols];
  yield ['images', arrayFile(type, shape, greyBlocks(dataset))];
  yield ['subjects', [encodeNpyText(subjects)]];
  yield ['files', [encodeNpyText(files)]];
  yield ['y', [encodeNpy({ shape: [count], data: subjectNumbers(subjects) })]];
  const colours = colourBlocks(dataset);
  if (colours !== null) yield ['colours', arrayFile(type, [...shape, 3], colours)];
  for (const { name, values } of attributeColumns(dataset)) yield [`attribute_${name}`, [encodeNpyText(values)]];
}

function* arrayFile(
  type: ImagesByOne['type'],
  shape: readonly number[],
  blocks: Iterable<Uint8Array | Float64Array>,
): Iterable<Uint8Array> {
  yield startFile(type === 'u8' ? '|u1' : '<f8', shape, 0).bytes;
  for (const block of blocks) yield littleEndian(block);
}
