/** Fields shared by several kinds of figures. */
import { z } from 'zod';
import { choice, enumOf, field } from '../field.ts';
import { MEASURES } from '../measures/measures.ts';
import type { FigureSubject } from './figure.ts';

export const condition = field(z.string().optional(), {
  shows: 'condition',
  help: 'one condition, e.g. k=2 (default: the first)',
});

export const measure = field(z.enum(MEASURES.map(({ id }) => id)).optional(), {
  shows: 'measure',
  help: 'measure to show and compare (default: verification-eer of pairs if measured, else error-rate)',
});

export const selection = field(z.enum(['oracle', 'validated']).default('oracle'), {
  shows: 'selection',
  help: 'shapes chosen on the test images (default) or inside the training images',
});

const METHODS = 'the methods to draw (default: all)';

/** Labels of the drawn methods; absent: all. */
export const labels = field(z.array(z.string()).min(1).optional(), {
  flag: 'label',
  help: METHODS,
  methods: { least: 0, most: Infinity },
});

/** Label of the drawn method. */
export const label = field(z.string(), { help: METHODS, methods: { least: 1, most: 1 } });

/** Labels of the two drawn methods. */
export const twoLabels = field(z.array(z.string()).length(2), {
  flag: 'label',
  help: METHODS,
  methods: { least: 2, most: 2 },
});

export const repeatOfPairs = field(z.int().min(1).optional(), {
  title: 'Repeat',
  help: 'the repeat whose pairs are drawn (default: the first)',
});

export const RANGES = {
  full: { value: 'full', title: 'Full range' },
  near: { value: 'near', title: 'Near the best' },
} as const;

export const ofShares = { offered: ({ measure }: FigureSubject) => measure.unit === '%' };

/** 'near': the colour scale ends near the best. */
export const colourRange = choice([RANGES.full, RANGES.near], {
  title: 'Colours',
  help: 'all values, or those near the best',
  ...ofShares,
});

/** Range of the vertical axis. */
export const axisRange = choice([{ value: 'auto', title: 'Auto' }, RANGES.full, RANGES.near], {
  title: 'Axis',
  help: 'all values, or those near the best (auto: where more than half of the axis would be empty)',
  ...ofShares,
});

export const SPREADS = [
  { value: 'none', title: 'Off' },
  { value: 'bars', title: 'Bars' },
  { value: 'band', title: 'Band' },
] as const;

/** How ± one standard deviation is drawn. */
export const spread = field(enumOf(SPREADS).default('bars'), {
  title: '± s',
  help: 'how one standard deviation is drawn',
  options: SPREADS,
});

/** Several charts on the same axes instead of one. */
export function facets(help: string) {
  return field(z.boolean().default(false), {
    title: 'All side by side',
    help,
    offered: ({ several }: FigureSubject) => several,
  });
}
