/** The sentences under a table, which state exactly what it shows. */
import { baselineOf } from '../comparison/compareMethods.ts';
import { unattainableSentence } from '../../compare/attainable.ts';
import { correctionPhrase, splitByFamily } from '../../compare/testFamilies.ts';
import { NO_NUMBERS } from './entry.ts';
import { pairTest } from '../../compare/tests/registry.ts';
import { shapeText } from '../../methods/latent/latentShape.ts';
import type { LatentShape } from '../../methods/method.ts';
import { REPEAT_NOUNS } from '../../protocols/protocol.ts';
import { countsTestImages } from '../plan/unrecognisable.ts';
import { choosesShape, isTuned, rowLists, takesAllAxes, type Study } from '../study.ts';
import type { StudyTable, TableEntry } from './table.ts';
import { measureOf, type Measure } from '../../measures/measures.ts';
import type { StudySpec } from '../spec/spec.ts';
import { labelsDiffer } from './gridHead.ts';
import {
  degenerateSentences,
  errorlessSentences,
  repeatSentences,
  spreadOver,
  standardErrors,
  unconvergedSentences,
} from './footerRepeats.ts';
import type { SplitRemarks } from './splitRemarks.ts';
import { tableComparison } from './tableOptions.ts';
import { listed, plural, uncapitalised } from '../../text/phrases.ts';
import {
  computedElsewhere,
  numberSentences,
  otherClassifiers,
  trainedElsewhere,
  treatment,
  type VectorOrigins,
} from './footerNumbers.ts';

/**
 * Sentences on repeats, split, selection, test, α and the meaning of the marks; first of all, whether the study is
 * complete. `essentials`: those without which a number misleads: on the numbers, bold, the marks, and rows computed
 * otherwise than the rest. `gaps`: what each row lacks. `vectors`: the origin of attached vectors. `splits`: what the
 * splits say about the numbers.
 */
export function tableFooter(
  study: Study,
  table: Omit<StudyTable, 'footer' | 'essentials'>,
  gaps: readonly RowGaps[],
  repeats: number,
  vectors: VectorOrigins = {},
  splits: SplitRemarks = {},
): Pick<StudyTable, 'footer' | 'essentials'> {
  const { spec, protocol } = study;
  const noun = REPEAT_NOUNS[protocol.repeatsAre];
  const entries = table.rows.flatMap((row) => row.entries);
  const failed = entries.reduce((sum, entry) => sum + entry.failed, 0);
  const sentences: string[] = [];
  const essentials: string[] = [];
  const essential = (sentence: string): void => {
    sentences.push(sentence);
    essentials.push(sentence);
  };
  if (table.done < table.total) {
    const pending = table.total - table.done - failed;
    const shown = entries.every((entry) => entry.failed === 0 || entry.failed === entry.planned);
    const sentence =
      pending > 0
        ? `Incomplete: ${table.done} of ${table.total} cells${failed > 0 ? `, ${failed} failed` : ''}.`
        : `${failed} of ${plural(table.total, 'cell')} failed.`;
    // Entries that say "failed" need no count.
    if (pending > 0 || !shown) essential(sentence);
  }
  failedSentences(table, gaps).forEach(essential);
  const [numbers, ...meaning] = numberSentences(study, table.measure, spreadOver(table, repeats, protocol.repeatsAre));
  essential(numbers);
  sentences.push(...meaning);
  otherClassifiers(spec).forEach(essential);
  sentences.push(split(study));
  [...testImageSentences(table), ...(splits.sentences ?? [])].forEach(essential);
  sentences.push(...(splits.asides ?? []));
  sentences.push(...treatment(study, vectors));
  [...trainedElsewhere(spec, vectors), ...computedElsewhere(spec)].forEach(essential);
  const { selection, marks: marked, standings } = table.options;
  if (selection !== 'validated' && study.rows.some((row) => isTuned(row) || choosesShape(row))) {
    essential(
      `${chosen(study)}, in brackets where shown: ${chosenBy(spec)} on the ${testsOf(study)} (oracle selection), ` +
        'an optimistic choice.',
    );
  }
  const labels = labelSentences(table);
  if (table.options.labels) sentences.push(...labels);
  else labels.forEach(essential);
  if (spec.selection && selection !== 'oracle') sentences.push(...validatedSentences(study, spec.selection, entries));
  sentences.push(...allAxes(study), ...listedSettings(study));
  sentences.push(...gaps.flatMap((row) => excludedSentence(row, noun)));
  [...undecidedSentences(table), ...repeatSentences(table, protocol.repeatsAre)].forEach(essential);
  sentences.push(...errorlessSentences(protocol, table), ...unconvergedSentences(table));
  if (protocol.reportsStandardError) sentences.push(...standardErrors(table));
  const tested = entries.some(({ p, significant, untested = 'too few repeats' }) => {
    return p !== null || significant || untested !== 'too few repeats';
  });
  emphasisSentences(spec, table, tested).forEach(essential);
  degenerateSentences(table).forEach(essential);
  if (!tested) {
    const equal = entries.length > table.conditions.length && entries.every(({ standing }) => standing === 'best');
    essential(
      equal
        ? 'Not tested: all means are identical.'
        : `Not tested: a test needs two methods and at least two ${noun}s.`,
    );
  } else if (marked) {
    const [meaning, remark] = marks(tableComparison(spec, table.options), table);
    essential(meaning);
    floorSentences(spec, table).forEach(essential);
    sentences.push(remark);
    const { unequalSizes, needsRatio } = pairTest(tableComparison(spec, table.options).test);
    if (needsRatio && protocol.compares) sentences.push('Here n_test and n_train are numbers of subjects.');
    const equal = splits.equalSizes ?? protocol.period === 1;
    if (unequalSizes && !equal) sentences.push(unequalSizes);
  }
  if (tested && standings && table.rows.some((row) => row.tally)) {
    const other = baselineOf(tableComparison(spec, table.options));
    sentences.push(
      `(•/=/*): number of conditions in which the method is significantly better than ${other ?? 'all others'}, ` +
        `undecided, or significantly worse than ${other ?? 'the best'}. Rank: mean over the conditions, 1 is the ${bestOf(table.measure)}.` +
        (spec.selection && selection === 'both' ? ' Both refer to the oracle selection.' : ''),
    );
  }
  return { footer: sentences, essentials };
}

