import type { Attributes, Editor, JSONContent, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { type LucideIcon, Pencil } from 'lucide-react'
import type { ComponentType } from 'react'
import { BLOCK, type BlockName, blockAttributes, blocks } from '../../../../../contract/content/blocks.ts'
import type { FoundBlock } from '../edit-block.ts'

export type BlockDialogProps = { editor: Editor; onClose: () => void }

/** The dialogs of the visual editor: those of blocks, and three more. */
export type OpenDialog = BlockName | 'link' | 'language' | 'product'

export const menuGroups = ['Text', 'Pictures', 'Blocks', 'Products', 'Skincare'] as const

/** An entry of the `/` menu. */
export type MenuEntry = {
  label: string
  /** One line below the label. */
  description: string
  /** Other words to find it by. */
  words: string
  group: (typeof menuGroups)[number]
  icon: LucideIcon
}

type ActionPlace = { editor: Editor; block: FoundBlock; openDialog: () => void }
type BlockAction = { label: string; icon: LucideIcon; run: (place: ActionPlace) => void }

/** The words for the values of an attribute; '' is the block's default. */
export type Choice<Value extends string = string> = { label: string; options: Readonly<Record<Value | '', string>> }

/** A block in the visual editor. */
export type EditorBlock = {
  node: Node
  /** Labelled as the block where it has no label of its own; undefined for a block that another one inserts. */
  menu: (Omit<MenuEntry, 'label'> & { label?: string }) | undefined
  /** Stands in the bar of the block at the cursor. */
  action?: BlockAction
  choices?: Readonly<Record<string, Choice>>
  /** The parts that the accessible name counts: nodes of a type, or the ids in an attribute. */
  parts?: { of: string; one: string; many: string }
  /** Shown in the accessible name after the label; undefined for a block that has none yet. */
  title?: (node: DocumentNode) => string | undefined
} & (
  | { /** Asks what a new block shows, or changes the block at the cursor. */ Dialog: ComponentType<BlockDialogProps> }
  | { /** The content of a new block. */ content: JSONContent[] }
)

type Declared<Name extends BlockName> = (typeof blocks)[Name]['attributes']
type Listed<Name extends BlockName> = {
  [Attribute in keyof Declared<Name>]: Declared<Name>[Attribute] extends readonly string[] ? Attribute : never
}[keyof Declared<Name>]

/** Choices for each attribute of a block with a closed list of values, with words for each value. */
export type RequiredChoices<Name extends BlockName> = [Listed<Name>] extends [never]
  ? unknown
  : {
      choices: {
        [Attribute in Listed<Name>]: Declared<Name>[Attribute] extends readonly (infer Value extends string)[]
          ? Choice<Value>
          : never
      }
    }

/** The role and the accessible name of a block whose own view knows what it shows, such as a product. */
export function groupOf(label: string, title: string | undefined): { role: 'group'; 'aria-label': string } {
  return { role: 'group', 'aria-label': title ? `${label}: ${title}` : label }
}

export const changeAction: BlockAction = { label: 'Change', icon: Pencil, run: ({ openDialog }) => openDialog() }

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
