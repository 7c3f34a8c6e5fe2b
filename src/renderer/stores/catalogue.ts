/** Contents of the workspace: datasets, studies, and the engine's methods. */
import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { MethodInfo } from '../../core/contract/methods.ts';
import type { NotebookChange } from '../../core/contract/notebook.ts';
import { useConnection, type Problem } from '../api/client.ts';
import { useQuery } from '../api/useQuery.ts';

export const useDatasets = defineStore('datasets', () => {
  const { client } = useConnection();
  const list = useQuery(() => client.datasets.list());

  async function rename(id: number, name: string): Promise<void> {
    await client.datasets.rename({ id, name });
    await list.reload();
  }

  async function annotate(id: number, change: NotebookChange): Promise<void> {
    await client.datasets.annotate({ id, change });
    await list.reload();
  }

  async function remove(id: number): Promise<void> {
    await client.datasets.delete({ id });
    await list.reload();
  }

  async function restore(id: number): Promise<void> {
    await client.datasets.restore({ id });
    await list.reload();
  }

  return { list, rename, annotate, remove, restore };
});

export const useMethods = defineStore('methods', () => {
  const { client } = useConnection();
  const list = useQuery(() => client.methods.list());
  const byId = computed(
    () => new Map<string, MethodInfo>((list.data.value ?? []).map((method) => [method.id, method])),
  );
  return { list, byId };
});

export const useStudies = defineStore('studies', () => {
  const { client } = useConnection();
  const list = useQuery(() => client.studies.list());

  async function rename(id: number, name: string): Promise<void> {
    await client.studies.rename({ id, name });
    await list.reload();
  }

  async function annotate(id: number, change: NotebookChange): Promise<void> {
    await client.studies.annotate({ id, change });
    await list.reload();
  }

  async function remove(id: number): Promise<void> {
    await client.studies.delete({ id });
    await list.reload();
  }

  async function restore(id: number): Promise<void> {
    await client.studies.restore({ id });
    await list.reload();
  }

  return { list, rename, annotate, remove, restore };
});

/** Problems of a dataset name; empty if it is valid. `taken`: names of existing datasets. */
export function nameProblems(name: string, taken: readonly string[]): readonly Problem[] {
  const message = reasonOf(name.trim(), taken);
  return message === null ? [] : [{ path: 'name', message }];
}

function reasonOf(name: string, taken: readonly string[]): string | null {
  if (name === '') return 'A dataset needs a name.';
  if (name.length > 60) return 'At most 60 characters.';
  if (/[/\\]/.test(name)) return 'Without / and \\.';
  return taken.includes(name) ? 'There is a dataset of this name.' : null;
}
