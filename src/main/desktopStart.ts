/** Records how the desktop application was last started; the command line starts it again that way. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFolder } from './dataFolder.ts';
import { OWN_FILE } from './disk/privateFile.ts';
import { writeFile } from './disk/writeFile.ts';

/**
 * Exit code of an application that has already reported why it ends: npm start neither repeats it nor tries a browser.
 */
export const TOLD = 3;

const schema = z.object({ executable: z.string().min(1), parameters: z.array(z.string()) });
export type DesktopStart = z.infer<typeof schema>;

const file = (): string => join(dataFolder(), 'shell', 'started.json');

/** Records a start; the folder must exist. A write error does not prevent the start. */
export function writeStart(start: DesktopStart): void {
  try {
    writeFile(file(), JSON.stringify(start), { mode: OWN_FILE });
  } catch {
    // `eigenbench open` then falls back to the installers' locations.
  }
}

/** How to start the application: as last started, or from its installed location; null if it is not installed. */
export function findDesktop(): DesktopStart | null {
  const installed = installedPlaces().map((executable): DesktopStart => ({ executable, parameters: [] }));
  return [readStart(), ...installed].find((start) => start !== null && existsSync(start.executable)) ?? null;
}

function readStart(): DesktopStart | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file(), 'utf8')));
  } catch {
    return null;
  }
}

/** Install locations used by packaging/electron-builder.yml. */
function installedPlaces(): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', join(homedir(), 'Applications')].map((folder) =>
        join(folder, 'Eigenbench.app/Contents/MacOS/Eigenbench'),
      );
    case 'win32':
      return ['eigenbench', 'Eigenbench'].map((folder) =>
        join(process.env['LOCALAPPDATA'] ?? homedir(), 'Programs', folder, 'Eigenbench.exe'),
      );
    default:
      return ['/opt/Eigenbench/eigenbench-desktop'];
  }
}
