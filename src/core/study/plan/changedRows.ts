/** Rows of a study whose method has changed since their results were computed. */
import { isVersion, shortVersion } from '../../methods/external/externalMethod.ts';
import { allMethods } from '../../methods/registry.ts';
import { listed } from '../../text/phrases.ts';
import type { PlannedCell } from './plan.ts';
import type { Study } from '../study.ts';

export interface ChangedRow {
  readonly label: string;
  /** What has changed, to be put in brackets: "version 585e0f12 then, 9a3bc1d4 now". */
  readonly change: string;
}

const EDITED =
  'its files differ from those registered: register them again in Settings, Methods, or by "eigenbench methods add"';
const OTHER_RULES = 'this release computes it by other rules or settings';

/**
 * The changed rows, in the order of the spec: external methods that are registered in another version or whose files
 * were edited, and built-in methods under whose keys the stored cells are no longer planned. An external method that is
 * not registered here has not changed.
 */
export function changedRows(
  { spec, methods: planned, rows }: Study,
  stored: readonly Pick<PlannedCell, 'label' | 'methodKey'>[],
): readonly ChangedRow[] {
  const keys = new Set(planned.map(({ key }) => key));
  const otherKeys = new Set(stored.flatMap(({ label, methodKey }) => (keys.has(methodKey) ? [] : [label])));
  return rows.flatMap(({ label, methods }, i): ChangedRow[] => {
    const { method: id, program } = spec.methods[i];
    const outside = program && allMethods().find((method) => method.id === id)?.outside;
    if (outside?.edited) return [{ label, change: EDITED }];
    if (outside && !isVersion(outside, program.version)) {
      const change = `version ${shortVersion(program.version)} then, ${shortVersion(outside.version)} now`;
      return [{ label, change }];
    }
    return methods.some((method) => otherKeys.has(method.label)) ? [{ label, change: OTHER_RULES }] : [];
  });
}

/** The sentence without its remedy: `"A" has changed since its results in "first" (version 585e0f12 then, …)`. */
export function changedSentence(study: string, rows: readonly ChangedRow[]): string {
  const names = rows.map(({ label, change }) => `"${label}" (${change})`);
  return rows.length === 1
    ? `${names[0]} has changed since its results in "${study}"`
    : `${listed(names)} have changed since their results in "${study}"`;
}
