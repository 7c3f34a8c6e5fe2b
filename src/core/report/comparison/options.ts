/** What a report on a comparison asks besides what the table shows. */
import { z } from 'zod';

export const comparisonReportSchema = z.strictObject({
  /** Differences within ± this count as practically equal, in the unit of the measure. Absent: its own margin. */
  rope: z.number().min(0).max(1e9).optional(),
  /** The difference that the power is stated for. Absent: the margin, or that of the measure where it is 0. */
  difference: z.number().gt(0).max(1e9).optional(),
  power: z.number().gt(0).lt(1).default(0.8),
});

export type ComparisonReportOptions = z.infer<typeof comparisonReportSchema>;
/** With everything settled. */
export type ResolvedComparison = Required<ComparisonReportOptions>;
