/** The room that painters have, in the units of their drawings: 12 units are the height of the text. */
import { figureWidth, type FigurePage, type LegendPlace } from './figurePage.ts';

/** Units per size of the text. */
export const TEXT_UNITS = 12;

export interface Sheet {
  /** Units that the picture has to fit in; null: it takes what it takes. */
  readonly width: number | null;
  readonly legend: LegendPlace;
  /** Whether best values follow the names of lines. */
  readonly values: FigurePage['values'];
}

/** Below so many units, as in a column, legends are small and without values, and large marks smaller. */
const NARROW = 450;

export function isNarrow({ width }: Sheet): boolean {
  return width !== null && width < NARROW;
}

export const SCREEN: Sheet = { width: null, legend: 'auto', values: 'auto' };

/** Points per mm. */
export const MM = 72 / 25.4;

/** Throws nothing; a page as on the screen has no width. */
export function sheetOf(page: FigurePage): Sheet {
  const mm = figureWidth(page);
  return {
    width: mm === null ? null : (mm * MM * TEXT_UNITS) / page.fontSize,
    legend: page.legend,
    values: page.values,
  };
}
