/** Densities of genuine and of impostor scores, a chart per method. */
import { shapeText } from '../../methods/latent/latentShape.ts';
import { densityCharts, type NamedScores } from '../charts/densityChart.ts';
import { condition, labels, repeatOfPairs, selection } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import type { CellQuery } from '../fitted.ts';
import { cellsOfRepeat, type RepeatQuery } from '../repeatCells.ts';
import { FigureRefusal, type FigureSource } from '../source.ts';

export const scoreDensities = declareCharts({
  kind: 'score-densities',
  title: 'Score densities',
  help: 'Scores of genuine and of impostor pairs as densities, with the threshold of equal error rates.',
  icon: 'M1 15H23M2 13C6 13 6 2 9 2C12 2 12 13 15 13M9 13C12 13 12 4 15.5 4C19 4 18 13 22 13',
  group: 'verification',
  studies: 'one',
  fields: {
    condition,
    labels,
    selection,
    repeat: repeatOfPairs,
  },
  questions: (figure, source) => asked(figure, source).rows.map(({ question }) => question),
  read(figure, source) {
    const { where, rows } = asked(figure, source);
    const reasons: string[] = [];
    const methods = rows.flatMap(({ label, question }): NamedScores[] => {
      const counts = source.fitted(question);
      if (!('refused' in counts)) return [{ name: `${label} ${shapeText(question.cell.shape)}`.trim(), counts }];
      reasons.push(`${label}: ${counts.refused}`);
      return [];
    });
    if (methods.length === 0) throw new FigureRefusal(reasons.join(' '));
    return densityCharts(methods, where);
  },
});

function asked(figure: RepeatQuery, source: FigureSource) {
  const { where, cells } = cellsOfRepeat(figure, source);
  return {
    where,
    rows: cells.map(({ label, cell }) => ({
      label,
      question: { cell, name: 'scoreCounts', question: null } satisfies CellQuery<'scoreCounts'>,
    })),
  };
}
