/** Numbers of a comparison report, formatted and with their sources. */
import type { ComparisonFindings } from './findings.ts';
import { type QuantityId, named, type Prose, type Trace, type TracedNumber } from './tracedProse.ts';
import { differenceUnit } from '../../measures/practicalMargin.ts';
import { isUnavailable, type TestUnavailable } from '../../stats/tests/testResult.ts';
import { numberText, pValue } from '../numbers.ts';

type Of = Omit<Trace, 'quantity' | 'study'>;

/** Formats the numbers of a section, all from one study (or from several joined ones). */
export interface Numbers {
  readonly count: (quantity: QuantityId, value: number, of?: Of) => TracedNumber;
  /** With fixed decimals; a missing value is replaced by its reason. */
  readonly fixed: (quantity: QuantityId, value: number | TestUnavailable | null, digits: number, of?: Of) => Prose;
  /** "p = …", or "p < …" for small values. */
  readonly p: (quantity: QuantityId, value: number | TestUnavailable | null) => Prose;
  /** The bare p, for columns. */
  readonly bareP: (quantity: QuantityId, value: number | TestUnavailable | null, of?: Of) => Prose;
  /** As stated in the spec or options: α, margin, target power. */
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
      const traced = number(quantity, value, numberText(value, digits), of);
      return unit === '' ? [traced] : [traced, ' ', named(unit)];
    },
  };
}
