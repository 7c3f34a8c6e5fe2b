// @module-tag processes
/** fit and encode: a method used outside a study, its numbers checked against the method called directly. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeNpy, encodeNpy } from '../../../src/core/formats/npy.ts';
import { decodeNpz, encodeNpz } from '../../../src/core/formats/npz.ts';
import { matrixStack } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const { images, labels } = generateFaces({ subjects: 5, perSubject: 4, rows: 12, cols: 10 });
const shape = [images.count, images.rows, images.cols];
const read = (name: string): Uint8Array => readFileSync(here.at(name));

/** The same fit without the command line. */
function direct(id: string, latent: readonly number[]) {
  const method = findMethod(id);
  if (!method) throw new Error(`no method ${id}`);
  const context = { random: stream('fit', 1, id, ...latent), checkCancelled: () => {} };
  return { method, fit: method.fit({ images, labels: null }, latent, resolveSettings(method, {}), context) };
}

beforeAll(() => {
  writeFileSync(here.at('x.npy'), encodeNpy({ shape, data: images.data }));
  writeFileSync(here.at('flat.npy'), encodeNpy({ shape: [images.count, 120], data: images.data }));
  writeFileSync(here.at('two.npz'), encodeNpz({ x: { shape, data: images.data }, y: { shape: [20], data: labels } }));
  writeFileSync(here.at('labels.npy'), encodeNpy({ shape: [20], data: labels }));
});
afterAll(() => here.remove());

