/** An external method in the form: creates an example or takes a folder, registers it, and tries it repeatedly. */
import { onScopeDispose, ref, shallowRef, type Ref } from 'vue';
import type { LanguageName } from '../../core/methods/external/languages.ts';
import type { MethodReport, ExternalMethodInfo, CheckedRule } from '../../core/contract/methods.ts';
import { failureOf, useConnection } from '../api/client.ts';
import { useMethods } from '../stores/catalogue.ts';
import { failureGroups } from '../../core/text/failureGroups.ts';

/** Creates an example inside `folder`, or takes the folder of an existing method. */
export type Beginning =
  | { readonly kind: 'new'; readonly folder: string; readonly id: string; readonly language: LanguageName }
  | { readonly kind: 'there'; readonly folder: string };

export interface ExternalMethodForm {
  /** The operation in progress. */
  readonly busy: Readonly<Ref<'registering' | 'trying' | null>>;
  /** The file to edit, if an example was created. */
  readonly file: Readonly<Ref<string | null>>;
  /** Whether there is a folder to register and to try. */
  readonly begun: Readonly<Ref<boolean>>;
  /** Null until the program has replied once. */
  readonly registered: Readonly<Ref<ExternalMethodInfo | null>>;
  readonly report: Readonly<Ref<MethodReport | null>>;
  /** The last error message, in the program's words. */
  readonly error: Readonly<Ref<string | null>>;
  /** Creates and registers it; its program is started with the user's rights. */
  readonly begin: (beginning: Beginning) => Promise<void>;
  /** Registers the current files and tries them on a dataset, or on synthetic faces. */
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
    const method = await client.methods.add({ folder }, { signal: closed.signal });
    await methods.list.reload();
    registered.value = method;
    return method;
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
