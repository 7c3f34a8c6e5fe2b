/** What limits the claim of a result: first what makes numbers wrong, then optimistic, then weak. */
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { withoutImages } from '../../../core/protocols/subset.ts';
import { comparisonTarget } from '../../../core/study/spec/comparedWith.ts';
import type { StudySpec, StudySpecInput } from '../../../core/study/spec/spec.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { plural } from '../../words/format.ts';

/** 'retry': the failed cells again; 'extend': this study by the spec; 'create': a study of the spec. */
export type Remedy = { readonly title: string } & (
  | { readonly step: 'retry' }
  | { readonly step: 'extend' | 'create'; readonly spec: StudySpecInput }
  /** A study without the duplicates of its dataset. */
  | { readonly step: 'deduplicate' }
);

export interface ResultWarning {
  readonly sentence: string;
  readonly remedy?: Remedy;
}

/** Fewer repeats than this show little. */
const FEW_REPEATS = 5;
const ENOUGH_REPEATS = 10;
const INNER_SPLITS = 3;

/** `failed`: number of failed cells; `noun`: what one repeat is. */
export function resultWarnings(
  { spec, methods }: Pick<StudyDetails, 'spec' | 'methods'>,
  { rows, essentials }: StudyTable,
  failed: number,
  noun: string,
): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  if (failed > 0) {
    warnings.push({
      sentence: `${plural(failed, 'cell')} failed: their methods lack repeats, see Table.`,
      remedy: { title: 'Run failed cells again', step: 'retry' },
    });
  }
  for (const sentence of essentials.filter((each) => each.includes('optimistic') && !each.includes('oracle'))) {
    const copies = sentence.includes('identical');
    warnings.push({ sentence, ...(copies && { remedy: { title: 'Leave out duplicates', step: 'deduplicate' } }) });
  }
  const { pairs } = comparisonTarget(spec.protocol);
  const entries = rows.flatMap((row) => row.entries);
  if (!spec.selection && entries.some(({ shape }) => shape !== null && shape.length > 0)) {
    const selection = pairs ? ({ innerSplits: 0, on: 'development' } as const) : { innerSplits: INNER_SPLITS };
    warnings.push({
      sentence: 'Numbers at the best dimensions are optimistic.',
      remedy: {
        title: 'Cross-validate in a copy',
        step: 'create',
        spec: { ...spec, name: `${spec.name}, cross-validated`, selection },
      },
    });
  }
  const unconverged = entries.reduce((sum, entry) => sum + (entry.unconverged ?? 0), 0);
  if (unconverged > 0) {
    warnings.push({ sentence: `${plural(unconverged, 'fit')} ended at the limit of iterations before converging.` });
  }
  const repeats = Math.max(0, ...entries.map(({ planned }) => planned));
  if (repeats > 1 && repeats < FEW_REPEATS) {
    const { protocol } = spec;
    const more = 'repeats' in protocol && { ...spec, protocol: { ...protocol, repeats: ENOUGH_REPEATS } };
    warnings.push({
      sentence: `${plural(repeats, noun)} per condition detect only large differences.`,
      ...(more && {
        remedy: { title: `Add ${plural(ENOUGH_REPEATS - repeats, noun)}`, step: 'extend', spec: more },
      }),
    });
  }
  if (rows.length > 1 && !methods.some(({ methodId }) => methodId === 'none')) {
    warnings.push({
      sentence: 'No row works on the pixels as they are, so the gain of projecting is not shown.',
      remedy: {
        title: 'Add No projection',
        step: 'extend',
        spec: { ...spec, methods: [...spec.methods, { method: 'none' }] },
      },
    });
  }
  return warnings;
}

/** A copy of a spec without the duplicates among its images; `count`: images of its dataset. */
export function withoutDuplicates(spec: StudySpec, count: number, surplus: readonly number[]): StudySpec {
  return { ...spec, name: `${spec.name}, without duplicates`, subset: withoutImages(spec.subset, count, surplus) };
}
