import { within } from '@testing-library/dom'
import { JSDOM } from 'jsdom'
import { inject } from 'vitest'
import { owner } from '../demo-owner.ts'
import { fromElsewhere } from '../from-elsewhere.ts'

/** The origin of the built site. */
export const origin = inject('origin')

export type SitePage = {
  response: Response
  /** Absolute, after redirects. */
  url: string
  html: string
  /** Parsed as by a browser without JavaScript; nothing is loaded and nothing has a layout. */
  document: Document
  /** Queries of Testing Library for the whole page; every element counts as visible. */
  screen: ReturnType<typeof within>
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** A browser without JavaScript: cookies, redirects, links and forms. */
export type Visitor = {
  /** `path` is relative to the site. Redirects are followed unless `init.redirect` is `manual`. */
  fetch(path: string, init?: Init): Promise<Response>
  /** Fetches and parses a page. */
  open(path: string, init?: Init): Promise<SitePage>
  /** Follows a link. Throws if it leads to another site. */
  follow(link: Element): Promise<SitePage>
  /** Fills fields by their `name`, and submits the form as its first button does, with the name and value of that. */
  submit(form: Element, values?: Record<string, string>): Promise<SitePage>
}

/** Each has cookies and an IP address of its own, so that no rate limit applies by accident. */
export function createVisitor(): Visitor {
  const cookies = new Map<string, string>()
  const address = fromElsewhere()

  async function send(path: string, init: Init = {}): Promise<Response> {
    const headers = {
      ...address,
      ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...init.headers,
    }
    // By hand, so that cookies of a redirect are kept.
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    const location = response.headers.get('location')
    if (!location || init.redirect === 'manual') return response
    await response.arrayBuffer()
    const { method, body, ...rest } = init
    const keepsMethod = response.status === 307 || response.status === 308
    return send(new URL(location, response.url).href, keepsMethod ? init : rest)
  }

  async function open(path: string, init?: Init): Promise<SitePage> {
    const response = await send(path, { ...init, headers: { accept: 'text/html', ...init?.headers } })
    const html = await response.text()
    const { document } = new JSDOM(html, { url: response.url }).window
    return { response, url: response.url, html, document, screen: within(document.body) }
  }

  return {
    fetch: send,
    open,
    follow(link) {
      const { href } = link as HTMLAnchorElement
      if (!href.startsWith(`${origin}/`)) throw new Error(`${href} is not of this site.`)
      return open(href)
    },
    submit(form, values = {}) {
      const { action, method, elements } = form as HTMLFormElement
      for (const [name, value] of Object.entries(values)) {
        const field = elements.namedItem(name)
        if (!field) throw new Error(`The form has no field ${name}.`)
        ;(field as HTMLInputElement).value = value
      }
      const { FormData } = form.ownerDocument.defaultView!
      const fields = [
        ...new FormData(form as HTMLFormElement, form.querySelector<HTMLButtonElement>('button[type=submit]')),
      ]
      const data = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
      if (method === 'get') return open(`${action.split(/[?#]/)[0]}?${data}`)
      const headers = { origin, referer: form.ownerDocument.URL, 'sec-fetch-site': 'same-origin' }
      return open(action, { method: 'POST', body: data, headers })
    },
  }
}

/** The visitor as the owner of the demo. */
export async function createOwner(): Promise<Visitor> {
  const visitor = createVisitor()
  const response = await visitor.fetch('/api/auth/login', {
    method: 'POST',
    body: JSON.stringify(owner),
    headers: { 'content-type': 'application/json' },
  })
  if (response.status !== 200) throw new Error(await response.text())
  return visitor
}
