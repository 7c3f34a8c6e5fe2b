import type { FailedCell } from '../../core/contract/studies.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';
import { plural } from '../../core/text/words.ts';

/** Cells of one reason that the text names; JSON has all. */
const SHOWN = 10;

/** Why cells failed: every reason once, in full, with how many cells it ended and which. */
export function failedLines(cells: readonly FailedCell[]): string[] {
  return failureGroups(cells).flatMap(({ reason, said, failed }) => {
    const names = failed
      .slice(0, SHOWN)
      .map(({ label, condition, repeat }) => `${label}, ${condition}, repeat ${repeat}`);
    if (failed.length > SHOWN) names.push(`and ${failed.length - SHOWN} more`);
    const full = (said ?? reason).trim().split('\n').join('\n      ');
    if (failed.length === 1) return [`  ${names[0]}: ${full}`];
    return [`  ${plural(failed.length, 'cell')}: ${full}`, `    ${names.join('; ')}`];
  });
}
