/** How much of every entry the table on the page shows. Exports have all of it. */
import { chosenText } from '../../../core/study/table/entry.ts';
import type { TableGrid } from '../../../core/study/table/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

export type Density = 'value' | 'spread' | 'full';

export const densityChoices = [
  { value: 'value', title: 'Value' },
  { value: 'spread', title: 'Value ± s' },
  { value: 'full', title: 'Full' },
] as const satisfies readonly { value: Density; title: string }[];

/** Pixels of a digit, of what surrounds the parts of an entry, and of a column after the entries. */
const DIGIT = 9;
const AROUND = { spread: 24, full: 38 };
const STANDING = 68;
/** Of the width of a digit: one of the deviation, and a letter of the count, which are set small. */
const SMALL = 0.86;
const COUNTED = 0.72;
/** Of a name: what surrounds it, and its letters. */
const NAME = 58;
const LETTER = 8;

/** The most of every entry that a table shows within a width of so many pixels. */
export function fittingDensity(grid: TableGrid, columns: number, parts: PartWidths, room: number): Density {
  const { mean, std, shape, count } = parts;
  const names = NAME + LETTER * Math.max(0, ...grid.rows.map(({ title }) => title.length));
  const available = room - names - STANDING * (grid.head.length - 1 - grid.columns.length);
  const fits = (density: keyof typeof AROUND, letters: number): boolean =>
    columns * (letters * DIGIT + AROUND[density]) <= available;
  const spread = mean + SMALL * std + COUNTED * count;
  return fits('full', spread + shape) ? 'full' : fits('spread', spread) ? 'spread' : 'value';
}

/** What the table on the page is: its measure and data, and what stands in an entry. */
export function shownCaption({ caption }: TableGrid, density: Density): string {
  return `${caption} ${PARTS[density]}`;
}

const PARTS: Readonly<Record<Density, string>> = {
  value: 'Means.',
  spread: 'Mean ± sample standard deviation.',
  full: 'Mean ± sample standard deviation, dimension in brackets.',
};

/** Letters that mean, deviation, shape and count take at most, so that columns keep their width while cells finish. */
export interface PartWidths {
  readonly mean: number;
  readonly std: number;
  readonly shape: number;
  readonly count: number;
}

/** Widths for all that a study may still come to show: two-dimensional shapes take "(56, 46)" before they are known. */
export function partWidths({ rows, options, measure, done, total }: StudyTable): PartWidths {
  const digits = options.digits ?? measure.digits;
  let [shape, twoDimensional, planned] = [5, false, 0];
  const [means, stds] = [range(), range()];
  // A pass without lists of its own: a profile of 2,000 entries had 80 ms with them, now 12.
  for (const { entries } of rows)
    for (const entry of entries) {
      planned = Math.max(planned, entry.planned);
      for (const side of entry.validated ? [entry, entry.validated] : [entry]) {
        means.add(side.mean);
        stds.add(side.std);
        if (side.shape === null) continue;
        shape = Math.max(shape, chosenText(side.shape, side.tuned, side.full).length);
        twoDimensional ||= side.shape.length > 1;
      }
    }
  const least = digits === 0 ? 2 : digits + 3;
  return {
    mean: Math.max(means.letters(digits), least),
    std: Math.max(stds.letters(digits), least) + 1,
    shape: twoDimensional ? Math.max(8, shape) : shape,
    count: done < total ? `${planned} of ${planned}`.length : 0,
  };
}

/** Numbers of which only the longest in print counts: that is the greatest or the least. */
function range() {
  let [least, greatest] = [Infinity, -Infinity];
  return {
    add(value: number | null) {
      if (value === null) return;
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    },
    letters(digits: number) {
      return least > greatest ? 0 : Math.max(least.toFixed(digits).length, greatest.toFixed(digits).length);
    },
  };
}
