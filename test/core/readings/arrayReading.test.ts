/** Arrays as programs and people write them: what is decided, what is asked, and which choice is first. */
import { describe, expect, it } from 'vitest';
import type { NamedArray, NamedText } from '../../../src/core/formats/namedArray.ts';
import type { ImportRecipe } from '../../../src/core/images/importRecipe.ts';
import type { ArrayContents, ArrayReading } from '../../../src/core/readings/arrayContents.ts';
import { readArrays } from '../../../src/core/readings/arrayReading.ts';
import { pinnedRecipe } from '../../../src/core/readings/reading.ts';

const [SUBJECTS, EACH, ROWS, COLS] = [5, 4, 28, 23];
const COUNT = SUBJECTS * EACH;
const PIXELS = ROWS * COLS;

/** Noise that is the same everywhere. */
function noise(seed: number): number {
  const x = Math.sin(seed * 12.9898 + 78.233) * 43758.5453;
  return x - Math.floor(x) - 0.5;
}

/** A drawn face: light skin, dark eyes and mouth, hair at the top. */
function grey(subject: number, shot: number, row: number, col: number): number {
  const near = (x: number, y: number, width: number, height: number): number =>
    Math.exp(-(((col - x) / width) ** 2) - ((row - y) / height) ** 2);
  const middle = (COLS - 1) / 2;
  const eyes = near(middle - 4.5, 10, 1.7, 1.5) + near(middle + 4.5, 10, 1.7, 1.5);
  const skin = 110 + 80 * near(middle, 14, 8, 11) - (40 + 6 * subject) * eyes;
  const mouth = 50 * near(middle, 21, 3 + 0.4 * subject, 1.4);
  const hair = row < 3 + (subject % 3) ? 30 : 0;
  const value = skin - mouth - hair + 14 * noise(((subject * EACH + shot) * ROWS + row) * COLS + col);
  return Math.round(Math.min(254, Math.max(1, value)));
}

const subjects = Array.from({ length: COUNT }, (_, n) => String(Math.floor(n / EACH) + 1));
const greyOf = (n: number, row: number, col: number): number => grey(Math.floor(n / EACH), n % EACH, row, col);

/** An array of these sizes by the value at each index. */
function array(
  name: string,
  dims: readonly number[],
  fastest: NamedArray['fastest'],
  value: (...index: number[]) => number,
): NamedArray {
  const length = dims.reduce((product, size) => product * size, 1);
  const data = Float64Array.from({ length }, (_, at) => {
    const index = new Array<number>(dims.length);
    let rest = at;
    const axes = fastest === 'first' ? dims.map((_, axis) => axis) : dims.map((_, axis) => dims.length - 1 - axis);
    for (const axis of axes) {
      index[axis] = rest % dims[axis];
      rest = Math.floor(rest / dims[axis]);
    }
    return value(...index);
  });
  return { name, dims, fastest, data };
}

const byColumns = (n: number, p: number): number => greyOf(n, p % ROWS, Math.floor(p / ROWS));
const byRows = (n: number, p: number): number => greyOf(n, Math.floor(p / COLS), p % COLS);
const vector = (name: string, values: readonly number[], column = true): NamedArray =>
  array(name, column ? [values.length, 1] : [1, values.length], 'first', (a, b) => values[column ? a : b]);
const numbers = subjects.map(Number);

function read(
  arrays: readonly NamedArray[],
  recipe: ImportRecipe = {},
  more: Partial<ArrayContents> & { readonly texts?: readonly NamedText[] } = {},
): ArrayReading {
  return readArrays({ arrays, texts: [], matlab: arrays[0].fastest === 'first', ...more }, recipe);
}

/** Pixel (row, col) of image n as it would be imported. */
function pixel({ vectors, rows, cols, pixels }: ArrayReading, n: number, row: number, col: number): number {
  const entry = pixels === 'rows' ? row * cols + col : col * rows + row;
  return vectors.data[vectors.offset + n * vectors.vectorStep + entry * vectors.entryStep];
}

function expectFaces(reading: ArrayReading, order: readonly number[] = subjects.map((_, n) => n)): void {
  expect(reading).toMatchObject({ rows: ROWS, cols: COLS, vectors: { count: COUNT, length: PIXELS } });
  for (const [n, row, col] of [
    [0, 0, 0],
    [7, 10, 4],
    [19, 27, 22],
  ]) {
    expect(pixel(reading, n, row, col)).toBe(greyOf(order[n], row, col));
  }
}

const rowsByColumns = array('fea', [COUNT, PIXELS], 'first', byColumns);

