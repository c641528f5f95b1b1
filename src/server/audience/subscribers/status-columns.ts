/** How the exports of newsletter programs say who gets mail: by the name of a column and the words in its cells. */

/** The state of a reader by a cell; 'silent': it says nothing; 'unknown': only the owner can tell. */
type Reading = 'subscribed' | 'left' | 'suppressed' | 'silent' | 'silent-if-subscribed' | 'unknown'

/** A column about who gets mail; `read` takes the trimmed cell. */
export type StatusColumn = { column: number; header: string; read: (cell: string) => Reading }

/**
 * The columns whose name speaks of status, consent, opting, blocking, bouncing or suppression, in the languages of the common
 * programs, those with a word in a cell that only such a column has (`unsubscribed`, `hard bounce`), and those of yes and no
 * that are not plainly about skin, orders or places. Only names that can mean nothing else decide without the owner: `Blocked
 * pores` may match too. `cellsOf` yields the cells of a column.
 */
export function findStatusColumns(
  header: string[],
  taken: number[],
  cellsOf: (column: number) => Iterable<string>,
): StatusColumn[] {
  const columns = header.map((text) => ({ text, name: toWords(text) }))
  const names = columns.map(({ name }) => name)
  const isOwnExport = names.includes('unsubscribe address') && names.includes('consent date')
  return columns.flatMap(({ text, name }, column) => {
    if (taken.includes(column) || ignored.test(name) || isOtherChannel(name)) return []
    if (isOwnExport && /^consent\b/.test(name)) return []
    if (isOfPayment(name, names)) return []
    const read = readerOf(name) ?? readerByCells(name, () => cellsOf(column))
    if (!read || (isPlace.test(name) && !hasWord(cellsOf(column), statusWords))) return []
    return [{ column, header: text, read: isKnown(name) ? read : readCautiously(read) }]
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
    'suspend|declin|refus|\\bpaused\\b|^(?:has |is )?left\\b|\\bleft list\\b|\\bdnc\\b|\\bno (?:e ?)?mail|\\bdon ?t (?:e ?)?mail',
    '\\bbanned\\b|churn|\\b(?:dead|gone)$|\\bmuted\\b|\\bnot interested\\b|\\bformer\\b|^ex\\b|\\bon hold\\b|snooz',
    'abgemeldet|abmeld|abbestell|gesperrt|desabonn|desinscri|\\bbaja\\b|bloque|rebot|descadastr|disiscri|rimbalz',
    'afgemeld|uitgeschreven|geblokkeerd|widerruf|wypisan|odhlasen|avregistrer|afmeld|avmeld',
    'отпис|заблок|退订|退訂|解約|配信停止|登録解除|수신 ?거부|الغاء|הסר|απεγγραφ|διαγραφ|ยกเลก',
  ].join('|'),
  'u',
)
const forMail = new RegExp(
  [
    '\\bsubscri(?:be[ds]?|ption)\\b|\\bopt(?:ed|s)? ?in|\\bopted\\b|\\bdoi\\b|consent|permission|\\baccept|\\ballow|\\bagree|gdpr|confirm|verified',
    '\\bactivated\\b|\\bactive\\b|enabled|newsletter|\\breceiv|\\bmailable\\b|\\bcontactable\\b',
    'einwillig|zustimm|angemeldet|bestatigt|dsgvo|consenti|consenso|rgpd|abonne|inscrit|suscri|iscri|toestemming|ingeschreven',
    '\\babon(?:n|e|at)|\\babo\\b|erlaub|einverstand|\\ba[ck]ti(?:fs?|v|viert|vni)\\b|\\batt?iv[oa]\\b|\\bactiv[oa]\\b|\\bactief\\b|\\bassinan',
    'zgod|souhlas|samtyck|samtykke|suostumus|prenumer|tilmeld|zapisan|subskry|feliratk|odebira|infolettre|\\btilaaja|\\baktywn',
    'подпис|соглас|актив|有効|購読|订阅|訂閱|同意|구독|동의|اشتراك|موافقة|מנוי|הסכמ|συγκαταθεσ|εγγραφ|ยนยอม|สมคร',
  ].join('|'),
  'u',
)
const ofStatus = new RegExp(
  [
    '\\bstatus\\b|\\bstate\\b|\\bstatut\\b|\\bestado\\b|\\bstato\\b|\\bsituac(?:ao|ion)\\b|\\bsubscriber type\\b|\\bstav\\b|\\bstan\\b',
    '\\bdurum\\b|\\btila\\b|статус|状态|狀態|状態|ステータス|상태|حالة|סטטוס|καταστασ|สถานะ',
  ].join('|'),
  'u',
)
const isPlace = /^(?!.*(?:mail|subscri|newsletter|consent|opt ?in)).*\bstate\b/
const ofTime = /\b(?:date|time|timestamp|at|on|since|datum|fecha|data)\b/
/** Facts about a sign-up that state nothing, such as Mailchimp's times, and what readers pay. */
const ignored = new RegExp(
  [
    '^(?:tags?|labels?|frequency|notes?)$|^(?:optin|confirm) (?:time|ip)$|\\b(?:first|last) active\\b|\\bdigests?\\b',
    '\\b(?:tier|plan|premium|paid|payment|stripe)\\b|\\b(?:rate|score|rating)$',
  ].join('|'),
)

/** How a reader agreed; only a yes, a no or a status in it says more. */
const ofDetail =
  /^(?!.*(?:unsub|\bout|bounc|block|suppress)).*\b(?:ip|url|link|source|method|id|user agent|form|version)\b/
const ofMail = /mail|newsletter|marketing|contact|subscriber|\bvalid\b|deliverable|\bupdates\b|\bin touch\b|registrad/
/** Names whose yes or no does not decide about mail; NO and SI are countries as well. */
const ofOther =
  /skin|\bpores?\b|\bporos\b|acne|beauty|makeup|\bhair\b|haut|\bpeau\b|\bpiel\b|vegan|cruelty|allerg|\bspf\b|retino|routine|order|purchas|buyer|customer|\btax\b|shipping|invoice|review|country|\bland\b|\bpays\b|\bpais\b|region|\bstate\b|langu|locale|sprache/
const ofCount = /\b(?:sent|count|number|total|opens|opened|clicks|clicked|received)\b/

/** Words of names that speak of nothing but mail, next to those about time, lists and reasons. */
const mailWords = [
  'is|has|was|to|from|of|the|by|in|out|not|do|all|any|none|double|single|global|emails?|e|mails?|mailing|mailings|newsletters?|marketing|campaigns?',
  'contacts?|contactable|mailable|users?|subscribers?|list|lists|type|status|state|reason|other|title|permissions?|update|source|track',
  'date|time|timestamp|at|on|since|datum|fecha|data|zum|zur|den|fur|al|alla|aux?|la|le|de|del|der|dem|per|mit',
  '\\p{L}*unsub\\p{L}*|(?:un|non|never)?subscri(?:be[ds]?|ptions?)|opt(?:ed|s)?|opt(?:in|out)|blocked|block(?:list|listed)|black|blacklist(?:ed)?|bounced?|hard|soft',
  'complain(?:ed|ts?|ing)|suppress(?:ed|ions?)|spam|cleaned|clean(?= (?:time|campaign))|undeliverab\\p{L}*|disabled|deactivated|inactive',
  'deleted|removed|removal|stop(?= )|stopped|unconfirmed|unverified|excluded|rejected|quarantin\\p{L}*|pending|cancelled|canceled|revoked|withdrawn|denied|invalid',
  'consent|consented|accept(?:s|ed)?|allow(?:s|ed)?|agree[ds]?|gdpr|confirmed|verified|activated|active|enabled|receives?|never|non|abonniert',
  '\\p{L}*(?:abgemeldet|abmeld|abbestell|gesperrt|desabonn|desinscri|baja|descadastr|disiscri|rimbalz|afgemeld|uitgeschreven)\\p{L}*',
  '\\p{L}*(?:geblokkeerd|widerruf|wypisan|odhlasen|avregistrer|afmeld|avmeld|отпис|einwillig|zustimm|angemeldet|dsgvo)\\p{L}*',
  '\\p{L}*(?:consenti|consenso|rgpd|abonne|inscrit|suscri|iscri|toestemming|ingeschreven|zgod|souhlas|samtyck|samtykke|suostumus)\\p{L}*',
  'statut|estado|stato|situac(?:ao|ion)|stav|stan|durum|tila|bestatigt|подпис\\p{L}*|соглас\\p{L}*|статус|状态|狀態|状態|ステータス|상태',
  '退订|退訂|解約|配信停止|購読|订阅|訂閱|同意|수신|수신거부|거부|구독|동의',
]
const knownName = new RegExp(`^(?:(?:${mailWords.join('|')})(?: |$))+$`, 'u')

/** Longer names are sentences; the pattern reads a word in quadratic time. */
const KNOWN_NAME_MAX = 80

function isKnown(name: string): boolean {
  return name.length <= KNOWN_NAME_MAX && knownName.test(name) && !ofDetail.test(name)
}

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

/** The name of a column of a file without a header, or of cells beyond it. */
const withoutName = /^column \d+$/

function readerByCells(name: string, cells: () => Iterable<string>): StatusColumn['read'] | undefined {
  if (hasWord(cells(), withoutName.test(name) ? statusWords : unmistakable)) return readStatus
  const isAboutMail = ofMail.test(name) && !ofCount.test(name) && !ofDetail.test(name)
  const mayBeAboutMail = isAboutMail || (!ofOther.test(name) && hasSpelledOut(cells()))
  return mayBeAboutMail && isYesOrNo(cells()) ? readStatus : undefined
}

/** Reads a column whose name may mean something else: a cell that keeps a reader out is a question unless it speaks of mail itself. */
function readCautiously(read: StatusColumn['read']): StatusColumn['read'] {
  return (cell) => {
    const reading = read(cell)
    if (reading !== 'left') return reading
    return cell.split(/[,;|]/).some((part) => unmistakable.has(toKey(part))) ? 'left' : 'unknown'
  }
}

function readerOf(name: string): StatusColumn['read'] | undefined {
  const read = readerByName(name)
  return read && ofDetail.test(name) ? readDetail : read
}

function readerByName(name: string): StatusColumn['read'] | undefined {
  if (name === 'suppressed') return (cell) => (isNone(cell) ? 'silent' : 'suppressed')
  if (againstMail.test(name)) return readAgainst
  if (ofStatus.test(name)) return ofTime.test(name) ? readStatusTime : readStatus
  // A single opt-in is an opt-in.
  if (/\bdouble\b/.test(name)) return readStatus
  if (forMail.test(name)) return ofTime.test(name) ? readForTime : readFor
  return undefined
}

/** Without accents, like the names of columns. */
const toKey = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC')
const list = (words: string) => new Set(words.split(' ').map(toKey))

const subscribedWords = list(
  'subscribed subscribe active confirmed enabled optedin optin explicit emailmarketing activated verified regular premium gifted ' +
    'abonniert angemeldet bestätigt aktiv aktiviert abonné abonnée inscrit inscrite actif confirmé confirmée ' +
    'suscrito suscrita activo activa confirmado confirmada inscrito inscrita assinante ativo ativa iscritto iscritta attivo attiva ' +
    'confermato confermata ingeschreven aangemeld geabonneerd actief bevestigd zapisany zapisana aktywny aktywna ' +
    'přihlášen přihlášena aktivní prenumererar tilmeldt påmeldt подписан подписана активен активна 已订阅 已訂閱 購読中 有効 구독중',
)
/** Words of a status that no name, place or tag has. */
const unmistakable = list(
  'unsubscribed unsubscribe unsub nonsubscribed notsubscribed neversubscribed unconfirmed notconfirmed optedout optout blocklisted ' +
    'blacklisted bounced hardbounce hardbounced softbounced cleaned complained spamcomplaint suppressed usersuppressed undeliverable unactivated ' +
    'abgemeldet abbestellt désabonné désabonnée désinscrit désinscrite dadodebaja dadadebaja desuscrito desuscrita descadastrado ' +
    'descadastrada disiscritto disiscritta afgemeld uitgeschreven wypisany wypisana odhlášen odhlášena avregistrerad afmeldt avmeldt ' +
    'отписан отписана отписался отписалась 退订 已退订 退訂 已退訂 配信停止 수신거부',
)
const leftWords = new Set([
  ...unmistakable,
  ...list(
    'pending inactive disabled cancelled canceled deleted removed blocked banned bounce complaint complaining spam spammy markedasspam ' +
      'junk archived transactional invalid invalidemail validating awaitingconfirmation unverified denied rejected withdrawn revoked ' +
      'stopped declined donotemail donotmail donotcontact abuse abusecomplaint manuallysuppressed emailmarketingblocklisted ' +
      'gesperrt blockiert inaktiv unbestätigt nichtbestätigt ausstehend widerrufen bloqué bloquée inactif nonconfirmé ' +
      'baja bloqueado bloqueada rebotado rebotada inactivo inactiva inativo inativa bloccato bloccata inattivo inattiva rimbalzato ' +
      'geblokkeerd inactief onbevestigd nieaktywny nieaktywna neaktivní заблокирован заблокирована неактивен неактивна 解約 解約済み 登録解除',
  ),
])
const statusWords = new Set([...subscribedWords, ...leftWords])
/** Without the variation selector of emoji. */
const yesSigns = new Set(['✓', '✔', '☑', '✅'])
const yesWords = list('true t yes y 1 x ja oui si sim tak ano kyllä evet igen да はい 是')
const noWords = list('false f no n 0 nein non nee não nao nie ne nej nei ei hayır hayir nem нет いいえ 否')
const noneWords = new Set(['none', 'null', 'na', 'nan', 'never', 'nil', 'undefined', ...noWords])

/** Zero dates are those of a MySQL column without a value. */
const isNone = (cell: string) =>
  /^[\s\-–—[\]{}]*$/.test(cell) || noneWords.has(toKey(cell)) || /^0000-00-00\b/.test(cell)
const isYes = (cell: string) => yesWords.has(toKey(cell)) || yesSigns.has(cell.trim().replace('\ufe0f', ''))
const isNo = (cell: string) => noWords.has(toKey(cell))
/** Whether a cell next to an address may be the name of a reader: it is not a status, a number or a date. */
export function isNameLike(cell: string): boolean {
  return (
    /\p{L}/u.test(cell) &&
    !isTime(cell) &&
    !statusWords.has(toKey(cell)) &&
    !isYes(cell) &&
    !isNo(cell) &&
    !isNone(cell)
  )
}

const isUrl = (cell: string) => /^https?:\/\//i.test(cell)
const isTime = (cell: string) =>
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{10}|\d{13}|(?:[a-z]{3,9}\.? \d{1,2},?|\d{1,2}\.? [a-z]{3,9}\.?,?) \d{4})(?!\d)/i.test(
    cell,
  )

