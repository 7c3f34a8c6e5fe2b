/** What settings come to on the images of a fit: counts, and penalties in the units of the images. */

export interface Amount {
  /** The parameter that it comes from. */
  readonly setting: string;
  /** What it is: "components", "penalty α". */
  readonly name: string;
  readonly value: number;
  /** Empty for pure numbers. */
  readonly unit: string;
  /** How it came about, to stand in brackets. */
  readonly remark: string;
}

/** "components 97 (98.0 % of the variance)". */
export function amountText({ name, value, unit, remark }: Amount): string {
  return `${name} ${Number(value.toPrecision(4))}${unit && ` ${unit}`} (${remark})`;
}
