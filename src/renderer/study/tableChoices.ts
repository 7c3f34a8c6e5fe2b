/** What the page offers for the table of a study. */
import type { Condition } from '../../core/protocols/condition.ts';
import type { TableFactor } from '../../core/study/table/tableFactors.ts';
import type { TableOptionsInput } from '../../core/study/table/tableOptions.ts';

interface Choice {
  readonly value: string;
  readonly title: string;
}

const FACTORS: Readonly<Record<TableFactor, string>> = {
  method: 'Methods',
  dataset: 'Datasets',
  training: 'Training',
  perturbation: 'Perturbations',
  measure: 'Measures',
};

/** What may run down the rows, as a list joined by commas. */
export function rowChoices(conditions: readonly Condition[]): Choice[] {
  const lists: readonly (readonly TableFactor[])[] = conditions.some(({ parts }) => parts)
    ? [
        ['method'],
        ['training'],
        ['perturbation'],
        ['training', 'perturbation'],
        ['method', 'training'],
        ['method', 'perturbation'],
      ]
    : [['method'], ['training']];
  const single = conditions.every(({ parts }) => !parts);
  return lists.map((factors) => ({
    value: factors.join(','),
    title: single && factors[0] === 'training' ? 'Conditions' : factors.map((factor) => FACTORS[factor]).join(' × '),
  }));
}

/** The factors of a choice. */
export function rowsOf(value: string): TableFactor[] {
  return value.split(',') as TableFactor[];
}

/** Significance levels, that of the study among them. */
export function alphaChoices(own: number): Choice[] {
  return [...new Set([0.001, 0.01, 0.05, 0.1, own])]
    .sort((a, b) => a - b)
    .map((alpha) => ({ value: String(alpha), title: String(alpha) }));
}

/** How the latent shape is chosen where a panel shows one way at a time. */
export const oneSelectionChoices = [
  { value: 'oracle', title: 'Oracle' },
  { value: 'validated', title: 'Validated' },
] as const;

/** Whether the table is shown otherwise than a study by itself would. */
export function isChanged(options: TableOptionsInput): boolean {
  const { comparison = {}, ...others } = options;
  return [...Object.values(comparison), ...Object.values(others)].some((value) => value !== undefined);
}