describe('arrays that go in at once', () => {
  const onehot = (value: number): NamedArray =>
    array('Y', [COUNT, SUBJECTS], 'first', (n, k) => (numbers[n] === k + 1 ? 1 : value));
  const cases: readonly (readonly [string, readonly NamedArray[], Partial<ArrayContents>?])[] = [
    ['fea and gnd, one image per row, stacked by columns', [rowsByColumns, vector('gnd', numbers)]],
    ['the same stacked by rows', [array('fea', [COUNT, PIXELS], 'first', byRows), vector('gnd', numbers)]],
    [
      'one image per column, and a row of labels named l',
      [array('X', [PIXELS, COUNT], 'first', (p, n) => byColumns(n, p)), vector('l', numbers, false)],
    ],
    ['labels of a telling affix', [rowsByColumns, vector('ORL_label', numbers)]],
    ['labels of any name that look-alikes share', [rowsByColumns, vector('v7', numbers)]],
    ['indicators of 0 and 1', [rowsByColumns, onehot(0)]],
    ['indicators of −1 and 1', [rowsByColumns, onehot(-1)]],
    [
      'two vectors that part the images alike',
      [
        rowsByColumns,
        vector('a', numbers),
        vector(
          'b',
          numbers.map((n) => 9 - n),
        ),
      ],
    ],
    [
      'one telling name among several vectors',
      [
        rowsByColumns,
        vector(
          'perm',
          numbers.map((_, n) => n % 4),
        ),
        vector('id', numbers),
      ],
    ],
    [
      'a variable of no known name beside a small matrix',
      [{ ...rowsByColumns, name: 'M' }, vector('y', numbers), array('T', [3, 3], 'first', (a, b) => a + b)],
    ],
    ['the same matrix twice', [rowsByColumns, { ...rowsByColumns, name: 'raw' }, vector('gnd', numbers)]],
    [
      'a stack and the same numbers as a matrix',
      [
        array('data', [COUNT, PIXELS], 'last', byRows),
        array('images', [COUNT, ROWS, COLS], 'last', greyOf),
        { ...vector('target', numbers), fastest: 'last' },
      ],
    ],
    [
      'fields of a structure',
      [
        { ...rowsByColumns, name: 'data.fea' },
        vector('data.gnd', numbers),
        vector(
          'other.gnd',
          numbers.map(() => 1),
        ),
      ],
    ],
    [
      'NumPy matrix by rows and arr_1',
      [array('arr_0', [COUNT, PIXELS], 'last', byRows), { ...vector('arr_1', numbers), fastest: 'last' }],
    ],
    [
      'a stack of NumPy',
      [array('x', [COUNT, ROWS, COLS], 'last', greyOf), { ...vector('y', numbers), fastest: 'last' }],
    ],
    [
      'a stack of MATLAB',
      [array('x', [ROWS, COLS, COUNT], 'first', (r, c, n) => greyOf(n, r, c)), vector('y', numbers)],
    ],
    [
      'a stack of MATLAB with the images first',
      [array('x', [COUNT, ROWS, COLS], 'first', greyOf), vector('y', numbers)],
    ],
    [
      'a stack of one channel, as PyTorch has',
      [
        array('x', [COUNT, 1, ROWS, COLS], 'last', (n, _, r, c) => greyOf(n, r, c)),
        { ...vector('y', numbers), fastest: 'last' },
      ],
    ],
    [
      'labels in a file beside',
      [array('images', [COUNT, ROWS, COLS], 'last', greyOf)],
      { beside: [{ name: 'Y.npy', values: subjects }] },
    ],
    ['labels as texts', [rowsByColumns], { texts: [{ name: 'names', values: subjects }] }],
  ];
  it.each(cases.map(([title, arrays, more = {}]) => ({ title, arrays, more })))('$title', ({ arrays, more }) => {
    const reading = read(arrays, {}, more);
    expect(reading.doubts).toEqual([]);
    expectFaces(reading);
    expect(new Set(reading.labels).size).toBe(SUBJECTS);
    // The options of its decisions give the same reading, and leave nothing to decide.
    const recipe = Object.assign({}, ...reading.decisions.map((decision) => decision.recipe)) as ImportRecipe;
    const pinned = read(arrays, recipe, more);
    expect({ ...pinned, decisions: [] }).toEqual({ ...reading, decisions: [] });
    expect(pinned.decisions.filter(({ aspect }) => aspect !== 'variable')).toEqual([]);
  });

  it.each([
    ['X_trn', 'X_tst', 'Y_trn', 'Y_tst'],
    ['train_x', 'test_x', 'train_y', 'test_y'],
    ['fea_Train', 'fea_Test', 'gnd_Train', 'gnd_Test'],
    ['trainX', 'testX', 'trainLabels', 'testLabels'],
    ['X', 'X_test', 'y', 'y_test'],
  ])('sets in %s and %s are joined', (a, b, c, d) => {
    const half = (parity: number) => (n: number, p: number) => byColumns(2 * n + parity, p);
    const labels = (parity: number) => numbers.filter((_, n) => n % 2 === parity);
    const reading = read([
      array(b, [COUNT / 2, PIXELS], 'first', half(1)),
      array(a, [COUNT / 2, PIXELS], 'first', half(0)),
      vector(d, labels(1)),
      vector(c, labels(0)),
    ]);
    expect(reading.doubts).toEqual([]);
    expectFaces(
      reading,
      [...subjects.keys()].sort((m, n) => (m % 2) - (n % 2) || m - n),
    );
    expect(reading.sets).toEqual(subjects.map((_, n) => (n < COUNT / 2 ? 'train' : 'test')));
    expect(reading.labels).toEqual([...labels(0), ...labels(1)].map(String));
    expect(reading.name).toBe(`${a}+${b}`);
  });

  it('cells of stacks: one subject per cell, by the names of as many texts', () => {
    const faces = array('facedat', [ROWS, COLS, COUNT], 'first', (r, c, n) => greyOf(n, r, c));
    const cells = new Map([['facedat', new Array<number>(SUBJECTS).fill(EACH)]]);
    const bare = read([faces], {}, { cells });
    expect(bare).toMatchObject({ doubts: [], labels: subjects });
    expectFaces(bare);
    const texts = [{ name: 'dirnames', values: ['anna', 'bob', 'cy', 'di', 'eve'] }];
    expect(read([faces], {}, { cells, texts }).labels?.slice(3, 5)).toEqual(['anna', 'bob']);
  });

  it('four dimensions: the axis of subjects is the one along which look-alikes stay', () => {
    const shots = array('faces', [ROWS, COLS, EACH, SUBJECTS], 'first', (r, c, k, s) => grey(s, k, r, c));
    const reading = read([shots]);
    expect(reading).toMatchObject({ doubts: [], labels: subjects });
    expectFaces(reading);
    const numpy = array('faces', [SUBJECTS, EACH, ROWS, COLS], 'last', (s, k, r, c) => grey(s, k, r, c));
    expectFaces(read([numpy]));
    expect(read([numpy]).labels).toEqual(subjects);
  });

  it('colours, as NumPy, PyTorch and MATLAB order them', () => {
    const y = vector('y', numbers);
    const channels = [
      array('x', [COUNT, ROWS, COLS, 3], 'last', (n, r, c, k) => greyOf(n, r, c) + k),
      array('x', [COUNT, 3, ROWS, COLS], 'last', (n, k, r, c) => greyOf(n, r, c) + k),
      array('x', [ROWS, COLS, 3, COUNT], 'first', (r, c, k, n) => greyOf(n, r, c) + k),
    ].map((x) => read([x, { ...y, fastest: x.fastest }]));
    for (const reading of channels) {
      expectFaces(reading);
      const { vectors, channelStep } = reading;
      const green = { ...reading, vectors: { ...vectors, offset: vectors.offset + channelStep } };
      expect(pixel(green, 7, 10, 4)).toBe(greyOf(7, 10, 4) + 1);
      expect(reading.channels).toBe(3);
    }
  });
});

