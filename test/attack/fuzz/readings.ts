/**
 * Evidence and readings of arrays, columns and lists: any numbers and texts give finite evidence, and a reading whose
 * doubts their first choices settle without another one, or a refusal in a sentence.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ImportRecipe } from '../../../src/core/images/importRecipe.ts';
import type { NamedArray, NamedText } from '../../../src/core/formats/namedArray.ts';
import { readArrays } from '../../../src/core/readings/arrayReading.ts';
import { columnRoles } from '../../../src/core/readings/columns.ts';
import {
  areAxes,
  asLabelVector,
  labelColumns,
  labelNameKind,
  neighboursAgree,
  oneHotLabels,
} from '../../../src/core/readings/labels.ts';
import { findPeriod, findShape } from '../../../src/core/readings/periods.ts';
import { judgeOrder } from '../../../src/core/readings/pixelOrder.ts';
import { pinnedRecipe, type Judgement } from '../../../src/core/readings/reading.ts';
import { vectorsAlong } from '../../../src/core/readings/vectors.ts';
import { ImportError } from '../../../src/main/import/index.ts';
import { openSource } from '../../../src/main/import/sources/openSource.ts';
import { mutate, type Random } from './mutate.ts';
import { FAST, refusal, SLOW, type Target } from './target.ts';

const TELLING = [0, 0, 1, -1, 255, 0.5, NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, 2 ** 53, -0];
const TEXTS = ['', '0', '01', '1', '1.0', '-1', 'anna', '\0', '9007199254740993', 'é', '__proto__', ' '];
const NAMES = ['gnd', 'data.l', 'train_idx', '', '.', 'Y', '__proto__', 'a'.repeat(200), 'é', 'imageLabel'];

const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)];

/** Numbers of one kind, or of all. */
function numbers(length: number, random: Random): Float64Array {
  const kind = random(4);
  const few = 1 + random(5);
  return Float64Array.from({ length }, (_, i) => {
    if (kind === 0) return oneOf(random, TELLING);
    if (kind === 1) return random(few);
    if (kind === 2) return 100 + 50 * Math.sin(i / few) + random(10);
    return random(50) === 0 ? oneOf(random, TELLING) : random(256);
  });
}

function attempt(random: Random): string {
  const dims = [1 + random(24), 1 + random(random(4) === 0 ? 400 : 64)];
  const fastest = oneOf(random, ['first', 'last'] as const);
  const data = numbers(dims[0] * dims[1], random);
  const axis = oneOf(random, ['first', 'last'] as const);
  const vectors = vectorsAlong({ dims, fastest, data }, axis);
  const evidence: Record<string, number> = {};
  for (const period of [findPeriod(vectors), findShape(vectors)]) {
    if (period === null) continue;
    evidence.strength = period.strength;
    if (vectors.length % period.lag !== 0) throw new Error(`a line of ${period.lag} of ${vectors.length} pixels`);
  }
  const fast = Array.from({ length: vectors.length }, (_, i) => i + 1).filter((side) => vectors.length % side === 0);
  for (const value of Object.values(judgeOrder(vectors, oneOf(random, fast)))) {
    if (typeof value === 'number') evidence.symmetry = value;
  }
  const labels = Array.from({ length: vectors.count }, () => oneOf(random, TEXTS));
  evidence.agreement = neighboursAgree(vectors, labels);
  if (vectors.length > 1) labelColumns(vectors);
  areAxes(vectors);
  asLabelVector(labels);
  labelNameKind(oneOf(random, NAMES));
  oneHotLabels(dims, data, fastest);
  const wrong = Object.entries(evidence).find(([, value]) => !Number.isFinite(value));
  if (wrong) throw new Error(`evidence ${wrong.join(' ')} for ${dims.join(' × ')} numbers`);
  return evidence.strength === undefined ? 'no pictures' : 'pictures';
}

const evidence: Target = { name: 'readings', weight: 10 * SLOW, attempt };

// Readings of arrays.

const ARRAY_NAMES = ['X', 'fea', 'data', 'faces', 'a', 'X_train', 'X_test', 'train/x', 'test/x', 'id', 'gnd', 'set'];

/** As names in a file, each once. */
const once = <T extends { readonly name: string }>(list: readonly T[], names: Set<string>): readonly T[] =>
  list.filter(({ name }) => !names.has(name) && names.add(name));

function namedArray(count: number, random: Random): NamedArray {
  const side = (): number => oneOf(random, [count, count, 1 + random(12), 1 + random(60), 36, 64, random(3)]);
  const dims = Array.from({ length: oneOf(random, [1, 2, 2, 2, 2, 3, 3, 4]) }, side);
  const length = dims.reduce((product, size) => product * size, 1);
  // Larger ones only take time.
  if (length > 20_000) return namedArray(count, random);
  const values = numbers(length, random);
  const data = random(3) === 0 ? Uint8Array.from(values) : values;
  return { name: oneOf(random, ARRAY_NAMES), dims, fastest: oneOf(random, ['first', 'last'] as const), data };
}

