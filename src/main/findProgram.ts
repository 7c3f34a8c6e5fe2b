import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the path has a program of this name; null where it has none. */
export function findProgram(name: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  const places = (environment['PATH'] ?? '').split(delimiter).filter((place) => place !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return places.flatMap((place) => endings.map((ending) => join(place, name + ending))).find(isExecutable) ?? null;
}

/** Whether this is a file that may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
