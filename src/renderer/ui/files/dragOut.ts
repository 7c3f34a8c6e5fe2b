/** What leaves the window by dragging: a file for a folder, a table for a document or a spreadsheet. */
import { mediaTypeOf } from '../../../core/text/mediaTypes.ts';

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
