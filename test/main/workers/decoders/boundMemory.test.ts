import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { writeMat73 } from '../../import/layouts/hdf5Files.ts';

const module = new URL('../../../../src/main/workers/decoders/boundMemory.ts', import.meta.url).href;

/** Runs in a thread of its own: the bound holds for a whole thread, for ever. */
function inThread(script: string, workerData?: unknown): Promise<unknown> {
  const source = `import(${JSON.stringify(module)}).then(({ boundMemory }) => {
    const { parentPort } = require('node:worker_threads');
    const say = (value) => parentPort.postMessage(value);
    ${script}
  });`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(source, { eval: true, workerData });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}

describe('WebAssembly memory', () => {
  it('grows up to the bound and not beyond it', async () => {
    const script = `boundMemory(3 * 65536);
      const memory = new WebAssembly.Memory({ initial: 1 });
      const before = memory.grow(2);
      let refused = '';
      try { memory.grow(1); } catch (error) { refused = error.name + ': ' + error.message; }
      say([before, memory.buffer.byteLength, refused]);`;
    expect(await inThread(script)).toEqual([
      1,
      196608,
      'RangeError: expected at most 196608 bytes of memory, found a need of 262144',
    ]);
  });

  it('that is exhausted makes the HDF5 library refuse a file in a sentence', async () => {
    const h5 = new URL('../../../../src/main/workers/decoders/hdf5File.ts', import.meta.url).href;
    const script = `boundMemory(40 * 2 ** 20);
      import(${JSON.stringify(h5)}).then(({ hdf5Arrays }) =>
        hdf5Arrays({ bytes: require('node:worker_threads').workerData, wanted: { names: ['x', 'fea', 'gnd'], patterns: [] } }, () => {}).then(
          ({ names }) => say(names.join()), (error) => say(error.name + ': ' + error.message)));`;
    expect(await inThread(script, await writeMat73())).toBe('fea,gnd');
    // One chunk of 64 MiB, all zeros, which the file holds in 64 kB.
    const packed = await writeMat73(2 ** 23);
    expect(packed.length).toBeLessThan(2 ** 17);
    expect(await inThread(script, packed)).toMatch(/^FormatError: expected a readable HDF5 file, found a damaged/);
  });
});
