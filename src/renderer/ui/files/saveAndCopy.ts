import { fileNamed, mediaTypeOf } from '../../../core/text/mediaTypes.ts';

/** Copies text; where the page may not use the clipboard interface, the older way through a selection. */
export async function copyText(text: string): Promise<boolean> {
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
  const url = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file.name;
  anchor.click();
  // The browser has taken the content over by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// What leaves the window by dragging: a file for a folder, a table for a document or a spreadsheet.

/** A picture with an address of its own becomes a file of this name where it is dropped on a folder. */
export function dragPicture(event: DragEvent, name: string): void {
  const { src } = event.target as HTMLImageElement;
  event.dataTransfer?.setData('DownloadURL', `${mediaTypeOf(name)}:${name}:${src}`);
}

/** A table: with its lines and marks where markup is taken, else tab-separated. */
export function dragTable(event: DragEvent, table: { readonly html: string; readonly plain: string } | null): void {
  if (table === null) return event.preventDefault();
  event.dataTransfer?.setData('text/html', table.html);
  event.dataTransfer?.setData('text/plain', table.plain);
}
