/** Field values of the export dialog, and the page options they result in. */
import { type FigureLook, figurePageFields, figurePageSchema, type FigurePage } from '../../core/figures/figurePage.ts';
import { parametersOf } from '../../core/field.ts';
import type { Problem } from '../api/client.ts';
import { textsOf, type FieldTexts, readOptions } from '../parameters/fieldTexts.ts';

/** Field values as typed and selected. */
export interface FigureChoices {
  format: FigureLook['format'];
  theme: FigureLook['theme'];
  /** 'own': as in `mm`. */
  width: Exclude<FigurePage['width'], number> | 'own';
  mm: string;
  /** The other options of the page, by name. */
  texts: FieldTexts;
  /** Limits of the vertical axis; both empty: automatic. */
  yFrom: string;
  yTo: string;
}

export function choicesOf({ format, theme, page }: FigureLook): FigureChoices {
  const isCustom = typeof page.width === 'number';
  return {
    format,
    theme,
    width: typeof page.width === 'number' ? 'own' : page.width,
    mm: isCustom ? String(page.width) : '',
    texts: textsOf(parametersOf(figurePageFields), page),
    yFrom: '',
    yTo: '',
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

/** Page options from the fields; `problems` by field for invalid ones. */
export function pageOf(choices: FigureChoices): { readonly page: FigurePage; readonly problems: readonly Problem[] } {
  const { given, problems } = readOptions(figurePageFields, choices.texts);
  const page = { ...given };
  const take = (name: 'width' | 'yRange', value: unknown, path: keyof FigureChoices, expected: string): void => {
    if (figurePageSchema.shape[name].safeParse(value).success) page[name] = value;
    else problems.push({ path, message: expected });
  };
  take('width', choices.width === 'own' ? numberOf(choices.mm) : choices.width, 'mm', '60 to 420 mm.');
  const { yFrom, yTo } = choices;
  if (yFrom.trim() !== '' || yTo.trim() !== '') {
    take('yRange', [numberOf(yFrom), numberOf(yTo)], 'yTo', 'Two numbers, the lower one first; or both empty.');
  }
  return { page: figurePageSchema.parse(page), problems };
}

/** Options to remember: all but the axis limits, which belong to one figure. */
export function lookOf(choices: FigureChoices): FigureLook {
  const { yRange: _, ...page } = pageOf(choices).page;
  return { format: choices.format, theme: choices.theme, page };
}

/** The size of a figure in words: "84 × 62 mm", or pixels if it has no print size. */
export function printSize(svg: string): string {
  const [, width, unit, height] = /^<svg [^>]*? width="([\d.]+)(mm)?" height="([\d.]+)/.exec(svg) ?? [];
  if (width === undefined) return '';
  return `${Math.round(Number(width))} × ${Math.round(Number(height))} ${unit ?? 'pixels'}`;
}
