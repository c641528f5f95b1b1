import { isAutomatic } from '../../../contract/automatic-letters.ts'
import { listLetterEarnings } from '../../../contract/letter-earnings.ts'
import * as contract from '../../../contract/letter-endpoints.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { readLetterLimits, writeLetterLimits } from '../../audience/letters/letter-limits.repo.ts'
import type { LetterSender } from '../../audience/letters/letter-sender.ts'
import * as states from '../../audience/letters/letter-states.repo.ts'
import { findLetter, letterList, writeLetter, writeLetterPage } from '../../audience/letters/letters.repo.ts'
import { recipientList } from '../../audience/letters/recipient-list.repo.ts'
import { findSubscriber } from '../../audience/subscribers/subscriber-list.repo.ts'
import { deletePosts, restorePosts } from '../../content/posts/deleted-posts.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { sumLetterSales } from '../../shop/earnings/summary/letter-sums.repo.ts'
import { type BeginOptions, beginPrepared, prepareLetter } from './begin-letter.ts'
import { checkLetter } from './check-letter.ts'
import { composeLetter } from './compose-letter.ts'
import { createFromPost } from './create-from-post.ts'
import { previewMail } from './preview-mail.ts'
import { sendTest } from './send-test.ts'

export type LetterRoutesOptions = BeginOptions & { sender: LetterSender }

export function letterRoutes(options: LetterRoutesOptions) {
  return [...reads(options), ...writes(options), ...stateChanges(options), ...limits()]
}

const reads = (options: LetterRoutesOptions) => [
  bind(contract.listLetters, async ({ db, query }) => {
    const { items, total } = await letterList.page(db, query)
    return { body: items, total }
  }),
  bind(contract.findLetter, async ({ db, params, now }) => {
    const letter = await findLetter(db, params.id, new Date(now))
    return letter && { body: letter }
  }),
  bind(contract.previewLetter, async ({ db, params, query, now }) => {
    const composed = await composeLetter(db, params.id, { ...options, now: new Date(now) })
    if (!composed) return undefined
    const { origin } = options
    const subscriber = query.subscriber === undefined ? undefined : await findSubscriber(db, origin, query.subscriber)
    return {
      body: await previewMail(db, { ...composed.content, bytes: composed.rendered.bytes }, { origin, subscriber }),
    }
  }),
  bind(contract.checkLetter, async ({ db, params, now }) => {
    const composed = await composeLetter(db, params.id, { ...options, now: new Date(now) })
    return composed && { body: await checkLetter(db, composed, options) }
  }),
  bind(listLetterEarnings, async ({ db, params, now }) => {
    if (!(await findLetter(db, params.id, new Date(now)))) return undefined
    return { body: await sumLetterSales(db, params.id) }
  }),
  bind(contract.listRecipients, async ({ db, params, query, now }) => {
    if (!(await findLetter(db, params.id, new Date(now)))) return undefined
    const { items, total } = await recipientList.page(db, { ...query, letterId: params.id })
    return { body: items, total }
  }),
]

