/** Round values along an axis, and where they stand. */

export interface Scale {
  readonly kind: 'linear' | 'log';
  readonly from: number;
  readonly to: number;
}

/** 0 at the beginning of the axis, 1 at its end. */
export function placeOn({ kind, from, to }: Scale, value: number): number {
  if (from === to) return 0.5;
  return kind === 'log'
    ? (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
    : (value - from) / (to - from);
}

/** Multiples of 1, 2 or 5 times a power of ten within the axis, about `wanted`; on a log axis these in every decade. */
export function ticksOf(scale: Scale, wanted: number): number[] {
  return scale.kind === 'log' ? logTicks(scale, wanted) : linearTicks(scale, wanted);
}

/** As few digits as tell neighbouring ticks apart. */
export function tickText(value: number): string {
  return String(Number(value.toPrecision(6))).replace('-', '−');
}

/** A linear axis that holds the values and ends at ticks. */
export function roundScale(from: number, to: number, wanted: number): Scale {
  const step = stepOf(to - from || Math.abs(to) || 1, wanted);
  return { kind: 'linear', from: Math.floor(from / step + 1e-9) * step, to: Math.ceil(to / step - 1e-9) * step };
}

function linearTicks({ from, to }: Scale, wanted: number): number[] {
  const step = stepOf(to - from, wanted);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function stepOf(span: number, wanted: number): number {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((digit) => digit * power >= rough * 0.999) ?? 10) * power;
}

function logTicks({ from, to }: Scale, wanted: number): number[] {
  const decades = Math.log10(to / from);
  const digits = decades > wanted / 2 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
    for (const digit of digits) {
      const value = Number((digit * 10 ** power).toPrecision(6));
      if (value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9)) ticks.push(value);
    }
  }
  return ticks;
}
