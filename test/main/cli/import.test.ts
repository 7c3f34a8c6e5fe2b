// @module-tag processes
/** Importing, previewing and auditing through the command line. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRecipeSchema, type ImportRecipe } from '../../../src/core/images/importRecipe.ts';
import { importOptions } from '../../../src/core/images/provenanceCommands.ts';
import { importRecipeOf } from '../../../src/main/cli/commands/datasets/import.ts';
import { declareImport } from '../../../src/main/cli/declarations/datasetCommands.ts';
import { below } from '../../../src/main/cli/declarations/declare.ts';
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
    expect((await here.run('datasets')).stderr).toContain('No workspace at');
  });

  it('names the defects it finds, and audit lists them', async () => {
    const { stdout } = await here.run('import', 'folder', '--name', 'faces');
    expect(stdout).toContain('1 group of identical images within a subject.\n');
    expect(stdout).toContain('Details: eigenbench audit faces\n');
    const audit = await here.run('audit', 'faces');
    // So few images may be done before progress is told for the first time.
    expect(audit.stderr).toMatch(/^(Audit of "faces": \d+%|$)/);
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

describe('the options of an import', () => {
  /** Every part of a recipe; none can be forgotten. */
  const recipe: Required<ImportRecipe> = {
    variable: 'x_train+x_test',
    labels: 'last-column',
    imageAxis: 'middle',
    imageSize: { rows: 8, cols: 6 },
    pixelOrder: 'columns',
    header: 'first',
    dropColumns: ['id', 'light source'],
    list: 'at.txt',
    layout: 'orl',
    pattern: '(?<subject>.*)_',
    followLinks: true,
    subset: 'c27',
    minPerSubject: 3,
    missing: 'attributes',
    dropDuplicates: 'near',
    raw: { rows: 6, cols: 8, channels: 1, order: 'planar', header: 4, bits: 16 },
    grey: { red: 0.2, green: 0.7, blue: 0.1 },
    greyOnly: true,
    filter: 'bicubic',
    depth: '8-bit',
    fit: 'pad',
    skipOtherSizes: true,
    enlarge: true,
  };

  /** What the command line makes of these words. */
  function read(words: readonly string[]): ImportRecipe {
    const command = declareImport(below(new Command('eigenbench')));
    (command as unknown as Command).parse(['faces', ...words], { from: 'user' });
    const { dropColumn, list, ...options } = command.opts();
    const parts = Object.keys(importRecipeSchema.shape).filter((part) => part in options);
    const given = Object.fromEntries(parts.map((part) => [part, options[part as keyof typeof options]]));
    return importRecipeOf({ ...given, ...(dropColumn && { dropColumn }), ...(list && { list }) }, 'faces');
  }

  it.each(Object.keys(recipe) as (keyof ImportRecipe)[])('state %s as it is printed', (part) => {
    const one = { [part]: recipe[part] };
    expect(read(importOptions({ size: null, recipe: one }))).toEqual(one);
  });

  it('state all of them at once', () => {
    const again = read(importOptions({ size: null, recipe }));
    expect(again).toEqual(recipe);
    expect(importRecipeSchema.parse(again)).toEqual(recipe);
  });

  it('take a list of the current folder, and otherwise one of the imported folder', () => {
    writeFileSync(here.at('at.txt'), '');
    expect(importRecipeOf({ list: here.at('at.txt') }, here.at('folder/s1'))).toEqual({ list: '../../at.txt' });
    expect(importRecipeOf({ list: 'lists/at.txt' }, here.at('folder/s1'))).toEqual({ list: 'lists/at.txt' });
  });
});

describe('images of several sizes', () => {
  beforeAll(() => {
    writeFaces(here.at('photographs'), { subjects: 2, perSubject: 2, rows: 14, cols: 12 });
    writeFaces(here.at('larger'), { subjects: 2, perSubject: 1, rows: 20, cols: 12 });
    for (const s of ['s1', 's2']) cpSync(here.at(`larger/${s}/1.pgm`), here.at(`photographs/${s}/3.pgm`));
  });

  it('are a question with its answers, the command of the proposed ones, and nothing imported', async () => {
    const { code, stdout, stderr } = await here.run('import', 'photographs', '--name', 'two sizes', '--grey', 'mean');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const lines = stderr.slice(stderr.indexOf('Not imported yet')).trim().split('\n');
    expect(lines[0]).toBe('Not imported yet: 1 question is open.');
    expect(lines[1]).toContain('The images have 2 sizes. What becomes of them?');
    expect(lines[3]).toMatch(/^ {2}1 +--fit pad +6 +2 {2}On one canvas \(proposed\)\. /);
    expect(lines[4]).toMatch(/^ {2}2 +--skip-other-sizes +4 +2 {2}Only 14 × 12/);
    expect(lines[5]).toBe('  --size ROWSxCOLS resizes all images instead.');
    expect(lines[7]).toBe("  eigenbench import photographs --name 'two sizes' --fit pad --grey mean");
    expect((await here.run('datasets')).stdout).not.toContain('two sizes');
  });

  it('are the same question as JSON', async () => {
    const { code, stdout } = await here.run('import', 'photographs', '--json');
    const { question, command } = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(question).toMatchObject([{ aspect: 'sizes', choices: [{ images: 6 }, { images: 4 }] }]);
    expect(command).toBe('eigenbench import photographs --fit pad');
  });

  it('are drawn as each answer gives them', async () => {
    const { code, stdout } = await here.run('import', 'photographs', '--shapes', 'faces.png');
    expect(code).toBe(0);
    expect(stdout).toContain('Sizes: 4 images of 14 × 12, 2 images of 20 × 12.');
    expect(stdout).toContain('To import what is proposed: eigenbench import photographs --fit pad\n');
    expect(stdout).toMatch(/Faces: faces\.png\n$/);
    const both = await sharp(here.at('faces.png')).metadata();
    await here.run('import', 'photographs', '--preview', '--fit', 'pad', '--shapes', 'one.png');
    const one = await sharp(here.at('one.png')).metadata();
    // Two blocks of the same two subjects.
    expect(both.height).toBeGreaterThan(1.8 * one.height);
    expect((await here.run('datasets')).stdout).not.toContain('photographs');
  });

  it('are all imported by the command of the question', async () => {
    const { stdout } = await here.run('import', 'photographs', '--fit', 'pad');
    expect(stdout).toMatch(/^Imported "photographs": 6 images of 2 subjects, 20 rows × 12 columns/);
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
