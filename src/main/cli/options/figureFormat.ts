import { figureFormats, type FigureFormat } from '../../../core/figures/page/figurePage.ts';
import { UsageError } from '../errors.ts';
import { endingOf } from '../files/writeOut.ts';

/** The format of a figure by the ending of its file, SVG on standard output. Throws UsageError for any other. */
export function figureFormat(path: string): FigureFormat {
  const ending = endingOf(path, '.svg');
  const format = figureFormats.find(({ id }) => ending === `.${id}`);
  if (format) return format.id;
  const known = figureFormats.map(({ id }) => `.${id}`).join(' or ');
  throw new UsageError(`--out ${path}: expected a file that ends in ${known}.`);
}
