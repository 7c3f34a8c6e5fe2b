import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A temporary folder with these files, removed after the test. */
export function folderOf(files: Readonly<Record<string, Uint8Array | string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'eigenbench-import-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** A raw PGM of rows × cols with this grey value everywhere. */
export function pgm(rows: number, cols: number, grey: number): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${cols} ${rows}\n255\n`), Buffer.alloc(rows * cols, grey)]);
}
