/** The study of a manifest as a spec that can be run. */
import { parseStudySpec, type ParsedSpec } from '../spec/parse.ts';
import type { StudySpec } from '../spec/spec.ts';
import type { RecordedManifest } from './manifestFile.ts';

/** With the settings that the cells were computed with, also those that were defaults, and with some fields changed. */
export function manifestSpec({ spec, methods }: RecordedManifest, change: Partial<StudySpec> = {}): ParsedSpec {
  return parseStudySpec({
    ...spec,
    methods: spec.methods.map((entry, i) => ({ ...entry, settings: methods[i].settings })),
    ...change,
  });
}
