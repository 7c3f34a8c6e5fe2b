/** The shortest decimals that read as the same double, the sign of zero with them. */
export function decimal(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
