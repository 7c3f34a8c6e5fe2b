// @module-tag processes
/** External vectors as features: attached, in a table with pixels, replaced and detached. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeNpy } from '../../../src/core/formats/npy.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const SHAPE = { subjects: 6, perSubject: 5, rows: 8, cols: 7 };
const { images } = generateFaces(SHAPE);
const [COUNT, SIZE] = [images.count, SHAPE.rows * SHAPE.cols];
/** The grey values as they are imported, which are vectors like any other. */
const pixels = Float64Array.from(Uint8Array.from(images.data));
const files = Array.from({ length: COUNT }, (_, n) => `s${Math.floor(n / 5) + 1}/${(n % 5) + 1}.pgm`);

const spec = (name: string, change: object): string => {
  const path = here.at(`${name}.json`);
  const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
  writeFileSync(path, JSON.stringify({ name, dataset: 'faces', protocol, methods: [{ method: 'pca' }], ...change }));
  return path;
};

interface Manifest {
  readonly dataset: { readonly attachments?: Record<string, string> };
  readonly cells: readonly { readonly label: string; readonly status: string; readonly predictionHash: string }[];
}

async function run(name: string, change: object): Promise<Manifest> {
  const { code, stderr } = await here.run('run', spec(name, change), '--workers', '1');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse((await here.run('manifest', name)).stdout);
}

const hashes = ({ cells }: Manifest, label: string): string[] =>
  cells.filter((cell) => cell.label === label).map(({ predictionHash }) => predictionHash);

const csv = (rows: readonly number[]): string =>
  ['file', ...Array.from({ length: SIZE }, (_, i) => `v${i}`)].join(',') +
  rows.map((n) => `\n${[files[n], ...pixels.subarray(n * SIZE, (n + 1) * SIZE)].join(',')}`).join('');

beforeAll(async () => {
  writeFaces(here.at('images'), SHAPE);
  await here.run('import', 'images', '--name', 'faces');
  writeFileSync(here.at('flat.npy'), encodeNpy({ shape: [COUNT, SIZE], data: pixels }));
});
afterAll(() => here.remove());

