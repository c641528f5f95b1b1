import type { Driver } from './driver.ts'
import { findElement, type Kind } from './find-element.ts'
import { waitFor } from './wait-for.ts'

/** An exact accessible name, or a pattern. */
export type Name = string | RegExp

const keys = { Enter: '\uE007', Control: '\uE009' }

/** Mouse and keyboard of a page. */
export function createInput(driver: Driver) {
  /** Waits until the element exists, stands still and is not covered. */
  async function find(kind: Kind, name: Name, dialog?: Name) {
    const target = { kind, pattern: toPattern(name), dialog: dialog && toPattern(dialog) }
    let before = ''
    return waitFor(`${kind} ${name}`, async () => {
      const found = await driver.call(findElement, target)
      if ('problem' in found) return found
      const place = `${found.x} ${found.y}`
      const isStill = place === before
      before = place
      return isStill ? found : { problem: 'it moves' }
    })
  }

  async function click(kind: Kind, name: Name, dialog?: Name): Promise<void> {
    const { x, y } = await find(kind, name, dialog)
    const actions = [
      { type: 'pointerMove' as const, x, y },
      { type: 'pointerDown' as const, button: 0 },
      { type: 'pointerUp' as const, button: 0 },
    ]
    await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }

  /** Types into the element that has the focus; a line break is Enter. */
  async function type(text: string): Promise<void> {
    const values = [...text].map((character) => (character === '\n' ? keys.Enter : character))
    const actions = values.flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ])
    await driver.perform([{ type: 'key', id: 'keyboard', actions }])
  }

  async function pressControl(value: string): Promise<void> {
    const down = [keys.Control, value].map((key) => ({ type: 'keyDown' as const, value: key }))
    const up = [value, keys.Control].map((key) => ({ type: 'keyUp' as const, value: key }))
    await driver.perform([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }])
  }

  return {
    find,
    click,
    type,
    pressControl,
    /** Replaces the text of a field. */
    async fill(name: Name, text: string): Promise<void> {
      await click('field', name)
      await pressControl('a')
      await type(text)
    },
  }
}

export function toPattern(name: Name): string {
  return typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source
}
