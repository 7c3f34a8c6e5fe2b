/** Options of the table of a study, the same on the page, the command line and in exports. */
import { z } from 'zod';
import type { Problem } from '../../methods/problems.ts';
import { MEASURES, measuresOf, type MeasureId } from '../../measures/measures.ts';
import { comparisonFields } from '../../compare/comparison.ts';
import { rowName } from '../study.ts';
import { countsTestImages } from '../plan/unrecognisable.ts';
import { comparisonTarget } from '../spec/comparedWith.ts';
import type { StudySpec } from '../spec/spec.ts';
import { choice, field, readNumber } from '../../field.ts';
import { didYouMean } from '../../text/nameLookup.ts';
import { listed } from '../../text/phrases.ts';

/** Factors of the entries of a table; each runs down its rows or across its columns. */
export const tableFactors = ['method', 'dataset', 'training', 'perturbation', 'measure'] as const;

export type TableFactor = (typeof tableFactors)[number];

/** Columns of a table in addition to those of its conditions. */
export const columnFields = {
  /** Shapes chosen on the test images, inside the training images, or both side by side if the study has both. */
  selection: choice(
    [
      { value: 'both', title: 'Both' },
      { value: 'oracle', title: 'Oracle' },
      { value: 'validated', title: 'Validated' },
    ],
    {
      title: 'Dimensions chosen',
      value: 'which',
      help: 'dimensions chosen on the test images, within the training images, or both',
    },
  ),
  /** Whether methods use labels, if some do and others do not. */
  labels: field(z.boolean().default(true), {
    title: 'Supervised',
    off: 'leave out the column that marks supervised methods',
  }),
  /** Counts of better, same and worse, and ranks, in tables with several conditions. */
  standings: field(z.boolean().default(true), {
    title: 'Counts and ranks',
    help: 'add counts and ranks over the conditions (default, except in a column of LaTeX)',
    off: 'leave out counts and ranks over the conditions',
  }),
};

/** Format of the entries of a table. */
export const entryFields = {
  digits: field(z.int().min(0).max(6).optional(), {
    title: 'Decimal places',
    options: [
      { value: '', title: 'As suits the measure' },
      ...['0', '1', '2', '3', '4', '5', '6'].map((value) => ({ value, title: value })),
    ],
    value: 'n',
    help: 'decimal places (default: as suits the measure)',
    read: readNumber,
    expected: 'a whole number from 0 to 6',
  }),
  /** The best of every condition, or nothing. */
  bold: choice(
    [
      { value: 'best', title: 'Best' },
      { value: 'none', title: 'None' },
    ],
    {
      title: 'Bold',
      value: 'which',
      help: 'what to set bold: the best of every condition (default), or nothing',
    },
  ),
  underline: field(z.boolean().default(false), {
    title: 'Underline ties with the best',
    help: 'underline what does not differ significantly from the best',
  }),
  /** • and * next to the numbers. */
  marks: field(z.boolean().default(true), {
    title: 'Marks of significance',
    off: 'leave out marks of significance',
  }),
};

/** The test images that count. */
export const testFields = {
  /** Leaves test images of subjects without training images out of the errors. */
  knownOnly: field(z.boolean().default(false), {
    title: 'Known subjects only',
    remark: 'Leaves out test images of subjects without training images, which no method recognises.',
    help: 'leave out test images of subjects without training images, which no method recognises',
  }),
};

/** All options of a table. */
export const tableFields = {
  /**
   * The measure that is shown and compared; absent: the leading one of the study. Latent shapes are chosen by the error
   * rate all the same.
   */
  measure: field(z.enum(MEASURES.map(({ id }) => id)).optional(), {
    value: 'id',
    help: 'measure to show and compare (default: verification-eer of pairs if measured, else error-rate)',
  }),
  /** The factors that run down the rows, the outermost first; the others run across. */
  rows: field(
    z
      .array(z.enum(tableFactors))
      .min(1)
      .refine((rows) => new Set(rows).size === rows.length, 'must name each factor once')
      .default(['method']),
    {
      value: 'factors',
      help: `what runs down the rows, e.g. training,method; of ${tableFactors.join(', ')}`,
      read: (text) => text.split(',').map((part) => part.trim()),
      expected: `some of ${tableFactors.join(', ')}, each once`,
    },
  ),
  selection: columnFields.selection,
  ...testFields,
  ...entryFields,
  labels: columnFields.labels,
  standings: columnFields.standings,
};

export const tableOptionsSchema = z.strictObject({
  ...tableFields,
  /** Overrides of the comparison of the study. */
  comparison: z.strictObject(comparisonFields).partial().default({}),
});

/** With every default filled in. */
export type TableOptions = z.infer<typeof tableOptionsSchema>;
/** Input from a client. */
export type TableOptionsInput = z.input<typeof tableOptionsSchema>;

export const defaultTableOptions: TableOptions = tableOptionsSchema.parse({});

/** The comparison of a study with the overrides of a table. */
export function tableComparison({ comparison }: StudySpec, options: TableOptions): StudySpec['comparison'] {
  return { ...comparison, ...options.comparison };
}

const EER = 'verification-eer';

type Measured = Pick<StudySpec, 'protocol' | 'measures'>;

/** The measure that studies lead with: the EER where all compare pairs and measure it, else the error rate. */
export function leadingMeasure(...specs: readonly Measured[]): MeasureId {
  const byEer = ({ protocol, measures }: Measured): boolean =>
    measuresOf({ measures }).some(({ id }) => id === EER) && comparisonTarget(protocol).pairs;
  return specs.every(byEer) ? EER : 'error-rate';
}

/** The measure that a table of studies shows. */
export function shownMeasure(specs: readonly Measured[], { measure }: Pick<TableOptions, 'measure'>): MeasureId {
  return measure ?? leadingMeasure(...specs);
}

/** Problems of options for a study, one sentence each. */
export function checkTableOptions(
  spec: StudySpec,
  { comparison, selection, knownOnly, ...options }: TableOptions,
): Problem[] {
  const problems: Problem[] = [];
  const measure = shownMeasure([spec], options);
  if (knownOnly && !countsTestImages(measure)) {
    const able = measuresOf(spec).flatMap(({ id }) => (countsTestImages(id) ? [id] : []));
    problems.push({
      path: 'knownOnly',
      message: `knownOnly: test images are left out of ${listed(able)}, found "${measure}"; show one of these, or all test images.`,
    });
  }
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
    const quotedLabels = labels.map((label) => `"${label}"`).join(', ');
    problems.push({
      path: 'comparison.baseline',
      message: `comparison.baseline: there is no method labelled "${baseline}"${didYouMean(baseline, labels, `expected "best" or one of ${quotedLabels}`)}`,
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
