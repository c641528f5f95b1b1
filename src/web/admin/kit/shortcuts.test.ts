import { expect, test } from 'vitest'
import { editorShortcuts } from '../editor/editor-shortcuts.ts'
import { isPressed, shortcuts } from './shortcuts.ts'

const press = (key: string, held: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
})

test('Ctrl and Command press the same shortcut, with no other key held', () => {
  expect(isPressed(press('k', { ctrlKey: true }), shortcuts.commands)).toBe(true)
  expect(isPressed(press('K', { metaKey: true }), shortcuts.commands)).toBe(true)
  expect(isPressed(press('k'), shortcuts.commands)).toBe(false)
  expect(isPressed(press('k', { ctrlKey: true, shiftKey: true }), shortcuts.commands)).toBe(false)
  expect(isPressed(press('k', { ctrlKey: true, altKey: true }), shortcuts.commands)).toBe(false)
  expect(isPressed(press('z', { ctrlKey: true, shiftKey: true }), editorShortcuts.redo)).toBe(true)
  expect(isPressed(press('F10', { altKey: true }), editorShortcuts.toolbar)).toBe(true)
})

test('Shift is a part of the character ?', () => {
  expect(isPressed(press('?', { shiftKey: true }), shortcuts.list)).toBe(true)
  expect(isPressed(press('?'), shortcuts.list)).toBe(true)
  expect(isPressed(press('?', { ctrlKey: true }), shortcuts.list)).toBe(false)
})
