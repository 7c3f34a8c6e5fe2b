/** Sizes and fonts of drawings on paper or as on screen, shared by all file formats. */
import { figureWidth, LEAST_LETTER, type FigurePage } from '../figurePage.ts';
import { MM, sheetOf, TEXT_UNITS } from '../drawingArea.ts';
import type { Drawing, TextRun, TextShape } from './drawing.ts';

/** Font families by medium; 'screen': those of the page. */
export const FAMILIES = {
  screen: "Inter, system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif",
  sans: "Helvetica, Arial, 'Liberation Sans', sans-serif",
  serif: "'Times New Roman', Times, 'Liberation Serif', serif",
} as const;

/** A drawing with its paper size and fonts, shared by all file formats. */
export interface Printed {
  readonly drawing: Drawing;
  readonly letters: keyof typeof FAMILIES;
  readonly family: FigurePage['family'];
  /** null: as on screen. */
  readonly paper: {
    /** In mm. */
    readonly width: number;
    readonly height: string;
    /** Width in units, and left edge; narrower drawings are centred. */
    readonly units: number;
    readonly left: number;
  } | null;
  /** Font size of a text, or of one of its runs, in units. */
  readonly sizeOf: (shape: TextShape, run?: TextRun) => number;
}

const INDEX = 0.8;

/** A drawing as on screen. */
export function asOnScreen(drawing: Drawing, family: FigurePage['family'] = 'sans'): Printed {
  const sizeOf: Printed['sizeOf'] = ({ 'font-size': size = TEXT_UNITS }, run) =>
    run?.symbol === 'index' ? size * INDEX : size;
  return { drawing, letters: family === 'sans' ? 'screen' : family, family, paper: null, sizeOf };
}

/**
 * A drawing on paper: its width in mm, its font family, and no letter below 7 pt. On screen it changes only for a
 * family other than sans. Throws RangeError if the drawing is wider than the page; the message states the width it
 * needs.
 */
export function printed(drawing: Drawing, page: FigurePage): Printed {
  const { family, fontSize } = page;
  const { width } = sheetOf(page);
  const onPaper = figureWidth(page);
  if (width === null || onPaper === null) return asOnScreen(drawing, family);
  const { width: drawingWidth, height } = drawing;
  const mm = (units: number): number => (units * fontSize) / TEXT_UNITS / MM;
  if (drawingWidth > width + 0.5) {
    throw new RangeError(
      `the figure needs ${Math.ceil(mm(drawingWidth))} mm at ${fontSize} pt, the page has ${onPaper} mm`,
    );
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
      left: (drawingWidth - width) / 2,
    },
    // Relative sizes become absolute, because their reference may itself be small.
    sizeOf: ({ 'font-size': size = TEXT_UNITS }, run) =>
      Math.max(run?.symbol === 'index' ? TEXT_UNITS * INDEX : size, least),
  };
}
