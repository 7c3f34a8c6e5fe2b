// @module-tag processes
/** Several forms of the same images: preprocessed, resized, re-encoded, without names. Their splits are the same. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

async function done(...parameters: string[]): Promise<string> {
  const { code, stdout, stderr } = await here.run(...parameters);
  if (code !== 0) throw new Error(`${parameters.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}
interface Split {
  readonly condition: string;
  readonly repeat: number;
  readonly hash: string;
}
async function splitsOf(study: string): Promise<Split[]> {
  const { splits } = JSON.parse(await done('splits', study, '--format', 'json')) as { splits: Split[] };
  return splits.map(({ condition, repeat, hash }) => ({ condition, repeat, hash }));
}
async function runOn(dataset: string, change: object = {}): Promise<string> {
  const name = `on ${dataset}`;
  const protocol = { kind: 'random', trainPerSubject: [2, 3], repeats: 2 };
  const spec = { name, dataset, protocol, methods: [{ method: 'none' }], ...change };
  writeFileSync(here.at('spec.json'), JSON.stringify(spec));
  await done('run', 'spec.json', '--workers', '1');
  return spec.name;
}

beforeAll(async () => {
  writeFaces(here.at('faces'), { subjects: 4, perSubject: 6, rows: 6, cols: 5 });
  await done('import', 'faces', '--name', 'faces');
  await done('preprocess', 'faces', '--name', 'equalised', '--step', 'equalise');
  await done('preprocess', 'faces', '--name', 'small', '--step', 'resize:3x4');
  await done('export', 'faces', '--format', 'png', '--out', 'pictures');
  await done('import', 'pictures', '--name', 'pictures');
  // Arrays without names.
  for (const name of ['faces', 'equalised']) {
    await done('export', name, '--format', 'fea', '--out', `${name}.mat`);
    await done(
      'import',
      `${name}.mat`,
      '--name',
      `array of ${name}`,
      '--pixel-order',
      'columns',
      '--image-size',
      '6x5',
    );
  }
  await runOn('faces');
});
afterAll(() => here.remove());

describe('the splits of a seed', () => {
  it.each(['equalised', 'small', 'pictures'])('are the same for another form of the images: %s', async (dataset) => {
    expect(await splitsOf(await runOn(dataset))).toEqual(await splitsOf('on faces'));
  });

  it('are the same for two arrays of the same subjects, whose images have no names', async () => {
    const [first, second] = [await runOn('array of faces'), await runOn('array of equalised')];
    expect(await splitsOf(second)).toEqual(await splitsOf(first));
  });

  it('are said to be the same under a joint table, and predictions of one study fit the other', async () => {
    const table = await done('table', 'on faces', 'on equalised');
    expect(table).toContain(
      'By subjects and names, the datasets faces and equalised hold the same images in other forms; their splits are the same.',
    );
    await done('predictions', 'on faces', '--out', 'answers.csv');
    await done('results', 'add', 'on equalised', 'answers.csv', '--label', 'faces as they are');
    const joined = await done('table', 'on equalised', '--format', 'csv');
    expect(joined).toContain('faces as they are');
  });
});

describe('a study with the splits of another', () => {
  it('says whose they are, and runs again from its manifest where that study is gone', async () => {
    const name = await runOn('small', { name: 'taken', protocol: { kind: 'of-study', study: 'on faces' } });
    expect(await splitsOf(name)).toEqual(await splitsOf('on faces'));
    expect(await done('table', 'taken', '--notes', 'full')).toContain(
      'The splits of the study "on faces", image by image',
    );
    await done('pack', 'taken', '--images', '--out', 'taken.zip');
    expect(await done('reproduce', 'taken.zip', '--workspace', 'elsewhere')).toContain('Identical');
  });
});

describe('files of splits and predictions', () => {
  it('are read back as the program wrote them, without saying what they count from', async () => {
    await done('splits', 'on faces', '--out', 'splits.csv');
    await done('read-splits', 'splits.csv', '--dataset', 'faces', '--out', 'protocol.json');
    const protocol = JSON.parse(readFileSync(here.at('protocol.json'), 'utf8')) as object;
    const name = await runOn('faces', { name: 'read back', protocol });
    expect((await splitsOf(name)).map(({ hash }) => hash)).toEqual(
      (await splitsOf('on faces')).map(({ hash }) => hash),
    );
    writeFileSync(here.at('published.csv'), 'image,role\n1,train\n2,train\n3,test\n');
    expect(await here.run('read-splits', 'published.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--base is missing: say 0 or 1'),
    });
  });

  it('keep subjects whose names begin like formulas, or with zeros', async () => {
    const rows = ['=2+3', '001', '002'].flatMap((subject, s) =>
      [0, 1, 2, 3].map((m) =>
        [`"${subject}"`, ...[0, 1, 2, 3, 4, 5].map((p) => 40 * s + 3 * m + ((p * (s + 2)) % 5))].join(','),
      ),
    );
    mkdirSync(here.at('table'), { recursive: true });
    writeFileSync(here.at('table/t.csv'), ['subject,p0,p1,p2,p3,p4,p5', ...rows].join('\n'));
    await done('import', 'table/t.csv', '--name', 'table', '--image-size', '2x3', '--pixel-order', 'rows');
    const name = await runOn('table', {
      methods: [{ method: 'none', label: 'own' }],
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    });
    await done('predictions', name, '--out', 'own.csv');
    expect(readFileSync(here.at('own.csv'), 'utf8')).toContain("'=2+3");
    await done('results', 'add', name, 'own.csv', '--label', 'read back');
    // The same answers: the same error rates in both rows.
    const table = await done('table', name, '--format', 'csv');
    const rates = table
      .split('\n')
      .filter((line) => /^(own|read back),/.test(line))
      .map((line) => line.split(',').slice(2, 5).join());
    expect(rates).toHaveLength(2);
    expect(rates[1]).toBe(rates[0]);
  });
});
