// @vitest-environment happy-dom
/** One component draws the parameters of every declaration, whatever it is of. */
import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { describe, expect, it } from 'vitest';
import type { ChoiceParameter } from '../../../src/core/choice.ts';
import { classifiers } from '../../../src/core/classify/classifiers/registry.ts';
import { comparisonParameters, comparisonSchema } from '../../../src/core/compare/comparison.ts';
import { pairTests } from '../../../src/core/compare/tests/registry.ts';
import { features } from '../../../src/core/features/registry.ts';
import { methods } from '../../../src/core/methods/registry.ts';
import { perturbations } from '../../../src/core/perturbations/registry.ts';
import { protocols } from '../../../src/core/protocols/registry.ts';
import { selectionParameters } from '../../../src/core/study/spec/spec.ts';
import { fieldsOf, textsOf, type FieldTexts } from '../../../src/renderer/parameters/fieldTexts.ts';
import ParameterFields from '../../../src/renderer/parameters/ParameterFields.vue';
import { isTyped } from '../../../src/renderer/parameters/parameterText.ts';
import { startReading } from '../../../src/renderer/parameters/formReader.ts';

const choices = [...protocols, ...perturbations, ...features, ...classifiers];
const declared: readonly (readonly [string, readonly ChoiceParameter[]])[] = [
  ...choices.map(({ kind, parameters }) => [kind, parameters] as const),
  ...methods.map(({ id, parameters }) => [id, parameters] as const),
  ['comparison', comparisonParameters(['PCA'])],
  ['selection', selectionParameters],
];

function fieldsFor(parameters: readonly ChoiceParameter[], problems: { path: string; message: string }[] = []) {
  const wrapper = mount(ParameterFields, {
    // Fields whose choice has a card lead to the help.
    global: { plugins: [createPinia()] },
    props: {
      parameters,
      problems,
      attributes: [{ name: 'session', values: [{ value: '1', images: 3 }] }],
      modelValue: textsOf(parameters, {}),
      'onUpdate:modelValue': (texts: FieldTexts) => wrapper.setProps({ modelValue: texts }),
    } as never,
  });
  return wrapper;
}

describe.each(declared)('the parameters of %s', (_, parameters) => {
  it('have a named control each, with their help and their problem tied to it', () => {
    const typed = parameters.filter(isTyped);
    const problems = typed.map(({ name }) => ({ path: name, message: `What is wrong with ${name}` }));
    const fields = fieldsFor(parameters, problems);
    // The fields of a list of factors are inside the frame of the list.
    const frames = fields.findAll('.field, fieldset.list').filter((each) => !each.element.closest('.list .field'));
    expect(frames).toHaveLength(typed.length);
    for (const [i, { title, name, kind, help }] of typed.entries()) {
      const frame = frames[i];
      expect(frame.text()).toContain(title);
      expect(frame.text()).toContain(`What is wrong with ${name}`);
      expect(frame.text()).toContain(help);
      if (kind === 'fields') continue;
      const control = frame.find('input, select, textarea');
      expect(control.attributes('aria-invalid')).toBe('true');
      const told = control.attributes('aria-describedby')!.split(' ');
      const texts = told.flatMap((id) => fields.findAll(`[id="${id}"]`).map((node) => node.text()));
      expect(texts.join(' ')).toContain(`What is wrong with ${name}`);
      expect(frame.find(`label[for="${control.attributes('id')}"]`).exists()).toBe(true);
    }
  });

  it('say their defaults', () => {
    const reading = startReading();
    const said = fieldsOf(parameters, textsOf(parameters, {}), 'x', reading);
    for (const parameter of parameters.filter(isTyped)) {
      if (!('default' in parameter) || parameter.optional) continue;
      const lacking = parameter.kind === 'text' && parameter.default === '';
      if (!lacking) expect(said[parameter.name]).toEqual(parameter.default);
    }
  });
});

describe('The fields of a comparison', () => {
  it('offer every declared test, with its remark while it is chosen', async () => {
    const fields = fieldsFor(comparisonParameters(['PCA']));
    const [test, baseline] = fields.findAll('select');
    expect(test.findAll('option').map((option) => option.text())).toEqual(pairTests.map(({ title }) => title));
    for (const { kind, remark } of pairTests) {
      await test.setValue(kind);
      expect(fields.text()).toContain(remark);
    }
    await baseline.setValue('PCA');
    const said = fieldsOf(comparisonParameters(), fields.props('modelValue'), 'comparison', startReading());
    expect(comparisonSchema.parse(said)).toEqual({ test: pairTests.at(-1)!.kind, alpha: 0.05, baseline: 'PCA' });
  });
});

describe('lists of values', () => {
  const algorithm = methods.find(({ id }) => id === 'nmf')!.parameters;
  const on: ChoiceParameter = { name: 'on', title: 'On or off', help: '', kind: 'boolean', default: false };
  const mounted = (lists: boolean) => {
    const wrapper = mount(ParameterFields, {
      global: { plugins: [createPinia()] },
      props: {
        parameters: [...algorithm.slice(0, 1), on],
        problems: [],
        lists,
        modelValue: { algorithm: 'hals', on: 'true' },
        'onUpdate:modelValue': (texts: FieldTexts) => wrapper.setProps({ modelValue: texts }),
      } as never,
    });
    return wrapper;
  };

  it('are ticked where settings of a method are choices or switches, and one value always stays', async () => {
    const fields = mounted(true);
    for (const title of ['Algorithm', 'On or off']) {
      await fields.get(`button[aria-label="Try several values of ${title}"]`).trigger('click');
    }
    const boxes = () => fields.findAll<HTMLInputElement>('[role=group] input');
    expect(boxes().map(({ element }) => element.checked)).toEqual([true, false, true, false]);
    expect(boxes()[0].element.disabled).toBe(true);
    await boxes()[1].setValue(true);
    await boxes()[3].setValue(true);
    expect(fields.props('modelValue')).toEqual({ algorithm: 'hals, multiplicative', on: 'true, false' });
    await boxes()[0].setValue(false);
    expect(fields.props('modelValue')).toEqual({ algorithm: 'multiplicative', on: 'true, false' });
    await fields.get('button[aria-label="One value of On or off"]').trigger('click');
    expect(fields.props('modelValue')).toEqual({ algorithm: 'multiplicative', on: 'true' });
    expect(fields.findAll('[role=group]')).toHaveLength(1);
  });

  it('are not offered elsewhere', () => {
    expect(mounted(false).findAll('button')).toHaveLength(0);
  });
});
