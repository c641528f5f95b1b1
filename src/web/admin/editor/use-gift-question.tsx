import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { idOf, productIdsOf } from '../../../contract/content/blocks.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { productCalls } from '../../data/owner/products.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { FollowUps } from './saver.ts'
import type { PostEditing } from './use-post-editing.ts'

type Question = { gifts: OwnerProduct[]; followUps: FollowUps | undefined }

/**
 * The editing of a post whose save, before it publishes products that were gifts in a text without a label, opens a dialog once.
 * It knows the products that the editor has shown; the published text says by itself that they were gifts.
 */
export function useGiftQuestion(editing: PostEditing): { editing: PostEditing; dialog: ReactNode } {
  const queryClient = useQueryClient()
  const wasOpened = useRef(false)
  const [question, setQuestion] = useState<Question>()
  const answer = (label: 'gifted' | 'none') => {
    if (!question) return
    if (label === 'gifted') {
      editing.form.setValue('label', label)
      editing.form.setValue('labelBrand', editing.form.getValues('labelBrand') || brandOf(question.gifts))
    }
    setQuestion(undefined)
    void editing.save(question.followUps)
  }
  return {
    editing: {
      ...editing,
      async save(followUps) {
        const gifts = wasOpened.current ? [] : findGifts(editing, queryClient)
        if (gifts.length === 0) return editing.save(followUps)
        wasOpened.current = true
        setQuestion({ gifts, followUps })
      },
    },
    dialog: (
      <Dialog
        isOpen={question !== undefined}
        title="Label this article?"
        onClose={() => setQuestion(undefined)}
        size="small"
        isAlert
        footer={
          <>
            <ToolButton onClick={() => answer('none')}>Publish without a label</ToolButton>
            <ToolButton tone="primary" data-autofocus onClick={() => answer('gifted')}>
              Label as gifted
            </ToolButton>
          </>
        }
      >
        <p>{describeGifts(question?.gifts.length ?? 0)}</p>
      </Dialog>
    ),
  }
}

/** The gifts among the products of a text that a save publishes without a label, but for those that are public in it already. */
function findGifts({ kind, form, stored }: PostEditing, queryClient: QueryClient): OwnerProduct[] {
  const { content, label, publishedAt } = form.getValues()
  if (!kind.fields.publish || publishedAt === null || label !== 'none') return []
  const shown = new Set(stored && stored.status !== 'draft' ? shownProducts(stored.content) : [])
  const products = shownProducts(content).map((id) =>
    shown.has(id) ? undefined : queryClient.getQueryData(productCalls.one(id).queryKey),
  )
  return products.filter((product) => product?.facts.obtained === 'gifted').filter((product) => product !== undefined)
}

export function shownProducts(content: string): number[] {
  const ids = [...content.matchAll(/\sdata-product-ids?="([\d,]+)"/g)].flatMap(([, list = '']) => {
    const one = idOf(list)
    return one === undefined ? productIdsOf(list) : [one]
  })
  return [...new Set(ids)]
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

export function describeGifts(count: number): string {
  const products = count === 1 ? 'product here was a gift' : 'products here were gifts'
  return `${numbers[count] ?? count} ${products}, and the article has no label.`
}

/** The brand of all gifts; '' if they are of several or of an unknown one. */
function brandOf(gifts: OwnerProduct[]): string {
  const brands = new Set(gifts.map(({ facts }) => facts.brand))
  return brands.size === 1 ? (gifts[0]?.facts.brand ?? '').slice(0, 80) : ''
}
