/**
 * Loaded with --import into the packaged application and its threads: they run from app.asar itself, as under Electron,
 * whose executable reads archives through the same calls.
 */
import { archivePath, openArchive } from './archive.ts';
import { readArchives } from './files.ts';
import { loadFromArchives } from './modules.ts';

const find = openArchive(archivePath);
readArchives(find);
loadFromArchives(find);
