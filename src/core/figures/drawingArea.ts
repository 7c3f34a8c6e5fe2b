/** Available space for painters, in drawing units: the text is 12 units high. */
import { figureWidth, type FigurePage, type LegendPlace } from './figurePage.ts';

/** Units per font size. */
export const TEXT_UNITS = 12;

export interface Sheet {
  /** Maximum width in units; null: unlimited. */
  readonly width: number | null;
  readonly legend: LegendPlace;
  /** Whether best values follow the names of lines. */
  readonly values: FigurePage['values'];
}

/** Below this width, as in a column, legends are small and without values, and large marks are smaller. */
const NARROW = 450;

export function isNarrow({ width }: Sheet): boolean {
  return width !== null && width < NARROW;
}

export const SCREEN: Sheet = { width: null, legend: 'auto', values: 'auto' };

/** Points per mm. */
export const MM = 72 / 25.4;

/** The sheet of a page; unlimited width as on screen. */
export function sheetOf(page: FigurePage): Sheet {
  const mm = figureWidth(page);
  return {
    width: mm === null ? null : (mm * MM * TEXT_UNITS) / page.fontSize,
    legend: page.legend,
    values: page.values,
  };
}
