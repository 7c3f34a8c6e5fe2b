// @vitest-environment happy-dom
import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../src/core/methods/method.ts';
import FieldListEditor from '../../../src/renderer/parameters/FieldListEditor.vue';
import { over, readFields, withDetail } from '../../../src/renderer/parameters/fieldList.ts';
import { parseSettings } from '../../../src/renderer/methods/settingsText.ts';
import { shownText } from '../../../src/renderer/parameters/parameterText.ts';

const own = { neighbourhood: 'self', f: 'rest', phi: 'zero' };
const near = { neighbourhood: 'nearest', neighbours: 5, f: 'lambda', phi: 'one' };

describe('Fields in the form', () => {
  it('keep their weights when they are laid over another neighbourhood, which brings what it needs', () => {
    expect(over(near, 'ball')).toEqual({ neighbourhood: 'ball', radius: 0.5, f: 'lambda', phi: 'one' });
    expect(over(near, 'class')).toEqual({ neighbourhood: 'class', f: 'lambda', phi: 'one' });
  });

  it('take numbers as numbers, what is none as typed, and leave out what is empty', () => {
    expect(withDetail(near, 'neighbours', true, ' 7 ')).toEqual({ ...near, neighbours: 7 });
    expect(withDetail(near, 'neighbours', true, 'few')).toEqual({ ...near, neighbours: 'few' });
    expect(JSON.stringify(withDetail({ ...own, within: 'x' }, 'within', false, ''))).toBe(JSON.stringify(own));
  });

  it('are read from JSON only where it is a list of objects', () => {
    expect(readFields(JSON.stringify([near, own]))).toEqual([near, own]);
    for (const text of ['', '[', '{}', '[1]', 'null']) expect(readFields(text)).toBeNull();
  });

  it('are edited in rows and as JSON', async () => {
    const editor = mount(FieldListEditor, {
      props: {
        title: 'Fields',
        help: '',
        problems: [],
        modelValue: JSON.stringify([near, own]),
        'onUpdate:modelValue': (text: string) => editor.setProps({ modelValue: text }),
      },
    });
    const list = () => JSON.parse(editor.props('modelValue'));
    const rows = () => editor.findAll('li');
    expect(rows()).toHaveLength(2);
    await rows()[0].find('select').setValue('attribute');
    await rows()[0].find('input').setValue('light');
    expect(list()).toEqual([{ neighbourhood: 'attribute', attribute: 'light', f: 'lambda', phi: 'one' }, own]);
    await editor.find('[aria-label="Remove field 2"]').trigger('click');
    await editor.find('.actions button').trigger('click');
    expect(list()[1]).toEqual({ neighbourhood: 'class', f: 'lambda', phi: 'one' });
    await editor.find('.actions select').setValue('sfa');
    expect(list()).toEqual([{ neighbourhood: 'chain', f: 'one', phi: 'lambda' }]);
    await editor.find('textarea').setValue('[');
    expect([rows().length, editor.find('details').attributes('open')]).toEqual([0, '']);
  });
});

describe('Lists as parameters', () => {
  const numbers: Parameter = { name: 'c', title: 'c', help: '', kind: 'numbers', default: [], min: 0, max: 10 };
  const fields: Parameter = { name: 'fields', title: 'Fields', help: '', kind: 'fields', default: [] };
  const parse = (c: string, list: string) => parseSettings([numbers, fields], { c, fields: list });

  it('are typed as numbers between commas, and as JSON', () => {
    expect(shownText(numbers, [4, 2, 1])).toBe('4, 2, 1');
    expect(shownText(fields, [near])).toBe(JSON.stringify([near]));
    expect(parse('4, 2 1', JSON.stringify([near]))).toEqual({
      settings: { c: [4, 2, 1], fields: [near] },
      problems: [],
    });
    expect(parse('', '[]')).toEqual({ settings: {}, problems: [] });
  });

  it('say what is wrong', () => {
    expect(parse('4, 11', '{').problems).toEqual([
      { path: 'c', message: 'Numbers from 0 to 10.' },
      { path: 'fields', message: 'A list as JSON.' },
    ]);
    expect(parse('1', '{}').problems).toEqual([{ path: 'fields', message: 'A list in brackets.' }]);
  });
});
