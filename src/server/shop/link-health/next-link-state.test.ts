import { expect, test } from 'vitest'
import { addDays } from '../../../contract/platform/days.ts'
import type { LinkOutcome, LinkReason } from '../../../contract/shop/links.ts'
import { type CheckedLink, isNightCounted, nextCheckDay, nextLinkState } from './next-link-state.ts'

const fresh: CheckedLink = {
  state: 'new',
  reason: 'none',
  final_url: null,
  failed_days: 0,
  last_failed_day: null,
  changed_at: null,
  acknowledged_at: null,
}
const at = (day: string) => `${day}T06:00:00.000Z`

const reasons: Partial<Record<LinkOutcome, LinkReason>> = {
  unchecked: 'not-for-robots',
  'out-of-stock': 'out-of-stock',
}

type Step = LinkOutcome | { outcome: LinkOutcome; finalUrl: string }

/** One check a day from `start`; returns the link after each. */
function run(link: CheckedLink, steps: Step[], start = '2026-03-01'): CheckedLink[] {
  const states: CheckedLink[] = []
  for (const [index, step] of steps.entries()) {
    const { outcome, finalUrl } = typeof step === 'string' ? { outcome: step, finalUrl: null } : step
    const day = addDays(start, index)
    const reason = reasons[outcome] ?? 'none'
    link = nextLinkState(link, { outcome, reason, finalUrl, day, now: at(day) })
    states.push(link)
  }
  return states
}

const statesOf = (links: CheckedLink[]) => links.map(({ state }) => state)
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

test('a link is broken after failures on three days, once', () => {
  const links = run(fresh, ['ok', ...times(5, 'broken' as const)])
  expect(statesOf(links)).toEqual(['ok', 'ok', 'ok', 'broken', 'broken', 'broken'])
  expect(new Set(links.slice(3).map(({ changed_at }) => changed_at))).toEqual(new Set([at('2026-03-04')]))
})

test('several failures of one day count once, also after the clock was set back', () => {
  const fail = { outcome: 'broken', reason: 'status', finalUrl: null } as const
  let link = fresh
  for (const day of ['2026-03-02', '2026-03-02', '2026-03-02', '2026-03-01', '2026-03-02', '2026-03-03'])
    link = nextLinkState(link, { ...fail, day, now: at(day) })
  expect(link).toMatchObject({ state: 'new', failed_days: 2 })
})

test('a success in between starts the count again; a refused check does not', () => {
  expect(statesOf(run(fresh, ['broken', 'broken', 'ok', 'broken', 'broken'])).at(-1)).toBe('ok')
  expect(statesOf(run(fresh, ['broken', 'unchecked', 'broken', 'unchecked', 'broken'])).at(-1)).toBe('broken')
})

test('thirty days without access never become an alert, and replace none', () => {
  expect(new Set(statesOf(run(fresh, times(30, 'unchecked' as const))))).toEqual(new Set(['unchecked']))
  const broken = run(fresh, times(3, 'broken' as const)).at(-1)!
  const later = run(broken, [...times(10, 'unchecked' as const), 'broken'], '2026-03-10').at(-1)!
  expect(later).toMatchObject({ state: 'broken', changed_at: broken.changed_at })
})

test('a shop that responds now with 404 and now with a page that says so is one alert', () => {
  const links = run(fresh, ['gone', 'broken', 'gone', 'broken', 'gone'])
  expect(statesOf(links).slice(2)).toEqual(['gone', 'gone', 'gone'])
})

test('a link is out of stock once two checks on different days say so', () => {
  const sold = 'out-of-stock' as const
  const links = run(fresh, ['ok', sold, sold, sold])
  expect(statesOf(links)).toEqual(['ok', 'ok', sold, sold])
  expect(links[1]).toMatchObject({ reason: 'out-of-stock', failed_days: 1 })
  expect(nextCheckDay(links[1]!, '2026-03-02')).toBe('2026-03-03')
  expect(links.at(-1)).toMatchObject({ changed_at: at('2026-03-03'), failed_days: 0 })
  const check = {
    outcome: sold,
    reason: 'out-of-stock',
    finalUrl: null,
    day: '2026-03-02',
    now: at('2026-03-02'),
  } as const
  expect(nextLinkState(nextLinkState(fresh, check), check).state).toBe('new')
})

