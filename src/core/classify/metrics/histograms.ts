import type { MatrixStack } from '../../linalg/matrix.ts';
import { FitError } from '../../methods/method.ts';

/** Throws FitError where an entry is negative. */
export function requireHistograms(metric: string, ...stacks: readonly MatrixStack[]): void {
  for (const { data } of stacks) {
    const negative = data.find((value) => value < 0);
    if (negative === undefined) continue;
    throw new FitError(
      `${metric}: expected codes without negative entries, found ${negative.toPrecision(3)}. Use "No projection" on histograms, or another distance.`,
    );
  }
}