describe('fit', () => {
  it.each([
    ['ppca', [3]],
    ['bppca', [3, 2]],
  ])('writes the model of %s as JSON with every learned array', async (id, latent) => {
    const { code, stderr } = await here.run(
      ...['fit', '--data', 'x.npy', '--method', id, '--latent', latent.join('x'), '--out', `${id}.json`],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const model = JSON.parse(readFileSync(here.at(`${id}.json`), 'utf8'));
    const { fit } = direct(id, latent);
    expect(model).toMatchObject({ method: id, latent, iterations: fit.iterations, converged: true });
    expect(model.logLikelihood).toBe(fit.logLikelihood);
    expect(model.trace).toEqual(fit.trace);
    expect(model.settings).toEqual(fit.settings);
    expect(model.seconds).toBeGreaterThan(0);
    expect(Object.keys(model.parameters)).toEqual(Object.keys(fit.parameters));
    for (const [name, array] of Object.entries(fit.parameters)) {
      expect(model.parameters[name], name).toEqual({ shape: array.shape, data: Array.from(array.data) });
    }
  });

  it('writes the same arrays as NPZ', async () => {
    await here.run('fit', '--data', 'x.npy', '--method', 'bppca', '--latent', '3x2', '--out', 'bppca.npz');
    const arrays = decodeNpz(read('bppca.npz'));
    for (const [name, array] of Object.entries(direct('bppca', [3, 2]).fit.parameters)) {
      expect(arrays.get(name)?.shape, name).toEqual(array.shape);
      expect(arrays.get(name)?.data, name).toEqual(array.data);
    }
  });

  it('takes N × pixels with --size, one array of several with --variable, and labels', async () => {
    const fit = (...parameters: string[]) =>
      here.run('fit', '--method', 'pca', '--latent', '2', '--out', 'm.json', ...parameters);
    const results: unknown[] = [];
    for (const source of [
      ['--data', 'x.npy'],
      ['--data', 'flat.npy', '--size', '12x10'],
      ['--data', 'two.npz', '--variable', 'x', '--labels', 'labels.npy'],
    ]) {
      expect(await fit(...source)).toMatchObject({ code: 0, stderr: '' });
      const { parameters, imageShape } = JSON.parse(readFileSync(here.at('m.json'), 'utf8'));
      results.push({ parameters, imageShape });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('takes a dataset of the workspace by name', async () => {
    writeFaces(here.at('folder'), { subjects: 5, perSubject: 4, rows: 12, cols: 10 });
    await here.run('import', 'folder', '--name', 'faces');
    const { code } = await here.run(
      'fit',
      '--data',
      'faces',
      '--method',
      'bppca',
      '--latent',
      '3x2',
      '--out',
      'd.json',
    );
    expect(code).toBe(0);
    const model = JSON.parse(readFileSync(here.at('d.json'), 'utf8'));
    expect(model.logLikelihood).toBe(direct('bppca', [3, 2]).fit.logLikelihood);
  });

  it('takes a prior of fields as JSON and the attributes that they compare, from files or from a dataset', async () => {
    writeFaces(here.at('lit-faces'), { subjects: 4, perSubject: 3, rows: 12, cols: 10 });
    await here.run(
      'import',
      'lit-faces',
      '--name',
      'lit',
      '--pattern',
      's(?<subject>\\d+)/(?<light>\\d+)',
      '--workspace',
      'l',
    );
    const light = { shape: [12], data: Float64Array.from({ length: 12 }, (_, n) => (n % 3) + 1) };
    writeFileSync(here.at('light.npy'), encodeNpy(light));
    const faces = generateFaces({ subjects: 4, perSubject: 3, rows: 12, cols: 10 }).images;
    writeFileSync(here.at('lit.npy'), encodeNpy({ shape: [12, 12, 10], data: faces.data.map(Math.trunc) }));
    const fields = JSON.stringify([{ neighbourhood: 'attribute', attribute: 'light', f: 'one', phi: 'lambda' }]);
    const fit = (...source: string[]) =>
      here.run('fit', ...source, '--method', 'fields', '--latent', '2', '--set', `fields=${fields}`, '--out', 'f.json');
    const model = () => JSON.parse(readFileSync(here.at('f.json'), 'utf8'));
    expect(await fit('--data', 'lit', '--workspace', 'l')).toMatchObject({ code: 0, stderr: '' });
    const fromDataset = model();
    expect(fromDataset.settings.fields).toEqual(JSON.parse(fields));
    const file = ['--data', 'lit.npy'];
    expect(await fit(...file, '--attribute', 'light=light.npy')).toMatchObject({ code: 0, stderr: '' });
    expect(model().parameters.W).toEqual(fromDataset.parameters.W);
    expect(await fit(...file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('lit.npy has no attribute "light": give its values by --attribute light=FILE.'),
    });
    const wrong = await here.run(
      ...['fit', '--data', 'x.npy', '--method', 'fields', '--latent', '2', '--out', 'f.json', '--set', 'fields=[{'],
    );
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('fields: expected a list as JSON') });
  });

  it('passes settings on and says which ones there are', async () => {
    const fit = (setting: string) =>
      here.run('fit', '--data', 'x.npy', '--method', 'bppca', '--latent', '3x2', '--set', setting, '--out', 's.json');
    expect((await fit('restart=cold')).code).toBe(0);
    expect(JSON.parse(readFileSync(here.at('s.json'), 'utf8')).settings.restart).toBe('cold');
    expect(await fit('nothing=1')).toMatchObject({ code: 2, stderr: expect.stringContaining('"nothing"') });
    expect(await fit('restart=maybe')).toMatchObject({ code: 2, stderr: expect.stringContaining('warm') });
  });

  it('takes an exported dataset with its subjects, whose names are text', async () => {
    writeFaces(here.at('named'), { subjects: 5, perSubject: 4, rows: 12, cols: 10 });
    await here.run('import', 'named', '--name', 'exported');
    await here.run('export', 'exported', '--format', 'npz', '--out', 'exported.npz');
    const models: unknown[] = [];
    for (const data of ['exported', 'exported.npz']) {
      const fitted = await here.run('fit', '--data', data, '--method', 'lda', '--latent', '2', '--out', 'm.json');
      expect(fitted).toMatchObject({ code: 0, stderr: '' });
      const { parameters, imageShape } = JSON.parse(readFileSync(here.at('m.json'), 'utf8'));
      models.push({ parameters, imageShape });
    }
    expect(models[1]).toEqual(models[0]);
  });

  it.each([
    ['an unknown method', ['--data', 'x.npy', '--method', 'nope', '--latent', '2'], 2, 'expected one of pca'],
    ['a latent shape of the wrong kind', ['--data', 'x.npy', '--method', 'bppca', '--latent', '3'], 2, 'q_c × q_r'],
    ['a latent shape beyond the data', ['--data', 'x.npy', '--method', 'pca', '--latent', '40'], 1, '(40)'],
    ['a file that is not there', ['--data', 'no.npy', '--method', 'pca', '--latent', '2'], 1, 'no such file'],
    ['a dataset that is not there', ['--data', 'nobody', '--method', 'pca', '--latent', '2'], 1, 'no dataset "nobody"'],
    ['several arrays and no choice', ['--data', 'two.npz', '--method', 'pca', '--latent', '2'], 1, '--variable'],
    [
      'pixels that do not fit the size',
      ['--data', 'flat.npy', '--size', '9x9', '--method', 'pca', '--latent', '2'],
      1,
      '81',
    ],
    [
      'a file of another kind',
      ['--data', './folder/s1/1.pgm', '--method', 'pca', '--latent', '2'],
      1,
      'another format',
    ],
    [
      'labels of another length',
      ['--data', 'x.npy', '--labels', 'x.npy', '--method', 'pca', '--latent', '2'],
      1,
      '20 labels',
    ],
  ])('refuses %s in one sentence', async (_name, parameters, code, words) => {
    const outcome = await here.run('fit', ...parameters, '--out', 'refused.json');
    expect(outcome).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) });
    expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses numbers that are not finite and names the place', async () => {
    const data = images.data.slice();
    data[120 + 13] = Number.NaN;
    writeFileSync(here.at('nan.npy'), encodeNpy({ shape, data }));
    const { code, stderr } = await here.run(
      'fit',
      '--data',
      'nan.npy',
      '--method',
      'pca',
      '--latent',
      '2',
      '--out',
      'm.json',
    );
    expect(code).toBe(1);
    expect(stderr).toContain('found NaN in image 1 at row 1, column 3; missing pixels (NaN) are for the methods ppca');
  });
});