/** What a row lacks. */
export interface RowGaps {
  readonly label: string;
  /** Latent shapes that were not selectable because some repeats could not fit them. */
  readonly shapes: readonly LatentShape[];
  /** Why its cells failed. */
  readonly reasons: readonly string[];
}

/** Number of reasons that a sentence names before it counts the others. */
const NAMED_REASONS = 4;

/** The meaning of "failed" in place of numbers. */
function failedSentences({ rows }: Pick<StudyTable, 'rows'>, gaps: readonly RowGaps[]): string[] {
  const failedRows = rows.filter(({ entries }) =>
    entries.some(({ failed, planned }) => failed > 0 && failed === planned),
  );
  const labels = failedRows.map(({ label }) => label);
  const reasons = [...new Set(gaps.flatMap((row) => (labels.includes(row.label) ? row.reasons : [])))].map((reason) =>
    reason.replace(/\.$/, ''),
  );
  if (reasons.length === 0) return [];
  const more = reasons.length - NAMED_REASONS;
  return [`failed: ${[...reasons.slice(0, NAMED_REASONS), ...(more > 0 ? [`${more} more reasons`] : [])].join('; ')}.`];
}

/** Number of shapes that a sentence names before it counts the others. */
const NAMED_SHAPES = 6;

function excludedSentence({ label, shapes }: RowGaps, noun: string): string[] {
  const names = [...new Set(shapes.map(shapeText))];
  if (names.length === 0) return [];
  const more = names.length - NAMED_SHAPES;
  const list = more > 0 ? [...names.slice(0, NAMED_SHAPES), `${more} more`] : names;
  const what = names.length === 1 ? `shape ${list[0]}` : `shapes ${listed(list)}`;
  return [`Left out for ${label}: ${what} (not fitted in every ${noun}).`];
}

