import { shapeText } from '../../../../core/methods/latent/latentShape.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type { declareConfusion } from '../../declarations/tableCommands.ts';
import { columns } from '../../options/textColumns.ts';
import { print, printJson } from '../../terminal.ts';
import { findLabels, findStudy, withEngine } from '../../workspace.ts';

/** eigenbench confusion: lists the subjects that a method confuses, most frequent first. */
export async function confusionCommand(
  name: string,
  method: string,
  { condition, json, ...options }: OptionsOf<typeof declareConfusion>,
): Promise<void> {
  const { confusion, label } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    const [label] = await findLabels(engine, id, [method]);
    return { label, confusion: await engine.client.studies.confusion({ id, label, condition }) };
  });
  if (json) {
    printJson(confusion);
    return;
  }
  const { pairs, subjects, shape, repeats } = confusion;
  const rows = pairs.map(({ truth, predicted, count, tests }) => [
    subjects[truth],
    subjects[predicted],
    String(count),
    String(tests),
  ]);
  const where = shape?.length ? ` at ${shapeText(shape)}` : '';
  print(`${label}, ${condition}${where}, ${repeats} repeats\n`);
  print(columns(['subject', 'misclassified as', '>times', '>of'], rows));
}
