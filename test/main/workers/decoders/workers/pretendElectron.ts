/** Loaded with --import: this process and its threads take themselves for Electron. */
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' });
