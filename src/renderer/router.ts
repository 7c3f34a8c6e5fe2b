import { createRouter, createWebHashHistory, type RouteRecordRaw, type Router } from 'vue-router';

/** `up` is where Escape leads: one step back in the order of the views, not in the history; `:id` is that of this view. */
declare module 'vue-router' {
  interface RouteMeta {
    readonly section?: 'home' | 'datasets' | 'studies' | 'embedding' | 'settings';
    readonly up?: string;
  }
}

export const routes: RouteRecordRaw[] = [
  { path: '/', name: 'home', component: () => import('./home/HomeView.vue'), meta: { section: 'home' } },
  {
    path: '/datasets',
    name: 'datasets',
    component: () => import('./datasets/DatasetsView.vue'),
    meta: { section: 'datasets', up: '/' },
  },
  {
    path: '/datasets/import',
    name: 'import',
    component: () => import('./import/ImportView.vue'),
    meta: { section: 'datasets', up: '/datasets' },
  },
  {
    path: '/datasets/:id(\\d+)',
    name: 'dataset',
    component: () => import('./datasets/DatasetView.vue'),
    props: (route) => ({ id: Number(route.params.id) }),
    meta: { section: 'datasets', up: '/datasets' },
  },
  {
    path: '/datasets/:id(\\d+)/preprocess',
    name: 'preprocess',
    component: () => import('./import/preprocess/PreprocessView.vue'),
    props: (route) => ({ id: Number(route.params.id) }),
    meta: { section: 'datasets', up: '/datasets/:id' },
  },
  {
    path: '/studies',
    name: 'studies',
    component: () => import('./studies/StudiesView.vue'),
    meta: { section: 'studies', up: '/' },
  },
  {
    path: '/studies/new',
    name: 'new-study',
    component: () => import('./study-form/StudyFormView.vue'),
    props: (route) => ({
      from: route.query.from === undefined ? null : Number(route.query.from),
      dataset: typeof route.query.dataset === 'string' ? route.query.dataset : null,
    }),
    meta: { section: 'studies', up: '/studies' },
  },
  {
    path: '/studies/:id(\\d+)/add',
    name: 'add-to-study',
    component: () => import('./study-form/StudyFormView.vue'),
    props: (route) => ({ extend: Number(route.params.id) }),
    meta: { section: 'studies', up: '/studies/:id' },
  },
  {
    path: '/studies/:id(\\d+)',
    name: 'study',
    component: () => import('./study/StudyView.vue'),
    props: (route) => ({ id: Number(route.params.id) }),
    meta: { section: 'studies', up: '/studies' },
  },
  {
    path: '/embedding',
    name: 'embedding',
    component: () => import('./embedding/EmbeddingView.vue'),
    props: (route) => ({ dataset: typeof route.query.dataset === 'string' ? route.query.dataset : null }),
    meta: { section: 'embedding', up: '/' },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('./settings/SettingsView.vue'),
    meta: { section: 'settings', up: '/' },
  },
  { path: '/:rest(.*)*', redirect: '/' },
];

/** The fragment holds the place, so that any host can serve the page from one address. */
export function makeRouter(): Router {
  return createRouter({ history: createWebHashHistory(), routes });
}
