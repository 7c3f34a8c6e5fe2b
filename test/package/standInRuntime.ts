/**
 * A made-up distribution of Electron for Linux: Node as the executable, with a fuse wire as Electron's has it. What
 * packages it looks at names and fuses alone.
 */
import { appendFileSync, chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The fuses of Electron 45 as it is distributed, in the order of the wire; '1' is on. */
const DISTRIBUTED = '101001011';

interface Asar {
  readonly createPackage: (from: string, to: string) => Promise<void>;
}

/** Writes the distribution of this version into a folder. */
export async function writeStandInRuntime(folder: string, version: string, packaging: string): Promise<void> {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const executable = join(folder, 'electron');
  copyFileSync(process.execPath, executable);
  // Version of the wire, number of fuses, fuses.
  const head = Uint8Array.of(1, DISTRIBUTED.length);
  appendFileSync(executable, Buffer.concat([Buffer.from(SENTINEL), head, Buffer.from(DISTRIBUTED)]));
  chmodSync(executable, 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const locale of ['de', 'en-US', 'fr']) writeFileSync(join(folder, 'locales', `${locale}.pak`), '');
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'icudtl.dat', 'resources.pak']) {
    writeFileSync(join(folder, name), '');
  }
  const shown = mkdtempSync(join(tmpdir(), 'eigenbench-default-'));
  writeFileSync(join(shown, 'main.js'), '');
  const { createPackage } = createRequire(join(packaging, 'package.json'))('@electron/asar') as Asar;
  await createPackage(shown, join(folder, 'resources', 'default_app.asar'));
  rmSync(shown, { recursive: true });
}
