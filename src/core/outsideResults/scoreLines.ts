/** The lines of files that hold a score per pair, as they name images and subjects. */
import { FormatError } from '../formats/error.ts';
import { unescapeFormula } from '../formats/tables/formula.ts';
import { refuseComparisonLists } from './comparisonLists.ts';
import type { ProblemCollector } from './findings.ts';
import { splitOfPath } from './names.ts';
import type { ResultFile, ImportTarget } from './outsideStudy.ts';
import { columnsOf, linesBySplit, namedTable } from './table.ts';

export interface ScoreLine {
  /** Image, or subject of a template; absent where Bob's four columns name the claimed subject alone. */
  readonly reference?: string;
  readonly probe: string;
  /** Subjects of reference and probe, where they are stated. */
  readonly claimed?: string;
  readonly real?: string;
  /** The kind of the pair, where the name of the file says it. */
  readonly genuine?: boolean;
  readonly score: number;
}

export interface ScoreLines {
  /** null: no split is named. */
  readonly split: { readonly condition: string; readonly repeat: number } | null;
  readonly holds: 'scores' | 'distances';
  readonly lines: readonly ScoreLine[];
}

/** Throws FormatError for another form; conditions, repeats and hashes that do not fit are added to `found`. */
export function scoreLines(
  file: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  found: ProblemCollector,
): ScoreLines[] {
  const [first] = new TextDecoder().decode(file.bytes.subarray(0, 4096)).trimStart().split(/\r?\n/, 1);
  const header = cellsOf(first).map((cell) => cell.toLowerCase().replace(/^"(.*)"$/, '$1'));
  return Number.isFinite(Number(header[header.length - 1]))
    ? [listed(file, study, found)]
    : tabled(file, study, hashOfSplit, found);
}

/** Columns first, second, score (or distance), and condition, repeat and split where they are stated. */
function tabled(
  { name, bytes }: ResultFile,
  study: ImportTarget,
  hashOfSplit: (condition: string, repeat: number) => string,
  found: ProblemCollector,
): ScoreLines[] {
  const table = namedTable(bytes);
  const [reference, probe] = [table.column('first'), table.column('second')];
  const holds = table.column('score') ? 'scores' : 'distances';
  const values = table.column('score') ?? table.column('distance');
  if (!reference || !probe || !values) {
    throw new FormatError(
      'the study compares pairs: expected a score per pair with the columns first, second and score (or distance), ' +
        `and condition and repeat where scores differ between them; ${columnsOf(table)}`,
    );
  }
  const wrong = values.findIndex((value) => value === '' || !Number.isFinite(Number(value)));
  if (wrong >= 0)
    throw new FormatError(`expected a number, found "${values[wrong]}" in line ${table.lineNumbers[wrong]} of ${name}`);
  const lineAt = (line: number): ScoreLine => ({
    reference: unescapeFormula(reference[line]),
    probe: unescapeFormula(probe[line]),
    score: Number(values[line]),
  });
  if (!table.column('condition') && !table.column('repeat')) {
    return [{ split: null, holds, lines: values.map((_, line) => lineAt(line)) }];
  }
  return linesBySplit(table, study, hashOfSplit, found).map(({ condition, repeat, lines }) => ({
    split: { condition, repeat },
    holds,
    lines: lines.map(lineAt),
  }));
}

/** `first second score`, or `claimed_id [model_label] real_id test_label score` of Bob. */
function listed(file: ResultFile, study: ImportTarget, found: ProblemCollector): ScoreLines {
  const { name, bytes } = file;
  const genuine = kindOf(name);
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  const read = lines.flatMap((text, at): ScoreLine[] => {
    if (text.trim() === '') return [];
    const cells = cellsOf(text);
    const score = Number(cells[cells.length - 1]);
    const kind = genuine === null ? {} : { genuine };
    if (cells.length >= 3 && cells.length <= 5 && Number.isFinite(score)) {
      if (cells.length === 3) return [{ reference: cells[0], probe: cells[1], score, ...kind }];
      if (cells.length === 4) return [{ claimed: cells[0], real: cells[1], probe: cells[2], score, ...kind }];
      return [{ claimed: cells[0], reference: cells[1], real: cells[2], probe: cells[3], score, ...kind }];
    }
    refuseComparisonLists([file]);
    throw new FormatError(
      `expected first second score, or claimed_id [model_label] real_id test_label score, found "${text.slice(0, 80)}" in line ${at + 1} of ${name}`,
    );
  });
  const templates = study.splitOf(study.conditions[0].key, 1).pairs!.templates === true;
  if (!templates && read.some(({ reference }) => reference === undefined)) {
    found.add(`${name} has four columns, which name the claimed subject alone: expected the image in a model_label.`);
  }
  const split = splitOfPath(name, study);
  const stem = name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  if (!split && /^\d+$/.test(stem)) {
    found.add(`${name} names no split of the study, <condition>/<repeat>.txt; the repeats are 1 to ${study.repeats}.`);
  }
  return { split, holds: 'scores', lines: read };
}

/** Whether the name of a file says that its pairs are genuine; null: it does not say. */
function kindOf(name: string): boolean | null {
  const words = name.replace(/^.*[/\\]/, '').split(/[^A-Za-z]+/);
  if (words.some((word) => /^genuines?$/i.test(word))) return true;
  return words.some((word) => /^impost[eo]rs?$/i.test(word)) ? false : null;
}

function cellsOf(line: string): string[] {
  return line.trim().split(/[\s,;]+/);
}
