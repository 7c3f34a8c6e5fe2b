// @module-tag processes
/** Importing, previewing and auditing through the command line. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const pattern = String.raw`^(?<subject>s\d+)/(?<shot>[1-4])\.pgm$`;

beforeAll(() => {
  writeFaces(here.at('folder'), { subjects: 4, perSubject: 5, rows: 14, cols: 12 });
  cpSync(here.at('folder/s2/1.pgm'), here.at('folder/s2/6.pgm'));
  mkdirSync(here.at('folder/s9'));
  cpSync(here.at('folder/s3/1.pgm'), here.at('folder/s9/1.pgm'));
});
afterAll(() => here.remove());

describe('import', () => {
  it('previews how names are read, and imports nothing', async () => {
    const { code, stdout } = await here.run('import', 'folder', '--preview', '--pattern', pattern);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Names by a pattern \(pattern\): 17 images of 5 subjects/);
    expect(stdout).toMatch(/^s1\/1\.pgm +s1 +1$/m);
    expect(stdout).toMatch(/^5 image files do not match:\n {2}s1\/5\.pgm/m);
    expect((await here.run('datasets')).stderr).toContain('There is no workspace at');
  });

  it('names the defects it finds, and audit lists them', async () => {
    const { stdout } = await here.run('import', 'folder', '--name', 'faces');
    expect(stdout).toContain('1 group of identical images within a subject.\n');
    expect(stdout).toContain('Details: eigenbench audit faces\n');
    const audit = await here.run('audit', 'faces');
    // So few images may be done before progress is told for the first time.
    expect(audit.stderr).toMatch(/^(Audit of "faces": \d+ %|$)/);
    expect(audit.code).toBe(0);
    expect(audit.stdout).toContain('within a subject:\n  s2/1.pgm = s2/6.pgm\n');
    expect(audit.stdout).toContain('under several subjects:\n  s3/1.pgm (s3) = s9/1.pgm (s9)\n');
    expect(audit.stdout).toContain('Unequal counts: 1 to 6 images per subject, mostly 5:\n  s2: 6\n  s9: 1\n');
    expect(audit.stdout).toContain('1 subject with one image:\n  s9\n');
    const { exact } = JSON.parse((await here.run('audit', 'faces', '--json')).stdout) as { exact: unknown[] };
    expect(exact).toHaveLength(2);
  });

  it('leaves out duplicates on demand', async () => {
    const { stdout } = await here.run('import', 'folder', '--name', 'single', '--drop-duplicates');
    expect(stdout).toMatch(/^Imported "single": 19 images of 4 subjects/);
    expect(stdout).toContain('s2/6.pgm: it equals s2/1.pgm');
    expect((await here.run('audit', 'single')).stdout).not.toContain('identical');
  });

  it('refuses what makes no sense in one sentence', async () => {
    const unknown = await here.run('audit', 'nobody');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr.trim()).toBe('There is no dataset "nobody": there are "faces", "single".');
    expect(await here.run('audit', 'faces', '--near', '2')).toMatchObject({ code: 2 });
    expect(await here.run('import', 'folder', '--pixel-order', 'diagonal')).toMatchObject({ code: 2 });
    const none = await here.run('import', 'folder', '--pattern', 'x');
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('The pattern has no group (?<subject>…)');
  });
});

describe('export', () => {
  it.each(['npz', 'mat', 'png'])('as %s is imported again as the same dataset', async (format) => {
    const out = format === 'png' ? 'written' : `written.${format}`;
    const written = await here.run('export', 'faces', '--format', format, '--out', out);
    expect(written).toMatchObject({ code: 0, stdout: `Wrote 22 images of 14 × 12 to ${out}.\n` });
    await here.run('import', out, '--name', `again-${format}`);
    const list = JSON.parse((await here.run('datasets', '--json')).stdout) as { name: string; hash: string }[];
    const hashOf = (name: string): string | undefined => list.find((dataset) => dataset.name === name)?.hash;
    expect(hashOf(`again-${format}`)).toBe(hashOf('faces'));
  });

  it('refuses what it cannot write in one sentence', async () => {
    const taken = await here.run('export', 'faces', '--format', 'png', '--out', 'folder');
    expect(taken).toMatchObject({ code: 1, stdout: '', stderr: 'folder is there already: choose another folder.\n' });
    expect(await here.run('export', 'faces', '--format', 'tiff', '--out', 'x')).toMatchObject({ code: 2 });
  });
});

describe('run', () => {
  it('warns where a split has identical images on both sides', async () => {
    const spec = {
      name: 'duplicates',
      dataset: 'faces',
      protocol: { kind: 'first', trainPerSubject: [2] },
      subset: { subjects: ['s1', 's2', 's3', 's4'] },
      methods: [{ method: 'pca', latent: [2] }],
    };
    writeFileSync(here.at('spec.json'), JSON.stringify(spec));
    const { code, stderr } = await here.run('run', 'spec.json', '--workers', '1');
    expect(stderr).toContain('In 1 of 1 splits up to 1 test image is also in training under another name');
    expect(code).toBe(0);
  });
});
