/** The pages, each declared once: router, navigation rail, command palette, keys and their help use this list. */
import type { RouteLocation } from 'vue-router';
import type { IconName } from './ui/icons.ts';

export type Section = 'studies' | 'datasets' | 'papers' | 'settings';

export interface Page {
  readonly id: string;
  /** Title of the page in all lists; the page of one dataset or study uses its name instead. */
  readonly title: string;
  readonly icon: IconName;
  /** `:id` is the id of a dataset or study. */
  readonly path: string;
  /** Its entry in the navigation rail. */
  readonly section: Section;
  /** The page that Escape leads to: one level up in the hierarchy, not back in the history. */
  readonly up?: string;
  /** Query parameters that define the initial state: with other values it is another page. */
  readonly begunBy?: readonly string[];
  /** One key, or two in sequence, that open it; only for pages without `:id`. */
  readonly key?: string;
}

/** Pages with the name of a section are its main pages and appear in the rail, in this order. */
export const pages = [
  {
    id: 'studies',
    title: 'Studies',
    icon: 'studies',
    path: '/studies',
    section: 'studies',
    key: 'g s',
  },
  {
    id: 'datasets',
    title: 'Datasets',
    icon: 'datasets',
    path: '/datasets',
    section: 'datasets',
    key: 'g d',
  },
  {
    id: 'papers',
    title: 'Papers',
    icon: 'papers',
    path: '/papers',
    section: 'papers',
    key: 'g p',
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: 'settings',
    path: '/settings',
    section: 'settings',
    key: 'g ,',
  },
  {
    id: 'new-study',
    title: 'New study',
    icon: 'plus',
    path: '/studies/new',
    section: 'studies',
    up: 'studies',
    begunBy: ['from', 'dataset'],
    key: 'n',
  },
  {
    id: 'compare-studies',
    title: 'Compare studies',
    icon: 'compare',
    path: '/studies/compare',
    section: 'studies',
    up: 'studies',
  },
  {
    id: 'import',
    title: 'Import a dataset',
    icon: 'folder',
    path: '/datasets/import',
    section: 'datasets',
    up: 'datasets',
    key: 'i',
  },
  {
    id: 'dataset',
    title: 'Dataset',
    icon: 'datasets',
    path: '/datasets/:id',
    section: 'datasets',
    up: 'datasets',
  },
  {
    id: 'preprocess',
    title: 'Preprocess',
    icon: 'settings',
    path: '/datasets/:id/preprocess',
    section: 'datasets',
    up: 'dataset',
  },
  {
    id: 'study',
    title: 'Study',
    icon: 'studies',
    path: '/studies/:id',
    section: 'studies',
    up: 'studies',
  },
  {
    id: 'model',
    title: 'Model',
    icon: 'embedding',
    path: '/studies/:id/model',
    section: 'studies',
    up: 'study',
  },
  {
    id: 'add-to-study',
    title: 'Add to the study',
    icon: 'plus',
    path: '/studies/:id/add',
    section: 'studies',
    up: 'study',
  },
] as const satisfies readonly Page[];

export type PageId = (typeof pages)[number]['id'];

const byId: ReadonlyMap<string, Page> = new Map(pages.map((page) => [page.id, page]));

/** The declaration of a page. */
export function pageOf(id: PageId): Page {
  return byId.get(id)!;
}

/** The address of a page; `item` is the id of the dataset or study that it shows. */
export function addressOf(id: PageId, item?: number): string {
  return pageOf(id).path.replace(':id', String(item));
}

/** Distinguishes two pages of the same declaration: the path and the initial state. */
export function identityOf({ path, name, query }: Pick<RouteLocation, 'path' | 'name' | 'query'>): string {
  const begunBy = byId.get(String(name))?.begunBy ?? [];
  return JSON.stringify([path, ...begunBy.map((field) => query[field] ?? null)]);
}

/** The pages of the rail. */
export const railPages: readonly Page[] = pages.filter((page) => page.id === page.section);

/** Pages that can be opened by name or key, actions first; none of them shows a single item. */
export const namedPages: readonly Page[] = [
  ...pages.filter((page) => page.id !== page.section && !page.path.includes(':id')),
  ...railPages,
];

/** The parent of a page; `item` as for `addressOf`. Null at the top. */
export function addressAbove(id: string, item?: number): string | null {
  const up = byId.get(id)?.up;
  return up === undefined ? null : addressOf(up as PageId, item);
}

/** The ancestors of a page, outermost first. */
export function pagesAbove(id: PageId): readonly Page[] {
  const up = pageOf(id).up;
  return up === undefined ? [] : [...pagesAbove(up as PageId), pageOf(up as PageId)];
}

/** The address for a key or two keys in sequence ("g d" as "gd"); undefined for any other. */
export function keyDestination(keys: string): string | undefined {
  return namedPages.find(({ key }) => key?.replace(' ', '') === keys)?.path;
}
