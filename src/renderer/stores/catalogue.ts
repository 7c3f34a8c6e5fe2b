/** What the workspace holds: datasets, studies, and the methods that the engine knows. */
import { defineStore } from 'pinia';
import { computed } from 'vue';
import type { MethodInfo } from '../../core/contract/methods.ts';
import type { NotebookChange } from '../../core/contract/notebook.ts';
import { useConnection } from '../api/client.ts';
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
