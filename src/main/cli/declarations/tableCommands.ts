/** Commands on the results of studies: tables, figures, comparisons. */
import { figureDeclarations } from '../../../core/figures/registry.ts';
import { blockTestNames } from '../../../core/compare/blockTests.ts';
import { figurePageFields } from '../../../core/figures/figurePage.ts';
import { tableFormats, titlesOf } from '../../../core/report/formats.ts';
import { pageFields, pageFormats } from '../../../core/report/pageOptions.ts';
import { addFigureOptions } from '../options/figureOptions.ts';
import { addOptionFields } from '../options/optionFields.ts';
import { parseCount, parseLatent, parsePower, parseWidth } from '../optionValues.ts';
import {
  addTableOptions,
  blocksOption,
  measureOption,
  measuresOption,
  oneSelection,
  parseLevel,
} from '../options/tableOptions.ts';
import { Option, idsOf, jsonOption, type NewCommand } from './declare.ts';

/** Table formats; formats of a single study have their own commands. */
const formatsOfTables = idsOf(tableFormats.filter((format) => format.of === 'table'));

export const declareTable = (command: NewCommand) =>
  addOptionFields(
    addTableOptions(
      command('table <studies...>', 'print the table of a study, or of several studies side by side').addOption(
        measuresOption(),
      ),
    ),
    pageFields,
    (schema) => `${titlesOf(pageFormats(schema)).join(', ')}: `,
  )
    .addOption(
      new Option('--format <format>', 'format (default: by the ending of --out, else text)').choices(formatsOfTables),
    )
    .option('--long', 'write tidy rows: one per method, condition, repeat, latent shape and measure (csv only)')
    .option('--curves', 'write the points of CMC, ROC and EPC curves, one row per point and repeat (csv only)')
    .option('--out <file>', 'write to a file instead of standard output');

export const declareReport = (command: NewCommand) =>
  addTableOptions(
    command(
      'report <studies...>',
      'write a study as one HTML page, or with --comparison a report on the differences of its methods',
    ).addOption(measureOption()),
  )
    .option('--out <file>', 'write to a file instead of standard output: .html, a comparison also .md or .json')
    .option('--comparison', 'write a comparison of the methods in words, every number with its source')
    .option(
      '--rope <half-width>',
      'comparison: margin of practical equality (default: that of the measure)',
      parseWidth,
    )
    .option('--difference <size>', 'comparison: difference to state the power for (default: as --rope)', parseWidth)
    .option('--power <share>', 'comparison: required power (default: 0.8)', parsePower);

export const declareCompare = (command: NewCommand) =>
  command('compare <study> <first> <second>', 'compare two methods (labels) with every test, and explain disagreements')
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .option(
      '--rope <half-width>',
      'margin of practical equality, in the unit of the measure (default: its own)',
      parseWidth,
    )
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'significance level (default: that of the study)', parseLevel)
    .option('--repeat <n>', 'split of McNemar’s test (default: the first)', parseCount(1, 1_000_000))
    .addOption(jsonOption());

export const declarePower = (command: NewCommand) =>
  command(
    'power <study> <first> <second>',
    'compute whether a study can detect a difference, and with how many repeats',
  )
    .requiredOption('--difference <size>', 'difference to detect, in the unit of the measure', parseWidth)
    .option('--power <share>', 'probability of detecting it', parsePower, 0.8)
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'significance level (default: that of the study)', parseLevel)
    .addOption(jsonOption());

export const declareRanks = (command: NewCommand) =>
  command('ranks <studies...>', 'rank the methods, with Friedman’s test, and Nemenyi’s and Wilcoxon’s for all pairs')
    .addOption(blocksOption())
    .addOption(measureOption())
    .addOption(oneSelection())
    .option('--alpha <level>', 'significance level of the critical difference (default: 0.05)', parseLevel)
    .option(
      '--rope [half-width]',
      'add a Bayesian test of all pairs, with this margin of practical equality (default: that of the measure)',
      parseWidth,
    )
    .addOption(new Option('--bayes <test>', 'Bayesian test (default: signed-rank)').choices(blockTestNames))
    .addOption(jsonOption());

export const declareFigure = (command: NewCommand) =>
  addOptionFields(
    addFigureOptions(
      command('figure <studies...>', 'draw a figure of a study as SVG, PNG, PDF or TikZ')
        .addOption(
          new Option('--kind <kind>', 'what to draw')
            .choices(figureDeclarations.map(({ kind }) => kind))
            .default('curves'),
        )
        .requiredOption('--out <file>', 'file to write, .svg, .png, .pdf or .tex')
        .addOption(new Option('--theme <theme>', 'colours').choices(['light', 'dark']).default('light')),
    ),
    figurePageFields,
  );

export const declareConfusion = (command: NewCommand) =>
  command('confusion <study> <label>', 'list the subjects that a method confuses, at the dimension shown in the table')
    .requiredOption('--condition <key>', 'one condition, e.g. k=2')
    .addOption(jsonOption());

export const declareIntervals = (command: NewCommand) =>
  command(
    'intervals <study>',
    'print 95% intervals of AUC, EER, TAR, cost and HTER over repeats and subjects (verification)',
  )
    .option('--condition <key>', 'one condition (default: all)')
    .option('--label <labels...>', 'the methods (default: all)')
    .addOption(oneSelection())
    .addOption(
      new Option('--format <format>', 'format (default: by the ending of --out, else text)').choices([
        'text',
        'latex',
        'bibtex',
        'csv',
        'json',
      ]),
    )
    .addOption(measuresOption('the measures, e.g. verification-eer,hter (default: all)'))
    .option('--out <file>', 'write to a file instead of standard output');

export const declarePredictions = (command: NewCommand) =>
  command(
    'predictions <study>',
    'write the predictions of every method for every test image, or scores, distances, codes or curves of the cells of a row',
  )
    .addOption(
      new Option('--what <what>', 'what to write; "results add" reads scores and distances')
        .choices(['predictions', 'scores', 'distances', 'codes', 'curves'])
        .default('predictions'),
    )
    .option('--label <label>', 'row of the table (default: the only one)')
    .option('--condition <key>', 'one condition, e.g. k=2 (default: all)')
    .option('--repeat <n>', 'one repeat (default: all)', parseCount(1, 1_000_000))
    .option('--latent <shape>', 'latent shape, e.g. 5 or 3x3 (default: that of the table)', parseLatent)
    .addOption(oneSelection())
    .addOption(
      new Option('--format <format>', 'format (default: by the ending of --out, else csv)').choices([
        'csv',
        'npz',
        'mat',
      ]),
    )
    .option('--out <file>', 'write to a file instead of standard output');
