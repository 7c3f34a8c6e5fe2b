/** The sentences under a table: exactly what it shows. */
import type { StudyTable } from './result.ts';
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
  if (lackingShapes > 0) {
    sentences.push(
      `Not selectable, because some repeats have no fit there: ${lackingShapes} latent shape${lackingShapes === 1 ? '' : 's'}.`,
    );
  }
  if (entries.some((entry) => entry.p !== null || entry.significant)) {
    const alpha = spec.comparison.alpha;
    sentences.push(
      'Bold: least mean error. • significantly better than every other method; * significantly worse than the best ' +
        `(two-sample one-tailed t-test with pooled variance, α = ${alpha}, no correction for multiple comparisons).`,
      'The test takes repeats as independent samples; they share images, so it finds differences too readily.',
    );
  } else {
    sentences.push('Bold: least mean error. No significance test: it needs two methods with at least 2 repeats each.');
  }
  return sentences;
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
