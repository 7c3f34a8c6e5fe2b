/** eigenbench papers: runs the experiments of the papers and compares the results with the published ones. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { PaperEvent, PaperExperiment, PaperResultSummary } from '../../../../core/contract/papers.ts';
import type { DatabaseId } from '../../../../core/papers/databases.ts';
import type { Size } from '../../../../core/papers/experiment.ts';
import { paperFormats, resultName } from '../../../../core/papers/export/formats.ts';
import { reproductionPages, RESULTS } from '../../../../core/papers/export/reproductionPages.ts';
import { experimentRecordSchema, type ExperimentRecord } from '../../../../core/papers/record.ts';
import { experiments } from '../../../../core/papers/registry.ts';
import { VERDICTS, type Verdict } from '../../../../core/papers/verdict.ts';
import { makeFolder } from '../../../disk/folders.ts';
import { writeFile } from '../../../disk/writeFile.ts';
import type { Engine } from '../../../engine/engine.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { Failure, UsageError } from '../../errors.ts';
import { duration } from '../../progress.ts';
import { putFile, endingOf } from '../../files/writeOut.ts';
import { readJson } from '../../files/textFile.ts';
import { withEngine, withNewEngine, withScratchEngine, workspacePath } from '../../workspace.ts';
import { followStream } from '../followStream.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type {
  declarePapersList,
  declarePapersRun,
  declarePapersShow,
  declarePapersExport,
  declarePapersReport,
} from '../../declarations/paperCommands.ts';
import { columns } from '../../options/textColumns.ts';

/** Size and database of a run or of a stored result. Without a size, results at full size are preferred. */
interface ResultChoice {
  readonly size?: Size;
  readonly on?: DatabaseId;
}

function resultQuery(id: string, { size, on }: ResultChoice) {
  return { id, ...(size && { size }), ...(on && { database: on }) };
}

/** Lists the experiments with their state; without a workspace, as if nothing had been imported. */
export async function papersListCommand({ json, ...options }: OptionsOf<typeof declarePapersList>): Promise<void> {
  const lend = existsSync(await workspacePath(options)) ? withEngine : withScratchEngine;
  const list = await lend(options, (engine) => engine.client.papers.list());
  if (json) return printJson(list);
  const lines = list.map(({ id, source, item, title, results, ...experiment }) => [
    ...[id, source, item, title],
    dataText(experiment),
    results.length === 0 ? '–' : results.map(verdictText).join('; '),
  ]);
  print(columns(['id', 'paper', 'item', 'title', 'data', 'result'], lines));
}

function dataText({ state, data }: Pick<PaperExperiment, 'state' | 'data'>): string {
  if (state === 'missing') return 'not made';
  if (data.length === 0) return 'draws its own';
  const available = data.filter(({ dataset }) => dataset !== null);
  if (available.length === 0) return `missing: ${data.map(({ database }) => database).join(', ')}`;
  return available.map(({ database, standIn }) => `${database}${standIn ? ' (stand-in)' : ''}`).join(', ');
}

function verdictText({ verdict, size, database, holds, checks }: PaperResultSummary): string {
  return `${VERDICTS[verdict]} (${[...(database === null ? [] : [database]), size, `${holds}/${checks}`].join(', ')})`;
}

/** Runs one experiment on the given database, or on the first available one. */
export async function papersRunCommand(
  id: string | undefined,
  { all, size, on: chosen, json, ...options }: OptionsOf<typeof declarePapersRun>,
) {
  if ((id === undefined) === (all !== true)) throw new UsageError('Name one experiment, or all with --all.');
  await withNewEngine(options, async (engine) => {
    if (id !== undefined) {
      const { record, verdict } = await run(engine, id, { size, on: chosen }, json);
      if (json) printJson(record);
      else print(`${outcomeText(record, verdict)}\n`);
      return;
    }
    const failed: string[] = [];
    for (const experiment of await engine.client.papers.list()) {
      if (experiment.state !== 'ready') {
        printNotice(`${experiment.id}: ${experiment.why ?? 'data not available'}`);
        continue;
      }
      const databases = experiment.data.filter(({ dataset }) => dataset !== null).map(({ database }) => database);
      for (const on of databases.length === 0 ? [undefined] : databases) {
        try {
          const { record, verdict } = await run(engine, experiment.id, { size, on: on ?? chosen }, json);
          print(`${lineOf(record, verdict)}\n`);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          failed.push(experiment.id);
          printNotice(`${experiment.id}: ${error.message}`);
        }
      }
    }
    if (failed.length > 0) throw new Failure(`${failed.length} experiments failed: ${failed.join(', ')}.`);
  });
}

