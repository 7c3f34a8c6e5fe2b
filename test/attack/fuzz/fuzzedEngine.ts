/** An engine on a small workspace with a finished study, for calls of every kind. */
import { join } from 'node:path';
import { openEngine, type Engine } from '../../../src/main/engine/engine.ts';
import { writeOrlFolder } from '../../support/orlFolder.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import type { Hints } from './contract.ts';

export interface FuzzedEngine {
  readonly engine: Engine;
  /** What fields of calls may name there. */
  readonly hints: Hints;
}

/** Opens it in an empty folder. */
export async function fuzzedEngine(folder: string): Promise<FuzzedEngine> {
  writeOrlFolder(join(folder, 'orl'));
  const engine = await openEngine({
    workspacePath: join(folder, 'w.eigenbench'),
    host: 'browser',
    roots: [folder],
    workers: 1,
    log: 'none',
  });
  engine.addDataset('faces', smallDataset(), 'drawn');
  const spec = {
    name: 'study',
    dataset: 'faces',
    protocol: { kind: 'random' as const, trainPerSubject: [2], repeats: 2 },
    methods: [{ method: 'pca' }, { method: '2dpca' }],
  };
  const { id } = await engine.client.studies.create({ spec });
  await engine.client.studies.run({ id });
  for await (const { state } of await engine.client.studies.watch({ id })) if (state === 'finished') break;
  const token = engine.grant(join(folder, 'orl'));
  const hints = {
    id: [1, 1, 1, 2],
    ids: [[1], [1, 1]],
    of: [
      { id: 1, index: [0, 1] },
      { token, count: 2 },
    ],
    index: [[0], [1, 2], [10_000]],
    maxSide: [32],
    token: [token],
    latent: [[2], [3, 3]],
    axes: [[1, 2]],
    settings: [{}],
    figure: [{ kind: 'curves', condition: 'k=2' }, { kind: 'ranks' }],
    name: ['faces', 'others', 'third'],
    label: ['PCA', '2DPCA', 'GLRAM'],
    first: ['PCA'],
    second: ['2DPCA', 'PCA'],
    condition: ['k=2', 'k=9'],
    repeat: [1, 2, 3],
    shape: [[1], [2], [1, 2]],
    size: [null, { rows: 8, cols: 8 }],
    method: ['pca', 'ppca', 'nothing'],
    near: [null, 0.99],
    spec: [spec, { ...spec, name: 'another' }, { ...spec, protocol: { ...spec.protocol, repeats: 3 } }],
    steps: [[{ kind: 'resize', rows: 8, cols: 8 }], [{ kind: 'equalise' }]],
    recipe: [undefined, {}],
    options: [{}, { measure: 'error-rate' }],
    beside: [[], [1]],
  };
  return { engine, hints };
}
