/** The fields of a declared choice in the form: one text per parameter, by name. */
import type { ChoiceParameter } from '../../core/choice.ts';
import { isTyped, parsedText, shownText, type TypedParameter } from './parameterText.ts';
import type { Parsed, Reading } from './formReader.ts';
import { controlOf, factsOf, type Fields } from '../../core/field.ts';
import type { Problem } from '../api/client.ts';

export type FieldTexts = Readonly<Record<string, string>>;

/** The texts of a value; absent fields have their default. */
export function textsOf(parameters: readonly ChoiceParameter[], value: object): FieldTexts {
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    parameters.filter(isTyped).map((parameter) => [parameter.name, shownText(parameter, fields[parameter.name])]),
  );
}

/** Texts after a change of the choice: shared parameters keep their texts, the others start from their defaults. */
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
 * The fields from the texts. Optional fields are left out if they are empty, or if they have their default and are not
 * in `stated`, the value that the texts were made from. `read`: parses the text of a parameter.
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

/** Placeholder for an invalid field; the spec is not sent then. */
function otherwise(parameter: TypedParameter): unknown {
  return 'default' in parameter ? parameter.default : null;
}

// Options of a list of fields in a form: one text each.

/** The options as sent by a client, and a problem for each invalid text. */
export function readOptions(
  fields: Fields,
  texts: FieldTexts,
): { readonly given: Readonly<Record<string, unknown>>; readonly problems: Problem[] } {
  const given: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(texts)) {
    const schema = fields[name];
    const { read = String, expected } = factsOf(schema);
    const control = controlOf(schema);
    const value = control === 'boolean' ? text === 'true' : read(decimal(text, control));
    if (schema.safeParse(value).success) given[name] = value;
    else problems.push({ path: name, message: sentence(expected) });
  }
  return { given, problems };
}

/** Accepts a decimal comma. */
function decimal(text: string, kind: string | undefined): string {
  return kind === 'number' ? text.replace(',', '.') : text;
}

function sentence(expected = 'another text'): string {
  return `${expected[0].toUpperCase()}${expected.slice(1)}.`;
}
