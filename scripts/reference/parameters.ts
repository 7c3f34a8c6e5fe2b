/** Parameters of methods and of choices as rows of one table. */
import type { ChoiceParameter } from '../../src/core/choice.ts';
import type { Parameter } from '../../src/core/methods/method.ts';
import { code, table } from './markdown.ts';

/** null without parameters. */
export function parameterTable(parameters: readonly (ChoiceParameter | Parameter)[]): string | null {
  const rows = parameters.map((parameter) => {
    const { name, title, help } = parameter;
    const preset = 'default' in parameter && parameter.default !== '' ? code(parameter.default) : '';
    return [code(name), title, valuesOf(parameter), preset, help];
  });
  return table(['Field', 'Title', 'Values', 'Default', 'Meaning'], rows);
}

function valuesOf(parameter: ChoiceParameter | Parameter): string {
  if ('choices' in parameter) return parameter.choices.map(({ value }) => code(value)).join(', ');
  const kind = parameter.kind.replace('-', ' ');
  const min = 'min' in parameter ? parameter.min : undefined;
  const max = 'max' in parameter ? parameter.max : undefined;
  if (min !== undefined && max !== undefined) return `${kind}, ${min} to ${max}`;
  if (min !== undefined) return `${kind} from ${min}`;
  return max !== undefined ? `${kind} up to ${max}` : kind;
}
