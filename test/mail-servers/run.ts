/**
 * `npm run test:mail-servers`: the built site sends a newsletter to 290 readers through a real Postfix that takes 60 messages a
 * minute, and reads the reports about ten of them from a mailbox that a real Dovecot serves. Takes six to eight minutes. Both have
 * a configuration and a queue of their own in a temporary folder. Skipped where one is not installed, or without root.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { NewsletterRecipient } from '../../src/contract/audience/newsletters.ts'
import type { Suppression } from '../../src/contract/audience/suppressions.ts'
import { createChecks } from '../faults/checks.ts'
import { makeScratchFolder } from '../faults/scratch-folder.ts'
import { startSiteUnderTest } from '../faults/site.ts'
import { startDovecot, whyNoDovecot } from './dovecot.ts'
import { startPostfix, whyNoPostfix } from './postfix.ts'
import { checkMailbox, type Sample, type Sent, sendNewsletter, setMailbox, signIn } from './send-newsletter.ts'

const READERS = 280
const DOMAINS = 40
const UNKNOWN = 10
const PER_MINUTE = 60
/** Seconds: twice what the limit alone would take, less its start. */
const LONGEST = 8 * 60
const SENDER = 'owner@site.example'
const LOGIN = { user: 'owner', password: 'of-the-mailbox' }

const domains = Array.from({ length: DOMAINS }, (_, index) => `domain-${index}.example`)
const readers = Array.from({ length: READERS }, (_, index) => `reader-${index}@${domains[index % DOMAINS]}`)
const unknown = Array.from({ length: UNKNOWN }, (_, index) => `nobody-${index}@unknown.example`)
/** Those without a mailbox are spread over the newsletter. */
const recipients = readers.flatMap((reader, index) =>
  index % (READERS / UNKNOWN) === 0 ? [reader, unknown[index / (READERS / UNKNOWN)]!] : [reader],
)

const absent = whyNoPostfix() ?? whyNoDovecot()
if (absent) console.log(`${absent} The run against real mail servers is left out.`)
else process.exitCode = (await run()) ? 0 : 1

async function run(): Promise<boolean> {
  const folder = makeScratchFolder()
  // The mail servers run as users of their own.
  chmodSync(folder, 0o711)
  const [postfixFolder, dataDir] = [path.join(folder, 'postfix'), path.join(folder, 'data')]
  for (const name of [postfixFolder, dataDir]) mkdirSync(name)
  const stops: (() => Promise<void>)[] = []
  try {
    const postfix = await startPostfix({
      folder: postfixFolder,
      mailboxes: [
        [SENDER.replaceAll('.', '[.]'), 'owner'],
        ['reader-.*', 'readers'],
      ],
      domains: [...domains, SENDER.split('@')[1]!],
      unknownDomain: 'unknown.example',
      perMinute: PER_MINUTE,
    })
    stops.unshift(postfix.stop)
    const mailOf = (name: string) => path.join(postfixFolder, 'mail', name)
    const dovecot = await startDovecot({ folder: path.join(folder, 'dovecot'), maildir: mailOf('owner'), ...LOGIN })
    stops.unshift(dovecot.stop)
    console.log(`Postfix ${postfix.version} and Dovecot ${dovecot.version}`)
    const smtpUrl = `smtp://127.0.0.1:${postfix.port}?from=${SENDER}`
    const site = await startSiteUnderTest({ dataDir, databaseUrl: undefined, env: { SMTP_URL: smtpUrl } })
    stops.unshift(site.stop)
    const { expectTrue, failures } = createChecks()
    const call = await signIn(site)
    await setMailbox(call, dovecot.port, LOGIN.user, LOGIN.password)

    const sent = await sendNewsletter(call, recipients, 2 * LONGEST)
    printSamples(sent.samples)
    checkSending(sent, postfix.log(), expectTrue)
    const mails = readDeliveries(mailOf('readers'))
    expectTrue(
      `${mails.length} mails for ${new Set(mails).size} readers, each exactly once`,
      mails.toSorted().join() === readers.toSorted().join(),
    )
    const findSuppressed = () => call<Suppression[]>('GET', '/suppressions?limit=100')
    const isUnknown = ({ email }: Suppression) => email !== null && unknown.includes(email)
    expectTrue(
      'no reader is suppressed',
      (await findSuppressed()).every(({ email }) => !readers.includes(email ?? '')),
    )

    const mailbox = await checkMailbox(call)
    // The demo has one of its own.
    const suppressed = (await findSuppressed()).filter(isUnknown)
    expectTrue(
      `${mailbox.reports} reports are read from the mailbox, ${suppressed.length} addresses suppressed, all of them unknown`,
      mailbox.reports === UNKNOWN && suppressed.length === UNKNOWN && suppressed.every(isUnknown),
    )
    expectTrue(
      'each for a hard bounce',
      suppressed.every(({ reason, source }) => reason === 'hard-bounce' && source === 'mailbox'),
    )
    const bounced = await call<NewsletterRecipient[]>(
      'GET',
      `/newsletters/${sent.id}/recipients?limit=100&outcome=bounced`,
    )
    console.log(`       ${bounced.length} recipients bounced`)
    return failures() === 0
  } finally {
    for (const stop of stops) await stop()
  }
}

