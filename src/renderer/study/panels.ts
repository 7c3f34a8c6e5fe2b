/** The panels of a study's page: the tabs, the sections of each, and when a section is shown. */
import type { Component } from 'vue';
import { viewTitles } from '../../core/report/prose/panelTitles.ts';
import ChartPanel from './curves/ChartPanel.vue';
import InspectPanel from './mistakes/InspectPanel.vue';
import OverviewPanel from './OverviewPanel.vue';
import PairPanel from './compare/PairPanel.vue';
import RanksPanel from './RanksPanel.vue';
import ResultsSection from './table/ResultsSection.vue';
import ChangedMethods from './run/ChangedMethods.vue';
import FailedCells from './run/FailedCells.vue';
import SplitsPanel from './SplitsPanel.vue';
import type { StudyPage } from './studyPage.ts';
import WrongPairsPanel from './mistakes/WrongPairsPanel.vue';

export interface Section {
  readonly component: Component;
  /** When it is shown. */
  readonly when: (page: StudyPage) => boolean;
  /** It draws the curves of the page, and is mounted when they are read; not in a panel that is kept. */
  readonly curves?: true;
}

export interface Panel {
  /** Its name in addresses. */
  readonly value: string;
  readonly title: string;
  /** From top to bottom; a panel without a section to show has no tab. */
  readonly sections: readonly Section[];
  /** Mounted while another panel is open: hundreds of entries take longer to draw again than to keep. */
  readonly keep?: true;
}

/** Entries, methods times conditions, from which on they are more than a table shows at a glance. */
const OVERVIEW_FROM = 8;

const hasResults = ({ started }: StudyPage): boolean => started;
const comparesMethods = ({ started, table }: StudyPage): boolean => started && table.rows.length > 1;

/** In the order of the tabs; the first one opens by itself. */
export const panels: readonly Panel[] = [
  {
    value: 'table',
    title: viewTitles.table,
    sections: [
      { component: ResultsSection, when: () => true },
      { component: ChangedMethods, when: ({ study }) => study.methods.some(({ changed }) => changed !== undefined) },
      { component: FailedCells, when: ({ failedCells }) => failedCells.length > 0 },
    ],
    keep: true,
  },
  {
    value: 'overview',
    title: viewTitles.overview,
    sections: [
      {
        component: OverviewPanel,
        when: (page) => comparesMethods(page) && page.table.rows.length * page.table.conditions.length >= OVERVIEW_FROM,
      },
    ],
  },
  {
    value: 'curves',
    title: viewTitles.curves,
    sections: [{ component: ChartPanel, when: hasResults, curves: true }],
  },
  { value: 'pair', title: viewTitles.pair, sections: [{ component: PairPanel, when: comparesMethods }] },
  { value: 'ranks', title: viewTitles.ranks, sections: [{ component: RanksPanel, when: comparesMethods }] },
  {
    value: 'inspect',
    title: viewTitles.inspect,
    sections: [
      { component: WrongPairsPanel, when: (page) => hasResults(page) && page.comparesPairs },
      { component: InspectPanel, when: (page) => hasResults(page) && !page.comparesPairs },
    ],
  },
  { value: 'splits', title: viewTitles.splits, sections: [{ component: SplitsPanel, when: hasResults }] },
];

/** The panels of a page, each with the sections that it shows. */
export function panelsOf(page: StudyPage): readonly Panel[] {
  return panels
    .map((panel) => ({ ...panel, sections: panel.sections.filter(({ when }) => when(page)) }))
    .filter(({ sections }) => sections.length > 0);
}

/** The panel of these that has a section with one of the components. */
export function panelWith(tabs: readonly Panel[], ...components: readonly Component[]): Panel | undefined {
  return tabs.find(({ sections }) => sections.some(({ component }) => components.includes(component)));
}
