/**
 * What tests of the core ask of vitest, for the runner beside this file: they are collected once, and run as often as
 * a change of the sources asks for it. What is missing here (snapshots, `vi`) keeps a file of tests out.
 */
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend, chai } from '@vitest/expect';
import * as matchers from '@vitest/expect';

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
  /** Throws what the test throws. */
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

/** Loads a file of tests, and gives those that it declares. */
export async function collect(url: string): Promise<readonly CollectedTest[]> {
  current = suiteOf('', null);
  collected = [];
  await import(url);
  return collected;
}

/** From the outermost to the suite itself. */
const lineage = (suite: Suite): readonly Suite[] =>
  suite.around === null ? [suite] : [...lineage(suite.around), suite];

async function runIn(suite: Suite, body: Body, parameters: readonly unknown[]): Promise<void> {
  const suites = lineage(suite);
  for (const { beforeAll } of suites) for (const hook of beforeAll.splice(0)) await hook();
  for (const { beforeEach } of suites) for (const hook of beforeEach) await hook();
  try {
    await body(...parameters);
  } finally {
    for (const { afterEach } of suites.toReversed()) for (const hook of afterEach) await hook();
  }
}

/** Options may stand before the body, a time after it; neither counts here. */
const bodyOf = (rest: readonly unknown[]): Body => rest.find((part) => typeof part === 'function') as Body;

const withEach = (declare: (name: string, body: Body, parameters: readonly unknown[]) => void) =>
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
  const names = [...lineage(suite).map((each) => each.name), name].filter((part) => part !== '');
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

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

const asymmetric = (globalThis as Record<symbol, unknown>)[matchers.ASYMMETRIC_MATCHERS_OBJECT];
export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect, {
  ...(asymmetric as object),
  unreachable: (message = 'this') => chai.assert.fail(`${message} was not to be reached`),
});
Object.defineProperty(globalThis, matchers.GLOBAL_EXPECT, { value: expect });
