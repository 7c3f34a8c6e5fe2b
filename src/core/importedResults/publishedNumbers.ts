/** Tables of published numbers: CSV with named columns, or JSON as a list of objects with the same names. */
import { FormatError } from '../formats/formatError.ts';
import { conditionKey } from './names.ts';
import { problemCollector } from './problemCollector.ts';
import { columnsOf, namedTable } from './namedTable.ts';
import type { Condition } from '../protocols/split.ts';
import { publishedNumberSchema, type PublishedNumber } from '../study/table/publishedNumber.ts';

interface PublishedStudy {
  readonly labels: readonly string[];
  readonly conditions: readonly Condition[];
}

const REQUIRED = ['method', 'condition', 'value', 'source'] as const;

/**
 * The numbers of a file, with the keys of their conditions. Throws FormatError for other files, and InvalidInputError
 * with every mismatching row: its number (the line; in JSON the position from 1), and what was expected and found.
 */
export function readPublishedNumbers(name: string, bytes: Uint8Array, study: PublishedStudy): PublishedNumber[] {
  const problems = problemCollector(name);
  const seen = new Set<string>();
  const numbers = rowsOf(bytes).flatMap(({ row, content }): PublishedNumber[] => {
    const { data, error } = publishedNumberSchema.safeParse(content);
    if (!data) {
      for (const { path, message } of error.issues) {
        problems.add(`row ${row}, ${path.join('.') || 'entry'}: ${message}${foundText(content, path)}.`);
      }
      return [];
    }
    if (!study.labels.includes(data.method)) {
      problems.add(`row ${row}, method: expected one of ${study.labels.join(', ')}, found "${data.method}".`);
      return [];
    }
    const condition = conditionKey(data.condition, study);
    if (condition === null) {
      const validKeys = study.conditions.map(({ key }) => key).join(', ');
      problems.add(`row ${row}, condition: expected one of ${validKeys}, found "${data.condition}".`);
      return [];
    }
    const place = JSON.stringify([data.method, condition]);
    if (seen.has(place)) problems.add(`row ${row}: a second number of ${data.method} in ${condition}.`);
    seen.add(place);
    return [{ ...data, condition }];
  });
  problems.done();
  return numbers;
}

function foundText(content: unknown, [field]: readonly PropertyKey[]): string {
  if (field === undefined || typeof content !== 'object' || content === null) return '';
  const value = (content as Record<PropertyKey, unknown>)[field];
  return value === undefined ? '' : `, found ${JSON.stringify(value)}`;
}

function rowsOf(bytes: Uint8Array): { row: number; content: unknown }[] {
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (start.startsWith('[') || start.startsWith('{')) return jsonRows(bytes);
  const table = namedTable(bytes);
  const lacking = REQUIRED.filter((column) => !table.names.includes(column));
  if (lacking.length > 0) {
    throw new FormatError(
      `expected the columns method, condition, value[, deviation], source; it lacks ${lacking.join(', ')}; ${columnsOf(table)}`,
    );
  }
  if (table.lineNumbers.length === 0) throw new FormatError('expected rows below the header, found none');
  const text = (column: string, line: number): string => table.column(column)?.[line] ?? '';
  return table.lineNumbers.map((row, line) => {
    const deviation = text('deviation', line);
    return {
      row,
      content: {
        method: text('method', line),
        condition: text('condition', line),
        value: numberOf(text('value', line)),
        ...(deviation !== '' && { deviation: numberOf(deviation) }),
        source: text('source', line),
      },
    };
  });
}

/** The number in a cell, or its text, for the error message. */
function numberOf(cell: string): number | string {
  return cell !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

function jsonRows(bytes: Uint8Array): { row: number; content: unknown }[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new FormatError(`expected JSON, found a mistake in it: ${(error as Error).message}`);
  }
  if (!Array.isArray(parsed) || parsed.length === 0) {
    throw new FormatError('expected a list of objects with method, condition, value[, deviation] and source');
  }
  return parsed.map((content: unknown, i) => ({ row: i + 1, content }));
}
