/**
 * Settings to choose from: a list in place of a single value, as in `"neighbours": [3, 5, 7]`. Every combination of the
 * listed values is computed as a separate method; the table shows one row, at the chosen combination.
 */
import { z } from 'zod';
import type { ParameterValue, Settings } from '../../methods/method.ts';
import { InvalidInputError, type Problem } from '../../methods/problems.ts';
import { settingsSchema } from '../../methods/settings.ts';

/** Settings of a method in a study: single values, or lists of values to choose from. */
export const studySettingsSchema = z.record(
  z.string(),
  z.union([settingsSchema.valueType, z.array(z.string()).readonly(), z.array(z.boolean()).readonly()]),
);

export type StudySettings = Readonly<z.infer<typeof studySettingsSchema>>;

/** One combination out of a grid of settings. */
export interface TunedSettings {
  /** Names the cells of the combination, as in "LPP [neighbours 5]". */
  readonly label: string;
  /** Values of the settings that are chosen, by name. */
  readonly values: Settings;
  /** Values of the classifier's parameters; absent if none are listed. */
  readonly classifier?: Settings;
}

/** The part of a parameter that lists of its values need. */
interface Tunable {
  readonly name: string;
  readonly kind: string;
}

/** Maximum combinations of one method: each is fitted in every cell, and again on every inner split. */
const MOST_COMBINATIONS = 200;

type Single = string | number | boolean;

/** Whether a parameter may be given as a list of values to choose from; for some kinds a list is a single value. */
export function isTunable({ kind }: { readonly kind: string }): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'choice' || kind === 'boolean';
}

/** The settings that are lists to choose from, in the order of the parameters. */
export function settingsGrid(given: StudySettings, parameters: readonly Tunable[]): [string, readonly Single[]][] {
  return parameters.flatMap((parameter): [string, readonly Single[]][] => {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined;
    const isGrid = isTunable(parameter) && Array.isArray(value) && value.length > 0;
    return isGrid ? [[parameter.name, value as readonly Single[]]] : [];
  });
}

/** How many combinations settings stand for; 1 without a list. */
export function combinationCount(given: StudySettings, parameters: readonly Tunable[]): number {
  return settingsGrid(given, parameters).reduce((product, [, values]) => product * values.length, 1);
}

/** The lists with a duplicate value: name and value. */
export function valueListedTwice(given: StudySettings, parameters: readonly Tunable[]): [string, Single][] {
  return settingsGrid(given, parameters).flatMap(([name, values]): [string, Single][] => {
    const again = values.find((value, i) => values.indexOf(value) < i);
    return again === undefined ? [] : [[name, again]];
  });
}

/**
 * Problems: too many combinations, or duplicate values. Paths begin with "settings". `rules`: number of combinations of
 * the listed parameters of the classifier, each with every one of the settings.
 */
export function settingsGridProblems(given: StudySettings, parameters: readonly Tunable[], rules = 1): Problem[] {
  const twice = valueListedTwice(given, parameters).map(([name, again]): Problem => {
    return { path: `settings.${name}`, message: `${name} lists ${JSON.stringify(again)} twice.` };
  });
  const count = combinationCount(given, parameters) * rules;
  if (count <= MOST_COMBINATIONS) return twice;
  const message = `the listed values make ${count} combinations; a method has at most ${MOST_COMBINATIONS}.`;
  return [...twice, { path: 'settings', message }];
}

/**
 * Every combination, the last setting varying fastest; one without `tuned` if nothing is listed. `row`: the label of
 * the method. Throws InvalidInputError for too many.
 */
export function combinations(
  row: string,
  given: StudySettings,
  parameters: readonly Tunable[],
): { readonly settings: Settings; readonly tuned?: TunedSettings }[] {
  const grid = settingsGrid(given, parameters);
  // Invalid values are refused when settings are resolved.
  if (grid.length === 0) return [{ settings: given as Settings }];
  const tooMany = settingsGridProblems(given, parameters).filter(({ path }) => path === 'settings');
  if (tooMany.length > 0) throw new InvalidInputError(tooMany);
  const chosen = grid.reduce<[string, ParameterValue][][]>(
    (prefixes, [name, values]) =>
      prefixes.flatMap((pairs) => values.map((value): [string, ParameterValue][] => [...pairs, [name, value]])),
    [[]],
  );
  return chosen.map((pairs) => {
    const values = Object.fromEntries(pairs) as Settings;
    return {
      settings: { ...given, ...values } as Settings,
      tuned: { label: `${row} [${tunedText({ values })}]`, values },
    };
  });
}

/** "neighbours 5, classifier k 3" */
export function tunedText({ values, classifier = {} }: Pick<TunedSettings, 'values' | 'classifier'>): string {
  const ofRule = Object.entries(classifier).map(([name, value]) => [`classifier ${name}`, value]);
  return valuesText({ ...values, ...(Object.fromEntries(ofRule) as Settings) });
}

/** "neighbours 5, weights heat" */
function valuesText(values: Settings): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
