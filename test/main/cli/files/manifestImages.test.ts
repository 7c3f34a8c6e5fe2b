// @module-tag processes
/** A manifest says how its images came to be, and makes them again from the files alone. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importStage, type DatasetProvenance } from '../../../../src/core/images/provenance.ts';
import { openEngine } from '../../../../src/main/engine/engine.ts';
import { sealedManifest } from '../../../support/parcels.ts';
import { shellWords } from '../../../support/manualBlocks.ts';
import { scratch, writeFaces } from '../harness.ts';

/** `here` made the study; `there` has only the images and the manifest. */
const [here, there] = [scratch(), scratch()];
const manifest = () => JSON.parse(readFileSync(here.at('m.json'), 'utf8'));
const workspaceThere = () => there.at('eigenbench/workspace.eigenbench');

interface Listed {
  readonly name: string;
  readonly hash: string;
  readonly making: DatasetProvenance;
  readonly commands: readonly string[];
}
const datasets = async (at: typeof here): Promise<Listed[]> => JSON.parse((await at.run('datasets', '--json')).stdout);

/** Makes `folder` there as it is here, then changes it; the folder is new, for nothing else may be in it. */
function given(folder: string, change: (folder: string) => void = () => {}): string {
  rmSync(there.at(folder), { recursive: true, force: true });
  cpSync(here.at('folder'), there.at(folder), { recursive: true });
  change(there.at(folder));
  return folder;
}

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 4, perSubject: 5, rows: 24, cols: 20 });
  await here.run('import', 'folder', '--name', 'whole', '--size', '20x16', '--filter', 'bicubic');
  const engine = await openEngine({
    workspacePath: here.at('eigenbench/workspace.eigenbench'),
    host: 'browser',
    roots: [],
  });
  const [{ id }] = await engine.client.datasets.list();
  await engine.client.datasets.exclude({ id, index: [7] });
  for (let index = 0; index < 19; index++) {
    await engine.client.datasets.markEyes({
      id,
      index,
      eyes: [
        { x: 4 + (index % 2), y: 7.25 },
        { x: 11, y: 7 },
      ],
    });
  }
  await engine.close();
  await here.run(
    ...['preprocess', 'whole', '--name', 'faces', '--step', 'align:14x12:3,4:8,4', '--step', 'equalise'],
    ...['--eyes', 'marked'],
  );
  const spec = {
    name: 'small',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    methods: [
      { method: 'pca', latent: [2, 4] },
      { method: 'ppca', latent: [2] },
    ],
  };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  expect((await here.run('run', 'spec.json')).code).toBe(0);
  await here.run('manifest', 'small', '--out', 'm.json');
  cpSync(here.at('m.json'), there.at('m.json'));
});
afterAll(async () => {
  await here.remove();
  await there.remove();
});

describe('a manifest', () => {
  it('has every stage and file with its SHA-256, the command lines and the libraries; datasets --json too', async () => {
    const { dataset, engine } = manifest();
    expect(dataset.making.map(({ kind }: { kind: string }) => kind)).toEqual(['import', 'exclude', 'preprocess']);
    const { files, source, size, recipe } = importStage(dataset.making)!;
    expect([source, size, recipe]).toEqual(['folder', { rows: 20, cols: 16 }, { filter: 'bicubic' }]);
    expect(files).toHaveLength(20);
    for (const { file, bytes, hash } of files) {
      const read = readFileSync(here.at(`folder/${file}`));
      expect([bytes, hash]).toEqual([read.length, createHash('sha256').update(read).digest('hex')]);
    }
    expect(dataset.making[1]).toEqual({ kind: 'exclude', files: ['s2/3.pgm'] });
    expect(dataset.making[2].eyes).toHaveLength(19);
    expect(dataset.commands).toEqual([
      'eigenbench import folder --name whole --size 20x16 --filter bicubic',
      '# 1 image of whole excluded in the window: s2/3.pgm',
      'eigenbench preprocess whole --name faces --step align:14x12:3,4:8,4 --step equalise --eyes eyes.txt',
    ]);
    expect(engine.libraries.sharp).toMatch(/^\d+\.\d+\.\d+$/);
    const [, faces] = await datasets(here);
    expect([faces.making, faces.commands]).toEqual([dataset.making, dataset.commands]);
  });

  it('is refused without its images, with what makes them, in a workspace or without one', async () => {
    given('folder');
    const refused = await there.run('reproduce', 'm.json');
    expect(existsSync(workspaceThere())).toBe(false);
    await there.run('import', 'folder', '--name', 'others', '--size', '8x6');
    const { code, stderr } = await there.run('reproduce', 'm.json');
    expect({ code, stdout: '', stderr }).toEqual(refused);
    expect(code).toBe(1);
    expect(stderr).toContain('no dataset with the images of "faces"');
    for (const command of manifest().dataset.commands) expect(stderr).toContain(command);
    expect(stderr).toContain('--images <path>');
    rmSync(there.at('eigenbench'), { recursive: true });
  });

  it.each([
    ['missing', (folder: string) => rmSync(`${folder}/s1/2.pgm`), /1 file only in the manifest: s1\/2\.pgm\./],
    [
      'additional',
      (folder: string) => cpSync(`${folder}/s1/2.pgm`, `${folder}/s1/9.pgm`),
      /1 file only in other: s1\/9\.pgm\./,
    ],
    [
      'not the same',
      (folder: string) => cpSync(`${folder}/s1/2.pgm`, `${folder}/s3/4.pgm`),
      /1 file with other bytes in the manifest than in other: s3\/4\.pgm\./,
    ],
  ])('names a file that is %s, and keeps nothing', async (_, change, sentence) => {
    const { code, stderr } = await there.run('reproduce', 'm.json', '--images', given('other', change));
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(existsSync(workspaceThere())).toBe(false);
  });

  it('makes the same images from the files, by itself', async () => {
    const { code, stdout, stderr } = await there.run('reproduce', 'm.json', '--images', given('folder'), '--json');
    expect(stderr).toContain('Made "faces" from folder');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ identical: true, cells: 4, computedNow: 4 });
    const [whole, faces] = await datasets(there);
    expect([whole.name, faces.name, faces.hash]).toEqual(['whole', 'faces', manifest().dataset.hash]);
    // Made again from what was made again.
    expect(faces.making).toEqual(manifest().dataset.making);
  });

  it('prints commands that this program reads', async () => {
    const [command] = manifest().dataset.commands;
    const [program, ...words] = shellWords(command);
    expect(program).toBe('eigenbench');
    const { code, stdout } = await there.run(...words.map((word) => (word === 'whole' ? 'again' : word)), '--json');
    expect(code).toBe(0);
    const { dataset } = JSON.parse(stdout);
    const stage = importStage((await datasets(there)).find(({ hash }) => hash === dataset.hash)!.making)!;
    expect(stage).toEqual(importStage(manifest().dataset.making));
  });
});

