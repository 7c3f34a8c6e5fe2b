// @module-tag processes
/** The width as commands choose it, each in a process of its own with a data folder of its own. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supportsWideVectors } from '../../../src/main/kernelWidth.ts';
import { thisMachine } from '../../../src/main/measurementCache.ts';
import { skipWhen } from '../../support/skips.ts';
import { scratch, writeFaces, type Scratch } from '../cli/harness.ts';

const unable = skipWhen(!supportsWideVectors(), 'this runtime cannot join vectors');
const reason = 'joined vectors gave other answers of gemm (Node 24)';

interface Finding {
  readonly what: string;
  readonly state: string;
  readonly found: string;
  readonly remedy: string | null;
}

/** A folder with a study that was run at a width, and its manifest. */
async function ran(width: string): Promise<{ here: Scratch; manifest: Record<string, unknown> }> {
  const here = scratch({ environment: { EIGENBENCH_WIDTH: width } });
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    methods: [{ method: 'ppca' }, { method: 'bppca', latent: { qc: [2, 4], qr: [2, 4] } }],
    measures: ['verification'],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  await here.start(['import', 'folder', '--name', 'faces']);
  expect(await here.start(['run', 'spec.json', '--workers', '2'])).toMatchObject({ code: 0 });
  return { here, manifest: await manifestOf(here) };
}

async function manifestOf(here: Scratch): Promise<Record<string, unknown>> {
  await here.start(['manifest', 'small', '--out', 'm.json']);
  return JSON.parse(readFileSync(here.at('m.json'), 'utf8'));
}

async function widthOf(here: Scratch): Promise<Finding> {
  const findings: Finding[] = JSON.parse((await here.start(['doctor', '--json'])).stdout);
  return findings.find(({ what }) => what === 'width of kernels')!;
}

describe('the width of the kernels in commands', () => {
  let chosen: Awaited<ReturnType<typeof ran>>;
  let narrow: Awaited<ReturnType<typeof ran>>;
  let wide: Awaited<ReturnType<typeof ran>>;
  beforeAll(async () => {
    [chosen, narrow, wide] = await Promise.all(['', '128', '256'].map(ran));
  });
  afterAll(() => Promise.all([chosen, narrow, wide].map(({ here }) => here.remove())));

  it('changes no number of a study', () => {
    expect(chosen.manifest).toEqual(narrow.manifest);
    expect(wide.manifest).toEqual(narrow.manifest);
  });

  it('is found by a trial once, which the data folder keeps', unable, () => {
    const file = JSON.parse(readFileSync(chosen.here.at('eigenbench/width.json'), 'utf8'));
    const { off, trying, found } = file[thisMachine()];
    expect({ off, trying }).toEqual({ off: null, trying: null });
    expect(Object.keys(found)).toEqual([expect.stringMatching(/^Node .*, V8 .*, wasm-relaxed-simd [0-9a-f]{8}$/)]);
    expect(existsSync(narrow.here.at('eigenbench/width.json'))).toBe(false);
  });

  it('is told by doctor with the rates of products and the reason', async () => {
    expect(await widthOf(narrow.here)).toEqual({
      what: 'width of kernels',
      state: 'good',
      found: expect.stringMatching(/^128 bits, [\d.]+ GFlop\/s: EIGENBENCH_WIDTH is 128$/),
      remedy: null,
    });
    expect((await widthOf(chosen.here)).found).toMatch(/^(128|256) bits, [\d.]+ GFlop\/s.*: .+/);
  });

  it('is told by doctor and manifest where the wide kernels were found faulty', unable, async () => {
    const { here } = chosen;
    const kept = JSON.parse(readFileSync(here.at('eigenbench/width.json'), 'utf8'));
    kept[thisMachine()].off = reason;
    writeFileSync(here.at('eigenbench/width.json'), JSON.stringify(kept));
    expect(await widthOf(here)).toMatchObject({
      state: 'optional',
      found: expect.stringMatching(/^128 bits, [\d.]+ GFlop\/s: joined vectors gave other answers of gemm/),
      remedy: expect.stringContaining('nothing is wrong with results'),
    });
    expect(await manifestOf(here)).toMatchObject({ engine: { widthFault: reason } });
    expect((await here.start(['reproduce', 'm.json', '--json'])).code).toBe(0);
  });

  it('refuses a width that there is not, in a sentence', async () => {
    const other = scratch({ folder: narrow.here.folder, environment: { EIGENBENCH_WIDTH: '512' } });
    expect((await other.start(['doctor'])).stdout).toMatch(
      /missing +numerical kernels +EIGENBENCH_WIDTH: expected 128/,
    );
    const { code, stderr } = await other.start(['reproduce', 'm.json']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('EIGENBENCH_WIDTH: expected 128 or 256, found "512".'),
    });
  });
});
