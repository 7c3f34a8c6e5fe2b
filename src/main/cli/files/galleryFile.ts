/** Galleries of NumPy files, searched as they stand there: 10⁶ × 128 of float32 are 0.5 GB, and no copy more. */
import { existsSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { basename } from 'node:path';
import type { PairMetric } from '../../../core/allPairs/vectorSet.ts';
import { isNpy, MOST_HEADER, npyHeader, requireNpyLength } from '../../../core/formats/numpy/npy.ts';
import { FormatError } from '../../../core/formats/error.ts';
import { readHead, readPart } from '../../import/decode/readLimited.ts';
import { sharedSource } from '../../threads/pairThreads.ts';
import type { SharedSource } from '../../threads/pairWorker.ts';
import { Failure } from '../errors.ts';
import { named } from '../scoring.ts';
import { requireFinite } from './requireFinite.ts';

/** Bytes of a number. */
const TYPES = { '<f4': 4, '<f8': 8 } as const;

/** The vectors of a file; null where its numbers have to be converted, or where there is none. Throws Failure. */
export async function galleryFile(path: string, metric: PairMetric): Promise<SharedSource | null> {
  if (endianness() !== 'LE' || !existsSync(path) || !statSync(path).isFile()) return null;
  const head = await readHead(path, MOST_HEADER);
  if (!isNpy(head)) return null;
  try {
    const header = npyHeader(head);
    const { descr, fortran, shape, from } = header;
    const [count, ...sides] = shape;
    const length = sides.reduce((product, side) => product * side, 1);
    if (!isPlain(descr) || fortran || sides.length < 1 || sides.length > 2 || count * length === 0) return null;
    requireNpyLength(header, statSync(path).size);
    const data = new SharedArrayBuffer(count * length * TYPES[descr]);
    await readPart(path, from, new Uint8Array(data));
    const values = descr === '<f4' ? new Float32Array(data) : new Float64Array(data);
    requireFinite(values, { rows: sides[0], cols: sides[1] ?? 1 });
    return named(path, () => sharedSource(values, data, { count, length, metric }));
  } catch (error) {
    if (error instanceof FormatError) throw new Failure(`${basename(path)}: ${error.message}`);
    throw error;
  }
}

function isPlain(descr: string): descr is keyof typeof TYPES {
  return Object.hasOwn(TYPES, descr);
}
