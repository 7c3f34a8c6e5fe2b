import { basename } from 'node:path';
import { filesByIndex } from '../../../core/dataset.ts';
import { splitsFromFile, type IndexBase } from '../../../core/protocols/splitFiles.ts';
import { readBytes } from '../arrays.ts';
import { Failure } from '../errors.ts';
import { withEngine, type WorkspaceOptions } from '../workspace.ts';
import { writeFileAtomic } from '../writeFileAtomic.ts';
import { print } from '../terminal.ts';

interface ReadSplitsOptions extends WorkspaceOptions {
  readonly base: '0' | '1';
  readonly dataset?: string;
  readonly out?: string;
}

/** eigenbench read-splits: the explicit protocol (indices from 0) of published split files, for a study spec. */
export async function readSplitsCommand(paths: readonly string[], options: ReadSplitsOptions): Promise<void> {
  const base = Number(options.base) as IndexBase;
  const files = options.dataset === undefined ? [] : await filesOf(options.dataset, options);
  const splits = [];
  for (const path of paths) {
    const bytes = await readBytes(path);
    try {
      splits.push(...splitsFromFile(bytes, base, files));
    } catch (error) {
      throw new Failure(`${basename(path)}: ${(error as Error).message}`);
    }
  }
  const text = `${JSON.stringify({ kind: 'explicit', splits })}\n`;
  if (options.out === undefined) print(text);
  else await writeFileAtomic(options.out, text);
}

async function filesOf(name: string, options: WorkspaceOptions): Promise<string[]> {
  return withEngine(options, async ({ client }) => {
    const found = (await client.datasets.list()).find((dataset) => dataset.name === name);
    if (!found) throw new Failure(`There is no dataset "${name}".`);
    return filesByIndex((await client.datasets.get({ id: found.id })).bySubject);
  });
}
