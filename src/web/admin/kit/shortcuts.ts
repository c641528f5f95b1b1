import { readStored, writeStored } from './stored-value.ts'

type Key = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }

export type Shortcut = {
  /** 'Mod+Shift+Z'; `Mod` is Ctrl, or Command on a Mac. */
  keys: string
  label: string
  hint?: string
}

/** The keys of every place of the admin, which its handlers compare and its list of shortcuts prints. */
export const shortcuts = {
  commands: { keys: 'Mod+K', label: 'Find or open anything', hint: 'In a text it adds a link.' },
  list: { keys: '?', label: 'Show these shortcuts', hint: 'Not while you type in a field.' },
} satisfies Record<string, Shortcut>

/** Whether exactly these keys were pressed. Shift is a part of a character like `?`. */
export function isPressed(event: Key, { keys }: Pick<Shortcut, 'keys'>): boolean {
  const key = keys.split('+').at(-1)!
  if (event.key.toLowerCase() !== key.toLowerCase()) return false
  return (
    (event.ctrlKey || event.metaKey) === keys.includes('Mod+') &&
    event.altKey === keys.includes('Alt+') &&
    (key === '?' || event.shiftKey === keys.includes('Shift+'))
  )
}

/** 'Ctrl+K', or '⌘K' on a Mac. */
export function printKeys({ keys }: Pick<Shortcut, 'keys'>): string {
  const isMac = /Mac|iP(?:hone|ad)/.test(navigator.platform)
  return isMac ? keys.replace('Mod+', '⌘').replace('Shift+', '⇧') : keys.replace('Mod', 'Ctrl')
}

/** Whether text is typed here, so that a single character belongs to it. */
export function isTyping({ target }: Pick<Event, 'target'>): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

const SINGLE = 'dewlight-single-keys'

/** Shortcuts of one character can be switched off (WCAG 2.1.4), in this browser. */
export const areSingleKeysOn = (): boolean => readStored(SINGLE) !== false
export const switchSingleKeys = (isOn: boolean): void => writeStored(SINGLE, isOn)
