import type { CellNumbersQuery } from '../../../../core/contract/cellNumbers.ts';
import { UsageError } from '../../errors.ts';
import { outFormat, requireEnding } from '../../files/outFormat.ts';
import { putFile } from '../../files/writeOut.ts';
import { printNotice } from '../../terminal.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declarePredictions } from '../../declarations/tableCommands.ts';

type Format = CellNumbersQuery['format'];

type PredictionsOptions = OptionsOf<typeof declarePredictions>;

const ENDINGS: Readonly<Record<Format, string>> = { csv: '.csv', npz: '.npz', mat: '.mat' };

/** Options that apply to numbers of cells only. */
const OF_CELLS = ['label', 'condition', 'repeat', 'selection', 'latent', 'format'] as const;

/**
 * eigenbench predictions: exports the predictions of every method for every test image; or scores, codes and curves of
 * the cells of a row, in formats that "results add" reads.
 */
export async function predictionsCommand(name: string, options: PredictionsOptions): Promise<void> {
  const { what, label, condition, repeat, selection, latent: shape, format: requestedFormat, out, ...where } = options;
  if (what === 'predictions') return allPredictions(name, options);
  const format = outFormat(ENDINGS, { out, format: requestedFormat }, 'csv');
  if (format !== 'csv' && out === undefined)
    throw new UsageError(`--format ${format} is not text: name a file with --out.`);
  const { file, remarks } = await withEngine(where, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.models.numbers({ id, what, format, label, condition, repeat, selection, shape });
  });
  for (const remark of remarks) printNotice(remark);
  await putFile(file, out);
}

async function allPredictions(name: string, options: PredictionsOptions): Promise<void> {
  const other = OF_CELLS.find((option) => options[option] !== undefined);
  if (other !== undefined) throw new UsageError(`--${other} requires --what scores, distances, codes or curves.`);
  requireEnding(options.out, '.csv');
  const file = await withEngine({ workspace: options.workspace }, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.export({ id, format: 'predictions' });
  });
  await putFile(file, options.out);
}
