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

/** The metric where none is named. */
export const DEFAULT_METRIC = metrics[0].kind;

/**
 * A metric on codes of one shape. `spread`: the codes whose deviation the whitened metric divides by, where those that
 * are compared are not the gallery itself but means of it. Throws RangeError when the shapes differ, FitError for
 * negative entries where the metric is of histograms.
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

/** Values as an array, not by a getter that reads images in parts: its calls took most of the time of a distance. */
function inMemory({ count, rows, cols, data }: MatrixStack): MatrixStack {
  return matrixStack(count, rows, cols, data);
}

/** Whether a metric divides by deviations of codes, which are not of the compared codes alone. */
export function usesSpread(metric: MetricName): boolean {
  return metricNamed(metric).usesSpread ?? false;
}

/** Whether what `distanceBetween` gives is the square of the distance. */
export function givesSquares(metric: MetricName): boolean {
  return metricNamed(metric).squares ?? false;
}

/** The name of a classifier with its metric: "nearest neighbour by the cosine". */
export function byMetric(name: string, metric: MetricName = DEFAULT_METRIC): string {
  const { phrase } = metricNamed(metric);
  return phrase === '' ? name : `${name} ${phrase}`;
}

/** As papers name a metric: "Euclidean distance". */
export function metricProse(metric: MetricName = DEFAULT_METRIC): string {
  return metricNamed(metric).prose;
}

/** Throws FitError where an entry is negative. */
function requireHistograms(metric: string, ...stacks: readonly MatrixStack[]): void {
  for (const { data } of stacks) {
    const negative = data.find((value) => value < 0);
    if (negative === undefined) continue;
    throw new FitError(
      `${metric}: expected codes without negative entries, found ${negative.toPrecision(3)}. Use "No projection" on histograms, or another distance.`,
    );
  }
}
