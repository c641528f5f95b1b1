import { codeOfPlace, type LinkPlace } from '../../contract/shop/link-places.ts'
import { reportClick } from '../data/report-click.ts'
import { POST_BODY } from '../lib/served-body.ts'

/** Reports clicks on affiliate links, also those of the middle button, which opens the link too. */
export function reportClicks(): void {
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, report, true)
}

function report({ target, button }: MouseEvent): void {
  const link = button < 2 && target instanceof Element && target.closest<HTMLElement>('a[data-affiliate]')
  if (!link) return
  const body = link.closest<HTMLElement>(`#${POST_BODY}`)
  // A preview has no id, and its clicks do not count.
  const postId = body ? Number(body.dataset.postId) : null
  if (Number.isNaN(postId)) return
  const { affiliate = '', productId: product, sourceId } = link.dataset
  const productId = Number(product) || null
  // The server wrote it.
  const place = affiliate as LinkPlace
  const rows = { sourceId: postId ?? Number(sourceId), productId, isPage: body?.dataset.isPage !== undefined }
  reportClick({ linkId: place, productId, postId, placement: codeOfPlace(place, rows) })
}
