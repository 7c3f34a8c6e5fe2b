// @module-tag processes
/** Rows on vectors of networks are computed again elsewhere: from the parcel, or from images and a manifest alone. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RecordedManifest } from '../../../src/core/study/plan/manifestFile.ts';
import { manifestDigest } from '../../../src/core/study/plan/manifest.ts';
import { withNetworks } from '../../support/networks.ts';
import { means, smallModel } from '../../support/smallModel.ts';
import { scratch, writeFaces } from './harness.ts';

const [here, there] = [scratch(), scratch()];
withNetworks();

const protocol = { kind: 'random', trainPerSubject: [2], repeats: 1 };
const perturbations = [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20], on: 'test' }];
const deep = { method: 'none', label: 'Deep', features: ['deep'] };
const small = { size: [8, 8], mean: 0, scale: 1, template: null };

type Manifest = Omit<RecordedManifest, 'dataset'> & {
  readonly dataset: Required<Pick<RecordedManifest['dataset'], 'networks'>> & { readonly commands: readonly string[] };
};

async function study(name: string, spec: object): Promise<void> {
  writeFileSync(here.at(`${name}.json`), JSON.stringify({ name, dataset: 'faces', protocol, ...spec }));
  expect(await here.run('run', `${name}.json`)).toMatchObject({ code: 0 });
}

beforeAll(async () => {
  writeFaces(here.at('faces'), { subjects: 3, perSubject: 3, rows: 56, cols: 46 });
  for (const place of [here, there]) {
    writeFileSync(place.at('means.onnx'), smallModel({ nodes: [means] }));
    writeFileSync(place.at('means.json'), JSON.stringify(small));
  }
  writeFileSync(there.at('other.onnx'), smallModel({ nodes: [{ ...means, kind: 'ReduceMax' }] }));
  writeFileSync(there.at('other.json'), JSON.stringify(small));
  await here.run('import', 'faces', '--name', 'faces');
  await here.run('embed', 'faces');
  await here.run('embed', 'faces', '--model', 'means.onnx', '--as', 'own');
  await study('deep', { methods: [{ method: 'pca', latent: [2] }, deep], perturbations });
  await study('own', {
    methods: [
      { method: 'pca', latent: [2] },
      { ...deep, label: 'Own', features: ['own'] },
    ],
    perturbations,
  });
  await study('plain', { methods: [{ ...deep, label: 'Own', features: ['own'] }] });
});
afterEach(() => rmSync(there.at('eigenbench'), { recursive: true, force: true }));
afterAll(async () => {
  await here.remove();
  await there.remove();
});

async function packed(name: string): Promise<{ readonly manifest: Manifest; readonly stderr: string }> {
  const { code, stderr } = await here.run('pack', name, '--out', `${name}.zip`, '--images');
  expect(code).toBe(0);
  const bytes = readFileSync(here.at(`${name}.zip`));
  writeFileSync(there.at(`${name}.zip`), bytes);
  const manifest = Buffer.from(unzipSync(bytes)['manifest.json']).toString();
  writeFileSync(there.at(`${name}.json`), manifest);
  return { manifest: JSON.parse(manifest) as Manifest, stderr };
}

describe('a row on the built-in network', () => {
  it('under noise is computed again from the parcel, vectors included', async () => {
    const { manifest, stderr } = await packed('deep');
    expect(stderr).toBe('');
    expect(manifest.dataset.networks['deep']).toMatchObject({
      file: 'built-in',
      hash: expect.stringMatching(/^\w{64}$/),
    });
    expect(manifest.dataset.commands.at(-1)).toBe('eigenbench embed faces --as deep');
    const { code, stdout } = await there.run('reproduce', 'deep.zip');
    expect(stdout).toMatch(/^Identical: /);
    expect(stdout).toContain(
      'The vectors "deep" were computed again by their network, and are the same bit for bit.\n',
    );
    expect(stdout).toContain('1 of 1 vectors');
    expect(stdout).not.toContain('Left out');
    expect(code).toBe(0);
  });

  it('is computed again from the images and the bare manifest', async () => {
    const options = ['--images', here.at('faces'), '--only', 'Deep', '--json'];
    const { code, stdout } = await there.run('reproduce', 'deep.json', ...options);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: 'identical',
      leftOut: [{ label: 'PCA', why: 'not-asked-for' }],
      vectors: { total: 1, compared: 1, same: 1 },
      remarks: [expect.stringContaining('are the same bit for bit')],
    });
    expect(code).toBe(0);
  });

  it('whose network saw the faces otherwise is found out', async () => {
    const manifest = JSON.parse(readFileSync(there.at('deep.json'), 'utf8')) as Manifest;
    const { recipe } = manifest.dataset.networks['deep'];
    recipe.template![0].x += 4;
    writeFileSync(there.at('moved.json'), JSON.stringify({ ...manifest, digest: manifestDigest(manifest) }));
    const { code, stderr } = await there.run('reproduce', 'moved.json', '--images', here.at('faces'));
    expect(stderr).toMatch(/^Not identical: .*0 of 1 vectors are the same\.$/m);
    expect(stderr).toMatch(/The vectors "deep" that their network computes here are others \(SHA-256 \w{12}…\)\./);
    expect(code).toBe(1);
  });
});

describe('a row on a network of one’s own', () => {
  it('takes the network by --model, which pack says', async () => {
    const { manifest, stderr } = await packed('own');
    const { hash } = manifest.dataset.networks['own'];
    expect(stderr).toBe(
      `"reproduce" computes the vectors "own" again with "--model means.onnx" only (SHA-256 ${hash.slice(0, 12)}…), ` +
        'and leaves out their rows without it; the parcel does not include the network.\n',
    );
    expect(manifest.dataset.commands.at(-1)).toBe('eigenbench embed faces --model means.onnx --as own');
    const { code, stdout } = await there.run('reproduce', 'own.zip', '--model', 'means.onnx');
    expect(stdout).toContain('The vectors "own" were computed again by their network');
    expect(stdout).not.toContain('Left out');
    expect(code).toBe(0);
  });

  it.each([
    ['without it', [], /it needs the network means\.onnx \(SHA-256 \w+…\), which "--model <file>" names\./],
    [
      'with another one',
      ['--model', 'other.onnx'],
      /it needs the network means\.onnx .*, and other\.onnx is another\./,
    ],
  ])('is left out by name %s, and the other rows are compared', async (_, options, says) => {
    const { code, stderr } = await there.run('reproduce', 'own.zip', ...options);
    expect(stderr).toMatch(/^Incomplete: only 1 of 2 rows, /m);
    expect(stderr).toMatch(says);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /Left out, so not checked: "Own" \(the network of its attached vectors, which perturbations need, is not here\)/,
    );
  });

  it('on unperturbed images uses the vectors of the parcel, and says that they were not computed', async () => {
    const { stderr } = await packed('plain');
    expect(stderr).not.toContain('leaves out');
    const { stdout } = await there.run('reproduce', 'plain.zip');
    expect(stdout).toMatch(/^Identical: /);
    expect(stdout).toContain('The vectors "own" were not computed again: it needs the network means.onnx');
    expect(stdout).toMatch(/^Not checked in plain\.zip: .*vectors\/own\.npy/m);
  });

  it('is left out of a bare manifest without it', async () => {
    const { code, stderr } = await there.run('reproduce', 'plain.json', '--images', here.at('faces'));
    expect(stderr).toContain('no row is left to run again here: "Own" (its attached vectors are not here)');
    expect(code).toBe(1);
  });
});

it('a network that saw colours sees those of the parcel', async () => {
  for (let n = 0; n < 6; n++) {
    mkdirSync(here.at(`colour/s${Math.floor(n / 2) + 1}`), { recursive: true });
    const rgb = Uint8Array.from({ length: 192 }, (_, i) => 60 * Math.floor(n / 2) + 8 * (i % 3) + (n % 2) + (i % 5));
    const file = here.at(`colour/s${Math.floor(n / 2) + 1}/${(n % 2) + 1}.ppm`);
    writeFileSync(file, Buffer.concat([Buffer.from('P6 8 8 255\n'), rgb]));
  }
  await here.run('import', 'colour', '--name', 'coloured');
  await here.run('embed', 'coloured', '--model', 'means.onnx', '--as', 'own');
  const spec = { dataset: 'coloured', protocol: { ...protocol, trainPerSubject: [1] } };
  await study('colours', { ...spec, methods: [{ ...deep, label: 'Own', features: ['own'] }] });
  await packed('colours');
  const { code, stdout } = await there.run('reproduce', 'colours.zip', '--model', 'means.onnx');
  expect(stdout).toContain('The vectors "own" were computed again by their network, and are the same bit for bit.');
  expect(code).toBe(0);
});

it('a --model that is not there is named at once', async () => {
  expect(await there.run('reproduce', 'own.zip', '--model', 'nowhere.onnx')).toMatchObject({
    code: 1,
    stderr: '--model nowhere.onnx: there is no such file.\n',
  });
});
