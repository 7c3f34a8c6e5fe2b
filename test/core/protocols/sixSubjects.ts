/** Six subjects with four images each, and specs that protocols of verification are tried in. */
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { checkSpec } from '../../../src/core/study/spec/check.ts';
import { studySpecSchema, type StudySpec } from '../../../src/core/study/spec/spec.ts';

const names = ['Ann', 'Bob', 'Cid', 'Dee', 'Eve', 'Fay'];
export const EACH = 4;
export const labels = Int32Array.from({ length: names.length * EACH }, (_, i) => Math.floor(i / EACH));
export const facts: DatasetFacts = { name: 'faces', hash: 'h', rows: 4, cols: 4, labels, subjects: names };
export const subjects = names.map((subject, s) => ({
  subject,
  images: Array.from({ length: EACH }, (_, i) => ({
    index: s * EACH + i,
    file: `${subject}/${subject}_000${i + 1}.jpg`,
  })),
}));
export const bytes = (text: string) => new TextEncoder().encode(text);

export const specOf = (protocol: object): StudySpec =>
  studySpecSchema.parse({ name: 'x', dataset: 'faces', protocol, methods: [{ method: 'pca', latent: [1] }] });
export const problems = (protocol: object) => checkSpec(specOf(protocol), facts).problems.map(({ message }) => message);
