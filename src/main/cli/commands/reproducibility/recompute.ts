import { IMPORTED } from '../../../../core/methods/importedMethod.ts';
import { measureOf } from '../../../../core/measures/measures.ts';
import { parseStudySpec } from '../../../../core/study/spec/parse.ts';
import { unpackTable } from '../../../../core/study/table/packedTable.ts';
import type { StudyTable } from '../../../../core/study/table/table.ts';
import { canonicalName } from '../../../../core/text/nameLookup.ts';
import { notRegistered } from '../../../../core/methods/external/externalMethod.ts';
import type { StudySpec } from '../../../../core/study/spec/spec.ts';
import type { Engine } from '../../../engine/engine.ts';
import { print, printJson } from '../../terminal.ts';
import { Failure, UsageError } from '../../errors.ts';
import { verify } from '../../recomputation.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareRecompute } from '../../declarations/studyCommands.ts';
import { columns } from '../../options/textColumns.ts';

/** A number of the table as stored and as recomputed. */
interface Recomputed {
  readonly condition: string;
  readonly selection: 'oracle' | 'validated';
  readonly stored: number | null;
  readonly now: number | null;
  /** Whether mean, all repeats and latent shapes are identical bit for bit. */
  readonly identical: boolean;
}

/**
 * eigenbench recompute: recomputes the cells of one method of a study, all or those of one condition, in a temporary
 * study, and compares every number with the stored one. Fails if anything differs.
 */
export async function recomputeCommand(name: string, options: OptionsOf<typeof declareRecompute>): Promise<void> {
  const { method, condition, measure = 'error-rate', json, ...where } = options;
  if (measureOf(measure).unit === 's') throw new UsageError('Times differ from run to run: name another measure.');
  const recomputed = await withEngine(where, async (engine) => {
    const { client } = engine;
    const { id } = await findStudy(engine, name);
    const study = await client.studies.get({ id });
    const label = canonicalName(
      method,
      study.methods.map((row) => row.label),
    );
    const before = unpackTable((await client.studies.results({ id, options: { measure } })).table);
    const place = study.methods.findIndex((method) => method.label === label);
    if (place < 0) {
      const labels = study.methods.map((method) => `"${method.label}"`).join(', ');
      throw new Failure(`"${name}" has no method "${label}": there are ${labels}.`);
    }
    if (study.methods[place].methodId === IMPORTED) {
      throw new Failure(`"${label}" was computed elsewhere and cannot be recomputed here.`);
    }
    if (condition !== undefined && !before.conditions.some(({ key }) => key === condition)) {
      const conditions = before.conditions.map(({ key }) => key).join(', ');
      throw new Failure(`"${name}" has no condition "${condition}": there are ${conditions}.`);
    }
    const parsed = parseStudySpec({
      ...study.spec,
      name: `${study.spec.name.slice(0, 60)}: ${label.slice(0, 40)} (recomputed)`,
      methods: [study.spec.methods[place]],
      // A single method needs no comparison, and the baseline may be another method.
      comparison: { ...study.spec.comparison, baseline: 'best' },
    });
    if (!parsed.ok) throw Object.assign(new Failure(`"${name}" has no usable spec.`), { problems: parsed.problems });
    await refuseUnregistered(engine, parsed.spec);
    const shard = condition === undefined ? undefined : { index: 1, count: 1, condition };
    const { id: again } = await verify(engine, parsed.spec, [id, label, condition], { json: json === true, shard });
    const after = unpackTable((await client.studies.results({ id: again, options: { measure } })).table);
    await client.studies.delete({ id: again, forGood: true });
    return compared(before, place, after).filter((entry) => condition === undefined || entry.condition === condition);
  });
  if (json) printJson(recomputed);
  else print(recomputedText(recomputed));
  const different = recomputed.filter(({ identical }) => !identical).length;
  if (different > 0) throw new Failure(`Not identical: ${different} of ${recomputed.length} numbers.`);
}

function compared(before: StudyTable, place: number, after: StudyTable): Recomputed[] {
  return before.conditions.flatMap(({ key }, c) =>
    (['oracle', 'validated'] as const).flatMap((selection): Recomputed[] => {
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

function recomputedText(rows: readonly Recomputed[]): string {
  return columns(
    ['condition', 'shape', '>stored', '>now', 'bit for bit'],
    rows.map(({ condition, selection, stored, now, identical }) => [
      condition,
      selection,
      String(stored ?? '–'),
      String(now ?? '–'),
      identical ? 'the same' : 'differs',
    ]),
  );
}

/** Throws Failure if an external method of the spec is not registered here, because all its cells would fail. */
async function refuseUnregistered({ client }: Engine, { methods }: Pick<StudySpec, 'methods'>): Promise<void> {
  const registered = new Set((await client.methods.outside()).map(({ id }) => id));
  for (const { method, program } of methods) {
    if (program && !registered.has(method)) throw new Failure(notRegistered(program.declaration.title));
  }
}
