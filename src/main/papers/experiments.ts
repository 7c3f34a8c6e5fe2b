/** The experiments of the papers in a workspace: their states, their data, their stored results. */
import type { DatasetSummary } from '../../core/contract/datasets.ts';
import type { PaperDataState, PaperExperiment, PaperResultSummary } from '../../core/contract/papers.ts';
import { DATABASES, recognise, type Database, type DatabaseId } from '../../core/papers/databases.ts';
import {
  SIZES,
  type DataChoice,
  type Experiment,
  type PublishedTable,
  type Size,
  type StudyExperiment,
} from '../../core/papers/experiment.ts';
import { paperFormats, resultName, type PaperFormat } from '../../core/papers/export/formats.ts';
import { resultCsv, resultLatex, resultMarkdown, resultSvg } from '../../core/papers/export/resultFile.ts';
import { PAPERS } from '../../core/papers/papers.ts';
import type { ExperimentRecord } from '../../core/papers/record.ts';
import { experiments } from '../../core/papers/registry.ts';
import { verdictOf } from '../../core/papers/verdict.ts';
import { protocolSchema } from '../../core/protocols/registry.ts';
import { conditionsOf } from '../../core/study/spec/conditions.ts';
import { fileNamed } from '../../core/text/mediaTypes.ts';
import { listed } from '../../core/text/phrases.ts';
import { pngOf } from '../export/figureFile.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Why an experiment cannot be run or shown: one sentence. */
export class ExperimentError extends Error {
  override readonly name = 'ExperimentError';
}

/** Every experiment with its required data, the matching datasets of the workspace, and its stored results. */
export function experimentStates({ datasets, papers }: Workspace): PaperExperiment[] {
  const summaries = datasets.list();
  const records = papers.list();
  return experiments.map((experiment) =>
    stateOf(
      experiment,
      summaries,
      records.filter((record) => record.experiment === experiment.id),
    ),
  );
}

function stateOf(
  experiment: Experiment,
  datasets: readonly DatasetSummary[],
  records: readonly ExperimentRecord[],
): PaperExperiment {
  const { id, kind, paper, item, title, description, sizes, published, rule, differences } = experiment;
  const data = experiment.data.map((choice) => dataState(choice, datasets));
  const ready = data.length === 0 || data.some(({ dataset }) => dataset !== null);
  const { authors, year, title: paperTitle } = PAPERS[paper];
  return {
    ...{ id, kind, paper, item, title, description, sizes, published, rule, differences, data, paperTitle },
    source: `${authors} ${year}`,
    state: kind === 'missing' ? 'missing' : ready ? 'ready' : 'no-data',
    why: kind === 'missing' ? experiment.why : null,
    results: records.map(summaryOf),
    ...(kind === 'study' && experiment.numbers && { table: publishedTable(experiment, experiment.numbers) }),
  };
}

function publishedTable(
  { published, spec }: StudyExperiment,
  { database, conditions, rows, from }: PublishedTable,
): PaperExperiment['table'] {
  const protocol = protocolSchema.parse(spec('full', database).protocol);
  const titles = new Map(conditionsOf(protocol).map(({ key, title }) => [key, title]));
  const where = published.find(({ what }) => what in rows)?.where ?? '';
  return { head: conditions.map((key) => titles.get(key) ?? key), rows, where: from ? `${where} (${from})` : where };
}

function dataState({ database, standIn }: DataChoice, datasets: readonly DatasetSummary[]): PaperDataState {
  const { title, images, subjects, rows, cols, hash, from, importing }: Database = DATABASES[database];
  const match = recognised(database, datasets);
  return {
    ...{ database, title, images, subjects, rows, cols, from, importing },
    hash: hash ?? null,
    standIn: standIn === true,
    dataset: match && { name: match.dataset.name, by: match.by },
  };
}

/** The dataset that matches a database, preferably by its pixel hash; null if none does. */
function recognised(
  database: DatabaseId,
  datasets: readonly DatasetSummary[],
): { dataset: DatasetSummary; by: 'hash' | 'counts' } | null {
  const all = datasets.flatMap((dataset) => {
    const by = recognise(database, dataset);
    return by ? [{ dataset, by }] : [];
  });
  return all.find(({ by }) => by === 'hash') ?? all[0] ?? null;
}

function summaryOf({ size, data, result, at, seconds }: ExperimentRecord): PaperResultSummary {
  const standIn = data?.standIn ?? false;
  const { checks } = result;
  return {
    ...{ size, at, seconds, standIn },
    database: data?.database ?? null,
    verdict: verdictOf(checks, standIn),
    holds: checks.filter(({ holds }) => holds).length,
    checks: checks.length,
  };
}

/** The images that an experiment runs on. */
export interface ExperimentData {
  readonly database: DatabaseId;
  readonly standIn: boolean;
  readonly dataset: DatasetSummary;
}

/** The first of the databases that the workspace has. Throws ExperimentError if it has none of them. */
export function dataOf({ datasets }: Workspace, choices: readonly DataChoice[]): ExperimentData {
  const summaries = datasets.list();
  for (const { database, standIn = false } of choices) {
    const match = recognised(database, summaries);
    if (match) return { database, standIn, dataset: match.dataset };
  }
  const titles = listed(choices.map(({ database }) => DATABASES[database].title));
  const { importing } = DATABASES[choices[0].database];
  throw new ExperimentError(`The workspace has no dataset that is ${titles}. Import it: ${importing}`);
}

export interface ResultQuery {
  readonly size?: Size | undefined;
  readonly database?: DatabaseId | null | undefined;
}

/** A stored result: at full size if there is one, then on the preferred database. null if there is none. */
export function storedResult(
  { papers }: Workspace,
  { id, data }: Experiment,
  { size, database }: ResultQuery,
): ExperimentRecord | null {
  const placeOf = (record: ExperimentRecord): number =>
    data.findIndex((choice) => choice.database === record.data?.database);
  const [best = null] = papers
    .list()
    .filter((record) => record.experiment === id && (size === undefined || record.size === size))
    .filter((record) => data.length === 0 || (database ?? record.data?.database) === record.data?.database)
    .sort((a, b) => SIZES.indexOf(b.size) - SIZES.indexOf(a.size) || placeOf(a) - placeOf(b));
  return best;
}

/** A stored result as a file. Throws ExperimentError if it has no figure, or no table. */
export async function resultFile(
  experiment: Experiment,
  record: ExperimentRecord,
  id: PaperFormat,
  theme: 'light' | 'dark',
): Promise<File> {
  const { ending } = paperFormats.find((format) => format.id === id)!;
  const { result } = record;
  const drawn = (): string => {
    const svg = resultSvg(result, theme);
    if (svg === null)
      throw new ExperimentError(`"${experiment.title}" has no figure; its tables are LaTeX, CSV or Markdown.`);
    return svg;
  };
  const latex = (): string => {
    if (result.tables.length === 0)
      throw new ExperimentError(`"${experiment.title}" has no table; its figure is SVG or PNG.`);
    return resultLatex(experiment, result);
  };
  const write: Readonly<Record<PaperFormat, () => string | Promise<Uint8Array>>> = {
    svg: drawn,
    png: () => pngOf(drawn()),
    latex,
    csv: () => resultCsv(result),
    markdown: () => resultMarkdown(record),
    json: () => `${JSON.stringify(record, null, 2)}\n`,
  };
  return fileNamed(`${resultName(record)}${ending}`, await write[id]());
}
