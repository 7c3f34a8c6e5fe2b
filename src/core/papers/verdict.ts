/** Verdict on an experiment, by one rule for all. */
import type { Check } from './result.ts';

export const VERDICTS = {
  reproduced: 'Reproduced',
  'order-reproduced': 'Order reproduced',
  'not-reproduced': 'Not reproduced',
} as const;

export type Verdict = keyof typeof VERDICTS;

/** Why an experiment is not reproduced. */
export const CAUSES = {
  paper: 'the paper',
  data: 'the data',
  solver: 'the solver',
} as const;

export type Cause = keyof typeof CAUSES;

/** The causes as the documents explain them. */
export const CAUSE_RULE =
  'Due to the paper: an independent implementation disagrees with it as well, or its statement contradicts its numbers. ' +
  'Due to the data: these are a stand-in, or other crops of the same images. Due to the solver: the order turns with the ' +
  'eigensolver. “Why it may differ” has the experiments that show it.';

/** The rule as the page and the documents state it. */
export const VERDICT_RULE =
  'Every experiment lists statements of the paper: numbers, each with a tolerance, and orders (which method is ahead, ' +
  'which way a curve goes). Reproduced: all of them hold, on the paper’s data. Order reproduced: all orders hold, and a ' +
  'number does not, or the data are a stand-in, on which the paper’s numbers are not asked for. Not reproduced: an order ' +
  'does not hold, or the paper states numbers alone and one does not hold. Data not available: the workspace has no ' +
  'dataset that it could run on.';

/** Throws RangeError without checks. */
export function verdictOf(checks: readonly Check[], standIn: boolean): Verdict {
  const orders = checks.filter(({ kind }) => kind === 'order');
  const values = checks.filter(({ kind }) => kind === 'value');
  if (orders.length === 0 && (standIn || values.length === 0)) throw new RangeError('verdictOf: nothing is stated');
  if (orders.some(({ holds }) => !holds)) return 'not-reproduced';
  if (standIn) return 'order-reproduced';
  if (values.every(({ holds }) => holds)) return 'reproduced';
  return orders.length > 0 ? 'order-reproduced' : 'not-reproduced';
}
