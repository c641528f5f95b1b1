import * as contract from '../../../contract/app/planning.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { scheduleNewsletter } from '../../audience/newsletter-sending/newsletter-states.repo.ts'
import { findNewsletter } from '../../audience/newsletter-sending/newsletters.repo.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { found } from '../../platform/http/replies.ts'
import * as plan from './planning.repo.ts'

export function planningRoutes() {
  return [
    bind(contract.listPlan, async ({ db, query, now }) => {
      const { timeZone } = (await readSettings(db)).settings
      return { body: await plan.listPlan(db, { ...query, timeZone, now }) }
    }),
    bind(contract.createIdea, async ({ db, body, now }) => {
      const id = await plan.createIdea(db, { ...body, now })
      return { body: { id }, subject: body.title }
    }),
    bind(contract.findPlannedDay, ({ db, params }) => found(plan.findPlannedDay(db, params.id))),
    bind(contract.moveIdea, async ({ db, params, body }) =>
      moved(
        await plan.moveIdea(db, params.id, body.day),
        'This post has a publish date by now. Move that instead of the planned day.',
      ),
    ),
    bind(contract.moveScheduledPost, async ({ db, params, body, now }) => {
      const at = inFuture(body.at, now)
      return moved(
        await plan.moveScheduledPost(db, params.id, at, now),
        'Only a scheduled post is moved. This one is public already, or a draft again.',
      )
    }),
    bind(contract.moveScheduledNewsletter, async ({ db, params: { id }, body, now }) => {
      const at = inFuture(body.at, now)
      const newsletter = await findNewsletter(db, id, new Date(now))
      if (!newsletter) return undefined
      if (newsletter.goesWithPost)
        throw new HttpError(409, 'This newsletter goes out with its post. Move the post instead.')
      const isMoved = newsletter.state === 'scheduled' && (await scheduleNewsletter(db, id, at, now))
      return moved(
        isMoved ? { title: newsletter.subject } : 'other',
        'Only a scheduled newsletter is moved. This one has been sent, or is a draft again.',
      )
    }),
  ]
}

function moved(move: { title: string } | 'other' | undefined, refusal: string) {
  if (move === 'other') throw new HttpError(409, refusal)
  return move && { body: {}, subject: move.title }
}

/** The time as it is stored. Throws 400 for one that has passed. */
function inFuture(at: string, now: string): string {
  const stored = new Date(at).toISOString()
  if (stored <= now) throw badRequest('This time has passed. Please choose a day in the future.')
  return stored
}
