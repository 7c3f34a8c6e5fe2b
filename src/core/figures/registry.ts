/** Registry of figure kinds, in the order of the reference. */
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

/** The same, without their distinct types. */
export const figureDeclarations: readonly Declaration[] = figureKinds;

/** Declaration of a kind. */
export function figureOf(kind: FigureKind): Declaration {
  return choiceOf(figureDeclarations, kind);
}

/** Whether a figure is a line chart, where the position of the names can be chosen. */
export function hasLines({ kind }: { readonly kind: FigureKind }): boolean {
  return figureOf(kind).verticalAxis !== undefined;
}

/** Whether the vertical axis of a figure shows values. */
export function hasValueAxis({ kind }: { readonly kind: FigureKind }): boolean {
  return figureOf(kind).verticalAxis === 'values';
}
