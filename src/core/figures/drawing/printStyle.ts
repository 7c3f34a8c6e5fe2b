/** Drawings on paper, or as on the screen: sizes and letters, the same for every file. */
import { figureWidth, LEAST_LETTER, type FigurePage } from '../figurePage.ts';
import { MM, sheetOf, TEXT_UNITS } from '../drawingArea.ts';
import type { Drawing, TextRun, TextShape } from './drawing.ts';

/** Letters by where they stand: 'screen' as the page has them. */
export const FAMILIES = {
  screen: "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif",
  sans: "Helvetica, Arial, 'Liberation Sans', sans-serif",
  serif: "'Times New Roman', Times, 'Liberation Serif', serif",
} as const;

/** A drawing with what its paper makes of it: the same for every file that it is written to. */
export interface Printed {
  readonly drawing: Drawing;
  readonly letters: keyof typeof FAMILIES;
  readonly family: FigurePage['family'];
  /** Null: as on the screen. */
  readonly paper: {
    /** In mm. */
    readonly width: number;
    readonly height: string;
    /** The width in units, and where it begins: narrower drawings stand in the middle. */
    readonly units: number;
    readonly left: number;
  } | null;
  /** Units of the letters of a text, or of one of its runs. */
  readonly sizeOf: (shape: TextShape, run?: TextRun) => number;
}

const INDEX = 0.8;

/** A drawing as the page shows it. */
export function asOnScreen(drawing: Drawing, family: FigurePage['family'] = 'sans'): Printed {
  const sizeOf: Printed['sizeOf'] = ({ 'font-size': size = TEXT_UNITS }, run) =>
    run?.symbol === 'index' ? size * INDEX : size;
  return { drawing, letters: family === 'sans' ? 'screen' : family, family, paper: null, sizeOf };
}

/**
 * A drawing as it stands on paper: its width in mm, its letters in the family and nowhere below 7 pt. On the screen as
 * it is, but for a family other than sans. Throws RangeError for a drawing that is wider than the page; the message
 * says the width that it needs.
 */
export function printed(drawing: Drawing, page: FigurePage): Printed {
  const { family, fontSize } = page;
  const { width } = sheetOf(page);
  const onPaper = figureWidth(page);
  if (width === null || onPaper === null) return asOnScreen(drawing, family);
  const { width: own, height } = drawing;
  const mm = (units: number): number => (units * fontSize) / TEXT_UNITS / MM;
  if (own > width + 0.5) {
    throw new RangeError(`the figure needs ${Math.ceil(mm(own))} mm at ${fontSize} pt, the page has ${onPaper} mm`);
  }
  const least = Math.ceil((100 * LEAST_LETTER * TEXT_UNITS) / fontSize) / 100;
  return {
    drawing,
    letters: family,
    family,
    paper: {
      width: onPaper,
      height: mm(height).toFixed(2),
      units: width,
      left: (own - width) / 2,
    },
    // Shares become sizes: what they are shares of may be small itself.
    sizeOf: ({ 'font-size': size = TEXT_UNITS }, run) =>
      Math.max(run?.symbol === 'index' ? TEXT_UNITS * INDEX : size, least),
  };
}
