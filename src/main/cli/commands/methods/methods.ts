import { allMethods } from '../../../../core/methods/registry.ts';
import type { Method, Parameter, ParameterValue } from '../../../../core/methods/method.ts';
import { citationText } from '../../../../core/report/references/references.ts';
import { loadRegistered } from '../../../external/loadRegistered.ts';
import { print, printJson } from '../../terminal.ts';
import { type OptionsOf, allRead } from '../../declarations/declare.ts';
import type { declareMethods } from '../../declarations/methodCommands.ts';

/** eigenbench methods: lists every method with its parameters, defaults and citation. */
export function methodsCommand({ json, ...rest }: OptionsOf<typeof declareMethods>): void {
  allRead(rest);
  loadRegistered({ checked: false });
  if (json) printJson(allMethods().map(declaration));
  else print(allMethods().map(describe).join('\n'));
}

function declaration(method: Method) {
  const { id, title, fullName, family, description, citation, latentKind, latentNames, parameters } = method;
  return {
    id,
    title,
    fullName,
    family,
    description,
    latentKind,
    latentNames,
    parameters,
    nested: method.sweep !== undefined,
    citation,
  };
}

function describe(method: Method): string {
  const lines = [
    `${method.id}  ${method.title}: ${method.fullName}`,
    `  ${method.description}`,
    `  latent shape: ${method.latentNames.join(' × ') || 'none'}`,
    ...method.parameters.map(
      (parameter) => `  --set ${parameter.name}=${written(parameter.default)}  ${range(parameter)}. ${parameter.help}`,
    ),
    ...(method.citation ? [`  ${citationText(method.citation)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** A value as an argument on the command line. */
function written(value: ParameterValue): string {
  return typeof value === 'object' ? `'${JSON.stringify(value)}'` : String(value);
}

function range(parameter: Parameter): string {
  if (parameter.kind === 'boolean') return 'true or false';
  if (parameter.kind === 'fields') return 'a list of fields as JSON';
  if (parameter.kind === 'choice') return parameter.choices.map((choice) => choice.value).join(', ');
  const span = `${parameter.min} to ${parameter.max}`;
  return parameter.kind === 'numbers' ? `a list of numbers from ${span} as JSON` : span;
}
