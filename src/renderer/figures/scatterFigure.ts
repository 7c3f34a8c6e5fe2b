/** A scatter plot as a figure for papers: what the page shows, in the room of a sheet. */
import { drawScatter, type ScatterStyle } from '../../core/figures/drawScatter.ts';
import type { Sheet } from '../../core/figures/drawingArea.ts';
import { chartPalette } from '../../core/figures/palette.ts';
import { scatterScene, type Size, type PlanePoints, type ViewWindow } from '../../core/figures/scatterScene.ts';
import type { Drawing, ImageShape } from '../../core/figures/drawing/drawing.ts';
import { drawingPen } from '../../core/figures/painters/drawingPen.ts';
import { base64Of } from '../../core/formats/base64.ts';
import type { GreyImage } from '../faces/greyImage.ts';

export type Theme = 'light' | 'dark';

/** What a figure of a plot depends on besides its ground and its paper. */
export interface ShownScatter {
  readonly points: PlanePoints;
  readonly view: ViewWindow;
  /** On the screen, in pixels. */
  readonly size: Size;
  readonly face: Size | null;
  readonly style: (theme: Theme) => ScatterStyle;
  readonly imageOf: (index: number) => GreyImage | undefined;
}

/** Height by width on a sheet, at most and at least. */
const TALLEST = 1;
const LOWEST = 0.6;

/** On the screen as large as it is there. No point stands out: nothing is pointed at on paper. */
export function scatterDrawing(shown: ShownScatter, theme: Theme, sheet: Sheet, title: string): Drawing {
  const size = sheet.width === null ? shown.size : onPaper(sheet.width, shown.size);
  const scene = scatterScene(shown.points, shown.view, size, shown.face);
  const { pen, drawing } = drawingPen((index) => {
    const image = shown.imageOf(index);
    return image === undefined ? null : greyPixels(image);
  });
  drawScatter(scene, { ...shown.style(theme), palette: chartPalette[theme], marked: [] }, pen);
  return drawing(size.width, size.height, title);
}

function onPaper(width: number, screen: Size): Size {
  const share = Math.min(TALLEST, Math.max(LOWEST, screen.height / screen.width));
  return { width, height: Math.round(width * share) };
}

function greyPixels({ rows, cols, rgba }: GreyImage): Pick<ImageShape, 'rows' | 'cols' | 'pixels'> {
  const grey = Uint8Array.from({ length: rows * cols }, (_, i) => rgba[4 * i]);
  return { rows, cols, pixels: base64Of(grey) };
}
