/** Workspaces that a disk has damaged: a bit, a word, a page that is another one's or of zeros, the end cut off. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { contentOf, finishedWorkspace, lookAt } from '../../main/workspace/content.ts';
import type { Random } from './mutate.ts';
import { SLOW, type Target } from './target.ts';

const PAGE = 4096;

function damaged(whole: Uint8Array, random: Random): Uint8Array {
  const bytes = Buffer.from(whole);
  const pages = bytes.length / PAGE;
  const [at, page] = [random(bytes.length), PAGE * random(pages)];
  switch (random(6)) {
    case 0:
      bytes[at] ^= 1 << random(8);
      break;
    case 1:
      for (let i = 0; i < 8 && at + i < bytes.length; i++) bytes[at + i] = random(256);
      break;
    case 2:
      bytes.fill(0, page, page + PAGE);
      break;
    case 3:
      bytes.copy(bytes, page, PAGE * random(pages), PAGE * (1 + random(pages)));
      break;
    case 4:
      // Many pages were written elsewhere, of the last one half.
      bytes.copyWithin(page, PAGE * random(pages), PAGE * random(pages) + PAGE / 2);
      break;
    default:
      return bytes.subarray(0, random(2) === 0 ? 1 + at : Math.max(PAGE, page));
  }
  return bytes;
}

export async function workspaces(folder: string): Promise<Target> {
  const path = join(folder, 'whole.eigenbench');
  await finishedWorkspace(path);
  const workspace = openWorkspace(path);
  const expected = contentOf(workspace);
  workspace.close();
  const whole = readFileSync(path);
  const copy = join(folder, 'damaged.eigenbench');
  return {
    name: 'workspace',
    weight: SLOW,
    attempt(random) {
      for (const ending of ['', '-wal', '-shm', '-runner']) rmSync(copy + ending, { force: true });
      writeFileSync(copy, damaged(whole, random), { mode: 0o600 });
      const sentence = lookAt(copy, expected);
      if (sentence === null) return 'the same';
      if (!/^\S[^\n]{10,400}$/.test(sentence)) throw new Error(`no sentence: ${sentence}`);
      return 'refused';
    },
  };
}
