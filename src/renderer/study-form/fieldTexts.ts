/** The fields of a choice as the form holds them: a text for each parameter, by name. */
import type { ChoiceParameter } from '../../core/choice.ts';
import { parseCounts, type Parsed } from '../methods/gridText.ts';
import {
  parseLevels,
  parsePixel,
  parseRegion,
  parseRegions,
  parseValueSplits,
  regionText,
  valueSplitsText,
} from './listText.ts';
import type { Reading } from './reading.ts';

export type FieldTexts = Record<string, string>;

type Typed = Exclude<ChoiceParameter, { kind: 'splits' }>;

/** Parameters that a text says; splits come from files. */
export function isTyped(parameter: ChoiceParameter): parameter is Typed {
  return parameter.kind !== 'splits';
}

/** The texts of a value, or of the defaults where it has no such field. */
export function textsOf(parameters: readonly ChoiceParameter[], value: object): FieldTexts {
  const known = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    parameters.filter(isTyped).map((parameter) => [parameter.name, shown(parameter, known[parameter.name])]),
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
 * of `stated`, the value that the texts were made from.
 */
export function fieldsOf(
  parameters: readonly ChoiceParameter[],
  texts: FieldTexts,
  path: string,
  { take }: Reading,
  stated: object = {},
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const parameter of parameters.filter(isTyped)) {
    const { name, optional } = parameter;
    const text = texts[name] ?? shown(parameter, undefined);
    const plain = text === shown(parameter, undefined) && !(name in stated);
    if (optional && (text.trim() === '' || plain)) continue;
    fields[name] = take<unknown>(`${path}.${name}`, parsed(parameter, text), otherwise(parameter));
  }
  return fields;
}

/** A value as it is typed; of undefined the default. */
function shown(parameter: Typed, value: unknown): string {
  const given = value ?? ('default' in parameter ? parameter.default : undefined);
  if (given === undefined) return '';
  switch (parameter.kind) {
    case 'counts':
    case 'levels':
      return (given as number[]).join(', ');
    case 'pixel': {
      const { row, col } = given as { row: number; col: number };
      return `${row}, ${col}`;
    }
    case 'region':
      return regionText(given as Parameters<typeof regionText>[0]);
    case 'regions':
      return (given as Parameters<typeof regionText>[0][]).map(regionText).join('; ');
    case 'value-splits':
      return valueSplitsText(given as Parameters<typeof valueSplitsText>[0]);
    default:
      return String(given);
  }
}

function parsed(parameter: Typed, text: string): Parsed<unknown> {
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return parseNumber(parameter, text);
    case 'boolean':
      return { value: text === 'true' };
    case 'choice':
      return { value: text };
    case 'text':
      return { value: text.trim() };
    case 'counts':
      return parseCounts(text);
    case 'levels':
      return parseLevels(text, parameter.max);
    case 'attribute':
      return text === '' ? { problem: 'Choose an attribute.' } : { value: text };
    case 'value-splits':
      return parseValueSplits(text);
    case 'pixel':
      return parsePixel(text);
    case 'region':
      return parseRegion(text);
    case 'regions':
      return parseRegions(text);
  }
}

function parseNumber(parameter: Extract<Typed, { kind: 'integer' | 'number' }>, text: string): Parsed<number> {
  const { kind, min = -Infinity, max = Infinity } = parameter;
  const value = text.trim() === '' ? NaN : Number(text);
  const fits = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (fits && value >= min && value <= max) return { value };
  const from = min === -Infinity ? '' : ` from ${min}`;
  const to = max === Infinity ? '' : ` to ${max}`;
  return { problem: `${kind === 'integer' ? 'A whole number' : 'A number'}${from}${to}.` };
}

/** What a field holds while its text says nothing; the spec is not sent then. */
function otherwise(parameter: Typed): unknown {
  return 'default' in parameter ? parameter.default : null;
}
