// @module-tag processes
/** Numbers of cells as files: what goes out comes in again, to the last digit. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeMat } from '../../../src/core/formats/matlab/matlab.ts';
import { decodeNpz } from '../../../src/core/formats/npz.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

const faces = {
  name: 'faces',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 2 },
  methods: [
    { method: 'pca', latent: [1, 2, 4] },
    { method: 'bppca', latent: [[2, 2]] },
    { method: 'pca', label: 'By subject', latent: [4], classifier: { kind: 'lrc' } },
  ],
  measures: ['identification', 'verification'],
};
const pairs = {
  name: 'pairs',
  dataset: 'faces',
  protocol: { kind: 'pairs', folds: 3 },
  methods: [{ method: 'pca', latent: [4] }],
  measures: ['verification'],
};

interface Row {
  readonly label: string;
  readonly entries: readonly { readonly values: number[]; readonly oracle?: { readonly values: number[] } }[];
}

async function values(study: string, label: string, ...options: string[]): Promise<number[][]> {
  const { stdout, stderr } = await here.run('table', study, '--format', 'json', ...options);
  const row = (JSON.parse(stdout || `{"rows":[],"why":${JSON.stringify(stderr)}}`) as { rows: Row[] }).rows.find(
    (each) => each.label === label,
  );
  return row!.entries.map((entry) => entry.values);
}

/** Writes the numbers of a row, adds them as another, and answers the errors of both. */
async function roundTrip(
  study: string,
  label: string,
  what: string,
  ending: string,
): Promise<[number[][], number[][]]> {
  const name = `${study} ${what} ${label}${ending}`;
  const out = await here.run('predictions', study, '--what', what, '--label', label, '--out', name);
  expect(out).toMatchObject({ code: 0, stderr: '' });
  const added = await here.run('results', 'add', study, name, '--label', 'again');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const both: [number[][], number[][]] = [await values(study, label), await values(study, 'again')];
  await here.run('results', 'remove', study, 'again');
  return both;
}

