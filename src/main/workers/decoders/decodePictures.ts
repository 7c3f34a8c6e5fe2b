/** Decodes compressed images with third-party decoders, in a thread that files share until an error occurs. */
import { FormatError } from '../../../core/formats/formatError.ts';
import type { Picture } from '../../../core/images/grey.ts';
import { loadSharp, webAssemblySharp } from '../../loadSharp.ts';
import { DecoderThread, ThreadLost, type ThreadOptions } from './decoderThread.ts';
import type { DecoderJob } from './decoderMessages.ts';

type PictureJob = Extract<DecoderJob, { kind: 'picture' }>;

/** Milliseconds after which an idle thread ends: a decoder with its libraries takes 60 MB. */
const IDLE = 5_000;

/** Decodes an image. Throws FormatError, Cancelled. */
export type DecodePicture = (job: Omit<PictureJob, 'kind'>, signal?: AbortSignal) => Promise<Picture>;

/**
 * A decoder whose thread is replaced after an error. If the thread is lost with several images in it, each of them is
 * decoded again in its own thread, so only the faulty one fails.
 */
export function pictureDecoder(options: ThreadOptions = {}): DecodePicture {
  let shared: DecoderThread | null = null;
  let end: NodeJS.Timeout | undefined;
  const current = (): DecoderThread => {
    clearTimeout(end);
    if (shared === null || shared.spent) shared = new DecoderThread(options);
    return shared;
  };
  const rest = (thread: DecoderThread): void => {
    if (thread !== shared || !thread.idle) return;
    clearTimeout(end);
    end = setTimeout(() => thread.retire(), IDLE);
    end.unref();
  };
  return async (image, signal) => {
    const job: PictureJob = { ...image, kind: 'picture', bytes: compactBytes(image.bytes) };
    await keepLibraries();
    const thread = current();
    try {
      return checked(await thread.ask(job, { signal }));
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      return checked(await alone(job, signal));
    } finally {
      rest(thread);
    }

    async function alone(again: PictureJob, stop?: AbortSignal): Promise<Picture> {
      const single = new DecoderThread(options);
      try {
        return await single.ask(again, { signal: stop });
      } catch (error) {
        throw error instanceof ThreadLost
          ? new FormatError(`expected a readable ${again.format} image, found a damaged one (${error.message})`)
          : error;
      } finally {
        single.retire();
      }
    }
  };
}

/** The application's decoder. */
export const decodePicture: DecodePicture = pictureDecoder();

/**
 * libvips must stay loaded while threads that use it come and go: on Linux the first thread to load it must be the last
 * to unload it (sharp's documentation, "Worker threads"). The WebAssembly build is per thread.
 */
async function keepLibraries(): Promise<void> {
  if (!webAssemblySharp) await loadSharp();
}

/** Bytes in their own buffer: transferring a view would transfer the whole pool. */
function compactBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
}

/** Validates the result of a third-party decoder. Throws FormatError. */
function checked(picture: Picture): Picture {
  const { rows, cols, channels, samples } = picture;
  if (samples.length !== rows * cols * channels) {
    throw new FormatError(`expected ${rows} × ${cols} × ${channels} samples of the decoder, found ${samples.length}`);
  }
  return picture;
}
