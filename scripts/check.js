// The checks of every change except the tests: layout, types, unused code, rules. Two lanes in parallel: two processors
// then need half the time.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const run = (name) =>
  new Promise((done) => {
    const from = Date.now();
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    const child = spawn(command, [...first, 'run', '--silent', name], {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      const seconds = Math.round((Date.now() - from) / 1000);
      process.stdout.write(`${Buffer.concat(said)}${name}: ${code === 0 ? 'good' : 'failed'}, ${seconds} s\n`);
      done(code === 0);
    });
  });

const inTurn = async (names) => {
  const results = [];
  for (const name of names) results.push(await run(name));
  return results;
};
const lanes = [
  ['lint:types', 'knip', 'format:check'],
  ['typecheck', 'lint:text'],
];
const results = (await Promise.all(lanes.map(inTurn))).flat();
process.exitCode = results.every(Boolean) ? 0 : 1;
