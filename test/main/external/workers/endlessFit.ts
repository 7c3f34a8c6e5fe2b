/** A thread that waits for ever for the program in the folder that it is given. */
import { workerData } from 'node:worker_threads';
import { ProgramClient } from '../../../../src/main/external/programClient.ts';

const client = new ProgramClient({
  command: [process.execPath, 'method.mjs'],
  folder: workerData,
  cache: '',
  threads: 1,
  title: 'Own',
});
client.call({ call: 'hello', eigenbench: 1 }, {}, () => undefined, 60);
client.call({ call: 'endless' }, {}, () => undefined, 600);
