/**
 * npm run lint:types: oxlint on the modules of Node, by all rules and the compiler, and on the page by the rules that
 * need types. ESLint (`npm run lint:text`) applies the other rules to the page, because it knows components.
 */
import { globSync } from 'node:fs';
import { install, lint, type Finding } from './lint/linter.ts';
import { mirror, mirrored, unmirrored, writeMirror } from './lint/pageMirror.ts';

const NODE = ['src/core', 'src/main', 'test', 'scripts', 'config', 'electron.vite.config.ts', 'vitest.config.ts'];
const NOT_NODE = ['**/renderer/**', '**/assembly/**'].flatMap((pattern) => ['--ignore-pattern', pattern]);

function lintPage(): readonly Finding[] {
  const paths = globSync('{src,test}/renderer/**/*.{ts,vue}').map((path) => path.replaceAll('\\', '/'));
  writeMirror(paths);
  // By name: git ignores the mirror, and so would oxlint.
  const findings = lint(mirror, paths.map(mirrored), ['--no-ignore']);
  return findings.map((finding) => ({ ...finding, path: unmirrored(finding.path) }));
}

install();
const findings = [...lint('.', NODE, ['--type-check', ...NOT_NODE]), ...lintPage()];
for (const { path, line, column, message, rule } of findings) {
  process.stdout.write(`${path}:${line}:${column}  ${message}  ${rule}\n`);
}
process.exitCode = findings.length > 0 ? 1 : 0;
