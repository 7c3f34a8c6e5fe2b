/** How much of every entry the table on the page shows. Exports have all of it. */
import { chosenText } from '../../../core/study/grid/entry.ts';
import type { TableGrid } from '../../../core/study/grid/grid.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';

export type Density = 'value' | 'spread' | 'full';

export const densityChoices = [
  { value: 'value', title: 'Value' },
  { value: 'spread', title: 'Value ± s' },
  { value: 'full', title: 'Full' },
] as const satisfies readonly { value: Density; title: string }[];

/** What fits about 1,000 pixels beside the names of the methods, where shapes take so many letters. */
export function fittingDensity(columns: number, shape: number): Density {
  return columns <= 4 && columns * shape <= 64 ? 'full' : columns <= 6 ? 'spread' : 'value';
}

/** What the table on the page is: its measure and data, and what stands in an entry. */
export function shownCaption({ caption }: TableGrid, density: Density): string {
  return `${caption} ${PARTS[density]}`;
}

const PARTS: Readonly<Record<Density, string>> = {
  value: 'Means.',
  spread: 'Mean ± sample standard deviation.',
  full: 'Mean ± sample standard deviation, latent shape in brackets.',
};

/** Letters that mean, deviation, shape and count take at most, so that columns keep their width while cells finish. */
interface PartWidths {
  readonly mean: number;
  readonly std: number;
  readonly shape: number;
  readonly count: number;
}

/** Widths for all that a study may still come to show: two-dimensional shapes take "(56, 46)" before they are known. */
export function partWidths({ rows, options, measure, done, total }: StudyTable): PartWidths {
  const entries = rows.flatMap((row) => row.entries.flatMap((entry) => [entry, entry.validated ?? []].flat()));
  const digits = options.digits ?? measure.digits;
  const longest = (value: (entry: (typeof entries)[number]) => number | null): number =>
    Math.max(...entries.map((entry) => value(entry)?.toFixed(digits).length ?? 0), digits === 0 ? 2 : digits + 3);
  const shapes = entries.flatMap(({ shape, tuned, full }) =>
    shape === null ? [] : [chosenText(shape, tuned, full).length],
  );
  const twoDimensional = entries.some(({ shape }) => shape !== null && shape.length > 1);
  const planned = Math.max(0, ...rows.flatMap((row) => row.entries.map((entry) => entry.planned)));
  return {
    mean: longest(({ mean }) => mean),
    std: longest(({ std }) => std) + 3,
    shape: Math.max(twoDimensional ? 8 : 5, ...shapes),
    count: done < total ? `${planned} of ${planned}`.length : 0,
  };
}
