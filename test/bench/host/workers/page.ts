/** A page in a thread of its own, so that what it decodes does not count for the host: does one thing after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { clientOverPort } from '../../../support/pageClients.ts';

export type PageTask =
  | { readonly kind: 'study'; readonly name: string }
  | { readonly kind: 'import' }
  | { readonly kind: 'export'; readonly id: number; readonly format: 'npz' | 'mat' | 'png' };

const client = clientOverPort((workerData as { port: MessagePort }).port);

async function perform(task: PageTask): Promise<void> {
  if (task.kind === 'study') {
    const protocol = { kind: 'random' as const, trainPerSubject: [2], repeats: 4 };
    const methods = [{ method: '2dpca' }, { method: 'pca' }];
    const { id } = await client.studies.create({ spec: { name: task.name, dataset: 'noise', protocol, methods } });
    await client.studies.run({ id });
    for await (const { state } of await client.studies.watch({ id })) if (state !== 'running') return;
  } else if (task.kind === 'import') {
    const { token } = (await client.files.choose({ kind: 'folder' }))!;
    for await (const event of await client.datasets.import({ token, name: 'pictures', size: null })) {
      if (event.kind === 'failed') throw new Error(event.reason);
    }
  } else await client.datasets.export({ id: task.id, format: task.format });
}

parentPort!.on('message', (task: PageTask) => void perform(task).then(() => parentPort!.postMessage('done')));
