import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Location of a program on the PATH; null if it is not there. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const places = (environment['PATH'] ?? '').split(delimiter).filter((place) => place !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return places.flatMap((place) => endings.map((ending) => join(place, name + ending))).find(isExecutable) ?? null;
}

/** Whether this is an executable file. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