describe('encode', () => {
  it.each(['bppca.json', 'bppca.npz'])('gives the method’s own codes from %s', async (model) => {
    expect((await here.run('encode', '--model', model, '--data', 'x.npy', '--out', 'z.npy')).code).toBe(0);
    const { method, fit } = direct('bppca', [3, 2]);
    const codes = decodeNpy(read('z.npy'));
    expect(codes.shape).toEqual([20, 3, 2]);
    expect(codes.data).toEqual(method.encode(fit, images).data);
  });

  it('gives N × q for vector methods', async () => {
    await here.run('encode', '--model', 'ppca.json', '--data', 'x.npy', '--out', 'z.npz');
    expect(decodeNpz(read('z.npz')).get('codes')?.shape).toEqual([20, 3]);
  });

  it('refuses images of another shape and files that are no models', async () => {
    writeFileSync(here.at('wide.npy'), encodeNpy({ shape: [2, 3, 40], data: new Float64Array(240) }));
    const wide = await here.run('encode', '--model', 'bppca.json', '--data', 'wide.npy', '--out', 'z.npy');
    expect(wide).toMatchObject({ code: 1, stderr: expect.stringContaining('12 × 10') });
    const model = JSON.parse(readFileSync(here.at('bppca.json'), 'utf8'));
    model.parameters.C.data.pop();
    writeFileSync(here.at('short.json'), JSON.stringify(model));
    for (const name of ['short.json', 'x.npy', 'two.npz']) {
      const outcome = await here.run('encode', '--model', name, '--data', 'x.npy', '--out', 'refused.npy');
      expect(outcome, name).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not a model') });
    }
    for (const other of ['{ "name": "a spec" }', 'null', '[1]']) {
      writeFileSync(here.at('other.json'), other);
      const outcome = await here.run('encode', '--model', 'other.json', '--data', 'x.npy', '--out', 'refused.npy');
      expect(outcome, other).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('wrote: expected an object with parameters, found none'),
      });
    }
  });
});

