/** Options of a list of fields, as a form holds them: a text for each. */
import type { OptionFields } from '../../core/optionField.ts';
import type { Problem } from '../api/client.ts';
import type { FieldTexts } from './fieldTexts.ts';

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
