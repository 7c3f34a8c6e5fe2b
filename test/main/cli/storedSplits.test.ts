// @module-tag processes
/**
 * Studies of a workspace of schema 3, whose splits were drawn by the hash of the pixels: they keep their splits, keys
 * and results. The file has 24 drawn faces (4 subjects, layout sN/M.pgm) and the finished studies below, each with seed
 * 1 and grey values as they are; it was written by the commands `import` and `run` of the last version of that schema.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { scratch } from './harness.ts';

const here = scratch();
const WORKSPACE = ['--workspace', 'old.eigenbench'];

const specs = {
  Random: { protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 } },
  Folds: { protocol: { kind: 'k-fold', folds: 3, repeats: 2 } },
  Pairs: { protocol: { kind: 'pairs', folds: 2, developmentFolds: 0, pairsPerFold: 5 } },
  First: { protocol: { kind: 'first', trainPerSubject: [2] } },
} as const;
type Name = keyof typeof specs;
const specOf = (name: Name, change: object = {}) => ({
  name,
  dataset: 'faces',
  ...specs[name],
  seed: 1,
  methods: [{ method: 'none' }],
  ...change,
});

/**
 * The first digits of the hashes of all splits, as the version of schema 3 exported them, in the order of the export.
 */
const SPLITS: Readonly<Record<Name, readonly string[]>> = {
  Random: ['cab5af1c22d5', 'c8161efa54a4', 'a2f0c2b03a9f', 'e85b9d3ca862', '3ab29cf3b47e', 'c1de1788f3c2'],
  Folds: ['c14effdf22c6', '6889c7e1f575', '70ab3de3cf34', '7a9d441a908f', '634bb34879ff', 'c2c92a9977d5'],
  Pairs: ['f1381dfdcaa3', '25ce31289a53'],
  First: ['cd8e597f9683'],
};
async function splitsOf(name: string, ...where: string[]): Promise<string[]> {
  const { stdout } = await here.run('splits', name, '--format', 'json', ...where);
  const { splits } = JSON.parse(stdout) as { splits: { hash: string }[] };
  return splits.map(({ hash }) => hash.slice(0, 12));
}
function write(name: string, spec: object): string {
  writeFileSync(here.at(name), JSON.stringify(spec));
  return name;
}

beforeAll(() => {
  const packed = readFileSync(new URL('../../fixtures/workspace/schema-3.eigenbench.gz', import.meta.url));
  writeFileSync(here.at('old.eigenbench'), gunzipSync(packed));
});
afterAll(() => here.remove());

describe('a study that was drawn by the hash of the pixels', () => {
  it.each(Object.keys(specs) as Name[])('keeps its splits: %s', async (name) => {
    expect(await splitsOf(name, ...WORKSPACE)).toEqual(SPLITS[name]);
  });

  it('is complete when its spec runs again, and gains methods and repeats on its splits and under its keys', async () => {
    const again = await here.run('run', write('again.json', specOf('Random')), ...WORKSPACE);
    expect(again.code, again.stderr).toBe(0);
    const methods = [{ method: 'none' }, { method: 'pca', latent: [2] }];
    const protocol = { ...specs.Random.protocol, repeats: 4 };
    const more = await here.run(
      'run',
      write('more.json', specOf('Random', { methods, protocol })),
      ...WORKSPACE,
      '--extend',
    );
    expect(more.code, more.stderr).toBe(0);
    const splits = await splitsOf('Random', ...WORKSPACE);
    expect([...splits.slice(0, 3), ...splits.slice(4, 7)]).toEqual(SPLITS.Random);
    const { studies, close } = openWorkspace(here.at('old.eigenbench'));
    const study = studies.findByName('Random')!;
    expect(study.spec.draws).toBe('pixels');
    expect(study.cells).toEqual({ total: 16, done: 16, failed: 0 });
    // Splits that are not drawn have nothing to say.
    expect(studies.findByName('First')!.spec).not.toHaveProperty('draws');
    close();
  });

  it('says so in its manifest, by which it is computed again elsewhere with the same splits', async () => {
    await here.run('manifest', 'Folds', ...WORKSPACE, '--out', 'folds.json');
    expect(JSON.parse(readFileSync(here.at('folds.json'), 'utf8'))).toMatchObject({ spec: { draws: 'pixels' } });
    const same = await here.run('reproduce', 'folds.json', ...WORKSPACE);
    expect(same.code, same.stderr + same.stdout).toBe(0);
    expect(same.stdout).toContain('Identical: 6 of 6 cells');
    await here.run('pack', 'Folds', ...WORKSPACE, '--images', '--out', 'folds.zip');
    const elsewhere = await here.run('reproduce', 'folds.zip', '--workspace', 'new.eigenbench');
    expect(elsewhere.code, elsewhere.stderr + elsewhere.stdout).toBe(0);
  });

  it('has other splits in a new study of the same spec, which is drawn by subjects and names', async () => {
    const spec = write('new.json', specOf('Random', { name: 'New' }));
    await here.run('run', spec, ...WORKSPACE);
    const splits = await splitsOf('New', ...WORKSPACE);
    expect(splits).toHaveLength(6);
    expect(splits).not.toEqual(SPLITS.Random);
    // The same images under other pixels: every value plus one.
    for (const subject of [1, 2, 3, 4]) {
      mkdirSync(here.at(`copy/s${subject}`), { recursive: true });
      for (const image of [1, 2, 3, 4, 5, 6]) {
        const pixels = Uint8Array.from({ length: 12 }, (_, at) => 20 * subject + 3 * image + at);
        writeFileSync(here.at(`copy/s${subject}/${image}.pgm`), Buffer.concat([Buffer.from('P5\n3 4\n255\n'), pixels]));
      }
    }
    await here.run('import', 'copy', '--name', 'copy', ...WORKSPACE);
    await here.run('run', write('copied.json', specOf('Random', { name: 'Copied', dataset: 'copy' })), ...WORKSPACE);
    expect(await splitsOf('Copied', ...WORKSPACE)).toEqual(splits);
    // A parcel keeps the names of the images, and so the splits.
    await here.run('pack', 'New', ...WORKSPACE, '--images', '--out', 'new.zip');
    const elsewhere = await here.run('reproduce', 'new.zip', '--workspace', 'another.eigenbench');
    expect(elsewhere.code, elsewhere.stderr + elsewhere.stdout).toBe(0);
  });
});
