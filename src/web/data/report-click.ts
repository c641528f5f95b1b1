import { type ClickInput, recordClick } from '../../contract/shop/analytics.ts'
import { urlOf } from './call.ts'

/** Reports a click on an affiliate link during the navigation; `keepalive` lets the request outlive the page. */
export function reportClick(click: ClickInput): void {
  fetch(urlOf(recordClick), {
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
