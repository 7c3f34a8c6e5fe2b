import { ref } from 'vue';
import { fileNamed, mediaTypeOf } from '../../../core/text/mediaTypes.ts';

/** How often something was saved or copied: what a study gave away is in its history from then on. */
export const timesSaved = ref(0);

/** Copies a text with its markup for targets that accept it; otherwise the text alone. */
export async function copyMarkup(plain: string, html: string): Promise<boolean> {
  timesSaved.value++;
  const part = (type: string, content: string): Record<string, Blob> => ({ [type]: new Blob([content], { type }) });
  try {
    await navigator.clipboard.write([new ClipboardItem({ ...part('text/plain', plain), ...part('text/html', html) })]);
    return true;
  } catch {
    return copyText(plain);
  }
}

/** Copies text; without access to the clipboard interface, through a selection. */
export async function copyText(text: string): Promise<boolean> {
  timesSaved.value++;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.className = 'visually-hidden';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

/** Offers a text as a file of this name. */
export function saveText(fileName: string, text: string): void {
  saveFile(fileNamed(fileName, text));
}

/** Offers a file under its name. */
export function saveFile(file: File): void {
  timesSaved.value++;
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file.name;
  anchor.click();
  // The browser has read the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Dragging out of the window: a file to a folder, a table to a document or a spreadsheet.

/** A picture with a URL of its own is saved as a file of this name when dropped on a folder. */
export function dragPicture(event: DragEvent, name: string): void {
  const { src } = event.target as HTMLImageElement;
  event.dataTransfer?.setData('DownloadURL', `${mediaTypeOf(name)}:${name}:${src}`);
}

/** A table: formatted for targets that accept markup, otherwise tab-separated. */
export function dragTable(event: DragEvent, table: { readonly html: string; readonly plain: string } | null): void {
  if (table === null) return event.preventDefault();
  event.dataTransfer?.setData('text/html', table.html);
  event.dataTransfer?.setData('text/plain', table.plain);
}
