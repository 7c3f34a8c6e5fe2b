/**
 * Mirrors the page as modules, for a type-aware linter without support for components: everything around the script of
 * a component is blank, which preserves line numbers. Files outside the page are resolved in place (`rootDirs`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Location in a working copy. */
export const mirror = '.cache/page';

/** The text with blanks in place of everything outside its scripts. */
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

/** Rewrites all modules and components of the page, because some may have been removed. */
export function writeMirror(paths: readonly string[]): void {
  rmSync(mirror, { recursive: true, force: true });
  for (const path of paths) {
    const target = join(mirror, mirrored(path));
    mkdirSync(dirname(target), { recursive: true });
    const text = readFileSync(path, 'utf8');
    writeFileSync(target, isComponent(path) ? scriptOf(text) : text);
  }
  const settings = {
    extends: '../../config/tsconfig.webtest.json',
    compilerOptions: { rootDirs: ['.', '../..'], tsBuildInfoFile: null, incremental: false },
    include: ['**/*.ts'],
  };
  writeFileSync(join(mirror, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(join(mirror, 'oxlint.config.ts'), "export { default } from '../../config/oxlint.config.ts';\n");
}