describe('arrays that are asked about, the right choice first', () => {
  const aspects = ({ doubts }: ArrayReading): string[] => doubts.map(({ aspect }) => aspect);

  it('labels in the last column of a matrix', () => {
    const x = array('X', [COUNT, PIXELS + 1], 'first', (n, p) => (p === PIXELS ? numbers[n] : byColumns(n, p)));
    const reading = read([x]);
    expectFaces(reading);
    expect(aspects(reading)).toEqual(['subjects']);
    expect(reading.doubts[0].choices[0]).toMatchObject({ recipe: { labels: 'last-column' }, subjects: SUBJECTS });
    expect(read([x], { labels: 'last-column' })).toMatchObject({ doubts: [], labels: subjects });
    expect(read([x], { labels: 'none' }).labels).toBeNull();
  });

  it('features without labels: which side is the images', () => {
    const reading = read([array('data', [7, 16], 'first', (a, b) => noise(31 * a + b))]);
    expect(aspects(reading)).toEqual(['axis']);
    expect(reading.doubts[0].choices.map(({ recipe }) => recipe)).toEqual([
      { imageAxis: 'first' },
      { imageAxis: 'last' },
    ]);
    expect(
      read([array('data', [7, 16], 'first', (a, b) => noise(31 * a + b))], { imageAxis: 'last' }).vectors.count,
    ).toBe(16);
  });

  it('pixels of pictures that are no faces', () => {
    const stripes = (n: number, p: number): number =>
      Math.round(
        127 +
          90 * Math.sin(Math.floor(p / 16) * 0.4 + 7 * noise(n)) +
          40 * Math.cos((p % 16) * 0.3 + 9 * noise(n + 99)),
      );
    const reading = read([
      array('fea', [60, 256], 'first', stripes),
      vector(
        'gnd',
        Array.from({ length: 60 }, (_, n) => n % 6),
      ),
    ]);
    expect(aspects(reading)).toEqual(['order']);
    expect(reading.doubts[0].choices.map(({ recipe }) => recipe.pixelOrder)).toEqual(['columns', 'rows']);
  });

  it('vectors that look-alikes do not share, and several of them', () => {
    const shuffled = numbers.map((_, n) => (n * 7) % 5);
    const one = read([rowsByColumns, vector('v', shuffled)]);
    expect(one.doubts[0]).toMatchObject({
      aspect: 'subjects',
      choices: [{ recipe: { labels: 'v' } }, { recipe: { labels: 'none' } }],
    });
    const two = read([rowsByColumns, vector('v', shuffled), vector('w', numbers)]);
    expect(two.doubts[0].choices.map(({ recipe }) => recipe.labels)).toEqual(['w', 'v', 'none']);
    const pose = read([rowsByColumns, vector('pose', numbers)]);
    expect(aspects(pose)).toEqual(['subjects']);
  });

  it('several matrices: pictures with labels first', () => {
    const codes = array('codes', [COUNT, 400], 'first', (a, b) => noise(1000 + 401 * a + b));
    const reading = read([codes, { ...rowsByColumns, name: 'M' }, vector('gnd', numbers)]);
    expect(aspects(reading)[0]).toBe('variable');
    expect(reading.doubts[0].choices.map(({ recipe }) => recipe.variable)).toEqual(['M', 'codes']);
  });
});

