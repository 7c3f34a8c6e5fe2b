/**
 * Text in tables that spreadsheets open. Spreadsheets evaluate a field that begins like a formula, quoted or not, and a
 * formula can call programs; a leading apostrophe makes it text (OWASP, "CSV injection"). File names may begin with a
 * minus and a digit, too (`-1/4.pgm`): without a call (`(`), a program (`|`, `!`) or another formula, such a text
 * computes nothing but numbers, so it is left unchanged for readers other than spreadsheets.
 */

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const HARMLESS = /^-\d[^(|!=+@"'\t\r\n]*$/;

/** The text, with a leading apostrophe if it begins like a formula that a spreadsheet runs. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) && !HARMLESS.test(text) ? `'${text}` : text;
}

/** Inverse of `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** The shortest decimals that read back as the same double, including the sign of zero. */
export function decimal(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
