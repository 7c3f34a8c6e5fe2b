/** Data of the overview: all methods in all conditions. Bright is good; the best of every condition is outlined. */
import { unitSuffix } from '../../measures/practicalMargin.ts';
import { quantile } from '../../stats/describe.ts';
import { tableGrid, type EntryPlace } from '../../study/table/grid.ts';
import type { GridColumn } from '../../study/table/gridHead.ts';
import { standings } from '../../study/table/standings.ts';
import type { StudyTable } from '../../study/table/table.ts';
import { shadeColour, shadeInk, shadeOf } from './colourScale.ts';
import { meanTitle } from './measureAxis.ts';

/** Values that share a colour scale: those of one condition, or all. */
export type OverviewShading = 'condition' | 'all';

export interface OverviewOptions {
  readonly selection: EntryPlace['selection'];
  readonly shading: OverviewShading;
}

export interface OverviewCell {
  readonly place: EntryPlace;
  readonly mean: number;
  /** Of significance, as in the table; empty: none. */
  readonly mark: string;
  /** Distance from the best on the scale, 0 at the best; beyond 1: past the end of the scale. */
  readonly away: number;
  /** Three significant digits and the significance mark. */
  readonly text: string;
  /** "#rrggbb" of the cell and of the text on it. */
  readonly fill: string;
  readonly ink: string;
  readonly best: boolean;
  /** "PCA, k = 2: 18.04%" */
  readonly reading: string;
}

export interface OverviewRow {
  readonly label: string;
  readonly methodId: string;
  /** Mean rank over the conditions in which all methods were compared; null without such conditions. */
  readonly rank: number | null;
  /** In the order of the columns; null without finished results. */
  readonly cells: readonly (OverviewCell | null)[];
}

export interface Overview {
  readonly title: string;
  readonly description: string;
  readonly columns: readonly GridColumn[];
  /** By mean rank, best first; rows without one come last, in the order of the study. */
  readonly rows: readonly OverviewRow[];
  /** Meaning of colours, outline and marks. */
  readonly note: string;
}

export function overview(table: StudyTable, { selection, shading }: OverviewOptions): Overview {
  const { measure, rows, conditions } = table;
  const options = { ...table.options, rows: ['method' as const], selection, labels: false, standings: false };
  const grid = tableGrid({ ...table, options });
  const ranks = standings(rows, measure.better, selection).map(({ averageRank }) => averageRank);
  const meanOf = ({ method, condition }: EntryPlace): number | null => {
    const entry = rows[method].entries[condition];
    return (selection === 'oracle' ? entry : entry.validated)?.mean ?? null;
  };
  const places = grid.rows.map(({ cells }) => cells.map((cell) => (typeof cell === 'string' ? null : cell)));
  const scaled = (cells: readonly (EntryPlace | null)[]): Scale =>
    scaleOf(
      cells.map((cell) => cell && meanOf(cell)),
      measure.better,
    );
  const scales = grid.columns.map((_, c) => scaled(places.map((cells) => cells[c])));
  const common = scaled(places.flat());
  const unit = unitSuffix(measure);
  const body = rows.map(({ label, methodId }, r): OverviewRow => ({
    label,
    methodId,
    rank: ranks[r],
    cells: places[r].map((cell, c) => {
      const mean = cell && meanOf(cell);
      if (cell === null || mean === null) return null;
      const { method, condition, selection: side, mark } = cell;
      const share = (shading === 'all' ? common : scales[c])(mean);
      const shade = shadeOf(share);
      const entry = rows[method].entries[condition];
      return {
        place: { method, condition, selection: side },
        mean,
        mark: mark.trim(),
        away: share,
        text: threeDigits(mean) + mark + (share > 1 ? BEYOND : ''),
        fill: shadeColour(shade),
        ink: shadeInk(shade),
        best: (selection === 'oracle' ? entry : entry.validated!).standing === 'best',
        reading: `${label}, ${conditions[condition].title}: ${mean.toFixed(measure.digits + 1)}${unit}`,
      };
    }),
  }));
  const title = `${meanTitle(measure)} on ${table.dataset}`;
  const marked = body.some(({ cells }) => cells.some((cell) => cell !== null && /[•*]/.test(cell.text)));
  return {
    title,
    description: `${title}: ${rows.length} methods in ${conditions.length} conditions`,
    columns: grid.columns,
    rows: body.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0),
    note:
      `Bright is good, ${shading === 'all' ? 'on one scale for all' : 'on a scale per condition'}; outlined is the best of ` +
      `a condition. Shapes chosen ${selection === 'oracle' ? 'on the test images (oracle)' : 'inside the training images'}.` +
      (marked ? ' Marks of significance as in the table.' : '') +
      (body.some(({ cells }) => cells.some((cell) => cell?.text.endsWith(BEYOND)))
        ? ` ${BEYOND}: beyond the scale, which ends at twice the median distance from the best.`
        : ''),
  };
}

/** Appended to values beyond the end of their scale. */
const BEYOND = '›';

/** Maps values to positions on a scale: 0 is the best, 1 its end; values beyond are marked. */
type Scale = (value: number) => number;

/**
 * Scale from the best to the worst value, at most twice the median distance from the best: otherwise one failing method
 * would give all others the same colour. 0 if all are equal.
 */
function scaleOf(values: readonly (number | null)[], better: 'lower' | 'higher'): Scale {
  const present = values.filter((value) => value !== null);
  const best = better === 'lower' ? Math.min(...present) : Math.max(...present);
  const away = present.map((value) => Math.abs(value - best)).sort((a, b) => a - b);
  const worst = away.at(-1) ?? 0;
  const cap = present.length < LEAST_FOR_CAP ? worst : 2 * quantile(away, 0.5);
  const end = cap > 0 ? Math.min(worst, cap) : worst;
  return (value) => (end === 0 ? 0 : Math.abs(value - best) / end);
}

/** Minimum number of values for a meaningful median. */
const LEAST_FOR_CAP = 5;

/** "18.0", "0.926", "104", "1530" */
function threeDigits(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

// Miniature of the overview for lists of studies.

/**
 * By method, best first, and condition: the distance from the best, 0 for the best, 1 at the end of the scale; null
 * without finished results.
 */
export type Miniature = readonly (readonly (number | null)[])[];

/** Maximum methods and conditions that are distinguishable at this size. */
const MOST = { rows: 16, columns: 24 };

/** The first methods and conditions of a table. */
export function miniature(table: StudyTable): Miniature {
  const { rows } = overview(table, { selection: 'oracle', shading: 'condition' });
  return rows
    .slice(0, MOST.rows)
    .map(({ cells }) => cells.slice(0, MOST.columns).map((cell) => cell && Math.min(1, cell.away)));
}
