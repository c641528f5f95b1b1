import type { ClickInput } from '../../contract/analytics.ts'

/** Reports a click on an affiliate link; `keepalive` lets the request outlive the page. */
export function reportClick(click: ClickInput): void {
  fetch('/api/analytics/click', {
    method: 'POST',
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
