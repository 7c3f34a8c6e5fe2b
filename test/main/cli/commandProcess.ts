/**
 * Entry of a process that runs one command line after another: the modules are loaded once. A command has ended when
 * nothing is left to do, as a process of its own would end then: a timer or a thread that is left behind is waited for.
 */
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type * as Program from '../../../src/main/cli/program.ts';
import { built } from '../../support/builtApplication.ts';
import { OUTPUT_END, type CommandEnd, type CommandOrder } from './commandLines.ts';

// As on a machine with one processor: a run without `--workers` starts one solver thread, not one per processor. Each
// takes 0.15 s of processor time to start, which is more than most runs of the tests take in all.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

const program = built('main/program.js') ?? new URL('../../../src/main/cli/program.ts', import.meta.url);
const { runCommandLine } = (await import(program.href)) as typeof Program;

/** What the command that runs answered; null between commands. */
let command: { code: number | undefined } | null = null;

process.on('message', ({ parameters, cwd, env }: CommandOrder) => {
  process.exitCode = undefined;
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const started: { code: number | undefined } = { code: undefined };
  command = started;
  process.channel!.unref();
  void runCommandLine(parameters).then((code) => (started.code = code));
});

process.on('beforeExit', () => {
  if (command === null) return;
  // 13 is Node's own code for a main module that waits for what never comes.
  const end: CommandEnd = { code: command.code ?? 13 };
  command = null;
  // Not in a folder that a test may remove.
  process.chdir(os.tmpdir());
  process.channel!.ref();
  process.stdout.write(OUTPUT_END);
  process.stderr.write(OUTPUT_END);
  process.send!(end);
});