/** The addresses of all mails, by the header that Postfix adds. */
function readDeliveries(maildir: string): string[] {
  return ['new', 'cur'].flatMap((name) => {
    const folder = path.join(maildir, name)
    return readdirSync(folder).map((file) => {
      const mail = readFileSync(path.join(folder, file), 'utf8')
      return /^Delivered-To: (.*)$/m.exec(mail)?.[1] ?? ''
    })
  })
}

type Expect = ReturnType<typeof createChecks>['expectTrue']

function checkSending({ samples, seconds, learnedPerHour }: Sent, log: string, expectTrue: Expect): void {
  const { state, numbers } = samples.at(-1)!
  const isDone = state === 'sent' && numbers.accepted === recipients.length
  expectTrue(`the newsletter is ${state} after ${Math.round(seconds)} s: ${JSON.stringify(numbers)}`, isDone)
  expectTrue(`that is less than ${LONGEST} s`, seconds < LONGEST)
  const rejected = log.match(/Message delivery request rate limit exceeded/g)?.length ?? 0
  expectTrue(`Postfix rejected ${rejected} attempts for its rate`, rejected <= 30)
  console.log(`       learned pace: ${learnedPerHour} an hour`)
  const learnedAt = samples.findLast(({ note }) => note !== null)?.after ?? 0
  const promises = samples.filter(({ after, expectedEnd }) => after > learnedAt && expectedEnd !== null)
  const wrong = promises.filter((promise) => !isTrue(promise, seconds))
  expectTrue(
    `${promises.length} promises of the end after the last pause, ${wrong.length} wrong by more than a minute and a fifth`,
    promises.length > 0 && wrong.length === 0,
  )
}

/** Within a minute, or a fifth of what was left. */
function isTrue({ after, expectedEnd }: Sample, end: number): boolean {
  return Math.abs(expectedEnd! - end) <= Math.max(60, (end - after) / 5)
}

/** One line for each change of the note, and every half minute. */
function printSamples(samples: Sample[]): void {
  let [last, note]: [number, string | null | undefined] = [Number.NEGATIVE_INFINITY, undefined]
  for (const sample of samples) {
    if (sample.note === note && sample.after - last < 30 && sample !== samples.at(-1)) continue
    ;[last, note] = [sample.after, sample.note]
    const { waiting, accepted, deferred, failed, inDoubt } = sample.numbers
    const end = sample.expectedEnd === null ? 'no end' : `end after ${Math.round(sample.expectedEnd)} s`
    const counts = `${accepted} accepted, ${waiting} waiting, ${deferred} deferred, ${failed} failed, ${inDoubt} in doubt`
    console.log(`${String(Math.round(sample.after)).padStart(6)} s ${sample.state}: ${counts}; ${end}; ${note ?? ''}`)
  }
}
