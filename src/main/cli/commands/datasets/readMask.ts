import { basename, extname } from 'node:path';
import { maskRegions } from '../../../../core/images/maskRegions.ts';
import { decodeImage } from '../../../import/decode/decodeImage.ts';
import { arrayOf, readBytes } from '../../files/arrays.ts';
import { Failure } from '../../errors.ts';
import { requireEnding } from '../../files/outFormat.ts';
import { writeOut } from '../../files/writeOut.ts';
import { type OptionsOf, allRead } from '../../declarations/declare.ts';
import type { declareReadMask } from '../../declarations/studyCommands.ts';

const ARRAYS = ['.npy', '.npz', '.mat', '.idx', '.csv'];

/**
 * eigenbench read-mask: converts a picture to the perturbation that hides its white (or black) pixels, for a study
 * spec.
 */
export async function readMaskCommand(
  path: string,
  {
    missing,
    name = basename(path, extname(path)).slice(0, 40),
    variable,
    out,
    ...rest
  }: OptionsOf<typeof declareReadMask>,
): Promise<void> {
  allRead(rest);
  requireEnding(out, '.json');
  const { rows, cols, values } = await readMask(path, variable);
  const lost = Uint8Array.from(values, (value) => Number((value !== 0) === (missing === 'white')));
  const regions = maskRegions(lost, rows, cols);
  const size = `${rows} × ${cols}`;
  if (regions.length === 0) throw new Failure(`${path}: expected ${missing} pixels, found none in ${size}.`);
  if (!lost.includes(0)) throw new Failure(`${path}: all pixels of ${size} are ${missing}; none is left.`);
  const text = `${JSON.stringify({ kind: 'missing-mask', name, regions })}\n`;
  writeOut(out, text);
}

/** Pixels of a picture or of an array of rows × columns; nonzero counts as white. */
async function readMask(
  path: string,
  variable: string | undefined,
): Promise<{ rows: number; cols: number; values: ArrayLike<number> }> {
  const bytes = await readBytes(path);
  try {
    if (!ARRAYS.includes(extname(path).toLowerCase())) {
      const { rows, cols, pixels } = await decodeImage(bytes, { greyOnly: true });
      return { rows, cols, values: pixels };
    }
    const { shape, data } = arrayOf(path, bytes, variable);
    if (shape.length === 2) return { rows: shape[0], cols: shape[1], values: data };
    throw new Error(`expected an array of rows × columns, found ${shape.join(' × ')}`);
  } catch (error) {
    throw new Failure(`${path}: ${(error as Error).message}`);
  }
}
