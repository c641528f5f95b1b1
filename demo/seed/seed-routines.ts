import { RoutineInput } from '../../src/contract/content/routines.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { freeSlug, listSlugs } from '../../src/server/app/demo/restore-demo.ts'
import { createRoutine } from '../../src/server/content/routines/routine-writes.repo.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { demoRoutines } from '../content/routines.ts'

type RoutineSeed = { productIds: ReadonlyMap<string, number>; urlOf: (name: string) => string; now: string }

/** Inserts the routines at the end of the list. Returns their ids by slug. */
export async function seedRoutines(db: Db, { productIds, urlOf, now }: RoutineSeed): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const taken = await listSlugs(db, 'routines')
  const idOf = (slug: string | undefined) => (slug === undefined ? null : productIds.get(slug)!)
  for (const { slug, steps, ...routine } of demoRoutines) {
    const input = RoutineInput.parse({
      ...routine,
      slug: freeSlug(slug, taken),
      imageUrl: urlOf(`routine/${slug}`),
      steps: steps.map(({ product, swapProduct, ...step }) => ({
        ...step,
        productId: idOf(product),
        swapProductId: idOf(swapProduct),
      })),
    })
    const { id } = await createRoutine(db, input, now)
    ids.set(slug, id)
  }
  await recordDemoRows(db, 'routines', [...ids.values()])
  return ids
}
