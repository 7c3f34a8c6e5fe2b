/** Typst figures, compiled by Typst itself. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CompileFormatEnum, createTypstCompiler, type TypstCompiler } from '@myriaddreamin/typst.ts/compiler';
import { loadFonts } from '@myriaddreamin/typst.ts/options.init';
import { beforeAll, describe, expect, it } from 'vitest';
import { typstMethodsParagraph } from '../../../src/core/report/prose/methodsParagraph.ts';
import { settingCitations, studyBibtex } from '../../../src/core/report/references/references.ts';
import { typstTable } from '../../../src/core/report/typst.ts';
import { classifiersOf } from '../../../src/core/study/spec/classifierGrid.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { tableLabel } from '../../../src/core/report/tableLabel.ts';
import type { StudyTable } from '../../../src/core/study/table/table.ts';
import type { TableOptionsInput } from '../../../src/core/study/table/tableOptions.ts';
import { orl, orlStudy } from './orlStudies.ts';
import { presets, tableOfSpec, wide } from './presetTables.ts';
import { table } from './sampleTable.ts';

const MAIN = '/main.typ';
const font = (face: string): Uint8Array =>
  readFileSync(new URL(`../../../resources/fonts/LiberationSerif-${face}.ttf`, import.meta.url));
const module = createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm');
/** Typst brings a font for equations, this compiler none. */
const EQUATIONS = '#show math.equation: set text(font: "Liberation Serif")\n';
let compiler: TypstCompiler;

beforeAll(async () => {
  compiler = createTypstCompiler();
  // Fonts of the application: the compiler asks for nothing from elsewhere.
  const fonts = loadFonts(['Regular', 'Bold', 'Italic'].map(font), { assets: false });
  await compiler.init({ getModule: () => ({ module_or_path: readFileSync(module) }), beforeBuild: [fonts] });
});

/** What Typst says about a document; empty if it compiles without a warning. */
async function complaints(text: string): Promise<readonly unknown[]> {
  compiler.addSource(MAIN, EQUATIONS + text);
  const { result, diagnostics = [] } = await compiler.compile({
    mainFilePath: MAIN,
    format: CompileFormatEnum.pdf,
    diagnostics: 'full',
  });
  const found = diagnostics.filter(({ message }) => !message.startsWith('current font is not designed for math'));
  if (found.length === 0) expect(Buffer.from(result!.subarray(0, 5)).toString()).toBe('%PDF-');
  return found;
}

interface Element {
  readonly func: string;
  readonly colspan?: number;
  readonly children?: readonly Element[];
}
interface Figure {
  readonly body: Element;
}

/** The figure that a document has under the label of this table. */
async function figureOf(of: StudyTable): Promise<Figure> {
  compiler.addSource(MAIN, EQUATIONS + typstTable(of));
  return compiler.runWithWorld({ mainFilePath: MAIN }, async (world) => {
    await world.compile();
    const [figure, ...others] = await world.query<Figure[]>({ selector: `<tab-${tableLabel(of)}>` });
    expect(others).toEqual([]);
    return figure;
  });
}

const optionSets: readonly TableOptionsInput[] = [
  {},
  { rows: ['training', 'method'] },
  { rows: ['training', 'perturbation'], underline: true },
  { marks: false, standings: false, digits: 3 },
];

describe('the Typst figure', () => {
  it('differs from a text that does not compile', async () => {
    expect(await complaints('#figure(table(columns: 2, [a], [*b]), caption: [x])')).toEqual([
      expect.objectContaining({ severity: 'error', message: 'unclosed delimiter' }),
    ]);
  });

  it('compiles for every preset, with either factor in its rows', async () => {
    for (const spec of [...presets, wide]) {
      for (const options of optionSets) {
        expect(await complaints(typstTable(tableOfSpec(spec, options))), spec.name).toEqual([]);
      }
    }
  });

  it('compiles whatever characters names contain', async () => {
    const names = [
      '#let x = 1',
      '*a* _b_ `c`',
      '$x$ <y> @z',
      '\\ // /* ~',
      '= 1',
      '- x',
      '+ y',
      '1. first',
      '[a](b)',
      'é 顔 ’',
    ];
    const named = { ...table, study: '#panic("x")', rows: names.map((label) => ({ ...table.rows[0], label })) };
    expect(await complaints(typstTable(named))).toEqual([]);
    expect(JSON.stringify(await figureOf(named))).not.toMatch(/"func":"(enum|list|terms|heading|raw|ref|strong)/);
  });

  it('compiles beside the methods paragraph and its bibliography', async () => {
    for (const spec of [...presets, wide]) {
      const study = { ...planStudy(spec), dataset: orl };
      const shown = tableOfSpec(spec);
      const cited = {
        ...{ version: '9.9.9', comparison: spec.comparison, layouts: ['orl'] },
        classifiers: classifiersOf(spec),
        features: [spec, ...spec.methods].flatMap(({ features = [] }) => features),
        settings: settingCitations(study),
      };
      compiler.addSource('/references.bib', studyBibtex(shown, cited));
      const paragraph = typstMethodsParagraph(shown, cited, [study]);
      expect(await complaints(`${paragraph}#bibliography("references.bib")`), spec.name).toEqual([]);
    }
  });

  it('has spanning heads, a row a method, and formulas', async () => {
    const { spec } = orlStudy({
      protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 3 },
      perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [20], on: 'test' }],
    });
    const { body } = await figureOf(tableOfSpec(spec, { standings: false }));
    const parts = body.children!;
    const cells = (of: readonly Element[]): Element[] => of.filter(({ func }) => func === 'cell');
    const header = cells(parts.find(({ func }) => func === 'header')!.children!);
    expect(header.map(({ colspan = 1 }) => colspan)).toEqual([1, 2, 2, 1, 1, 1, 1, 1]);
    expect(JSON.stringify(header).match(/"func":"equation"/g)).toHaveLength(4);
    expect(cells(parts)).toHaveLength(2 * 5);
  });
});
