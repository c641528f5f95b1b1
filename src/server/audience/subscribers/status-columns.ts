/** How the exports of newsletter programs say who gets mail: by the name of a column and the words in its cells. */

/** What a cell says of a reader; 'silent': nothing; 'unknown': something that only the owner can tell. */
type Reading = 'subscribed' | 'left' | 'suppressed' | 'silent' | 'silent-if-subscribed' | 'unknown'

/** A column about who gets mail; `read` takes the trimmed cell. */
export type StatusColumn = { column: number; header: string; read: (cell: string) => Reading }

/**
 * The columns whose name speaks of status, consent, opting, blocking, bouncing or suppression, in the languages of the common
 * programs, and those with a word in a cell that only such a column has (`unsubscribed`, `hard bounce`). `cellsOf` yields the
 * cells of a column.
 */
export function findStatusColumns(
  header: string[],
  taken: number[],
  cellsOf: (column: number) => Iterable<string>,
): StatusColumn[] {
  const names = header.map(toWords)
  const isOwnExport = names.includes('unsubscribe address') && names.includes('consent date')
  return names.flatMap((name, column) => {
    if (taken.includes(column) || ignored.test(name) || isOtherChannel(name)) return []
    if (isOwnExport && /^consent\b/.test(name)) return []
    if (isOfPayment(name, names)) return []
    const read = readerOf(name) ?? (hasWord(cellsOf(column), unmistakable) ? readStatus : undefined)
    if (!read || (isPlace.test(name) && !hasWord(cellsOf(column), statusWords))) return []
    return [{ column, header: header[column]!, read }]
  })
}

/** 'EMAIL_BLOCKLISTED', 'emailBlocklisted' and 'E-Mail blocklisted' become words in lower case without accents. */
function toWords(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ')
}

/** Names in English, then in German, French, Spanish, Portuguese, Italian and Dutch, then in other scripts. */
const againstMail = new RegExp(
  [
    'unsub|\\bopt(?:ed)? ?out|block|black ?list|bounc|complain|suppress|\\bspam|\\bclean(?:ed)?\\b|undeliver|disabled',
    'deactivat|inactive|delet|\\bremov|\\bstop|\\bdo not\\b|unconfirm|unverif|\\bnot (?:subscrib|confirm)|exclud|exclusion|reject',
    'quarantin|pending|archived|cancel|revoked|withdrawn|denied|invalid|\\bnon subscrib|\\bnever subscrib',
    'abgemeldet|abmeld|abbestell|gesperrt|desabonn|desinscri|\\bbaja\\b|bloque|rebot|descadastr|disiscri|rimbalz',
    'afgemeld|uitgeschreven|geblokkeerd|widerruf|wypisan|odhlasen|avregistrer|afmeld|avmeld',
    'отпис|заблок|退订|退訂|解約|配信停止|수신 ?거부',
  ].join('|'),
  'u',
)
const forMail = new RegExp(
  [
    '\\bsubscri(?:be[ds]?|ption)\\b|\\bopt(?:ed|s)? ?in|consent|permission|\\baccept|\\ballow|\\bagree|gdpr|confirm|verified',
    '\\bactivated\\b|\\bactive\\b|enabled|newsletter|\\breceiv|\\bmailable\\b|\\bcontactable\\b',
    'einwillig|zustimm|angemeldet|bestatigt|dsgvo|consenti|consenso|rgpd|abonne|inscrit|suscri|iscri|toestemming|ingeschreven',
    'zgod|souhlas|samtyck|samtykke|suostumus',
    'подпис|соглас|購読|订阅|訂閱|同意|구독|동의',
  ].join('|'),
  'u',
)
const ofStatus =
  /\bstatus\b|\bstate\b|\bstatut\b|\bestado\b|\bstato\b|\bsubscriber type\b|\bstav\b|\bstan\b|\bdurum\b|\btila\b|статус|状态|狀態|ステータス|상태/u
const isPlace = /^(?:.* )?state\b(?!.*(?:mail|subscri|newsletter))/
const ofTime = /\b(?:date|time|timestamp|at|on|since|datum|fecha|data)\b/
/** Facts about a sign-up that state nothing, such as Mailchimp's times, and what readers pay. */
const ignored = new RegExp(
  [
    '^(?:tags?|labels?|frequency|notes?)$|^(?:optin|confirm) (?:time|ip)$|\\b(?:first|last) active\\b|\\bdigests?\\b',
    '\\b(?:tier|plan|premium|paid|payment|stripe)\\b',
    '^(?!.*(?:unsub|\\bout|bounc|block|suppress)).*\\b(?:ip|url|link|source|method|id|user agent|form|version|rate|score|rating)\\b',
  ].join('|'),
)

