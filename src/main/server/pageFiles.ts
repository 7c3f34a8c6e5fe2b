/**
 * The built page, held in memory. A request's path is looked up in a table and never reaches the file system, so no
 * spelling of `..` leaves the folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { mediaTypeOf } from '../../core/text/mediaTypes.ts';
import { securityHeaders } from './securityHeaders.ts';

export interface PageFile {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;

  /** Reads every file below `folder`, except symbolic links. Throws if index.html is missing. */
  constructor(folder: string) {
    const files = new Map<string, PageFile>();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      const type = mediaTypeOf(entry.name);
      files.set(path, {
        body: readFileSync(file),
        headers: {
          ...securityHeaders,
          'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
          // The build names assets by their content.
          'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        },
      });
    }
    if (!files.has('/index.html')) throw new Error(`There is no page in ${folder}.`);
    this.#files = files;
  }

  /** The file for a request target ("/assets/a.js?x"), index.html for an address within the page; null if not found. */
  find(target: string): PageFile | null {
    const raw = target.split(/[?#]/, 1)[0];
    let path: string;
    try {
      path = decodeURIComponent(raw);
    } catch {
      return null;
    }
    const file = this.#files.get(path);
    if (file) return file;
    // The page routes its own addresses ("/studies/3"). They never look like files.
    const isAddress = /^\/([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?)?$/.test(path) && !path.startsWith('/assets/');
    return isAddress ? (this.#files.get('/index.html') ?? null) : null;
  }
}
