/** Folders of the predefined sets of a database: `train/s1/1.png`, `test/s1/2.png`. */

const SETS: Readonly<Record<string, string>> = {
  train: 'train',
  training: 'train',
  test: 'test',
  testing: 'test',
  val: 'validation',
  valid: 'validation',
  validation: 'validation',
  gallery: 'gallery',
  probe: 'probe',
  query: 'probe',
};

/** A path below its set; null for files in no folder of a set. */
export interface InSet {
  readonly set: string | null;
  readonly file: string;
}

/** The set of each path by its first folder, where the paths name at least two sets; else all are in none. */
export function setsOf(files: readonly string[]): readonly InSet[] {
  const split = files.map((file): InSet => {
    const slash = file.indexOf('/');
    const set = slash < 0 ? undefined : SETS[file.slice(0, slash).toLowerCase()];
    return set === undefined ? { set: null, file } : { set, file: file.slice(slash + 1) };
  });
  const found = new Set(split.map(({ set }) => set).filter((set) => set !== null));
  return found.size >= 2 ? split : files.map((file) => ({ set: null, file }));
}
