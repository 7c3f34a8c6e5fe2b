// Runs a tool of the installed packages, or node itself, under the Node that is installed beside them: npm 11 puts that
// one on the path of scripts, npm 10 does not, and the tools and tests ask for more than Node 20.
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, follow, refuse } from '../bin/launch.js';

const node = findNode();
if (node === null) refuse();
else {
  const [command, ...parameters] = process.argv.slice(2);
  const tools = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
  const path = [dirname(node), tools, process.env.PATH].join(delimiter);
  await follow(command, parameters, { env: { ...process.env, PATH: path }, shell: process.platform === 'win32' });
}
