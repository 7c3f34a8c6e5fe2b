/** Files that are complete or as they were before. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { writeFileAtomic } from '../../../src/main/cli/writeFileAtomic.ts';
import { scratch } from './harness.ts';

const here = scratch();
afterAll(() => here.remove());

it('writes parts one after the other, each made when the one before is in the file', async () => {
  const sizes: number[] = [];
  const temporary = (): string => readdirSync(here.folder).find((name) => name.endsWith('.tmp'))!;
  function* parts(): Generator<Uint8Array> {
    for (let n = 0; n < 4; n++) {
      sizes.push(readFileSync(here.at(temporary())).length);
      yield new Uint8Array(1000).fill(n);
    }
  }
  await writeFileAtomic(here.at('parts'), parts());
  expect(sizes).toEqual([0, 1000, 2000, 3000]);
  expect(readFileSync(here.at('parts'))).toEqual(Buffer.concat([0, 1, 2, 3].map((n) => Buffer.alloc(1000, n))));
  expect(temporary()).toBeUndefined();
});

it('passes on what the parts throw and leaves the file as it was', async () => {
  writeFileSync(here.at('kept'), 'before');
  const error = new Error('The dataset is damaged.');
  function* parts(): Generator<Uint8Array> {
    yield Uint8Array.of(1);
    throw error;
  }
  await expect(writeFileAtomic(here.at('kept'), parts())).rejects.toBe(error);
  expect(readFileSync(here.at('kept'), 'utf8')).toBe('before');
  expect(readdirSync(here.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('says in one sentence why a file cannot be written', async () => {
  await expect(writeFileAtomic(here.at('none/file'), 'text')).rejects.toThrow(
    /cannot be written: there is no such file or folder$/,
  );
});
