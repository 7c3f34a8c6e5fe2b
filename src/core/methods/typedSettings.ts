/** The settings of a method with the types and defaults of its parameters. */
import type { Field } from './field/fieldSchema.ts';
import type { Parameter } from './method.ts';

export type Parameters = readonly Parameter[];

type ValueOf<P> = P extends { readonly kind: 'number' | 'integer' }
  ? number
  : P extends { readonly kind: 'choice'; readonly choices: readonly { readonly value: infer Value }[] }
    ? Value
    : P extends { readonly kind: 'boolean' }
      ? boolean
      : P extends { readonly kind: 'numbers' }
        ? readonly number[]
        : readonly Field[];

/** A value for every parameter, by its name and of its kind. */
export type SettingsOf<P extends Parameters> = {
  readonly [Each in P[number] as Each['name']]: ValueOf<Each>;
};

/**
 * `given` with defaults for omitted settings. External settings must have been checked by `resolveSettings`; this is
 * the only place that casts them to the types of the parameters.
 */
export function settingsOf<P extends Parameters>(parameters: P, given: object): SettingsOf<P> {
  const defaults = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default]));
  return { ...defaults, ...given } as SettingsOf<P>;
}
