import { figurePageFields, type FigurePageInput } from '../../../../core/figures/page/figurePage.ts';
import { optionValues } from '../../../../core/optionField.ts';
import { figureFormat } from '../../options/figureFormat.ts';
import { figureOfFlags } from '../../options/figureOptions.ts';
import { putFile } from '../../files/writeOut.ts';
import { findLabels, findStudies, withEngine } from '../../workspace.ts';
import type { OptionsOf, Only } from '../../declarations/declare.ts';
import type { declareFigure } from '../../declarations/tableCommands.ts';

/** eigenbench figure: a figure of a study, or of the ranks over several, as SVG, PNG, PDF or TikZ. */
export async function figureCommand(names: readonly string[], options: OptionsOf<typeof declareFigure>): Promise<void> {
  const { kind, out, theme, label: asked, workspace, ...rest } = options;
  const page = optionValues(figurePageFields, rest satisfies Only<FigurePageInput, typeof rest>);
  const format = figureFormat(out);
  // Wrong usage needs no workspace.
  figureOfFlags(kind, options);
  const file = await withEngine({ workspace }, async (engine) => {
    const ids = await findStudies(engine, names);
    const label = asked && (await findLabels(engine, ids[0], asked));
    const figure = figureOfFlags(kind, { ...options, label });
    return engine.client.studies.figure({ ids, figure, format, theme, page });
  });
  await putFile(file, out);
}
