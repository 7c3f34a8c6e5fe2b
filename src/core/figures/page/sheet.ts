/** The room that painters have, in the units of their drawings: 12 units are the height of the text. */
import { figureWidth, LEAST_LETTER, type FigurePage, type LegendPlace } from './figurePage.ts';

/** Units per size of the text. */
export const TEXT_UNITS = 12;

export interface Sheet {
  /** Units that the picture has to fit in; null: it takes what it takes. */
  readonly width: number | null;
  readonly legend: LegendPlace;
}

export const SCREEN: Sheet = { width: null, legend: 'auto' };

/** Points per mm. */
export const MM = 72 / 25.4;

/** Throws nothing; a page as on the screen has no width. */
export function sheetOf(page: FigurePage): Sheet {
  const mm = figureWidth(page);
  return { width: mm === null ? null : (mm * MM * TEXT_UNITS) / page.fontSize, legend: page.legend };
}

const FAMILIES: Readonly<Record<FigurePage['family'], string>> = {
  sans: "Helvetica, Arial, 'Liberation Sans', sans-serif",
  serif: "'Times New Roman', Times, 'Liberation Serif', serif",
};

/**
 * A drawing as it stands on paper: its width in mm, its letters in the family and nowhere below 7 pt, narrower drawings
 * in the middle. On the screen as it is, but for a family other than sans. Throws RangeError for a drawing that is
 * wider than the page; the message says the width that it needs. The same for what none of our painters wrote.
 */
export function printed(svg: string, page: FigurePage): string {
  const { width } = sheetOf(page);
  const [family, sans] = [page.family, 'sans' as const].map((letters) => `font-family="${FAMILIES[letters]}"`);
  const lettered = (markup: string): string => markup.replace(/font-family="[^"]*"/, family);
  const size = /^<svg [^>]*? width="([\d.]+)" height="([\d.]+)" viewBox="[^"]*"/.exec(svg);
  if (!size) throw new RangeError('not a picture of ours');
  if (width === null) return family === sans ? svg : lettered(svg);
  const [own, height] = [Number(size[1]), Number(size[2])];
  const mm = (units: number): number => (units * page.fontSize) / TEXT_UNITS / MM;
  if (own > width + 0.5) {
    const needed = Math.ceil(mm(own));
    throw new RangeError(`the figure needs ${needed} mm at ${page.fontSize} pt, the page has ${figureWidth(page)} mm`);
  }
  const box = `width="${figureWidth(page)}mm" height="${mm(height).toFixed(2)}mm" viewBox="${((own - width) / 2).toFixed(2)} 0 ${width.toFixed(4)} ${height}"`;
  const least = Math.ceil((100 * LEAST_LETTER * TEXT_UNITS) / page.fontSize) / 100;
  const opened = lettered(svg.replace(/ width="[\d.]+" height="[\d.]+" viewBox="[^"]*"/, ` ${box}`));
  // Shares become sizes: what they are shares of may be small itself.
  return opened.replace(/font-size="([\d.]+)(em)?"/g, (_, size: string, em?: string) => {
    const units = Number(size) * (em ? TEXT_UNITS : 1);
    return `font-size="${Math.max(units, least)}"`;
  });
}
