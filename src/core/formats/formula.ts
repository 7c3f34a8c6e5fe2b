/**
 * Text in tables that spreadsheets open. A field that begins like a formula is computed there, quoted or not, and a
 * formula can call programs; an apostrophe before it makes it text (OWASP, "CSV injection").
 */

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** The text with an apostrophe before it where it begins like a formula; numbers stay numbers. */
export function defused(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** What `defused` was given. */
export function undefused(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
