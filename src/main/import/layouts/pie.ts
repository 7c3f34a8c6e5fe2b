/**
 * The poses of the PIE database as distributed by Deng Cai: `Pose05_64x64.mat` … with `fea`, `gnd` and `isTest`, the
 * half that his experiments test on.
 */
import type { NamedArray } from '../../../core/formats/namedArray.ts';

/** Name of the variable that flags test images, in lower case. */
export const TEST_FLAG = 'istest';

/** Pose and set of each image, from the name of the file and the flags; an empty object if neither is known. */
export function pieAttributes(
  file: string,
  arrays: readonly NamedArray[],
  count: number,
): readonly Readonly<Record<string, string>>[] {
  const pose = poseOf(file);
  const flags = arrays.find(({ name }) => name.toLowerCase() === TEST_FLAG)?.data;
  return Array.from({ length: count }, (_, n) => ({
    ...(pose !== null && { pose }),
    ...(flags?.length === count && { set: flags[n] === 1 ? 'test' : 'train' }),
  }));
}

/** The camera number in the name of a file; null for other names. */
export function poseOf(file: string): string | null {
  return /^Pose(\d\d)_/i.exec(file)?.[1] ?? null;
}
