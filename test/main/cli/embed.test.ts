// @module-tag processes
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkFile } from '../../../src/main/networks/networkFiles.ts';
import { withNetworks } from '../../support/networks.ts';
import { means, smallModel, type SmallModel } from '../../support/smallModel.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());
withNetworks();

const recipe = { size: [150, 150], mean: 127.5, scale: 255, template: null };
const write = (name: string, content: string): void => writeFileSync(here.at(name), content);

beforeAll(async () => {
  writeFaces(here.at('faces'), { subjects: 3, perSubject: 2, rows: 56, cols: 46 });
  expect((await here.run('import', 'faces', '--name', 'faces')).code).toBe(0);
  writeFileSync(here.at('own.onnx'), networkFile('recognition'));
  writeFileSync(here.at('small.onnx'), networkFile('landmarks'));
  write('own.json', JSON.stringify(recipe));
  write('small.json', JSON.stringify(recipe));
  write('damaged.onnx', 'no model');
  write('damaged.json', JSON.stringify(recipe));
  const small = { size: [8, 8], mean: 255, scale: 1, template: null };
  const made = (name: string, model: SmallModel): void => {
    writeFileSync(here.at(`${name}.onnx`), smallModel(model));
    write(`${name}.json`, JSON.stringify(small));
  };
  made('nan', {
    nodes: [
      { kind: 'Sqrt', inputs: ['image'], output: 'roots' },
      { ...means, inputs: ['roots'] },
    ],
  });
  made('blind', {
    nodes: [
      { kind: 'Sub', inputs: ['image', 'image'], output: 'none' },
      { ...means, inputs: ['none'] },
    ],
  });
  made('picture', { nodes: [{ kind: 'Identity', inputs: ['image'], output: 'vector' }] });
  made('twofold', { nodes: [means, { ...means, output: 'again' }], outputs: ['vector', 'again'] });
  made('noisy', {
    nodes: [
      { kind: 'RandomNormalLike', inputs: ['image'], output: 'noise' },
      { kind: 'Add', inputs: ['image', 'noise'], output: 'both' },
      { ...means, inputs: ['both'] },
    ],
  });
  made('vast', {
    nodes: [{ kind: 'Tile', inputs: ['image', 'times'], output: 'vector' }],
    integers: { times: [1, 1, 200, 200] },
  });
  write('halved.onnx', 'no model');
  write('halved.json', '{ "size": [150,\n');
  write('large.onnx', 'no model');
  write('large.json', ' '.repeat(2 ** 16 + 1));
  write('odd.onnx', '');
  write('odd.json', JSON.stringify({ ...recipe, scale: 0 }));
});

describe('deep features', () => {
  it('are attached with model, preprocessing and runtime in the provenance, and are the same again', async () => {
    const first = await here.run('embed', 'faces', '--json');
    expect(first).toMatchObject({ code: 0 });
    const attached = JSON.parse(first.stdout);
    expect(attached).toMatchObject({ name: 'deep', length: 128, usable: true });
    expect(attached.source).toMatch(
      /^built-in network, SHA-256 [0-9a-f]{16}; .*150 × 150, aligned to .*; eyes: 0 marked, .*onnxruntime-web 1\.30\.0$/,
    );
    const again = JSON.parse((await here.run('embed', 'faces', '--as', 'again', '--json')).stdout);
    expect(again.hash).toBe(attached.hash);
  });

  it('are those of a file with its recipe beside it', async () => {
    const { code, stdout } = await here.run('embed', 'faces', '--model', 'own.onnx', '--as', 'own');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Attached "own" to "faces": 128 numbers per image \(own\.onnx network, .*not aligned/);
  });

  it.each([
    ['damaged.onnx', /^damaged\.onnx: it is damaged, or no ONNX model\.$/],
    ['small.onnx', /^small\.onnx: axis 2 of its input is 112, and the images have 150 there\.$/],
    ['halved.onnx', /halved\.json, line 1, column \d+: expected JSON, found its end where a value belongs\.$/],
    ['large.onnx', /large\.json: expected at most 65536 bytes, found a file of 65537\.$/],
    ['nan.onnx', /^nan\.onnx: expected finite numbers; an image gives NaN or infinity\.$/],
    [
      'blind.onnx',
      /^blind\.onnx: expected a face to be nearer to itself .* 6 images the mean distances are 0\.00 and 0\.00/,
    ],
    ['picture.onnx', /^picture\.onnx: expected one vector per image, found an output of 1 × 3 × 8 × 8\.$/],
    ['twofold.onnx', /^twofold\.onnx: expected a model of one input and one output, found image and vector, again\.$/],
    [
      'noisy.onnx',
      /^noisy\.onnx: expected the same vector of an image every time; .* \(operator RandomNormalLike\)\.$/,
    ],
    ['vast.onnx', /^vast\.onnx: expected at most 65,536 numbers per image, found an output of 7,680,000\.$/],
    ['odd.onnx', /odd\.json: scale: must not be 0/],
  ])('are refused in one sentence that names the file: %s', async (model, says) => {
    const { code, stderr } = await here.run('embed', 'faces', '--model', model, '--as', 'bad');
    expect(stderr.trim().split('\n').at(-1)).toMatch(says);
    expect(code).toBe(1);
    expect((await here.run('attach', 'faces')).stdout).not.toContain('bad');
  });
});

