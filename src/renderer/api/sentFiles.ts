/** Files selected in the browser, encoded for messages. */
import type { SentFile } from '../../core/contract/files.ts';

/** Maximum bytes of all files together: a message has at most 32 MiB, and base64 takes four bytes for three. */
const MOST = 22 * 2 ** 20;

/** Throws an Error of one sentence for files that are too large for a message. */
export async function sentFiles(files: readonly File[]): Promise<SentFile[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > MOST) {
    throw new Error(
      `The files have ${Math.ceil(size / 2 ** 20)} MiB; the page takes up to ${MOST / 2 ** 20} MiB. Use the command line for larger ones.`,
    );
  }
  return Promise.all(
    files.map(async (file) => ({ name: file.webkitRelativePath || file.name, content: await base64Of(file) })),
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((done, refuse) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => refuse(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
