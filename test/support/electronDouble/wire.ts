/** What the process of the application and the test that holds its pages say to each other. */
import type { MessageBoxOptions, OpenDialogOptions } from 'electron';

/** From the application's process. */
export type FromShell =
  /** `preload`: the text of its preload script, which may lie in an archive. */
  | { readonly kind: 'opened'; readonly window: number; readonly preload: string }
  | { readonly kind: 'load'; readonly id: number; readonly window: number; readonly address: string }
  | {
      readonly kind: 'send';
      readonly window: number;
      readonly channel: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'shown'; readonly window: number }
  | { readonly kind: 'destroyed'; readonly window: number }
  | { readonly kind: 'deliver'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'closePort'; readonly port: number }
  | { readonly kind: 'ask'; readonly id: number; readonly options: MessageBoxOptions }
  | { readonly kind: 'choose'; readonly id: number; readonly options: OpenDialogOptions }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown };

/** What the test may make the system and the user do. */
export interface Acts {
  readonly request: (url: string, method: string) => Promise<ShellResponse | null>;
  readonly navigate: (window: number, address: string) => boolean;
  readonly openWindow: (window: number, address: string) => string;
  readonly clickMenu: (label: string) => void;
  readonly secondInstance: (data: unknown) => void;
  readonly quit: () => void;
  readonly closeWindow: (window: number) => void;
  readonly focus: (window: number | null) => void;
  readonly pageEvent: (window: number, name: string, details: object) => void;
  readonly clickNotification: (index: number) => void;
  readonly endEngine: () => void;
  readonly hangEngine: () => void;
  readonly state: () => ShellState;
}

export interface ShellResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ShellState {
  readonly windows: readonly { readonly id: number; readonly visible: boolean; readonly progress: number }[];
  readonly awake: boolean;
  /** How often the application began to keep the machine awake. */
  readonly wakings: number;
  readonly theme: string;
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  readonly errorBoxes: readonly { readonly title: string; readonly content: string }[];
  readonly lockData: unknown;
  readonly profile: string;
  /** Milliseconds of the longest block of the main process since the state was asked for last. */
  readonly longestBlock: number;
}

/** To the application's process. */
export type ToShell =
  | { readonly kind: 'act'; readonly id: number; readonly name: keyof Acts; readonly parameters: readonly unknown[] }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'navigated'; readonly window: number; readonly address: string }
  | {
      readonly kind: 'receive';
      readonly window: number;
      readonly channel: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: 'connect'; readonly window: number; readonly channel: string; readonly port: number }
  | { readonly kind: 'message'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'portClosed'; readonly port: number };
