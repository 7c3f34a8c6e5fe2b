import { z } from 'zod';
import { blockTests } from '../../compare/blocks/registry.ts';
import { declareFigure } from '../figure.ts';
import { drawPracticalBars } from '../painters/practicalBars.ts';
import { practicalBars } from '../practicalBars.ts';
import { practicalOptions, rankFields, readRanks } from '../rankFields.ts';
import { FigureRefusal } from '../source.ts';

export const practical = declareFigure({
  kind: 'practical',
  title: 'Practical differences',
  help: 'How probable it is that one of two methods is better, or that both are practically equal, pair by pair.',
  studies: 'several',
  fields: {
    ...rankFields,
    rope: {
      schema: practicalOptions.rope.optional(),
      ask: {
        kind: 'number',
        title: 'Practically equal within',
        help: 'up to this is practically equal (default: the margin of the measure)',
      },
    },
    practicalTest: {
      schema: practicalOptions.practicalTest,
      flag: 'bayes',
      ask: {
        kind: 'choice',
        title: 'Test',
        help: 'the Bayesian test (default: signed-rank)',
        options: blockTests.map(({ kind, title }) => ({ value: kind, title })),
      },
    },
    against: {
      schema: z.string().optional(),
      flag: 'label',
      ask: { kind: 'methods', help: 'the method whose pairs are drawn (default: all pairs)', least: 0, most: 1 },
    },
  },
  read({ against, ...figure }, source) {
    const rope = figure.rope ?? 'default';
    const { report, appearances } = readRanks({ ...figure, rope, practicalAgainst: against }, source);
    if (against !== undefined && !report.methods.some(({ label }) => label === against)) {
      throw new FigureRefusal(`figure.against: no method "${against}" is ranked.`, 'figure.against');
    }
    const bars = practicalBars(report, appearances);
    if (bars) return bars;
    throw new FigureRefusal('Practical differences need two methods in two finished conditions or datasets.');
  },
  draw: (bars, { theme, sheet }) => drawPracticalBars(bars, theme, true, sheet),
});
