/**
 * The page as modules alone, for a linter that knows types and no components: everything around the script of a
 * component is blank, so that lines stay what they are. What is not of the page is found where it is (`rootDirs`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where it lies in a working copy. */
export const mirror = '.cache/page';

/** The text with blanks in place of everything but what is in its scripts. */
function scriptOf(text: string): string {
  const blank = (part: string): string => part.replaceAll(/[^\r\n]/g, ' ');
  let [script, at] = ['', 0];
  for (const { 1: open, 2: body, index } of text.matchAll(/^(<script\b[^>]*>)([^]*?)^<\/script>/gm)) {
    script += blank(text.slice(at, index + open.length)) + body;
    at = index + open.length + body.length;
  }
  return script + blank(text.slice(at));
}

const isComponent = (path: string): boolean => path.endsWith('.vue');
/** Paths in the mirror. */
export const mirrored = (path: string): string => (isComponent(path) ? `${path}.ts` : path);
export const unmirrored = (path: string): string => path.replace(/\.vue\.ts$/, '.vue');

/** Writes all modules and components of the page anew; some may have gone. */
export function writeMirror(root: string, paths: readonly string[]): void {
  rmSync(join(root, mirror), { recursive: true, force: true });
  for (const path of paths) {
    const target = join(root, mirror, mirrored(path));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(target, isComponent(path) ? scriptOf(text) : text);
  }
  const settings = {
    extends: '../../tsconfig.webtest.json',
    compilerOptions: { rootDirs: ['.', '../..'], tsBuildInfoFile: null, incremental: false },
    include: ['**/*.ts'],
  };
  writeFileSync(join(root, mirror, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(root, mirror, 'oxlint.config.ts'), "export { default } from '../../oxlint.config.ts';\n");
}
