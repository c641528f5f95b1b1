import type { Db } from '../../src/server/platform/db/schema.ts'
import { type SeedOptions, seedDemo } from './seed-demo.ts'
import { seedManyClicks } from './seed-many-clicks.ts'
import { readDemo, seedManyRows } from './seed-many-rows.ts'

export type LargeSeedOptions = SeedOptions & {
  /** 1 for all rows, 0.01 for a hundredth of each table. */
  scale: number
  /** Called before each step. */
  onStep: (step: string) => void
}

/** The size of a busy site after years. */
const counts = {
  posts: 5_000,
  products: 10_000,
  images: 1_000,
  contacts: 3_000,
  subscribers: 20_000,
  auditEntries: 5_000,
  clicks: 5_000_000,
}

/** Fills an empty database with the demo and many more rows, seeded random, that reuse the texts and images of the demo. */
export async function seedLarge(db: Db, options: LargeSeedOptions): Promise<void> {
  const { scale, onStep } = options
  const scaled = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, Math.max(1, Math.round(count * scale))]),
  ) as typeof counts
  onStep('the demo')
  await seedDemo(db, { ...options, hasClicks: false })
  await db.transaction().execute(async (transaction) => {
    const demo = await readDemo(transaction)
    onStep('posts, products and people')
    const rows = await seedManyRows(transaction, demo, scaled, options)
    onStep(`${scaled.clicks.toLocaleString('en-US')} clicks`)
    await seedManyClicks(transaction, { ...rows, clicks: scaled.clicks, today: options.today, onStep })
  })
}