function namedText(count: number, random: Random): NamedText {
  const few = 1 + random(6);
  const length = random(4) === 0 ? random(2 * count) : count;
  const values = Array.from({ length }, () => (random(3) === 0 ? oneOf(random, TEXTS) : `p${random(few)}`));
  return { name: oneOf(random, NAMES), values };
}

/** Stacks that were joined from two cells. */
function cellsOf(list: readonly NamedArray[], random: Random): ReadonlyMap<string, readonly number[]> {
  const stacks = list.filter(({ dims, fastest }) => dims.length === 3 && fastest === 'first');
  return new Map(
    stacks.map(({ name, dims: [, , images] }) => {
      const first = random(images + 1);
      return [name, [first, images - first]];
    }),
  );
}

function arrayRecipe(random: Random): ImportRecipe {
  const option = (): boolean => random(8) === 0;
  return {
    ...(option() && { variable: oneOf(random, [...ARRAY_NAMES, 'X_train+X_test']) }),
    ...(option() && { labels: oneOf(random, ['none', 'first-column', 'last-column', 'cells', 'gnd', 'Y']) }),
    ...(option() && { imageAxis: oneOf(random, ['first', 'middle', 'last'] as const) }),
    ...(option() && { imageSize: { rows: 1 + random(9), cols: 1 + random(9) } }),
    ...(option() && { pixelOrder: oneOf(random, ['rows', 'columns'] as const) }),
  };
}

interface Counted extends Judgement {
  readonly images: number;
  readonly subjects: number;
}

/** Throws where the proposed answers to the doubts do not settle them, or give another reading than was read. */
function checkProposal(recipe: ImportRecipe, first: Counted, again: (recipe: ImportRecipe) => Counted): void {
  const { doubts } = first;
  for (const { aspect, choices } of doubts) {
    if (choices.length < 2) throw new Error(`a doubt of ${aspect} has ${choices.length} choices`);
  }
  if (doubts.some(({ aspect }, at) => doubts.findIndex((doubt) => doubt.aspect === aspect) !== at)) {
    throw new Error(`several doubts of one aspect: ${doubts.map(({ aspect }) => aspect).join(', ')}`);
  }
  const pinned = pinnedRecipe(recipe, first, true);
  const { doubts: left, images, subjects } = again(pinned);
  const says = `${JSON.stringify(recipe)}, then ${JSON.stringify(pinned)}`;
  if (left.length > 0) throw new Error(`doubts of ${left.map(({ aspect }) => aspect).join(', ')} remain: ${says}`);
  if (images !== first.images || subjects !== first.subjects) {
    throw new Error(`${first.images} images of ${first.subjects} became ${images} of ${subjects}: ${says}`);
  }
}

const differing = (values: readonly string[]): number => new Set(values).size;

