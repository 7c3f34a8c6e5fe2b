/**
 * An example of every command, shown in its help and on the manual's page of commands. A test runs them in this order
 * in one folder, which has a folder "orl" of images and the files of `exampleFiles`.
 */

/** Specs used by the examples. */
export const exampleFiles: Readonly<Record<string, string>> = {
  'spec.json': `{
  "name": "study",
  "dataset": "orl",
  "protocol": { "kind": "random", "trainPerSubject": [2], "repeats": 3 },
  "methods": [{ "method": "pca", "latent": [2, 4] }, { "method": "lda", "latent": [2, 4] }]
}
`,
  'pairs.json': `{
  "name": "pairs",
  "dataset": "orl",
  "protocol": { "kind": "pairs", "folds": 3 },
  "methods": [{ "method": "pca", "latent": [4] }],
  "measures": ["verification", "decisions"]
}
`,
  'mask.pgm': 'P2\n4 3\n255\n255 255 255 255\n255 0 0 255\n255 255 255 255\n',
  'rates.csv': 'condition,repeat,wrong\nk=2,1,3\nk=2,2,4\nk=2,3,2\n',
  'paper.csv': 'method,condition,value,source\nPCA,k=2,31.5,"Author et al. (2012), Table 3"\n',
  'splits.csv': 'split,role,index0\n1,train,0\n1,train,5\n1,test,1\n1,test,6\n',
};

export interface Example {
  /** Command lines without the program's name. */
  readonly lines: readonly string[];
  /** Exit code of the last line. @default 0 */
  readonly exit?: number;
  /** Why the test of the examples does not run it, and which test does. */
  readonly elsewhere?: string;
}

const example = (...lines: readonly string[]): Example => ({ lines });
const server = 'it serves until Ctrl-C: test/main/cli/serve.test.ts';

/** Keyed by the words of the command, in the order in which they run. */
export const examples: Readonly<Record<string, Example>> = {
  import: example('import orl --preview', 'import orl --name orl --size 14x12'),
  datasets: example('datasets'),
  preprocess: example('preprocess orl --name equalised --step equalise --step normalise:standard'),
  export: example('export orl --format npz --out orl.npz', 'export orl --format arff --out orl.arff'),
  audit: example('audit orl'),
  spec: example(
    'spec --new --data orl --methods pca,lda --out new.json',
    'spec spec.json --explain',
    'spec spec.json --out full.json',
  ),
  run: example('run spec.json', 'run pairs.json', 'run --data orl --methods pca,lda,bppca --train 2,3 --repeats 3'),
  studies: example('studies', 'studies --spec study --out again.json'),
  info: example('info study'),
  splits: example('splits study --format json --out splits.json'),
  'read-splits': example('read-splits splits.csv --dataset orl --out protocol.json'),
  'read-mask': example('read-mask mask.pgm --missing black --out mask.json'),
  manifest: example('manifest study --out manifest.json'),
  pack: example('pack study --out study.zip --images'),
  reproduce: example(
    'reproduce manifest.json',
    'reproduce study.zip',
    'reproduce manifest.json --images orl --only PCA',
  ),
  diff: example('diff manifest.json study'),
  recompute: example('recompute study --method PCA --condition k=2'),
  table: example('table study --format latex --out table.tex'),
  report: example('report study --out report.html'),
  compare: example('compare study PCA LDA --rope 1'),
  power: example('power study PCA LDA --difference 2'),
  ranks: example('ranks study'),
  figure: example('figure study --kind curves --out curves.svg'),
  confusion: example('confusion study PCA --condition k=2'),
  intervals: example('intervals pairs'),
  predictions: example(
    'predictions study --out predictions.csv',
    'predictions study --what distances --label PCA --out distances.npz',
  ),
  'results add': example('results add study rates.csv --label ArcFace'),
  'results list': example('results list study'),
  'results remove': example('results remove study ArcFace'),
  'published add': example('published add study paper.csv'),
  'published list': example('published list study'),
  'published remove': example('published remove study "Author et al. (2012), Table 3"'),
  'papers list': example('papers list'),
  'papers run': example('papers run bppca-table1'),
  'papers show': example('papers show bppca-table1'),
  'papers export': example('papers export bppca-table1 --out table1.csv'),
  'papers report': example('papers report --out reproduction'),
  methods: example('methods'),
  'methods new': example('methods new my-method --language node'),
  'methods check': example('methods check my-method'),
  'methods add': example('methods add my-method'),
  'methods list': example('methods list'),
  'methods remove': example('methods remove my-method'),
  fit: example('fit --data orl --method ppca --latent 3 --out model.json'),
  encode: example('encode --model model.json --data orl --out codes.npy'),
  impute: example('impute --model model.json --data orl.npz --out filled.npy'),
  convergence: example(
    'fit --data orl --method bppca --latent 3x2 --out bppca.json',
    'convergence bppca.json --out convergence.svg',
  ),
  attach: example('attach orl codes.npy --as ppca-codes'),
  'find-faces': example('find-faces orl', 'find-faces orl --replace --doubtful skip'),
  embed: example('embed orl', 'attach orl'),
  detach: example('detach orl ppca-codes'),
  pairs: example('pairs --data orl', 'pairs --data orl --metric euclidean --json --out pairs.csv'),
  search: example('search --data orl --gallery orl --out nearest.csv'),
  merge: example(
    'run spec.json --shard 1/2 --into part-1.eigenbench',
    'run spec.json --shard 2/2 --into part-2.eigenbench',
    'merge part-1.eigenbench part-2.eigenbench',
  ),
  shards: example('shards spec.json --shards 2 --for make --folder parts --out Makefile'),
  'shards status': { ...example('shards status parts'), exit: 1 },
  'shards merge': { ...example('shards merge parts'), exit: 1 },
  'shards clean': example('shards clean parts'),
  backup: example('backup copy.eigenbench'),
  check: example('check'),
  shrink: example('shrink'),
  'rename study': example('rename study study "First study"'),
  'rename dataset': example('rename dataset orl faces'),
  'rm failed': example('rm failed "First study"'),
  'rm study': example('rm study "First study"'),
  'restore study': example('restore study "First study"'),
  'rm dataset': example('rm dataset equalised'),
  'restore dataset': example('restore dataset', 'restore dataset equalised'),
  serve: { ...example('serve --open'), elsewhere: server },
  open: { ...example('open study'), elsewhere: server },
  demo: {
    ...example('demo', 'demo --data-only --name faces --subjects 12'),
    elsewhere: 'it compares all methods, which takes minutes: test/main/cli/serve.test.ts',
  },
  doctor: example('doctor'),
  completion: example('completion bash'),
  man: example('man'),
  help: example('help topics', 'help reference/commands'),
};
