import { basename } from 'node:path';
import { fileReason } from '../../disk/fileReason.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError } from '../types.ts';

/** What reading a label file beside images answers; errors name that file. Throws ImportError, Cancelled. */
export async function labelled<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ImportError || error instanceof Cancelled) throw error;
    throw new ImportError(`The labels in ${basename(path)}: ${fileReason(error)}.`);
  }
}
