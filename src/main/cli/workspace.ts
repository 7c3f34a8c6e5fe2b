import { homedir } from 'node:os';
import { say } from './terminal.ts';
import type { Engine } from '../engine/engine.ts';
import { Failure } from './errors.ts';

export interface WorkspaceOptions {
  readonly workspace?: string;
  readonly workers?: number;
  /** Folders that a page may import from. @default the home folder */
  readonly roots?: readonly string[];
}

/** Opens the workspace, lends the engine to `use`, and closes it whatever happens. */
export async function withEngine<T>(options: WorkspaceOptions, use: (engine: Engine) => Promise<T>): Promise<T> {
  const [{ openEngine }, { defaultWorkspacePath }] = await Promise.all([
    import('../engine/engine.ts'),
    import('../workspace/location.ts'),
  ]);
  const engine = await openEngine({
    workspacePath: options.workspace ?? defaultWorkspacePath(),
    host: 'browser',
    roots: options.roots ?? [homedir()],
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  for (const notice of engine.notices) say(notice);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** The dataset of this name. Throws Failure that names those which there are. */
export async function findDataset(engine: Engine, name: string) {
  const datasets = await engine.client.datasets.list();
  const dataset = datasets.find((candidate) => candidate.name === name);
  if (dataset) return dataset;
  const names = datasets.map((candidate) => `"${candidate.name}"`).join(', ');
  throw new Failure(
    `There is no dataset "${name}": ${names === '' ? 'the workspace has none' : `there are ${names}`}.`,
  );
}

/** The study of this name. Throws Failure that names those which there are. */
export async function findStudy(engine: Engine, name: string) {
  const studies = await engine.client.studies.list();
  const study = studies.find((candidate) => candidate.name === name);
  if (study) return study;
  const names = studies.map((candidate) => `"${candidate.name}"`).join(', ');
  throw new Failure(`There is no study "${name}": ${names === '' ? 'the workspace has none' : `there are ${names}`}.`);
}

/** The ids of the studies of these names. Throws Failure as `findStudy`. */
export async function findStudies(engine: Engine, names: readonly string[]): Promise<number[]> {
  const studies = await Promise.all(names.map((name) => findStudy(engine, name)));
  return studies.map(({ id }) => id);
}
