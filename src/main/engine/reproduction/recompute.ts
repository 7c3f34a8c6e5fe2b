/** Computes the numbers of one method of a stored study again, and compares them with the stored ones. */
import type { RecomputedNumber } from '../../../core/contract/reproductions.ts';
import { notRegistered } from '../../../core/methods/external/externalMethod.ts';
import { IMPORTED } from '../../../core/methods/importedMethod.ts';
import { measureOf, type MeasureId } from '../../../core/measures/measures.ts';
import { parseStudySpec } from '../../../core/study/spec/parse.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { unpackTable } from '../../../core/study/table/packedTable.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { invalid } from '../errors.ts';
import type { EngineClient } from '../router.ts';
import { beginVerification, computeStudy, type ComputeContext } from './computeStudy.ts';

export interface RecomputeOptions {
  readonly study: number;
  readonly label: string;
  readonly condition?: string;
  readonly measure: MeasureId;
}

/**
 * Computes the cells in a temporary study, which continues if it was interrupted, and removes it. `onStudy` is called
 * with its id. Throws INVALID for what the study does not have or what cannot be computed here; as `computeStudy` does.
 */
export async function recompute(
  context: Omit<ComputeContext, 'calls'> & { readonly calls: EngineClient },
  { study: id, label, condition, measure }: RecomputeOptions,
  onStudy: (id: number) => void,
): Promise<RecomputedNumber[]> {
  const { studies, methods } = context.calls;
  if (measureOf(measure).unit === 's') throw wrong('measure', 'Times differ from run to run: name another measure.');
  const study = await studies.get({ id });
  const before = unpackTable((await studies.results({ id, options: { measure } })).table);
  const place = study.methods.findIndex((method) => method.label === label);
  if (place < 0) {
    const labels = study.methods.map((method) => `"${method.label}"`).join(', ');
    throw wrong('label', `"${study.name}" has no method "${label}": there are ${labels}.`);
  }
  if (study.methods[place].methodId === IMPORTED) {
    throw wrong('label', `"${label}" was computed elsewhere and cannot be recomputed here.`);
  }
  if (condition !== undefined && !before.conditions.some(({ key }) => key === condition)) {
    const conditions = before.conditions.map(({ key }) => key).join(', ');
    throw wrong('condition', `"${study.name}" has no condition "${condition}": there are ${conditions}.`);
  }
  const parsed = parseStudySpec({
    ...study.spec,
    name: `${study.spec.name.slice(0, 60)}: ${label.slice(0, 40)} (recomputed)`,
    methods: [study.spec.methods[place]],
    // A single method needs no comparison, and the baseline may be another method.
    comparison: { ...study.spec.comparison, baseline: 'best' },
  });
  if (!parsed.ok) throw invalid(parsed.problems);
  requireRegistered(await methods.outside(), parsed.spec);
  const begun = await beginVerification(context.calls, parsed.spec, [id, label, condition]);
  onStudy(begun.id);
  await computeStudy(context, begun, condition ?? null);
  const after = unpackTable((await studies.results({ id: begun.id, options: { measure } })).table);
  await studies.delete({ id: begun.id, forGood: true });
  return compared(before, place, after).filter((entry) => condition === undefined || entry.condition === condition);
}

function wrong(path: string, message: string): Error {
  return invalid([{ path, message }]);
}

/** Throws INVALID if an external method of the spec is not registered here, because all its cells would fail. */
function requireRegistered(
  external: readonly { readonly id: string }[],
  { methods }: Pick<StudySpec, 'methods'>,
): void {
  const registered = new Set(external.map(({ id }) => id));
  for (const { method, program } of methods) {
    if (program && !registered.has(method)) throw wrong('label', notRegistered(program.declaration.title));
  }
}

function compared(before: StudyTable, place: number, after: StudyTable): RecomputedNumber[] {
  return before.conditions.flatMap(({ key }, c) =>
    (['oracle', 'validated'] as const).flatMap((selection): RecomputedNumber[] => {
      const [stored, now] = [before.rows[place].entries[c], after.rows[0].entries[c]].map((entry) =>
        selection === 'oracle' ? entry : entry.validated,
      );
      if (!stored || !now) return [];
      const facts = [stored, now].map(({ mean, std, shape, values, repeats }) =>
        JSON.stringify([mean, std, shape, values, repeats]),
      );
      return [{ condition: key, selection, stored: stored.mean, now: now.mean, identical: facts[0] === facts[1] }];
    }),
  );
}
