// @module-tag processes
/** Published numbers of a study: added, shown in every format with difference and source, refused, removed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const SOURCE = 'Zhao et al. (2012), Table 3';

interface Table {
  readonly rows: { label: string; averageRank?: number | null; entries: { mean: number; p: number | null }[] }[];
}

async function table(...options: string[]): Promise<string> {
  const { stdout, stderr, code } = await here.run('table', 'faces', ...options);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

beforeAll(async () => {
  writeFaces(here.at('images'), { subjects: 6, perSubject: 5, rows: 14, cols: 12 });
  await here.run('import', 'images', '--name', 'faces');
  const spec = {
    name: 'faces',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
    methods: [
      { method: 'pca', latent: [2] },
      { method: '2dpca', latent: [2] },
    ],
  };
  writeFileSync(here.at('faces.json'), JSON.stringify(spec));
  const { code, stderr } = await here.run('run', 'faces.json', '--workers', '1');
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => here.remove());

describe('published numbers', () => {
  it('stand below the table with difference and source, and change nothing else in it', async () => {
    const before = JSON.parse(await table('--format', 'json')) as Table;
    const [first, second] = before.rows[0].entries.map(({ mean }) => mean);
    writeFileSync(
      here.at('paper.csv'),
      `method,condition,value,deviation,source\nPCA,k=2,40,1.25,"${SOURCE}"\nPCA,k = 3,${second.toFixed(1)},,"${SOURCE}"\n`,
    );
    const added = await here.run('published', 'add', 'faces', 'paper.csv');
    expect(added).toMatchObject({ code: 0, stderr: '', stdout: 'Added 2 published numbers to "faces".\n' });

    const difference = `${first < 40 ? '−' : '+'}${Math.abs(first - 40).toFixed(1)}`;
    const shown = `40.0 ± 1.3 (${difference})`;
    const text = await table();
    expect(text).toContain('PCA, published');
    expect(text).toContain(shown);
    expect(text).toMatch(new RegExp(`Source: ${SOURCE.replace(/[().]/g, '\\$&')}\\.`));
    expect(await table('--format', 'markdown')).toContain(`*${shown}*`);
    expect(await table('--format', 'latex')).toContain(`\\textit{40.0 $\\pm$ 1.3 (${difference.replace('−', '$-$')})}`);
    const row = (await table('--format', 'html')).match(/<tr class="published">.*<\/tr>/)![0];
    expect(row).toContain(`<td>${shown}</td>`);
    expect((await here.run('report', 'faces', '--out', 'report.html')).code).toBe(0);
    expect(readFileSync(here.at('report.html'), 'utf8')).toContain(shown);
    expect(await table('--measure', 'accuracy')).not.toContain('published');
    const [header, ...records] = (await table('--format', 'csv')).trimEnd().split('\r\n');
    expect(header).toMatch(/,published_error_percent,published_std_percent,published_source$/);
    expect(records.find((record) => record.startsWith('PCA,pca,k=2,'))).toMatch(
      /,40,1\.25,"Zhao et al\. \(2012\), Table 3"$/,
    );
    expect(records.find((record) => record.startsWith('PCA,pca,k=3,'))).toContain(
      `,${second.toFixed(1).replace('.0', '')},,"Zhao`,
    );
    expect(records.find((record) => record.startsWith('2DPCA,'))).toMatch(/,,,$/);
    expect(await table('--format', 'tsv')).toContain(shown);
    expect(await table('--format', 'typst')).toContain('#emph');

    const after = JSON.parse(await table('--format', 'json')) as Table;
    expect(after.rows).toEqual(before.rows);
  });

  it('name every row that does not fit, and add none of the file', async () => {
    writeFileSync(
      here.at('wrong.csv'),
      'method,condition,value,source\nPPCA,k=2,4,x\nPCA,k=9,4,x\nPCA,k=2,four,x\nPCA,k=3,104,x\n2DPCA,k=2,4,x\n2DPCA,k=2,5,x\n',
    );
    const { code, stderr } = await here.run('published', 'add', 'faces', 'wrong.csv', '--replace');
    expect(code).not.toBe(0);
    expect(stderr).toContain('wrong.csv: row 2, method: expected one of PCA, 2DPCA, found "PPCA"');
    expect(stderr).toContain('wrong.csv: row 3, condition: expected one of k=2, k=3, found "k=9"');
    expect(stderr).toMatch(/wrong\.csv: row 4, value: .*found "four"/);
    expect(stderr).toMatch(/wrong\.csv: row 5, value: .*found 104/);
    expect(stderr).toContain('wrong.csv: row 7: a second number of 2DPCA in k=2');
    expect(JSON.parse((await here.run('published', 'list', 'faces', '--json')).stdout)).toHaveLength(2);
  });

  it('are replaced on request only, from JSON too, and removed by source', async () => {
    writeFileSync(
      here.at('other.json'),
      JSON.stringify([{ method: 'PCA', condition: 'k=2', value: 12.5, source: 'Other' }]),
    );
    const refused = await here.run('published', 'add', 'faces', 'other.json');
    expect(refused.stderr).toContain('has a published number of PCA in k=2');
    await here.run('published', 'add', 'faces', 'other.json', '--replace');
    const listed = JSON.parse((await here.run('published', 'list', 'faces', '--json')).stdout) as unknown[];
    expect(listed).toContainEqual({ method: 'PCA', condition: 'k=2', value: 12.5, source: 'Other' });
    const unknown = await here.run('published', 'remove', 'faces', 'Nobody');
    expect(unknown.stderr).toContain(`there are "${SOURCE}", "Other"`);
    await here.run('published', 'remove', 'faces', 'Other');
    const removed = await here.run('published', 'remove', 'faces', SOURCE);
    expect(removed.stdout).toBe('Removed 1 published number from "faces".\n');
    expect(await table()).not.toContain('published');
    expect(await table('--format', 'csv')).not.toContain('published');
  });

  it('below 1 per cent are added with a question', async () => {
    writeFileSync(here.at('share.csv'), `method,condition,value,source\n2DPCA,k=2,0.57,"A share"\n`);
    expect(await here.run('published', 'add', 'faces', 'share.csv')).toMatchObject({
      code: 0,
      stdout: 'Added 1 published number to "faces".\n',
      stderr: expect.stringMatching(/^2DPCA, k=2: .* is 0\.57 a share\? Give 57, with --replace\.\n$/),
    });
    expect((await here.run('published', 'remove', 'faces', 'A share')).code).toBe(0);
  });
});
