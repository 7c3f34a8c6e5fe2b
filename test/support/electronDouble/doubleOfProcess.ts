/** The one double of a process: set by its entry before the application is imported. */
import type { ElectronDouble } from './electronDouble.ts';

let current: ElectronDouble | null = null;

export function setDouble(double: ElectronDouble): void {
  current = double;
}

export function doubleOfProcess(): ElectronDouble {
  if (current === null) throw new Error('The double of electron has not been made');
  return current;
}
