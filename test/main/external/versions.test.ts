/** What makes a version of a method: its files and its declaration, not what runs them. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderFiles, versionOf, type MethodFile } from '../../../src/main/external/folderHash.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { declared, FIRST_PIXELS, writeProgram } from './ownProgram.ts';

const text = (path: string, content: string | object): MethodFile => ({
  path,
  content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const versionWith = (declaration: object, ...files: MethodFile[]): string =>
  versionOf([text('method.json', declaration), text('method.py', 'pass'), ...files]);
const command = (...words: string[]): object => ({ command: words });

describe('the version of a method', () => {
  it('is the same with another interpreter, another citation, and other spaces in the declaration', () => {
    const version = versionWith(command('python3', 'method.py'));
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(versionWith(command('/usr/bin/python3', 'method.py'))).toBe(version);
    expect(versionWith({ citation: { key: 'doe' }, ...command('C:\\Python\\python.exe', 'method.py') })).toBe(version);
    const spaced = text('method.json', JSON.stringify(command('python3', 'method.py'), null, 4));
    expect(versionOf([text('method.py', 'pass'), spaced])).toBe(version);
  });

  it.each([
    ['another argument', versionWith(command('python3', 'method.py', '--fast'))],
    ['another field', versionWith({ labels: true, ...command('python3', 'method.py') })],
    ['a file more', versionWith(command('python3', 'method.py'), text('more.py', ''))],
    ['another content', versionOf([text('method.json', command('python3', 'method.py')), text('method.py', 'x')])],
    ['another path', versionOf([text('method.json', command('python3', 'method.py')), text('Method.py', 'pass')])],
    ['a damaged declaration', versionOf([text('method.json', '{'), text('method.py', 'pass')])],
  ])('is another one with %s', (_what, version) => {
    expect(version).not.toBe(versionWith(command('python3', 'method.py')));
  });

  it('covers a first word that is a file of the folder', () => {
    const [one, other] = ['run', 'walk'].map((name) =>
      versionWith(command(`./${name}`, 'x'), text('run', '#!'), text('walk', '#!')),
    );
    expect(one).not.toBe(other);
  });

  it('is that of the folder also where its files are unpacked elsewhere, links as what they lead to', () => {
    const folder = writeProgram(temporaryFolder(), `${FIRST_PIXELS}\nserve('own', { fit, encode });`);
    mkdirSync(join(folder, 'lib'));
    writeFileSync(join(folder, 'lib/a.txt'), 'a');
    if (process.platform !== 'win32') symlinkSync('lib/a.txt', join(folder, 'b.txt'));
    const files = [...folderFiles(folder, [])];
    const unpacked = temporaryFolder();
    mkdirSync(join(unpacked, 'lib'));
    for (const { path, content } of files) writeFileSync(join(unpacked, path), content);
    writeFileSync(join(unpacked, 'method.json'), JSON.stringify(declared({ command: ['node', 'method.mjs'] })));
    expect(versionOf(folderFiles(unpacked, []))).toBe(versionOf(files.toReversed()));
    expect(readFileSync(join(unpacked, 'lib/a.txt'), 'utf8')).toBe('a');
  });
});
