import { extname } from 'node:path';
import { UsageError } from './errors.ts';

/** The format of a figure by the ending of its file. Throws UsageError for any other. */
export function figureFormat(path: string): 'svg' | 'png' {
  const ending = extname(path).toLowerCase();
  if (ending === '.svg') return 'svg';
  if (ending === '.png') return 'png';
  throw new UsageError(`--out ${path}: expected a file that ends in .svg or .png.`);
}
