/** The commands that a journey needs of an engine; both protocols of WebDriver have them. */
export type Driver = {
  /** 'Firefox 153.7.0'. */
  name: string
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>
  /** Calls a function in the page. Arguments and result are JSON. */
  call<Args extends Json[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>
  /** Sends real input events to the page. */
  perform(sources: InputSource[]): Promise<void>
  chooseFiles(selector: string, files: string[]): Promise<void>
  /** Uncaught errors, unhandled rejections and policy violations since the last call; always empty in WebKit. */
  takeProblems(): string[]
  close(): Promise<void>
}

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }

/** Sources of `performActions` (W3C WebDriver, 17.4), which are the same in both protocols. */
type InputSource =
  | { type: 'key'; id: string; actions: KeyAction[] }
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: PointerAction[] }

type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }
type PointerAction =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: number }

/** An engine that is not installed; the message says what is missing. */
export class EngineAbsent extends Error {}