describe('deep features of a dataset in grey', () => {
  /** Faces whose channels differ, as PPM files. */
  const colour = (folder: string): void => {
    for (let n = 0; n < 6; n++) {
      const subject = here.at(`${folder}/s${Math.floor(n / 2) + 1}`);
      mkdirSync(subject, { recursive: true });
      const rgb = Uint8Array.from(
        { length: 3 * 64 },
        (_, i) => 60 * Math.floor(n / 2) + 8 * (i % 3) + (n % 2) + (i % 5),
      );
      writeFileSync(join(subject, `${(n % 2) + 1}.ppm`), Buffer.concat([Buffer.from('P6 8 8 255\n'), rgb]));
    }
  };

  beforeAll(async () => {
    for (const folder of ['colour', 'other', 'fewer']) colour(folder);
    const changed = readFileSync(here.at('other/s2/1.ppm'));
    changed[changed.length - 1] ^= 255;
    writeFileSync(here.at('other/s2/1.ppm'), changed);
    rmSync(here.at('fewer/s3/2.ppm'));
    writeFileSync(here.at('means.onnx'), smallModel({ nodes: [means] }));
    write('means.json', JSON.stringify({ size: [8, 8], mean: 0, scale: 1, template: null }));
    expect((await here.run('import', 'colour', '--name', 'coloured')).code).toBe(0);
    expect((await here.run('import', 'colour', '--name', 'greyed', '--grey-only')).code).toBe(0);
  });

  const embed = (dataset: string, ...more: string[]) =>
    here.run('embed', dataset, '--model', 'means.onnx', '--as', 'means', '--json', ...more);

  it('take the colours of the files that are given again, and then are those of the dataset in colour', async () => {
    const whole = JSON.parse((await embed('coloured')).stdout);
    const plain = JSON.parse((await embed('greyed', '--as', 'plain')).stdout);
    expect(plain.hash).not.toBe(whole.hash);
    expect(plain.source).toContain('in grey');
    const given = JSON.parse((await embed('greyed', '--images', 'colour')).stdout);
    expect(given).toMatchObject({ hash: whole.hash, network: true });
    expect(given.source).toContain('in colour');
    expect((await here.run('check')).code).toBe(0);
  });

  it.each([
    ['other', 'Not the images of "grey", by their grey values: s2/1.ppm.'],
    ['fewer', 'The folder lacks s3/2.ppm.'],
    ['nowhere', '--images nowhere: there is no such folder.'],
  ])('refuse files that are not theirs, by name: %s', async (folder, says) => {
    await here.run('import', 'colour', '--name', 'grey', '--grey-only');
    const { code, stderr } = await embed('grey', '--images', folder);
    expect(stderr.trim().split('\n').at(-1)).toBe(says);
    expect(code).toBe(1);
    expect(JSON.parse((await embed('grey')).stdout).source).toContain('in grey');
  });
});
