/**
 * What the recipes of containers copy and run, so that both can be held to be the same and be tried without a daemon.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ContainerRecipe {
  readonly base: string;
  /** Files of the sources, which may be patterns with *. */
  readonly files: readonly string[];
  /** Lines of the shell, in order, run in the folder of the program. */
  readonly lines: readonly string[];
}

const folder = join(import.meta.dirname, '..', 'packaging', 'container');

/** The instructions of a Dockerfile by their word. */
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
  const found = dockerfile();
  return {
    base: found.get('FROM')!.join(),
    files: found.get('COPY')!.flatMap((line) => line.split(' ').slice(0, -1)),
    lines: found.get('RUN')!,
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
    // The folder and where commands lie are instructions of their own for Docker.
    lines: section('post').filter((line) => !/^(cd |PREFIX=)/.test(line)),
  };
}
