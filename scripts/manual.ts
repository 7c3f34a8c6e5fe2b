/** Writes the manual as static pages into out/manual; `npm run manual`. */
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manualHtml } from './manual/html.ts';
import { searchFiles } from './manual/searchFiles.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'out/manual');
rmSync(out, { recursive: true, force: true });
const docs = join(root, 'docs');
for (const [name, text] of [...manualHtml(docs), ...(await searchFiles(docs))]) {
  mkdirSync(dirname(join(out, name)), { recursive: true });
  writeFileSync(join(out, name), text);
}
for (const folder of ['images', 'gallery', 'reproduction/figures']) {
  cpSync(join(root, 'docs', folder), join(out, folder), { recursive: true });
}
copyFileSync(join(root, 'scripts/manual/manual.css'), join(out, 'manual.css'));
console.log(`The manual is in ${join(out, 'index.html')}`);
