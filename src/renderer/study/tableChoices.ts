/** What the page offers for the table of a study. */
import { computed, type Ref, type WritableComputedRef } from 'vue';
import type { Condition } from '../../core/protocols/split.ts';
import type { MeasureId } from '../../core/measures/measures.ts';
import { countsTestImages } from '../../core/study/plan/unrecognisable.ts';
import type { TableFactor, TableOptionsInput } from '../../core/study/table/tableOptions.ts';
import { parametersOf, type Fields } from '../../core/field.ts';
import { textsOf, type FieldTexts, readOptions } from '../parameters/fieldTexts.ts';

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
export function alphaChoices(studyAlpha: number): Choice[] {
  return [...new Set([0.001, 0.01, 0.05, 0.1, studyAlpha])]
    .sort((a, b) => a - b)
    .map((alpha) => ({ value: String(alpha), title: String(alpha) }));
}

/** How the latent shape is chosen where a panel shows one way at a time. */
export const oneSelectionChoices = [
  { value: 'oracle', title: 'Oracle' },
  { value: 'validated', title: 'Validated' },
] as const;

/** The options with another measure. Test images are left out only of measures that count them. */
export function withMeasure(options: TableOptionsInput, measure: MeasureId): TableOptionsInput {
  return { ...options, measure, ...(!countsTestImages(measure) && { knownOnly: undefined }) };
}

/** Whether the table is shown otherwise than a study by itself would. */
export function isChanged(options: TableOptionsInput): boolean {
  const { comparison = {}, ...others } = options;
  return [...Object.values(comparison), ...Object.values(others)].some((value) => value !== undefined);
}

// Options of the table as values that fields read and write.

export function useTableOption(options: Ref<TableOptionsInput>) {
  /** An option with a way to change it. */
  function option<T>(read: () => T, change: (value: T) => TableOptionsInput): WritableComputedRef<T> {
    return computed({ get: read, set: (value) => (options.value = { ...options.value, ...change(value) }) });
  }
  /** The options of a list as texts of its fields. */
  function texts(fields: Fields): WritableComputedRef<FieldTexts> {
    const before = computed(() => textsOf(parametersOf(fields), options.value));
    return option(
      () => before.value,
      (now) => changes(fields, now, before.value),
    );
  }
  return { option, texts };
}

/** What differs, as options; a text that says nothing leaves its option to its default. */
export function changes(fields: Fields, texts: FieldTexts, before: FieldTexts): TableOptionsInput {
  const other = Object.entries(texts).filter(([name, text]) => text !== before[name]);
  const none = Object.fromEntries(other.map(([name]) => [name, undefined]));
  return { ...none, ...readOptions(fields, Object.fromEntries(other)).given };
}
