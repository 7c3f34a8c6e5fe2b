/** Parameter values as typed: one text each, for any declaration. */
import type { ChoiceParameter } from '../../core/choice.ts';
import { isTunable } from '../../core/study/spec/settingsGrid.ts';
import {
  parseCounts,
  parseLevels,
  parseNumbers,
  parsePixel,
  parseRegion,
  parseRegions,
  parseValueSplits,
  parts,
  regionText,
  valueSplitsText,
} from './listText.ts';
import type { Parsed } from './formReader.ts';

/** Parameters with a text; splits come from files. */
export type TypedParameter = Exclude<ChoiceParameter, { kind: 'splits' }>;

export function isTyped(parameter: ChoiceParameter): parameter is TypedParameter {
  return parameter.kind !== 'splits';
}

/** A value as text, several candidates separated by commas; undefined gives the default. */
export function shownText(parameter: TypedParameter, value: unknown): string {
  const given = value ?? ('default' in parameter ? parameter.default : undefined);
  if (given === undefined) return '';
  if (isTunable(parameter) && Array.isArray(given)) return given.join(', ');
  if ('zero' in parameter && given === 0) return parameter.zero!;
  switch (parameter.kind) {
    case 'counts':
    case 'levels':
    case 'numbers':
      return (given as number[]).join(', ');
    case 'fields':
      return JSON.stringify(given);
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

/** The value of a text, or the list of candidates of a tunable parameter; or why the text is invalid. */
export function parsedTextOrList(parameter: TypedParameter, text: string): Parsed<unknown> {
  if (!isTunable(parameter) || !text.includes(',')) return parsedText(parameter, text);
  const parsed = parts(text).map((part) => parsedPart(parameter, part));
  const problem = parsed.find((part) => 'problem' in part);
  if (problem) return problem;
  const values = parsed.flatMap((part) => ('value' in part ? [part.value] : []));
  if (new Set(values).size < values.length) return { problem: 'Duplicate value.' };
  return { value: values.length === 1 ? values[0] : values };
}

/** One of several candidates; options of a select or a box are typed here. */
function parsedPart(parameter: TypedParameter, part: string): Parsed<unknown> {
  const offered =
    parameter.kind === 'boolean'
      ? ['true', 'false']
      : parameter.kind === 'choice'
        ? parameter.choices.map(({ value }) => value)
        : null;
  if (offered && !offered.includes(part)) return { problem: `Of ${offered.join(', ')}.` };
  return parsedText(parameter, part);
}

/** The value of a text, or why the text is invalid. */
export function parsedText(parameter: TypedParameter, text: string): Parsed<unknown> {
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
    case 'numbers':
      return parseNumbers(text, parameter.min, parameter.max);
    case 'fields':
      return parseList(text);
    case 'counts':
      return parseCounts(text);
    case 'levels':
      return parseLevels(text, parameter.max);
    case 'attribute':
      return text === '' ? { problem: 'Choose an attribute.' } : { value: text };
    case 'attachment':
      return text === '' ? { problem: 'Choose the vectors.' } : { value: text };
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

function parseNumber(parameter: Extract<TypedParameter, { kind: 'integer' | 'number' }>, text: string): Parsed<number> {
  const { kind, min = -Infinity, max = Infinity, zero } = parameter;
  if (zero !== undefined && text.trim().toLowerCase() === zero) return { value: 0 };
  const value = text.trim() === '' ? NaN : Number(text);
  const fits = kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (fits && value >= min && value <= max) return { value };
  if (zero !== undefined) return { problem: `A whole number, or "${zero}".` };
  const from = min === -Infinity ? '' : ` from ${min}`;
  const to = max === Infinity ? '' : ` to ${max}`;
  return { problem: `${kind === 'integer' ? 'A whole number' : 'A number'}${from}${to}.` };
}

/** A list as JSON; the engine validates its entries. */
function parseList(text: string): Parsed<unknown[]> {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? { value } : { problem: 'A list in brackets.' };
  } catch {
    return { problem: 'A list as JSON.' };
  }
}