function run({ client }: Engine, id: string, choice: ResultChoice & { readonly size: Size }, json: true | undefined) {
  const { size, on } = choice;
  return followStream<PaperEvent>({
    unit: 'parts',
    json: json === true,
    start: (signal) => client.papers.run({ id, size, ...(on && { database: on }) }, { signal }),
    cancelled: `Cancelled ${id}. Studies keep their finished cells; other experiments start over.`,
  });
}

function lineOf({ experiment, data, seconds, result }: ExperimentRecord, verdict: Verdict): string {
  const holds = result.checks.filter((check) => check.holds).length;
  const on = data ? ` on ${data.database}` : '';
  return `${experiment}${on}: ${VERDICTS[verdict]}, ${holds} of ${result.checks.length} statements hold, ${duration(seconds)}`;
}

function outcomeText(record: ExperimentRecord, verdict: Verdict): string {
  const lines = record.result.checks.map(({ claim, published, found, holds }) => [
    holds ? 'yes' : 'no',
    claim,
    published,
    found,
  ]);
  return [
    lineOf(record, verdict),
    '',
    columns(['holds', 'statement', 'paper', 'here'], lines).trimEnd(),
    ...record.result.notes.map((note) => `\n${note}`),
  ].join('\n');
}

/** Prints a stored result. */
export async function papersShowCommand(
  id: string,
  { size, on, json, ...options }: OptionsOf<typeof declarePapersShow>,
): Promise<void> {
  await withEngine(options, async ({ client }) => {
    const request = resultQuery(id, { size, on });
    if (json) return printJson(await client.papers.result(request));
    const file = await client.papers.export({ ...request, format: 'markdown' });
    print(await file.text());
  });
}

/** Writes a stored result to a file, in the format of its extension. */
export async function papersExportCommand(
  id: string,
  { out, theme, size, on, ...options }: OptionsOf<typeof declarePapersExport>,
): Promise<void> {
  const format = paperFormats.find(({ ending }) => endingOf(out, paperFormats[0].ending) === ending);
  if (!format) {
    const endings = paperFormats.map(({ ending }) => ending).join(', ');
    throw new UsageError(`--out ${out}: expected a file that ends in one of ${endings}.`);
  }
  const file = await withEngine(options, ({ client }) =>
    client.papers.export({ ...resultQuery(id, { size, on }), format: format.id, theme }),
  );
  await putFile(file, out);
}

/**
 * Writes the reproduction report from the stored results, one page per paper with its figures. `again` adds results of
 * the existing report that the workspace lacks for the same experiment, size and database.
 */
export async function papersReportCommand({
  out,
  again,
  ...options
}: OptionsOf<typeof declarePapersReport>): Promise<void> {
  const lend = again && !existsSync(await workspacePath(options)) ? withScratchEngine : withEngine;
  const stored = await lend(options, async ({ client }) => {
    const records: ExperimentRecord[] = [];
    for (const { id, results } of await client.papers.list()) {
      for (const { size, database } of results) records.push(await client.papers.result({ id, size, database }));
    }
    return records;
  });
  const names = new Set(stored.map(resultName));
  const kept = again ? await reportedResults(join(out, RESULTS)) : [];
  const files = reproductionPages(experiments, [...stored, ...kept.filter((record) => !names.has(resultName(record)))]);
  for (const [name, text] of files) {
    const path = join(out, name);
    makeFolder(dirname(path));
    writeFile(path, text);
  }
  printNotice(`Wrote ${files.size} files to ${out}.`);
}

/** Maximum bytes of the result of an experiment. */
const MOST_RESULT = 64 * 2 ** 20;

/** The results behind a report. Throws Failure if a file is not a result. */
async function reportedResults(folder: string): Promise<ExperimentRecord[]> {
  if (!existsSync(folder)) throw new Failure(`${folder} is not there: expected the results of an earlier report.`);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      try {
        return experimentRecordSchema.parse(await readJson(path, MOST_RESULT));
      } catch (error) {
        throw new Failure(`${path}: expected the result of an experiment. ${(error as Error).message}`);
      }
    }),
  );
}
