/** Fields for ranking methods over the conditions of a study or over the datasets of several. */
import { z } from 'zod';
import { blockTestNames } from '../compare/blockTests.ts';
import { appearancesOf } from '../methods/appearance.ts';
import { planStudy } from '../study/study.ts';
import { field } from '../field.ts';
import { measure, selection } from './fields.ts';
import { FigureRefusal, type FigureSource } from './figureSource.ts';

const per = z.enum(['condition', 'dataset']);

export const rankFields = {
  /** Absent: by dataset for several studies, otherwise by condition. */
  per: field(per.optional(), {
    title: 'Per',
    help: 'rank by conditions, or by datasets (default of several studies)',
    options: [
      { value: 'condition', title: 'Conditions' },
      { value: 'dataset', title: 'Datasets' },
    ],
  }),
  measure,
  selection,
  alpha: field(z.number().gt(0).lt(0.5).default(0.05), {
    title: 'α',
    help: 'significance level of the critical difference (default: 0.05)',
  }),
};

export const rankOptionsSchema = z.strictObject({
  per: per.default('condition'),
  measure: rankFields.measure,
  selection: rankFields.selection,
  alpha: rankFields.alpha,
});

/** Bayesian test of practical differences, and its region of practical equivalence. */
export const practicalOptions = {
  /** Half-width of the region of practical equivalence, in the unit of the measure. */
  rope: z.number().min(0),
  practicalTest: z.enum(blockTestNames).default('signed-rank'),
};

type RankQuery = Omit<Parameters<FigureSource['ranks']>[0], 'per'> & { readonly per?: z.infer<typeof per> };

/** Ranks of the methods of all studies, and the appearances of the methods. */
export function readRanks({ per: wanted, ...options }: RankQuery, source: FigureSource) {
  const report = source.ranks({ ...options, per: wanted ?? (source.studies.length > 1 ? 'dataset' : 'condition') });
  if (report.blocks.length === 0) {
    throw new FigureRefusal('There is no condition yet that every method has finished.');
  }
  // In the order of the studies, not of the ranks, to give a method the same appearance as in its tables.
  const rows = source.studies.flatMap(({ spec }) => planStudy(spec).rows);
  const byLabel = new Map(rows.map((row) => [row.label, row]));
  return { report, appearances: appearancesOf([...byLabel.values()]) };
}
