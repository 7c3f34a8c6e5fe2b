/** Tests that run another program: skipped, by name, where it is not installed. */
import { spawnSync } from 'node:child_process';
import { skipWhen } from './skips.ts';

/** Options of a test that needs a program. */
export function withProgram(name: string): ReturnType<typeof skipWhen> {
  const { status } = spawnSync(name, ['--version'], { stdio: 'ignore' });
  return skipWhen(status !== 0, `${name} is not installed`);
}

/** Options of a test that submits jobs to Slurm. */
export function withSlurm(): ReturnType<typeof skipWhen> {
  const { status } = spawnSync('sinfo', { stdio: 'ignore' });
  return skipWhen(status !== 0, 'no controller of Slurm answers (sinfo)');
}

/** Options of a test that needs Python 3 with these packages. */
export function withPython(...packages: readonly string[]): ReturnType<typeof skipWhen> {
  const { status } = spawnSync('python3', ['-c', packages.map((name) => `import ${name}\n`).join('')], {
    stdio: 'ignore',
  });
  return skipWhen(
    status !== 0,
    `python3${packages.length === 0 ? '' : ` with ${packages.join(', ')}`} is not installed`,
  );
}
