import type { Parameter, Settings } from './method.ts';

/** What keeps a parameter from having an effect with these settings, all filled in; null: it has one. */
export function lackingEffect({ only = {} }: Parameter, settings: Settings): string | null {
  const unmet = Object.entries(only).find(([name, values]) => !values.includes(String(settings[name])));
  return unmet ? `${unmet[0]} is ${unmet[1].map((value) => `"${value}"`).join(' or ')}` : null;
}
