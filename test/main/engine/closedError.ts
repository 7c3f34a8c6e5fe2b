/**
 * Opens an engine whose process has no standard error, as programs with a window on Windows, and imports two folders
 * under one name at a time: what the second one comes to is logged. Prints its last event: node closedError.ts <folder>
 */
import { closeSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../../../src/main/engine/engine.ts';

closeSync(2);
const folder = process.argv[2];
const engine = await openEngine({ workspacePath: join(folder, 'w.eigenbench'), host: 'desktop', roots: [folder] });
const read = async (): Promise<unknown> => {
  let last: unknown;
  const token = engine.grant(join(folder, 'orl'));
  for await (const event of await engine.client.datasets.import({ token, name: 'faces', size: null })) last = event;
  return last;
};
const events = await Promise.all([read(), read()]);
process.stdout.write(JSON.stringify(events));
await engine.close();
