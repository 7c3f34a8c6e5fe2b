/** Tables of published numbers: CSV with named columns, or JSON, a list of objects with the same names. */
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
 * The numbers of a file, their conditions by key. Throws FormatError for what is no such table, and InvalidInputError
 * with
 * every row that does not fit: its number (that of its line; of JSON the place from 1), what was expected and found.
 */
export function readPublishedNumbers(name: string, bytes: Uint8Array, study: PublishedStudy): PublishedNumber[] {
  const found = problemCollector(name);
  const seen = new Set<string>();
  const numbers = rowsOf(bytes).flatMap(({ row, content }): PublishedNumber[] => {
    const { data, error } = publishedNumberSchema.safeParse(content);
    if (!data) {
      for (const { path, message } of error.issues) {
        found.add(`row ${row}, ${path.join('.') || 'entry'}: ${message}${foundText(content, path)}.`);
      }
      return [];
    }
    if (!study.labels.includes(data.method)) {
      found.add(`row ${row}, method: expected one of ${study.labels.join(', ')}, found "${data.method}".`);
      return [];
    }
    const condition = conditionKey(data.condition, study);
    if (condition === null) {
      const known = study.conditions.map(({ key }) => key).join(', ');
      found.add(`row ${row}, condition: expected one of ${known}, found "${data.condition}".`);
      return [];
    }
    const place = JSON.stringify([data.method, condition]);
    if (seen.has(place)) found.add(`row ${row}: a second number of ${data.method} in ${condition}.`);
    seen.add(place);
    return [{ ...data, condition }];
  });
  found.done();
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

/** The number that a cell holds; its text where it holds none, so that the error shows it. */
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
