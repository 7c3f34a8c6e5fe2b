/** The kinds of figures of a study, in the order in which the reference lists them. */
import { z } from 'zod';
import { choiceOf, schemasOf } from '../choice.ts';
import type { FigureDeclaration } from './figure.ts';
import { characteristicKinds } from './kinds/characteristics.ts';
import { conditions } from './kinds/conditions.ts';
import { confusion } from './kinds/confusion.ts';
import { curves } from './kinds/curves.ts';
import { difference } from './kinds/difference.ts';
import { hardest } from './kinds/hardest.ts';
import { mistake } from './kinds/mistake.ts';
import { heatMap } from './kinds/heatMap.ts';
import { overview } from './kinds/overview.ts';
import { power } from './kinds/power.ts';
import { practical } from './kinds/practical.ts';
import { ranks } from './kinds/ranks.ts';
import { reconstructions } from './kinds/reconstructions.ts';
import { repeats } from './kinds/repeats.ts';
import { scoreDensities } from './kinds/scoreDensities.ts';
import { split } from './kinds/split.ts';
import { time } from './kinds/time.ts';
import { wrongPairs } from './kinds/wrongPairs.ts';

const figureKinds = [
  overview,
  curves,
  conditions,
  time,
  repeats,
  ...characteristicKinds,
  scoreDensities,
  heatMap,
  confusion,
  difference,
  hardest,
  mistake,
  wrongPairs,
  split,
  reconstructions,
  power,
  ranks,
  practical,
] as const;

export type FigureKind = (typeof figureKinds)[number]['kind'];

export const figureSpecSchema = z.discriminatedUnion('kind', schemasOf(figureKinds));

/** With every default filled in. */
export type FigureSpec = z.infer<typeof figureSpecSchema>;
export type FigureSpecInput = z.input<typeof figureSpecSchema>;

type Declaration = FigureDeclaration<z.ZodType, FigureKind>;

/** The same without what tells one from the other. */
export const figureDeclarations: readonly Declaration[] = figureKinds;

/** What a kind says about itself. */
export function figureOf(kind: FigureKind): Declaration {
  return choiceOf(figureDeclarations, kind);
}

/** Whether a figure is a chart of lines, whose names may stand in several places. */
export function hasLines({ kind }: { readonly kind: FigureKind }): boolean {
  return figureOf(kind).verticalAxis !== undefined;
}

/** Whether the vertical axis of a figure is one of values. */
export function hasValueAxis({ kind }: { readonly kind: FigureKind }): boolean {
  return figureOf(kind).verticalAxis === 'values';
}
