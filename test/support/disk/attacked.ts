/** A watched command under attack: the power fails at one of its calls, or one of its calls fails. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
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
  #undisturbed!: Traced;
  #first = '';
  #last = '';

  private constructor(command: WatchedCommand, scratch: string) {
    this.#command = command;
    this.#scratch = scratch;
    this.#before = join(scratch, 'before');
  }

  /** Runs the command once without a fault; `scratch` is a folder for all that is tried with it. */
  static async begin(command: string | WatchedCommand, scratch: string): Promise<Attacked> {
    const attacked = new Attacked(typeof command === 'string' ? watchedCommands[command] : command, scratch);
    await attacked.#begin();
    return attacked;
  }

  async #begin(): Promise<void> {
    mkdirSync(this.#before);
    await this.#command.prepare(this.#before);
    for (const ending of ['-runner', '-shm']) rmSync(join(this.#before, WORKSPACE + ending), { force: true });
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
   * Ends the command by a signal after so many milliseconds, and looks what is there and whether the same command goes
   * on: what was ended between its beginning and its end goes on in the next kill. The outcome is where it was.
   */
  async kill(after: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<{ outcome: string; wrong: string | null }> {
    const folder = this.#between ?? this.#work();
    this.#between = null;
    const place = `${signal} after ${after} ms: `;
    const { between = (found, before, after) => found === before || found === after } = this.#command;
    try {
      const byItself = await this.#ended(folder, after, signal);
      const found = this.#command.look(folder);
      const outcome = found === this.#first ? 'before' : found === this.#last ? 'after' : 'between';
      if (!between(found, this.#first, this.#last)) return { outcome, wrong: `${place}there is\n${found}` };
      if (outcome === 'between' && !byItself) {
        this.#between = folder;
        return { outcome, wrong: null };
      }
      const wrong = this.#wrongAgain(folder, found);
      return { outcome, wrong: wrong && place + wrong };
    } catch (error) {
      return { outcome: 'damaged', wrong: place + (error as Error).message };
    }
  }

  /** Milliseconds that the command takes when nothing happens to it. */
  async duration(): Promise<number> {
    const began = performance.now();
    await this.#ended(this.#work(), 2 ** 30, 'SIGKILL');
    return performance.now() - began;
  }

  /** Whether it ended by itself. Throws where it ends so with an error, or is there 15 seconds after the signal. */
  #ended(folder: string, after: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<boolean> {
    const [program, ...parameters] = this.#line;
    const environment = { ...process.env, XDG_DATA_HOME: folder };
    const child = spawn(program, parameters, { cwd: folder, env: environment, stdio: 'ignore' });
    return new Promise((resolve, reject) => {
      let late: NodeJS.Timeout | undefined;
      const timer = setTimeout(() => {
        child.kill(signal);
        late = setTimeout(() => {
          child.kill('SIGKILL');
          reject(new Error('It goes on for 15 s.'));
        }, 15_000);
      }, after);
      child.on('exit', (code) => {
        clearTimeout(timer);
        clearTimeout(late);
        const byItself = late === undefined;
        if (byItself && code !== 0) reject(new Error(`Undisturbed it ends with ${code}.`));
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
    const { between = (found, before, after) => found === before || found === after } = this.#command;
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
    return found === this.#last ? null : `the same command leaves\n${found}\nin place of\n${this.#last}`;
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
