/** Values of a method's parameters as the form holds them: typed texts and ticks. */
import type { MethodInfo } from '../../core/contract/methods.ts';
import type { Parameter, ParameterValue } from '../../core/methods/method.ts';
import type { Problem } from '../api/client.ts';
import type { Parsed } from './gridText.ts';

export type TypedValue = string | boolean;
export type TypedSettings = Readonly<Record<string, TypedValue>>;

/** The defaults of a method, as typed. */
export function defaultSettings(info: MethodInfo): Record<string, TypedValue> {
  return Object.fromEntries(info.parameters.map((parameter) => [parameter.name, shown(parameter.default)]));
}

/** How many parameters are typed otherwise than their defaults. */
export function changedCount(info: MethodInfo, typed: TypedSettings): number {
  return info.parameters.filter((parameter) => typed[parameter.name] !== shown(parameter.default)).length;
}

/** The settings that are not the default, and a problem for each that says nothing yet, by its name. */
export function parseSettings(
  parameters: readonly Parameter[],
  typed: TypedSettings,
): { readonly settings: Record<string, ParameterValue>; readonly problems: readonly Problem[] } {
  const settings: Record<string, ParameterValue> = {};
  const problems: Problem[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const parsed = parseValue(parameter, typed[name]);
    if ('problem' in parsed) problems.push({ path: name, message: parsed.problem });
    else if (shown(parsed.value) !== shown(parameter.default)) settings[name] = parsed.value;
  }
  return { settings, problems };
}

function parseValue(parameter: Parameter, typed: TypedValue | undefined): Parsed<ParameterValue> {
  if (parameter.kind === 'boolean') return { value: typed === true };
  const text = String(typed ?? '').trim();
  if (parameter.kind === 'choice') return { value: text };
  if (parameter.kind === 'fields') return parseList(text);
  if (parameter.kind === 'numbers') {
    const { min, max } = parameter;
    const values = text.split(/[,;\s]+/).filter((part) => part !== '');
    const numbers = values.map(Number).filter((value) => value >= min && value <= max);
    return numbers.length === values.length ? { value: numbers } : { problem: `Numbers from ${min} to ${max}.` };
  }
  const value = text === '' ? NaN : Number(text);
  const { min, max } = parameter;
  const within = value >= min && value <= max && (parameter.kind === 'number' || Number.isInteger(value));
  if (within) return { value };
  const what = parameter.kind === 'integer' ? 'A whole number' : 'A number';
  return { problem: `${what} from ${min} to ${max}.` };
}

/** A list as JSON; what its entries may be says the engine. */
function parseList(text: string): Parsed<readonly Record<string, unknown>[]> {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { value } : { problem: 'A list in brackets.' };
  } catch {
    return { problem: 'A list as JSON.' };
  }
}

/** A value as it is typed. */
export function shown(value: ParameterValue): TypedValue {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object') return String(value);
  return value.every((entry) => typeof entry === 'number') ? value.join(', ') : JSON.stringify(value);
}
