/** Writes out every setting of every method of a spec, so it means the same under other default settings. */
import { IMPORTED } from '../../methods/importedMethod.ts';
import { findMethod } from '../../methods/registry.ts';
import type { Method } from '../../methods/method.ts';
import { canonicalJson } from '../../hash.ts';
import { rowName } from '../study.ts';
import type { StudyMethod, StudySpec } from './spec.ts';

/**
 * Fills in the settings that a spec omits: from the same method in `stored`, a spec of the same study, else the
 * defaults of the method; likewise the version of an external method, what splits are drawn by, and the splits of
 * another study. Settings are not checked; unknown methods stay unchanged. Imported results of `stored` stay with the
 * study: a spec in a file need not list them.
 */
export function resolveSpecSettings(spec: StudySpec, stored?: StudySpec): StudySpec {
  const storedEntry = (entry: StudyMethod): StudyMethod | undefined =>
    stored?.methods.find(({ method, label }) => method === entry.method && label === entry.label);
  const methods = spec.methods.map((entry) => {
    const method = findMethod(entry.method);
    const parameters = method?.parameters ?? [];
    const defaults = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default]));
    const program = entry.program ?? storedEntry(entry)?.program ?? programOf(method);
    const settings = { ...defaults, ...storedEntry(entry)?.settings, ...entry.settings };
    return { ...entry, settings, ...(program && { program }) };
  });
  const added = (stored?.methods ?? []).filter(
    (entry) => entry.method === IMPORTED && !methods.some(({ elsewhere }) => sameFile(elsewhere, entry.elsewhere)),
  );
  const draws = spec.draws ?? stored?.draws;
  return { ...withStoredSplits(spec, stored), ...(draws && { draws }), methods: [...methods, ...added] };
}

/** The spec with the splits of another study that `stored`, a spec of the same study, has copied. */
export function withStoredSplits(spec: StudySpec, stored: StudySpec | undefined): StudySpec {
  const [given, there] = [spec.protocol, stored?.protocol];
  if (given.kind !== 'of-study' || given.conditions || there?.kind !== 'of-study' || there.study !== given.study)
    return spec;
  return { ...spec, protocol: there };
}

function sameFile(a: StudyMethod['elsewhere'], b: StudyMethod['elsewhere']): boolean {
  return a !== undefined && a.sha256 === b?.sha256;
}

/** The version of an external method that is registered here. */
function programOf(method: Method | undefined): StudyMethod['program'] {
  const outside = method?.outside;
  return outside && { version: outside.version, declaration: outside.declaration };
}

/** What names an entry in two specs of one study: its label, else its method. */
export function entryName({ label, method }: StudyMethod): string {
  return label ?? method;
}

/** A setting of a stored row that a spec of the same study leaves out. */
export interface OmittedSetting {
  readonly label: string;
  readonly name: string;
  readonly value: unknown;
  readonly standard: unknown;
}

/**
 * Settings of a stored study that a spec leaves out although they are not the defaults. The spec then perhaps asks for
 * other results.
 */
export function omittedSettings(stored: StudySpec, spec: StudySpec): OmittedSetting[] {
  return spec.methods.flatMap((entry) => {
    const there = stored.methods.find(({ method, label }) => method === entry.method && label === entry.label);
    return (findMethod(entry.method)?.parameters ?? []).flatMap(({ name, default: standard }): OmittedSetting[] => {
      const value = there?.settings[name];
      const isStated = name in entry.settings || value === undefined;
      if (isStated || canonicalJson(value) === canonicalJson(standard)) return [];
      return [{ label: rowName(entry), name, value, standard }];
    });
  });
}

/** Whether a spec equals that of a stored study, whose settings fill in those that it omits. */
export function specBelongsTo(stored: StudySpec, spec: StudySpec): boolean {
  return canonicalJson(resolveSpecSettings(stored)) === canonicalJson(resolveSpecSettings(spec, stored));
}
