/** The fonts that figures in PDF bring along: Liberation Sans and Serif, read once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigurePage } from '../../core/figures/page/figurePage.ts';
import type { Faces } from '../../core/figures/pdf/pdf.ts';
import { readTrueType, type TrueType } from '../../core/figures/pdf/trueType.ts';
import { packageRoot } from '../packageRoot.ts';

const FILES = {
  sans: { regular: 'LiberationSans-Regular', bold: 'LiberationSans-Bold', symbol: 'LiberationSerif-Italic' },
  serif: { regular: 'LiberationSerif-Regular', bold: 'LiberationSerif-Bold', symbol: 'LiberationSerif-Italic' },
} as const;

const read = new Map<string, TrueType>();

function font(name: string): TrueType {
  const known =
    read.get(name) ?? readTrueType(name, readFileSync(join(packageRoot(), 'resources/fonts', `${name}.ttf`)));
  read.set(name, known);
  return known;
}

export function figureFaces(family: FigurePage['family']): Faces {
  const { regular, bold, symbol } = FILES[family];
  return { regular: font(regular), bold: font(bold), symbol: font(symbol) };
}
