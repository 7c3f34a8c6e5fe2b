/** How wide the columns of a table come out in TeX. */
import type { SetColumn, ShapePlace } from '../columns.ts';
import { textWidth } from './widths.ts';

/** Of ± with the space around it, of a raised mark, and of what bold digits are wider by; at 10 pt. */
export const PLUS_MINUS = 12.3;
export const MARK = 4.7;
const BOLD = 4;
/** Between a number and the shape next to it, whatever the size of type. */
export const ASIDE_GAP = 4;

/** Widths at 10 pt of the numbers of a column and of what stands right of them. */
export function columnWidth(column: SetColumn, shapes: ShapePlace): { number: number; aside: number } {
  const { cells, summary, mean, std, marked, asides } = column;
  const texts = cells.filter((cell) => typeof cell === 'string');
  const instead = cells.flatMap((cell) => (typeof cell === 'string' || cell.mean !== null ? [] : [cell.instead]));
  const numbers = digitsWidth(mean) + BOLD + (std === 0 ? 0 : PLUS_MINUS + digitsWidth(std)) + (marked ? MARK : 0);
  const widest = (list: readonly string[]): number => Math.max(0, ...list.map(textWidth));
  const beside = shapes !== 'line';
  const below = beside ? 0 : widest(asides);
  return {
    number: Math.max(mean === 0 ? 0 : numbers, widest([...texts, ...instead, ...summary]), below),
    aside: beside ? widest(asides) : 0,
  };
}

function digitsWidth(characters: number): number {
  return characters * 5;
}
