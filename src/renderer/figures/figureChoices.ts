/** What the dialog of a figure has in its fields, and what that comes to. */
import type { FigureLook } from '../../core/figures/page/figureLook.ts';
import { figurePageSchema, type FigurePage } from '../../core/figures/page/figurePage.ts';
import type { Problem } from '../api/client.ts';

/** Fields as they are typed and chosen. */
export interface FigureChoices {
  format: FigureLook['format'];
  theme: FigureLook['theme'];
  /** 'own': as typed in `mm`. */
  width: Exclude<FigurePage['width'], number> | 'own';
  mm: string;
  fontSize: string;
  family: FigurePage['family'];
  legend: FigurePage['legend'];
  values: FigurePage['values'];
  /** Ends of the vertical axis; both empty: as the values ask for. */
  yFrom: string;
  yTo: string;
}

export function choicesOf({ format, theme, page }: FigureLook): FigureChoices {
  const own = typeof page.width === 'number';
  return {
    format,
    theme,
    width: typeof page.width === 'number' ? 'own' : page.width,
    mm: own ? String(page.width) : '',
    fontSize: String(page.fontSize),
    family: page.family,
    legend: page.legend,
    values: page.values,
    yFrom: '',
    yTo: '',
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

/** What the fields say; `problems` by field where one says nothing that a page can be. */
export function pageOf(choices: FigureChoices): { readonly page: FigurePage; readonly problems: readonly Problem[] } {
  const { shape } = figurePageSchema;
  const { family, legend, values } = choices;
  const problems: Problem[] = [];
  const read = <T>(
    path: keyof FigureChoices,
    found: { success: boolean; data?: T },
    expected: string,
    otherwise: T,
  ) => {
    if (found.success) return found.data as T;
    problems.push({ path, message: expected });
    return otherwise;
  };
  const width = choices.width === 'own' ? numberOf(choices.mm) : choices.width;
  const page: FigurePage = {
    family,
    legend,
    values,
    width: read('mm', shape.width.safeParse(width), '60 to 420 mm.', 'page'),
    fontSize: read('fontSize', shape.fontSize.safeParse(numberOf(choices.fontSize)), '7 to 14 points.', 8),
  };
  if (choices.yFrom.trim() === '' && choices.yTo.trim() === '') return { page, problems };
  const ends = shape.yRange.safeParse([numberOf(choices.yFrom), numberOf(choices.yTo)]);
  const yRange = read('yTo', ends, 'Two numbers, the lower one first; or both empty.', undefined);
  return { page: { ...page, ...(yRange && { yRange }) }, problems };
}

/** To be remembered: everything but the ends of the axis, which are of one figure. */
export function lookOf(choices: FigureChoices): FigureLook {
  const { yRange: _, ...page } = pageOf(choices).page;
  return { format: choices.format, theme: choices.theme, page };
}
