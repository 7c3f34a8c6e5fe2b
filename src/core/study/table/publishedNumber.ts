/** Published error rates alongside those of a study; they are never part of tests or ranks. */
import { z } from 'zod';
import { HIDDEN_PROBLEM, WITHOUT_HIDDEN } from '../../text/hiddenCharacters.ts';

const text = (most: number) => z.string().trim().min(1).max(most).regex(WITHOUT_HIDDEN, HIDDEN_PROBLEM);

/** One published error rate of a method in a condition. */
export const publishedNumberSchema = z.strictObject({
  /** Label of the method in the study. */
  method: text(60),
  /** Key or title of the condition. */
  condition: text(200),
  /** Error rate in per cent. */
  value: z.number().min(0).max(100),
  /** Its standard deviation, as published. */
  deviation: z.number().min(0).max(100).optional(),
  /** Where it was published: "Zhao et al. (2012), Table 3". */
  source: text(300),
});

export type PublishedNumber = z.infer<typeof publishedNumberSchema>;

/** "17.9 ± 1.0 (+0.2)": as published, and ours − published in percentage points if we have a mean. */
export function publishedText({ value, deviation }: PublishedNumber, ours: number | null, digits: number): string {
  const spread = deviation === undefined ? '' : ` ± ${deviation.toFixed(digits)}`;
  return `${value.toFixed(digits)}${spread}${ours === null ? '' : ` (${signed(ours - value, digits)})`}`;
}

function signed(difference: number, digits: number): string {
  const size = Math.abs(difference).toFixed(digits);
  if (Number(size) === 0) return `±${size}`;
  return `${difference < 0 ? '−' : '+'}${size}`;
}