describe('options', () => {
  it('of subjects by the axes of four dimensions are pinned and read again', () => {
    const stack = array('a', [ROWS, COLS, EACH, SUBJECTS], 'first', (r, c, e, s) => grey(s, e, r, c));
    const first = read([stack]);
    const again = read([stack], pinnedRecipe({}, first, true));
    expect(again).toMatchObject({ doubts: [], labels: first.labels });
  });

  it('are read again where labels of a file beside have the name of the images', () => {
    const beside = [{ name: 'gnd', values: subjects }];
    const arrays = [array('gnd', [ROWS, COLS, COUNT], 'first', (r, c, n) => greyOf(n, r, c))];
    const first = read(arrays, {}, { beside });
    const again = read(arrays, pinnedRecipe({}, first, true), { beside });
    expect(again).toMatchObject({ doubts: [], labels: first.labels });
    expectFaces(again);
  });

  it('of joined sets are read again beside a vector of like name', () => {
    const sets = ['train/x', 'test/x'].map((name) => ({ ...rowsByColumns, name }));
    const arrays = [...sets, vector('X_test', [1, 2, 3])];
    const first = read(arrays);
    expect(first.name).toBe('train/x+test/x');
    expect(read(arrays, pinnedRecipe({}, first, true)).sets).toEqual(first.sets);
  });

  it('of a label column leave no period of the whole vectors to what remains', () => {
    // Vectors of 36 numbers with a period; without the last one there is none.
    const stripes = array(
      'x',
      [36, 29],
      'first',
      (a, b) => 100 + 40 * (1 + (b % 3)) * Math.sin((a * Math.PI) / 3) + noise(36 * b + a),
    );
    const reading = read([stripes], { labels: 'last-column', imageAxis: 'last' });
    expect(reading.vectors.length).toBe(35);
    expect(reading.rows * reading.cols).toBe(35);
  });
});

describe('arrays that are refused with the next step', () => {
  it.each([
    [
      'a middle axis of four dimensions',
      [array('a', [6, 5, 4, 7], 'first', byColumns)],
      { imageAxis: 'middle' },
      'last',
    ],
    [
      'cells of what has none',
      [rowsByColumns],
      { labels: 'cells', imageAxis: 'first' },
      'name a vector of 20 entries, or --labels none',
    ],
    ['no matrix', [vector('gnd', numbers)], {}, 'save the images as one array'],
    ['axes', [array('V', [8, 8], 'first', (a, b) => Number(a === b))], {}, '--variable V reads them'],
    ['a name that is not there', [rowsByColumns], { variable: 'x9' }, 'it holds fea (20 × 644): name one of them'],
    ['labels that are not there', [rowsByColumns], { labels: 'who' }, '--labels none'],
    ['labels of another number', [rowsByColumns, vector('gnd', [1, 1, 2])], {}, '--labels none'],
    [
      'a size that does not fit',
      [rowsByColumns, vector('gnd', numbers)],
      { imageSize: { rows: 5, cols: 5 } },
      '644x1 for vectors',
    ],
  ] as const)('%s', (_, arrays, recipe, message) => {
    expect(() => read(arrays, recipe)).toThrow(message);
  });
});
