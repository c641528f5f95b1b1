import { type ClickInput, recordClick } from '../../contract/shop/analytics.ts'

/** Reports a click during the navigation; `keepalive` lets the request outlive the page. */
export function reportClick(click: ClickInput): void {
  // Without `call.ts`, which the script of the reader does not load.
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
