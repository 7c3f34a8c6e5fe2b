import { FormatError } from '../error.ts';

/** Units of text by storage code: bytes (1, 2, 16: UTF-8), UTF-16 (4, 17). */
const WIDTH: Readonly<Record<number, number>> = { 1: 1, 2: 1, 16: 1, 4: 2, 17: 2 };

/** The rows of a character matrix (dims rows × width, first index fastest) without the blanks that fill them up. */
export function charRows(type: number, view: DataView, little: boolean, dims: readonly number[]): string[] {
  const [rows, width] = dims;
  const unit = WIDTH[type];
  if (dims.length !== 2 || unit === undefined || view.byteLength !== rows * width * unit) {
    throw new FormatError(`expected ${dims.join(' × ')} characters, found ${view.byteLength} bytes of type ${type}`);
  }
  // Rows without characters take no bytes: their number would be a claim that nothing bounds.
  if (width === 0) return [];
  const codeAt = (i: number): number => (unit === 1 ? view.getUint8(i) : view.getUint16(2 * i, little));
  return Array.from({ length: rows }, (_, r) => {
    let text = '';
    for (let c = 0; c < width; c++) text += String.fromCharCode(codeAt(c * rows + r));
    return text.replace(/[ \0]+$/, '');
  });
}
