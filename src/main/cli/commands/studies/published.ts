/** eigenbench published: numbers of the literature alongside those of a study. */
import { plural } from '../../../../core/text/words.ts';
import { readBytes } from '../../files/arrays.ts';
import { print, printJson, printNotice } from '../../terminal.ts';
import { findStudy, withEngine } from '../../workspace.ts';
import type { OptionsOf } from '../../declarations/declare.ts';
import type {
  declareAddPublished,
  declareListPublished,
  declareRemovePublished,
} from '../../declarations/outsideCommands.ts';
import { columns } from '../../options/columns.ts';

/** Adds the numbers of a file. */
export async function addPublishedCommand(
  name: string,
  path: string,
  { replace, ...options }: OptionsOf<typeof declareAddPublished>,
): Promise<void> {
  const file = { name: path, content: Buffer.from(await readBytes(path)).toString('base64') };
  const added = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.addPublished({ id, file, replace: replace === true });
  });
  print(`Added ${plural(added.length, 'published number')} to "${name}".\n`);
  const share = added.find(({ value }) => value > 0 && value < 1);
  if (share) {
    const { method, condition, value } = share;
    const rate = Number((100 * value).toPrecision(12));
    printNotice(
      `${method}, ${condition}: error rates are in per cent; is ${value} a share? Give ${rate}, with --replace.`,
    );
  }
}

export async function listPublishedCommand(
  name: string,
  { json, ...options }: OptionsOf<typeof declareListPublished>,
): Promise<void> {
  const numbers = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.listPublished({ id });
  });
  if (json) printJson(numbers);
  else if (numbers.length === 0) print(`"${name}" has no published numbers.\n`);
  else {
    const lines = numbers.map(({ method, condition, value, deviation, source }) => [
      method,
      condition,
      String(value),
      deviation === undefined ? '' : String(deviation),
      source,
    ]);
    print(columns(['method', 'condition', '>error in %', '>deviation', 'source'], lines));
  }
}

export async function removePublishedCommand(
  name: string,
  source: string,
  options: OptionsOf<typeof declareRemovePublished>,
): Promise<void> {
  const { removed } = await withEngine(options, async (engine) => {
    const { id } = await findStudy(engine, name);
    return engine.client.studies.removePublished({ id, source });
  });
  print(`Removed ${plural(removed, 'published number')} from "${name}".\n`);
}
