import { z } from 'zod';
import type { Method, Parameter, ParameterValue, Settings } from './method.ts';
import { InvalidInputError, type Problem } from './problems.ts';

/** Settings as they are written in specs and models; what a method makes of them says `resolveSettings`. */
export const settingsSchema = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));

/**
 * `given` with the method's defaults filled in, in the order of the method's parameters (so that equal settings are
 * written alike). Throws InvalidInputError with one problem for every unknown name and every unusable value.
 */
export function resolveSettings(method: Method, given: Readonly<Record<string, ParameterValue>>): Settings {
  const problems: Problem[] = [];
  for (const name of Object.keys(given)) {
    if (!method.parameters.some((parameter) => parameter.name === name)) {
      const known = method.parameters.map((parameter) => parameter.name);
      const offer = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
      problems.push({ path: `settings.${name}`, message: `${method.title} has no setting "${name}": ${offer}.` });
    }
  }
  const settings: Record<string, ParameterValue> = {};
  for (const parameter of method.parameters) {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default;
    const expected = violated(parameter, value);
    if (expected !== null) {
      problems.push({
        path: `settings.${parameter.name}`,
        message: `${method.title}: ${parameter.name} must be ${expected}, found ${JSON.stringify(value)}.`,
      });
    }
    settings[parameter.name] = value;
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
  return settings;
}

/** What the value should have been, or null when it is fine. */
function violated(parameter: Parameter, value: ParameterValue): string | null {
  switch (parameter.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'choice':
      return parameter.choices.some((choice) => choice.value === value)
        ? null
        : `one of ${parameter.choices.map((choice) => `"${choice.value}"`).join(', ')}`;
    case 'integer':
    case 'number': {
      const fits =
        typeof value === 'number' &&
        Number.isFinite(value) &&
        value >= parameter.min &&
        value <= parameter.max &&
        (parameter.kind === 'number' || Number.isInteger(value));
      const noun = parameter.kind === 'integer' ? 'an integer' : 'a number';
      return fits ? null : `${noun} from ${parameter.min} to ${parameter.max}`;
    }
  }
}
