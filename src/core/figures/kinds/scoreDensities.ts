/** Densities of genuine and of impostor scores, a chart per method. */
import { z } from 'zod';
import { shapeText } from '../../methods/latent/latentShape.ts';
import { shownCell, shownEntry } from '../../study/table/chosen.ts';
import { densityChart } from '../charts/densityChart.ts';
import { condition, labels, selection } from '../fields.ts';
import { declareCharts } from '../figure.ts';
import type { CellQuestion } from '../fitted.ts';
import { FigureRefusal, shownOf, type FigureSource } from '../source.ts';

interface Asked {
  readonly where: string;
  readonly rows: readonly { readonly label: string; readonly question: CellQuestion<'scoreCounts'> }[];
}

type Figure = Parameters<typeof shownOf>[1] & {
  readonly selection: 'oracle' | 'validated';
  readonly repeat?: number;
};

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
    repeat: {
      schema: z.int().min(1).optional(),
      ask: { kind: 'number', title: 'Repeat', help: 'the repeat whose pairs are drawn (default: the first)' },
    },
  },
  questions: (figure, source) => asked(figure, source).rows.map(({ question }) => question),
  read(figure, source) {
    const { where, rows } = asked(figure, source);
    const reasons: string[] = [];
    const charts = rows.flatMap(({ label, question }) => {
      const answer = source.fitted(question);
      if (!('refused' in answer))
        return [densityChart(answer, `${label} ${shapeText(question.cell.shape)}`.trim(), where)];
      reasons.push(`${label}: ${answer.refused}`);
      return [];
    });
    if (charts.length === 0) throw new FigureRefusal(reasons.join(' '));
    return charts;
  },
});

function asked(figure: Figure, source: FigureSource): Asked {
  const { table, condition } = shownOf(source, figure);
  const column = table.conditions.findIndex(({ key }) => key === condition.key);
  const entries = table.rows
    .filter(({ label }) => figure.labels?.includes(label) ?? true)
    .map(({ label, entries }) => ({ label, entry: shownEntry(entries[column], figure.selection) }));
  const finished = entries.flatMap(({ entry }) => entry.repeats);
  if (finished.length === 0) throw new FigureRefusal(`No method has results in ${condition.title}.`);
  const repeat = figure.repeat ?? Math.min(...finished);
  const rows = entries.flatMap(({ label, entry }) => {
    const cell = shownCell(label, entry, repeat);
    if (!cell) return [];
    const place = { ...cell, condition: condition.key, repeat };
    return [{ label, question: { cell: place, name: 'scoreCounts', question: null } as const }];
  });
  if (rows.length === 0) throw new FigureRefusal(`No method has finished repeat ${repeat}.`, 'figure.repeat');
  return { where: `${condition.title}, repeat ${repeat}, ${table.dataset}`, rows };
}
