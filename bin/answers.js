// Answers --help and --version with what the build wrote, without loading the program.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The width that the texts are filled to: that of a pipe. */
const WIDTH = 80;

/** Prints the written answer to a command line. False if there is none, or a terminal has another width. */
export function answered(words) {
  const [last] = words.slice(-1);
  if (!['--help', '-h', '--version', '-v'].includes(last)) return false;
  if (process.stdout.isTTY && process.stdout.columns !== WIDTH) return false;
  const text = answers()[words.join(' ').replace(/-h$/, '--help').replace(/-v$/, '--version')];
  if (typeof text !== 'string') return false;
  // The reader of the pipe (head, less) may close it.
  process.stdout.on('error', () => process.exit(0));
  process.stdout.write(text);
  return true;
}

/** Texts by command line; none where the build lacks them. */
function answers() {
  try {
    return JSON.parse(readFileSync(fileURLToPath(new URL('../out/main/answers.json', import.meta.url)), 'utf8'));
  } catch {
    return {};
  }
}
