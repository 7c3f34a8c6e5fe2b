// Runs a tool of the installed packages, or node itself, under the Node that is installed beside them: npm 11 puts that
// one on the path of scripts, npm 10 does not, and the tools and tests ask for more than Node 20. The tool's own
// JavaScript is run, without a shell: cmd.exe, which the launchers of Windows go through, reads <, &, % in words.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, follow, refuse } from '../bin/launch.js';

const root = fileURLToPath(new URL('../', import.meta.url));

// Short-lived objects have 64 MiB from the start, which checks of types and rules fill many times.
const nursery = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The JavaScript behind a command of an installed package; null where none has it. */
function scriptOf(command) {
  // Most commands are named like their package; tsc is not.
  for (const name of [command, ...Object.keys(manifest(root).devDependencies)]) {
    const folder = join(root, 'node_modules', name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    const { bin } = manifest(folder);
    const file = typeof bin === 'string' ? name === command && bin : bin?.[command];
    if (file) return join(folder, file);
  }
  return null;
}

const node = findNode();
const [command, ...parameters] = process.argv.slice(2);
const script = command === 'node' ? [] : scriptOf(command);
if (node === null) refuse();
else if (script === null) {
  process.stderr.write(`${command} is not installed: run "npm ci".\n`);
  process.exitCode = 1;
} else {
  const path = [dirname(node), process.env.PATH].join(delimiter);
  await follow(node, [...nursery, script, parameters].flat(), { env: { ...process.env, PATH: path } });
}
