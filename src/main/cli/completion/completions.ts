/** Scripts that let a shell complete commands, options and their values, generated from the declarations. */
import type { DeclaredCommand } from '../commandTree.ts';
import { bashCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';
import { powershellCompletion } from './powershell.ts';
import { zshCompletion } from './zsh.ts';

const shells = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const satisfies Record<string, (commands: readonly DeclaredCommand[]) => string>;

export type ShellName = keyof typeof shells;

/** The script of a shell, to be evaluated or stored where the shell looks for completions. */
export function completionScript(shell: ShellName, commands: readonly DeclaredCommand[]): string {
  return shells[shell](commands);
}
