/** A command reads all of its options, or hands them on to what does: one that is forgotten is an error of types. */

/** Options of which nothing is left that `Known` does not have. */
export type Only<Known, Given extends Known> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never };

/** Of a command that hands on nothing: `rest` is what it has not read. */
export function allRead(rest: Readonly<Record<string, never>>): void {
  void rest;
}
