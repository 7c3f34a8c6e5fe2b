/** A watched command under attack: the power fails at one of its calls, or one of its calls fails. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineFile } from '../builtApplication.ts';
import { watchedCommands, WORKSPACE, type WatchedCommand } from './commands.ts';
import { Disk, writeImage, type Image } from './disk.ts';
import { traced, type Call, type Fault, type FaultKind, type Traced } from './trace.ts';

/** What came of a call that failed. */
export interface FailedCall {
  /** `null`: no call was made to fail, or one elsewhere as well, such as of what loads the program. */
  readonly outcome: 'refused' | 'all was done' | null;
  /** The call, and what the command said. */
  readonly place: string;
  /** What is not as it should be; null: nothing. */
  readonly wrong: string | null;
  /** Whether calls of the kind came after it: without them one failure and failures for ever are the same. */
  readonly goesOn: boolean;
}

export interface KillMoment {
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** Milliseconds. */
  readonly after: number;
  /** From its start, or from its first change of a file. @default 'start' */
  readonly from?: 'start' | 'change';
}

interface KillOptions extends KillMoment {
  readonly before?: () => void;
  /** At its first change of a file. */
  readonly onChange?: () => void;
}

/** What came of a kill. */
export interface Killed {
  /** Where the command was. */
  readonly outcome: string;
  /** What is not as it should be, and where that folder is kept; null: nothing. */
  readonly wrong: string | null;
  /** Cells that were finished just before the signal, and how many of them are stored afterwards, bit for bit. */
  readonly finished: number;
  readonly kept: number;
}

export class Attacked {
  readonly #command: WatchedCommand;
  readonly #scratch: string;
  readonly #before: string;
  /** What a person finds, by the disk's content. */
  readonly #found = new Map<string, string>();
  /** States from which the same command was seen to go on. */
  readonly #resumed = new Set<string>();
  /** The folder of a command that was ended between its beginning and its end. */
  #between: string | null = null;
  /** The cells that were finished there. */
  #finished: ReadonlyMap<string, string> = new Map();
  #undisturbed!: Traced;
  #first = '';
  #last = '';

  private constructor(command: WatchedCommand, scratch: string) {
    this.#command = command;
    this.#scratch = scratch;
    this.#before = join(scratch, 'before');
  }

