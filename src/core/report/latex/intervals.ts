/** Confidence intervals of verification measures as a LaTeX table: a group per measure, a row per method. */
import { measureOf, withUnit, type MeasureId } from '../../measures/measures.ts';
import { subjectBootstrap } from '../../compare/tests/subjectBootstrap.ts';
import { plural } from '../../text/phrases.ts';
import { clampedIntervalText, intervalNote, type EntryIntervals } from '../intervals.ts';
import { slug } from '../slug.ts';
import { latexMathText, latexText } from './text.ts';
import { sizes } from './widths.ts';

/** Publication behind the intervals over subjects. */
export const intervalCitation = subjectBootstrap.citation!;

/**
 * A float for a column.
 *
 * @param study name of the study, for the label
 * @param dataset name in the caption
 */
export function latexIntervals(entries: readonly EntryIntervals[], study: string, dataset: string): string {
  const measures = [...new Set(entries.flatMap((entry) => entry.measures.map(({ measure }) => measure)))];
  const several = new Set(entries.map(({ condition }) => condition)).size > 1;
  const overSubjects = entries.some(({ lack }) => lack === null);
  const rows = measures.flatMap((measure, at) => [
    ...(at > 0 ? ['\\addlinespace'] : []),
    `\\multicolumn{${overSubjects ? 4 : 3}}{@{}l}{\\emph{${latexText(withUnit(measureOf(measure)))}}} \\\\`,
    ...entries.flatMap((entry) => rowOf(entry, measure, several, overSubjects)),
  ]);
  const finished = entries.filter((entry) => entry.measures.length > 0);
  const notes = new Set(finished.flatMap((entry) => intervalNote(entry).split(/(?<=\.) (?=\p{Lu})/u)));
  const [, size] = sizes;
  return [
    '% needs \\usepackage{booktabs}',
    `% for a line of 84 mm; ${plural(measures.length, 'measure')}, --measure chooses some`,
    '\\begin{table}[t]',
    '  \\centering',
    `  \\caption{95\\% intervals on ${latexMathText(dataset)}.}`,
    `  \\label{tab:${slug(study)}-intervals}`,
    `  ${size.command}\\setlength{\\tabcolsep}{4pt}`,
    `  \\begin{tabular}{@{}lr${overSubjects ? 'cc' : 'c'}@{}}`,
    '    \\toprule',
    `    Method & Mean & over repeats${overSubjects ? ' & over subjects' : ''} \\\\`,
    '    \\midrule',
    ...rows.map((row) => `    ${row}`),
    '    \\bottomrule',
    '  \\end{tabular}',
    '',
    '  \\smallskip',
    `  \\begin{minipage}{\\linewidth}${size.command}\\raggedright`,
    ...[...notes].map((note) => `    ${latexMathText(note)}`),
    ...(overSubjects ? [`    Intervals over subjects follow~\\cite{${intervalCitation.key}}.`] : []),
    '  \\end{minipage}',
    '\\end{table}',
    '',
  ].join('\n');
}

function rowOf(entry: EntryIntervals, measure: MeasureId, several: boolean, overSubjects: boolean): string[] {
  const found = entry.measures.find((each) => each.measure === measure);
  if (found === undefined) return [];
  const label = several ? `${entry.label}, ${entry.condition}` : entry.label;
  const ends = (over: 'repeats' | 'subjects'): string =>
    latexText(clampedIntervalText(found, over).replace(' – ', '–'));
  const cells = [
    found.mean.toFixed(measureOf(measure).digits),
    ends('repeats'),
    ...(overSubjects ? [ends('subjects')] : []),
  ];
  return [`${latexMathText(label)} & ${cells.join(' & ')} \\\\`];
}
