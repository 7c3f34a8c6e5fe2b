import { join } from 'node:path';
import { datasetHash } from '../../../core/images/datasetHash.ts';
import { methods } from '../../../core/methods/registry.ts';
import { generateFaces } from '../../../core/synthetic/faces.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ImportedDataset } from '../../import/types.ts';
import { dataFolder } from '../../dataFolder.ts';
import { demoStudy } from '../demoStudy.ts';
import { Failure } from '../errors.ts';
import { runStudy } from '../runStudy.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { print, say } from '../terminal.ts';

const DATASET = 'drawn faces';
const STUDY = 'Demo: drawn faces';

/**
 * eigenbench demo: draws faces, compares all methods on them, prints the table, leaves a workspace to look around in.
 */
export async function demoCommand(options: WorkspaceOptions): Promise<void> {
  const workspace = options.workspace ?? join(dataFolder(), 'demo.eigenbench');
  const from = performance.now();
  await withEngine({ ...options, workspace }, async (engine) => {
    const { client } = engine;
    say(`Workspace: ${workspace}`);
    const hash = await ensureFaces(engine, say);
    const existing = (await client.studies.list()).find((study) => study.name === STUDY);
    const study = existing
      ? await client.studies.get({ id: existing.id })
      : await client.studies.create({ spec: demoStudy(STUDY, DATASET) });
    say(
      study.state === 'finished'
        ? 'The study is there already; this is its table.'
        : `Comparing ${study.methods.length} methods: ${study.cells.total} cells.`,
    );
    const left = methods.filter(({ demanding }) => demanding).map(({ title }) => title);
    if (left.length > 0) say(`Left out, as one fit of them takes seconds: ${left.join(', ')}.`);
    const { failed } = await runStudy(engine, study, { json: false });
    const table = await client.studies.export({ id: study.id, format: 'text' });
    print(`\n${(await table.text()).trimEnd()}\n\n`);
    if (failed.length > 0) throw new Failure(`${failed.length} cells failed, the first one: ${failed[0].reason}`);
    say(`${((performance.now() - from) / 1000).toFixed(1)} s; pixels ${hash.slice(0, 12)}.`);
    say(`Look at it in the application: npm start -- --workspace "${workspace}"`);
  });
}

/** Puts the faces into the workspace unless they are there; answers their hash. */
async function ensureFaces(engine: Engine, say: (sentence: string) => void): Promise<string> {
  const existing = (await engine.client.datasets.list()).find((dataset) => dataset.name === DATASET);
  if (existing) return existing.hash;
  const dataset = drawnFaces();
  engine.addDataset(DATASET, dataset, 'generated');
  const { count, rows, cols } = dataset.images;
  say(`Drew ${count} faces of ${new Set(dataset.subjects).size} subjects, ${rows} rows × ${cols} columns.`);
  return dataset.hash;
}

function drawnFaces(): ImportedDataset {
  const { images, labels, subjects } = generateFaces();
  const names = Array.from(labels, (label) => subjects[label]);
  const number = new Map<string, number>();
  const files = names.map((name) => {
    const next = (number.get(name) ?? 0) + 1;
    number.set(name, next);
    return `${name}/${next}`;
  });
  const { rows, cols, count } = images;
  const pixels = Uint8Array.from(images.data);
  return {
    layout: 'generated',
    images: { rows, cols, count, pixels },
    subjects: names,
    files,
    attributes: files.map(() => ({})),
    problems: [],
    hash: datasetHash({ rows, cols, count, pixels }, names),
  };
}
