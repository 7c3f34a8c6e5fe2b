import type { ExternalMethodInfo } from '../../core/contract/methods.ts';
import { appearanceOf } from '../../core/methods/appearance.ts';
import { externalMethod } from '../../core/methods/outside/outsideMethod.ts';
import { readRegistry } from './registryFile.ts';
import { stateOf } from './registered.ts';

/** The methods from outside that the user has registered, as lists show them. Throws for a list that is damaged. */
export function outsideMethods(): ExternalMethodInfo[] {
  return readRegistry().map((entry) => {
    const { declaration, version, hello, folder, added } = entry;
    const { id, title, fullName, command, module } = declaration;
    return {
      id,
      title,
      fullName,
      folder,
      version,
      runsOn: [hello.language, ...Object.entries(hello.packages).map(([name, value]) => `${name} ${value}`)].join(', '),
      runs: command?.join(' ') ?? module ?? '',
      state: stateOf(entry),
      added,
      appearance: appearanceOf(externalMethod(declaration, version, {})),
    };
  });
}
