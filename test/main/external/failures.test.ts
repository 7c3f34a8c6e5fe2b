/** Programs that are killed, hang or lie: the reason is told, nothing is left behind, and the next fit works. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CancelledError, type FitProgress } from '../../../src/core/methods/method.ts';
import { withoutPosix } from '../../support/skips.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { context, faces, FIRST_PIXELS, methodIn, training, writeProgram } from './ownProgram.ts';
import { gone } from './processes.ts';

/** Statements of a program that never go on. */
const WAIT = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';

const serveWith = (fit: string, encode = 'encode') =>
  `${FIRST_PIXELS}\nserve('own', { fit: ${fit}, encode: ${encode} });`;
const fitted = (body: string, fields: object = {}) => {
  const method = methodIn(writeProgram(temporaryFolder(), body, fields));
  return () => method.encode(method.fit(training, [3], {}, context()), faces.images);
};

describe('a program', () => {
  it('that is sound answers', () => {
    const codes = fitted(serveWith('fit'))();
    expect([codes.count, codes.rows, codes.cols]).toEqual([30, 3, 1]);
    expect(codes.data[0]).toBe(faces.images.data[0]);
  });

  it('says how far its fit is, and what it says in another form is not heard', () => {
    const fit = `(train, latent) => {
      train.progress(1, 3);
      train.progress('two');
      train.progress(2);
      return fit(train, latent);
    }`;
    const method = methodIn(writeProgram(temporaryFolder(), serveWith(fit)));
    const heard: FitProgress[] = [];
    method.fit(training, [3], {}, { ...context(), told: (progress) => heard.push(progress) });
    expect(heard).toEqual([
      { shape: [3], iteration: 1, of: 3 },
      { shape: [3], iteration: 2, of: undefined },
    ]);
  });

  it.each([
    [
      'ends',
      `() => { console.error('out of luck'); process.exit(7); }`,
      /failed: it ended with exit code 7\.\nStandard error:\nout of luck$/,
    ],
    ['is killed', `() => process.kill(process.pid, 'SIGKILL')`, /failed: it was ended by SIGKILL/],
    ['throws', `() => { throw new Error('rank too small'); }`, /^Own: rank too small$/],
    [
      'writes to standard output',
      `() => process.stdout.write('epoch 1\\n')`,
      /something other than a frame to standard output: "epoch 1"\. Messages belong on standard error/,
    ],
    [
      'answers JSON that is no reply',
      `() => process.stdout.write('{"loss":1}\\n')`,
      /answered with another frame than expected: \{"loss":1\}/,
    ],
  ])('that %s in a fit fails with the reason', (_name, fit, reason) => {
    expect(fitted(serveWith(fit))).toThrow(reason);
  });

  it.each([
    [
      'another number of codes',
      `() => ({ shape: [29, 3], data: new Float64Array(87) })`,
      /answered "codes" in the shape \(29, 3\), expected \(30, 3\)/,
    ],
    [
      'NaN',
      `() => ({ shape: [30, 3], data: new Float64Array(90).fill(NaN) })`,
      /answered "codes" with NaN at image 1 of 30, number 1 of 3\./,
    ],
    [
      'infinity',
      `() => ({ shape: [30, 3], data: new Float64Array(90).fill(-Infinity) })`,
      /answered "codes" with -Infinity/,
    ],
    [
      'NaN somewhere',
      `() => ({ shape: [30, 3], data: Float64Array.from({ length: 90 }, (_, i) => (i === 31 ? NaN : 0)) })`,
      /answered "codes" with NaN at image 11 of 30, number 2 of 3\./,
    ],
  ])('that answers %s is not believed', (_name, encode, reason) => {
    expect(fitted(serveWith('fit', encode))).toThrow(reason);
  });

  it('that is another one than declared is refused', () => {
    expect(fitted(`${FIRST_PIXELS}\nserve('other', { fit, encode });`)).toThrow(
      'says that it is "other", expected "own"',
    );
  });

  it('that is not there is named', () => {
    expect(fitted(serveWith('fit'), { command: ['no-such-program-here'] })).toThrow(
      '"no-such-program-here" could not be started: there is no such program',
    );
  });

  it(
    'that hangs is ended after its time, with what it started, and the next fit has a new one',
    withoutPosix,
    async () => {
      const folder = temporaryFolder();
      const pids = join(folder, '.pids');
      const method = methodIn(
        writeProgram(
          folder,
          `import { spawn } from 'node:child_process';
         import { existsSync, writeFileSync } from 'node:fs';
         ${FIRST_PIXELS}
         // While it loads, which the time of a call does not count.
         const again = existsSync(${JSON.stringify(pids)});
         if (!again) writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + spawn('sleep', ['600']).pid);
         serve('own', { encode, fit(...input) {
           if (again) return fit(...input);
           ${WAIT}
         } });`,
          { timeout: 4 },
        ),
      );
      expect(() => method.fit(training, [3], {}, context())).toThrow('did not answer "fit" for 4 s and was ended');
      const [own, helper] = readFileSync(pids, 'utf8').split(' ').map(Number);
      await gone(own);
      await gone(helper);
      expect(method.encode(method.fit(training, [3], {}, context()), faces.images).count).toBe(30);
    },
  );

  it('that says the same progress for ever is ended after its time', () => {
    const fit = `(train) => {
      for (;;) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        train.progress(1);
      }
    }`;
    expect(fitted(serveWith(fit), { timeout: 2 })).toThrow('did not answer "fit" for 2 s and was ended');
  });

  it('that goes back and forth between two iterations for ever is ended after its time', () => {
    const fit = `(train) => {
      for (let i = 0; ; i++) {
        train.progress(1 + (i % 2));
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }`;
    // The first thousand times count: fits of several shapes begin again.
    let looks = 0;
    const checkCancelled = (): void => {
      if (looks++ === 2400) throw new CancelledError('it goes on for ever');
    };
    const method = methodIn(writeProgram(temporaryFolder(), serveWith(fit), { timeout: 2 }));
    expect(() => method.fit(training, [3], {}, { ...context(), checkCancelled })).toThrow(
      'did not answer "fit" for 2 s and was ended',
    );
  });

  it('that sends a long answer slowly lives as long as bytes arrive', () => {
    // 30 codes of 3 numbers, in 24 parts: 6 s, with no frame of progress. Each part has twenty times its time.
    const encode = `(model, images) => {
      const { bytes, head } = npyFrame(images);
      writeSync(1, head);
      for (let part = 0; part < 24; part++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        writeSync(1, bytes.subarray((part * bytes.length) / 24, ((part + 1) * bytes.length) / 24));
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }`;
    const body = `import { writeSync } from 'node:fs';
      ${FIRST_PIXELS}
      function npyFrame() {
        const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (30, 3), }".padEnd(117) + '\\n';
        const bytes = Buffer.concat([Buffer.from([147, 78, 85, 77, 80, 89, 1, 0, 118, 0]), Buffer.from(header), Buffer.alloc(720)]);
        return { bytes, head: JSON.stringify({ reply: 'done', arrays: [{ name: 'codes', bytes: bytes.length }] }) + '\\n' };
      }
      serve('own', { fit, encode: ${encode} });`;
    expect(fitted(body, { timeout: 5 })().count).toBe(30);
  });

  it('that answers a request of before is not believed', () => {
    // It answers its fit twice: the second answer would be that to the next call.
    const body = `import { writeSync } from 'node:fs';
      ${FIRST_PIXELS}
      serve('own', { encode, fit(...input) {
        writeSync(1, JSON.stringify({ reply: 'done', fits: [{}], request: 3, arrays: [] }) + '\\n');
        return fit(...input);
      } });`;
    expect(fitted(body)).toThrow('answered request 3, expected an answer to request 4');
  });

  it('that answers lists in lists without end is refused', () => {
    const fit = `() => process.stdout.write('{"reply":"done","fits":' + '['.repeat(2e6) + ']'.repeat(2e6) + '}\\n')`;
    expect(fitted(serveWith(fit))).toThrow('a frame to standard output: lists or objects more than 64 levels deep');
  });

  it('that names more packages than a list of methods holds is refused', () => {
    const body = `${FIRST_PIXELS}
      const packages = Object.fromEntries(Array.from({ length: 201 }, (_, i) => ['p' + i, '1']));
      serve('own', { fit, encode }, packages);`;
    expect(fitted(body)).toThrow('at most 200 packages');
  });

  it('that is slow lives as long as it tells of progress', () => {
    const fit = `(train, ...more) => {
      for (let i = 1; i <= 24; i++) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        train.progress(i);
      }
      return fit(train, ...more);
    }`;
    expect(fitted(serveWith(fit), { timeout: 5 })().count).toBe(30);
  });

  it('is ended when the user cancels', withoutPosix, async () => {
    const folder = temporaryFolder();
    const at = join(folder, '.pid');
    const method = methodIn(
      writeProgram(
        folder,
        `import { writeFileSync } from 'node:fs';
         ${FIRST_PIXELS}
         serve('own', { encode, fit() { writeFileSync(${JSON.stringify(at)}, String(process.pid)); ${WAIT} } });`,
      ),
    );
    const checkCancelled = (): void => {
      if (existsSync(at)) throw new CancelledError('cancelled');
    };
    expect(() => method.fit(training, [3], {}, { ...context(), checkCancelled })).toThrow(CancelledError);
    await gone(Number(readFileSync(at, 'utf8')));
  });

  it('that has died is not asked again for the other shapes of its cell', () => {
    const folder = temporaryFolder();
    const count = join(folder, '.count');
    writeFileSync(count, '');
    const method = methodIn(
      writeProgram(
        folder,
        `import { appendFileSync } from 'node:fs';
         ${FIRST_PIXELS}
         serve('own', { encode, fit() { appendFileSync(${JSON.stringify(count)}, 'x'); process.exit(3); } });`,
      ),
    );
    const session = method.open!(training, {}, context());
    for (const q of [1, 2, 3]) expect(() => session.fit([q])).toThrow('exit code 3');
    session.release();
    expect(readFileSync(count, 'utf8')).toBe('x');
  });
});
