/** What the declarations of commands share: how a command comes about, and options that several have. */
import { Option, type Command } from 'commander';
import { UsageError } from '../errors.ts';
import { parseCount } from '../parse.ts';

export const workspaceHelp = 'workspace file (default: workspace.eigenbench in the user’s data folder)';

export const quietHelp = 'show errors only';

export interface Declare {
  /** A command that takes a workspace; the help of that option says which is the default. */
  readonly command: (usage: string, description: string, workspace?: string) => Command;
  /** A command that takes none, or has commands below it. */
  readonly plain: (usage: string, description: string) => Command;
}

/** Declares commands of `program`. */
export function declareIn(program: Command): Declare {
  return {
    command: below(program),
    plain: (usage, description) => program.command(usage).description(description),
  };
}

/** Declares commands below another one, each with a workspace. */
export function below(parent: Command): Declare['command'] {
  return (usage, description, workspace = workspaceHelp) =>
    parent
      .command(usage)
      .description(description)
      .option('--workspace <file>', workspace)
      .option('-q, --quiet', quietHelp);
}

export function jsonOption(): Option {
  return new Option('--json', 'write JSON to standard output');
}

export function workersOption(): Option {
  return new Option('--workers <n>', 'worker threads; 0: one per processor (results do not depend on it)').argParser(
    parseCount(0, 64),
  );
}

export function baseOption(): Option {
  return new Option('--base-anywhere', 'let the spec extend a file outside of its folder');
}

/** The options of a command; --workspace may stand before or after its name. */
// Commander does not type options; each command states what it takes.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export function optionsOf(command: Command): any {
  const own = command.opts();
  let workspace = own['workspace'];
  for (let above = command.parent; above && workspace === undefined; above = above.parent) {
    workspace = above.opts()['workspace'];
  }
  if (workspace === '') throw new UsageError('--workspace: expected a file name.');
  return { ...own, ...(workspace === undefined ? {} : { workspace }) };
}

export function idsOf(declarations: readonly { readonly id: string }[]): string[] {
  return declarations.map(({ id }) => id);
}
