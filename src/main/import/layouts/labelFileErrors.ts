import { basename } from 'node:path';
import { fileReason } from '../../disk/fileReason.ts';
import { Cancelled } from '../../cancelled.ts';
import { ImportError } from '../types.ts';

/** The result of reading a label file next to the images; errors name that file. Throws ImportError, Cancelled. */
export async function labelled<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ImportError || error instanceof Cancelled) throw error;
    throw new ImportError(`The labels in ${basename(path)}: ${fileReason(error)}.`);
  }
}
