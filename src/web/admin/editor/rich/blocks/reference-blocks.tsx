import { useQuery } from '@tanstack/react-query'
import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { FlaskConical, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { BLOCK, type BlockName, blocks, idOf } from '../../../../../contract/content/blocks.ts'
import { blockReferenceQuery, type ReferenceKind } from '../../../../data/owner/block-references.ts'
import { routinePreviewQuery } from '../../../../data/routines.ts'
import { blockAround } from '../edit-block.ts'
import { insertBlock } from '../insert-block.ts'
import { ReferenceCard, ReferencePicker } from '../reference-card.tsx'
import { RoutinePreview } from '../routine-preview.tsx'
import {
  type BlockDialogProps,
  changeAction,
  type EditorBlock,
  editorAttributes,
  groupOf,
  selectorOf,
} from './editor-block.ts'

/** A routine and an ingredient in the content. Only the id is stored. */
export const referenceBlocks = {
  routine: {
    node: reference('routine'),
    menu: {
      description: 'One of your routines, morning and evening',
      words: 'steps am pm skincare',
      group: 'Skincare',
      icon: SunMoon,
    },
    action: changeAction,
    Dialog: (props: BlockDialogProps) => <ReferenceDialog kind="routine" {...props} />,
  },
  ingredient: {
    node: reference('ingredient'),
    menu: {
      label: 'Ingredient card',
      description: 'What one of your ingredients does',
      words: 'inci skincare',
      group: 'Skincare',
      icon: FlaskConical,
    },
    action: changeAction,
    Dialog: (props: BlockDialogProps) => <ReferenceDialog kind="ingredient" {...props} />,
  },
} satisfies Partial<Record<BlockName, EditorBlock>>

function reference(name: ReferenceKind) {
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
  const name = node.type.name as ReferenceKind
  const attribute = `data-${name}-id`
  const id = Number(node.attrs[attribute])
  const { data: found } = useQuery(blockReferenceQuery(name, id))
  return (
    <NodeViewWrapper
      className="my-6"
      contentEditable={false}
      data-drag-handle
      {...groupOf(blocks[name].label, found?.name)}
    >
      <ReferenceCard
        kind={name}
        id={id}
        isSelected={selected}
        onRemove={deleteNode}
        onChoose={(id) => updateAttributes({ [attribute]: String(id) })}
      />
      {name === 'routine' && <RoutineSteps id={id} />}
    </NodeViewWrapper>
  )
}

/** Fetched at most once a minute; nothing for a routine that is gone, of which the card warns. */
function RoutineSteps({ id }: { id: number }) {
  const { data: routine } = useQuery({ ...routinePreviewQuery(id), staleTime: 60_000, retry: false })
  return routine ? <RoutinePreview routine={routine} /> : null
}

type ReferenceDialogProps = BlockDialogProps & { kind: ReferenceKind }

const titles = { routine: 'Insert a routine', ingredient: 'Insert an ingredient card' }

/** Chooses the routine or the ingredient of a new block, or of the selected one. */
function ReferenceDialog({ kind, editor, onClose }: ReferenceDialogProps) {
  const [around] = useState(() => blockAround(editor.state, kind))
  const choose = (id: number) => {
    const attrs = { [`data-${kind}-id`]: String(id) }
    onClose()
    if (around) editor.chain().focus().setNodeSelection(around.at).updateAttributes(kind, attrs).run()
    else insertBlock(editor, { type: kind, attrs })
  }
  return (
    <ReferencePicker
      kind={kind}
      title={around ? `Choose another ${kind}` : titles[kind]}
      onChoose={choose}
      onClose={onClose}
    />
  )
}
