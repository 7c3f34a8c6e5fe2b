// @module-tag processes
/** Spec files: JSON with comments, YAML, presets, the schema, and what a spec will do in words. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSpec } from '../../../src/main/cli/files/readSpec.ts';
import { scratch, writeFaces } from './harness.ts';
import { columns } from '../../../src/main/cli/options/textColumns.ts';

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
    [
      'broken.json',
      '{\n"name": ]',
      ', line 2, column 9: expected JSON (comments are allowed), found "]" where a value belongs.',
    ],
    [
      'short.json',
      '{\n"name": "x"',
      ', line 2, column 12: expected JSON (comments are allowed), found its end where "," or "}" belongs.',
    ],
    ['prose.json', 'Dear diary', 'expected JSON (comments are allowed), found another text.'],
    ['comma.json', '{\n"name": "x"  // the comma is missing\n"seed": 1 }', ', line 2, column 12: expected JSON (com'],
    ['tab.yaml', 'name: a\nprotocol:\n\tkind: random\n', 'tab.yaml, line 3, column 1: expected YAML, found an error'],
    ['broken.yaml', 'name: [1\nb: }', 'expected YAML, found an error: '],
    ['twice.yaml', 'name: a\nname: b\n', 'line 2: a field is set twice.'],
    ['twice.json', '{ "name": "a", "name": "b" }', 'name'],
    ['blank.json', JSON.stringify({ ...spec, name: '   ' }), 'name: must have a visible character'],
    ['wrong.json', '{ "name": 3 }', 'name must be a text, found 3.'],
    ['base.json', '{ "extends": "nothing" }', 'the presets are'],
  ])('that is wrong (%s) is answered with a sentence of our own and exit code 2', async (name, text, sentence) => {
    write(name, text);
    for (const command of [['run'], ['spec'], ['shards', '--shards', '2']]) {
      const { code, stdout, stderr } = await here.run(command[0], name, ...command.slice(1));
      expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
      expect(stderr).not.toMatch(/Unexpected|position \d/);
    }
  });

  it.each(['utf16le', 'utf16le without mark'])('in UTF-16 (%s) is refused by that name', async (kind) => {
    const text = '{ "name": "x" }';
    writeFileSync(here.at('wide.json'), Buffer.from(kind.endsWith('mark') ? text : `\ufeff${text}`, 'utf16le'));
    const { code, stderr } = await here.run('spec', 'wide.json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('found one in UTF-16: save it') });
  });

  it('may start from a file or a preset', async () => {
    write('base.yaml', `extends: spec.json\nseed: 7\n`);
    const extended = await readSpec(write('extended.json', '{ "extends": "base.yaml", "name": "more" }'));
    expect(extended).toEqual({ ...(await readSpec(here.at('spec.json'))), name: 'more', seed: 7 });
    expect((await readSpec(write('orl.json', '{ "extends": "orl", "dataset": "faces" }'))).dataset).toBe('faces');
    write('circle.json', '{ "extends": "circle.json" }');
    await expect(readSpec(here.at('circle.json'))).rejects.toThrow('extends is circular');
  });
});

describe('a spec that is made to harm', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it.each([
    ['nested.json', `{ "name": ${nested(200_000)} }`, 'at most 100 levels deep, found 200001'],
    ['open.json', '{"a": '.repeat(50_000), 'at most 100 levels deep, found 50000'],
    ['nested.yaml', `name: ${nested(20_000)}`, 'at most 100 levels deep, found 20000'],
    ['base.json', `{ "extends": "nested.json" }`, 'nested.json: expected lists and fields at most 100 levels deep'],
    ['long.json', JSON.stringify({ ...spec, name: 'x'.repeat(9e6) }), /name/],
    ['escapes.json', JSON.stringify({ ...spec, name: '\\"'.repeat(4e6) }), /name/],
    ['fields.json', `{${'"a":1,'.repeat(20_000)}"a":1}`, 'a: this field is set twice'],
    ['large.yaml', `name: ${'x'.repeat(2 ** 20)}`, 'expected at most 1048576 bytes, found a file of 1048582'],
  ])('(%s) is answered with a sentence', async (name, text, sentence) => {
    write(name, text);
    const { code, stderr } = await here.run('spec', name);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/call stack|Invalid string length/);
  });

  it.skipIf(process.platform === 'win32')('is never waited for, nor what it extends', async () => {
    execFileSync('mkfifo', [here.at('pipe.json')]);
    write('piped.json', '{ "extends": "pipe.json" }');
    write('zeros.json', '{ "extends": "/dev/zero" }');
    for (const name of ['pipe.json', 'piped.json']) {
      expect((await here.run('spec', name)).stderr).toMatch(
        /pipe\.json cannot be read: it is a pipe, socket or device/,
      );
    }
    const { stderr } = await here.run('spec', 'zeros.json', '--base-anywhere');
    expect(stderr).toMatch(/^\/dev\/zero cannot be read: it is a pipe, socket or device/);
    for (const command of [
      ['reproduce', 'pipe.json'],
      ['shards', 'status', 'parts'],
    ]) {
      mkdirSync(here.at('parts'), { recursive: true });
      symlinkSync('../pipe.json', here.at('parts/shards.json'));
      expect((await here.run(...command)).stderr).toMatch(/cannot be read: it is a pipe, socket or device/);
      rmSync(here.at('parts'), { recursive: true });
    }
  });

  it('extends nothing outside of its folder, and asks for no file there, unless that is allowed', async () => {
    mkdirSync(here.at('inner/below'), { recursive: true });
    write('inner/below/base.json', JSON.stringify(spec));
    write('inner/own.json', '{ "extends": "below/base.json" }');
    expect((await readSpec(here.at('inner/own.json'))).name).toBe('small');
    // What a base extends lies below the folder of the spec, too.
    write('inner/below/second.json', '{ "extends": "../own.json" }');
    write('inner/third.json', '{ "extends": "below/second.json" }');
    expect((await readSpec(here.at('inner/third.json'))).name).toBe('small');
    await expect(readSpec(here.at('inner/below/second.json'))).rejects.toThrow('leads out of the folder of the spec');

    const refused = 'leads out of the folder of the spec; --base-anywhere allows that.';
    for (const base of ['../spec.json', '../no-such-file.json', here.at('spec.json')]) {
      const path = write('inner/out.json', JSON.stringify({ extends: base }));
      await expect(readSpec(path)).rejects.toThrow(`${path}: extends "${base}" ${refused}`);
    }
    if (process.platform !== 'win32') {
      symlinkSync('../spec.json', here.at('inner/link.json'));
      await expect(readSpec(write('inner/out.json', '{ "extends": "link.json" }'))).rejects.toThrow(refused);
    }
    write('inner/out.json', '{ "extends": "../spec.json" }');
    expect((await readSpec(here.at('inner/out.json'), { baseAnywhere: true })).name).toBe('small');
    for (const command of [
      ['spec', 'inner/out.json'],
      ['run', 'inner/out.json'],
      ['shards', 'inner/out.json', '--shards', '2'],
    ]) {
      expect(await here.run(...command)).toMatchObject({ code: 2, stderr: expect.stringContaining(refused) });
    }
    expect(await here.run('spec', 'inner/out.json', '--base-anywhere')).toMatchObject({ code: 0 });
    const shards = await here.run('shards', 'inner/out.json', '--shards', '2', '--base-anywhere', '--folder', 'parts');
    expect(shards.code).toBe(0);
    expect(readFileSync(here.at('parts/part.sh'), 'utf8')).toContain('run "$spec" --base-anywhere --workspace');
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

describe('a spec from options', () => {
  const two = ['--methods', 'pca,LDA', '--train', '2', '--repeats', '2'];

  it('is written to a file by "run --data", which the same options and the file itself continue', async () => {
    const first = await here.run('run', '--data', 'FACES', ...two);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toMatch(
      /^Wrote the spec to faces\.json; "eigenbench run faces\.json" continues this study\.$/m,
    );
    expect(readFileSync(here.at('faces.json'), 'utf8')).toBe(
      '{\n  "name": "faces",\n  "dataset": "faces",\n  "protocol": {\n    "kind": "random",\n' +
        '    "trainPerSubject": [2],\n    "repeats": 2\n  },\n  "methods": ["pca", "LDA"]\n}\n',
    );
    for (const again of [['--data', 'faces', ...two], ['faces.json']]) {
      const { code, stdout } = await here.run('run', ...again);
      expect({ code, stdout }).toEqual({ code: 0, stdout: first.stdout });
    }
  });

  it('of other options is another study, in a file of its own', async () => {
    expect(await here.run('run', '--data', 'faces', ...two, '--train', '3')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(here.at('faces-2.json'), 'utf8'))).toMatchObject({ name: 'faces 2' });
    // The study stays, whichever folder the command runs in.
    rmSync(here.at('faces-2.json'));
    expect(await here.run('run', '--data', 'faces', ...two, '--train', '3')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(here.at('faces-2.json'), 'utf8'))).toMatchObject({ name: 'faces 2' });
    const taken = await here.run('run', '--data', 'faces', '--name', 'faces', '--methods', 'pca');
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('faces.json holds another spec') });
  });

  it.each([
    [['run'], 'Expected a spec file, or a dataset and methods: eigenbench run --data'],
    [['run', 'spec.json', '--train', '2'], '--train stands for a field of a new spec: change it in spec.json'],
    [['run', '--data', 'faces', '--methods', 'pca,ldaa'], 'there is no method "ldaa"; did you mean "lda"?'],
    [['run', '--data', 'faces', '--train', '9'], '9 training images per subject need at least 10 images of each'],
    [['run', '--data', 'faces', '--shard', '1/2'], '--shard requires a spec file'],
    [['spec', '--train', '2', 'spec.json'], '--train requires --new'],
    [['spec', '--new', 'spec.json'], '--new takes no spec file: name the new one with --out spec.json'],
    [['spec', '--new', '--methods', 'pca,ldaa'], 'there is no method "ldaa"'],
  ])('is refused with its reason: %j', async (line, reason) => {
    const { code, stdout, stderr } = await here.run(...line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(reason);
    expect(existsSync(here.at('faces-3.json'))).toBe(false);
  });

  it('is written by "spec --new", and "run" accepts it', async () => {
    const { code, stderr } = await here.run(
      'spec',
      '--new',
      '--out',
      'new.json',
      '--train',
      '2',
      '--repeats',
      '2',
      '--name',
      'new',
    );
    expect(code).toBe(0);
    expect(stderr).toContain('eigenbench run new.json');
    expect(JSON.parse(readFileSync(here.at('new.json'), 'utf8'))).toEqual({
      $schema: './study-spec.schema.json',
      name: 'new',
      dataset: 'faces',
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
      methods: ['pca', 'lda'],
    });
    expect(await here.run('run', 'new.json')).toMatchObject({ code: 0 });
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
