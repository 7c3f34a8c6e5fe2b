/**
 * Replaces vitest, except `expect`, for tests of the core: tests are collected once and run as often as needed. Test
 * files that use snapshots or `vi` are excluded, because both are missing.
 */
type Body = (...parameters: unknown[]) => unknown;

interface Suite {
  readonly name: string;
  readonly around: Suite | null;
  /** Run once, before the first test of the suite. */
  readonly beforeAll: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
}

export interface CollectedTest {
  readonly name: string;
  /** Throws the error of the test. */
  readonly run: () => Promise<void>;
}

const suiteOf = (name: string, around: Suite | null): Suite => ({
  name,
  around,
  beforeAll: [],
  beforeEach: [],
  afterEach: [],
});

let current = suiteOf('', null);
let collected: CollectedTest[] = [];

/** The tests that a file declares when it is loaded. */
export async function collect(load: () => Promise<unknown>): Promise<readonly CollectedTest[]> {
  current = suiteOf('', null);
  collected = [];
  await load();
  return collected;
}

/** From the outermost to the suite itself. */
const lineage = (suite: Suite): readonly Suite[] =>
  suite.around === null ? [suite] : [...lineage(suite.around), suite];

async function runIn(suite: Suite, body: Body, parameters: readonly unknown[]): Promise<void> {
  const suites = lineage(suite);
  for (const { beforeAll: hooks } of suites) for (const hook of hooks.splice(0)) await hook();
  for (const { beforeEach: hooks } of suites) for (const hook of hooks) await hook();
  try {
    await body(...parameters);
  } finally {
    for (const { afterEach: hooks } of suites.toReversed()) for (const hook of hooks) await hook();
  }
}

/** Options may precede the body, a time limit may follow it; neither counts here. */
const bodyOf = (rest: readonly unknown[]): Body => rest.find((part) => typeof part === 'function') as Body;

type Each = (cases: readonly unknown[]) => (name: string, ...rest: unknown[]) => void;
type Declare = ((name: string, ...rest: unknown[]) => void) & { readonly each: Each };

const withEach = (declare: (name: string, body: Body, parameters: readonly unknown[]) => void): Declare =>
  Object.assign((name: string, ...rest: unknown[]) => declare(name, bodyOf(rest), []), {
    each:
      (cases: readonly unknown[]) =>
      (name: string, ...rest: unknown[]) =>
        cases.forEach((one, place) =>
          declare(`${name} (${place + 1})`, bodyOf(rest), Array.isArray(one) ? (one as unknown[]) : [one]),
        ),
  });

export const it = withEach((name, body, parameters) => {
  const suite = current;
  const names = [...lineage(suite).map((one) => one.name), name].filter((part) => part !== '');
  collected.push({ name: names.join(' > '), run: () => runIn(suite, body, parameters) });
});

export const describe = withEach((name, body, parameters) => {
  current = suiteOf(name, current);
  body(...parameters);
  current = current.around!;
});

export const beforeAll = (hook: Body): unknown => current.beforeAll.push(hook);
export const beforeEach = (hook: Body): unknown => current.beforeEach.push(hook);
export const afterEach = (hook: Body): unknown => current.afterEach.push(hook);
