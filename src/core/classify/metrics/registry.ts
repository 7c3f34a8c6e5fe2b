/** Registry of metrics, in the order of forms and messages. The first is the default. */
import { z } from 'zod';
import { choiceOf } from '../../choice.ts';
import { matrixStack, type MatrixStack } from '../../linalg/matrix.ts';
import { FitError } from '../../methods/method.ts';
import { chiSquared } from './chiSquared.ts';
import { cityBlock } from './cityBlock.ts';
import { columnSum } from './columnSum.ts';
import { cosine } from './cosine.ts';
import { euclidean } from './euclidean.ts';
import { hellinger } from './hellinger.ts';
import type { Distance, MetricDeclaration } from './metric.ts';
import { whitened } from './whitening.ts';
import { whitenedCosine } from './whitenedCosine.ts';

export const metrics = [
  euclidean,
  cosine,
  cityBlock,
  whitened,
  whitenedCosine,
  columnSum,
  chiSquared,
  hellinger,
] as const;

export const metricSchema = z.enum(metrics.map(({ kind }) => kind));

export type MetricName = z.infer<typeof metricSchema>;

/** Default metric. */
export const DEFAULT_METRIC = metrics[0].kind;

/**
 * A metric on codes of one shape. `spread`: codes whose deviation the whitened metric divides by if the compared codes
 * are not the gallery itself but its means. Throws RangeError if the shapes differ, and FitError for negative entries
 * if the metric requires histograms.
 */
export function distanceBetween(
  metric: MetricName,
  gallery: MatrixStack,
  probes: MatrixStack,
  spread: MatrixStack = gallery,
): Distance {
  if (gallery.rows !== probes.rows || gallery.cols !== probes.cols) {
    throw new RangeError(
      `distanceBetween: gallery codes are ${gallery.rows} × ${gallery.cols}, probe codes ${probes.rows} × ${probes.cols}`,
    );
  }
  const declared = metricNamed(metric);
  if (declared.histograms) requireHistograms(declared.title, gallery, probes);
  return declared.distance(inMemory(gallery), inMemory(probes), spread);
}

export function metricNamed(metric: MetricName): MetricDeclaration {
  return choiceOf<MetricDeclaration>(metrics, metric);
}

/**
 * Replaces the getter of stacks that read images in parts by an array: its calls took most of the time of a distance.
 */
function inMemory({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return matrixStack(count, rows, cols, data);
}

/** Whether a metric divides by deviations of codes, which depend on more than the compared codes. */
export function usesSpread(metric: MetricName): boolean {
  return metricNamed(metric).usesSpread ?? false;
}

/** Whether `distanceBetween` returns the square of the distance. */
export function givesSquares(metric: MetricName): boolean {
  return metricNamed(metric).squares ?? false;
}

/** Name of a classifier with its metric: "nearest neighbour by the cosine". */
export function byMetric(name: string, metric: MetricName = DEFAULT_METRIC): string {
  const { phrase } = metricNamed(metric);
  return phrase === '' ? name : `${name} ${phrase}`;
}

/** Name of a metric in papers: "Euclidean distance". */
export function metricProse(metric: MetricName = DEFAULT_METRIC): string {
  return metricNamed(metric).prose;
}

/** Throws FitError if an entry is negative. */
function requireHistograms(metric: string, ...stacks: readonly MatrixStack[]): void {
  for (const { data } of stacks) {
    const negative = data.find((value) => value < 0);
    if (negative === undefined) continue;
    throw new FitError(
      `${metric}: expected codes without negative entries, found ${negative.toPrecision(3)}. Use "No projection" on histograms, or another distance.`,
    );
  }
}
