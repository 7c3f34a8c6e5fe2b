/** The current view of a scatter plot as a figure for papers, fitted to a page. */
import type { Sheet } from '../../core/figures/drawingArea.ts';
import { chartPalette } from '../../core/figures/palette.ts';
import { scatterScene, type Size, type PlanePoints, type ViewWindow } from '../../core/figures/scatterScene.ts';
import type { Drawing } from '../../core/figures/drawing/drawing.ts';
import { drawScatter, type FacePicture, type ScatterStyle } from '../../core/figures/painters/scatter.ts';
import { base64Of } from '../../core/formats/base64.ts';
import type { GreyImage } from '../faces/greyImage.ts';

export type Theme = 'light' | 'dark';

/** Everything a figure of a plot depends on, except background and page. */
export interface VisibleScatter {
  readonly points: PlanePoints;
  readonly view: ViewWindow;
  /** Size on the screen, in pixels. */
  readonly size: Size;
  readonly face: Size | null;
  readonly style: (theme: Theme) => ScatterStyle;
  readonly imageOf: (index: number) => GreyImage | undefined;
}

/** Limits of the ratio of height to width on a page. */
const TALLEST = 1;
const LOWEST = 0.6;

/** At screen size, or fitted to the page. No point is highlighted, because paper has no pointer. */
export function scatterDrawing(plot: VisibleScatter, theme: Theme, sheet: Sheet, title: string): Drawing {
  const size = sheet.width === null ? plot.size : onPaper(sheet.width, plot.size);
  const scene = scatterScene(plot.points, plot.view, size, plot.face);
  const style = { ...plot.style(theme), palette: chartPalette[theme], marked: [] };
  return drawScatter(scene, style, (index) => facePicture(plot.imageOf(index)), title);
}

function onPaper(width: number, screen: Size): Size {
  const share = Math.min(TALLEST, Math.max(LOWEST, screen.height / screen.width));
  return { width, height: Math.round(width * share) };
}

const pictures = new WeakMap<GreyImage, FacePicture>();

/** The pixels of an image for drawings, encoded once; null until the image is loaded. */
export function facePicture(image: GreyImage | undefined): FacePicture | null {
  if (image === undefined) return null;
  const { rows, cols, rgba } = image;
  const encoded = pictures.get(image);
  if (encoded) return encoded;
  const grey = Uint8Array.from({ length: rows * cols }, (_, i) => rgba[4 * i]);
  const picture = { rows, cols, pixels: base64Of(grey) };
  pictures.set(image, picture);
  return picture;
}