beforeAll(async () => {
  writeFaces(here.at('images'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'images', '--name', 'faces');
  for (const spec of [faces, pairs]) {
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const { code, stderr } = await here.run('run', 'spec.json', '--workers', '1');
    if (code !== 0) throw new Error(stderr);
  }
});
afterAll(() => here.remove());

describe('scores and distances of cells', () => {
  const forms = [
    { ending: '.csv', rows: ['PCA', 'BPPCA', 'By subject'], what: 'distances' },
    { ending: '.npz', rows: ['BPPCA'], what: 'scores' },
    { ending: '.mat', rows: ['By subject'], what: 'scores' },
  ];
  for (const { ending, rows, what } of forms) {
    it(`come back as ${ending} with the same errors`, async () => {
      for (const label of rows) {
        const [own, again] = await roundTrip('faces', label, what, ending);
        expect(again).toEqual(own);
        expect(own.flat().some((error) => error > 0)).toBe(true);
      }
    });

    it(`of pairs come back as ${ending} with the same errors`, async () => {
      const [own, again] = await roundTrip('pairs', 'PCA', 'scores', ending);
      expect(again).toEqual(own);
    });
  }

  it('are those of one cell where one is named, at the shape that is named', async () => {
    const one = ['--what', 'distances', '--label', 'PCA', '--condition', 'k=2', '--repeat', '2', '--latent', '1'];
    await here.run('predictions', 'faces', ...one, '--out', 'one.npz');
    const [[name, { shape, data }], ...others] = decodeNpz(readFileSync(here.at('one.npz')));
    expect([name, shape, others.length]).toEqual(['distances/k=2/2', [18, 12], 0]);
    expect(Math.min(...data)).toBeGreaterThanOrEqual(0);
    const listed = (await here.run('predictions', 'faces', ...one)).stdout.trim().split('\r\n');
    expect(listed).toHaveLength(1 + 18 * 12);
    expect(listed[0]).toBe('condition,repeat,split,first,second,distance');
    expect(listed.slice(1).map((line) => Number(line.split(',')[5]))).toEqual([...data]);
  });

  it('refuse rows, conditions and repeats that are not there', async () => {
    const refusal = async (...options: string[]) =>
      (await here.run('predictions', 'faces', '--what', 'scores', ...options)).stderr;
    expect(await refusal()).toContain('label: name one row; the labels are "PCA", "BPPCA", "By subject".');
    expect(await refusal('--label', 'PCS')).toContain('did you mean "PCA"?');
    expect(await refusal('--label', 'PCA', '--condition', 'k=9')).toContain('There is no condition "k=9"');
    expect(await refusal('--label', 'PCA', '--repeat', '9')).toContain('"PCA" has no finished cell there (repeat 9).');
    expect(await refusal('--label', 'PCA', '--latent', '9')).toContain('has no shape (9)');
    expect(await refusal('--label', 'PCA', '--selection', 'validated')).toContain('chose no shapes');
  });

  it('that are read lack nothing, or what they lack is named', async () => {
    await here.run('predictions', 'faces', '--what', 'scores', '--label', 'PCA', '--out', 'whole.csv');
    const lines = readFileSync(here.at('whole.csv'), 'utf8').trim().split('\r\n');
    const reading = async (changed: readonly string[]) => {
      writeFileSync(here.at('changed.csv'), changed.join('\n'));
      return (await here.run('results', 'add', 'faces', 'changed.csv', '--preview')).stderr;
    };
    expect(await reading(lines.toSpliced(1, 1))).toContain('k=1, repeat 1 lacks 1 of 144 pairs');
    expect(await reading([...lines, lines[1]])).toContain('k=1, repeat 1 has 1 pairs twice');
    expect(await reading(lines.with(1, lines[1].replace(/[^,]*$/, 'x')))).toContain(
      'expected a number, found "x" in line 2',
    );
    const [condition, repeat, split, first] = lines[1].split(',');
    expect(await reading(lines.with(1, [condition, repeat, split, first, first, 1].join(',')))).toContain(
      'pairs that are not of a gallery and a test image',
    );
    const [, , otherSplit] = lines.at(-1)!.split(',');
    expect(await reading(lines.with(1, lines[1].replace(split, otherSplit)))).toContain(
      'the split of k=1, repeat 1 is',
    );
  });
});

describe('codes of cells', () => {
  it('are those of the images of the split, in every format', async () => {
    const out = (ending: string) => [
      '--what',
      'codes',
      '--label',
      'BPPCA',
      '--condition',
      'k=2',
      '--out',
      `codes${ending}`,
    ];
    for (const ending of ['.csv', '.npz', '.mat']) {
      expect(await here.run('predictions', 'faces', ...out(ending))).toMatchObject({ code: 0 });
    }
    const npz = decodeNpz(readFileSync(here.at('codes.npz')));
    expect(npz.get('codes/k=2/1/train')!.shape).toEqual([12, 2, 2]);
    const test = npz.get('codes/k=2/2/test')!;
    const images = npz.get('images/k=2/2/test')!.data;
    const mat = new Map(decodeMat(readFileSync(here.at('codes.mat'))).variables.map((each) => [each.name, each]));
    expect(mat.get('images_k_2_2_test')!.data).toEqual(Float64Array.from(images, (image) => image + 1));
    expect(mat.get('codes_k_2_2_test')!.dims).toEqual([18, 4]);
    expect([...mat.get('codes_k_2_2_test')!.data.subarray(0, 18)]).toEqual(
      [...test.data].filter((_, n) => n % 4 === 0),
    );
    const csv = readFileSync(here.at('codes.csv'), 'utf8').trim().split('\r\n');
    const own = csv.filter((line) => line.startsWith('k=2,2,test,')).map((line) => line.split(','));
    expect(own.map((cells) => Number(cells[3]))).toEqual([...images]);
    expect(own.flatMap((cells) => cells.slice(6).map(Number))).toEqual([...test.data]);
  });
});

describe('curves of cells', () => {
  it('have the detection error trade-off of every ROC curve, in every format', async () => {
    const csv = (await here.run('predictions', 'faces', '--what', 'curves')).stdout.trim().split('\r\n');
    const of = (label: string, curve: string) =>
      csv
        .map((line) => line.split(','))
        .filter((cells) => cells[0] === label && cells[1] === 'k=1' && cells[4] === curve);
    const [roc, det] = [of('PCA', 'roc'), of('PCA', 'det')];
    expect(roc.length).toBeGreaterThan(20);
    expect(det.map((cells) => Number(cells[6]))).toEqual(
      roc.map((cells) => (Number(cells[8]) - Number(cells[7])) / Number(cells[8])),
    );
    for (const ending of ['.npz', '.mat']) {
      await here.run('predictions', 'faces', '--what', 'curves', '--label', 'PCA', '--out', `curves${ending}`);
    }
    const { shape, data } = decodeNpz(readFileSync(here.at('curves.npz'))).get('cmc/k=1/2')!;
    expect([...data]).toEqual(
      of('PCA', 'cmc')
        .filter((cells) => cells[2] === '2')
        .flatMap((cells) => [Number(cells[5]), Number(cells[6])]),
    );
    const mat = decodeMat(readFileSync(here.at('curves.mat'))).variables.find(({ name }) => name === 'cmc_k_1_2')!;
    expect(mat.dims).toEqual(shape);
  });
});
