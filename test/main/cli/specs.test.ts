/** Spec files: JSON with comments, YAML, presets, the schema, and what a spec will do in words. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSpec } from '../../../src/main/cli/readSpec.ts';
import { columns } from '../../../src/main/cli/columns.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
const spec = {
  name: 'small',
  dataset: 'faces',
  protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 4 },
  methods: [{ method: 'pca' }, { method: 'glram' }],
};
const write = (name: string, text: string): string => {
  writeFileSync(here.at(name), text);
  return here.at(name);
};

beforeAll(async () => {
  mkdirSync(here.folder, { recursive: true });
  writeFaces(here.at('folder'), { subjects: 5, perSubject: 5, rows: 12, cols: 10 });
  write('spec.json', JSON.stringify(spec));
  expect(await here.run('import', 'folder', '--name', 'faces')).toMatchObject({ code: 0 });
});
afterAll(() => here.remove());

describe('a spec file', () => {
  it('may be JSON with comments and trailing commas, or YAML, and is the same spec', async () => {
    const plain = await readSpec(here.at('spec.json'));
    const commented = `// what is compared
{ "name": "small", /* of the // workspace */ "dataset": "faces",
  "protocol": { "kind": "random", "trainPerSubject": [2, 3,], "repeats": 4, },
  "methods": [{ "method": "pca" }, { "method": "glram" },],
}`;
    expect(await readSpec(write('commented.json', commented))).toEqual(plain);
    const yaml = `# what is compared
name: small
dataset: faces
protocol: { kind: random, trainPerSubject: [2, 3], repeats: 4 }
methods:
  - method: pca
  - method: glram
`;
    expect(await readSpec(write('spec.yaml', yaml))).toEqual(plain);
    const text = await readSpec(write('text.json', JSON.stringify({ ...spec, name: 'a // b /* c */, }' })));
    expect(text.name).toBe('a // b /* c */, }');
  });

  it.each([
    ['broken.json', '{\n"name": ]', ', line 2: expected JSON (comments are allowed), found another text.'],
    ['short.json', '{\n"name": "x"', 'expected JSON (comments are allowed), found another text.'],
    ['broken.yaml', 'name: [1\nb: }', 'expected YAML, found another text.'],
    ['twice.yaml', 'name: a\nname: b\n', 'line 2: a field is set twice.'],
    ['twice.json', '{ "name": "a", "name": "b" }', 'name'],
    ['wrong.json', '{ "name": 3 }', 'name must be a text, found 3.'],
    ['base.json', '{ "extends": "nothing" }', 'the presets are'],
  ])('that is wrong (%s) is answered with a sentence of our own and exit code 2', async (name, text, sentence) => {
    write(name, text);
    for (const command of [['run'], ['spec'], ['slurm', '--shards', '2']]) {
      const { code, stdout, stderr } = await here.run(command[0], name, ...command.slice(1));
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
      expect(stderr).not.toMatch(/Unexpected|position \d/);
    }
  });

  it('may start from a file or a preset', async () => {
    write('base.yaml', `extends: spec.json\nseed: 7\n`);
    const extended = await readSpec(write('extended.json', '{ "extends": "base.yaml", "name": "more" }'));
    expect(extended).toEqual({ ...(await readSpec(here.at('spec.json'))), name: 'more', seed: 7 });
    expect((await readSpec(write('orl.json', '{ "extends": "orl", "dataset": "faces" }'))).dataset).toBe('faces');
    write('circle.json', '{ "extends": "circle.json" }');
    await expect(readSpec(here.at('circle.json'))).rejects.toThrow('leads in a circle');
  });
});

describe('eigenbench spec', () => {
  it('writes the schema, with help on every field and choice', async () => {
    const schema = JSON.parse((await here.run('spec', '--schema')).stdout);
    for (const field of Object.values(schema.properties)) expect(field).toHaveProperty('description');
    const text = JSON.stringify(schema);
    expect(text).toContain('"const":"random"');
    expect(text).toContain('"const":"bppca"');
    expect(schema.properties.protocol.oneOf.every((form: { title?: string }) => form.title !== undefined)).toBe(true);
  });

  it('writes a spec to a file with the schema beside it, which the spec names and is accepted with', async () => {
    const schema = JSON.parse((await here.run('spec', '--schema')).stdout);
    expect(await here.run('spec', 'spec.json', '--out', 'full.json')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^Not checked: whether there is a dataset /),
    });
    const { $schema, ...spec } = JSON.parse(readFileSync(here.at('full.json'), 'utf8'));
    expect(spec).toEqual(await readSpec(here.at('spec.json')));
    expect(JSON.parse(readFileSync(here.at($schema), 'utf8'))).toEqual(schema);
    expect(await readSpec(here.at('full.json'))).toEqual(spec);
    expect(await here.run('spec', '--schema', '--out', 'own.schema.json')).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse(readFileSync(here.at('own.schema.json'), 'utf8'))).toEqual(schema);
    const wrong = write('wrong.json', '{ "$schema": 1, "extends": "orl" }');
    await expect(readSpec(wrong)).rejects.toMatchObject({ problems: [{ path: '$schema' }] });
  });

  it('writes a spec with its defaults, and says in words what it will do and cost', async () => {
    expect(JSON.parse((await here.run('spec', 'spec.json')).stdout)).toEqual(await readSpec(here.at('spec.json')));
    const { code, stdout } = await here.run('spec', 'spec.json', '--explain');
    expect(code).toBe(0);
    expect(stdout).toContain('"small" compares 2 methods (PCA and GLRAM) on "faces": 25 images of 5 subjects, 12 × 10');
    expect(stdout).toMatch(/2 conditions \(.+\), 4 repeats each\.\n/);
    expect(stdout).toMatch(/That makes 16 cells with [\d,]+ model fits: about .+ of computing/);
    expect(JSON.parse((await here.run('studies', '--json')).stdout)).toEqual([]);
  });
});

describe('--quiet', () => {
  it('leaves out progress, before and after the command, and shows errors', async () => {
    const loud = await here.run('run', 'spec.json');
    expect(loud.stderr).toMatch(/^small: \d+ of 16 cells/);
    expect(await here.run('import', 'folder', '--name', 'again', '-q')).toMatchObject({ code: 0, stderr: '' });
    expect(await here.run('--quiet', 'table', 'none')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none'),
    });
  });
});

describe('columns', () => {
  it('cut text to the width that there is, and never numbers', () => {
    const rows = [['a very long name of a study', '12345678901']];
    expect(columns(['name', '>cells'], rows, 25)).toBe('name                cells\na very long…  12345678901\n');
    expect(columns(['name', '>cells'], rows, 200)).toContain('a very long name of a study');
  });
});
