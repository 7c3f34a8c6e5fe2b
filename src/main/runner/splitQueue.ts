/** The open cells of a study, dealt out so that the cells of one split meet in one worker, where they share work. */

interface Group<T> {
  readonly split: string;
  readonly entries: T[];
  lanes: number;
}

export interface SplitQueue<T> {
  readonly add: (entry: T) => void;
  /**
   * The next entry for a lane: of the split that it is at, else of the first split that no lane is at, else of the
   * first split that has any. Undefined when nothing is left.
   */
  readonly take: (lane: number) => T | undefined;
}

/** Entries come in the order in which they should run; `splitOf` names the split of an entry. */
export function splitQueue<T>(entries: readonly T[], splitOf: (entry: T) => string): SplitQueue<T> {
  const groups = new Map<string, Group<T>>();
  const at = new Map<number, Group<T>>();

  const add = (entry: T): void => {
    const split = splitOf(entry);
    const group = groups.get(split);
    if (group) group.entries.push(entry);
    else groups.set(split, { split, entries: [entry], lanes: 0 });
  };

  /** No more than one split a lane is looked at: groups without entries are gone. */
  const choose = (): Group<T> | undefined => {
    for (const group of groups.values()) if (group.lanes === 0) return group;
    return groups.values().next().value;
  };

  entries.forEach(add);
  return {
    add,
    take(lane) {
      let group = at.get(lane);
      if (!group?.entries.length) {
        if (group) group.lanes--;
        group = choose();
        if (!group) {
          at.delete(lane);
          return undefined;
        }
        group.lanes++;
        at.set(lane, group);
      }
      const entry = group.entries.shift();
      if (group.entries.length === 0) groups.delete(group.split);
      return entry;
    },
  };
}
