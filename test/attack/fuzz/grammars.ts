/** Texts made by the rules of their format, with what they must be read as. */
import { decodeArff } from '../../../src/core/formats/tables/arff.ts';
import { decodeLibsvm } from '../../../src/core/formats/tables/libsvm.ts';
import type { Random } from './mutate.ts';

export interface Grammar {
  readonly name: string;
  readonly make: (random: Random) => { readonly text: string; readonly expected: unknown };
  readonly read: (text: string) => unknown;
}

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];
const listOf = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const maybe = (random: Random, text: string): string => (random(3) === 0 ? text : '');
const blanks = (random: Random): string => oneOf(random, ['', ' ', '\t', '  ']);

/** A number in one of its spellings. */
function numberText(random: Random): string {
  const digits = String(random(10_000));
  return oneOf(random, [
    digits,
    `-${digits}`,
    `+${digits}`,
    `${digits}.${random(1000)}`,
    `.${digits}`,
    `${digits}.`,
    `${digits}e${random(20) - 10}`,
    `-${digits}.5E+${random(9)}`,
    '0',
    '-0',
  ]);
}

function libsvm(random: Random): { text: string; expected: unknown } {
  const lines: string[] = [];
  const [labels, rows]: [string[], [number, number][][]] = [[], []];
  for (let line = 1 + random(6); line > 0; line--) {
    if (random(6) === 0) lines.push(oneOf(random, ['', '   ', '# a comment: 1:2', '\t']));
    const label = oneOf(random, ['1', '-1', '+1', '0', '3', '2.5', 'anna', 'S_7', '-0.25']);
    let index = 0;
    const entries = listOf(random(5) + (lines.length === 0 ? 1 : 0), (): [number, string] => [
      (index += 1 + random(random(4) === 0 ? 30 : 3)),
      numberText(random),
    ]);
    labels.push(label);
    rows.push(entries.map(([at, value]) => [at - 1, Number(value)]));
    const body = [label, ...entries.map(([at, value]) => `${random(5) === 0 ? '0' : ''}${at}:${value}`)];
    lines.push(
      `${blanks(random)}${body.join(oneOf(random, [' ', '  ', '\t']))}${maybe(random, ' # 7:7')}${blanks(random)}`,
    );
  }
  // A table without a column is none.
  if (rows.every((row) => row.length === 0)) {
    lines.push('1 1:1');
    labels.push('1');
    rows.push([[0, 1]]);
  }
  const cols = 1 + Math.max(...rows.flat().map(([at]) => at));
  const data = new Float64Array(rows.length * cols);
  rows.forEach((row, n) => row.forEach(([at, value]) => (data[n * cols + at] = value)));
  const text = lines.join(oneOf(random, ['\n', '\r\n'])) + maybe(random, '\n');
  return { text, expected: { rows: rows.length, cols, data, labels } };
}

interface Attribute {
  readonly name: string;
  readonly type: string;
  /** A value as it is written in a line, and what it is. */
  readonly value: (random: Random) => readonly [string, string | number];
  /** What a sparse line that leaves it out means. */
  readonly zero: string | number;
}

const WORDS = ['x', 'anna', 'b c', "it's", 'a,b', '{', '}', '%', '?', 'ü', '@data', '', '0', '"'];

/** A word in quotes where it needs them, or all the same. */
function quoted(random: Random, word: string): string {
  if (/^[a-z0-9ü]+$/.test(word) && random(2) === 0) return word;
  const sign = oneOf(random, ["'", '"']);
  return sign + word.replaceAll('\\', '\\\\').replaceAll(sign, `\\${sign}`) + sign;
}

function attribute(random: Random, place: number): Attribute {
  const name = oneOf(random, [`a${place}`, `with blank ${place}`, `x.${place}`, `ä${place}`]);
  const kind = random(3);
  if (kind === 0) {
    const type = oneOf(random, ['numeric', 'REAL', 'Integer', 'real']);
    return {
      name,
      type,
      zero: 0,
      value: () => {
        const text = numberText(random);
        return [text, Number(text)];
      },
    };
  }
  if (kind === 1) {
    const type = oneOf(random, ['string', 'STRING', 'date', 'date "yyyy-MM-dd"']);
    return {
      name,
      type,
      zero: '',
      value: () => {
        const word = oneOf(random, WORDS);
        return [quoted(random, word), word];
      },
    };
  }
  const values = [
    ...new Set(
      listOf(1 + random(4), () =>
        oneOf(
          random,
          WORDS.filter((word) => word !== ''),
        ),
      ),
    ),
  ];
  const type = `{${values.map((word) => blanks(random) + quoted(random, word)).join(',')}${blanks(random)}}`;
  return {
    name,
    type,
    zero: values[0],
    value: () => {
      const word = oneOf(random, values);
      return [quoted(random, word), word];
    },
  };
}

function arff(random: Random): { text: string; expected: unknown } {
  const attributes = listOf(1 + random(4), (place) => attribute(random, place));
  const lines = [oneOf(random, ['@relation r', "@RELATION 'a b'", '% nothing', ''])];
  for (const { name, type } of attributes) {
    if (random(5) === 0) lines.push(oneOf(random, ['', '% a comment @data', '   ']));
    const word = oneOf(random, ['@attribute', '@ATTRIBUTE', '@Attribute']);
    lines.push(
      `${blanks(random)}${word} ${/^[\w.ä]+$/.test(name) ? quoted(random, name) : quotedAlways(random, name)} ${type}`,
    );
  }
  lines.push(oneOf(random, ['@data', '@DATA', ' @Data ']));
  let weighted = false;
  const rows = listOf(1 + random(5), () => {
    if (random(6) === 0) lines.push(oneOf(random, ['', '% 1,2,3']));
    const sparse = random(3) === 0;
    const entries = attributes.map((own, c) => ({ c, own, given: own.value(random), left: sparse && random(2) === 0 }));
    const kept = entries.filter(({ left }) => !left);
    const body = sparse
      ? `{${kept.map(({ c, given }) => `${blanks(random)}${c} ${given[0]}`).join(',')}${blanks(random)}}`
      : entries.map(({ given }) => blanks(random) + given[0] + blanks(random)).join(',');
    const weight = maybe(random, ',{2}');
    weighted ||= weight !== '';
    lines.push(body + weight);
    return entries.map(({ own, given, left }) => (left ? own.zero : given[1]));
  });
  const columns = attributes.map(({ name, type }, c) => {
    const values = rows.map((row) => row[c]);
    const isNumber = /^(numeric|real|integer)$/i.test(type);
    return isNumber
      ? { kind: 'number', name, values: Float64Array.from(values as number[]) }
      : { kind: 'text', name, values };
  });
  const text = lines.join(oneOf(random, ['\n', '\r\n'])) + maybe(random, '\n');
  return { text, expected: { rows: rows.length, header: true, columns, weighted } };
}

function quotedAlways(random: Random, word: string): string {
  const sign = oneOf(random, ["'", '"']);
  return sign + word + sign;
}

/** A table with the values of its columns. */
function arffValues(text: string): unknown {
  const { columns, ...table } = decodeArff(text);
  const valued = columns.map(({ name, kind, texts, numberAt }) => ({
    kind,
    name,
    values: kind === 'text' ? texts() : Float64Array.from({ length: table.rows }, (_, row) => numberAt(row)),
  }));
  return { ...table, columns: valued };
}

export const grammars: readonly Grammar[] = [
  { name: 'ARFF', make: arff, read: arffValues },
  { name: 'LIBSVM', make: libsvm, read: decodeLibsvm },
];
