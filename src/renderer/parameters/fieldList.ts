/** Lists of fields in the form: JSON whose entries may still be invalid. */
import type { Field, FIELDS_OF } from '../../core/methods/field/fieldSchema.ts';

/** An entry as typed; unreadable numbers stay texts, which the engine then reports. */
export type FieldDraft = Readonly<Record<string, unknown>>;

/** The entries; null if the text is not a list of objects. */
export function readFields(text: string): FieldDraft[] | null {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null);
    return isList ? (value as FieldDraft[]) : null;
  } catch {
    return null;
  }
}

export const NEIGHBOURHOODS: readonly { readonly value: Field['neighbourhood']; readonly title: string }[] = [
  { value: 'all', title: 'All other images' },
  { value: 'class', title: 'Same subject' },
  { value: 'nearest', title: 'Nearest neighbours' },
  { value: 'ball', title: 'Ball' },
  { value: 'attribute', title: 'Same attribute value' },
  { value: 'chain', title: 'Image before and after' },
  { value: 'self', title: 'Self only' },
];

export const WEIGHTS: readonly { readonly value: Field['f']; readonly title: string }[] = [
  { value: 'one', title: '1' },
  { value: 'lambda', title: 'λ' },
  { value: 'rest', title: '(1 − λ)²' },
];

export const FACTORS: readonly { readonly value: Field['phi']; readonly title: string }[] = [
  { value: 'one', title: '1' },
  { value: 'lambda', title: 'λ' },
  { value: 'zero', title: '0' },
];

/** Additional parameter of each neighbourhood. */
export const DETAILS: Readonly<
  Partial<
    Record<
      Field['neighbourhood'],
      { readonly name: string; readonly title: string; readonly numeric: boolean; readonly first: unknown }
    >
  >
> = {
  nearest: { name: 'neighbours', title: 'Neighbours', numeric: true, first: 5 },
  ball: { name: 'radius', title: 'Radius, share of the typical distance', numeric: true, first: 0.5 },
  attribute: { name: 'attribute', title: 'Attribute', numeric: false, first: 'session' },
  chain: { name: 'within', title: 'Within: subject, an attribute, or empty', numeric: false, first: undefined },
};

/** Predefined lists to start from. */
export const STARTS: readonly { readonly value: keyof typeof FIELDS_OF; readonly title: string }[] = [
  { value: 'pca', title: 'EM-PCA' },
  { value: 'lda', title: 'EM-LDA' },
  { value: 'lpp', title: 'EM-LPP' },
  { value: 'sfa', title: 'Undirected EM-SFA' },
];

/** The field with another neighbourhood and that neighbourhood's parameter. */
export function over(field: FieldDraft, neighbourhood: Field['neighbourhood']): FieldDraft {
  const { f, phi } = field;
  const detail = DETAILS[neighbourhood];
  return { neighbourhood, ...(detail && { [detail.name]: detail.first }), f, phi };
}

/** The field with its parameter as typed; an empty text removes it. */
export function withDetail(field: FieldDraft, name: string, numeric: boolean, typed: string): FieldDraft {
  const text = typed.trim();
  const value = numeric && Number.isFinite(Number(text)) ? Number(text) : text;
  return { ...field, [name]: text === '' ? undefined : value };
}
