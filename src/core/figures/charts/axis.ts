/** Axes of figures: range, ticks and labels. */
import { scaleLinear, scaleLog } from 'd3-scale';

export interface Scale {
  readonly kind: 'linear' | 'log';
  readonly from: number;
  readonly to: number;
}

export interface Tick {
  readonly value: number;
  readonly text: string;
}

export interface Axis extends Scale {
  /** With its unit in brackets. "q" and "q_c" are set as symbols. */
  readonly title: string;
  readonly ticks: readonly Tick[];
}

/** `wanted`: approximate number of ticks. */
export function axisOf(scale: Scale, title: string, wanted: number): Axis {
  return { ...scale, title, ticks: ticksOf(scale, wanted).map((value) => ({ value, text: tickText(value) })) };
}

/**
 * Maps values to positions on an axis: 0 at its start, 1 at its end; 0.5 if the axis has no extent. Build it once for
 * many values: a scale per value would take longer than all the drawing.
 */
export function placesOn({ kind, from, to }: Scale): (value: number) => number {
  const scale = kind === 'log' ? scaleLog() : scaleLinear();
  return scale.domain([from, to]).range([0, 1]);
}

/**
 * Multiples of 1, 2 or 5 times a power of ten within the axis, about `wanted`; on a log axis, such multiples in every
 * decade.
 */
export function ticksOf({ kind, from, to }: Scale, wanted: number): number[] {
  if (kind === 'linear') return scaleLinear().domain([from, to]).ticks(wanted);
  const digits = Math.log10(to / from) > wanted / 2 ? [1] : [1, 2, 5];
  const all = scaleLog().domain([from, to]).ticks(wanted);
  return all.filter((value) => digits.includes(Number(value.toExponential(0).split('e')[0])));
}

/** Shortest text that distinguishes neighbouring ticks; thousands have commas. */
export function tickText(value: number): string {
  const short = Number(value.toPrecision(6));
  const grouped = Number.isInteger(short) && Math.abs(short) < 1e15;
  return (grouped ? short.toLocaleString('en-GB') : String(short)).replace('-', '−');
}

/** A linear axis that contains the values and ends at ticks. A single value also gets some extent. */
export function roundScale(from: number, to: number, wanted: number): Scale {
  const ends = from < to ? [from, to] : from === 0 ? [0, 1] : [from - Math.abs(from) / 10, from];
  const [start, end] = scaleLinear().domain(ends).nice(wanted).domain();
  return { kind: 'linear', from: start, to: end };
}
