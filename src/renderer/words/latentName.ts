/** Names of latent dimensions as mathematical symbols: "q_c" is an italic q with the subscript c. */

export interface SymbolParts {
  readonly base: string;
  readonly sub: string;
}

export function symbolParts(name: string): SymbolParts {
  const at = name.indexOf('_');
  return at < 0 ? { base: name, sub: '' } : { base: name.slice(0, at), sub: name.slice(at + 1).replace(/[{}]/g, '') };
}

const SUBSCRIPTS: Readonly<Record<string, string>> = {
  a: 'ₐ',
  e: 'ₑ',
  i: 'ᵢ',
  j: 'ⱼ',
  k: 'ₖ',
  m: 'ₘ',
  n: 'ₙ',
  r: 'ᵣ',
  t: 'ₜ',
};

/** The same as plain text for canvas and attributes: "q_r" gives "qᵣ"; a name with a letter that has no subscript form stays as it is ("q_c"). */
export function symbolText(name: string): string {
  const { base, sub } = symbolParts(name);
  if (sub === '') return base;
  const small = [...sub].map((letter) => SUBSCRIPTS[letter]);
  return small.every((letter) => letter !== undefined) ? base + small.join('') : `${base}_${sub}`;
}
