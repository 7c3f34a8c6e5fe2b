/** The settings of a method in the form: one text per parameter; defaults are omitted. */
import type { MethodInfo } from '../../core/contract/methods.ts';
import type { Parameter, ParameterValue } from '../../core/methods/method.ts';
import type { Problem } from '../api/client.ts';
import { textsOf, type FieldTexts } from '../parameters/fieldTexts.ts';
import { parsedText, shownText } from '../parameters/parameterText.ts';

/** The defaults of a method, as typed. */
export function defaultSettings(info: MethodInfo): FieldTexts {
  return textsOf(info.parameters, {});
}

/** Number of parameters that differ from their defaults. */
export function changedCount(info: MethodInfo, typed: FieldTexts): number {
  return info.parameters.filter((parameter) => typed[parameter.name] !== shownText(parameter, undefined)).length;
}

/**
 * The settings that differ from the defaults, and a problem for each invalid text, by its name. `read`: parses the text
 * of a parameter.
 */
export function parseSettings<Value = ParameterValue>(
  parameters: readonly Parameter[],
  typed: FieldTexts,
  read: typeof parsedText = parsedText,
): { readonly settings: Record<string, Value>; readonly problems: readonly Problem[] } {
  const settings: Record<string, Value> = {};
  const problems: Problem[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const parsed = read(parameter, typed[name] ?? '');
    if ('problem' in parsed) problems.push({ path: name, message: parsed.problem });
    else if (shownText(parameter, parsed.value) !== shownText(parameter, undefined)) {
      settings[name] = parsed.value as Value;
    }
  }
  return { settings, problems };
}
