/**
 * Loaded before a command (`node --import`): the command sends itself signals at what it writes to standard error. A
 * signal from outside would come later on a busy machine, when the work may be over.
 */
import { isMainThread } from 'node:worker_threads';

/** A signal, and the text at which it is sent. */
type SignalAt = readonly [text: string, signal: NodeJS.Signals];

const VARIABLE = 'EIGENBENCH_TEST_SIGNALS';

/** Variables of the environment with which a command sends itself these signals, one after another. */
export function signalsAt(...signals: readonly SignalAt[]): Record<string, string> {
  return { NODE_OPTIONS: `--import ${import.meta.url}`, [VARIABLE]: JSON.stringify(signals) };
}

const left = JSON.parse(process.env[VARIABLE] ?? '[]') as SignalAt[];
if (isMainThread && left.length > 0) {
  const { stderr } = process;
  const write = stderr.write.bind(stderr) as (...parameters: readonly unknown[]) => boolean;
  stderr.write = (...parameters: readonly unknown[]): boolean => {
    const written = write(...parameters);
    if (left.length > 0 && String(parameters[0]).includes(left[0][0])) process.kill(process.pid, left.shift()![1]);
    return written;
  };
}
