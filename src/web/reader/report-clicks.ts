import { type ClickInput, recordClick } from '../../contract/shop/analytics.ts'
import { codeOfPlace, type LinkPlace } from '../../contract/shop/link-places.ts'
import { POST_BODY } from '../lib/served-body.ts'

/** Reports clicks on affiliate links, also those of the middle button, which opens the link too. */
export function reportClicks(): void {
  for (const type of ['click', 'auxclick'] as const) document.addEventListener(type, reportClick, true)
}

function reportClick({ target, button }: MouseEvent): void {
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
  send({ linkId: place, productId, postId, placement: codeOfPlace(place, rows) })
}

/** Sends it during the navigation; `keepalive` lets the request outlive the page. */
function send(click: ClickInput): void {
  fetch(`/api${recordClick.path}`, {
    method: recordClick.method,
    credentials: 'include',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(click),
  })
    .then((response) => {
      if (!response.ok) console.error(`Click not recorded: ${response.status}`)
    })
    .catch((error: unknown) => console.error('Click not recorded:', error))
}
