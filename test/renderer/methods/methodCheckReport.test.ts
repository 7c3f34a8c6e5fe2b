// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import MethodRules from '../../../src/renderer/methods/MethodCheckReport.vue';

it('the list of rules says a reason once, and names the rule that failed for it first', () => {
  const failed = (title: string, detail: string) => ({ title, state: 'failed' as const, detail });
  const rules = [
    failed('Fits', 'Own: no.'),
    { title: 'Stores', state: 'passed' as const, detail: 'Own: no.' },
    failed('Nested', 'Own: no.'),
  ];
  const list = mount(MethodRules, {
    props: { report: { id: 'own', title: 'Own', version: '0', runsOn: 'Python', rules, recognised: null } },
  });
  expect(list.findAll('.detail').map((detail) => detail.text())).toEqual([
    'Own: no.',
    'Own: no.',
    'Fails as “Fits” does.',
  ]);
});
