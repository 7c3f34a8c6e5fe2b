/** The panels of a study's page: the tabs, the sections of each, and when a section is shown. */
import type { Component } from 'vue';
import { viewTitles } from '../../core/report/prose/panelTitles.ts';
import ChartPanel from './curves/ChartPanel.vue';
import InspectPanel from './mistakes/InspectPanel.vue';
import ProtocolPanel from './ProtocolPanel.vue';
import ResultPanel from './result/ResultPanel.vue';
import ResultsSection from './table/ResultsSection.vue';
import ChangedMethods from './run/ChangedMethods.vue';
import CellGrid from './run/CellGrid.vue';
import FailedCells from './run/FailedCells.vue';
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
  /** From top to bottom. */
  readonly sections: readonly Section[];
  /** Mounted while another panel is open: hundreds of entries take longer to draw again than to keep. */
  readonly keep?: true;
  /** The inspector shows the entry that is selected in it. */
  readonly selects?: true;
}

const hasResults = ({ started }: StudyPage): boolean => started;
const hasChanges = ({ study }: StudyPage): boolean => study.methods.some(({ changed }) => changed !== undefined);

/** In the order of the tabs, the same for every study; the first one opens by itself. */
export const panels: readonly Panel[] = [
  {
    value: 'result',
    title: 'Result',
    sections: [
      { component: ChangedMethods, when: hasChanges },
      { component: ResultPanel, when: hasResults },
      { component: CellGrid, when: ({ started, complete }) => !started && !complete },
    ],
    selects: true,
  },
  {
    value: 'table',
    title: viewTitles.table,
    sections: [
      { component: ResultsSection, when: () => true },
      { component: ChangedMethods, when: hasChanges },
      { component: FailedCells, when: ({ failedCells }) => failedCells.length > 0 },
    ],
    keep: true,
    selects: true,
  },
  {
    value: 'charts',
    title: 'Charts',
    sections: [{ component: ChartPanel, when: hasResults, curves: true }],
  },
  {
    value: 'faces',
    title: 'Faces',
    sections: [
      { component: WrongPairsPanel, when: (page) => hasResults(page) && page.comparesPairs },
      { component: InspectPanel, when: (page) => hasResults(page) && !page.comparesPairs },
    ],
  },
  {
    value: 'protocol',
    title: 'Protocol',
    sections: [{ component: ProtocolPanel, when: () => true }],
  },
];

/** Names of panels in addresses of earlier versions, and where their contents are. */
export const formerPanels: Readonly<Record<string, string>> = {
  overview: 'result',
  curves: 'charts',
  pair: 'result',
  ranks: 'charts',
  inspect: 'faces',
  splits: 'protocol',
};

/** The panels of a page, each with the sections that it shows. */
export function panelsOf(page: StudyPage): readonly Panel[] {
  return panels.map((panel) => ({ ...panel, sections: panel.sections.filter(({ when }) => when(page)) }));
}

/** The panel of these that has a section with one of the components. */
export function panelWith(tabs: readonly Panel[], ...components: readonly Component[]): Panel | undefined {
  return tabs.find(({ sections }) => sections.some(({ component }) => components.includes(component)));
}
