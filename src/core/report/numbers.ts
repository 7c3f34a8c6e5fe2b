/** Numbers in running text and tables. */

/** With a minus sign and fixed decimals; "–" without a value. */
export function numberText(value: number | null, digits = 2): string {
  return value === null ? '–' : value.toFixed(digits).replace(/^-/, '−');
}

/** "p = 0.032", "p < 0.001"; "–" without a value. */
export function pText(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? `p ${pValue(p)}` : `p = ${pValue(p)}`;
}

/** "0.032", "< 0.001"; "–" without a value: for columns of p. */
export function pValue(p: number | null): string {
  if (p === null) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