test('a refused check between two that say out of stock changes nothing; any other between them starts again', () => {
  const sold = 'out-of-stock' as const
  expect(statesOf(run(fresh, ['ok', sold, 'unchecked', sold]))).toEqual(['ok', 'ok', 'ok', sold])
  for (const between of ['ok', 'redirects', 'tag-lost', 'broken', 'gone'] as const)
    expect(statesOf(run(fresh, ['ok', sold, between, sold])).at(-1)).not.toBe(sold)
  // Neither counts toward the three days of the other.
  expect(statesOf(run(fresh, ['ok', sold, 'broken', 'broken'])).at(-1)).toBe('ok')
  expect(statesOf(run(fresh, ['ok', 'broken', 'broken', sold])).at(-1)).toBe('ok')
  // Readers have the fallback already.
  expect(statesOf(run(fresh, ['gone', 'gone', 'gone', sold])).at(-1)).toBe(sold)
})

test('an acknowledgement lasts until the state or the target changes', () => {
  const url = 'https://shop.example/cream'
  const sold = { outcome: 'out-of-stock' as const, finalUrl: url }
  const acknowledged = { ...run(fresh, [sold, sold]).at(-1)!, acknowledged_at: at('2026-03-03') }
  expect(run(acknowledged, [sold, 'unchecked', { ...sold, finalUrl: `${url}/?session=2` }]).at(-1)).toMatchObject({
    acknowledged_at: at('2026-03-03'),
  })
  expect(run(acknowledged, [{ ...sold, finalUrl: 'https://shop.example/other' }]).at(-1)?.acknowledged_at).toBeNull()
  expect(run(acknowledged, ['tag-lost']).at(-1)?.acknowledged_at).toBeNull()
  expect(run(acknowledged, ['ok', sold, sold]).at(-1)?.acknowledged_at).toBeNull()
})

test('what the text of a link says holds at once, and the tag that came back ends its alert', () => {
  const day = { finalUrl: null, day: '2026-03-02', now: at('2026-03-02') }
  const broken = run(fresh, times(3, 'broken' as const)).at(-1)!
  expect(nextLinkState(broken, { ...day, outcome: 'unchecked', reason: 'own-click' })).toMatchObject({
    state: 'unchecked',
    reason: 'own-click',
    failed_days: 0,
  })
  expect(nextLinkState(fresh, { ...day, outcome: 'gone', reason: 'closed-network' }).state).toBe('gone')
  const untagged = nextLinkState(fresh, { ...day, outcome: 'tag-lost', reason: 'no-tag' })
  expect(untagged.state).toBe('tag-lost')
  expect(nextLinkState(untagged, { ...day, outcome: 'unchecked', reason: 'captcha' }).state).toBe('unchecked')
  expect(nextLinkState({ ...untagged, reason: 'tag' }, { ...day, outcome: 'unchecked', reason: 'captcha' }).state).toBe(
    'tag-lost',
  )
})

test('what is unclear is checked sooner than what works', () => {
  expect(nextCheckDay({ state: 'ok', reason: 'none', failed_days: 0 }, '2026-03-01')).toBe('2026-03-08')
  expect(nextCheckDay({ state: 'ok', reason: 'status', failed_days: 1 }, '2026-03-01')).toBe('2026-03-02')
  expect(nextCheckDay({ state: 'unchecked', reason: 'captcha', failed_days: 0 }, '2026-03-01')).toBe('2026-03-04')
  expect(nextCheckDay({ state: 'unchecked', reason: 'own-click', failed_days: 0 }, '2026-03-01')).toBe('2026-03-08')
  expect(nextCheckDay({ state: 'broken', reason: 'status', failed_days: 9 }, '2026-03-01')).toBe('2026-03-03')
})

test.each([
  [{ hosts: 1, responding: 0 }, false],
  [{ hosts: 30, responding: 0 }, false],
  [{ hosts: 30, responding: 5 }, false],
  [{ hosts: 30, responding: 6 }, true],
  [{ hosts: 1, responding: 1 }, true],
  [{ hosts: 2, responding: 1 }, true],
])('a night in which of %o counts: %s', (night, isCounted) => {
  expect(isNightCounted(night)).toBe(isCounted)
})
