/** Options of a comparison report in addition to those of the table. */
import { z } from 'zod';

export const comparisonReportSchema = z.strictObject({
  /**
   * Differences within ± this value count as practically equal, in the unit of the measure. Absent: the margin of the
   * measure.
   */
  rope: z.number().min(0).max(1e9).optional(),
  /** The true difference for the power analysis. Absent: the margin, or that of the measure if it is 0. */
  difference: z.number().gt(0).max(1e9).optional(),
  power: z.number().gt(0).lt(1).default(0.8),
});

export type ComparisonReportOptions = z.infer<typeof comparisonReportSchema>;
/** Options with all defaults resolved. */
export type ResolvedComparison = Required<ComparisonReportOptions>;