  /**
   * Runs the command once without a fault; `scratch` is a folder for all that is tried with it. Kills need no trace of
   * its calls to the system.
   */
  static async begin(
    command: string | WatchedCommand,
    scratch: string,
    { trace = true }: { readonly trace?: boolean } = {},
  ): Promise<Attacked> {
    const attacked = new Attacked(typeof command === 'string' ? watchedCommands[command] : command, scratch);
    mkdirSync(attacked.#before);
    await attacked.#command.prepare(attacked.#before);
    for (const ending of ['-runner', '-shm']) rmSync(join(attacked.#before, WORKSPACE + ending), { force: true });
    await (trace ? attacked.#trace() : attacked.#watch());
    return attacked;
  }

  async #watch(): Promise<void> {
    this.#first = this.#command.look(this.#work());
    const folder = this.#work();
    await this.#ended(folder, { after: NEVER, signal: 'SIGKILL' });
    this.#last = this.#command.look(folder);
  }

  async #trace(): Promise<void> {
    const folder = this.#work();
    this.#undisturbed = await this.#run(folder);
    const { code, stderr, calls } = this.#undisturbed;
    if (code !== 0) throw new Error(`The undisturbed command ended with ${code}: ${stderr}`);
    this.#first = this.find(this.diskBefore(0).all());
    this.#last = this.#command.look(folder);
    // The model has what the system has.
    const modelled = this.find(this.diskBefore(calls.length).all());
    if (modelled !== this.#last) throw new Error(`The model of the disk has\n${modelled}\nin place of\n${this.#last}`);
  }

  /** What the undisturbed command did to the disk. */
  get calls(): readonly Call[] {
    return this.#undisturbed.calls;
  }

  /** Whether it may be found between its beginning and its end, from where it goes on. */
  get inParts(): boolean {
    return this.#command.between !== undefined;
  }

  /** Of each kind the numbers of the undisturbed command's calls on the files that are watched. */
  get numbers(): Traced['numbers'] {
    return this.#undisturbed.numbers;
  }

  /** The disk after so many of these calls. */
  diskBefore(at: number): Disk {
    const disk = new Disk(this.#before);
    for (const call of this.calls.slice(0, at)) disk.apply(call);
    return disk;
  }

  /** A new folder with what the command begins with. */
  begun(): string {
    return this.#work();
  }

  /**
   * What is wrong with an image that a machine finds after the power has failed before this call, or, after the last
   * one, when the command had ended; null: nothing.
   */
  wrongAfterPower(at: number, image: Image): string | null {
    const call = this.calls[at];
    const wrong = this.#wrongIn(image, call === undefined);
    return wrong && `${at} of ${this.calls.length}, ${call ? `${call.kind} ${call.path}` : 'the end'}: ${wrong}`;
  }

  /** Runs the command with a fault, then without, and looks what is there. */
  async fail(fault: Fault): Promise<FailedCall> {
    const folder = this.#work();
    const { code, stderr, calls, failed, numbers } = await this.#run(folder, fault);
    const said = stderr.trimEnd().split('\n').at(-1) ?? '';
    const place = `${fault.kind} ${fault.at} of ${failed[0]}${fault.forEver ? ' and all after it' : ''}: ${said}`;
    const goesOn = numbers[fault.kind].some((number) => number > fault.at);
    if (failed.length === 0 || (failed.includes(null) && !fault.forEver)) {
      return { outcome: null, place, wrong: null, goesOn };
    }
    const outcome = code === 0 ? 'all was done' : 'refused';
    const disk = new Disk(this.#before);
    for (const call of calls) disk.apply(call);
    const wrong =
      this.#wrongIn(disk.all(), false) ??
      (code === 0 ? this.#wrongIn(disk.flushed(), true) : wrongAnswer(code, stderr, said)) ??
      this.#wrongAgain(folder, this.find(disk.all()));
    return { outcome, place, wrong: wrong && `${place}\n${wrong}`, goesOn };
  }

  /**
   * Ends the command by a signal at that moment, and looks what is there and whether the same command goes
   * on: what was ended between its beginning and its end goes on in the next kill. Every cell that was finished is
   * counted just before the signal and afterwards. A folder in which something is wrong is kept.
   */
  async kill({ after, signal, from = 'start' }: KillMoment): Promise<Killed> {
    const folder = this.#between ?? this.#work();
    this.#between = null;
    const finished = new Map(this.#finished);
    this.#finished = new Map();
    let kept = 0;
    const verdict = (outcome: string, wrong: string | null): Killed => ({
      outcome,
      wrong: wrong && `${signal} ${after} ms after its ${from}: ${wrong}\nIt is kept in ${keptCopy(folder)}.`,
      finished: finished.size,
      kept,
    });
    const { finishedCells = () => new Map<string, string>(), between = eitherOf, rests = () => '' } = this.#command;
    try {
      const count = (): void => finishedCells(folder).forEach((result, cell) => finished.set(cell, result));
      const byItself = await this.#ended(folder, { after, signal, from, before: count });
      const now = finishedCells(folder);
      const other = [...finished].filter(([cell, result]) => now.get(cell) !== result).map(([cell]) => cell);
      kept = finished.size - other.length;
      if (other.length > 0) return verdict('lost', `of ${finished.size} finished cells are lost or changed: ${other}`);
      const rest = rests(folder);
      const found = this.#command.look(folder);
      const outcome = found === this.#first ? 'before' : found === this.#last ? 'after' : 'between';
      if (!between(found, this.#first, this.#last)) return verdict(outcome, `there is\n${found}`);
      if (outcome === 'between' && !byItself) {
        this.#between = folder;
        this.#finished = now;
        return verdict(outcome, null);
      }
      const named = rest === '' ? outcome : `${outcome} with a hidden rest`;
      return verdict(named, this.#wrongAgain(folder, `${rest}\n${found}`));
    } catch (error) {
      return verdict('damaged', (error as Error).message);
    }
  }

  /** Milliseconds that the command takes when nothing happens to it, and those after its first change. */
  async duration(): Promise<{ readonly start: number; readonly change: number }> {
    const began = performance.now();
    let changed = began;
    const ended = this.#ended(this.#work(), {
      after: NEVER,
      signal: 'SIGKILL',
      onChange: () => (changed = performance.now()),
    });
    await ended;
    const end = performance.now();
    return { start: end - began, change: end - changed };
  }

  /**
   * Whether it ended by itself; `before` runs just before the signal. Throws if it ends so with an error, or is there
   * 15 seconds after the signal.
   */
  #ended(
    folder: string,
    { after, signal, from = 'start', before = () => undefined, onChange = () => undefined }: KillOptions,
  ): Promise<boolean> {
    const [program, ...parameters] = this.#line;
    const environment = { ...process.env, XDG_DATA_HOME: folder };
    const state = stateOf(folder);
    const child = spawn(program, parameters, { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-2000)));
    return new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const kill = (): void => {
        try {
          before();
        } catch (error) {
          reject(error as Error);
        }
        child.kill(signal);
        late = setTimeout(() => {
          child.kill('SIGKILL');
          reject(new Error('It goes on for 15 s.'));
        }, 15_000);
      };
      let timer = from === 'start' ? setTimeout(kill, after) : undefined;
      const watch = setInterval(() => {
        if (stateOf(folder) === state) return;
        clearInterval(watch);
        onChange();
        timer ??= setTimeout(kill, after);
      }, 5);
      child.on('exit', (code) => {
        clearInterval(watch);
        clearTimeout(timer);
        clearTimeout(late);
        const byItself = late === undefined;
        if (byItself && code !== 0) reject(new Error(`Undisturbed it ends with ${code}: ${said}`));
        else resolve(byItself);
      });
    });
  }

  /** What a person finds in an image of the disk; equal ones are read once. */
  find(image: Image): string {
    const key = keyOf(image);
    let found = this.#found.get(key);
    if (found === undefined) {
      const folder = join(this.#scratch, 'image');
      rmSync(folder, { recursive: true, force: true });
      writeImage(image, folder);
      this.#found.set(key, (found = this.#command.look(folder)));
    }
    return found;
  }

  #wrongIn(image: Image, whole: boolean): string | null {
    const { between = eitherOf } = this.#command;
    try {
      const found = this.find(image);
      if (whole ? found === this.#last : between(found, this.#first, this.#last)) return null;
      return `there is\n${found}\nin place of\n${whole ? '' : `${this.#first}\nor\n`}${this.#last}`;
    } catch (error) {
      return String(error);
    }
  }

  /** The same command goes on from every state. */
  #wrongAgain(folder: string, state: string): string | null {
    if (this.#resumed.has(state)) return null;
    this.#resumed.add(state);
    const [program, ...parameters] = this.#line;
    spawnSync(program, parameters, { cwd: folder, env: { ...process.env, XDG_DATA_HOME: folder } });
    const found = this.#command.look(folder);
    if (found !== this.#last) return `the same command leaves\n${found}\nin place of\n${this.#last}`;
    return this.#command.later?.(folder) ?? null;
  }

  get #line(): string[] {
    const { script, parameters } = this.#command;
    return [process.execPath, script ?? commandLineFile(), ...parameters];
  }

  #run(folder: string, fault?: Fault): Promise<Traced> {
    return traced(this.#line, { folder, log: join(this.#scratch, 'trace'), fault });
  }

  #work(): string {
    const folder = join(this.#scratch, 'work');
    rmSync(folder, { recursive: true, force: true });
    cpSync(this.#before, folder, { recursive: true });
    return folder;
  }
}

/** Milliseconds that no command takes. */
const NEVER = 2 ** 30;

/** Sizes and times of the files of a workspace, and what else is in the folder. */
function stateOf(folder: string): string {
  const files = ['', '-wal', '-journal'].map((ending) => {
    const stats = statSync(join(folder, WORKSPACE + ending), { throwIfNoEntry: false });
    return stats ? `${stats.size} ${stats.mtimeMs}` : '';
  });
  return [...files, ...readdirSync(folder)].join('\n');
}

const eitherOf = (found: string, before: string, after: string): boolean => found === before || found === after;

/** A copy outside of the folder of a campaign, which goes with it. */
function keptCopy(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'eigenbench-kept-'));
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/**
 * Calls of a kind on the watched files, at most so many of them and evenly spread, made to fail: each one alone, and
 * with all that come after it where some do (`forEver`: at each of them, otherwise at the first).
 */
export async function* failingCalls(
  attacked: Attacked,
  kind: FaultKind,
  { most = Infinity, forEver = true }: { most?: number; forEver?: boolean } = {},
): AsyncGenerator<FailedCall> {
  const numbers = attacked.numbers[kind];
  const count = Math.min(most, numbers.length);
  let tried = false;
  for (let n = 0; n < count; n++) {
    // In the middle of each of as many equal parts.
    const at = numbers[Math.floor(((n + 0.5) * numbers.length) / count)];
    const alone = await attacked.fail({ kind, at, forEver: false });
    yield alone;
    if (!alone.goesOn || (tried && !forEver)) continue;
    tried = true;
    yield await attacked.fail({ kind, at, forEver: true });
  }
}

function wrongAnswer(code: number | null, stderr: string, said: string): string | null {
  if (code !== 1) return `the command ended with ${code}`;
  if (/\n\s+at |"stack"/.test(stderr)) return `it shows a stack: ${stderr}`;
  return /^\S.*\S\.$/.test(said) ? null : `it says no sentence: ${stderr}`;
}

function keyOf(image: Image): string {
  const hash = createHash('sha256');
  for (const [path, entry] of image) hash.update(`${path} ${entry.length} `).update(entry);
  return hash.digest('hex');
}
