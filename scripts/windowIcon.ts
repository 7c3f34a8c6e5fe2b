import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';

/** Draws the icon of windows and of the About box next to the build folders. */
export function windowIcon(svg: string): Plugin {
  return {
    name: 'window icon',
    async writeBundle({ dir }) {
      await sharp(svg, { density: 512 })
        .resize(256, 256)
        .png()
        .toFile(join(dir!, '..', 'icon.png'));
    },
  };
}
