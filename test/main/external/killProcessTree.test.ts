import { describe, expect, it } from 'vitest';
import { endProgram } from '../../../src/main/external/killProcessTree.ts';

function ended(platform: NodeJS.Platform, pid: number | undefined): string[] {
  const steps: string[] = [];
  const child = { pid, kill: (signal?: NodeJS.Signals | number) => steps.push(`kill ${String(signal)}`) > 0 };
  const guard = platform === 'win32' ? undefined : { destroy: () => steps.push('guard') };
  endProgram(child, guard, { platform, run: (command, parameters) => steps.push([command, ...parameters].join(' ')) });
  return steps;
}

describe('the end of a program', () => {
  it('takes the tree of its processes along on Windows, while their parent is alive', () => {
    expect(ended('win32', 4711)).toEqual(['taskkill /PID 4711 /T /F', 'kill SIGKILL']);
    // What could not be started has no tree.
    expect(ended('win32', undefined)).toEqual(['kill SIGKILL']);
  });

  it('is left to the guard of its process group elsewhere', () => {
    expect(ended('linux', 4711)).toEqual(['guard', 'kill SIGKILL']);
    expect(ended('darwin', 4711)).toEqual(['guard', 'kill SIGKILL']);
  });
});
