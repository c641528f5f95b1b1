import type { Attributes } from '@tiptap/core'
import { BLOCK, type BlockName, blockAttributes, blocks } from '../../../../../contract/content/blocks.ts'

/** The attributes of a block as the editor's, by the names that they have in HTML; null is the block's default. */
export function editorAttributes(name: BlockName): Attributes {
  return Object.fromEntries(
    Object.keys(blocks[name].attributes).map((key) => [
      key,
      { default: null, parseHTML: (element: HTMLElement) => declaredAttributes(element)?.[key] ?? null },
    ]),
  )
}

/** The selector of a block's element. */
export function selectorOf(name: BlockName): string {
  return `${blocks[name].element}[${BLOCK}="${name}"]`
}

/** The attributes of an element that is a block, without values that are not declared. */
export function declaredAttributes(element: Element): Record<string, string> | undefined {
  const own = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  return blockAttributes(element.localName, own)
}