const arrays: Target = {
  name: 'readArrays',
  weight: 40 * SLOW,
  attempt(random) {
    const count = 1 + random(oneOf(random, [6, 40, 120]));
    const names = new Set<string>();
    const list = once(
      Array.from({ length: 1 + random(3) }, () => namedArray(count, random)),
      names,
    );
    const contents = {
      arrays: list,
      texts: once(
        Array.from({ length: random(3) }, () => namedText(count, random)),
        names,
      ),
      beside: Array.from({ length: random(2) }, () => namedText(count, random)),
      matlab: random(2) === 0,
      ...(random(4) === 0 && { cells: cellsOf(list, random) }),
    };
    const recipe = arrayRecipe(random);
    const input = (): string =>
      `${contents.arrays.map(({ name, dims }) => `${name} ${dims.join(' × ')}`).join(', ')}; ${JSON.stringify(recipe)}`;
    const read = (options: ImportRecipe): Counted => {
      const { vectors, labels, rows, cols, channels, sets, ...reading } = readArrays(contents, options);
      const { count: images, length } = vectors;
      if (rows * cols * channels !== length && rows * cols !== length) {
        throw new Error(`${rows} × ${cols} pixels of ${length} numbers`);
      }
      if ([labels, sets].some((list) => list !== null && list.length !== images)) throw new Error('missing labels');
      return { ...reading, images, subjects: labels === null ? 1 : differing(labels) };
    };
    let first: Counted;
    try {
      first = read(recipe);
    } catch (error) {
      return refusal(error, input);
    }
    try {
      checkProposal(recipe, first, read);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n  ${input()}`, { cause: error });
    }
    return first.doubts.length > 0 ? 'asked' : 'read';
  },
};

// Columns of tables.

const COLUMN_NAMES = ['', 'index', 'Unnamed: 0', 'id', 'label', 'file', 'session', 'age', 'subject', '__proto__', 'x'];

const columns: Target = {
  name: 'columnRoles',
  weight: FAST,
  attempt(random) {
    const count = 1 + random(12);
    const family = random(2) * random(30);
    const list = Array.from({ length: 1 + family + random(6) }, (_, at) => {
      const kind = at < family || random(2) === 0 ? ('number' as const) : ('text' as const);
      const counts = random(4) === 0;
      const cells = Array.from({ length: count }, (__, row) =>
        counts ? `${row}` : kind === 'number' ? `${random(5)}` : oneOf(random, TEXTS),
      );
      const name = at < family ? `p${at}` : oneOf(random, COLUMN_NAMES);
      return { name, kind, texts: () => cells };
    });
    const dropped = random(4) === 0 ? [oneOf(random, [...COLUMN_NAMES, 'none'])] : undefined;
    const options = { header: random(2) === 0, besideImages: random(4) === 0, dropped };
    const roles = columnRoles(list, options);
    const { pixels, candidates, names, identifiers, others } = roles;
    const placed = [
      ...[pixels, identifiers, others, roles.dropped].flat(),
      ...candidates.map(({ column }) => column),
      ...(names === null ? [] : [names]),
    ];
    if (placed.length !== list.length || new Set(placed).size !== list.length) {
      throw new Error(`${placed.length} of ${list.length} columns: ${JSON.stringify({ ...options, list })}`);
    }
    if (candidates.some(({ subjects }) => subjects.length !== count)) throw new Error('subjects of other rows');
    return candidates.length > 0 ? 'subjects' : 'no subjects';
  },
};

// Lists of the files of a folder.

const PICTURES = ['a/1.pgm', 'a/2.pgm', 'b/1.pgm', 'b/2.pgm', 'b/ü 3.pgm', 'c-1.pgm', 'c-2.pgm', 'd-1.pgm'];
const PREFIXES = ['', '', '', './', '/home/me/', 'C:\\faces\\', '../', 'other/'];

function listLine(separator: string, file: string, random: Random): string {
  const path = `${oneOf(random, PREFIXES)}${random(20) === 0 ? oneOf(random, TEXTS) : file}`;
  const cells = [random(6) === 0 ? path.replaceAll('/', '\\') : path, `p${random(3)}`, oneOf(random, TEXTS)];
  return cells.join(separator);
}

/** Folders with a list in which paths, columns and headings vary, some of it damaged. */
export function lists(folder: string): Promise<Target> {
  const root = join(folder, 'listed');
  for (const file of PICTURES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), 'P5\n2 2\n255\nabcd');
  }
  return Promise.resolve({
    name: 'lists',
    weight: 20 * SLOW,
    async attempt(random) {
      const separator = oneOf(random, [',', ';', '\t', ' ']);
      const headings = random(2) === 0 ? [oneOf(random, ['file', 'x']), 'person', 'age'].join(separator) + '\n' : '';
      const files = PICTURES.filter(() => random(8) > 0);
      const text = `${headings}${files.map((file) => listLine(separator, file, random)).join('\n')}\n`;
      const bytes = random(3) === 0 ? mutate(Buffer.from(text), random) : Buffer.from(text);
      const name = oneOf(random, ['images.csv', 'people.txt', 'list.tsv']);
      const recipe: ImportRecipe = {
        ...(random(2) === 0 && { list: name }),
        ...(random(6) === 0 && { labels: oneOf(random, ['none', 'person', '2', 'last-column']) }),
      };
      const path = random(4) === 0 ? join(root, name) : root;
      const input = (): string => JSON.stringify({ name, recipe, text: Buffer.from(bytes).toString('latin1') });
      writeFileSync(join(root, name), bytes);
      const read = async (options: ImportRecipe): Promise<Counted> => {
        const source = await openSource(path, options);
        if (source.kind === 'array')
          return { ...source, images: source.images.count, subjects: differing(source.subjects) };
        const subjects = differing(source.recipes.map(({ subject }) => subject));
        return { ...source, images: source.recipes.length, subjects };
      };
      try {
        const first = await read(recipe);
        const again = await read(pinnedRecipe(recipe, first, true)).catch((error: unknown) => {
          throw new Error(`pinned: ${String(error)}`, { cause: error });
        });
        checkProposal(recipe, first, () => again);
        return first.doubts.length > 0 ? 'asked' : 'read';
      } catch (error) {
        if (error instanceof ImportError && /^[^\n]{10,600}$/.test(error.message)) return 'refused';
        return refusal(error, input);
      } finally {
        rmSync(join(root, name));
      }
    },
  });
}

export const readings: readonly Target[] = [evidence, arrays, columns];
