import { z } from 'zod';
import { available } from '../text/phrases.ts';
import { fieldsSchema } from './field/fieldSchema.ts';
import type { Method, Parameter, ParameterValue, Settings } from './method.ts';
import { InvalidInputError, type Problem } from './problems.ts';

/** Settings as written in specs and models; `resolveSettings` checks them for a method. */
export const settingsSchema = z.record(
  z.string(),
  z.union([
    z.number(),
    z.string(),
    z.boolean(),
    z.array(z.number()).readonly(),
    z.array(z.record(z.string(), z.unknown())).readonly(),
  ]),
);

/**
 * `given` with the method's defaults filled in, in the order of the method's parameters, so equal settings have equal
 * JSON. Throws InvalidInputError with one problem for every unknown name and every unusable value.
 */
export function resolveSettings(method: Method, given: Settings): Settings {
  const problems: Problem[] = [];
  for (const name of Object.keys(given)) {
    if (!method.parameters.some((parameter) => parameter.name === name)) {
      const names = method.parameters.map((parameter) => parameter.name);
      const message = `${method.title} has no setting "${name}": ${available(names, 'it has none', 'it has')}.`;
      problems.push({ path: `settings.${name}`, message });
    }
  }
  const settings: Record<string, ParameterValue> = {};
  for (const parameter of method.parameters) {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default;
    const resolved = { at: '', found: value as unknown, ...resolveValue(parameter, value) };
    if ('value' in resolved) settings[parameter.name] = resolved.value;
    else {
      const { expected, at, found } = resolved;
      problems.push({
        path: `settings.${parameter.name}${at}`,
        message: `${method.title}: ${parameter.name}${at} must be ${expected}, found ${JSON.stringify(found) ?? 'nothing'}.`,
      });
    }
  }
  if (problems.length > 0) throw new InvalidInputError(problems);
  return settings;
}

type Resolved =
  | { readonly value: ParameterValue }
  /** `at`: the invalid part of the value, such as "[1].radius"; `found`: its content. */
  | { readonly expected: string; readonly at?: string; readonly found?: unknown };

/** The resolved value of a parameter, or what was expected. */
export function resolveValue(parameter: Parameter, value: ParameterValue): Resolved {
  switch (parameter.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? { value } : { expected: 'true or false' };
    case 'choice':
      return typeof value === 'string' && parameter.choices.some((choice) => choice.value === value)
        ? { value }
        : { expected: `one of ${parameter.choices.map((choice) => `"${choice.value}"`).join(', ')}` };
    case 'integer':
    case 'number': {
      const noun = parameter.kind === 'integer' ? 'an integer' : 'a number';
      return isWithin(value, parameter) && (parameter.kind === 'number' || Number.isInteger(value))
        ? { value }
        : { expected: `${noun} from ${parameter.min} to ${parameter.max}` };
    }
    case 'numbers': {
      const numbers = Array.isArray(value) ? value.filter((entry) => isWithin(entry, parameter)) : null;
      return numbers?.length === (value as readonly unknown[]).length
        ? { value: numbers }
        : { expected: `a list of numbers from ${parameter.min} to ${parameter.max}` };
    }
    case 'fields': {
      const parsed = fieldsSchema.safeParse(value);
      if (parsed.success) return { value: parsed.data };
      const [{ path, message }] = parsed.error.issues;
      const at = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
      const found = path.reduce<unknown>((whole, key) => (whole as Record<PropertyKey, unknown> | null)?.[key], value);
      return { expected: message, at, found };
    }
  }
}

function isWithin(value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= min && value <= max;
}
