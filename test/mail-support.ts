import { caniemail } from 'caniemail'

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*'] as const

/** Names of the data. `OUTLOOK_ELSEWHERE` is all but Windows and macOS. */
const GMAIL = ['gmail.desktop-webmail', 'gmail.ios', 'gmail.android', 'gmail.mobile-webmail']
const GMAIL_APPS = ['gmail.ios', 'gmail.android']
const OUTLOOK_ELSEWHERE = ['outlook.outlook-com', 'outlook.ios', 'outlook.android']
const WINDOWS = ['outlook.windows', 'outlook.windows-mail']
const APPLE = ['apple-mail.ios', 'apple-mail.macos']

type Exception = {
  /** Why a newsletter may use it. */
  why: string
  /** The mail programs that do not support it, or in part. */
  by: string[]
}

/** Newsletters use these although some mail programs lack them. */
const exceptions: Record<string, Exception> = {
  '@media': {
    why: 'dark colours and the narrower padding of phones; without it the newsletter is light and fits too',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS],
  },
  'color-scheme meta tag': {
    why: 'says that the newsletter has dark colours; others show the light ones or invert them',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS, 'apple-mail.ios', 'outlook.macos'],
  },
  '<style> element': {
    why: 'holds the media queries alone; Gmail reads it in the head, up to 16 kB',
    by: [...GMAIL, ...WINDOWS],
  },
  'display:none': {
    why: 'hides the preview text; `max-height` hides it where this is unknown',
    by: [...WINDOWS, 'gmail.mobile-webmail'],
  },
  opacity: {
    why: 'hides the preview text, together with `display` and `max-height`',
    by: [...WINDOWS, 'gmail.mobile-webmail'],
  },
  'target attribute': {
    why: 'mail programs open links in a browser anyway',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS, ...APPLE, 'outlook.macos'],
  },
  overflow: {
    why: 'hides the preview text',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS, ...APPLE, 'outlook.macos'],
  },
  'max-height property': {
    why: 'hides the preview text',
    by: [...WINDOWS],
  },
  'text-decoration-line': {
    why: 'the default of the link component; `text-decoration` follows it',
    by: [...WINDOWS],
  },
  'border-radius': {
    why: 'corners are square without it',
    by: [...WINDOWS],
  },
  outline: {
    why: 'the reset of the picture component; without it pictures have no outline either',
    by: [...WINDOWS],
  },
  'table-layout': {
    why: 'equal columns; the widths of the cells are given too',
    by: [...WINDOWS, 'gmail.mobile-webmail'],
  },
  'white-space': {
    why: '`pre-wrap` of code, which is rare; without it lines are joined',
    by: [...WINDOWS, ...GMAIL_APPS],
  },
  'role attribute': {
    why: 'only Windows Mail, which is discontinued, ignores it',
    by: ['outlook.windows-mail'],
  },
  'word-break': {
    why: 'breaks words that are longer than a line; `break-word` is known by all but Windows Mail',
    by: [
      ...OUTLOOK_ELSEWHERE,
      ...GMAIL_APPS,
      ...APPLE,
      'gmail.mobile-webmail',
      'outlook.macos',
      'outlook.windows-mail',
    ],
  },
  'aria-hidden attribute': {
    why: 'only Windows Mail ignores it',
    by: ['outlook.windows-mail'],
  },
  'aria-label attribute': {
    why: 'only Windows Mail ignores it',
    by: ['outlook.windows-mail'],
  },
  '<body> element': {
    why: 'becomes a `div`; the colours stand in the table within',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, 'outlook.macos'],
  },
  margin: {
    why: 'negative values and `auto` are unknown; the newsletter uses neither',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS],
  },
  display: {
    why: 'only `block` and `inline-block` are used; Outlook shows links with padding by its own workaround',
    by: [...WINDOWS, ...GMAIL_APPS],
  },
  'text-align': {
    why: 'the values `start` and `end` are unknown; the newsletter uses neither',
    by: [...WINDOWS, 'gmail.android', 'gmail.mobile-webmail', 'outlook.android'],
  },
  'text-decoration': {
    why: 'only its shorthand with colours is unknown; the newsletter uses none',
    by: [...WINDOWS, ...GMAIL_APPS],
  },
  '<ul>, <ol> and <dl>': {
    why: 'lists lose some of their indentation',
    by: [...GMAIL, ...OUTLOOK_ELSEWHERE, ...WINDOWS, 'outlook.macos'],
  },
  'dir attribute': {
    why: 'the newsletter is left to right, which is the default',
    by: [...WINDOWS, 'gmail.mobile-webmail'],
  },
  padding: {
    why: 'unknown to Outlook but in cells, where it stands, and in buttons, which have a workaround',
    by: [...WINDOWS],
  },
  'width attribute': {
    why: 'known on tables, cells and pictures, where it stands',
    by: ['outlook.windows'],
  },
  'line-height': {
    why: 'Outlook wants it with units, which it has',
    by: [...WINDOWS],
  },
  'max-width': {
    why: 'unknown to Outlook, for which a conditional table has the width',
    by: [...WINDOWS, 'apple-mail.ios'],
  },
  background: {
    why: 'Outlook knows colours and no pictures; the newsletter has colours alone',
    by: [...WINDOWS],
  },
  'width property': {
    why: 'unknown to Outlook on pictures, which have the attribute too',
    by: ['outlook.windows'],
  },
  'font-size': {
    why: 'Outlook knows pixels, which the newsletter uses',
    by: [...WINDOWS],
  },
  border: {
    why: 'Outlook ignores it on inline elements but for links with its workaround',
    by: [...WINDOWS],
  },
  'font-weight': {
    why: 'Outlook shows 600 as bold',
    by: [...WINDOWS],
  },
  'height attribute': {
    why: 'known on pictures, where it stands',
    by: ['outlook.windows'],
  },
  'height property': {
    why: 'unknown to Outlook on pictures, which have the attribute too',
    by: ['outlook.windows'],
  },
  'align attribute': {
    why: 'the centre of tables has `align` and the width of its cell',
    by: ['outlook.macos'],
  },
}

/** The features that the HTML of a mail uses and that some mail programs lack, with these programs. */
function listUnsupported(html: string): Map<string, Set<string>> {
  const { issues } = caniemail({ clients: [...clients], html })
  const found = new Map<string, Set<string>>()
  for (const kind of ['errors', 'warnings'] as const)
    for (const [client, list] of issues[kind])
      for (const { title } of list) found.set(title, (found.get(title) ?? new Set()).add(client))
  return found
}

/** Those without an exception for the program. */
export function listProblems(html: string): string[] {
  return [...listUnsupported(html)].flatMap(([title, by]) => {
    const allowed = exceptions[title]?.by ?? []
    return [...by].filter((client) => !allowed.includes(client)).map((client) => `${title}: ${client}`)
  })
}

/** Exceptions that the HTML does not need. */
export function listUnusedExceptions(html: string): string[] {
  const found = listUnsupported(html)
  return Object.entries(exceptions).flatMap(([title, { by }]) =>
    by.filter((client) => !found.get(title)?.has(client)).map((client) => `${title}: ${client}`),
  )
}
