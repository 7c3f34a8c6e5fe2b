/** The fields of a declared choice as the form holds them: a text for each parameter, by name. */
import type { ChoiceParameter } from '../../core/choice.ts';
import { isTyped, parsedText, shownText, type TypedParameter } from './parameterText.ts';
import type { Parsed, Reading } from './formReader.ts';
import type { OptionFields } from '../../core/optionField.ts';
import type { Problem } from '../api/client.ts';

export type FieldTexts = Readonly<Record<string, string>>;

/** The texts of a value, or of the defaults where it has no such field. */
export function textsOf(parameters: readonly ChoiceParameter[], value: object): FieldTexts {
  const known = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    parameters.filter(isTyped).map((parameter) => [parameter.name, shownText(parameter, known[parameter.name])]),
  );
}

/** Texts for another choice: of parameters that both have the texts stay, the others start from their defaults. */
export function changedTexts(
  from: readonly ChoiceParameter[],
  to: readonly ChoiceParameter[],
  texts: FieldTexts,
): FieldTexts {
  const shared = to.filter(({ name, title }) => from.some((other) => other.name === name && other.title === title));
  const kept = shared.filter(({ name }) => name in texts).map(({ name }) => [name, texts[name]]);
  return { ...textsOf(to, {}), ...(Object.fromEntries(kept) as FieldTexts) };
}

/**
 * The fields that the texts say; optional ones are left out where they are empty, or as by default and not among those
 * of `stated`, the value that the texts were made from. `read`: how the text of a parameter is read.
 */
export function fieldsOf(
  parameters: readonly ChoiceParameter[],
  texts: FieldTexts,
  path: string,
  { take }: Reading,
  stated: object = {},
  read: (parameter: TypedParameter, text: string) => Parsed<unknown> = parsedText,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const parameter of parameters.filter(isTyped)) {
    const { name, optional } = parameter;
    const text = texts[name] ?? shownText(parameter, undefined);
    const plain = text === shownText(parameter, undefined) && !(name in stated);
    if (optional && (text.trim() === '' || plain)) continue;
    fields[name] = take<unknown>(`${path}.${name}`, read(parameter, text), otherwise(parameter));
  }
  return fields;
}

/** What a field holds while its text says nothing; the spec is not sent then. */
function otherwise(parameter: TypedParameter): unknown {
  return 'default' in parameter ? parameter.default : null;
}

// Options of a list of fields, as a form holds them: a text for each.

/** What the texts say, as a client sends it, and a problem for each that says nothing. */
export function readOptions(
  fields: OptionFields,
  texts: FieldTexts,
): { readonly given: Readonly<Record<string, unknown>>; readonly problems: Problem[] } {
  const given: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const field = fields[name];
    const value = 'value' in field ? (field.read ?? String)(decimal(text, field.ask?.kind)) : text === 'true';
    if (field.schema.safeParse(value).success) given[name] = value;
    else problems.push({ path: name, message: sentence('value' in field ? field.expected : undefined) });
  }
  return { given, problems };
}

/** Numbers may be typed with a comma. */
function decimal(text: string, kind: string | undefined): string {
  return kind === 'number' ? text.replace(',', '.') : text;
}

function sentence(expected = 'another text'): string {
  return `${expected[0].toUpperCase()}${expected.slice(1)}.`;
}