function isOtherChannel(name: string): boolean {
  return /\b(?:sms|mms|whats ?app|push|phone|mobile|voice|viber)\b/.test(name) && !/mail/.test(name)
}

/** In Substack's files these are about readers who pay. */
function isOfPayment(name: string, names: string[]): boolean {
  return (
    (name === 'active subscription' && names.includes('email disabled')) ||
    (name === 'cancel date' && names.includes('stripe plan'))
  )
}

function readerOf(name: string): StatusColumn['read'] | undefined {
  if (name === 'suppressed') return (cell) => (isNone(cell) ? 'silent' : 'suppressed')
  if (againstMail.test(name)) return readAgainst
  if (ofStatus.test(name)) return ofTime.test(name) ? readStatusTime : readStatus
  // A single opt-in is an opt-in.
  if (/\bdouble\b/.test(name)) return readStatus
  if (forMail.test(name)) return ofTime.test(name) ? readForTime : readFor
  return undefined
}

const list = (words: string) => new Set(words.split(' '))

const subscribedWords = list(
  'subscribed subscribe active confirmed enabled optedin optin explicit emailmarketing activated verified regular premium gifted',
)
/** Words of a status that no name, place or tag has. */
const unmistakable = list(
  'unsubscribed unsubscribe unsub nonsubscribed notsubscribed neversubscribed unconfirmed notconfirmed optedout optout blocklisted ' +
    'blacklisted bounced hardbounce hardbounced softbounced cleaned complained spamcomplaint suppressed usersuppressed undeliverable unactivated',
)
const leftWords = new Set([
  ...unmistakable,
  ...list(
    'pending inactive disabled cancelled canceled deleted removed blocked banned bounce complaint complaining spam spammy markedasspam ' +
      'junk archived transactional invalid invalidemail validating awaitingconfirmation unverified denied rejected withdrawn revoked ' +
      'stopped donotemail donotmail donotcontact abuse abusecomplaint manuallysuppressed emailmarketingblocklisted',
  ),
])
const statusWords = new Set([...subscribedWords, ...leftWords])
const yesWords = list('true t yes y 1 x ja oui si sim да はい 是')
const noWords = list('false f no n 0 nein non nee não нет いいえ 否')
const noneWords = new Set(['', 'none', 'null', 'na', 'nan', 'never', 'nil', 'undefined', ...noWords])

const toKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
/** Zero dates are those of a MySQL column without a value. */
const isNone = (cell: string) => noneWords.has(toKey(cell)) || /^0000-00-00\b/.test(cell)
const isUrl = (cell: string) => /^https?:\/\//i.test(cell)
const isTime = (cell: string) =>
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{10}|\d{13}|(?:[a-z]{3,9}\.? \d{1,2},?|\d{1,2}\.? [a-z]{3,9}\.?,?) \d{4})(?!\d)/i.test(
    cell,
  )

function hasWord(cells: Iterable<string>, words: Set<string>): boolean {
  for (const cell of cells) if (cell.length <= 30 && words.has(toKey(cell))) return true
  return false
}

function readStatus(cell: string): Reading {
  return cell !== '' && (isUrl(cell) || isTime(cell)) ? 'silent' : readWords(cell, {})
}

function readStatusTime(cell: string): Reading {
  return cell === '' ? 'silent' : readStatus(cell)
}

function readFor(cell: string): Reading {
  if (isTime(cell)) return 'subscribed'
  return isUrl(cell) ? 'silent' : readWords(cell, { yes: 'subscribed', no: 'left' })
}

/** Programs leave the time empty for readers who were imported. */
function readForTime(cell: string): Reading {
  return cell === '' ? 'silent-if-subscribed' : readFor(cell)
}

function readAgainst(cell: string): Reading {
  if (isNone(cell) || isUrl(cell)) return 'silent'
  if (isTime(cell)) return 'left'
  // In Brevo's list of blocked channels.
  const channels: Record<string, Reading> = { emailmarketing: 'left', smsmarketing: 'silent', sms: 'silent' }
  return readWords(cell, { yes: 'left', no: 'silent', ...channels })
}

type Meanings = { yes?: Reading; no?: Reading } & Record<string, Reading | undefined>

/** A cell may name several states, as one reader has on several lists: the one without mail holds. */
function readWords(cell: string, { yes, no, ...others }: Meanings): Reading {
  const readings = cell.split(/[,;|]/).map((part): Reading => {
    const key = toKey(part)
    if (Object.hasOwn(others, key)) return others[key]!
    if (leftWords.has(key)) return 'left'
    if (subscribedWords.has(key)) return 'subscribed'
    if (yesWords.has(key)) return yes ?? 'unknown'
    if (noWords.has(key)) return no ?? 'unknown'
    return 'unknown'
  })
  return (['left', 'unknown', 'subscribed'] as const).find((reading) => readings.includes(reading)) ?? 'silent'
}
