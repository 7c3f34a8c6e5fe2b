/** The line of tabs in the head of a page, which the page provides and its tabs fill. */
import type { InjectionKey, Ref } from 'vue';

export const tabsPlace: InjectionKey<Readonly<Ref<HTMLElement | undefined>>> = Symbol('tabs');
