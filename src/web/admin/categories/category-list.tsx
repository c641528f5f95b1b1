import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { submission } from '../../data/mutations.ts'
import { ownerCategoriesQuery, useReorderCategories } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { Picture } from '../../ui/picture.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'
import { useAnnouncement } from '../kit/use-announcement.tsx'

type CategoryListProps = {
  categories: OwnerCategory[]
  onEdit: (category: OwnerCategory) => void
  onMerge: (category: OwnerCategory) => void
  onDelete: (category: OwnerCategory) => void
}

type Step = { id: number; by: -1 | 1 }

/** The categories in the owner's order. */
export function CategoryList({ categories: saved, onEdit, onMerge, onDelete }: CategoryListProps) {
  const { shown: categories, reorder } = useCategoryOrder(saved)
  const { announce, region } = useAnnouncement()
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<Step>(undefined)

  const move = ({ id, by }: Step) => {
    const order = [...categories]
    const from = order.findIndex((category) => category.id === id)
    const [category] = order.splice(from, 1)
    if (!category) return
    order.splice(from + by, 0, category)
    moved.current = { id, by }
    announce(`${category.name} is number ${from + by + 1} of ${order.length}`)
    reorder(order)
  }

  // A moved row loses the focus; at either end the button of the other direction gets it.
  useLayoutEffect(() => {
    const step = moved.current
    if (!step) return
    moved.current = undefined
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-id="${step.id}"] [data-move]`) ?? []
    const [up, down] = buttons
    const wanted = step.by === -1 ? up : down
    ;(wanted?.ariaDisabled ? (step.by === -1 ? down : up) : wanted)?.focus()
  })

  return (
    <>
      <ol ref={list} aria-label="Categories" className="space-y-2">
        {categories.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            isFirst={index === 0}
            isLast={index === categories.length - 1}
            onMove={(by) => move({ id: category.id, by })}
            onEdit={onEdit}
            onMerge={onMerge}
            onDelete={onDelete}
          />
        ))}
      </ol>
      {region}
    </>
  )
}

type CategoryRowProps = Omit<CategoryListProps, 'categories'> & {
  category: OwnerCategory
  isFirst: boolean
  isLast: boolean
  onMove: (by: Step['by']) => void
}

function CategoryRow({ category, isFirst, isLast, onMove, onEdit, onMerge, onDelete }: CategoryRowProps) {
  return (
    <li
      data-id={category.id}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-white p-3 md:flex-nowrap md:px-4"
    >
      <div className="flex shrink-0 items-center">
        <IconButton label={`Move ${category.name} up`} data-move="up" disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={`Move ${category.name} down`} data-move="down" disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <Picture
        picture={category.picture}
        src={category.imageUrl}
        alt=""
        sizes="64px"
        className="size-16 shrink-0 rounded-lg border border-line max-md:ml-auto"
      />
      <div className="min-w-0 grow max-md:order-last max-md:basis-full">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {category.name}
        </p>
        <p className="text-sm text-ink-soft wrap-anywhere">
          <Link
            href={categoryHref(category.slug)}
            className="inline-flex items-center max-md:min-h-10 underline-offset-4 hover:underline"
          >
            /{category.slug}
          </Link>
          {' · '}
          {category.postCount === 1 ? '1 post' : `${category.postCount.toLocaleString('en-US')} posts`}
        </p>
        {category.description && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-sm text-ink-soft wrap-anywhere">
            {category.description}
          </p>
        )}
      </div>
      <div className="flex shrink-0 gap-1.5 max-md:order-last">
        <ToolButton onClick={() => onEdit(category)}>
          Edit<span className="sr-only">: {category.name}</span>
        </ToolButton>
        {!(isFirst && isLast) && (
          <ToolButton onClick={() => onMerge(category)}>
            Merge<span className="sr-only">: {category.name}</span>
          </ToolButton>
        )}
        <ToolButton tone="danger" onClick={() => onDelete(category)}>
          Delete<span className="sr-only">: {category.name}</span>
        </ToolButton>
      </div>
    </li>
  )
}

type CategoryOrder = {
  /** In the new order, also before it is saved. */
  shown: OwnerCategory[]
  reorder: (order: OwnerCategory[]) => void
}

/**
 * Reorders the categories optimistically. Requests are sent one at a time; of several quick moves only the last is sent,
 * since each request has the whole order. Responses of older requests are not shown.
 */
function useCategoryOrder(saved: OwnerCategory[]): CategoryOrder {
  const queryClient = useQueryClient()
  const { mutateAsync } = useReorderCategories()
  const [order, setOrder] = useState<OwnerCategory[]>()
  const wanted = useRef<number[]>(undefined)
  const isBusy = useRef(false)

  const send = async () => {
    isBusy.current = true
    while (wanted.current) {
      const ids = wanted.current
      wanted.current = undefined
      try {
        await mutateAsync(submission({ body: { ids } }))
      } catch (error) {
        wanted.current = undefined
        toast(adminMessages.actionFailed(messageOf(error as Error)))
      }
      if (!wanted.current) await queryClient.invalidateQueries({ queryKey: ownerCategoriesQuery().queryKey })
    }
    isBusy.current = false
    setOrder(undefined)
  }

  const reorder = (next: OwnerCategory[]) => {
    setOrder(next)
    wanted.current = next.map((category) => category.id)
    if (!isBusy.current) void send()
  }
  return { shown: order ?? saved, reorder }
}