describe('missing pixels', () => {
  const holes = images.data.map((value, i) => (i % 11 === 3 ? Number.NaN : value));
  const holed = { ...images, data: holes };
  beforeAll(() => writeFileSync(here.at('holes.npy'), encodeNpy({ shape, data: holes })));

  it.each([
    ['ppca', [3]],
    ['psopca', [3, 2]],
    ['mvfa', [3, 2]],
    ['phopca-1', [2]],
    ['phopca-1-left', [2]],
  ])('are taken by fit, encode and impute of %s', async (id, latent) => {
    const method = findMethod(id)!;
    const context = { random: stream('fit', 1, id, ...latent), checkCancelled: () => {} };
    const fit = method.fit({ images: holed, labels: null }, latent, resolveSettings(method, {}), context);
    const common = ['--data', 'holes.npy', '--method', id, '--latent', latent.join('x')];
    const fitted = await here.run('fit', ...common, '--out', 'h.npz', '--imputed', 'filled.npy');
    expect(fitted.code).toBe(0);
    expect(fitted.stderr).toContain('% of the pixels were missing');
    const filled = decodeNpy(read('filled.npy'));
    expect(filled.shape).toEqual(shape);
    expect(filled.data).toEqual(fit.parameters['imputed'].data);
    holes.forEach((value, i) => {
      expect(Number.isNaN(value) ? Number.isFinite(filled.data[i]) : filled.data[i] === value).toBe(true);
    });

    expect((await here.run('encode', '--model', 'h.npz', '--data', 'holes.npy', '--out', 'z.npy')).code).toBe(0);
    expect(decodeNpy(read('z.npy')).data).toEqual(method.encode(fit, holed).data);
    expect((await here.run('impute', '--model', 'h.npz', '--data', 'holes.npy', '--out', 'i.npy')).code).toBe(0);
    const imputed = decodeNpy(read('i.npy')).data;
    expect(imputed).toEqual(method.impute!(fit, holed).data);
    // Nearer to what was there than the mean of the image is.
    const error = (guess: ArrayLike<number>) =>
      holes.reduce((sum, value, i) => (Number.isNaN(value) ? sum + (guess[i] - images.data[i]) ** 2 : sum), 0);
    const means = Float64Array.from(holes, (_, i) => {
      const own = holes.subarray(i - (i % 120), i - (i % 120) + 120).filter((value) => !Number.isNaN(value));
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    });
    expect(error(imputed)).toBeLessThan(0.5 * error(means));
  });

  it('are refused by name where a method cannot fill them', async () => {
    const { code, stderr } = await here.run(
      ...['fit', '--data', 'x.npy', '--method', 'glram', '--latent', '3x2', '--out', 'm.json', '--imputed', 'f.npy'],
    );
    expect(code).toBe(2);
    expect(stderr).toContain('GLRAM does not fill missing pixels: the methods that do are ppca, psopca');
  });
});

describe('incremental learning', () => {
  const part = (from: number, to: number) => ({
    shape: [to - from, 12, 10],
    data: images.data.slice(from * 120, to * 120),
  });
  const model = (name: string) => JSON.parse(readFileSync(here.at(name), 'utf8')).parameters;
  beforeAll(() => {
    writeFileSync(here.at('old.npy'), encodeNpy(part(0, 12)));
    writeFileSync(here.at('new.npy'), encodeNpy(part(12, 17)));
    writeFileSync(here.at('newer.npy'), encodeNpy(part(17, 20)));
  });
  const goOn = async (id: string, latent: string) => {
    const first = ['fit', '--data', 'old.npy', '--method', id, '--latent', latent, '--keep', '--out', 'c0.json'];
    expect((await here.run(...first)).code).toBe(0);
    await here.run('fit', '--continue', 'c0.json', '--data', 'new.npy', '--out', 'c1.npz');
    const last = await here.run('fit', '--continue', 'c1.npz', '--data', 'newer.npy', '--out', 'c2.json');
    expect(last).toMatchObject({ code: 0, stdout: expect.stringContaining('on 20 images of 12 × 10') });
    return { before: model('c0.json'), after: model('c2.json'), all: direct(id, latent.split('x').map(Number)) };
  };

  it.each(['phopca-1', 'phopca-1-left'])('of %s equals the fit to all images', async (id) => {
    const { after, all } = await goOn(id, '3');
    for (const name of ['mean', 'eigenvalues', 'sigma2']) {
      all.fit.parameters[name].data.forEach((value, i) => expect(after[name].data[i] / value, name).toBeCloseTo(1, 9));
    }
    const summarised = all.method.incremental!.keep(all.fit, images).parameters['kept.scatter'];
    summarised.data.forEach((value, i) =>
      expect(Math.abs(after['kept.scatter'].data[i] - value)).toBeLessThan(1e-9 * summarised.data[0]),
    );
  });

  it.each(['psopca', 'mvfa'])('of %s comes nearer to the fit to all images', async (id) => {
    const { before, after, all } = await goOn(id, '3x2');
    const score = (parameters: Record<string, { shape: number[]; data: number[] }>) => {
      const arrays = Object.entries(parameters).map(([name, { shape, data }]) => [
        name,
        { shape, data: Float64Array.from(data) },
      ]);
      const fit = { ...all.fit, parameters: Object.fromEntries(arrays) };
      return all.method.logLikelihood!(fit, images).reduce((sum, value) => sum + value, 0);
    };
    const best = all.method.logLikelihood!(all.fit, images).reduce((sum, value) => sum + value, 0);
    const [old, continued] = [score(before), score(after)];
    expect(continued).toBeGreaterThan(old);
    // The stated agreement: the larger part of what a fit to all images would gain.
    expect(best - continued).toBeLessThan(0.5 * (best - old));
  });

  it('is refused where there is no summary or the method has none', async () => {
    await here.run('fit', '--data', 'old.npy', '--method', 'ppca', '--latent', '3', '--out', 'vector.json');
    const none = await here.run('fit', '--continue', 'vector.json', '--data', 'new.npy', '--out', 'm.json');
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('PPCA does not learn incrementally') });
    await here.run('fit', '--data', 'old.npy', '--method', 'mvfa', '--latent', '3x2', '--out', 'bare.json');
    const bare = await here.run('fit', '--continue', 'bare.json', '--data', 'new.npy', '--out', 'm.json');
    expect(bare).toMatchObject({ code: 1, stderr: expect.stringContaining('no summary of its training images') });
    const both = ['fit', '--continue', 'bare.json', '--data', 'new.npy', '--method', 'mvfa', '--out', 'm.json'];
    expect(await here.run(...both)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--method cannot be combined'),
    });
  });
});