describe('a manifest of an import that now has a question', () => {
  const [mine, theirs] = [scratch(), scratch()];
  afterAll(async () => {
    await mine.remove();
    await theirs.remove();
  });

  beforeAll(async () => {
    writeFaces(mine.at('mixed'), { subjects: 3, perSubject: 4, rows: 24, cols: 20 });
    writeFaces(mine.at('larger'), { subjects: 3, perSubject: 1, rows: 30, cols: 20 });
    for (const s of ['s1', 's2', 's3']) cpSync(mine.at(`larger/${s}/1.pgm`), mine.at(`mixed/${s}/9.pgm`));
    await mine.run('import', 'mixed', '--skip-other-sizes');
    const spec = {
      name: 'mixed',
      dataset: 'mixed',
      protocol: { kind: 'first', trainPerSubject: [2] },
      methods: [{ method: 'pca', latent: [2] }],
    };
    writeFileSync(mine.at('spec.json'), JSON.stringify(spec));
    expect((await mine.run('run', 'spec.json')).code).toBe(0);
    await mine.run('manifest', 'mixed', '--out', 'm.json');
  });

  /** Reproduces the manifest after a change of its import. */
  async function reproduced(change: (stage: { recipe: object }, dataset: { hash: string }) => void) {
    const { dataset, ...rest } = JSON.parse(readFileSync(mine.at('m.json'), 'utf8'));
    change(dataset.making[0], dataset);
    writeFileSync(theirs.at('m.json'), JSON.stringify(sealedManifest({ ...rest, dataset })));
    cpSync(mine.at('mixed'), theirs.at('mixed'), { recursive: true });
    rmSync(theirs.at('eigenbench'), { recursive: true, force: true });
    return { hash: dataset.hash, ...(await theirs.run('reproduce', 'm.json', '--images', 'mixed', '--json')) };
  }

  it('asks nothing where the manifest has the answer', async () => {
    const { code, stdout, hash } = await reproduced((stage) => expect(stage.recipe).toEqual({ skipOtherSizes: true }));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ identical: true });
    expect((await datasets(theirs)).map((dataset) => dataset.hash)).toEqual([hash]);
  });

  it('finds the answer by the hash where the manifest is older than the question', async () => {
    const { code, stdout, hash } = await reproduced((stage) => (stage.recipe = {}));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ identical: true });
    expect((await datasets(theirs)).map((dataset) => dataset.hash)).toEqual([hash]);
  });

  it('keeps nothing if no answer gives the images', async () => {
    const { code, stderr } = await reproduced((stage, dataset) => {
      stage.recipe = {};
      dataset.hash = 'f'.repeat(64);
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/they gave other images \(hash [0-9a-f]{12}…, [0-9a-f]{12}…, expected ffffffffffff…\)/);
    expect(existsSync(theirs.at('eigenbench/workspace.eigenbench'))).toBe(false);
  });
});
