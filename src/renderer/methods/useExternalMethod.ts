/** A method of one's own from the form: an example written or a folder taken, registered, tried as often as wanted. */
import { onScopeDispose, ref, shallowRef, type Ref } from 'vue';
import type { LanguageName } from '../../core/methods/external/languages.ts';
import type { MethodReport, ExternalMethodInfo, CheckedRule } from '../../core/contract/methods.ts';
import { failureOf, useConnection } from '../api/client.ts';
import { useMethods } from '../stores/catalogue.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';

/** An example to write inside `folder`, or the folder of a method that is there. */
export type Beginning =
  | { readonly kind: 'new'; readonly folder: string; readonly id: string; readonly language: LanguageName }
  | { readonly kind: 'there'; readonly folder: string };

export interface ExternalMethodForm {
  /** What is under way. */
  readonly busy: Readonly<Ref<'registering' | 'trying' | null>>;
  /** The file to change, where one was written. */
  readonly file: Readonly<Ref<string | null>>;
  /** Whether there is a folder to register and to try. */
  readonly begun: Readonly<Ref<boolean>>;
  /** Null until the program has answered once. */
  readonly registered: Readonly<Ref<ExternalMethodInfo | null>>;
  readonly report: Readonly<Ref<MethodReport | null>>;
  /** What went wrong last, as the program said it. */
  readonly error: Readonly<Ref<string | null>>;
  /** Writes and registers; its program is started with the user's rights. */
  readonly begin: (beginning: Beginning) => Promise<void>;
  /** Registers the files as they are now, and tries them on a dataset, or on drawn faces. */
  readonly tryOn: (dataset: number | null) => Promise<void>;
}

export function useExternalMethod(): ExternalMethodForm {
  const { client } = useConnection();
  const methods = useMethods();
  const busy = ref<'registering' | 'trying' | null>(null);
  const file = ref<string | null>(null);
  const begun = ref(false);
  const registered = shallowRef<ExternalMethodInfo | null>(null);
  const report = shallowRef<MethodReport | null>(null);
  const error = ref<string | null>(null);
  let token: string | null = null;
  const closed = new AbortController();
  onScopeDispose(() => closed.abort());

  async function act(what: 'registering' | 'trying', work: () => Promise<void>): Promise<void> {
    if (busy.value !== null) return;
    busy.value = what;
    error.value = null;
    report.value = null;
    try {
      await work();
    } catch (thrown) {
      error.value = failureOf(thrown).message;
    } finally {
      busy.value = null;
    }
  }

  async function register(folder: string): Promise<ExternalMethodInfo> {
    registered.value = null;
    const found = await client.methods.add({ folder }, { signal: closed.signal });
    await methods.list.reload();
    registered.value = found;
    return found;
  }

  return {
    busy,
    file,
    begun,
    registered,
    report,
    error,
    begin: (beginning) =>
      act('registering', async () => {
        if (beginning.kind === 'new') {
          const { folder, id, language } = beginning;
          const written = await client.methods.create({ folder, id, language });
          file.value = written.file;
          token = written.token;
        } else {
          token = beginning.folder;
        }
        begun.value = true;
        await register(token);
      }),
    tryOn: (dataset) =>
      act('trying', async () => {
        if (token === null) return;
        const { id } = await register(token);
        const on = dataset === null ? {} : { dataset };
        report.value = await client.methods.check({ id, ...on }, { signal: closed.signal });
      }),
  };
}

/** Program output of failed checks, without repetitions. */
export function brokenRulesOutput(rules: readonly CheckedRule[]): string {
  const broken = rules.filter(({ state }) => state === 'failed');
  return failureGroups(broken.map(({ detail }) => ({ reason: detail })))
    .flatMap(({ said }) => said ?? [])
    .join('\n\n');
}
