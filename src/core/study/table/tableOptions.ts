/** What a table shows of a study, and how: the same options on the page, the command line and in exports. */
import { z } from 'zod';
import type { Problem } from '../../methods/problems.ts';
import { MEASURES, measuresOf } from '../../measures/measures.ts';
import { correctionNames } from '../../compare/corrections/registry.ts';
import { familyNames } from '../../compare/families.ts';
import { pairTestNames } from '../../compare/tests/registry.ts';
import { rowName } from '../plan/plan.ts';
import type { StudySpec } from '../spec/spec.ts';
import { tableFactors } from './tableFactors.ts';
import { orNearest } from '../../text/names.ts';

export const tableOptionsSchema = z.strictObject({
  /** The number that is shown and compared. Latent shapes are chosen by the error rate all the same. */
  measure: z.enum(MEASURES.map(({ id }) => id)).default('error-rate'),
  /** Instead of what the study itself says on each of these points. */
  comparison: z
    .strictObject({
      test: z.enum(pairTestNames),
      alpha: z.number().gt(0).lt(0.5),
      correction: z.enum(correctionNames),
      family: z.enum(familyNames),
      baseline: z.string().min(1).max(60),
    })
    .partial()
    .default({}),
  /** Shapes chosen on the test images, inside the training images, or both side by side where the study has both. */
  selection: z.enum(['both', 'oracle', 'validated']).default('both'),
  /** The factors that run down the rows, the outermost first; the others run across. */
  rows: z
    .array(z.enum(tableFactors))
    .min(1)
    .refine((rows) => new Set(rows).size === rows.length, 'must name each factor once')
    .default(['method']),
  /** Decimal places. Absent: as suits the measure. */
  digits: z.int().min(0).max(6).optional(),
  /** The best of every condition, or nothing. */
  bold: z.enum(['best', 'none']).default('best'),
  /** Underlines what does not differ significantly from the best. */
  underline: z.boolean().default(false),
  /** • and * beside the numbers. */
  marks: z.boolean().default(true),
  /** Whether a method uses labels, where some do and others do not. */
  labels: z.boolean().default(true),
  /** Counts of better, same and worse, and ranks, of tables with several conditions. */
  standings: z.boolean().default(true),
});

/** With every default filled in. */
export type TableOptions = z.infer<typeof tableOptionsSchema>;
/** As a client sends them. */
export type TableOptionsInput = z.input<typeof tableOptionsSchema>;

export const defaultTableOptions: TableOptions = tableOptionsSchema.parse({});

/** The comparison of a study with what a table does otherwise. */
export function tableComparison({ comparison }: StudySpec, options: TableOptions): StudySpec['comparison'] {
  return { ...comparison, ...options.comparison };
}

/** Problems of options with the study that they are for, a sentence each. */
export function checkTableOptions(spec: StudySpec, { measure, comparison, selection }: TableOptions): Problem[] {
  const problems: Problem[] = [];
  const measured = measuresOf(spec).map(({ id }) => id);
  if (!measured.includes(measure)) {
    problems.push({
      path: 'measure',
      message: `measure: the study did not measure "${measure}"; it has ${measured.join(', ')}.`,
    });
  }
  const { baseline = 'best' } = comparison;
  const labels = spec.methods.map(rowName);
  if (baseline !== 'best' && !labels.includes(baseline)) {
    const known = labels.map((label) => `"${label}"`).join(', ');
    problems.push({
      path: 'comparison.baseline',
      message: `comparison.baseline: there is no method labelled "${baseline}"${orNearest(baseline, labels, `expected "best" or one of ${known}`)}`,
    });
  }
  if (selection === 'validated' && !spec.selection) {
    problems.push({
      path: 'selection',
      message: 'selection: the study chose no shapes inside the training images; expected "oracle" or "both".',
    });
  }
  return problems;
}
