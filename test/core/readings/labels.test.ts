import { describe, expect, it } from 'vitest';
import {
  areAxes,
  asLabelVector,
  labelColumns,
  labelNameKind,
  neighboursAgree,
  numbersAsLabels,
  oneHotLabels,
  sameParts,
} from '../../../src/core/readings/labels.ts';
import { vectorsAlong, withoutEntry } from '../../../src/core/readings/vectors.ts';
import { shuffle } from '../../../src/core/random/sampling.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { drawnFaces, rowMatrix, type RowMatrix } from './stacked.ts';

describe('asLabelVector', () => {
  const twice = (...values: string[]) => [...values, ...values];

  it.each([
    ['integers', twice('1', '2', '3'), 3],
    ['names', twice('anna', 'ben'), 2],
    ['what is written, not its value', twice('001', '01', '1', '9007199254740992', '9007199254740993'), 5],
    ['integers with a point', twice('1.0', '2.0'), 2],
    ['integers among names', twice('12', '12a'), 2],
  ])('takes %s', (_, values, count) => {
    expect(asLabelVector(values)).toEqual({ subjects: values, values: count });
  });

  it.each([
    ['one value only', ['1', '1', '1', '1']],
    ['more values than half of the entries', ['1', '1', '2', '3', '2']],
    ['decimals', twice('1.5', '2')],
    ['missing values', twice('1', 'NaN')],
    ['empty cells', twice('1', '')],
    ['nothing', []],
  ])('refuses %s', (_, values) => {
    expect(asLabelVector(values)).toBeNull();
  });

  it('asks that 95% of the entries have a value that recurs', () => {
    const shared = Array.from({ length: 95 }, (_, n) => `s${n % 19}`);
    const single = Array.from({ length: 6 }, (_, n) => `single${n}`);
    expect(asLabelVector([...shared, ...single.slice(0, 5)])).toMatchObject({ values: 24 });
    expect(asLabelVector([...shared, ...single])).toBeNull();
  });
});

describe('numbersAsLabels', () => {
  it('writes integers, and nothing else', () => {
    expect(numbersAsLabels(Float64Array.of(1, -2, 0))).toEqual(['1', '-2', '0']);
    for (const value of [0.5, NaN, Infinity, 2 ** 53]) expect(numbersAsLabels([1, value])).toBeNull();
  });
});

describe('oneHotLabels', () => {
  const classes = [0, 2, 1, 1, 2, 0, 0];
  const oneHot = (other: number) => rowMatrix(7, 3, (n, k) => (classes[n] === k ? 1 : other));
  const turned = (matrix: RowMatrix) => rowMatrix(matrix.dims[1], matrix.dims[0], (k, n) => matrix.data[n * 3 + k]);

  it.each([0, -1])('reads 1 among %i in both directions and orders of memory', (other) => {
    const rows = oneHot(other);
    const columns = turned(rows);
    const fromZero = classes.map(String);
    const fromOne = classes.map((label) => String(label + 1));
    expect(oneHotLabels([7, 3], rows.data, 'last')).toEqual({ along: 'first', labels: fromZero });
    expect(oneHotLabels([3, 7], columns.data, 'last')).toEqual({ along: 'last', labels: fromZero });
    expect(oneHotLabels([7, 3], columns.data, 'first')).toEqual({ along: 'first', labels: fromOne });
    expect(oneHotLabels([3, 7], rows.data, 'first')).toEqual({ along: 'last', labels: fromOne });
  });

  it('refuses lines without a 1, with two, and other values', () => {
    const changed = (at: number, value: number) => oneHot(0).data.map((old, i) => (i === at ? value : old));
    for (const data of [changed(0, 0), changed(1, 1), changed(1, -1), changed(1, 0.5), changed(0, NaN)]) {
      expect(oneHotLabels([7, 3], data as Float64Array, 'last')).toBeNull();
    }
    expect(oneHotLabels([3, 3], Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), 'last')).toBeNull();
    expect(oneHotLabels([3, 1], Uint8Array.of(1, 1, 1), 'last')).toBeNull();
    expect(oneHotLabels([1, 1, 3], Uint8Array.of(1, 0, 0), 'last')).toBeNull();
  });
});

describe('labelNameKind', () => {
  it.each([
    ['hinted', 'gnd y Y l label labels class classes target id ids subject person identity identities name'],
    ['hinted', 'ORL_label class_label y_train trainLabels labelsTr Y_tst Ytrain ytest yte gnd_Train gndTest subjectID'],
    ['hinted', 'data.gnd s.label personId train_y label2 classlabel trainlabel person_ids subject_names IDs labels_'],
    ['other', 'idx index trainIdx train_idx trainIdxs split fold folds usage perm weight weights pose poses view'],
    ['other', 'light lights camera cam.camera gender sex age ages angle angles pose_label labelIdx class_weights'],
    ['plain', 'X fea data faces image images arr_1 x ll yy stage trials sexagesimal data.X gnd.X'],
  ])('is %s for %s', (kind, names) => {
    for (const name of names.split(' ')) expect([name, labelNameKind(name)]).toEqual([name, kind]);
  });
});

describe('sameParts', () => {
  it('compares parts, not their names', () => {
    expect(sameParts(['1', '1', '2'], ['b', 'b', 'a'])).toBe(true);
    expect(sameParts(['1', '1', '2'], ['b', 'a', 'a'])).toBe(false);
    expect(sameParts(['1', '1', '2'], ['b', 'b', 'b'])).toBe(false);
    expect(sameParts(['1', '2', '3'], ['b', 'a', 'b'])).toBe(false);
    expect(sameParts(['1', '1'], ['b', 'b', 'a'])).toBe(false);
  });
});

