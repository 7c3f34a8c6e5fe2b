/** A double of electron for each test, and modules of the shell that are loaded on it. */
import { vi } from 'vitest';
import {
  electronDouble,
  type DoubleOptions,
  type ElectronDouble,
} from '../../support/electronDouble/electronDouble.ts';

/** A double that modules imported from now on get for `electron`; ready unless said otherwise. */
export function onDouble(options: DoubleOptions & { readonly ready?: boolean } = {}): ElectronDouble {
  const double = electronDouble(options);
  vi.resetModules();
  vi.doMock('electron', () => double.module);
  if (options.ready ?? true) double.lifecycle.makeReady();
  return double;
}
