// @module-tag processes
/** Datasets as rows of numbers: attached vectors, and training and test files for every split of a study. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeNpz } from '../../../src/core/formats/npz.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

interface Split {
  readonly condition: string;
  readonly repeat: number;
  readonly train: readonly number[];
  readonly test: readonly number[];
}
let splits: readonly Split[];
let subjects: readonly string[];

/** Lines of instances, without the head of an ARFF file. */
const rowsOf = (path: string): string[][] => {
  const [head, body] = readFileSync(here.at(path), 'utf8').split('@data\n');
  return (body ?? head)
    .trim()
    .split('\n')
    .map((line) => line.split(body === undefined ? ' ' : ','));
};

beforeAll(async () => {
  writeFaces(here.at('images'), { subjects: 4, perSubject: 5, rows: 6, cols: 5 });
  await here.run('import', 'images', '--name', 'faces');
  writeFileSync(here.at('deep.csv'), Array.from({ length: 20 }, (_, n) => `${n},${n / 7},0`).join('\n'));
  await here.run('attach', 'faces', 'deep.csv', '--as', 'deep');
  const spec = {
    name: 'study',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [1, 2], repeats: 2 },
    methods: [{ method: 'pca', latent: [2] }],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  const { code, stderr } = await here.run('run', 'spec.json', '--workers', '1');
  if (code !== 0) throw new Error(stderr);
  const given = JSON.parse((await here.run('splits', 'study', '--format', 'json')).stdout) as {
    splits: readonly Split[];
    dataset: { subjects: string[]; labels: number[] };
  };
  splits = given.splits;
  subjects = given.dataset.labels.map((label) => given.dataset.subjects[label]);
});
afterAll(() => here.remove());

describe('export of splits', () => {
  it('writes a pair of files per split, whose classes are the same in all', async () => {
    const written = await here.run('export', 'faces', '--format', 'arff', '--splits', 'study', '--out', 'pixels');
    expect(written).toMatchObject({ code: 0, stdout: 'Wrote 8 files to pixels.\n' });
    expect(readdirSync(here.at('pixels'), { recursive: true }).sort()).toEqual(
      ['k-1', 'k-2'].flatMap((folder) => [
        folder,
        ...[1, 2].flatMap((repeat) => ['test', 'train'].map((part) => `${folder}/${repeat}-${part}.arff`)),
      ]),
    );
    await here.run('export', 'faces', '--out', 'whole.arff');
    const whole = rowsOf('whole.arff');
    const heads = new Set<string>();
    for (const { condition, repeat, train, test } of splits) {
      for (const [part, images] of [
        ['train', train],
        ['test', test],
      ] as const) {
        const path = `pixels/${condition.replace('=', '-')}/${repeat}-${part}.arff`;
        expect(rowsOf(path)).toEqual(images.map((image) => whole[image]));
        heads.add(readFileSync(here.at(path), 'utf8').split('@data')[0]);
      }
    }
    expect([...heads]).toHaveLength(1);
    const again = await here.run('export', 'faces', '--format', 'arff', '--splits', 'study', '--out', 'pixels');
    expect(again).toMatchObject({ code: 1, stderr: 'pixels cannot be written: pixels is there already.\n' });
  });

  it('writes attached vectors, and codes as the row of the study has them', async () => {
    const one = ['--format', 'libsvm', '--splits', 'study', '--condition', 'k=2', '--repeat', '2'];
    await here.run('export', 'faces', ...one, '--vectors', 'deep', '--out', 'vectors');
    const { test } = splits.find(({ condition, repeat }) => condition === 'k=2' && repeat === 2)!;
    const numbers = [...new Set(subjects)];
    const label = (image: number): string => String(numbers.indexOf(subjects[image]) + 1);
    expect(rowsOf('vectors/k-2/2-test.libsvm')).toEqual(
      test.map((image, n) => [
        label(image),
        ...(image === 0 ? [] : [`1:${image}`, `2:${image / 7}`]),
        ...(n === 0 ? ['3:0'] : []),
      ]),
    );
    const coded = await here.run('export', 'faces', ...one, '--codes', 'PCA', '--out', 'codes');
    expect(coded).toMatchObject({ code: 0, stdout: 'Wrote 2 files to codes.\n' });
    const cell = ['--what', 'codes', '--condition', 'k=2', '--repeat', '2'];
    await here.run('predictions', 'study', ...cell, '--out', 'codes.npz');
    const { data } = decodeNpz(readFileSync(here.at('codes.npz'))).get('codes/k=2/2/test')!;
    expect(rowsOf('codes/k-2/2-test.libsvm')).toEqual(
      test.map((image, n) => [label(image), `1:${data[2 * n]}`, `2:${data[2 * n + 1]}`]),
    );
  });

  it('writes attached vectors of all images to one file', async () => {
    const written = await here.run('export', 'faces', '--vectors', 'deep', '--out', 'deep.arff');
    expect(written.stdout).toBe('Wrote 20 vectors of 3 numbers to deep.arff.\n');
    expect(readFileSync(here.at('deep.arff'), 'utf8')).toContain('@attribute deep3 numeric\n');
    expect(rowsOf('deep.arff')[3].slice(0, 3)).toEqual(['3', String(3 / 7), '0']);
  });

  it('refuses studies of other images, and perturbed ones', async () => {
    await here.run('import', 'images', '--name', 'others', '--size', '4x4');
    const splitsOf = (dataset: string, study: string) =>
      here.run('export', dataset, '--format', 'arff', '--splits', study, '--out', 'refused');
    expect(await splitsOf('others', 'study')).toMatchObject({
      code: 1,
      stderr: '"study" is a study of "faces", not of "others".\n',
    });
    const noisy = {
      name: 'noisy',
      dataset: 'faces',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
      methods: [{ method: 'pca', latent: [2] }],
      perturbations: [{ kind: 'gaussian-noise', sigma: [10] }],
    };
    writeFileSync(here.at('noisy.json'), JSON.stringify(noisy));
    const ran = await here.run('run', 'noisy.json');
    expect(ran.code, ran.stderr).toBe(0);
    expect((await splitsOf('faces', 'noisy')).stderr).toContain('"noisy" perturbs the images of ');
    expect(readdirSync(here.folder)).not.toContain('refused');
  });
});
