import { figurePageFields } from '../../../../core/figures/page/figurePage.ts';
import type { FigureKind } from '../../../../core/figures/registry.ts';
import { optionValues, type OptionValues } from '../../../../core/optionField.ts';
import { figureFormat } from '../../options/figureFormat.ts';
import { figureOfFlags, type FigureFlags } from '../../options/figureOptions.ts';
import { putFile } from '../../files/putFile.ts';
import { findLabels, findStudies, withEngine, type WorkspaceOptions } from '../../workspace.ts';

interface FigureOptions extends WorkspaceOptions, OptionValues<typeof figurePageFields> {
  readonly kind: FigureKind;
  readonly out: string;
  readonly theme: 'light' | 'dark';
  readonly label?: string[];
}

/** eigenbench figure: a figure of a study, or of the ranks over several, as SVG, PNG, PDF or TikZ. */
export async function figureCommand(names: readonly string[], options: FigureOptions & FigureFlags): Promise<void> {
  const { kind, out, theme } = options;
  const format = figureFormat(out);
  // Wrong usage needs no workspace.
  figureOfFlags(kind, options);
  const file = await withEngine(options, async (engine) => {
    const ids = await findStudies(engine, names);
    const label = options.label && (await findLabels(engine, ids[0], options.label));
    const figure = figureOfFlags(kind, { ...options, label });
    return engine.client.studies.figure({ ids, figure, format, theme, page: optionValues(figurePageFields, options) });
  });
  await putFile(file, out);
}
