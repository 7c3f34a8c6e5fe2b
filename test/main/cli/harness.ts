/** Runs the command line: in a process of its own, as a user does, or many commands in one process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineFile } from '../../support/builtApplication.ts';
import { commandLines } from './commandLines.ts';
import { stackItem } from '../../../src/core/linalg/index.ts';
import { generateFaces } from '../../../src/core/synthetic/faces.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Scratch {
  readonly folder: string;
  readonly at: (name: string) => string;
  /** Runs a command line with this folder as working directory and data folder, in the process of those before. */
  readonly run: (...parameters: readonly string[]) => Promise<Outcome>;
  /** Starts one in a process of its own and lets `during` act on it, e.g. send a signal. */
  readonly start: (parameters: readonly string[], during?: (child: ChildProcess) => void) => Promise<Outcome>;
  readonly remove: () => Promise<void>;
}

/**
 * A new folder, or `folder`. With `unprivileged`, file modes bind `run` even if the tests run as the superuser;
 * `environment` adds variables.
 */
export function scratch({ unprivileged = false, folder = newFolder(), environment = {} } = {}): Scratch {
  const own = { XDG_DATA_HOME: folder, NO_COLOR: '1', DISPLAY: '', WAYLAND_DISPLAY: '' };
  const env = { ...process.env, ...own, ...environment };
  const nobody = unprivileged && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const commands = commandLines(folder, env, nobody);
  const start: Scratch['start'] = (parameters, during = () => {}) =>
    new Promise((done, reject) => {
      const child = spawn(process.execPath, [commandLineFile(), ...parameters], { cwd: folder, env });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      child.on('error', reject);
      child.on('close', (code) => done({ code, stdout, stderr }));
      during(child);
    });
  return {
    folder,
    at: (name) => join(folder, name),
    run: (...parameters) => commands.run(parameters),
    start,
    async remove() {
      await commands.idle();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'eigenbench-cli-'));
}

/** Writes drawn faces in the ORL layout, sN/M.pgm. */
export function writeFaces(
  folder: string,
  options: { subjects: number; perSubject: number; rows: number; cols: number },
): void {
  const { images, labels } = generateFaces(options);
  for (let n = 0; n < images.count; n++) {
    const subject = join(folder, `s${labels[n] + 1}`);
    mkdirSync(subject, { recursive: true });
    const header = Buffer.from(`P5\n${images.cols} ${images.rows}\n255\n`, 'latin1');
    const pixels = Uint8Array.from(stackItem(images, n).data);
    writeFileSync(join(subject, `${(n % options.perSubject) + 1}.pgm`), Buffer.concat([header, pixels]));
  }
}
