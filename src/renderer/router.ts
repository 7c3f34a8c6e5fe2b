import { createRouter, createWebHashHistory, type RouteLocation, type RouteRecordRaw, type Router } from 'vue-router';
import { addressOf, pages, type PageId, type Section } from './navigation.ts';

declare module 'vue-router' {
  interface RouteMeta {
    readonly section?: Section;
  }
}

type View = Pick<RouteRecordRaw, 'component' | 'props'>;

const idOf = (route: RouteLocation): { id: number } => ({ id: Number(route.params.id) });
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** "1,2" as distinct numbers; anything else is left out. */
const numbers = (value: unknown): number[] => {
  const parsed = (text(value) ?? '').split(',').map(Number);
  return [...new Set(parsed.filter((number) => Number.isInteger(number) && number > 0))];
};

/** The component of each page, and its props from the address. */
const views: Readonly<Record<PageId, View>> = {
  studies: { component: () => import('./studies/StudiesView.vue') },
  datasets: { component: () => import('./datasets/DatasetsView.vue') },
  papers: {
    component: () => import('./papers/PapersView.vue'),
    props: ({ query }) => ({ experiment: text(query.experiment) }),
  },
  settings: { component: () => import('./settings/SettingsView.vue') },
  'new-study': {
    component: () => import('./studyForm/StudyFormView.vue'),
    props: (route) => ({
      from: route.query.from === undefined ? null : Number(route.query.from),
      dataset: text(route.query.dataset),
    }),
  },
  'compare-studies': {
    component: () => import('./studies/CompareView.vue'),
    props: (route) => ({ ids: numbers(route.query.study) }),
  },
  import: { component: () => import('./import/ImportView.vue') },
  dataset: { component: () => import('./datasets/DatasetView.vue'), props: idOf },
  preprocess: { component: () => import('./import/preprocess/PreprocessView.vue'), props: idOf },
  study: { component: () => import('./study/StudyView.vue'), props: idOf },
  model: { component: () => import('./model/ModelView.vue'), props: idOf },
  'add-to-study': {
    component: () => import('./studyForm/StudyFormView.vue'),
    props: (route) => ({ extend: Number(route.params.id) }),
  },
};

/** Addresses of earlier versions, and the first one of all. */
const formerPages: readonly RouteRecordRaw[] = [
  { path: '/', redirect: addressOf('studies') },
  { path: '/home', redirect: addressOf('studies') },
  {
    path: '/embedding',
    redirect: ({ query: { study, from, image, ...query } }) => {
      if (text(study) !== null) return { path: addressOf('model', Number(study)), query: { ...query, part: 'latent' } };
      if (text(from) === null) return { path: addressOf('datasets'), query: {} };
      return { path: addressOf('dataset', Number(from)), query: { panel: 'embedding', ...(image && { image }) } };
    },
  },
];

export const routes: RouteRecordRaw[] = [
  ...pages.map(
    ({ id, path, section }) =>
      ({ ...views[id], name: id, path: path.replace(':id', ':id(\\d+)'), meta: { section } }) as RouteRecordRaw,
  ),
  ...formerPages,
  { path: '/:rest(.*)*', name: 'not-found', component: () => import('./shell/NotFoundView.vue') },
];

/** The fragment holds the route, so any host can serve the page from one address. */
export function makeRouter(): Router {
  return createRouter({ history: createWebHashHistory(), routes });
}
