/** The sentences under a table: exactly what it shows. */
import { baselineOf } from './compare.ts';
import { pairTests } from './pairTests.ts';
import type { StudyTable, TableEntry } from './result.ts';
import type { StudySpec } from './spec.ts';

/**
 * Repeats, split, selection, test, α and the meaning of the marks; first of all, whether the study is complete.
 * `lackingShapes`: how many latent shapes were not selectable because some repeats could not fit them.
 */
export function tableFooter(spec: StudySpec, table: Omit<StudyTable, 'footer'>, lackingShapes: number): string[] {
  const entries = table.rows.flatMap((row) => row.entries);
  const failed = entries.reduce((sum, entry) => sum + entry.failed, 0);
  const sentences: string[] = [];
  if (table.done < table.total) {
    const failures = failed > 0 ? `, ${failed} failed` : '';
    sentences.push(`Incomplete: ${table.done} of ${table.total} cells finished${failures}.`);
  }
  sentences.push(measure(spec), split(spec));
  sentences.push(
    'Latent shape in brackets: the one with the least mean error on the test images (oracle selection), ' +
      'an optimistic choice.',
  );
  if (spec.selection) sentences.push(...validatedSentences(spec.selection, entries));
  if (lackingShapes > 0) {
    sentences.push(
      `Not selectable, because some repeats have no fit there: ${lackingShapes} latent shape${lackingShapes === 1 ? '' : 's'}.`,
    );
  }
  if (entries.some((entry) => entry.p !== null || entry.significant)) {
    sentences.push(...marks(spec.comparison));
    if (table.rows.some((row) => row.tally)) {
      const other = baselineOf(spec.comparison);
      sentences.push(
        `(•/=/*): conditions in which the method is better than ${other ?? 'all others'}, the same, worse than ` +
          `${other ?? 'the best'}, significantly. Rank: mean over the conditions, 1 is the least error.`,
      );
    }
  } else {
    sentences.push('Bold: least mean error. No significance test: it needs two methods with at least 2 repeats each.');
  }
  return sentences;
}

function validatedSentences(selection: NonNullable<StudySpec['selection']>, entries: readonly TableEntry[]): string[] {
  const { innerSplits } = selection;
  const times = innerSplits === 1 ? 'one split' : `${innerSplits} splits`;
  const sentences = [
    'Validated: the shape is chosen in every repeat by the errors inside its training images ' +
      `(${times}, one image of each subject held out); in brackets the shape chosen most often.`,
  ];
  const lacking = entries.reduce(
    (sum, { repeats, validated }) => sum + (validated ? repeats.length - validated.repeats.length : 0),
    0,
  );
  if (lacking > 0) {
    sentences.push(
      `Without a validated shape (no subject has two training images, or no inner fit): ${lacking} cell${lacking === 1 ? '' : 's'}.`,
    );
  }
  return sentences;
}

const CORRECTIONS = {
  none: 'no correction for multiple comparisons',
  holm: "Holm's correction over the methods of a condition",
  bonferroni: "Bonferroni's correction over the methods of a condition",
};

/** What the marks mean, and what the test takes for granted. */
function marks(comparison: StudySpec['comparison']): string[] {
  const { test, alpha, correction = 'none' } = comparison;
  const { title, paired, remark } = pairTests[test];
  const baseline = baselineOf(comparison);
  const sides = baseline === null ? 'one-tailed' : 'two-sided';
  const how = `${paired ? '' : 'two-sample '}${sides} ${title}, α = ${alpha}, ${CORRECTIONS[correction]}`;
  const meaning =
    baseline === null
      ? '• significantly better than every other method; * significantly worse than the best'
      : `• significantly better, * significantly worse than ${baseline}`;
  return [`Bold: least mean error. ${meaning} (${how}).`, remark];
}

function measure(spec: StudySpec): string {
  const repeats = spec.protocol.kind === 'random' ? spec.protocol.repeats : spec.protocol.splits.length;
  const what = 'Error rate of the nearest neighbour in per cent';
  return repeats < 2 ? `${what}, one repeat.` : `${what}, mean ± sample standard deviation over ${repeats} repeats.`;
}

function split(spec: StudySpec): string {
  return spec.protocol.kind === 'random'
    ? `k training images of every subject at random (seed ${spec.seed}), all others for testing; all methods share the splits.`
    : 'Splits as given in the study; all methods share them.';
}
