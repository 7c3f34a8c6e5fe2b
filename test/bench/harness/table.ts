/** A section of the benchmark as Markdown. */
import { markdownTable } from 'markdown-table';
import type { Measured, Row } from './compare.ts';
import type { Other } from './sides.ts';
import type { GrowthRow, MemoryRow, Machine, Section } from './results.ts';

const columns: readonly (readonly [Other, string])[] = [
  ['plain', 'plain NumPy'],
  ['lockstep', 'lockstep NumPy'],
  ['sklearn', 'scikit-learn'],
];

export function tableOf(section: Section): string {
  const { title, note } = section;
  const head = [`## ${title}`, ...(note ? [note] : [])];
  switch (section.kind) {
    case 'comparison': {
      const { kernels, python, before, after } = section.setting;
      const versions = Object.entries(python ?? {}).map(([name, version]) => `${name} ${version ?? 'not installed'}`);
      const sides = [kernels, ...(python ? versions : ['no Python'])].join(', ');
      return [...head, `${circumstances(before, after)}. ${sides}.`, comparison(section.rows)].join('\n\n');
    }
    case 'growth':
      return [...head, circumstances(section.before, section.after), growth(section.rows)].join('\n\n');
    case 'memory':
      return [...head, circumstances(section.before, section.after), memory(section.rows)].join('\n\n');
  }
}

function circumstances(before: Machine, after: Machine): string {
  const load = `load average ${before.load.toFixed(1)} to ${after.load.toFixed(1)}`;
  return `${before.processor}, ${before.threads} threads, ${load}, Node ${before.node}, ${before.date.slice(0, 16)}Z`;
}

/**
 * Milliseconds of processor time, in brackets wall time; ≠ marks work that took other iterations than ours, which have
 * a column where some row counts them.
 */
function comparison(rows: readonly Row[]): string {
  const counts = rows.some(({ ours }) => typeof ours.result === 'number');
  const lines = rows.map((row) => [
    row.work,
    ...(counts ? [typeof row.ours.result === 'number' ? `${row.ours.result}` : '–'] : []),
    cell(row.ours),
    row.narrow ? cell(row.narrow) : '–',
    ...columns.map(([side]) => {
      const other = row.others[side];
      if (other === undefined) return '–';
      return 'missing' in other ? `no ${other.missing}` : `${cell(other)}${differs(row.ours, other) ? ' ≠' : ''}`;
    }),
    columns.flatMap(([side]) => row.ratios[side]?.toFixed(2) ?? []).join(' / ') || '–',
    row.share === null ? '–' : `${(100 * row.share).toFixed(0)}%`,
  ]);
  const header = [
    'work, ms',
    ...(counts ? ['iterations'] : []),
    'ours',
    'ours at 128 bits',
    ...columns.map(([, name]) => name),
    'ratio',
    'share of the limit',
  ];
  return markdownTable([header, ...lines], { align: ['l', ...header.slice(1).map(() => 'r')] });
}

/** Whether another number of iterations or of wrong decisions was found. */
function differs(ours: Measured, other: Measured): boolean {
  return ours.result !== null && other.result !== null && JSON.stringify(ours.result) !== JSON.stringify(other.result);
}

const cell = ({ processor, wall }: { processor: number; wall: number }): string =>
  `${milliseconds(processor)} (${milliseconds(wall)})`;

function milliseconds(seconds: number): string {
  return Number((seconds * 1000).toPrecision(3)).toString();
}

function growth(rows: readonly GrowthRow[]): string {
  const lines = rows.map(({ work, over, sizes, seconds, exponent, wall }) => [
    work,
    `${over} ${sizes.join(' / ')}`,
    `${seconds.map(milliseconds).join(' / ')}${wall ? ' (wall)' : ''}`,
    exponent.toFixed(2),
  ]);
  return markdownTable([['work', 'over', 'ms', 'exponent'], ...lines], { align: ['l', 'l', 'r', 'r'] });
}

function memory(rows: readonly MemoryRow[]): string {
  const lines = rows.map(({ work, seconds, peak }) => [work, seconds.toFixed(1), (peak / 2 ** 20).toFixed(0)]);
  return markdownTable([['work', 'seconds', 'peak, MiB'], ...lines], { align: ['l', 'r', 'r'] });
}
