/**
 * The schema, as numbered steps. A step that has been released is never changed: a new one follows it. Each runs in a
 * transaction together with the number of the version it leads to (`PRAGMA user_version`).
 */
import type { Database } from 'better-sqlite3';
import { fillDigests } from './fillDigests.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL alone cannot do, after it. */
  readonly fill?: (db: Database) => void;
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'datasets, studies, cells and settings',
    sql: `
      CREATE TABLE datasets (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        layout TEXT NOT NULL,
        source TEXT NOT NULL,
        rows INTEGER NOT NULL CHECK (rows > 0),
        cols INTEGER NOT NULL CHECK (cols > 0),
        count INTEGER NOT NULL CHECK (count > 0),
        hash TEXT NOT NULL,
        -- 'u8': a byte a pixel; 'f64': little-endian float64
        pixel_type TEXT NOT NULL CHECK (pixel_type IN ('u8', 'f64')),
        low REAL NOT NULL,
        high REAL NOT NULL,
        created_at TEXT NOT NULL
      ) STRICT;

      CREATE TABLE subjects (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (dataset_id, number)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE images (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        file TEXT NOT NULL,
        attributes TEXT NOT NULL,
        pixels BLOB NOT NULL,
        FOREIGN KEY (dataset_id, subject) REFERENCES subjects (dataset_id, number)
      ) STRICT;
      CREATE UNIQUE INDEX images_by_position ON images (dataset_id, position);
      CREATE INDEX images_by_subject ON images (dataset_id, subject);

      CREATE TABLE import_problems (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        file TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (dataset_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE studies (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        dataset_id INTEGER NOT NULL REFERENCES datasets (id),
        dataset_hash TEXT NOT NULL,
        spec TEXT NOT NULL,
        -- grows with every change of the table
        revision INTEGER NOT NULL DEFAULT 0,
        running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1)),
        created_at TEXT NOT NULL
      ) STRICT;
      CREATE INDEX studies_by_dataset ON studies (dataset_id);

      -- Narrow, so that counting the cells of a study reads little; what they gave is in cell_results.
      CREATE TABLE cells (
        id INTEGER PRIMARY KEY,
        study_id INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        -- order of the plan
        position INTEGER NOT NULL,
        key TEXT NOT NULL,
        condition TEXT NOT NULL,
        repeat INTEGER NOT NULL,
        method_key TEXT NOT NULL,
        label TEXT NOT NULL,
        status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'running', 'done', 'failed')),
        -- times a worker died on the cell
        deaths INTEGER NOT NULL DEFAULT 0,
        seconds REAL NOT NULL DEFAULT 0,
        reason TEXT
      ) STRICT;
      CREATE UNIQUE INDEX cells_by_position ON cells (study_id, position);
      CREATE INDEX cells_by_status ON cells (study_id, status, seconds);

      -- The latent shapes of a cell as JSON; cells of one method and condition share a row.
      CREATE TABLE shape_lists (
        id INTEGER PRIMARY KEY,
        shapes TEXT NOT NULL UNIQUE
      ) STRICT;

      CREATE TABLE cell_results (
        cell_id INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE,
        shape_list_id INTEGER NOT NULL REFERENCES shape_lists (id),
        test_count INTEGER NOT NULL,
        -- errors at each shape, little-endian uint32
        wrong BLOB NOT NULL,
        -- the rest of the result as JSON
        details TEXT NOT NULL,
        -- nearest neighbours: raw deflate of little-endian integers of nearest_bytes bytes each
        nearest_bytes INTEGER NOT NULL,
        nearest BLOB NOT NULL
      ) STRICT;

      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    name: 'originals in colour, provenance, exclusion and deletion of datasets',
    sql: `
      -- what preprocessing made the dataset: JSON of {origin: {name, hash}, steps, hash}
      ALTER TABLE datasets ADD COLUMN preprocessing TEXT;
      -- set while the deletion can be taken back; such a dataset is hidden and has its id behind its name
      ALTER TABLE datasets ADD COLUMN deleted_at TEXT;
      -- whether any image has its colours
      ALTER TABLE datasets ADD COLUMN coloured INTEGER NOT NULL DEFAULT 0 CHECK (coloured IN (0, 1));

      -- position: from 0 without gaps; negative (-1 - rowid) for images that were excluded
      -- RGB triples in the type of the pixels, where the original is in colour
      ALTER TABLE images ADD COLUMN colour BLOB;
      -- shape in the file, where the images were brought to one size
      ALTER TABLE images ADD COLUMN file_rows INTEGER;
      ALTER TABLE images ADD COLUMN file_cols INTEGER;
      DROP INDEX images_by_subject;
      CREATE INDEX images_by_subject ON images (dataset_id, subject, position);
    `,
  },
  {
    version: 3,
    name: 'measures of cells',
    sql: `
      -- where the study asks for them: raw deflate of JSON, the values at each shape (tables) and the curves (charts)
      ALTER TABLE cell_results ADD COLUMN measures BLOB;
      ALTER TABLE cell_results ADD COLUMN curves BLOB;
    `,
  },
  {
    version: 4,
    name: 'faults that stopped a study; plans that are stored in slices',
    sql: `
      -- why its last run ended before it was finished, as the end of a sentence: 'the disk is full'
      ALTER TABLE studies ADD COLUMN fault TEXT;
      -- 0 while its cells are being stored: such a study is hidden, and removed when a killed process left it
      ALTER TABLE studies ADD COLUMN planned INTEGER NOT NULL DEFAULT 1 CHECK (planned IN (0, 1));
    `,
  },
  {
    version: 5,
    name: 'keys of equal predefined splits',
    sql: `
      -- Cells of equal splits had one key, and tables showed the result of the last for all; each keeps the result that
      -- was computed for it under the key that plans now give it. Only cells of predefined splits can share a key.
      UPDATE cells SET key = key || '#' || repeat
      FROM (SELECT study_id, key AS shared, min(repeat) AS first FROM cells GROUP BY study_id, key HAVING count(*) > 1)
        AS equal
      WHERE cells.study_id = equal.study_id AND cells.key = equal.shared AND cells.repeat > equal.first;
    `,
  },
  {
    version: 6,
    name: 'digests of all that numbers come from',
    sql: `
      -- of its records: what is stored of it besides pixels
      ALTER TABLE datasets ADD COLUMN digest BLOB;
      -- of the bytes of pixels and of colours
      ALTER TABLE images ADD COLUMN digest BLOB;
      ALTER TABLE images ADD COLUMN colour_digest BLOB;
      -- of the spec and what it is for, and of the list of cells
      ALTER TABLE studies ADD COLUMN digest BLOB;
      ALTER TABLE studies ADD COLUMN plan_digest BLOB;
      ALTER TABLE shape_lists ADD COLUMN digest BLOB;
      -- of the parts of a result that are read apart, one behind the other
      ALTER TABLE cell_results ADD COLUMN digests BLOB;
    `,
    fill: fillDigests,
  },
  {
    version: 7,
    name: 'deletion of studies that can be taken back',
    sql: `
      -- set while the deletion can be taken back; such a study is hidden and has its id behind its name
      ALTER TABLE studies ADD COLUMN deleted_at TEXT;
    `,
  },
  {
    version: 8,
    name: 'notes, tags, stars, archive and history of studies and datasets',
    sql: `
      ALTER TABLE studies ADD COLUMN note TEXT NOT NULL DEFAULT '';
      -- one a line
      ALTER TABLE studies ADD COLUMN tags TEXT NOT NULL DEFAULT '';
      ALTER TABLE studies ADD COLUMN starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1));
      ALTER TABLE studies ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));

      ALTER TABLE datasets ADD COLUMN note TEXT NOT NULL DEFAULT '';
      ALTER TABLE datasets ADD COLUMN tags TEXT NOT NULL DEFAULT '';
      ALTER TABLE datasets ADD COLUMN starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1));
      ALTER TABLE datasets ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));

      -- what was done to a study or a dataset after its creation; of what was done before this step nothing is known
      CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        study_id INTEGER REFERENCES studies (id) ON DELETE CASCADE,
        dataset_id INTEGER REFERENCES datasets (id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        event TEXT NOT NULL,
        detail TEXT NOT NULL,
        CHECK ((study_id IS NULL) <> (dataset_id IS NULL))
      ) STRICT;
      CREATE INDEX history_by_study ON history (study_id) WHERE study_id IS NOT NULL;
      CREATE INDEX history_by_dataset ON history (dataset_id) WHERE dataset_id IS NOT NULL;
    `,
  },
  {
    version: 9,
    name: 'eyes marked by hand',
    sql: `
      -- In pixels of the image, (0, 0) the centre of the first one; left and right as they stand in the image. By file,
      -- as lists of eyes are: an image keeps them while it is excluded.
      CREATE TABLE eyes (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        file TEXT NOT NULL,
        left_x REAL NOT NULL,
        left_y REAL NOT NULL,
        right_x REAL NOT NULL,
        right_y REAL NOT NULL,
        PRIMARY KEY (dataset_id, file)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 10,
    name: 'vectors attached to the images of datasets',
    sql: `
      CREATE TABLE attachments (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        -- the file that they came from
        source TEXT NOT NULL,
        -- of length and values
        hash TEXT NOT NULL,
        length INTEGER NOT NULL CHECK (length > 0),
        -- little-endian float64, an image after another
        bytes BLOB NOT NULL,
        digest BLOB NOT NULL,
        -- the hash of the dataset whose images they belong to: they wait while others are in
        dataset_hash TEXT NOT NULL,
        added_at TEXT NOT NULL,
        PRIMARY KEY (dataset_id, name)
      ) STRICT;
    `,
  },
  {
    version: 11,
    name: 'published numbers alongside those of studies',
    sql: `
      CREATE TABLE published (
        id INTEGER PRIMARY KEY,
        study_id INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        -- label and key
        method TEXT NOT NULL,
        condition TEXT NOT NULL,
        -- error rate in per cent, and its standard deviation where it was published
        value REAL NOT NULL,
        deviation REAL,
        source TEXT NOT NULL,
        UNIQUE (study_id, method, condition)
      ) STRICT;
    `,
  },
  {
    version: 12,
    name: 'results of experiments of papers',
    sql: `
      CREATE TABLE paper_results (
        experiment TEXT NOT NULL,
        size TEXT NOT NULL,
        -- the database that it ran on; '' where it drew its own data
        source TEXT NOT NULL,
        -- JSON
        record TEXT NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (experiment, size, source)
      ) STRICT;
    `,
  },
  {
    version: 13,
    name: 'parts of studies that store their own cells alone',
    sql: `
      -- cells of the whole plan, where fewer are stored
      ALTER TABLE studies ADD COLUMN plan_size INTEGER;
    `,
  },
  {
    version: 14,
    name: 'digests of the states of cells',
    sql: `
      -- of the state and the reason of cells that have ended; null while they have not, and of older versions
      ALTER TABLE cells ADD COLUMN seal BLOB;
    `,
  },
  {
    version: 15,
    name: 'verifications are marked as such',
    sql: `
      -- JSON: of what, and by what it is computed; null: an ordinary study
      ALTER TABLE studies ADD COLUMN verification TEXT;
    `,
  },
  {
    version: 16,
    name: 'duplicates of a dataset are looked for once',
    sql: `
      -- by the hash of the dataset and the least correlation; JSON: lists of images
      CREATE TABLE duplicates (
        hash TEXT NOT NULL,
        near TEXT NOT NULL,
        images TEXT NOT NULL,
        PRIMARY KEY (hash, near)
      ) STRICT;
    `,
  },
];

export const schemaVersion = migrations[migrations.length - 1].version;
