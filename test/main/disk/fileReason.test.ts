import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileReason } from '../../../src/main/disk/fileReason.ts';

const caught = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

it('tells errors of the system in words', () => {
  expect(fileReason(caught(() => readFileSync('/nowhere/at/all')))).toBe('there is no such file or folder');
  expect(fileReason(caught(() => readFileSync('/')))).toBe('it is a folder');
});

it('tells other errors as one clause on one line', () => {
  expect(fileReason(caught(() => JSON.parse('{\n\n"a": nonsense}')))).toMatch(/^Unexpected token [^\n]*JSON$/);
  expect(fileReason(new Error(' The file is\n  damaged. '))).toBe('The file is damaged');
  expect(fileReason('gone')).toBe('gone');
});
