/** The parts of a report on a comparison, as data for the writers of pages and of Markdown. */
import type { ComparisonFindings } from './findings.ts';
import { type QuantityId, named, type Prose, type Trace, type TracedNumber } from './tracedProse.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import { isUnavailable, type TestUnavailable } from '../../stats/tests/testResult.ts';
import { numberText, pValue } from '../numbers.ts';

export type Block =
  | { readonly kind: 'paragraph'; readonly prose: Prose }
  | { readonly kind: 'list'; readonly items: readonly Prose[] }
  | {
      readonly kind: 'table';
      readonly head: readonly Prose[];
      /** The first cell of a row names it. */
      readonly rows: readonly (readonly Prose[])[];
    }
  | { readonly kind: 'figure'; readonly caption: Prose; readonly svg: string };

export interface Section {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export function paragraph(...sentences: readonly Prose[]): Block {
  return { kind: 'paragraph', prose: sentences.flatMap((sentence, i) => (i === 0 ? sentence : [' ', ...sentence])) };
}

type Of = Omit<Trace, 'quantity' | 'study'>;

/** How a section writes its numbers, all of one study (or of several that are joined). */
export interface Numbers {
  readonly count: (quantity: QuantityId, value: number, of?: Of) => TracedNumber;
  /** With fixed decimals; `without` a value its reason stands there. */
  readonly fixed: (quantity: QuantityId, value: number | TestUnavailable | null, digits: number, of?: Of) => Prose;
  /** "p = …", with the sign of a bound where it is small. */
  readonly p: (quantity: QuantityId, value: number | TestUnavailable | null) => Prose;
  /** The bare p, for columns. */
  readonly bareP: (quantity: QuantityId, value: number | TestUnavailable | null, of?: Of) => Prose;
  /** As it was stated: α, margin, wanted power. */
  readonly stated: (name: string, value: number) => TracedNumber;
  /** A difference in the unit of the measure. */
  readonly amount: (quantity: QuantityId, value: number, of?: Of) => Prose;
}

export function numbersOf({ table }: Pick<ComparisonFindings, 'table'>): Numbers {
  const { study, measure } = table;
  const number = (quantity: QuantityId, value: number, text: string, of: Of = {}): TracedNumber => {
    return { kind: 'number', text, value, trace: { quantity, study, ...of } };
  };
  const lacking = (value: TestUnavailable | null): Prose => [value ?? '–'];
  const unit = differenceUnit(measure);
  const digits = (table.options.digits ?? measure.digits) + 1;
  return {
    count: (quantity, value, of) => number(quantity, value, value.toLocaleString('en-GB'), of),
    fixed: (quantity, value, decimals, of) =>
      value === null || isUnavailable(value)
        ? lacking(value)
        : [number(quantity, value, numberText(value, decimals), of)],
    p: (quantity, value) =>
      value === null || isUnavailable(value)
        ? lacking(value)
        : [value < 0.001 ? 'p ' : 'p = ', number(quantity, value, pValue(value))],
    bareP: (quantity, value, of) =>
      value === null || isUnavailable(value) ? lacking(value) : [number(quantity, value, pValue(value), of)],
    stated: (name, value) => number('setting', value, String(value), { settings: { name } }),
    amount: (quantity, value, of) => {
      const shown = number(quantity, value, numberText(value, digits), of);
      return unit === '' ? [shown] : [shown, ' ', named(unit)];
    },
  };
}
