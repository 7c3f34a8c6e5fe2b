import { figurePageFields, type FigurePageInput } from '../../../../core/figures/figurePage.ts';
import { fieldValues } from '../../../../core/field.ts';
import type { Only, OptionsOf } from '../../declarations/declare.ts';
import type { declareFigure } from '../../declarations/tableCommands.ts';
import { putFile } from '../../files/writeOut.ts';
import { figureFormat, figureOfFlags } from '../../options/figureOptions.ts';
import { findLabels, findStudies, withEngine } from '../../workspace.ts';

/** eigenbench figure: draws a figure of a study, or of the ranks over several, as SVG, PNG, PDF or TikZ. */
export async function figureCommand(names: readonly string[], options: OptionsOf<typeof declareFigure>): Promise<void> {
  const { kind, out, theme, label: labels, workspace, ...rest } = options;
  const page = fieldValues(figurePageFields, rest satisfies Only<FigurePageInput, typeof rest>);
  const format = figureFormat(out);
  // Usage errors are reported without a workspace.
  figureOfFlags(kind, options);
  const file = await withEngine({ workspace }, async (engine) => {
    const ids = await findStudies(engine, names);
    const label = labels && (await findLabels(engine, ids[0], labels));
    const figure = figureOfFlags(kind, { ...options, label });
    return engine.client.studies.figure({ ids, figure, format, theme, page });
  });
  await putFile(file, out);
}
