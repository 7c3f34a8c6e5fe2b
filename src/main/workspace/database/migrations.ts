/**
 * The schema, as numbered steps. A released step is never changed: a new one follows it. Each runs in a transaction
 * that also sets its version number (`PRAGMA user_version`).
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  {
    version: 1,
    name: 'datasets, studies, what was done to them, experiments of papers and settings',
    sql: `
      CREATE TABLE datasets (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        layout TEXT NOT NULL,
        source TEXT NOT NULL,
        rows INTEGER NOT NULL CHECK (rows > 0),
        cols INTEGER NOT NULL CHECK (cols > 0),
        count INTEGER NOT NULL CHECK (count > 0),
        hash TEXT NOT NULL,
        -- 'u8': one byte per pixel; 'f64': little-endian float64
        pixel_type TEXT NOT NULL CHECK (pixel_type IN ('u8', 'f64')),
        low REAL NOT NULL,
        high REAL NOT NULL,
        -- whether any image has its colours
        coloured INTEGER NOT NULL DEFAULT 0 CHECK (coloured IN (0, 1)),
        -- what preprocessing made the dataset: JSON of {origin: {name, hash}, steps, hash}
        preprocessing TEXT,
        created_at TEXT NOT NULL,
        -- 0 while its images are being stored: such a dataset is hidden, and purged when a killed process left it
        stored INTEGER NOT NULL DEFAULT 1 CHECK (stored IN (0, 1)),
        -- set while the deletion can be taken back, and while the images are being stored
        deleted_at TEXT,
        note TEXT NOT NULL DEFAULT '',
        -- one a line
        tags TEXT NOT NULL DEFAULT '',
        starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
        archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
        -- of its records: what is stored of it besides pixels
        digest BLOB
      ) STRICT;
      -- what was deleted keeps its name, and others may have it
      CREATE UNIQUE INDEX datasets_by_name ON datasets (name) WHERE deleted_at IS NULL;

      CREATE TABLE subjects (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY (dataset_id, number)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE images (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        -- from 0 without gaps; negative (-1 - rowid) for images that were excluded
        position INTEGER NOT NULL,
        subject INTEGER NOT NULL,
        file TEXT NOT NULL,
        attributes TEXT NOT NULL,
        pixels BLOB NOT NULL,
        digest BLOB NOT NULL,
        -- RGB triples in the type of the pixels, where the original is in colour
        colour BLOB,
        colour_digest BLOB,
        -- shape in the file, where the images were brought to one size
        file_rows INTEGER,
        file_cols INTEGER,
        FOREIGN KEY (dataset_id, subject) REFERENCES subjects (dataset_id, number)
      ) STRICT;
      CREATE UNIQUE INDEX images_by_position ON images (dataset_id, position);
      CREATE INDEX images_by_subject ON images (dataset_id, subject, position);

      -- How a dataset came to be, which few calls ask for: JSON, with every file of an import.
      CREATE TABLE makings (
        dataset_id INTEGER PRIMARY KEY REFERENCES datasets (id) ON DELETE CASCADE,
        stages TEXT NOT NULL,
        digest BLOB NOT NULL
      ) STRICT;

      CREATE TABLE import_problems (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        file TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (dataset_id, position)
      ) STRICT, WITHOUT ROWID;

      -- Marked by hand, in pixels of the image, (0, 0) the centre of the first one; left and right as they stand in the
      -- image. By file, as lists of eyes are: an image keeps them while it is excluded.
      CREATE TABLE eyes (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        file TEXT NOT NULL,
        left_x REAL NOT NULL,
        left_y REAL NOT NULL,
        right_x REAL NOT NULL,
        right_y REAL NOT NULL,
        PRIMARY KEY (dataset_id, file)
      ) STRICT, WITHOUT ROWID;

      -- Vectors of the images of a dataset.
      CREATE TABLE attachments (
        dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        -- the file that they came from
        source TEXT NOT NULL,
        -- of length and values
        hash TEXT NOT NULL,
        length INTEGER NOT NULL CHECK (length > 0),
        -- little-endian float64, one image after another
        bytes BLOB NOT NULL,
        digest BLOB NOT NULL,
        -- the hash of the dataset whose images they belong to: they wait while others are in
        dataset_hash TEXT NOT NULL,
        added_at TEXT NOT NULL,
        PRIMARY KEY (dataset_id, name)
      ) STRICT;

      -- Found once; by the hash of the dataset and the least correlation; JSON: lists of images.
      CREATE TABLE duplicates (
        hash TEXT NOT NULL,
        near TEXT NOT NULL,
        images TEXT NOT NULL,
        PRIMARY KEY (hash, near)
      ) STRICT;

      CREATE TABLE studies (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        dataset_id INTEGER NOT NULL REFERENCES datasets (id),
        dataset_hash TEXT NOT NULL,
        spec TEXT NOT NULL,
        -- grows with every change of the table
        revision INTEGER NOT NULL DEFAULT 0,
        running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1)),
        -- why its last run ended before it was finished, as the end of a sentence: 'the disk is full'
        fault TEXT,
        created_at TEXT NOT NULL,
        -- 0 while its cells are being stored: such a study is hidden, and removed when a killed process left it
        planned INTEGER NOT NULL DEFAULT 1 CHECK (planned IN (0, 1)),
        -- cells of the whole plan, where fewer are stored
        plan_size INTEGER,
        -- JSON: of what, and by what it is computed; null: an ordinary study
        verification TEXT,
        -- set while the deletion can be taken back
        deleted_at TEXT,
        note TEXT NOT NULL DEFAULT '',
        -- one a line
        tags TEXT NOT NULL DEFAULT '',
        starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
        archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
        -- of the spec and what it is for, and of the list of cells
        digest BLOB,
        plan_digest BLOB
      ) STRICT;
      CREATE INDEX studies_by_dataset ON studies (dataset_id);
      -- What was deleted keeps its name, and others may have it; the name is taken when the study is whole: what a full
      -- disk left of one does not keep it.
      CREATE UNIQUE INDEX studies_by_name ON studies (name) WHERE planned = 1 AND deleted_at IS NULL;

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
        reason TEXT,
        -- digest of the state and the reason of cells that have ended; null while they have not
        seal BLOB
      ) STRICT;
      CREATE UNIQUE INDEX cells_by_position ON cells (study_id, position);
      CREATE INDEX cells_by_status ON cells (study_id, status, seconds);

      -- The latent shapes of a cell as JSON; cells of one method and condition share a row.
      CREATE TABLE shape_lists (
        id INTEGER PRIMARY KEY,
        shapes TEXT NOT NULL UNIQUE,
        digest BLOB NOT NULL
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
        nearest BLOB NOT NULL,
        -- where the study asks for them: raw deflate of JSON, the values at each shape (tables) and the curves (charts)
        measures BLOB,
        curves BLOB,
        -- of the parts of a result that are read apart, one behind the other
        digests BLOB NOT NULL
      ) STRICT;

      -- Published numbers alongside those of a study.
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

      -- What was done to a study or a dataset after its creation.
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

      -- Results of experiments of papers.
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

      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 2,
    name: 'faces that were found in the images of datasets',
    sql: `
      CREATE TABLE found_faces (
        dataset_id INTEGER PRIMARY KEY REFERENCES datasets (id) ON DELETE CASCADE,
        -- JSON: the networks, and the faces of each image by file
        search TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 3,
    name: 'networks of attached vectors, which compute those of perturbed images',
    sql: `
      -- Files of users, by their SHA-256.
      CREATE TABLE network_models (
        hash TEXT PRIMARY KEY,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE attachment_networks (
        dataset_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        -- null: the built-in network
        model TEXT REFERENCES network_models (hash),
        -- JSON: name and hash of the model, how it takes faces, and what each image was aligned by
        network TEXT NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (dataset_id, name),
        FOREIGN KEY (dataset_id, name) REFERENCES attachments (dataset_id, name) ON DELETE CASCADE
      ) STRICT;
      CREATE INDEX attachment_networks_by_model ON attachment_networks (model);
      CREATE TRIGGER unused_models AFTER DELETE ON attachment_networks WHEN OLD.model IS NOT NULL BEGIN
        DELETE FROM network_models
        WHERE hash = OLD.model AND NOT EXISTS (SELECT 1 FROM attachment_networks WHERE model = OLD.model);
      END;
      -- What can be computed again.
      CREATE TABLE perturbed_vectors (
        dataset_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        -- hash of the vectors, the perturbation and what its random numbers are named by
        key TEXT NOT NULL,
        -- position in the dataset
        image INTEGER NOT NULL,
        -- little-endian float32
        vector BLOB NOT NULL,
        digest BLOB NOT NULL,
        PRIMARY KEY (dataset_id, name, key, image),
        FOREIGN KEY (dataset_id, name) REFERENCES attachments (dataset_id, name) ON DELETE CASCADE
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 4,
    name: 'specs of studies say what their splits are drawn by',
    // Nothing changes in the file: specs without the field "draws" keep the splits that the hash of the pixels draws.
    // Earlier versions, which do not know the field, must not open the others.
    sql: '',
  },
  {
    version: 5,
    name: 'files of external methods, by the versions that have results in studies',
    sql: `
      -- Contents by their SHA-256.
      CREATE TABLE method_files (
        hash TEXT PRIMARY KEY,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE TABLE method_versions (
        version TEXT PRIMARY KEY,
        -- JSON: list of {path, hash}
        files TEXT NOT NULL,
        digest BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      -- A study keeps each version that has computed cells of it.
      CREATE TABLE study_methods (
        study_id INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        version TEXT NOT NULL REFERENCES method_versions (version),
        PRIMARY KEY (study_id, version)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER unused_versions AFTER DELETE ON study_methods BEGIN
        DELETE FROM method_versions
        WHERE version = OLD.version AND NOT EXISTS (SELECT 1 FROM study_methods WHERE version = OLD.version);
      END;
      CREATE TRIGGER unused_method_files AFTER DELETE ON method_versions BEGIN
        DELETE FROM method_files
        WHERE hash NOT IN (SELECT value ->> 'hash' FROM method_versions, json_each(method_versions.files));
      END;
    `,
  },
  {
    version: 6,
    name: 'the archive is a tag',
    sql: ['studies', 'datasets']
      .map(
        (table) => `
      UPDATE ${table} SET tags = tags || iif(tags = '', '', char(10)) || 'archived'
        WHERE archived = 1 AND char(10) || tags || char(10) NOT LIKE '%' || char(10) || 'archived' || char(10) || '%';
      ALTER TABLE ${table} DROP COLUMN archived;
    `,
      )
      .join(''),
  },
];

export const schemaVersion = migrations[migrations.length - 1].version;
