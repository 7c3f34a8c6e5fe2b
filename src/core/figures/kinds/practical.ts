import { z } from 'zod';
import { field } from '../../field.ts';
import { blockTests } from '../../compare/blockTests.ts';
import { declareFigure } from '../figure.ts';
import { drawPracticalBars } from '../painters/practicalBars.ts';
import { practicalBars } from '../practicalBars.ts';
import { practicalOptions, rankFields, readRanks } from '../rankFields.ts';
import { FigureRefusal } from '../figureSource.ts';

export const practical = declareFigure({
  kind: 'practical',
  title: 'Practical differences',
  help: 'How probable it is that one of two methods is better, or that both are practically equal, pair by pair.',
  icon: 'M2 1.5H22V4.5H2V1.5M2 6.5H22V9.5H2V6.5M2 11.5H22V14.5H2V11.5M8 1.5V4.5M17 1.5V4.5M5 6.5V9.5M12 6.5V9.5M11 11.5V14.5M19 11.5V14.5',
  studies: 'several',
  fields: {
    ...rankFields,
    rope: field(practicalOptions.rope.optional(), {
      title: 'Practically equal within',
      help: 'up to this is practically equal (default: the margin of the measure)',
    }),
    practicalTest: field(practicalOptions.practicalTest, {
      flag: 'bayes',
      title: 'Test',
      help: 'the Bayesian test (default: signed-rank)',
      options: blockTests.map(({ kind, title }) => ({ value: kind, title })),
    }),
    against: field(z.string().optional(), {
      flag: 'label',
      help: 'the method whose pairs are drawn (default: all pairs)',
      methods: { least: 0, most: 1 },
    }),
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
