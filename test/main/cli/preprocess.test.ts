// @module-tag processes
/** Preprocessing through the command line: from a dataset to another one. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();

beforeAll(async () => {
  writeFaces(here.at('folder'), { subjects: 3, perSubject: 4, rows: 24, cols: 20 });
  const all = [1, 2, 3].flatMap((subject) => [1, 2, 3, 4].map((image) => `s${subject}/${image}`));
  // The third pair is swapped, the fourth far apart, the last one missing.
  const lines = all.slice(0, -1).map((name, i) => {
    if (i === 2) return `${name} 14 9 5 8`;
    return i === 3 ? `${name} 0 8 19 8` : `${name} ${5 + (i % 2)} 8 14 9`;
  });
  writeFileSync(here.at('eyes.txt'), `${lines.join('\n')}\n`);
  await here.run('import', 'folder', '--name', 'faces');
});
afterAll(() => here.remove());

interface Report {
  readonly dataset: {
    readonly hash: string;
    readonly source: string;
    readonly rows: number;
    readonly count: number;
    readonly preprocessing: unknown;
  };
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}

async function make(name: string, ...parameters: string[]): Promise<Report> {
  const { code, stdout, stderr } = await here.run('preprocess', 'faces', '--name', name, '--json', ...parameters);
  expect(stderr.includes('rror')).toBe(false);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Report;
}

describe('preprocess', () => {
  it('makes a dataset that says what was done, and leaves the other as it was', async () => {
    const { stdout } = await here.run(
      ...['preprocess', 'faces', '--name', 'cut', '--step', 'crop:2,1,20,16', '--step', 'resize:10x8:bicubic'],
      ...['--step', 'ellipse', '--step', 'equalise', '--step', 'normalise:standard'],
    );
    expect(stdout).toMatch(/^Made "cut": 12 images of 3 subjects, 10 rows × 8 columns, in [\d.]+ s\.\n$/);
    const list = JSON.parse((await here.run('datasets', '--json')).stdout) as Report['dataset'][];
    expect(list[0]).toMatchObject({ name: 'faces', rows: 24, cols: 20, count: 12 });
    const steps = ['crop:2,1,20,16', 'resize:10x8:bicubic', 'ellipse:1,1', 'equalise', 'normalise:standard'];
    const print = createHash('sha256')
      .update(`eigenbench preprocessing 1\n${steps.join('\n')}`)
      .digest('hex');
    expect(list[1].source).toBe(`dataset "faces" (${list[0].hash.slice(0, 12)}), preprocessing ${steps.join(' ')}`);
    expect(list[1].preprocessing).toEqual({ origin: { name: 'faces', hash: list[0].hash }, steps, hash: print });
    expect(list[0].preprocessing).toBeNull();
  });

  it('gives the same pixels for the same steps, and others for others', async () => {
    const first = await make('a', '--step', 'resize:12x10:area');
    const again = await make('b', '--step', 'resize:12x10');
    const other = await make('c', '--step', 'resize:12x10:bilinear');
    expect(again.dataset.hash).toBe(first.dataset.hash);
    expect(other.dataset.hash).not.toBe(first.dataset.hash);
    const whole = await make('d', '--step', 'crop:0,0,24,20');
    const { stdout } = await here.run('datasets', '--json');
    const faces = (JSON.parse(stdout) as { name: string; hash: string }[]).find(({ name }) => name === 'faces');
    expect(whole.dataset.hash).toBe(faces?.hash);
  });

  it('aligns by an eye file; eyes that are missing or unlike the others are reported, swapped ones are put right', async () => {
    const { dataset, problems } = await make(
      'aligned',
      '--step',
      'align:16x16:4,5:11,5',
      '--eyes',
      here.at('eyes.txt'),
    );
    expect(dataset).toMatchObject({ rows: 16, count: 10 });
    expect(problems).toEqual([
      { file: 's1/4.pgm', reason: expect.stringMatching(/^the eyes are 19\.0 pixels apart where [89]\.\d are usual$/) },
      { file: 's3/4.pgm', reason: 'its eyes are not known' },
    ]);
  });

  it('refuses steps that say nothing or do not fit', async () => {
    const none = await here.run('preprocess', 'faces', '--name', 'x', '--step', 'sharpen');
    expect(none).toMatchObject({ code: 2, stdout: '' });
    expect(none.stderr).toContain('Expected a step such as crop:10,20,100,80');
    const outside = await here.run('preprocess', 'faces', '--name', 'x', '--step', 'crop:10,0,20,20');
    expect(outside).toMatchObject({ code: 1, stdout: '' });
    expect(outside.stderr).toContain('rows 10 to 29 and columns 0 to 19 leave an image of 24 × 20.');
    const blind = await here.run('preprocess', 'faces', '--name', 'x', '--step', 'align:8x8:2,2:5,2');
    expect(blind.stderr).toContain('s1/1.pgm: its eyes are not known.');
  });
});
