/** Formatting of numbers and times on the page. */
import { unitSuffix } from '../../core/measures/practicalMargin.ts';
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { Measure } from '../../core/measures/measures.ts';
import { plural } from '../../core/text/phrases.ts';

export { listed, plural } from '../../core/text/phrases.ts';

export function integer(value: number): string {
  return value.toLocaleString('en-GB', { maximumFractionDigits: 0 });
}

/** Minimum and maximum pixel as "0 … 255". */
export function pixelRange(range: readonly [number, number]): string {
  return range.map((value) => Number(value.toPrecision(4))).join(' … ');
}

/** Seconds as "0.8 s", "42 s", "3 min 05 s", "2 h 14 min". */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** An estimate at its own precision: "a few seconds", "about 40 s", "about 3 min", "about 2.5 h". */
export function roughDuration(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  if (seconds < 118) return `about ${Math.round(seconds / 5) * 5} s`;
  const minutes = seconds / 60;
  if (minutes < 57) return `about ${minutes < 10 ? Math.round(minutes) : Math.round(minutes / 5) * 5} min`;
  const hours = minutes / 60;
  return `about ${hours < 10 ? Math.round(hours * 2) / 2 : Math.round(hours)} h`;
}

/** Units per second with two significant figures: "0.42", "3.1", "58". */
export function rate(perSecond: number): string {
  if (perSecond >= 10) return integer(perSecond);
  return perSecond >= 1 ? perSecond.toFixed(1) : perSecond.toFixed(2);
}

/** "20 Nov 2026" in local time. */
export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? iso
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Relative time: "just now", "20 min ago", "3 h ago", "2 days ago"; after a week the date. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (now - new Date(iso).getTime()) / 1000;
  // Clocks of other machines may be ahead.
  if (Number.isNaN(seconds) || seconds >= 7 * DAY || seconds < -60) return day(iso);
  if (seconds < 60) return 'just now';
  if (seconds < HOUR) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`;
  const days = Math.floor(seconds / DAY);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}

/** "20 Nov 2026, 14:05" in local time. */
export function dateTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return `${day(iso)}, ${date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
}

export { shapeText } from '../../core/methods/latent/latentShape.ts';

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1e6) return `${(size / 1e3).toFixed(0)} kB`;
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(2)} GB`;
}

/** A value of a measure with its unit: "16.25%"; `more` decimals than tables show. */
export function valueText(value: number, { unit, digits }: Pick<Measure, 'unit' | 'digits'>, more = 0): string {
  return `${value.toFixed(digits + more)}${unitSuffix({ unit })}`;
}

/** "165 images of 15 subjects, 11 each." */
export function amountSentence({ count, subjects, perSubject, cols }: DatasetSummary): string {
  const [least, most] = perSubject;
  const each =
    least === most ? integer(least) : `${integer(least)} ${most === least + 1 ? 'or' : 'to'} ${integer(most)}`;
  const amount = `${plural(count, cols === 1 ? 'vector' : 'image')} of ${plural(subjects, 'subject')}`;
  return subjects === 1 ? `${amount}.` : `${amount}, ${each} each.`;
}
