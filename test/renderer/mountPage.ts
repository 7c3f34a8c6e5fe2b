/** Mounts the application on a fake client at an address, as main.ts does on a real one. */
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import axe from 'axe-core';
import { createPinia } from 'pinia';
import { expect } from 'vitest';
import { defineComponent } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import type { StudyDetails } from '../../src/core/contract/studies.ts';
import App from '../../src/renderer/App.vue';
import { connectionKey, type Connection } from '../../src/renderer/api/client.ts';
import { routes } from '../../src/renderer/router.ts';
import { computedStyles } from './computedStyles.ts';
import { fakeClient, fakeConnection, type Fake, type Overrides } from './fakeClient.ts';
import { eventually } from '../support/eventually.ts';

export interface MountedPage {
  readonly page: VueWrapper;
  readonly router: Router;
  readonly fake: Fake;
  readonly connection: Connection;
}

/** Canvases have no context here; what charts are made of is tested as data. */
const LineChart = defineComponent({
  props: { label: String },
  template: '<div class="chart-stub" role="img" :aria-label="label" />',
});

export async function mountPage(
  address: string,
  overrides: Overrides = {},
  change: (connection: Connection) => Connection = (connection) => connection,
  studies?: StudyDetails[],
): Promise<MountedPage> {
  const fake = fakeClient(overrides, studies);
  const connection = change(fakeConnection(fake));
  const router = createRouter({ history: createMemoryHistory(), routes });
  await router.push(address);
  const page = mount(App, {
    attachTo: document.body,
    global: {
      plugins: [createPinia(), router],
      provide: { [connectionKey as symbol]: connection },
      stubs: { LineChart },
    },
  });
  await settle();
  return { page, router, fake, connection };
}

/** Lets answers arrive and views load. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await flushPromises();
}

/** Waits until the page is at a path: views are read from disk when they are first opened. */
export async function arrived(router: Router, path: string): Promise<void> {
  await eventually(() => expect(router.currentRoute.value.path).toBe(path));
}

/** Rules that axe can check without layout; colours and sizes are checked in the browser. */
export async function accessibilityProblems(): Promise<string[]> {
  document.documentElement.lang = 'en';
  const gathered = window.getComputedStyle;
  window.getComputedStyle = computedStyles();
  const { passes, violations } = await axe
    .run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
      resultTypes: ['violations'],
    })
    .finally(() => (window.getComputedStyle = gathered));
  if (passes.length < 5) return [`only ${passes.length} rules applied`];
  return violations.map((entry) => `${entry.id}: ${entry.nodes.map((node) => node.html).join(' ')}`);
}

/** The button of this text or name. */
export function button(page: VueWrapper, name: string) {
  const found = page
    .findAll('button')
    .find((entry) => entry.text() === name || entry.attributes('aria-label') === name);
  if (!found) throw new Error(`There is no button "${name}" among ${page.findAll('button').map((b) => b.text())}`);
  return found;
}

/** Opens a folded part of a form. */
export async function unfold(page: VueWrapper, title: string): Promise<void> {
  const fold = page.findAll('details').find((entry) => entry.find('summary :is(h2, h3)').text() === title);
  if (!fold) throw new Error(`There is no part "${title}".`);
  (fold.element as HTMLDetailsElement).open = true;
  await fold.trigger('toggle');
  await settle();
}

/** Chooses an action of the menu in the page's head. */
export async function fromMenu(page: VueWrapper, name: string, menu = 'More actions'): Promise<void> {
  await button(page, menu).trigger('click');
  await settle();
  const titles = page.findAll('[role=menuitem]').map((item) => item.get('.grown').text());
  if (!titles.includes(name)) throw new Error(`The menu has no "${name}" among ${titles}`);
  await page.findAll('[role=menuitem]')[titles.indexOf(name)].trigger('click');
  await settle();
}

/** Chooses one of a radio group, as a click on its words does. */
export async function choose(page: VueWrapper, group: string, name: string): Promise<void> {
  const groups = page.findAll('[role=radiogroup]');
  const named = groups.filter(
    (entry) => document.getElementById(entry.attributes('aria-labelledby') ?? '')?.textContent?.trim() === group,
  );
  const segment = named.flatMap((entry) => entry.findAll('label')).find((entry) => entry.text() === name);
  if (!segment) throw new Error(`There is no choice "${name}" of "${group}".`);
  await segment.get('input').setValue(true);
}
