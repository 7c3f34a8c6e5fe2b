/**
 * Text in tables that spreadsheets open. A field that begins like a formula is computed there, quoted or not, and a
 * formula can call programs; an apostrophe before it makes it text (OWASP, "CSV injection"). A minus and a digit begin
 * file names, too (`-1/4.pgm`): such a text computes nothing but numbers without a call (`(`), a program (`|`, `!`) or
 * another formula in it, and stays as it is for readers that are no spreadsheets.
 */

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const HARMLESS = /^-\d[^(|!=+@"'\t\r\n]*$/;

/** The text with an apostrophe before it where it begins like a formula that a spreadsheet runs. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) && !HARMLESS.test(text) ? `'${text}` : text;
}

/** What `defused` was given. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** The shortest decimals that read as the same double, the sign of zero with them. */
export function decimal(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