describe('a fit of', () => {
  it.each(['mphopca', 'mmvfa'])('%s writes the responsibilities of every image', async (id) => {
    const fit = ['fit', '--data', 'x.npy', '--method', id, '--latent', '2x2', '--set', 'components=2'];
    expect((await here.run(...fit, '--out', 'mix.npz')).code).toBe(0);
    const { shape, data } = decodeNpz(read('mix.npz')).get('responsibilities')!;
    expect(shape).toEqual([20, 2]);
    for (let n = 0; n < 20; n++) expect(data[2 * n] + data[2 * n + 1]).toBeCloseTo(1, 12);
  });

  it('robust PHOPCA writes the weight of every image, low for the outlying one', async () => {
    const odd = images.data.map((value, i) => (i < 120 ? 255 - 3 * value : value));
    writeFileSync(here.at('odd.npy'), encodeNpy({ shape, data: odd }));
    const fit = ['fit', '--data', 'odd.npy', '--method', 'phopca-t', '--latent', '2x2', '--out', 'robust.json'];
    expect((await here.run(...fit)).code).toBe(0);
    const { weights } = model('robust.json');
    expect(weights.shape).toEqual([20]);
    expect(weights.data[0]).toBeLessThan(Math.min(...weights.data.slice(1)));
  });

  const model = (name: string) => JSON.parse(readFileSync(here.at(name), 'utf8')).parameters;
});

describe('images of several planes', () => {
  it('go as N × rows × columns × planes into the third mode of phopca-3', async () => {
    const planes = 3;
    const [rows, cols] = [12, 10];
    const colours = Float64Array.from({ length: images.data.length * planes }, (_, i) => {
      const [pixel, plane] = [Math.floor(i / planes), i % planes];
      return images.data[pixel] * [0.9, 0.5, 0.2][plane] + ((pixel * (plane + 3)) % 7);
    });
    writeFileSync(here.at('colours.npy'), encodeNpy({ shape: [20, rows, cols, planes], data: colours }));
    const beside = matrixStack(20, rows, planes * cols);
    colours.forEach((value, i) => {
      const [line, c, p] = [Math.floor(i / (cols * planes)), Math.floor(i / planes) % cols, i % planes];
      beside.data[line * planes * cols + p * cols + c] = value;
    });
    const given = ['fit', '--data', 'colours.npy', '--method', 'phopca-3', '--latent', '3x2'];
    const { code, stdout } = await here.run(...given, '--set', 'planeDimension=2', '--out', 'tensor.npz');
    expect(code).toBe(0);
    expect(stdout).toContain('20 images of 12 × 30');
    const method = findMethod('phopca-3')!;
    const context = { random: stream('fit', 1, 'phopca-3', 3, 2), checkCancelled: () => {} };
    const settings = resolveSettings(method, { planes, planeDimension: 2 });
    const fit = method.fit({ images: beside, labels: null }, [3, 2], settings, context);
    const arrays = decodeNpz(read('tensor.npz'));
    expect(arrays.get('U2')?.shape).toEqual([3, 2]);
    for (const name of ['U1', 'U2', 'U3']) expect(arrays.get(name)?.data, name).toEqual(fit.parameters[name].data);
    await here.run('encode', '--model', 'tensor.npz', '--data', 'colours.npy', '--out', 'cores.npy');
    expect(decodeNpy(read('cores.npy')).data).toEqual(method.encode(fit, beside).data);
  });
});
