/**
 * A disk in front of which the power may fail: it surely has what was flushed, and of all that came later any part. A
 * name is flushed with its folder, the data of a file with the file.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Call } from './trace.ts';

type Change = Exclude<Call, { kind: 'sync' | 'create' | 'remove' | 'folder' | 'rename' }>;

/** A whole number from 0 to below its argument. */
export type Draw = (below: number) => number;

class Data {
  flushed: Buffer;
  pending: Change[] = [];

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.flushed = bytes;
  }

  /** The bytes with these changes. */
  with(changes: readonly Change[]): Buffer {
    return changes.reduce((bytes, change) => applied(bytes, change), this.flushed);
  }

  get all(): Buffer {
    return this.with(this.pending);
  }

  flush(): void {
    this.flushed = this.all;
    this.pending = [];
  }

  /** Of each page of the system's memory some state that it had since, of the size one that it had. */
  some(draw: Draw): Buffer {
    const states = [this.flushed];
    for (const change of this.pending) states.push(applied(states[states.length - 1], change));
    const size = states[draw(states.length)].length;
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at += PAGE) {
      states[draw(states.length)].subarray(at, at + PAGE).copy(bytes, at);
    }
    return bytes;
  }
}

const PAGE = 4096;

function applied(bytes: Buffer, change: Change): Buffer {
  const at = change.kind === 'write' ? (change.at ?? bytes.length) : 0;
  const size = change.kind === 'truncate' ? change.size : Math.max(bytes.length, at + change.data.length);
  const next = Buffer.alloc(size);
  bytes.copy(next);
  if (change.kind === 'write') change.data.copy(next, at);
  return next;
}

type Names = Map<string, Data | 'folder'>;
/** A change of names in a folder. */
interface Naming {
  readonly folder: string;
  readonly act: (names: Names) => void;
}

/** What a machine finds after the power has failed, by path. */
export type Image = ReadonlyMap<string, Buffer | 'folder'>;

export class Disk {
  readonly #names: Names;
  #flushed: Names;
  #pending: Naming[] = [];

  /** The disk with what a folder has now. */
  constructor(folder: string) {
    this.#names = new Map([['', 'folder']]);
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const full = join(folder, path);
      this.#names.set(path, statSync(full).isDirectory() ? 'folder' : new Data(readFileSync(full)));
    }
    this.#flushed = new Map(this.#names);
  }

  apply(call: Call): void {
    switch (call.kind) {
      case 'write':
        this.#data(call.path).pending.push(call);
        break;
      case 'truncate':
        if (!this.#names.has(call.path)) this.#put(call.path, new Data());
        this.#data(call.path).pending.push(call);
        break;
      case 'create':
        if (!this.#names.has(call.path)) this.#put(call.path, new Data());
        break;
      case 'folder':
        this.#put(call.path, 'folder');
        break;
      case 'remove':
        this.#name(call.path, (names) => void names.delete(call.path));
        break;
      case 'rename': {
        const moved = this.#names.get(call.path);
        if (moved === undefined) throw new Error(`${call.path} is renamed and was never made.`);
        this.#name(call.path, (names) => {
          for (const [path, entry] of [...names]) {
            if (path !== call.path && !path.startsWith(`${call.path}/`)) continue;
            names.delete(path);
            names.set(call.to + path.slice(call.path.length), entry);
          }
          if (!names.has(call.to)) names.set(call.to, moved);
        });
        break;
      }
      case 'sync':
        if (this.#names.get(call.path) === 'folder') this.#flushNames(call.path);
        else this.#data(call.path).flush();
    }
  }

  /** With what was flushed alone. */
  flushed(): Image {
    return imageOf(this.#flushed, (data) => data.flushed);
  }

  /** With everything: what another process sees as long as the power is there. */
  all(): Image {
    return imageOf(this.#names, (data) => data.all);
  }

  /** With any part of what was not flushed: names up to some moment, for file systems keep their order. */
  some(draw: Draw): Image {
    const names = new Map(this.#flushed);
    for (const { act } of this.#pending.slice(0, draw(this.#pending.length + 1))) act(names);
    return imageOf(names, (data) => data.some(draw));
  }

  #data(path: string): Data {
    const found = this.#names.get(path);
    // A file that was removed while it was open, or one without a name.
    return found instanceof Data ? found : new Data();
  }

  #put(path: string, entry: Data | 'folder'): void {
    this.#name(path, (names) => names.set(path, entry));
  }

  #name(path: string, act: (names: Names) => void): void {
    act(this.#names);
    this.#pending.push({ folder: folderOf(path), act });
  }

  #flushNames(folder: string): void {
    for (const naming of this.#pending) if (naming.folder === folder) naming.act(this.#flushed);
    this.#pending = this.#pending.filter((naming) => naming.folder !== folder);
  }
}

const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

function imageOf(names: Names, bytesOf: (data: Data) => Buffer): Image {
  return new Map([...names].map(([path, entry]) => [path, entry === 'folder' ? entry : bytesOf(entry)]));
}

/** Writes an image to a folder. Files in folders that were lost are lost. */
export function writeImage(image: Image, folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, entry] of [...image].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (entry === 'folder') mkdirSync(join(folder, path), { recursive: true });
    else if (image.get(folderOf(path)) === 'folder') writeFileSync(join(folder, path), entry);
  }
}
