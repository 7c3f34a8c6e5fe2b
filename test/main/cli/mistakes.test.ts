// @module-tag processes
/** Deliberate mistakes on every command: the exit code that is documented, one sentence, and no library's words. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTree } from '../../../src/main/cli/commandTree.ts';
import { exitCodes } from '../../../src/main/cli/manPage.ts';
import { createProgram } from '../../../src/main/cli/program.ts';
import { scratch, writeFaces } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());

beforeAll(async () => {
  writeFaces(here.at('faces'), { subjects: 4, perSubject: 4, rows: 16, cols: 16 });
  const write = (name: string, text: string): void => writeFileSync(here.at(name), text);
  write('spec.json', JSON.stringify({ ...spec, methods: [{ method: 'pca', latent: [2] }] }));
  write(
    'unknown-method.json',
    JSON.stringify({ ...spec, name: 'other', methods: [{ method: 'nothing', latent: [2] }] }),
  );
  for (const ending of ['json', 'yaml', 'mat', 'npy']) write(`garbage.${ending}`, '{ "name": ');
  write('list.json', '[]');
  writeFileSync(here.at('bytes.json'), Uint8Array.of(0xff, 0xfe, 0x80));
  write('table.csv', '1,2\n3,4\n');
  write('eyes.txt', 'one two');
  mkdirSync(here.at('odd'));
  for (const name of ['a1', 'a2', 'b1', 'b2']) write(join('odd', `${name}.pgm`), 'P5 1 1 255 a');
  expect((await here.run('import', 'faces', '--name', 'faces')).code).toBe(0);
  expect((await here.run('run', 'spec.json')).code).toBe(0);
});

const spec = { name: 'study', dataset: 'faces', protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 } };

/** Command line, exit code, and what the sentence says. */
const mistakes: readonly (readonly [line: string, code: 1 | 2, says: RegExp])[] = [
  ['import nothing', 1, /nothing: there is no such file or folder/],
  [
    'import odd --layout orl',
    1,
    /^No image in odd follows the naming of the layout orl \(sN\/M\.pgm\)\. .* --pattern /,
  ],
  [
    'import odd --preview --pattern z(?<subject>.)',
    1,
    /^The pattern matches no file; one is named a1\.pgm\. Change it/,
  ],
  [
    'import garbage.mat',
    1,
    /^garbage\.mat is text, not a file of MATLAB\. Rename it to "garbage\.csv", and import that/,
  ],
  ['import garbage.npy', 1, /garbage\.npy/],
  ['import spec.json', 1, /^spec\.json is JSON\. Save its numbers as CSV, one image per line/],
  ['import faces/s1/1.pgm', 1, /1\.pgm is one image/],
  ['import table.csv --labels x', 1, /^--labels x: table\.csv has no such column; it has 1, 2/],
  [
    'import table.csv --image-size 50x40',
    1,
    /^table\.csv: --image-size 50x40: there are 2 pixels per image, not 50 × 40 = 2000; state a size of 2 pixels/,
  ],
  ['import table.csv --image-size 50', 2, /'--image-size <rows x columns>' argument '50'/],
  ['import table.csv --layout orl', 1, /^--layout is for folders of images/],
  ['import table.csv --min-per-subject 2', 1, /^--min-per-subject is for folders of images/],
  ['import faces --name other --layout x', 1, /There is no layout x; there are orl, /],
  ['import faces --name other --pattern (', 1, /The pattern has no group \(\?<subject>…\)/],
  ['import faces --name other --pattern (?<subject>x)(', 1, /The pattern is not a regular expression/],
  ['import faces --name other --subset x', 1, /There is no subset x/],
  ['import faces --name', 2, /'--name <name>' argument missing/],
  ['import faces --name %20', 2, /'--name <name>' .* Expected a name/],
  ['import faces --name faces', 1, /There is a dataset "faces" already/],
  ['import faces --depth 9', 2, /--depth/],
  ['import faces --fit round', 2, /--fit/],
  ['datasets extra', 2, /Too many arguments/],
  ['preprocess faces --name n --step x', 2, /'--step <step>' argument 'x'/],
  ['preprocess nothing --name n --step equalise', 1, /There is no dataset "nothing": there is "faces"/],
  ['preprocess faces --name n --step align:8x8:2,2:6,2 --eyes nothing', 1, /^--eyes nothing: there is no such file/],
  [
    'preprocess faces --name n --step align:8x8:2,2:6,2 --eyes eyes.txt',
    1,
    /expected name x y x y in line 1, found 2 words/,
  ],
  ['audit faces --eyes nothing', 1, /^--eyes nothing: there is no such file/],
  ['search --data faces', 2, /Required option '--gallery <source>' not specified/],
  ['search --data faces --gallery nothing', 1, /There is no file and no dataset "nothing"/],
  [
    'search --data table.csv --gallery faces',
    1,
    /table\.csv has vectors of 2 numbers, faces of 256: expected the same/,
  ],
  ['search --data faces --gallery faces --labels x', 2, /^--labels and --gallery-labels belong together/],
  ['search --data faces --gallery faces --out x.txt', 2, /^--out x\.txt: expected a file that ends in \.csv/],
  ['pairs --data nothing', 1, /There is no file and no dataset "nothing"/],
  ['pairs --data faces --vectors x', 1, /"faces" has no attached vectors "x": it has none/],
  ['pairs --data table.csv', 2, /^--labels is missing: table\.csv does not name the subjects/],
  ['pairs --data table.csv --vectors x', 2, /^--vectors is for datasets of the workspace/],
  [
    'pairs --data table.csv --labels table.csv',
    1,
    /^table\.csv: expected one column of subjects, found 1, 2; name one/,
  ],
  ['pairs --data faces --metric x', 2, /'--metric <metric>' argument 'x' is invalid/],
  ['pairs --data faces --out x.txt', 2, /^--out x\.txt: expected a file that ends in \.csv/],
  ['audit faces --near 2', 2, /'--near <correlation>' argument '2'/],
  ['export nothing --out x.npz', 1, /There is no dataset "nothing"/],
  ['export faces --out no/such/x.npz', 1, /cannot be written: there is no such file or folder/],
  ['export faces', 2, /--out/],
  ['attach faces garbage.npy', 2, /^--as is missing/],
  ['attach faces garbage.npy --as v', 1, /garbage\.npy/],
  ['find-faces nothing', 1, /There is no dataset "nothing"/],
  ['find-faces faces --several all', 2, /--several/],
  ['import faces --find-faces --without-face leave', 2, /--without-face/],
  ['embed nothing', 1, /There is no dataset "nothing"/],
  ['embed faces --model none.onnx', 1, /^--model none\.onnx: there is no such file/],
  ['embed faces --model garbage.npy', 1, /garbage\.npy\.json: expected this file beside the model/],
  ['embed faces --images nowhere', 1, /^--images nowhere: there is no such folder/],
  ['embed faces --as gabor', 1, /"gabor" is a feature step/],
  ['detach faces x', 1, /has no attached vectors "x"/],
  ['rename study nothing y', 1, /There is no study "nothing": there is "study"/],
  ['rm study nothing', 1, /There is no study "nothing"/],
  ['rm dataset faces', 1, /cannot be deleted: the study "study" uses it/],
  ['rm failed nothing', 1, /There is no study "nothing"/],
  ['restore study nothing', 1, /There is no deleted study "nothing"/],
  ['run nothing.json', 1, /nothing\.json cannot be read: there is no such file/],
  ['run garbage.json', 2, /garbage\.json, line 1, column \d+: expected JSON/],
  ['run garbage.yaml', 2, /garbage\.yaml, line \d, column \d+: expected YAML/],
  ['run list.json', 2, /must be an object, found an empty list/],
  ['run unknown-method.json', 2, /methods\[0\]\.method/],
  ['spec nothing', 1, /nothing cannot be read/],
  ['spec --explain garbage.json', 2, /expected JSON/],
  ['studies --spec nothing', 1, /There is no study "nothing"/],
  ['info nothing', 1, /There is no study "nothing"/],
  ['merge nothing', 1, /nothing: there is no such file/],
  ['merge list.json', 1, /is not an Eigenbench workspace/],
  ['shards status nowhere', 2, /nowhere: expected a folder that "eigenbench shards" wrote/],
  ['shards clean nowhere', 2, /nowhere: expected a folder that "eigenbench shards" wrote/],
  ['shards merge nowhere', 2, /nowhere: expected a folder that "eigenbench shards" wrote/],
  ['intervals nothing', 1, /There is no study "nothing": there is "study"/],
  ['intervals study --format gif', 2, /'--format <format>' argument 'gif'/],
  ['shards nothing.json --shards 2', 1, /nothing\.json cannot be read/],
  ['shards spec.json --shards x', 2, /'--shards <n>' argument 'x'/],
  ['splits nothing', 1, /There is no study "nothing"/],
  ['read-splits table.csv', 1, /^table\.csv: expected a header with a column "role"/],
  ['read-splits nothing --base 0', 1, /nothing cannot be read/],
  ['read-mask nothing', 1, /nothing/],
  ['manifest nothing', 1, /There is no study "nothing"/],
  ['pack nothing --out p.zip', 1, /There is no study "nothing"/],
  ['pack study', 2, /--out <file>/],
  ['pack study --out p.tar', 2, /^--out p\.tar: expected a file that ends in \.zip/],
  ['reproduce nothing', 1, /nothing cannot be read/],
  ['reproduce m.json --images nowhere', 1, /--images nowhere: there is no such file or folder/],
  ['diff nothing garbage.json', 1, /There is no study "nothing"/],
  ['diff garbage.json nothing', 1, /garbage\.json, line 1, column \d+: expected JSON, found its end where/],
  ['reproduce garbage.json', 1, /garbage\.json, line 1, column \d+: expected JSON, found its end where/],
  ['recompute study', 2, /--method/],
  ['table nothing', 1, /There is no study "nothing"/],
  ['table study --measure x', 2, /'--measure <ids>' argument 'x' is invalid/],
  ['table study --out no/such/x.csv', 1, /cannot be written/],
  ['table study --out t.xls', 2, /^--out t\.xls: expected a file that ends in \.tex, \.docx, \.xlsx, \.csv, /],
  ['table study --width column --out t.csv', 2, /^--width is an option of LaTeX and Word, not of CSV/],
  ['table study --note', 2, /^--note is an option of LaTeX and Markdown, not of Plain text/],
  ['table STUDIE', 1, /There is no study "STUDIE"; did you mean "study"\?/],
  ['splits study --out s.xlsx', 2, /^--out s\.xlsx: expected a file that ends in \.csv, \.json or \.zip/],
  ['predictions study --out p.json', 2, /^--out p\.json: expected a file that ends in \.csv/],
  [
    'predictions study --what scores --out p.json',
    2,
    /^--out p\.json: expected a file that ends in \.csv, \.npz or \.mat/,
  ],
  ['predictions study --what scores --format npz', 2, /^--format npz is not text: name a file with --out/],
  ['predictions study --label PCA', 2, /^--label requires --what scores, distances, codes or curves/],
  ['predictions study --what scores --label x', 1, /There is no method labelled "x"; the labels are "PCA"/],
  ['manifest study --out m.yaml', 2, /^--out m\.yaml: expected a file that ends in \.json/],
  ['export faces --vectors deep --out x.npz', 2, /^--vectors: expected --format arff or libsvm, found npz/],
  ['export faces --vectors deep --out x.arff', 1, /^"faces" has no attached vectors "deep"/],
  ['export faces --repeat 1 --out x.arff', 2, /^--repeat requires --splits/],
  ['export faces --splits study --out x', 2, /^--splits: expected --format arff or libsvm/],
  [
    'export faces --splits study --format arff --condition k=99 --out x',
    1,
    /^There is no condition "k=99"; the conditions are "k=/,
  ],
  ['export faces --out x.csv', 2, /^--out x\.csv: expected a file that ends in \.npz/],
  ['report study --out r.pdf', 2, /^--out r\.pdf: expected a file that ends in \.html/],
  ['spec spec.json --out s.txt', 2, /^--out s\.txt: expected a file that ends in \.json/],
  ['spec unknown-method.json', 2, /methods\[0\]\.method: there is no method/],
  ['report nothing --out x.html', 1, /There is no study "nothing"/],
  ['compare study a b', 1, /There is no method labelled "a"; the labels are "PCA"/],
  ['power study a b --difference x', 2, /'--difference <size>' argument 'x'/],
  ['ranks study --rope x', 2, /'--rope \[half-width\]' argument 'x'/],
  ['figure study --kind x --out x.svg', 2, /'--kind <kind>' argument 'x'/],
  ['figure study --kind curve --out x.svg', 2, /argument 'curve' is invalid; did you mean "curves"\?$/m],
  ['table study --measure error-rat', 2, /There is no measure "error-rat"; did you mean "error-rate"\?$/m],
  ['figure study --kind hardest --images 0 --out x.svg', 2, /^--images: expected at least 1, found "0"/],
  ['figure study --kind wrong-pairs --label PCA --images 101 --out x.svg', 2, /^--images: expected at most 100/],
  ['figure study --kind wrong-pairs --out x.svg', 2, /^--kind wrong-pairs is of one method: name it with --label/],
  ['figure study --kind split --repeat 0 --out x.svg', 2, /^--repeat: expected at least 1, found "0"/],
  ['figure study --kind reconstructions --image x --out x.svg', 2, /^--image: expected a number, found "x"/],
  [
    'figure study --kind score-densities --axis latent --out x.svg',
    2,
    /^--axis is not an option of --kind score-densities/,
  ],
  ['figure study --kind mistake --label A --out x.svg', 2, /^--kind mistake is of two methods: name them with --label/],
  ['figure study --kind mistake --label A B --repeat 0 --out x.svg', 2, /^--repeat: expected at least 1, found "0"/],
  ['figure study --kind power --label A --out x.svg', 2, /^--kind power is of two methods: name them with --label/],
  ['figure study --axis training --out x.svg', 2, /^--axis: expected latent or codes, found "training"/],
  ['figure study --kind overview --label A --out x.svg', 2, /^--label is not an option of --kind overview/],
  ['figure study --out x.xyz', 2, /^--out x\.xyz: expected a file that ends in \.svg or \.png/],
  ['confusion study PCA', 2, /--condition <key>/],
  ['predictions nothing', 1, /There is no study "nothing"/],
  ['results add study nothing.csv', 1, /nothing\.csv cannot be read/],
  ['results list nothing', 1, /There is no study "nothing"/],
  ['results remove study x', 1, /"?x"?/],
  ['published add study nothing.csv', 1, /nothing\.csv/],
  ['published list nothing', 1, /There is no study "nothing"/],
  ['published remove study x', 1, /x/],
  ['papers show nothing', 1, /There is no experiment "nothing"/],
  ['papers run nothing', 1, /There is no experiment "nothing"/],
  ['papers export nothing --out x.svg', 1, /There is no experiment "nothing"/],
  ['methods add nothing', 1, /nothing: there is no such file or folder/],
  ['methods check nothing', 1, /neither a folder with a method\.json nor the id/],
  ['fit --data nothing.npy --method pca --latent 2 --out m.json', 1, /nothing\.npy cannot be read/],
  ['fit --data garbage.npy --method x --latent 2 --out m.json', 2, /There is no method "x"/],
  ['encode --model garbage.json --data table.csv --out x.npy', 1, /garbage\.json is not a model .*: it holds no JSON/],
  ['encode --model bytes.json --data table.csv --out x.npy', 1, /bytes\.json is not a model .*: it holds no JSON/],
  ['convergence study', 2, /--out <file>/],
  ['impute table.csv', 2, /--model/],
  ['serve --port 99999', 2, /'--port <port>' argument '99999'/],
  ['open nothing', 1, /There is no study "nothing"/],
  ['shrink --workspace nothing', 2, /No workspace at nothing/],
  ['backup faces', 1, /faces/],
  ['check extra', 2, /Too many arguments/],
  ['methods list extra', 2, /Too many arguments/],
  ['methods new', 2, /Missing required argument/],
  ['doctor extra', 2, /Too many arguments/],
  ['demo --nonsense', 2, /Unknown option '--nonsense'/],
  ['demo --name x', 2, /^--name: expected --data-only as well/],
  ['demo --subjects 3', 2, /^--subjects: expected --data-only as well/],
  ['demo --data-only --subjects 1', 2, /'--subjects <n>' argument '1' .* from 2 to 40/],
  ['demo --data-only --name faces', 1, /There is a dataset "faces" already; choose another name/],
  ['help nothing', 2, /There is no command and no page "nothing"; "eigenbench help topics" lists the pages\.$/m],
  ['help runn', 2, /no page "runn"; did you mean "run"\?$/m],
  ['completion x', 2, /Allowed choices are bash, zsh, fish, powershell/],
  ['completion bsh', 2, /'bsh' is invalid for argument 'shell'; did you mean "bash"\?$/m],
  ['man extra', 2, /Too many arguments/],
];

