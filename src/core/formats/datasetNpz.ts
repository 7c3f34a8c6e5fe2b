import { zipSync, type Zippable } from 'fflate';
import { allColours, attributeColumns, subjectNumbers, type LabelledImages } from './labelledImages.ts';
import { encodeNpy, startFile } from './npy.ts';
import { encodeNpyText } from './npyText.ts';

/**
 * A dataset as an NPZ archive: `images` (N × rows × columns, uint8 or float64), `subjects` and `files` (text), `y`
 * (subject numbers from 1), `colours` (N × rows × columns × 3) where there are any, and one text array
 * `attribute_<name>` an attribute. The same dataset gives the same bytes.
 */
export function encodeDatasetNpz(dataset: LabelledImages): Uint8Array {
  const { count, rows, cols, pixels, subjects, files } = dataset;
  const shape = [count, rows, cols];
  const entries: Zippable = {
    'images.npy': encodeArray(shape, pixels),
    'subjects.npy': encodeNpyText(subjects),
    'files.npy': encodeNpyText(files),
    'y.npy': encodeNpy({ shape: [count], data: subjectNumbers(subjects) }),
  };
  const colours = allColours(dataset);
  if (colours !== null) entries['colours.npy'] = encodeArray([...shape, 3], colours);
  for (const { name, values } of attributeColumns(dataset)) entries[`attribute_${name}.npy`] = encodeNpyText(values);
  // ZIP has no time zone: local midnight is the same stamp everywhere.
  return zipSync(entries, { level: 6, mtime: new Date(1980, 0, 1) });
}

function encodeArray(shape: readonly number[], data: Uint8Array | Float64Array): Uint8Array {
  if (data instanceof Float64Array) return encodeNpy({ shape, data });
  const { bytes, from } = startFile('|u1', shape, data.length);
  bytes.set(data, from);
  return bytes;
}
