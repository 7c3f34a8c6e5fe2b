/** Connects every command to its action. Declarations and actions are loaded when a command line needs them. */
import type { Command } from 'commander';
import packageFile from '../../../package.json' with { type: 'json' };
import { below, on, plainBelow, type NewCommand, type NewPlainCommand } from './declarations/declare.ts';

interface CommandGroup {
  /** Heading in the list of commands; consecutive groups may share it. */
  readonly heading: string;
  /** The commands that `add` declares; null: they are about all commands, which they need. */
  readonly names: readonly string[] | null;
  readonly add: (command: NewCommand, plain: NewPlainCommand, program: Command) => Promise<void>;
}

/** In the order of the help. */
const groups: readonly CommandGroup[] = [
  {
    heading: 'Datasets:',
    names: ['import', 'datasets', 'preprocess', 'find-faces', 'export', 'audit', 'attach', 'embed', 'detach'],
    async add(command) {
      const datasets = await import('./declarations/datasetCommands.ts');
      on(datasets.declareImport(command), async () => (await import('./commands/datasets/import.ts')).importCommand);
      on(
        datasets.declareDatasets(command),
        async () => (await import('./commands/datasets/datasets.ts')).datasetsCommand,
      );
      on(
        datasets.declarePreprocess(command),
        async () => (await import('./commands/datasets/import.ts')).preprocessCommand,
      );
      on(
        datasets.declareFindFaces(command),
        async () => (await import('./commands/datasets/findFaces.ts')).findFacesCommand,
      );
      on(
        datasets.declareExport(command),
        async () => (await import('./commands/datasets/exportDataset.ts')).exportCommand,
      );
      on(datasets.declareAudit(command), async () => (await import('./commands/datasets/audit.ts')).auditCommand);
      on(datasets.declareAttach(command), async () => (await import('./commands/datasets/vectors.ts')).attachCommand);
      on(datasets.declareEmbed(command), async () => (await import('./commands/datasets/vectors.ts')).embedCommand);
      on(datasets.declareDetach(command), async () => (await import('./commands/datasets/vectors.ts')).detachCommand);
    },
  },
  {
    heading: 'Studies:',
    names: [
      'run',
      'studies',
      'spec',
      'info',
      'merge',
      'splits',
      'read-splits',
      'read-mask',
      'manifest',
      'pack',
      'reproduce',
      'diff',
      'recompute',
    ],
    async add(command, plain) {
      const studies = await import('./declarations/studyCommands.ts');
      on(studies.declareRun(command), async () => (await import('./commands/studies/run.ts')).runCommand);
      on(studies.declareStudies(command), async () => (await import('./commands/studies/studies.ts')).studiesCommand);
      on(studies.declareSpec(command), async () => (await import('./commands/studies/spec.ts')).specCommand);
      on(studies.declareInfo(command), async () => (await import('./commands/workspace/info.ts')).infoCommand);
      on(studies.declareMerge(command), async () => (await import('./commands/workspace/merge.ts')).mergeCommand);
      on(studies.declareSplits(command), async () => (await import('./commands/studies/splits.ts')).splitsCommand);
      on(
        studies.declareReadSplits(command),
        async () => (await import('./commands/studies/splits.ts')).readSplitsCommand,
      );
      on(studies.declareReadMask(plain), async () => (await import('./commands/datasets/readMask.ts')).readMaskCommand);
      on(
        studies.declareManifest(command),
        async () => (await import('./commands/reproducibility/manifest.ts')).manifestCommand,
      );
      on(studies.declarePack(command), async () => (await import('./commands/reproducibility/pack.ts')).packCommand);
      on(
        studies.declareReproduce(command),
        async () => (await import('./commands/reproducibility/reproduce.ts')).reproduceCommand,
      );
      on(
        studies.declareDiff(command),
        async () => (await import('./commands/reproducibility/manifest.ts')).diffCommand,
      );
      on(
        studies.declareRecompute(command),
        async () => (await import('./commands/reproducibility/recompute.ts')).recomputeCommand,
      );
    },
  },
  {
    heading: 'Studies:',
    names: ['shards'],
    async add(command) {
      const shards = await import('./declarations/shardCommands.ts');
      const ofShards = shards.declareShards(command);
      const shard = below(ofShards);
      const inParts = () => import('./commands/reproducibility/shards.ts');
      on(ofShards, async () => (await inParts()).shardsCommand);
      on(shards.declareShardsStatus(plainBelow(ofShards)), async () => (await inParts()).shardsStatusCommand);
      on(
        shards.declareShardsClean(shard),
        async () => (await import('./commands/reproducibility/shards.ts')).shardsCleanCommand,
      );
      on(shards.declareShardsMerge(shard), async () => (await inParts()).shardsMergeCommand);
    },
  },
  {
    heading: 'Results:',
    names: ['table', 'report', 'compare', 'power', 'ranks', 'figure', 'confusion', 'intervals', 'predictions'],
    async add(command) {
      const tables = await import('./declarations/tableCommands.ts');
      on(tables.declareTable(command), async () => (await import('./commands/studies/table.ts')).tableCommand);
      on(tables.declareReport(command), async () => (await import('./commands/studies/table.ts')).reportCommand);
      on(tables.declareCompare(command), async () => (await import('./commands/studies/compare.ts')).compareCommand);
      on(tables.declarePower(command), async () => (await import('./commands/studies/power.ts')).powerCommand);
      on(tables.declareRanks(command), async () => (await import('./commands/studies/ranks.ts')).ranksCommand);
      on(tables.declareFigure(command), async () => (await import('./commands/studies/figure.ts')).figureCommand);
      on(
        tables.declareConfusion(command),
        async () => (await import('./commands/studies/confusion.ts')).confusionCommand,
      );
      on(
        tables.declareIntervals(command),
        async () => (await import('./commands/studies/intervals.ts')).intervalsCommand,
      );
      on(
        tables.declarePredictions(command),
        async () => (await import('./commands/studies/predictions.ts')).predictionsCommand,
      );
    },
  },
  {
    heading: 'Results:',
    names: ['results', 'published'],
    async add(_command, plain) {
      const importedResults = await import('./declarations/importedResultCommands.ts');
      const results = below(
        plain('results', 'add, list or remove rows that another program computed on the splits of a study'),
      );
      const ofResults = () => import('./commands/studies/importedResults.ts');
      on(importedResults.declareAddResults(results), async () => (await ofResults()).addResultsCommand);
      on(importedResults.declareListResults(results), async () => (await ofResults()).listResultsCommand);
      on(importedResults.declareRemoveResults(results), async () => (await ofResults()).removeResultsCommand);
      const published = below(
        plain('published', 'add, list or remove published error rates below a table; tests and ranks ignore them'),
      );
      const ofPublished = () => import('./commands/studies/importedResults.ts');
      on(importedResults.declareAddPublished(published), async () => (await ofPublished()).addPublishedCommand);
      on(importedResults.declareListPublished(published), async () => (await ofPublished()).listPublishedCommand);
      on(importedResults.declareRemovePublished(published), async () => (await ofPublished()).removePublishedCommand);
    },
  },
  {
    heading: 'Results:',
    names: ['papers'],
    async add(_command, plain) {
      const papers = await import('./declarations/paperCommands.ts');
      const paper = below(plain('papers', 'run experiments of papers, and compare the outcome with the publication'));
      const ofPapers = () => import('./commands/methods/papers.ts');
      on(papers.declarePapersList(paper), async () => (await ofPapers()).papersListCommand);
      on(papers.declarePapersRun(paper), async () => (await ofPapers()).papersRunCommand);
      on(papers.declarePapersShow(paper), async () => (await ofPapers()).papersShowCommand);
      on(papers.declarePapersExport(paper), async () => (await ofPapers()).papersExportCommand);
      on(papers.declarePapersReport(paper), async () => (await ofPapers()).papersReportCommand);
    },
  },
  {
    heading: 'Methods and models:',
    names: ['methods'],
    async add(_command, plain) {
      const methods = await import('./declarations/methodCommands.ts');
      const ofMethods = methods.declareMethods(plain);
      const method = plainBelow(ofMethods);
      const externalMethods = () => import('./commands/methods/externalMethods.ts');
      on(ofMethods, async () => (await import('./commands/methods/methods.ts')).methodsCommand);
      on(methods.declareMethodsList(method), async () => (await externalMethods()).methodsListCommand);
      on(methods.declareMethodsNew(method), async () => (await externalMethods()).methodsNewCommand);
      on(methods.declareMethodsAdd(method), async () => (await externalMethods()).methodsAddCommand);
      on(methods.declareMethodsRemove(method), async () => (await externalMethods()).methodsRemoveCommand);
      on(methods.declareMethodsCheck(method), async () => (await externalMethods()).methodsCheckCommand);
    },
  },
  {
    heading: 'Methods and models:',
    names: ['fit', 'encode', 'impute', 'pairs', 'search', 'convergence'],
    async add(command, plain) {
      const models = await import('./declarations/modelCommands.ts');
      on(models.declareFit(command), async () => (await import('./commands/models/fit.ts')).fitCommand);
      on(models.declareEncode(command), async () => (await import('./commands/models/encode.ts')).encodeCommand);
      on(models.declareImpute(command), async () => (await import('./commands/models/encode.ts')).imputeCommand);
      on(models.declarePairs(command), async () => (await import('./commands/models/pairs.ts')).pairsCommand);
      on(models.declareSearch(command), async () => (await import('./commands/models/search.ts')).searchCommand);
      on(
        models.declareConvergence(plain),
        async () => (await import('./commands/models/convergence.ts')).convergenceCommand,
      );
    },
  },
  {
    heading: 'Workspace and application:',
    names: ['backup', 'check', 'shrink', 'serve', 'open', 'demo'],
    async add(command) {
      const workspaces = await import('./declarations/workspaceCommands.ts');
      on(
        workspaces.declareBackup(command),
        async () => (await import('./commands/workspace/maintenance.ts')).backupCommand,
      );
      on(
        workspaces.declareCheck(command),
        async () => (await import('./commands/workspace/maintenance.ts')).checkCommand,
      );
      on(
        workspaces.declareShrink(command),
        async () => (await import('./commands/workspace/maintenance.ts')).shrinkCommand,
      );
      on(workspaces.declareServe(command), async () => (await import('./commands/serve.ts')).serveCommand);
      on(workspaces.declareOpen(command), async () => (await import('./commands/open.ts')).openCommand);
      on(workspaces.declareDemo(command), async () => (await import('./commands/demo.ts')).demoCommand);
    },
  },
  {
    heading: 'Workspace and application:',
    names: ['rename', 'rm', 'restore'],
    async add(_command, plain) {
      const lifecycle = await import('./declarations/lifecycleCommands.ts');
      const rename = below(plain('rename', 'rename a study or a dataset'));
      const ofRename = () => import('./commands/workspace/lifecycle.ts');
      on(lifecycle.declareRenameStudy(rename), async () => (await ofRename()).renameStudyCommand);
      on(lifecycle.declareRenameDataset(rename), async () => (await ofRename()).renameDatasetCommand);
      const rm = below(plain('rm', 'delete a study or a dataset, or forget failed cells'));
      const ofRemove = () => import('./commands/workspace/lifecycle.ts');
      on(lifecycle.declareRemoveStudy(rm), async () => (await ofRemove()).removeStudyCommand);
      on(lifecycle.declareRemoveDataset(rm), async () => (await ofRemove()).removeDatasetCommand);
      on(lifecycle.declareRemoveFailed(rm), async () => (await ofRemove()).removeFailedCommand);
      const restore = below(plain('restore', 'restore a study or dataset deleted within the last hour'));
      const ofRestore = () => import('./commands/workspace/lifecycle.ts');
      on(lifecycle.declareRestoreStudy(restore), async () => (await ofRestore()).restoreStudyCommand);
      on(lifecycle.declareRestoreDataset(restore), async () => (await ofRestore()).restoreDatasetCommand);
    },
  },
  {
    heading: 'Help:',
    names: ['doctor'],
    async add(command) {
      const help = await import('./declarations/helpCommands.ts');
      on(help.declareDoctor(command), async () => (await import('./commands/doctor.ts')).doctorCommand);
    },
  },
  {
    heading: 'Help:',
    names: null,
    async add(_command, plain, program) {
      const help = await import('./declarations/helpCommands.ts');
      const tree = async () => (await import('./commandTree.ts')).commandTree(program);
      on(help.declareCompletion(plain), async () => {
        const [{ completionScript }, { print }, commands] = await Promise.all([
          import('./completion.ts'),
          import('./terminal.ts'),
          tree(),
        ]);
        return (shell) => print(completionScript(shell, commands));
      });
      on(help.declareMan(plain), async () => {
        const [{ manualPage }, { print }, commands] = await Promise.all([
          import('./manPage.ts'),
          import('./terminal.ts'),
          tree(),
        ]);
        return () => print(manualPage(commands, packageFile.version));
      });
      on(help.declareHelp(plain), async () => {
        const { helpCommand } = await import('./commands/help.ts');
        return (words, options) => helpCommand(program, words, options);
      });
    },
  },
];

/** Adds the group of a command; every group without a name, or if no group names it. */
export async function addCommands(program: Command, name?: string): Promise<void> {
  const group = groups.find(({ names }) => name !== undefined && names?.includes(name));
  for (const { heading, add } of group ? [group] : groups) {
    program.commandsGroup(heading);
    await add(below(program), plainBelow(program), program);
  }
  program.helpCommand(false);
}