const writes = (options: LetterRoutesOptions) => [
  bind(contract.createLetterFromPost, async ({ db, body, now }) => {
    const id = await createFromPost(db, { ...body, now })
    const letter = id === undefined ? undefined : await findLetter(db, id, new Date(now))
    return letter && { body: letter, subject: letter.subject }
  }),
  bind(contract.saveLetter, async ({ db, params: { id }, body, version, now }) => {
    const before = await findLetter(db, id, new Date(now))
    if (!before) return undefined
    const outcome = await writeLetter(db, id, { input: body, version, now })
    if (outcome === 'started') await writeLetterPage(db, id, { ...body, now })
    const current = (await findLetter(db, id, new Date(now)))!
    if (outcome === 'stale')
      return { status: 409, body: { message: 'This letter was changed elsewhere in the meantime', current } }
    return { body: current, subject: current.subject }
  }),
  bindStaged(contract.sendTestLetter, async ({ db, params, now, transact }) => {
    const composed = await composeLetter(db, params.id, { ...options, now: new Date(now) })
    if (!composed) return undefined
    const { email: to } = await readSite(db, options.origin)
    if (to === '') throw badRequest('The site has no email yet: write it into Settings first')
    const failure = await sendTest(db, composed, { ...options, to })
    if (failure !== undefined) throw new HttpError(409, failure)
    return transact({}, async () => ({ body: { to }, subject: composed.letter.subject }))
  }),
  bind(contract.deleteLetter, async ({ db, params: { id }, now }) => {
    const letter = await findLetter(db, id, new Date(now))
    if (!letter) return undefined
    if (['scheduled', 'sending', 'paused'].includes(letter.state))
      throw new HttpError(
        409,
        isAutomatic(letter.kind)
          ? 'Switch it off first, then it can be deleted.'
          : 'Take it off the schedule or cancel it first, then it can be deleted.',
      )
    await deletePosts(db, [id], now)
    return { body: {}, subject: letter.subject }
  }),
  bind(contract.restoreLetter, async ({ db, params: { id } }) => {
    const outcome = await restorePosts(db, [id])
    return outcome.kind === 'restored' && outcome.titles.length > 0 ? { body: {}, subject: outcome.titles } : undefined
  }),
]

const stateChanges = (options: LetterRoutesOptions) => {
  const { sender } = options
  /** The reply after a change of state; 409 with a sentence if its state does not allow it. */
  const changed = async (db: Db, id: number, now: string, change: Promise<boolean>, message: string) => {
    const isChanged = await change
    const letter = await findLetter(db, id, new Date(now))
    if (!letter) return undefined
    if (!isChanged) throw new HttpError(409, message)
    return { body: letter, subject: letter.subject, afterCommit: sender.wake }
  }
  return [
    bindStaged(contract.sendLetter, async ({ db, params, query, body, now, transact }) => {
      const { id } = params
      const prepared = await prepareLetter(db, id, options)
      if (prepared.kind === 'missing') return undefined
      if (prepared.kind === 'refused') throw new HttpError(409, prepared.reason)
      const isLater = body.at !== null && body.at > now
      return transact({ params, query, body }, (transaction) =>
        changed(
          transaction,
          id,
          now,
          isLater ? states.scheduleLetter(transaction, id, body.at!, now) : beginPrepared(transaction, prepared, now),
          'This letter has been sent already, or was changed just now. Please look at it again.',
        ),
      )
    }),
    bind(contract.unscheduleLetter, ({ db, params: { id }, now }) =>
      changed(db, id, now, states.unscheduleLetter(db, id, now), 'This letter is not scheduled.'),
    ),
    bind(contract.pauseLetter, ({ db, params: { id }, now }) =>
      changed(db, id, now, states.pauseLetter(db, id, now), 'This letter is not being sent.'),
    ),
    bind(contract.resumeLetter, ({ db, params: { id }, now }) =>
      changed(db, id, now, states.resumeLetter(db, id, now), 'This letter is not paused.'),
    ),
    bind(contract.cancelLetter, async ({ db, params: { id }, now }) => {
      const letter = await findLetter(db, id, new Date(now))
      if (letter && isAutomatic(letter.kind)) throw new HttpError(409, 'Switch it off under Automatic letters instead.')
      return changed(db, id, now, states.cancelLetter(db, id, now), 'This letter is not being sent.')
    }),
    bind(contract.resendInDoubt, ({ db, params: { id }, now }) =>
      changed(
        db,
        id,
        now,
        states.retryDoubtful(db, id, now).then((count) => count > 0),
        'No recipient of this letter is in doubt.',
      ),
    ),
  ]
}

const limits = () => [
  bind(contract.findLetterLimits, async ({ db }) => ({ body: await readLetterLimits(db) })),
  bind(contract.saveLetterLimits, async ({ db, body, now }) => {
    await writeLetterLimits(db, body, now)
    return { body }
  }),
]
