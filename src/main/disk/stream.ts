/** Writes to devices, pipes and open files sequentially; written bytes cannot be taken back. */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { hasCode } from './fileReason.ts';
import type { Target } from './outputTarget.ts';

export interface Stream {
  readonly write: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

/** Milliseconds between attempts to write to a full non-blocking pipe. */
const PAUSE = 5;
const CHUNK = 2 ** 20;

/** Opening a pipe waits for a reader. Throws the system's errors. */
export function openStream(target: Exclude<Target, { kind: 'file' }>): Stream {
  const descriptor = target.kind === 'stream' ? openSync(target.path, constants.O_WRONLY) : target.descriptor;
  return {
    write(bytes) {
      for (let done = 0; done < bytes.length;) {
        try {
          done += writeSync(descriptor, bytes, done);
        } catch (error) {
          if (!hasCode(error, 'EAGAIN')) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
        }
      }
    },
    close() {
      if (target.kind === 'stream') closeSync(descriptor);
    },
  };
}

/** The bytes of a file, in parts. Throws the system's errors. */
export function* partsOfFile(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const part = Buffer.alloc(CHUNK);
      const count = readSync(file, part);
      if (count === 0) return;
      yield part.subarray(0, count);
    }
  } finally {
    closeSync(file);
  }
}
