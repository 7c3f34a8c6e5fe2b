/**
 * oxlint with typed rules: a separate package (packaging/check, 40 MB), installed on first use and when its version
 * changes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const home = fileURLToPath(new URL('../../packaging/check/', import.meta.url));
const oxlint = join(home, 'node_modules/oxlint/bin/oxlint');
/** Its type-aware part, which it would look for only in the working copy. */
const ending = process.platform === 'win32' ? '.exe' : '';
const typed = join(home, `node_modules/@oxlint-tsgolint/${process.platform}-${process.arch}/tsgolint${ending}`);

const packageSchema = z.object({
  version: z.string().optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});
const packageOf = (folder: string) =>
  packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Whether the versions required by packaging/check are installed. */
export function isInstalled(): boolean {
  try {
    const required = Object.entries(packageOf(home).devDependencies ?? {});
    return required.every(([name, version]) => packageOf(join(home, 'node_modules', name)).version === version);
  } catch {
    return false;
  }
}

export function install(): void {
  if (isInstalled()) return;
  process.stdout.write('Installing oxlint, once, into packaging/check.\n');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--prefix', home], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('oxlint cannot be installed: run "npm ci --prefix packaging/check".');
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly rule: string;
}

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().default(''),
      filename: z.string().default(''),
      labels: z.array(z.object({ span: z.object({ line: z.number(), column: z.number() }) })),
    }),
  ),
});

/** Findings in files or folders below `root`, which has a configuration of its own or that of the working copy. */
export function lint(root: string, paths: readonly string[], options: readonly string[]): readonly Finding[] {
  const config = existsSync(join(root, 'oxlint.config.ts')) ? 'oxlint.config.ts' : 'config/oxlint.config.ts';
  const given = ['-c', config, '-f', 'json', '--type-aware', ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, [oxlint, ...given, ...paths], {
    cwd: root,
    env: { ...process.env, OXLINT_TSGOLINT_PATH: typed },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  let report: z.infer<typeof reportSchema> | undefined;
  try {
    report = reportSchema.parse(JSON.parse(stdout));
  } catch {
    // Its error output is reported below.
  }
  if (!report || (status !== 0 && report.diagnostics.length === 0)) throw new Error(`oxlint says: ${stdout}${stderr}`);
  return report.diagnostics.map(({ message, code, filename, labels: [label] }) => ({
    path: filename.replaceAll('\\', '/'),
    line: label?.span.line ?? 1,
    column: label?.span.column ?? 1,
    message,
    rule: code,
  }));
}
