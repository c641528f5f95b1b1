export type Smtp = {
  host: string
  port: number
  /** TLS from the first byte (port 465); otherwise by STARTTLS. */
  isSecure: boolean
  /** STARTTLS is required before a password is sent, except to loopback. */
  requiresTls: boolean
  /** Never encrypted, even if the server offers it: for a server on this machine whose certificate is for another name. */
  ignoresTls?: boolean
  credentials: { user: string; pass: string } | undefined
  /** Sender of all mails; the address of the site by default. */
  from: string | undefined
  /** Where replies go; to the sender by default. */
  replyTo?: string | undefined
  /** The name of the sender's DKIM key; the usual names are tried by default. */
  dkimSelector?: string | undefined
}

/** Parses `smtp://user:password@host:587?from=me@example.com&reply-to=us@example.com&dkim=selector` or `smtps://…`. Undefined if malformed. */
export function parseSmtpUrl(text: string): Smtp | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (!['', '/'].includes(url.pathname) || url.hash) return undefined
  if ([...url.searchParams.keys()].some((name) => !/^(?:from|reply-to|dkim)$/.test(name))) return undefined
  const [from, replyTo] = ['from', 'reply-to'].map((name) => url.searchParams.get(name) ?? undefined)
  if ([from, replyTo].some((address) => address !== undefined && !isAddress(address))) return undefined
  const dkimSelector = url.searchParams.get('dkim') ?? undefined
  if (dkimSelector !== undefined && !/^[a-z\d](?:[a-z\d._-]{0,98}[a-z\d])?$/i.test(dkimSelector)) return undefined
  const credentials = readCredentials(url)
  if (credentials === 'malformed') return undefined
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    host,
    port: Number(url.port || (isSecure ? 465 : 587)),
    isSecure,
    requiresTls: !isSecure && credentials !== undefined && !/^(?:localhost|::1|127(?:\.\d+){3})$/.test(host),
    credentials,
    from,
    replyTo,
    dkimSelector,
  }
}

const isAddress = (text: string) => /^[^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+$/u.test(text)

function readCredentials(url: URL): Smtp['credentials'] | 'malformed' {
  if (url.username === '' && url.password === '') return undefined
  try {
    return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  } catch {
    return 'malformed'
  }
}
