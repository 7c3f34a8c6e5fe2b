/** The reference pages by the name of their file, from the declarations. */
import {
  classifiersPage,
  featuresPage,
  measuresPage,
  metricsPage,
  perturbationsPage,
  protocolsPage,
  testsPage,
} from './choices.ts';
import { commandsPage } from './commands.ts';
import { defaultsPage } from './defaults.ts';
import { figuresPage, formatsPage } from './formats.ts';
import { pageText, type Page } from './markdown.ts';
import { methodsPage } from './methods.ts';
import { papersPage } from './papers.ts';
import { specPage } from './spec.ts';

const pages: Readonly<Record<string, () => Page>> = {
  commands: commandsPage,
  spec: specPage,
  methods: methodsPage,
  defaults: defaultsPage,
  protocols: protocolsPage,
  perturbations: perturbationsPage,
  features: featuresPage,
  classifiers: classifiersPage,
  metrics: metricsPage,
  tests: testsPage,
  measures: measuresPage,
  formats: formatsPage,
  figures: figuresPage,
  papers: papersPage,
};

/** File names with their texts. */
export function referencePages(): Map<string, string> {
  return new Map(Object.entries(pages).map(([name, page]) => [`${name}.md`, pageText(page())]));
}
