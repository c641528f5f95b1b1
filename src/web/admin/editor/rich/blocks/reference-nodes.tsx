import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { BLOCK, idOf } from '../../../../../contract/content/blocks.ts'
import { ReferenceCard } from '../reference-card.tsx'
import { editorAttributes, selectorOf } from './block-attributes.ts'

/** A routine and an ingredient in the content. Only the id is stored. */
export const RoutineBlock = reference('routine')
export const IngredientBlock = reference('ingredient')

function reference(name: 'routine' | 'ingredient') {
  const attribute = `data-${name}-id`
  return Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => editorAttributes(name),
    parseHTML: () => [
      {
        tag: selectorOf(name),
        priority: 70,
        getAttrs: (element) => (idOf(element.getAttribute(attribute) ?? undefined) === undefined ? false : null),
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['div', { [BLOCK]: name, ...HTMLAttributes }],
    addNodeView: () => ReactNodeViewRenderer(ReferenceView),
  })
}

function ReferenceView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const name = node.type.name as 'routine' | 'ingredient'
  const attribute = `data-${name}-id`
  return (
    <NodeViewWrapper className="my-6" contentEditable={false} data-drag-handle>
      <ReferenceCard
        kind={name}
        id={Number(node.attrs[attribute])}
        isSelected={selected}
        onRemove={deleteNode}
        onChoose={(id) => updateAttributes({ [attribute]: String(id) })}
      />
    </NodeViewWrapper>
  )
}