function hasWord(cells: Iterable<string>, words: Set<string>): boolean {
  for (const cell of cells) if (cell.length <= 30 && words.has(toKey(cell))) return true
  return false
}

/** Whether all cells but empty ones say yes or no, and one does. */
function isYesOrNo(cells: Iterable<string>): boolean {
  let found = false
  for (const cell of cells) {
    if (cell === '') continue
    if (!isYes(cell) && !isNo(cell)) return false
    found = true
  }
  return found
}

/** Single characters may be counts or codes. */
function hasSpelledOut(cells: Iterable<string>): boolean {
  for (const cell of cells) if (cell !== '' && !/^[a-z\d]$/i.test(cell)) return true
  return false
}

function readDetail(cell: string): Reading {
  const key = toKey(cell)
  return isNo(cell) || leftWords.has(key) ? 'left' : 'silent'
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
    const own = Object.hasOwn(others, key) ? others[key] : undefined
    if (own !== undefined) return own
    if (leftWords.has(key)) return 'left'
    if (subscribedWords.has(key)) return 'subscribed'
    if (isYes(part)) return yes ?? 'unknown'
    if (isNo(part)) return no ?? 'unknown'
    return 'unknown'
  })
  return (['left', 'unknown', 'subscribed'] as const).find((reading) => readings.includes(reading)) ?? 'silent'
}
