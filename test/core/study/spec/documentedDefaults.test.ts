import { describe, expect, it } from 'vitest';
import type { ChoiceParameter } from '../../../../src/core/choice.ts';
import { perturbations, perturbationSchema } from '../../../../src/core/perturbations/registry.ts';
import { protocols, protocolSchema } from '../../../../src/core/protocols/registry.ts';

interface Declared {
  readonly kind: string;
  readonly parameters: readonly ChoiceParameter[];
}

/** The declarations all of whose parameters have defaults that the reference states. */
const complete = (declared: readonly Declared[]) =>
  declared.flatMap(({ kind, parameters }) => {
    const required = parameters.filter((parameter) => !('optional' in parameter && parameter.optional));
    // An empty text stands for none.
    const defaultOf = (parameter: ChoiceParameter) =>
      'default' in parameter && parameter.default !== '' ? parameter.default : null;
    const defaults = required.map((parameter) => [parameter.name, defaultOf(parameter)]);
    return defaults.some(([, value]) => value === null) ? [] : [{ kind, defaults: Object.fromEntries(defaults) }];
  });

describe('a default that the reference states', () => {
  it.each(complete(protocols))('need not be written in a protocol: $kind', ({ kind, defaults }) => {
    expect(protocolSchema.parse({ kind })).toEqual(protocolSchema.parse({ kind, ...defaults }));
  });

  it.each(complete(perturbations))('need not be written in a perturbation: $kind', ({ kind, defaults }) => {
    expect(perturbationSchema.parse({ kind })).toEqual(perturbationSchema.parse({ kind, ...defaults }));
  });

  it('is none where nothing is right for every dataset', () => {
    expect(protocolSchema.safeParse({ kind: 'attribute' }).success).toBe(false);
    expect(protocolSchema.safeParse({ kind: 'explicit' }).success).toBe(false);
  });
});
