import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallDataset } from './smallDataset.ts';

/** Writes the small database to a folder in ORL layout (sN/M.pgm), with one file that is no image. */
export function writeOrlFolder(folder: string): void {
  const { images, files } = smallDataset({ bytes: true });
  const { rows, cols, pixels } = images;
  files.forEach((file, n) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    const header = Buffer.from(`P5\n${cols} ${rows}\n255\n`, 'ascii');
    writeFileSync(
      join(folder, file),
      Buffer.concat([header, Buffer.from(pixels.slice(n * rows * cols, (n + 1) * rows * cols))]),
    );
  });
  writeFileSync(join(folder, 's1', '6.pgm'), 'P9 nonsense');
}