/** Rows that lack numbers because their development pairs determine no threshold. */
function undecidedSentences({ rows }: Pick<StudyTable, 'rows'>): string[] {
  const undecidedRows = rows.flatMap(({ label, entries }) => {
    const count = entries.reduce((sum, { undecided = 0 }) => sum + undecided, 0);
    const rates = entries.flatMap(({ hterRange = [] }) => hterRange);
    const [least, most] = [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(1));
    const range = rates.length === 0 ? '' : `, HTER between ${least} and ${most}%`;
    return count === 0 ? [] : [`${label} (${plural(count, 'cell')}${range})`];
  });
  if (undecidedRows.length === 0) return [];
  return [
    `No unique threshold for ${listed(undecidedRows)}: every genuine development pair outscores every impostor, so any ` +
      'threshold between them makes no error there. Errors, decisions, HTER, FAR and FRR are left out (the measures ' +
      '"decisions" give the range of HTER); measures without a threshold choose their own dimension.',
  ];
}

/** Test images that no method can recognise, counted among the errors or left out. */
function testImageSentences({
  testImages = [],
  conditions,
  measure,
  options,
}: Omit<StudyTable, 'footer' | 'essentials'>): string[] {
  const first = testImages.find((images) => images !== null);
  if (!first || !countsTestImages(measure.id)) return [];
  const columnsByShare = Map.groupBy(conditions.keys(), (column) => {
    const images = testImages[column];
    if (!images) return 'none';
    return `${images.unrecognisable} of ${images.tests} (${((100 * images.unrecognisable) / images.tests).toFixed(1)}%)`;
  });
  const shares = [...columnsByShare].map(([share, columns]) =>
    columns.length === conditions.length
      ? share
      : `${share} in ${listed(columns.map((column) => conditions[column].title))}`,
  );
  const which = `test images of subjects without ${first.known} images, which no method recognises`;
  return [`${options.knownOnly ? 'Left out' : 'Counted as errors'}: ${which}: ${shares.join('; ')}.`];
}

/** Rows with one shape per training set: all axes. */
function allAxes(study: Study): string[] {
  const rows = study.rows.filter(takesAllAxes);
  if (rows.length === 0) return [];
  const names = rows.map(({ label }) => label).join(', ');
  return [`${names}: every axis of the training images was kept (number in brackets).`];
}

/** Methods that use labels and methods that do not, if both occur. */
function labelSentences({ rows }: Pick<StudyTable, 'rows'>): string[] {
  if (!labelsDiffer(rows)) return [];
  const named = (use: boolean | undefined): string[] =>
    rows.filter(({ usesLabels }) => usesLabels === use).map(({ label }) => label);
  const unknown = named(undefined);
  return [
    `Supervised: ${listed(named(true))}. Unsupervised: ${listed(named(false))}.` +
      `${unknown.length > 0 ? ` Unknown (external results): ${listed(unknown)}.` : ''}`,
  ];
}

function chosen({ rows }: Study): string {
  return rows.some(isTuned) ? 'Dimension and listed settings' : 'Dimension';
}

/** "lowest mean error", "highest mean verification AUC" */
function chosenBy({ selection }: StudySpec): string {
  return bestOf(measureOf(selection?.by ?? 'error-rate')).replace(' ', ' mean ');
}

/** The values that the settings of each such row were chosen from. */
function listedSettings(study: Study): string[] {
  const rows = study.rows.filter(isTuned).map((row) => {
    const texts = rowLists(row).map(([name, values]) => `${name} from ${listed(values.map(String))}`);
    return `${row.label}: ${texts.join(', ')}`;
  });
  return rows.length === 0 ? [] : [`Tuned together with the dimension: ${rows.join('; ')}.`];
}

function validatedSentences(
  { rows, protocol }: Study,
  selection: NonNullable<StudySpec['selection']>,
  entries: readonly TableEntry[],
): string[] {
  const { innerSplits, by = 'error-rate', on } = selection;
  const what = rows.some(isTuned) ? 'dimension and listed settings' : 'the dimension';
  const criterion = by === 'error-rate' ? 'error' : bestOf(measureOf(by));
  const noun = REPEAT_NOUNS[protocol.repeatsAre];
  const times = innerSplits === 1 ? 'one split' : `${innerSplits} splits`;
  if (on === 'development') {
    const learned = protocol.developsOnTraining ? ', on whose images the model is learned' : '';
    return [
      `Validated: in each ${noun}, ${what} chosen by the ${criterion} on its development pairs${learned}; in brackets, ` +
        'where shown, the most frequent choice.',
    ];
  }
  const sentences = [
    `Validated: in each ${noun}, ${what} chosen by the ${criterion} on held-out training images ` +
      `(${times}, one image per subject held out); in brackets, where shown, the most frequent choice.`,
  ];
  const lacking = entries.reduce(
    (sum, { repeats, validated }) => sum + (validated ? repeats.length - validated.repeats.length : 0),
    0,
  );
  if (lacking > 0) {
    sentences.push(
      `No validated dimension in ${plural(lacking, 'cell')}: no subject has two training images, or every inner fit failed.`,
    );
  }
  return sentences;
}

