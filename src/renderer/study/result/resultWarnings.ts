/** What limits the claim of a result: first what makes numbers wrong, then optimistic, then weak. */
import type { StudyDetails } from '../../../core/contract/studies.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { plural } from '../../words/format.ts';

export interface ResultWarning {
  readonly sentence: string;
  /** 'again': a new study with this spec; 'add': more rows of this one. */
  readonly action?: { readonly title: string; readonly step: 'again' | 'add' };
}

/** Fewer repeats than this show little. */
const FEW_REPEATS = 5;

/** `failed`: number of failed cells. */
export function resultWarnings(
  { spec, methods }: Pick<StudyDetails, 'spec' | 'methods'>,
  { rows, essentials, conditions }: StudyTable,
  failed: number,
): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  if (failed > 0) {
    warnings.push({ sentence: `${plural(failed, 'cell')} failed: their methods lack repeats, see Table.` });
  }
  for (const sentence of essentials.filter((each) => each.includes('optimistic') && !each.includes('oracle'))) warnings.push({ sentence });
  const entries = rows.flatMap((row) => row.entries);
  if (!spec.selection && entries.some(({ shape }) => shape !== null && shape.length > 0)) {
    warnings.push({
      sentence: 'The dimension of each method was chosen on the test images, so error rates are optimistic.',
      action: { title: 'Cross-validate in a copy', step: 'again' },
    });
  }
  const unconverged = entries.reduce((sum, entry) => sum + (entry.unconverged ?? 0), 0);
  if (unconverged > 0) {
    warnings.push({ sentence: `${plural(unconverged, 'fit')} ended at the limit of iterations before converging.` });
  }
  const repeats = Math.max(0, ...entries.map(({ planned }) => planned));
  if (repeats > 1 && repeats < FEW_REPEATS) {
    warnings.push({
      sentence: `${plural(repeats, 'repeat')} per condition detect only large differences.`,
      action: { title: 'Add repeats', step: 'add' },
    });
  }
  if (rows.length > 1 && conditions.length > 0 && !methods.some(({ methodId }) => methodId === 'none')) {
    warnings.push({
      sentence: 'No row works on the pixels as they are, so the gain of projecting is not shown.',
      action: { title: 'Add No projection', step: 'add' },
    });
  }
  return warnings;
}
