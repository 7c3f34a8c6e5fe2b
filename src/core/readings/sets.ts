/** Training and test images in arrays of their own: `X_trn` and `X_tst`, `train_x` and `test_x`, `X` and `X_test`. */
import { joinedArrays, type NamedArray, type NamedText } from '../formats/namedArray.ts';

/** Arrays of several sets as one. */
export interface JoinedSets {
  /** Named "X_trn+X_tst". */
  readonly array: NamedArray;
  /** Names of the joined arrays. */
  readonly parts: readonly string[];
  /** Set of each image. */
  readonly sets: readonly string[];
  /** Vectors that exist for every set, joined alike. */
  readonly labels: readonly NamedText[];
}

const SETS = ['train', 'test', 'validation'] as const;

type SetName = (typeof SETS)[number];

const WORDS: readonly (readonly [RegExp, SetName])[] = [
  [/^(train|training|trn|tr|trainset)$/i, 'train'],
  [/^(test|testing|tst|te|ts|testset)$/i, 'test'],
  [/^(val|valid|validation|vld|dev)$/i, 'validation'],
];

interface SetOfName {
  /** The name without the word of the set, in lower case: "x" of "X_trn". */
  readonly base: string;
  /** Null without such a word. */
  readonly set: SetName | null;
}

/** Splits the name of an array at its signs and capitals. */
export function setOfName(name: string): SetOfName {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/^([A-Z])(train|test|val)/i, '$1 $2')
    .split(/[\s_.\-/]+/)
    .filter((word) => word !== '');
  const sets = words.map((word) => WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? null);
  const base = words.filter((_, n) => sets[n] === null).join('_');
  return { base: base.toLowerCase(), set: sets.find((set) => set !== null) ?? null };
}

/** Every group of image arrays that are the sets of one database. */
export function joinSets(arrays: readonly NamedArray[], texts: readonly NamedText[]): readonly JoinedSets[] {
  const groups = groupsOf(arrays);
  return groups.flatMap((group) => {
    const labels = groupsOf(texts).filter(
      (vectors) => vectors.length === group.length && vectors.every(({ set }, n) => set === group[n].set),
    );
    const joined = joinGroup(
      group.map(({ item }) => item),
      labels.map((vectors) => vectors.map(({ item }) => item)),
    );
    if (joined === null) return [];
    const { array, counts } = joined;
    const fitting = labels.filter((vectors) => vectors.every(({ item }, n) => item.values.length === counts[n]));
    return [
      {
        array,
        parts: group.map(({ item }) => item.name),
        sets: group.flatMap(({ set }, n) => new Array<string>(counts[n]).fill(set)),
        labels: fitting.map((vectors) => ({
          name: vectors.map(({ item }) => item.name).join('+'),
          values: vectors.flatMap(({ item }) => item.values),
        })),
      },
    ];
  });
}

interface InSet<T> {
  readonly item: T;
  readonly set: SetName;
}

/** Items of one base name in several sets, in the order train, test, validation. */
function groupsOf<T extends { readonly name: string }>(items: readonly T[]): InSet<T>[][] {
  const byBase = Map.groupBy(items, ({ name }) => setOfName(name).base);
  return [...byBase.values()].flatMap((group) => {
    const members = group.map((item) => ({ item, set: setOfName(item.name).set }));
    if (!members.some(({ set }) => set === 'test' || set === 'validation')) return [];
    // A plain name beside a set of tests holds the training images.
    const named = members.map(({ item, set }) => ({ item, set: set ?? ('train' as const) }));
    const sets = new Set(named.map(({ set }) => set));
    if (sets.size < 2 || sets.size < named.length) return [];
    return [named.sort((a, b) => SETS.indexOf(a.set) - SETS.indexOf(b.set))];
  });
}

/** The arrays along the only axis in which they may differ, with the number of images of each; null if none fits. */
function joinGroup(
  arrays: readonly NamedArray[],
  labels: readonly (readonly NamedText[])[],
): { readonly array: NamedArray; readonly counts: readonly number[] } | null {
  const [first] = arrays;
  const rank = first.dims.length;
  if (arrays.some(({ dims, fastest }) => dims.length !== rank || fastest !== first.fastest)) return null;
  const axes = [0, rank - 1].filter((axis) =>
    arrays.every(({ dims }) => dims.every((size, i) => i === axis || size === first.dims[i])),
  );
  const labelled = axes.find((axis) =>
    labels.some((vectors) => vectors.every(({ values }, n) => values.length === arrays[n].dims[axis])),
  );
  const slowest = first.fastest === 'first' ? rank - 1 : 0;
  const axis = labelled ?? (axes.length === 2 && rank > 2 ? slowest : axes[0]);
  if (axis === undefined) return null;
  const name = arrays.map((array) => array.name).join('+');
  return { array: joinedArrays(name, arrays, axis), counts: arrays.map(({ dims }) => dims[axis]) };
}
