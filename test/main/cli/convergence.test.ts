// @module-tag processes
/** convergence: traces of models that fit wrote. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeNpy } from '../../../src/core/formats/npy.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';
import { scratch, type Outcome } from './harness.ts';

const here = scratch();
const { images } = generateFaces({ subjects: 5, perSubject: 4, rows: 12, cols: 10 });

const fit = async (out: string, ...parameters: string[]): Promise<void> => {
  const { code, stderr } = await here.run('fit', '--data', 'x.npy', ...parameters, '--out', out);
  if (code !== 0) throw new Error(stderr);
};
/** Draws, and answers the names of the vertical axes. */
const draw = async (...parameters: string[]): Promise<string[]> => {
  expect(await here.run('convergence', ...parameters, '--out', 'trace.svg')).toMatchObject({ code: 0, stderr: '' });
  return axesOf(readFileSync(here.at('trace.svg'), 'utf8'));
};
const axesOf = (svg: string): string[] => [...svg.matchAll(/rotate\(-90\)">([^<]+)</g)].map(([, title]) => title);
const refused = (...parameters: string[]): Promise<Outcome> =>
  here.run('convergence', ...parameters, '--out', 'refused.svg');

beforeAll(async () => {
  const shape = [images.count, images.rows, images.cols];
  writeFileSync(here.at('x.npy'), encodeNpy({ shape, data: images.data }));
  await fit('glram.json', '--method', 'glram', '--latent', '3x2');
  await fit('bppca.npz', '--method', 'bppca', '--latent', '3x2');
  await fit('empca.json', '--method', 'empca', '--latent', '3', '--set', 'exactAxes=true');
  await fit('emepca.json', '--method', 'emepca', '--latent', '3');
  await fit('pca.json', '--method', 'pca', '--latent', '3');
});
afterAll(() => here.remove());

describe('convergence', () => {
  it('gives every quantity an axis of its own: an error and a likelihood never share one', async () => {
    expect(await draw('glram.json', 'bppca.npz')).toEqual([
      'Mean squared reconstruction error (squared pixel values per image)',
      'Log-likelihood (nats)',
    ]);
  });

  it('keeps J_q apart from a weighted sum of errors, and draws J_q of both methods on one axis when asked', async () => {
    expect(await draw('empca.json', 'emepca.json')).toEqual([
      'Squared error J_q (squared pixel values)',
      'Integrated squared error, c_k = 0.8^k (squared pixel values)',
    ]);
    expect(await draw('empca.json', 'emepca.json', '--trace', 'Jq')).toEqual([
      'Squared error J_q (squared pixel values)',
    ]);
    const svg = readFileSync(here.at('trace.svg'), 'utf8');
    for (const label of ['empca.json', 'emepca.json']) expect(svg.split(`>${label}<`)).toHaveLength(2);
  });

  it('draws any stored trace, one chart for each axis of a trace that has one for each', async () => {
    expect(await draw('empca.json', '--trace', 'objective', 'angle12', 'exactAngles', '--axes', '1,3')).toEqual([
      'Squared error J_q (squared pixel values)',
      'Angle between axes 1 and 2 (degrees)',
      'Angle to exact axis 1 (degrees)',
      'Angle to exact axis 3 (degrees)',
    ]);
  });

  it('draws against the seconds that a model holds for every iteration', async () => {
    const { trace, iterationSeconds, seconds } = JSON.parse(readFileSync(here.at('glram.json'), 'utf8'));
    expect(iterationSeconds).toHaveLength(trace.length);
    expect(iterationSeconds).toEqual(iterationSeconds.toSorted((a: number, b: number) => a - b));
    expect(iterationSeconds.at(-1)).toBeLessThanOrEqual(seconds);
    await draw('glram.json', 'bppca.npz', '--against', 'seconds');
    const svg = readFileSync(here.at('trace.svg'), 'utf8');
    expect(svg).toContain('>Seconds since the fit began<');
    expect(svg).not.toContain('>Iteration<');
  });

  it('tells models of one file name in several folders apart', async () => {
    for (const folder of ['one', 'two']) {
      mkdirSync(here.at(folder));
      writeFileSync(here.at(`${folder}/model.json`), readFileSync(here.at('glram.json')));
    }
    await draw('one/model.json', 'two/model.json');
    const svg = readFileSync(here.at('trace.svg'), 'utf8');
    for (const path of ['one/model.json', 'two/model.json']) expect(svg).toContain(`>${path}<`);
  });

  it('refuses to draw a model without seconds against them, and a file that names no unit of its objective', async () => {
    const { iterationSeconds: _, ...model } = JSON.parse(readFileSync(here.at('empca.json'), 'utf8'));
    writeFileSync(here.at('timeless.json'), JSON.stringify(model));
    expect(await draw('timeless.json')).toHaveLength(1);
    expect(await refused('timeless.json', '--against', 'seconds')).toMatchObject({
      code: 1,
      stderr: 'timeless.json holds no seconds of its iterations: fit it again, or draw against the iteration.\n',
    });
    writeFileSync(here.at('old.json'), JSON.stringify({ ...model, objective: { name: 'error', sense: 'minimise' } }));
    const { code, stderr } = await refused('old.json');
    expect(code).toBe(1);
    expect(stderr).toContain('old.json is not a model that "eigenbench fit" wrote: objective.unit: ');
  });

  it('says what a model does not hold', async () => {
    expect((await refused('pca.json')).stderr).toBe(
      'pca.json has no trace of two iterations: there is nothing to draw.\n',
    );
    expect((await refused('glram.json', '--trace', 'Jq')).stderr).toBe(
      'glram.json has no trace "Jq": it has objective.\n',
    );
    expect((await refused('emepca.json', '--trace', 'exactAngles')).stderr).toBe(
      'emepca.json has no trace "exactAngles": it has objective, Jq, angle12.\n',
    );
    expect((await refused('empca.json', '--trace', 'exactAngles', '--axes', '4')).stderr).toBe(
      'empca.json: "exactAngles" has the axes 1 to 3, found 4.\n',
    );
    expect(await refused('glram.json', '--axes', '0')).toMatchObject({ code: 2 });
    expect(await refused('glram.json', 'glram.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('twice'),
    });
    writeFileSync(
      here.at('short.json'),
      JSON.stringify({ ...JSON.parse(readFileSync(here.at('glram.json'), 'utf8')), iterationSeconds: [0.1] }),
    );
    expect((await refused('short.json')).stderr).toContain('iterationSeconds');
  });
});
