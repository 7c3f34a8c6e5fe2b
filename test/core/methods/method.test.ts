import { describe, expect, it } from 'vitest';
import {
  reasonWithoutEffect,
  type Method,
  type Parameter,
  type ParameterValue,
  type Settings,
} from '../../../src/core/methods/method.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';

const faces = generateFaces({ subjects: 4, perSubject: 4, rows: 8, cols: 6 });

const dependent = methods.flatMap((method) =>
  method.parameters.filter(({ only }) => only).map((parameter) => ({ method, parameter })),
);

/** Another value than the default. */
function otherValue(parameter: Parameter): ParameterValue {
  switch (parameter.kind) {
    case 'boolean':
      return !parameter.default;
    case 'choice':
      return parameter.choices.find(({ value }) => value !== parameter.default)!.value;
    case 'numbers':
      return [2, 1];
    case 'fields':
      return parameter.default;
    default:
      return parameter.default === parameter.min
        ? parameter.min + 1
        : Math.max(parameter.min, (parameter.default / 2) | 0);
  }
}

function codesOf(method: Method, given: Settings): Float64Array {
  const settings = resolveSettings(method, given);
  const shape = method.latentNames.map(() => 2);
  const fit = method.fit({ images: faces.images, labels: faces.labels }, shape, settings, {
    random: stream('effect'),
    checkCancelled: () => undefined,
  });
  return method.encode(fit, faces.images).data;
}

describe('a parameter that has an effect under some settings only', () => {
  it.each(dependent)('is declared with choices of its method: $method.id, $parameter.name', ({ method, parameter }) => {
    for (const [name, values] of Object.entries(parameter.only!)) {
      const other = method.parameters.find((candidate) => candidate.name === name)!;
      const known = other.kind === 'choice' ? other.choices.map(({ value }) => value) : [];
      expect(known).toEqual(expect.arrayContaining([...values]));
      expect(known.length).toBeGreaterThan(values.length);
    }
  });

  it.each(dependent)('has none under the others: $method.id, $parameter.name', ({ method, parameter }) => {
    for (const [name, values] of Object.entries(parameter.only!)) {
      const other = method.parameters.find((candidate) => candidate.name === name) as Extract<
        Parameter,
        { kind: 'choice' }
      >;
      for (const { value } of other.choices.filter((choice) => !values.includes(choice.value))) {
        const given = { [name]: value, ...(value === 'list' && { coefficients: [3, 2] }) };
        expect(reasonWithoutEffect(parameter, resolveSettings(method, given))).toContain(`${name} is "${values[0]}"`);
        const changed = { ...given, [parameter.name]: otherValue(parameter) };
        expect(codesOf(method, changed), `${name} ${value}`).toEqual(codesOf(method, given));
      }
    }
  });
});
