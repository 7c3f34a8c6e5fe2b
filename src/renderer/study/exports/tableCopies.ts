/** Copies of the table of a study as text, as the page shows it. */
import { computed, ref } from 'vue';
import { tableFormat, type TableFormat } from '../../../core/report/formats.ts';
import { failureOf, useConnection } from '../../api/client.ts';
import { useToast } from '../../stores/toast.ts';
import { copyText } from '../../ui/files/saveAndCopy.ts';
import type { StudyPage } from '../studyPage.ts';

const words = {
  markdownWithTheNote: 'Markdown with the note',
  copiedAs: (title: string) => `Copied as ${title}`,
  noClipboard: 'The clipboard is not available; export the file instead.',
};

/** Markdown with the note on the study; that of LaTeX is asked for in its dialog. */
export const NOTED = 'markdown+note';

export interface TableFormatEntry {
  readonly key: TableFormat | typeof NOTED;
  readonly title: string;
}

/** LaTeX asks how the table is set first; Markdown with the note follows Markdown if there is a note. */
export function formatEntries(formats: readonly TableFormat[], noted: boolean): TableFormatEntry[] {
  return formats.flatMap((key): TableFormatEntry[] => {
    const { title } = tableFormat(key);
    if (key === 'latex') return [{ key, title: `${title} …` }];
    return key === 'markdown' && noted
      ? [
          { key, title },
          { key: NOTED, title: words.markdownWithTheNote },
        ]
      : [{ key, title }];
  });
}

export function useTableCopies(page: StudyPage, formats: readonly TableFormat[]) {
  const { client } = useConnection();
  const toast = useToast();
  /** Whether the dialog of the table in LaTeX is open. */
  const setting = ref(false);
  const entries = computed(() => formatEntries(formats, page.study.note.trim() !== ''));

  async function copy(key: string): Promise<void> {
    const entry = entries.value.find((each) => each.key === key)!;
    if (entry.key === 'latex') {
      setting.value = true;
      return;
    }
    const input = { id: page.study.id, options: page.options };
    try {
      const file = await client.studies.export(
        entry.key === NOTED ? { ...input, format: 'markdown', page: { note: true } } : { ...input, format: entry.key },
      );
      const copied = await copyText(await file.text());
      toast.say(copied ? words.copiedAs(entry.title) : words.noClipboard, copied ? 'done' : 'failed');
    } catch (error) {
      toast.say(failureOf(error).message, 'failed');
    }
  }

  return { entries, setting, copy };
}
