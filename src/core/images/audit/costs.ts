/**
 * Microseconds that the parts of an audit take, roughly, as measured on ORL, Yale and MNIST: their proportions say how
 * far an audit is.
 */
import type { AuditSource } from './source.ts';

type Size = Pick<AuditSource, 'rows' | 'cols' | 'count'>;

/** One look at every image. */
export const scanCost = ({ rows, cols, count }: Size): number => count * (8 + 0.003 * rows * cols);

/** Reducing every image, for near-duplicates. */
export const reductionCost = ({ rows, cols, count }: Size): number => count * (20 + 0.02 * rows * cols);

/** Correlating all pairs of reduced images. */
export const correlationCost = ({ count }: Size): number => 0.015 * count ** 2;

export const nearCost = (size: Size): number => reductionCost(size) + correlationCost(size);
