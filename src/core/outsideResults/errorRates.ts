/** Error rates per repeat, from a table: condition, repeat, and error, accuracy (per cent) or wrong (a count). */
import { splitHash } from '../study/splits/splits.ts';
import { problemCollector, type ProblemCollector } from './findings.ts';
import { splitName, type ImportedResults, type ImportTarget, type ImportedSplit } from './outsideStudy.ts';
import { linesBySplit, type NamedTable } from './table.ts';

/** Columns that say how many test images are misclassified. */
const COLUMNS = ['wrong', 'error', 'accuracy'] as const;

type Column = (typeof COLUMNS)[number];

/** The column that a table of error rates has; undefined where it is none. */
export function errorColumn({ names }: Pick<NamedTable, 'names'>): Column | undefined {
  return COLUMNS.find((name) => names.includes(name));
}

/** Throws InvalidInputError with everything that does not fit the splits of the study. */
export function readErrorRates(file: string, table: NamedTable, study: ImportTarget): ImportedResults {
  const found = problemCollector(file);
  const column = errorColumn(table)!;
  const values = table.column(column)!;
  const hashOf = (condition: string, repeat: number): string => splitHash(study.splitOf(condition, repeat));
  const answers = linesBySplit(table, study, hashOf, found).map(({ condition, repeat, lines }): ImportedSplit => {
    const split = splitName(condition, repeat);
    if (lines.length > 1)
      found.add(
        `${split} appears ${lines.length} times, in lines ${lines.map((line) => table.lineNumbers[line]).join(', ')}.`,
      );
    const tests = study.splitOf(condition, repeat).test.length;
    const wrong = wrongOf(column, values[lines[0]], tests, split, found);
    return { condition, repeat, answer: { kind: 'errors', wrong } };
  });
  found.done();
  return {
    holds: 'errors',
    answers,
    remarks: [
      'Error rates only: McNemar’s test, mistakes, confusions, curves and measures of scores need predictions or scores.',
    ],
  };
}

/** Misclassified images of `tests`; a rate must be that of a whole number of them, as far as its decimals say. */
export function wrongOf(column: Column, text: string, tests: number, split: string, found: ProblemCollector): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  const most = column === 'wrong' ? tests : 100;
  if (!(value <= most)) {
    const unit = column === 'wrong' ? 'a count' : 'per cent';
    found.add(`${split}: ${column} must be ${unit} from 0 to ${most}, found "${text}".`);
    return 0;
  }
  const share = column === 'accuracy' ? 100 - value : value;
  const wrong = column === 'wrong' ? value : Math.round((share * tests) / 100);
  const decimals = text.split('.')[1]?.length ?? 0;
  const [near, rate] = [0.5 * 10 ** -decimals + 1e-9, (100 * wrong) / tests];
  if (column === 'wrong' ? !Number.isInteger(value) : Math.abs(rate - share) > near) {
    found.add(`${split}: ${column} ${text} is no whole number of its ${tests} test images.`);
  }
  return wrong;
}
