/** The thread of the third-party decoders. It has no access to files or the workspace; a crash ends one job only. */
import { throttle } from '../../throttle.ts';
import { loadSharp } from '../../loadSharp.ts';
import { serveRequests } from '../../workerClient.ts';
import { boundMemory } from './boundMemory.ts';
import type { DecoderJob, DecoderMessage, DecoderResults } from './decoderMessages.ts';

/**
 * An HDF5 file has at most 1 GiB, as has each of its arrays; a decoder holds a chunk compressed and decompressed.
 */
boundMemory(2 * 2 ** 30);

/** Minimum milliseconds between two signs of life. */
const PAUSE = 50;

serveRequests<DecoderJob, DecoderMessage>(async (job, send) => {
  const due = throttle(PAUSE);
  const onShare = (share: number): void => {
    if (due()) send({ kind: 'share', share });
  };
  try {
    const result = await decode(job, onShare);
    send({ kind: 'done', result }, buffersOf(result));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    send({ kind: 'refused', reason, worn: job.kind !== 'picture' || (await ownMemory()) });
  }
});

/** The first job that needs a decoder loads it. */
async function decode(job: DecoderJob, onShare: (share: number) => void): Promise<DecoderResults[DecoderJob['kind']]> {
  if (job.kind === 'picture') return (await import('./sharpPicture.ts')).sharpPicture(job);
  const { hdf5Arrays, hdf5List } = await import('./hdf5File.ts');
  return job.kind === 'hdf5-list' ? hdf5List(job.bytes) : hdf5Arrays(job, onShare);
}

/**
 * Whether libvips runs in WebAssembly, in a memory of this thread. The native library is one per process: a new thread
 * would get the same one, and 1000 damaged images would start 1000 threads.
 */
async function ownMemory(): Promise<boolean> {
  return 'emscripten' in (await loadSharp()).versions;
}

/** Buffers to transfer instead of copying. */
function buffersOf(result: DecoderResults[DecoderJob['kind']]): ArrayBuffer[] {
  const lists =
    'samples' in result ? [result.samples] : 'arrays' in result ? result.arrays.map(({ data }) => data) : [];
  return lists.flatMap((list) => (ArrayBuffer.isView(list) ? [list.buffer as ArrayBuffer] : []));
}
