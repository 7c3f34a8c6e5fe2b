/** Settings that change no result, since another setting leaves them aside. */
import { reasonWithoutEffect, type Method } from '../../methods/method.ts';
import type { Problem } from '../../methods/problems.ts';
import { resolveSettings } from '../../methods/settings.ts';
import { combinations, settingsGrid } from '../spec/settingsGrid.ts';
import type { StudyMethod } from '../spec/spec.ts';

/**
 * Of settings that are fine otherwise: lists to choose from are refused where they choose nothing, single values are
 * warned of unless they are the default.
 */
export function checkEffect(
  entry: StudyMethod,
  method: Method,
  path: string,
): { readonly problems: readonly Problem[]; readonly warnings: readonly string[] } {
  const { parameters } = method;
  const lists = new Set(settingsGrid(entry.settings, parameters).map(([name]) => name));
  const given = combinations(entry.method, entry.settings, parameters).map((each) =>
    resolveSettings(method, each.settings),
  );
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const lacking = given.flatMap((settings) => reasonWithoutEffect(parameter, settings) ?? []);
    if (lacking.length === 0) continue;
    const at = `${path}.settings.${name}`;
    const sentence = `${at}: ${name} has no effect unless ${lacking[0]}`;
    if (lists.has(name)) {
      if (lacking.length === given.length) problems.push({ path: at, message: `${sentence}; leave it out.` });
      else warnings.push(`${sentence}; the combinations without it give equal results.`);
    } else if (lacking.length === given.length && given[0][name] !== parameter.default && hasValue(given[0][name])) {
      warnings.push(`${sentence}.`);
    }
  }
  return { problems, warnings };
}

/** Empty lists, which are the default of some settings, are no values. */
function hasValue(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}
