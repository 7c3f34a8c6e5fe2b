import { Zip, ZipDeflate } from 'fflate';
import { colourBlocks, greyBlocks, type ImagesByOne } from './imagesByOne.ts';
import { attributeColumns, subjectNumbers } from './labelledImages.ts';
import { littleEndian } from './littleEndian.ts';
import { encodeNpy, startFile } from './npy.ts';
import { encodeNpyText } from './npyText.ts';

/**
 * A dataset as an NPZ archive: `images` (N × rows × columns, uint8 or float64), `subjects` and `files` (text), `y`
 * (subject numbers from 1), `colours` (N × rows × columns × 3) where there are any, and one text array
 * `attribute_<name>` an attribute. Gives the parts of the file in order; the same dataset gives the same bytes.
 */
export function encodeDatasetNpz(dataset: ImagesByOne): Uint8Array<ArrayBuffer>[] {
  const { count, rows, cols, type, subjects, files } = dataset;
  const shape = [count, rows, cols];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  const add = (name: string, content: Iterable<Uint8Array>): void => {
    const entry = new ZipDeflate(`${name}.npy`, { level: 6 });
    // ZIP has no time zone: local midnight is the same stamp everywhere.
    entry.mtime = new Date(1980, 0, 1);
    archive.add(entry);
    for (const part of content) entry.push(part);
    entry.push(new Uint8Array(0), true);
  };
  add('images', arrayFile(type, shape, greyBlocks(dataset)));
  add('subjects', [encodeNpyText(subjects)]);
  add('files', [encodeNpyText(files)]);
  add('y', [encodeNpy({ shape: [count], data: subjectNumbers(subjects) })]);
  const colours = colourBlocks(dataset);
  if (colours !== null) add('colours', arrayFile(type, [...shape, 3], colours));
  for (const { name, values } of attributeColumns(dataset)) add(`attribute_${name}`, [encodeNpyText(values)]);
  archive.end();
  return parts;
}

function* arrayFile(
  type: ImagesByOne['type'],
  shape: readonly number[],
  blocks: Iterable<Uint8Array | Float64Array>,
): Iterable<Uint8Array> {
  yield startFile(type === 'u8' ? '|u1' : '<f8', shape, 0).bytes;
  for (const block of blocks) yield littleEndian(block);
}
