/** Figures as files, whether drawn by the engine from a study or by the page from its view. */
import {
  figureDensity,
  figureScale,
  type FigureFormat,
  defaultFigurePage,
  figureWidth,
  type FigurePageInput,
  type FigureLook,
} from '../../core/figures/figurePage.ts';
import type { Drawing } from '../../core/figures/drawing/drawing.ts';
import { hasLines, hasValueAxis, type FigureSpecInput } from '../../core/figures/registry.ts';
import { type LineChart, ranged } from '../../core/figures/charts/lineChart.ts';
import { sheetOf, type Sheet } from '../../core/figures/drawingArea.ts';
import { drawLineChart } from '../../core/figures/painters/lineChart.ts';
import type { Client } from '../api/client.ts';
import { loadFigureFont, withFont } from './pictureText.ts';

/** Colours and page options of one file. */
export interface FigureSetting {
  readonly theme: FigureLook['theme'];
  readonly page?: FigurePageInput;
}

/** A figure that can be exported, and its available options. */
export interface FigureSource {
  /** Whether it has lines, whose labels have several possible positions. */
  readonly lines: boolean;
  /** Whether the limits of its vertical axis can be changed. */
  readonly valueAxis: boolean;
  /** Throws the errors of the contract. */
  readonly file: (format: Exclude<FigureFormat, 'png'>, setting: FigureSetting) => Promise<File>;
}

/** A figure of studies, also available in the command line. */
export function studyFigure(client: Client, ids: readonly number[], figure: FigureSpecInput): FigureSource {
  return {
    lines: hasLines(figure),
    valueAxis: hasValueAxis(figure),
    file: (format, { theme, page }) => client.studies.figure({ ids: [...ids], figure, theme, page, format }),
  };
}

/** A chart that the page draws; `name`: file name without extension. */
export function chartFigure(client: Client, chart: LineChart, name: string): FigureSource {
  const drawn = drawnFigure(client, name, (theme, sheet, yRange) => drawLineChart(ranged(chart, yRange), theme, sheet));
  return { ...drawn, lines: chart.series.length > 1, valueAxis: true };
}

type Painter = (theme: FigureLook['theme'], sheet: Sheet, yRange: FigurePageInput['yRange']) => Drawing;

/** Any other figure that the page draws. */
export function drawnFigure(client: Client, name: string, draw: Painter): FigureSource {
  return {
    lines: false,
    valueAxis: false,
    file: async (format, { theme, page: { yRange, ...page } = {} }) => {
      const drawing = draw(theme, sheetOf({ ...defaultFigurePage, ...page }), yRange);
      return client.figures.set({ drawing, name, format, page });
    },
  };
}

/**
 * A figure in a format. Bitmaps are rendered here: a browser has fonts on every platform, the desktop's engine has none
 * on Linux. Throws the errors of the contract, and Error if the browser refuses.
 */
export async function figureFile(source: FigureSource, format: FigureFormat, setting: FigureSetting): Promise<File> {
  if (format !== 'png') return source.file(format, setting);
  const svg = await source.file('svg', setting);
  const lettered = new Blob([withFont(await svg.text(), await loadFigureFont())], { type: svg.type });
  const onPaper = figureWidth({ ...defaultFigurePage, ...setting.page }) !== null;
  const pixels = await pngOf(lettered, onPaper ? figureDensity / 96 : figureScale);
  return new File([pixels], svg.name.replace(/\.svg$/, '.png'), { type: 'image/png' });
}

/** `scale`: pixels per CSS pixel, of which an inch has 96. */
async function pngOf(svg: Blob, scale: number): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (png === null) throw new Error('The browser made no picture of the figure: save it as SVG.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
