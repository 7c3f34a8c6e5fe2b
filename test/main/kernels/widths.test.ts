// @module-tag processes
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./atWidth.ts', import.meta.url));
const pins = new URL('../../core/study/pins/', import.meta.url);

/** Lines of a process that computes at one width: what, and the hash of the result. */
async function computed(width: 128 | 256, seed: number): Promise<Map<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(width), String(seed)], {
    maxBuffer: 2 ** 26,
  });
  return new Map(stdout.split('\n').map((line) => line.split('\t') as [string, string]));
}

describe('kernels at both widths', () => {
  // Other sizes every time; one that fails is in the message.
  const seed = Math.floor(Math.random() * 2 ** 31);
  let narrow: Map<string, string>;
  let wide: Map<string, string>;
  beforeAll(async () => {
    [narrow, wide] = await Promise.all([computed(128, seed), computed(256, seed)]);
  });

  it('give the same bits: fixed questions, drawn sizes, fits and predictions', () => {
    expect(narrow.size).toBeGreaterThan(400);
    expect(wide, `seed ${seed}`).toEqual(narrow);
  });

  it.each(['protocols', 'predictions'])('give the pinned %s', (name) => {
    expect(JSON.parse(wide.get(name)!)).toEqual(JSON.parse(readFileSync(new URL(`${name}.json`, pins), 'utf8')));
  });
});
