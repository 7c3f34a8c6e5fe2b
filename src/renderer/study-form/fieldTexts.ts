/** The fields of a choice as the form holds them: a text for each parameter, by name. */
import type { ChoiceParameter } from '../../core/choice.ts';
import type { Parsed } from '../methods/gridText.ts';
import type { Reading } from './reading.ts';

export type FieldTexts = Record<string, string>;

type Plain = Extract<ChoiceParameter, { kind: 'integer' | 'number' | 'choice' }>;

/** Parameters that a text says, all others have editors of their own. */
export function isPlain(parameter: ChoiceParameter): parameter is Plain {
  return parameter.kind === 'integer' || parameter.kind === 'number' || parameter.kind === 'choice';
}

/** The texts of a value, or of the defaults where it has no such field. */
export function textsOf(parameters: readonly ChoiceParameter[], value: object): FieldTexts {
  const known = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    parameters.filter(isPlain).map((parameter) => [parameter.name, String(known[parameter.name] ?? parameter.default)]),
  );
}

/** The fields that the texts say; optional ones are left out where they are empty or as by default. */
export function fieldsOf(
  parameters: readonly ChoiceParameter[],
  texts: FieldTexts,
  path: string,
  { take, whole }: Reading,
): Record<string, number | string> {
  const fields: Record<string, number | string> = {};
  for (const parameter of parameters.filter(isPlain)) {
    const { name, optional } = parameter;
    const text = texts[name] ?? String(parameter.default);
    if (optional && (text.trim() === '' || text === String(parameter.default))) continue;
    if (parameter.kind === 'choice') fields[name] = text;
    else if (parameter.kind === 'integer') fields[name] = whole(`${path}.${name}`, text, parameter.min ?? 0);
    else {
      const value = text.trim() === '' ? NaN : Number(text);
      const parsed: Parsed<number> = Number.isFinite(value) ? { value } : { problem: 'A number.' };
      fields[name] = take(`${path}.${name}`, parsed, parameter.default);
    }
  }
  return fields;
}
