/** A supervised engine that tests can make hang or end, and the study that it computes meanwhile. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { StudyEnd } from '../../../src/core/contract/activity.ts';
import { inThread, superviseEngine, type SupervisedEngine } from '../../../src/main/engineThread/supervisor.ts';
import { openWorkspace } from '../../../src/main/workspace/workspace.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import type { Fault, Order } from './workers/faulty.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from '../runner/bench.ts';

/** Cells of the study, where it has its 8 repeats. */
export const TOTAL = 24;

export interface Supervised {
  readonly engine: SupervisedEngine;
  readonly workspacePath: string;
  readonly study: number;
  /** Tells the engine what it shall suffer once so many cells are done; resolves when it has heard that. */
  readonly order: (fault: Fault, cells?: number) => Promise<void>;
  readonly restarts: string[];
  readonly lost: string[];
  readonly ends: StudyEnd[];
}

export function makeWorkspace(
  folder: string = temporaryFolder(),
  repeats = 8,
): { workspacePath: string; study: number } {
  const workspacePath = join(folder, 'w.eigenbench');
  const workspace = openWorkspace(workspacePath);
  const spec = specWith({
    protocol: { kind: 'random', trainPerSubject: [2], repeats },
    methods: [{ method: 'pca' }, { method: 'ppca' }, { method: 'bppca' }],
  });
  const study = createStudy(workspace, spec);
  workspace.close();
  return { workspacePath, study };
}

/** A workspace with a study of three methods, and an engine on it that ends with the test. */
export function supervised(patience = 60_000, repeats = 8): Supervised {
  const { close, ...rest } = supervisedIn(temporaryFolder(), patience, repeats);
  onTestFinished(close);
  return rest;
}

/** The same in a folder, until it is closed. */
export function supervisedIn(
  folder: string,
  patience = 60_000,
  repeats = 8,
): Supervised & { readonly close: () => Promise<void> } {
  const { workspacePath, study } = makeWorkspace(folder, repeats);
  const channel = randomUUID();
  // Threads have a copy of the environment; those of one test follow one another.
  process.env['EIGENBENCH_TEST_ORDERS'] = channel;
  const orders = new BroadcastChannel(channel);
  const restarts: string[] = [];
  const lost: string[] = [];
  const ends: StudyEnd[] = [];
  const engine = superviseEngine({
    open: { workspacePath, host: 'browser', roots: [], workers: 2 },
    start: inThread(new URL('./workers/faulty.ts', import.meta.url)),
    patience,
    onRestart: (sentence) => restarts.push(sentence),
    onLost: (sentence) => lost.push(sentence),
    onStudyEnd: (end) => ends.push(end),
  });
  const order = (fault: Fault, cells = 0): Promise<void> =>
    new Promise((heard) => {
      orders.onmessage = () => heard();
      orders.postMessage({ fault, cells, workspacePath } satisfies Order);
    });
  const close = async (): Promise<void> => {
    await engine.close();
    orders.close();
  };
  return { engine, workspacePath, study, order, restarts, lost, ends, close };
}

/** What the study gives when nothing happens to it. */
export async function undisturbed(folder: string): Promise<unknown> {
  const { workspacePath, study } = makeWorkspace(folder);
  const bench = openBench(workspacePath, 2);
  await runToEnd(bench, study);
  const outcome = outcomeOf(bench.workspace, study);
  await bench.close();
  return outcome;
}

/** What a workspace that is no longer open holds of its study. */
export function storedOutcome(workspacePath: string, study: number): unknown {
  const workspace = openWorkspace(workspacePath);
  try {
    return outcomeOf(workspace, study);
  } finally {
    workspace.close();
  }
}
