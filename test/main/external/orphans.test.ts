// @module-tag processes
/** However what waits for a program ends, the program ends with it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { skipWhen, withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, FIRST_PIXELS, methodIn, training, writeProgram } from './ownProgram.ts';
import { gone } from './processes.ts';

/** Linux shows the environment of processes. */
const needsProc = skipWhen(process.platform !== 'linux', 'needs the processes of Linux');
const thread = new URL('./workers/endlessFit.ts', import.meta.url);

/** A folder whose program hangs in every call but hello, and how to wait for its process id. */
function hanging(): { readonly folder: string; readonly pid: () => Promise<number> } {
  const folder = temporaryFolder();
  const at = join(folder, '.pid');
  writeProgram(
    folder,
    `import { writeFileSync } from 'node:fs';
     process.stdin.once('data', () => {
       console.log(JSON.stringify({ reply: 'done', hello: { id: 'own', language: 'x' } }));
       process.stdin.once('data', () => { writeFileSync(${JSON.stringify(at)}, String(process.pid)); for (;;); });
     });`,
  );
  return {
    folder,
    pid: () =>
      eventually(() => {
        const pid = existsSync(at) ? Number(readFileSync(at, 'utf8')) : 0;
        expect(pid).toBeGreaterThan(0);
        return pid;
      }),
  };
}

describe('what a program has started', needsProc, () => {
  it('ends with it, also where it has left its group', async () => {
    const folder = temporaryFolder();
    const at = join(folder, '.pid');
    const method = methodIn(
      writeProgram(
        folder,
        `import { spawn } from 'node:child_process';
         import { writeFileSync } from 'node:fs';
         ${FIRST_PIXELS}
         serve('own', { encode, fit(...input) {
           const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
           writeFileSync(${JSON.stringify(at)}, String(child.pid));
           process.exit(3);
         } });`,
      ),
    );
    expect(() => method.fit(training, [3], {}, context())).toThrow('exit code 3');
    await gone(Number(readFileSync(at, 'utf8')));
  });
});

describe('a program that hangs', withoutPosix, () => {
  it('ends with the thread that waits for it', async () => {
    const { folder, pid } = hanging();
    const worker = new Worker(thread, { workerData: folder });
    const own = await pid();
    await worker.terminate();
    await gone(own);
    expect(existsSync(join(folder, '.pid'))).toBe(true);
  });

  it('ends with the process that is killed', async () => {
    const { folder, pid } = hanging();
    const code = `new (require('node:worker_threads').Worker)(new URL(${JSON.stringify(thread.href)}), { workerData: ${JSON.stringify(folder)} })`;
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    const own = await pid();
    child.kill('SIGKILL');
    await gone(own);
    expect(existsSync(join(folder, '.pid'))).toBe(true);
  });
});