/** What libraries, the system and the language say where nobody put it into words. */
const FOREIGN =
  /\bE[A-Z]{4,}\b|\b[A-Z]\w*Error\b|^ +at |node:|Unexpected (token|end)|in JSON at|Invalid (input|option)|undefined|\[object|NaN|errno|syscall|Unexpected error in/m;

describe('mistakes', () => {
  it.each(mistakes)('%s: exit code %i and one sentence', async (line, code, says) => {
    const { code: found, stdout, stderr } = await here.run(...line.split(' ').map((word) => word.replace('%20', ' ')));
    expect({ code: found, stdout }, stderr).toEqual({ code, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(FOREIGN);
    // Patterns to start from follow their sentence, a line each.
    const sentences = stderr.split('\n').filter((text) => text !== '' && !text.startsWith('  '));
    expect(sentences, stderr).toHaveLength(1);
  });

  it('cover every command, and exit codes that are documented', async () => {
    const tried = new Set(mistakes.map(([line]) => line.split(' ')).flatMap(([a, b]) => [a, `${a} ${b}`]));
    // Nothing to mistake: they only list, or have subcommands.
    const exempt = [
      '',
      'studies',
      'restore dataset',
      'rename dataset',
      'papers list',
      'papers report',
      'methods remove',
    ];
    const commands = commandTree(await createProgram()).filter(({ below }) => below.length === 0);
    const missing = commands.map(({ path }) => path.join(' ')).filter((name) => !tried.has(name));
    expect(missing.filter((name) => !exempt.includes(name))).toEqual([]);
    const documented = exitCodes.map(({ code }) => code);
    for (const [line, code] of mistakes) expect(documented, line).toContain(code);
  });
});

describe('colours', () => {
  it('are not written with NO_COLOR set: help, lists, tables and failures are plain text', async () => {
    for (const parameters of [
      ['--help'],
      ['datasets'],
      ['table', 'study'],
      ['table', 'nothing'],
      ['datasets', '--nonsense'],
    ]) {
      const plain = await here.run(...parameters);
      expect(plain.stdout + plain.stderr, parameters.join(' ')).not.toContain('\u001b');
    }
  });
});
