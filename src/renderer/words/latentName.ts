/** Names of latent dimensions as mathematical symbols: "q_c" is an italic q with the subscript c. */

export interface SymbolParts {
  readonly base: string;
  readonly sub: string;
}

export function symbolParts(name: string): SymbolParts {
  const at = name.indexOf('_');
  return at < 0 ? { base: name, sub: '' } : { base: name.slice(0, at), sub: name.slice(at + 1).replace(/[{}]/g, '') };
}
