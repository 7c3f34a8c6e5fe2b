import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hdf5Arrays, hdf5List } from '../../../../src/main/workers/decoders/readHdf5.ts';
import { Cancelled } from '../../../../src/main/cancelled.ts';
import { mutate, seeded } from '../../../attack/fuzz/mutate.ts';
import { writeMat73 } from '../../import/layouts/hdf5Files.ts';

const workerFile = new URL('./workers/misbehaving.ts', import.meta.url);
const wanted = { names: ['fea', 'gnd'], patterns: [] };
const hanging = (): Uint8Array => Buffer.from('h');

describe('MATLAB 7.3 files', () => {
  it('on which the library hangs are refused after a stated time, and the process answers all the while', async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 20);
    await expect(hdf5Arrays(hanging(), wanted, {}, { workerFile, patience: 1000 })).rejects.toThrow(
      'expected a readable HDF5 file, found a damaged one (its decoder made no progress for 1 s)',
    );
    clearInterval(clock);
    expect(turns).toBeGreaterThan(0);
  });

  it('on which the library hangs are left at once when the import is cancelled', async () => {
    const stop = new AbortController();
    const list = hdf5List(hanging(), { signal: stop.signal }, { workerFile });
    await nextTurn();
    stop.abort();
    // Were it waited for, the reason would be that the decoder made no progress.
    await expect(list).rejects.toBeInstanceOf(Cancelled);
  });

  it('are read the same after any number of damaged ones', async () => {
    const whole = await writeMat73();
    const read = () => hdf5Arrays(whole.slice(), wanted, {});
    const before = await read();
    for (let n = 0; n < 12; n++) {
      await hdf5Arrays(mutate(whole, seeded(n)), wanted, {}).catch(({ name }) => expect(name).toBe('FormatError'));
    }
    expect(await read()).toEqual(before);
    expect(before.names).toEqual(['fea', 'gnd']);
  });
});
