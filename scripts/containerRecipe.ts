/** Files and commands of the container recipes, for tests that compare the recipes and run them without a daemon. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ContainerRecipe {
  readonly base: string;
  /** Files of the sources; * is a wildcard. */
  readonly files: readonly string[];
  /** Shell commands, in order, run in the folder of the program. */
  readonly lines: readonly string[];
}

const folder = join(import.meta.dirname, '..', 'packaging', 'container');

/** The instructions of a Dockerfile by keyword. */
export function dockerfile(): Map<string, string[]> {
  const instructions = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, 'Dockerfile'), 'utf8').split('\n')) {
    const match = /^([A-Z]+) (.+)$/.exec(line);
    if (match) instructions.set(match[1], [...(instructions.get(match[1]) ?? []), match[2]]);
    else if (!/^(#.*)?$/.test(line))
      throw new Error(`Dockerfile: expected an instruction, found ${JSON.stringify(line)}`);
  }
  return instructions;
}

export function dockerRecipe(): ContainerRecipe {
  const instructions = dockerfile();
  return {
    base: instructions.get('FROM')!.join(),
    files: instructions.get('COPY')!.flatMap((line) => line.split(' ').slice(0, -1)),
    lines: instructions.get('RUN')!,
  };
}

export function apptainerRecipe(): ContainerRecipe {
  const text = readFileSync(join(folder, 'eigenbench.def'), 'utf8');
  const section = (name: string): string[] => {
    const [, body] = new RegExp(`^%${name}\\n((?:    .+\\n|\\n)*)`, 'm').exec(text) ?? [];
    return body?.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])) ?? [];
  };
  return {
    base: /^From: (.+)$/m.exec(text)?.[1] ?? '',
    files: section('files').map((line) => line.split(' ')[0]),
    // Docker has separate instructions for the folder and the location of commands.
    lines: section('post').filter((line) => !/^(cd |PREFIX=)/.test(line)),
  };
}
