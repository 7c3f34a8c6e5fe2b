import { print, printJson } from '../terminal.ts';
import { Failure } from '../errors.ts';
import { examine } from '../doctor/examine.ts';
import { workspacePath } from '../workspace.ts';
import type { OptionsOf } from '../declarations/declare.ts';
import type { declareDoctor } from '../declarations/helpCommands.ts';
import { columns } from '../options/columns.ts';

const SIGNS = { good: 'ok', optional: 'optional', bad: 'missing' } as const;

/** eigenbench doctor: what the application needs and finds on this machine. Fails where something needed is missing. */
export async function doctorCommand({ json, ...options }: OptionsOf<typeof declareDoctor>): Promise<void> {
  const findings = await examine(await workspacePath(options));
  if (json) printJson(findings);
  else {
    const rows = findings.map(({ what, state, found, remedy }) => [
      SIGNS[state],
      what,
      remedy === null ? found : `${found}: ${remedy}`,
    ]);
    print(columns(['', 'what', 'found'], rows));
  }
  const bad = findings.filter(({ state }) => state === 'bad').map(({ what }) => what);
  if (bad.length > 0) throw new Failure(`Something that is needed is missing: ${bad.join(', ')}.`);
}
