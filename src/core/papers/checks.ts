/** Statements of a paper, held against what came out. */
import type { Check } from './result.ts';

/** Four digits, of large numbers one behind the point. */
export function shortNumber(value: number): string {
  const text = Math.abs(value) >= 1000 ? value.toFixed(1) : value.toPrecision(4);
  return String(Number(text)).replaceAll('-', '−');
}

/** Holds where `found` is within `tolerance` of the published number. */
export function valueCheck(claim: string, published: number, found: number, tolerance: number): Check {
  return {
    claim,
    kind: 'value',
    published: `${shortNumber(published)} ± ${shortNumber(tolerance)}`,
    found: shortNumber(found),
    holds: Math.abs(found - published) <= tolerance,
  };
}

/** Holds where the named numbers ascend strictly in this order. */
export function ascendingCheck(claim: string, named: readonly (readonly [string, number])[]): Check {
  const ascending = named.every(([, value], i) => i === 0 || named[i - 1][1] < value);
  return {
    claim,
    kind: 'order',
    published: named.map(([name]) => name).join(' < '),
    found: [...named]
      .sort((a, b) => a[1] - b[1])
      .map(([name, value]) => `${name} ${shortNumber(value)}`)
      .join(' < '),
    holds: ascending,
  };
}

/** Any other statement; `found` says what was seen instead of, or in support of, `published`. */
export function orderCheck(claim: string, published: string, found: string, holds: boolean): Check {
  return { claim, kind: 'order', published, found, holds };
}