describe('attached vectors', () => {
  it('are joined by order, and by the names of files in any order, to the same vectors', async () => {
    const first = await here.run('attach', 'faces', 'flat.npy', '--as', 'grey', '--json');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const { hash } = JSON.parse(first.stdout);
    writeFileSync(here.at('turned.csv'), csv(Array.from({ length: COUNT }, (_, n) => COUNT - 1 - n)));
    const second = JSON.parse((await here.run('attach', 'faces', 'turned.csv', '--as', 'turned', '--json')).stdout);
    expect(second).toMatchObject({ hash, length: SIZE, joinedBy: 'file name or position', usable: true });
    expect((await here.run('attach', 'faces')).stdout).toMatch(/grey +56 +flat\.npy/);
  });

  it('give a method what the same numbers as pixels give it, alone and in one table with pixels', async () => {
    const grey = await run('on pixels', {});
    const vectors = await run('on vectors', { features: ['grey'] });
    expect(hashes(vectors, 'PCA')).toEqual(hashes(grey, 'PCA'));
    expect(vectors.dataset.attachments).toHaveProperty('grey');
    expect(grey.dataset).not.toHaveProperty('attachments');
    const both = await run('both', {
      methods: [
        { method: 'pca' },
        { method: 'pca', label: 'Vectors', features: ['grey'] },
        { method: 'pca', label: 'Unit', features: ['grey', 'unit-norm'] },
        { method: 'pca', label: 'Equalised', features: ['equalise'] },
      ],
    });
    expect(hashes(both, 'PCA')).toEqual(hashes(grey, 'PCA'));
    expect(hashes(both, 'Vectors')).toEqual(hashes(grey, 'PCA'));
    const unit = await run('unit', { features: ['unit-norm'] });
    expect(hashes(both, 'Unit')).toEqual(hashes(unit, 'PCA'));
    const equal = await run('equal', { features: ['equalise'] });
    expect(hashes(both, 'Equalised')).toEqual(hashes(equal, 'PCA'));
    expect((await here.run('table', 'both', '--notes', 'full')).stdout).toContain(
      'Vectors uses the attached vectors "grey".',
    );
  });

  it('are computed in parts and merged, on a machine that has the vectors by the shard’s workspace', async () => {
    const path = spec('parts', { methods: [{ method: 'pca' }, { method: 'pca', label: 'V', features: ['grey'] }] });
    for (const part of ['1/2', '2/2']) {
      const outcome = await here.run(
        'run',
        path,
        '--shard',
        part,
        '--into',
        `part-${part[0]}.eigenbench`,
        '--workers',
        '1',
      );
      expect(outcome).toMatchObject({ code: 0 });
    }
    const merged = await here.run('merge', 'part-1.eigenbench', 'part-2.eigenbench');
    expect(merged).toMatchObject({ code: 0 });
    const manifest: Manifest = JSON.parse((await here.run('manifest', 'parts')).stdout);
    expect(manifest.cells.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
  });

  it('are neither replaced nor detached while a study uses them', async () => {
    const other = Float64Array.from(pixels, (value) => value + 1);
    writeFileSync(here.at('other.npy'), encodeNpy({ shape: [COUNT, SIZE], data: other }));
    const plain = await here.run('attach', 'faces', 'other.npy', '--as', 'grey');
    expect(plain.stderr).toContain('has other vectors "grey"');
    const used = await here.run('attach', 'faces', 'other.npy', '--as', 'grey', '--replace');
    expect(used.stderr).toContain('"grey" cannot be replaced');
    expect((await here.run('detach', 'faces', 'grey')).stderr).toContain('"grey" cannot be detached');
    expect((await here.run('attach', 'faces', 'other.npy', '--as', 'turned', '--replace')).code).toBe(0);
    expect((await here.run('detach', 'faces', 'turned')).code).toBe(0);
    expect((await here.run('detach', 'faces', 'turned')).stderr).toContain(
      'has no attached vectors "turned": there are grey',
    );
  });

  it('are refused where images lack, are double, or numbers are not finite', async () => {
    const refuse = async (content: string | Uint8Array, name = 'bad.csv'): Promise<string> => {
      writeFileSync(here.at(name), content);
      const { code, stderr } = await here.run('attach', 'faces', name, '--as', 'bad');
      expect(code).toBe(1);
      return stderr;
    };
    const all = Array.from({ length: COUNT }, (_, n) => n);
    expect(await refuse(csv(all.slice(2)))).toContain(`it lacks 2 of ${COUNT} images: s1/1.pgm, s1/2.pgm.`);
    expect(await refuse(csv([...all, 3]))).toContain('it has images twice: s1/4.pgm.');
    const short = encodeNpy({ shape: [COUNT - 1, SIZE], data: pixels.subarray(SIZE) });
    expect(await refuse(short, 'short.npy')).toContain(
      `expected ${COUNT} vectors in the order of the images, found ${COUNT - 1}`,
    );
    const broken = encodeNpy({ shape: [COUNT, SIZE], data: pixels.with(SIZE + 2, Number.NaN) });
    expect(await refuse(broken, 'nan.npy')).toContain('found NaN in row 1, column 2');
    expect((await here.run('attach', 'faces', 'flat.npy', '--as', 'gabor')).stderr).toContain(
      '"gabor" is a feature step',
    );
  });

  it('that a dataset does not have, or that perturbations cannot reach, are problems of a spec', async () => {
    const unknown = await here.run('run', spec('unknown', { features: ['arcface'] }));
    expect(unknown.stderr).toMatch(/^features\[0\]: no feature step or attached vectors named "arcface"/);
    expect(unknown.stderr).toContain('attached to the dataset: "grey"');
    const late = await here.run('run', spec('late', { features: ['unit-norm', 'grey'] }));
    expect(late.stderr).toContain('must come first');
    const noise = [{ kind: 'gaussian-noise', on: 'test', sigma: [20] }];
    const perturbed = await here.run('run', spec('perturbed', { features: ['grey'], perturbations: noise }));
    expect(perturbed.stderr).toContain('perturbations do not change it');
  });
});
