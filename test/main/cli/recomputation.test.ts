// @module-tag processes
/** A verification computes every cell and never uses a stored result, whatever its name. */
import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/core/hash.ts';
import { parseManifest } from '../../../src/core/study/plan/manifestFile.ts';
import { engineInfo } from '../../../src/main/engineInfo.ts';
import { sealedManifest } from '../../support/parcels.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
/** The same workspace, by the other build of the kernels. */
const plain = scratch({ folder: here.folder, environment: { EIGENBENCH_KERNEL: 'wasm-simd' } });
const fused = scratch({ folder: here.folder, environment: { EIGENBENCH_KERNEL: 'wasm-relaxed-simd' } });

interface Verdict {
  readonly identical: boolean;
  readonly cells: number;
  readonly computedNow: number;
  readonly computedBefore: number;
  readonly kernels: readonly string[];
  readonly numbers: { readonly compared: number; readonly different: number };
  readonly differences: readonly string[];
}

const manifest = () => JSON.parse(readFileSync(here.at('m.json'), 'utf8'));
const names = async (): Promise<string[]> =>
  JSON.parse((await here.run('studies', '--json')).stdout).map(({ name }: { name: string }) => name);
async function reproduced(at: typeof here, ...more: readonly string[]): Promise<Verdict> {
  const { stdout } = await at.run('reproduce', ...(more[0]?.endsWith('.json') ? more : ['m.json', ...more]), '--json');
  return JSON.parse(stdout);
}

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'folder', '--name', 'faces');
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 3 },
    methods: [{ method: 'ppca' }, { method: 'bppca', latent: { qc: [2, 4], qr: [2, 4] } }],
    measures: ['verification'],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  expect((await fused.run('run', 'spec.json')).code).toBe(0);
  await here.run('manifest', 'small', '--out', 'm.json');
});
afterAll(async () => {
  await plain.remove();
  await fused.remove();
  await here.remove();
});

describe('reproduce', () => {
  it('computes all cells by the kernels of today although a study that was kept has them, which stays', async () => {
    expect(await reproduced(fused, '--keep')).toMatchObject({
      ...{ identical: true, cells: 6, computedNow: 6, computedBefore: 0 },
      numbers: { compared: 6, different: 0 },
    });
    const other = await reproduced(plain);
    expect(other).toMatchObject({
      cells: 6,
      computedNow: 6,
      computedBefore: 0,
      kernels: ['wasm-relaxed-simd', 'wasm-simd'],
    });
    // Likelihoods of the two builds differ in their last bits.
    expect(other.numbers.different).toBeGreaterThan(0);
    expect(other.identical).toBe(false);
    const { stdout } = await plain.run('reproduce', 'm.json');
    expect(stdout).toMatch(
      /^Identical labels: 6 of 6 cells, 3 of 3 splits\. .* as the kernels do\.\nComputed now: 6 of 6 cells, by .* wasm-simd\./,
    );
    expect(await names()).toEqual(['small', 'small (reproduced)']);
    expect(await reproduced(fused, '--keep')).toMatchObject({ computedNow: 6 });
    expect(await names()).toEqual(['small', 'small (reproduced)', 'small (reproduced) 2']);
  });

  it('finds a number that was changed, labels or not', async () => {
    const tampered = manifest();
    tampered.cells[1].errors[2]++;
    tampered.cells[4].numberHash = '0'.repeat(64);
    writeFileSync(here.at('tampered.json'), JSON.stringify(sealedManifest(tampered)));
    const { identical, differences } = await reproduced(fused, 'tampered.json');
    expect(identical).toBe(false);
    expect(differences).toEqual([
      expect.stringMatching(
        /^Cell BPPCA, k=2, repeat 1 has other errors: (from latent shape \d+ on )?[\d, …]+, now [\d, …]+\.$/,
      ),
      expect.stringMatching(/^Cell PPCA, k=2, repeat 3 has other numbers/),
    ]);
  });

  it('goes on with its own unfinished verification, and with no other', async () => {
    await fused.run('reproduce', 'm.json', '--keep');
    // What a verification that was interrupted after two cells leaves.
    const leave = (mark: object): void => {
      const db = new Database(here.at('eigenbench/workspace.eigenbench'));
      const id = db.prepare('SELECT max(id) FROM studies').pluck().get();
      db.prepare('UPDATE studies SET verification = ? WHERE id = ?').run(JSON.stringify(mark), id);
      db.prepare(
        'DELETE FROM cell_results WHERE cell_id IN (SELECT id FROM cells WHERE study_id = ? AND position > 1)',
      ).run(id);
      db.prepare("UPDATE cells SET status = 'pending', seal = NULL WHERE study_id = ? AND position > 1").run(id);
      db.close();
    };
    const { appVersion, commit } = engineInfo();
    const of = hashOf(parseManifest(manifest()));
    const program = commit === null ? appVersion : `${appVersion} ${commit}`;
    leave({ of, program, kernel: 'wasm-relaxed-simd' });
    expect(await reproduced(plain)).toMatchObject({ computedNow: 6, computedBefore: 0 });
    expect(await reproduced(fused)).toMatchObject({ identical: true, computedNow: 4, computedBefore: 2 });
  });
});
