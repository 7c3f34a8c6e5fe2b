/** Fields shared by several kinds of figures. */
import { z } from 'zod';
import { MEASURES } from '../measures/measures.ts';
import { oneOf } from '../optionField.ts';
import type { FigureField, FigureOption, FigureSubject } from './figure.ts';

export const condition = {
  schema: z.string().optional(),
  ask: { kind: 'condition', help: 'one condition, e.g. k=2 (default: the first)' },
} satisfies FigureField;

export const measure = {
  schema: z.enum(MEASURES.map(({ id }) => id)).default('error-rate'),
  ask: { kind: 'measure', help: 'measure to show and compare (default: error-rate)' },
} satisfies FigureField;

export const selection = {
  schema: z.enum(['oracle', 'validated']).default('oracle'),
  ask: { kind: 'selection', help: 'shapes chosen on the test images (default) or inside the training images' },
} satisfies FigureField;

const METHODS = 'the methods to draw (default: all)';

/** Labels of the drawn methods; absent: all. */
export const labels = {
  schema: z.array(z.string()).min(1).optional(),
  flag: 'label',
  ask: { kind: 'methods', help: METHODS, least: 0, most: Infinity },
} satisfies FigureField;

/** Label of the drawn method. */
export const label = {
  schema: z.string(),
  ask: { kind: 'methods', help: METHODS, least: 1, most: 1 },
} satisfies FigureField;

/** Labels of the two drawn methods. */
export const twoLabels = {
  schema: z.array(z.string()).length(2),
  flag: 'label',
  ask: { kind: 'methods', help: METHODS, least: 2, most: 2 },
} satisfies FigureField;

export const repeatOfPairs = {
  schema: z.int().min(1).optional(),
  ask: { kind: 'number', title: 'Repeat', help: 'the repeat whose pairs are drawn (default: the first)' },
} satisfies FigureField;

/** One of several values; the first is the default. */
export function choice<const Value extends string>(
  title: string,
  help: string,
  options: readonly [FigureOption & { readonly value: Value }, ...(FigureOption & { readonly value: Value })[]],
) {
  const { schema, ask } = oneOf(title, options);
  return { schema, ask: { ...ask, options, help } };
}

const RANGES = {
  full: { value: 'full', title: 'Full range' },
  near: { value: 'near', title: 'Near the best' },
} as const;

const ofShares = { offered: ({ measure }: FigureSubject) => measure.unit === '%' };

/** 'near': the colour scale ends near the best. */
export const colourRange = {
  ...choice('Colours', 'all values, or those near the best', [RANGES.full, RANGES.near]),
  ...ofShares,
};

/** Range of the vertical axis. */
export const axisRange = {
  ...choice('Axis', 'all values, or those near the best (auto: where more than half of the axis would be empty)', [
    { value: 'auto', title: 'Auto' },
    RANGES.full,
    RANGES.near,
  ]),
  ...ofShares,
};

const SPREADS = {
  none: { value: 'none', title: 'Off' },
  bars: { value: 'bars', title: 'Bars' },
  band: { value: 'band', title: 'Band' },
} as const;

/** How ± one standard deviation is drawn. */
export function spread(preset: 'bars' | 'band') {
  const { schema, ask } = choice('± s', 'how one standard deviation is drawn', [
    SPREADS.none,
    SPREADS.bars,
    SPREADS.band,
  ]);
  return { schema: schema.unwrap().default(preset), ask };
}

/** Several charts on the same axes instead of one. */
export function facets(help: string) {
  return {
    schema: z.boolean().default(false),
    ask: { kind: 'boolean', title: 'All side by side', help },
    // Pages offer this in the choice of conditions.
    offered: () => false,
  } satisfies FigureField;
}