/** "lowest error", "highest verification AUC" */
function bestOf({ id, title, better }: Measure): string {
  const name = id === 'error-rate' ? 'error' : uncapitalised(title);
  return `${better === 'lower' ? 'lowest' : 'highest'} ${name}`;
}

/** What a test decides on: "test images", in verification "test pairs". */
function testsOf({ protocol }: Study): string {
  return protocol.compares ? 'test pairs' : 'test images';
}

/** Meaning of bold and underlining. */
function emphasisSentences(
  spec: StudySpec,
  { measure, options }: Pick<StudyTable, 'measure' | 'options'>,
  tested: boolean,
): string[] {
  const other = baselineOf(tableComparison(spec, options)) ?? 'the best';
  return [
    ...(options.bold === 'none' ? [] : [`Bold: ${bestOf(measure).replace(' ', ' mean ')}.`]),
    ...(options.underline && tested ? [`Underlined: undecided against ${other}.`] : []),
  ];
}

/** "12 tests together"; the oracle and the validated selection are a family each. */
function familySize({ rows, options: { selection } }: Pick<StudyTable, 'rows' | 'options'>): string {
  const entries = rows.flatMap((row) => row.entries);
  const validated = entries.flatMap((entry) => entry.validated ?? []);
  const sizes = [...(selection === 'validated' ? [] : [entries]), ...(selection === 'oracle' ? [] : [validated])]
    .filter((all) => all.length > 0)
    .map((all) => all.filter(({ p }) => p !== null).length);
  if (sizes.length === 2 && sizes[0] !== sizes[1]) {
    return `${plural(sizes[0], 'test')} together (${sizes[1]} of the validated shapes)`;
  }
  return `${plural(sizes[0], 'test')} together${sizes.length === 2 ? ', for each selection of shapes' : ''}`;
}

/** Meaning of the marks, and the caveat of the test. */
function marks(comparison: StudySpec['comparison'], table: Pick<StudyTable, 'rows' | 'options'>): string[] {
  const { test, alpha, correction, family } = comparison;
  const { phrase, paired, remark } = pairTest(test);
  const baseline = baselineOf(comparison);
  const sides = baseline === null ? 'one-sided' : 'two-sided';
  const size = family === 'table' && correction && correction !== 'none' ? `, ${familySize(table)}` : '';
  const how =
    `${paired ? '' : 'two-sample '}${sides} ${phrase}, α = ${alpha}, ` +
    `${correctionPhrase(correction, family)}${size}`;
  const meaning =
    baseline === null
      ? '• significantly better than all others; * significantly worse than the best; unmarked: undecided'
      : `• significantly better, * significantly worse than ${baseline}`;
  return [`${meaning} (${how}).`, remark];
}

/** That the test cannot mark anything with so few repeats, by the tests that were made. */
function floorSentences(spec: StudySpec, { rows, conditions, options }: Omit<StudyTable, 'footer' | 'essentials'>) {
  const comparison = tableComparison(spec, options);
  const validated = options.selection === 'validated';
  const families = splitByFamily(
    conditions.map((_, column) =>
      rows.flatMap(({ entries }) => {
        const { p, compared } = (validated ? entries[column].validated : entries[column]) ?? NO_NUMBERS;
        return p === null || compared === null ? [] : [compared.repeats];
      }),
    ),
    comparison.family,
  ).filter((repeats) => repeats.length > 0);
  const side = baselineOf(comparison) === null ? 'greater' : 'two-sided';
  const sizes = families.map((repeats) => ({ repeats: Math.max(...repeats), tests: repeats.length }));
  const sentence = unattainableSentence(comparison, sizes, side);
  return sentence === null ? [] : [sentence];
}

function split({ spec, protocol }: Study): string {
  return protocol.sentence + (spec.subset ? ' Only a subset of the images is used.' : '');
}