describe('neighboursAgree', () => {
  it('is 1 for labels that part the vectors, and about 0 for others', () => {
    const random = stream('agree', 1);
    const labels = Array.from({ length: 200 }, (_, n) => String(n % 10));
    const vectors = vectorsAlong(
      rowMatrix(200, 50, (n, j) => 10 * Number(j === n % 10) + random.normal()),
      'first',
    );
    expect(neighboursAgree(vectors, labels)).toBe(1);
    expect(Math.abs(neighboursAgree(vectors, shuffle(random, labels)))).toBeLessThan(0.1);
    expect(neighboursAgree(vectors, labels.fill('1'))).toBe(0);
  });

  it('corrects for chance as in the count by hand', () => {
    // The nearest others of 0, 1, 5, 6, 20 are 1, 0, 6, 5, 6: three of five agree, c = (9 + 4) / 25.
    const points = [0, 1, 5, 6, 20];
    const vectors = vectorsAlong(
      rowMatrix(5, 1, (n) => points[n]),
      'first',
    );
    const agreement = neighboursAgree(vectors, ['a', 'a', 'a', 'b', 'b']);
    expect(agreement).toBeCloseTo((3 / 5 - 13 / 25) / (1 - 13 / 25), 12);
  });

  it('takes runs of many vectors, so that sorted labels have neighbours', () => {
    const matrix = rowMatrix(1500, 1100, (n, j) => Math.floor(n / 6) + ((n * 31 + j * 17) % 29) / 100);
    const labels = Array.from({ length: 1500 }, (_, n) => String(Math.floor(n / 6)));
    expect(neighboursAgree(vectorsAlong(matrix, 'first'), labels)).toBeGreaterThan(0.9);
  });
});

describe('labelColumns', () => {
  const { matrix, labels } = drawnFaces({ subjects: 10, perSubject: 8, rows: 28, cols: 23 });
  const joined = (at: 'first' | 'last', values = labels.map(Number)) =>
    rowMatrix(80, 645, (n, j) => {
      if (j === (at === 'first' ? 0 : 644)) return values[n];
      return matrix.data[n * 644 + (at === 'first' ? j - 1 : j)];
    });

  it.each(['first', 'last'] as const)('finds the labels in the %s column of faces', (at) => {
    const columns = labelColumns(vectorsAlong(joined(at), 'first'));
    expect(columns[0]).toEqual({ at, subjects: labels, values: 10 });
  });

  it('proposes labels before a border of few values', () => {
    // Without its first entry a bordered picture is as good a picture as without its labels.
    const withBorder = rowMatrix(80, 645, (n, j) => {
      if (j === 0) return n % 2;
      return j === 644 ? Number(labels[n]) + 1 : matrix.data[n * 644 + j];
    });
    const columns = labelColumns(vectorsAlong(withBorder, 'first'));
    expect(columns.map(({ at }) => at)).toEqual(['last', 'first']);
  });

  it('finds integers beside decimals', () => {
    const random = stream('decimals', 1);
    const features = rowMatrix(40, 8, (n, j) => (j === 7 ? n % 4 : random.normal()));
    expect(labelColumns(vectorsAlong(features, 'first')).map(({ at }) => at)).toEqual(['last']);
    expect(labelColumns(withoutEntry(vectorsAlong(features, 'first'), 'last'))).toEqual([]);
  });

  it('finds none in pictures, nor integers beside integers', () => {
    expect(labelColumns(vectorsAlong(matrix, 'first'))).toEqual([]);
    const counts = rowMatrix(40, 8, (n, j) => (n * (j + 1)) % 4);
    expect(labelColumns(vectorsAlong(counts, 'first'))).toEqual([]);
    expect(
      labelColumns(
        vectorsAlong(
          rowMatrix(8, 1, (n) => n % 2),
          'first',
        ),
      ),
    ).toEqual([]);
  });
});

describe('areAxes', () => {
  const cosines = rowMatrix(50, 64, (n, j) => Math.cos((Math.PI * n * (j + 0.5)) / 64));

  it('knows orthogonal vectors of any length', () => {
    expect(areAxes(vectorsAlong(cosines, 'first'))).toBe(true);
    expect(
      areAxes(
        vectorsAlong(
          rowMatrix(50, 64, (n, j) => (n + 1) * cosines.data[n * 64 + j]),
          'first',
        ),
      ),
    ).toBe(true);
  });

  it('takes no other vectors for axes', () => {
    const skewed = rowMatrix(50, 64, (n, j) => cosines.data[n * 64 + j] + (n === 7 ? 0.01 * cosines.data[64 + j] : 0));
    const gap = rowMatrix(50, 64, (n, j) => (n === 7 ? 0 : cosines.data[n * 64 + j]));
    for (const other of [skewed, gap, drawnFaces({ subjects: 5, perSubject: 2, rows: 28, cols: 23 }).matrix]) {
      expect(areAxes(vectorsAlong(other, 'first'))).toBe(false);
    }
    expect(
      areAxes(
        vectorsAlong(
          rowMatrix(1, 3, () => 1),
          'first',
        ),
      ),
    ).toBe(false);
  });
});
